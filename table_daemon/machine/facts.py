"""What the daemon knows of its machine, as one value, and what each piece of news makes of it.

Rules this file keeps:
* Pure: no I/O, no clock. Facts and one piece of news go in, facts come out.
* What the machine is doing is a `cycle.State`; every change goes through its table.
* A latched fault and a lost line take consent away and open the relay; only `Consented` gives both back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Self, assert_never

from firmware_bridge import cycle
from firmware_bridge.cycle import State, Trigger
from firmware_bridge.link import Answered, Connected, Disconnected, EventsMissed, Happened, Heartbeat, LinkEvent
from firmware_bridge.messages import (
    BoardEvent,
    BoardStatus,
    FaultCode,
    FaultReport,
    LeaseReply,
    Notice,
    OperationProgress,
)
from mahjong_rules.set_names import SetName
from table_daemon.computer_health import LATE_S
from table_daemon.machine.status_texts import board_fault, late_computer_fault, machine_notice
from wire.machine_status import MachineFault, MachineNotice

_MAX_NOTICES: Final = 5
"""Chosen, not measured: how many lines of advice people are shown at a time; older ones stay in the log."""


@dataclass(frozen=True, slots=True)
class Build:
    """The build of a set that runs, or ran last; `progress` is in tiles stacked."""

    tile_set: SetName = SetName.A
    progress: int = 0
    is_running: bool = False


class KnownTrouble(str):
    """A clause that says why, with its key in the page's catalogues (`refusal.…`)."""

    __slots__ = ("code",)

    def __new__(cls, text: str, code: str) -> Self:
        """Both as they are told."""
        told = super().__new__(cls, text)
        told.code = code
        return told

    code: str


@dataclass(frozen=True, slots=True)
class MachineFacts:
    """The machine at one moment, as far as the daemon can know.

    Attributes:
        state: what the machine is doing.
        board: the board's last status, its tile counters kept up to date.
        boot_id: the boot of the board that these facts are of.
        firmware_hash: what the board runs, as it last said; None before it was greeted.
        fault: why the machine stands still, if the board latched a fault.
        has_consent: motion is allowed: somebody consented, and nothing has taken that back.
        relay_on: whether the relay in the motors' supply is to be closed.
        is_stopping: a STOP was said that the board has not reported yet: the lease is left to expire.
        in_maintenance: somebody works on the machine.
        trouble: why there is no connection, or no consent; "" otherwise.
        stop_reason: why somebody said STOP; "" when nobody did.
        stops: how often somebody has said it.
        is_lent: others have the line to the board, for its firmware.
        build: the build beside a deal.
        notices: what somebody should look after soon, the newest last.
    """

    state: State = State.OFFLINE
    board: BoardStatus | None = None
    boot_id: int = 0
    firmware_hash: int | None = None
    fault: MachineFault | None = None
    has_consent: bool = False
    relay_on: bool = False
    is_stopping: bool = False
    in_maintenance: bool = False
    trouble: str = "it was never connected"
    stop_reason: str = ""
    stops: int = 0
    is_lent: bool = False
    build: Build = Build()
    notices: tuple[MachineNotice, ...] = ()

    @property
    def may_pursue(self) -> bool:
        """Whether the machine may move for the game: consent stands, and nobody works on it."""
        return self.has_consent and not self.in_maintenance

    @property
    def is_moving(self) -> bool:
        """Whether something moves: what people can touch, or a build inside."""
        return (self.build.is_running and self.has_consent) or self.state not in cycle.STANDING


@dataclass(frozen=True, slots=True)
class Greeted:
    """A board that fits has answered; nobody has consented to its motion."""

    boot_id: int
    firmware_hash: int = 0


@dataclass(frozen=True, slots=True)
class StatusRead:
    """The board was asked how it stands."""

    board: BoardStatus


@dataclass(frozen=True, slots=True)
class Consented:
    """A person consents, and the board is armed."""


@dataclass(frozen=True, slots=True)
class NotArmed:
    """The board did not let itself be armed; `why` is a clause."""

    why: str


@dataclass(frozen=True, slots=True)
class StillWaiting:
    """The board was not reached, or not armed, this time either; `why` is a clause, with a code where it has one."""

    why: str


@dataclass(frozen=True, slots=True)
class SessionClosed:
    """The daemon ends: nothing may begin any more; whoever closes the pins opens the relay."""


@dataclass(frozen=True, slots=True)
class StopSaid:
    """STOP goes out; `is_heard`: to a board that is connected."""

    reason: str
    is_heard: bool


@dataclass(frozen=True, slots=True)
class FaultCleared:
    """The board has cleared this fault."""

    fault_id: str


@dataclass(frozen=True, slots=True)
class MaintenanceChanged:
    """A person begins, or ends, to work on the machine."""

    on: bool


@dataclass(frozen=True, slots=True)
class LineLent:
    """The line is let go for others; `why` is a clause."""

    why: str


@dataclass(frozen=True, slots=True)
class LineBack:
    """The line is the daemon's own again."""


@dataclass(frozen=True, slots=True)
class Rested:
    """Nothing is pursued: the machine rests where the board says."""


@dataclass(frozen=True, slots=True)
class Began:
    """The machine begins something, or stands still for a reason, from where it rests."""

    trigger: Trigger


@dataclass(frozen=True, slots=True)
class BeganByHand:
    """A single motion begins; a build beside a game, and what is reached already, are no states of their own."""

    trigger: Trigger


@dataclass(frozen=True, slots=True)
class BuildBegan:
    """A set is to be built."""

    tile_set: SetName


@dataclass(frozen=True, slots=True)
class BuildEnded:
    """The build is over: all of `tiles` stand, or None when it did not reach its goal."""

    tiles: int | None


ConsentEvent = Consented | NotArmed | SessionClosed | StopSaid | MaintenanceChanged
"""What allows motion, or takes that back."""
BoardNews = Greeted | StatusRead | StillWaiting | FaultCleared
"""What the daemon learnt of the board by asking it."""
MotionEvent = Rested | Began | BeganByHand | BuildBegan | BuildEnded
"""What the daemon lets the machine do."""
LoanEvent = LineLent | LineBack
"""Who has the line."""
SessionEvent = LoanEvent | ConsentEvent | BoardNews | MotionEvent
"""News of the daemon's own side."""


def after_link_event(facts: MachineFacts, event: LinkEvent) -> MachineFacts:
    """The facts after something that the link says."""
    match event:
        case Disconnected(reason):
            state = cycle.step(facts.state, Trigger.LOST)
            return replace(_without_motion(facts), trouble=reason, state=state)
        case Happened(happening):
            return _after_happening(facts, happening)
        case Heartbeat(lease):
            return _with_counts(facts, lease.tiles_inside_a, lease.tiles_inside_b)
        case Connected() | Answered() | EventsMissed():
            return facts
        case _:
            assert_never(event)


def after_session_event(facts: MachineFacts, event: SessionEvent) -> MachineFacts:
    """The facts after something that the daemon, or a person, did.

    Raises:
        IllegalTransitionError: the machine cannot begin this from where it rests.
    """
    match event:
        case Consented() | NotArmed() | SessionClosed() | StopSaid() | MaintenanceChanged():
            return _after_consent_event(facts, event)
        case Greeted() | StatusRead() | StillWaiting() | FaultCleared():
            return _after_board_news(facts, event)
        case Rested() | Began() | BeganByHand() | BuildBegan() | BuildEnded():
            return _after_motion_event(facts, event)
        case LineLent(why):
            state = cycle.step(facts.state, Trigger.LOST)
            return replace(_without_motion(facts), trouble=why, state=state, is_lent=True)
        case LineBack():
            return replace(facts, is_lent=False)
        case _:
            assert_never(event)


def with_late_computer(facts: MachineFacts, gap_s: float) -> MachineFacts:
    """The facts when this computer did not renew the lease for so long just now: that explains one that expired."""
    fault = facts.fault
    is_expired = fault is not None and fault.code == FaultCode.LEASE_EXPIRED.name.lower()
    if fault is None or not is_expired or gap_s < LATE_S:
        return facts
    return replace(facts, fault=late_computer_fault(fault, gap_s))


def has_lapsed(facts: MachineFacts, lease: LeaseReply) -> bool:
    """Whether the board has disarmed itself although consent stands: its lease ran out while nothing moved."""
    return facts.has_consent and not lease.armed and not lease.faulted


def _after_consent_event(facts: MachineFacts, event: ConsentEvent) -> MachineFacts:
    match event:
        case Consented():
            return _rested(replace(facts, has_consent=True, relay_on=True, trouble=""))
        case NotArmed(why):
            still = replace(facts, has_consent=False)
            is_explained = facts.fault is not None or facts.state is State.OFFLINE
            return still if is_explained else _begun(replace(still, trouble=why), Trigger.UNARMED)
        case SessionClosed():
            return replace(facts, has_consent=False)
        case StopSaid(reason, is_heard):
            is_stopping = is_heard and facts.fault is None
            stopped = replace(facts, has_consent=False, stop_reason=reason, is_stopping=is_stopping)
            return replace(stopped, stops=facts.stops + 1)
        case MaintenanceChanged(on):
            changed = replace(facts, in_maintenance=on)
            return _rested(changed) if changed.has_consent else changed
        case _:
            assert_never(event)


def _after_board_news(facts: MachineFacts, event: BoardNews) -> MachineFacts:
    match event:
        case Greeted(boot_id, firmware_hash):
            state = cycle.step(facts.state, Trigger.CONNECTED)
            trouble = "someone has to say that it may move"
            known = replace(facts, boot_id=boot_id, firmware_hash=firmware_hash)
            return replace(known, fault=None, trouble=trouble, state=state)
        case StatusRead(board):
            known = replace(facts, board=board)
            if board.fault_code is None or facts.fault is not None:
                return known
            return _latched(known, board.fault_id, board.fault_code, board.fault_mechanism)
        case StillWaiting(why):
            return replace(facts, trouble=why)
        case FaultCleared(fault_id):
            is_this = facts.fault is not None and facts.fault.id == fault_id
            return replace(facts, fault=None if is_this else facts.fault, stop_reason="")
        case _:
            assert_never(event)


def _after_motion_event(facts: MachineFacts, event: MotionEvent) -> MachineFacts:
    match event:
        case Rested():
            return _rested(facts)
        case Began(trigger):
            return _begun(facts, trigger)
        case BeganByHand(trigger):
            rested = _rested(facts)
            may_begin = rested.has_consent and (rested.state, trigger) in cycle.TRANSITIONS
            return _begun(rested, trigger) if may_begin else rested
        case BuildBegan(tile_set):
            return replace(facts, build=Build(tile_set, 0, is_running=True))
        case BuildEnded(tiles):
            progress = facts.build.progress if tiles is None else tiles
            return replace(facts, build=replace(facts.build, progress=progress, is_running=False))
        case _:
            assert_never(event)


def _after_happening(facts: MachineFacts, happening: BoardEvent) -> MachineFacts:
    if facts.state is State.OFFLINE:
        return facts  # between HELLO_REPLY and STATUS, which tells the same
    counted = _with_counts(facts, happening.tiles_inside_a, happening.tiles_inside_b)
    match happening.what:
        case FaultReport(fault_id, code, mechanism):
            return _latched(counted, fault_id, code, mechanism)
        case OperationProgress(_, done, _):
            return replace(counted, build=replace(counted.build, progress=done))
        case Notice():
            return _with_notice(counted, machine_notice(happening.what))
        case _:
            return counted


def _begun(facts: MachineFacts, trigger: Trigger) -> MachineFacts:
    """Everything begins from where the machine rests."""
    rested = _rested(facts)
    return replace(rested, state=cycle.step(rested.state, trigger))


def _rested(facts: MachineFacts) -> MachineFacts:
    if facts.board is None:
        return facts
    state = cycle.step(facts.state, cycle.found(facts.board))
    return replace(facts, state=cycle.step(state, Trigger.MAINTAIN) if facts.in_maintenance else state)


def _without_motion(facts: MachineFacts) -> MachineFacts:
    return replace(facts, has_consent=False, relay_on=False, is_stopping=False)


def _latched(facts: MachineFacts, fault_id: int, code: FaultCode, mechanism: int) -> MachineFacts:
    fault = board_fault(facts.boot_id, fault_id, code, mechanism, _known_beside(facts, code))
    return replace(_without_motion(facts), fault=fault, state=cycle.step(facts.state, Trigger.FAULT))


def _known_beside(facts: MachineFacts, code: FaultCode) -> str:
    """What the board's code for a fault does not say."""
    match code:
        case FaultCode.STOPPED:
            return facts.stop_reason
        case FaultCode.BUILD_TIMEOUT if facts.build.progress:
            return f"{facts.build.progress} tiles stand in the four walls"
        case FaultCode.TILE_SURPLUS if facts.board is not None:
            return f"{facts.board.tiles_inside_a} of set A, {facts.board.tiles_inside_b} of set B"
        case _:
            return ""


def _with_counts(facts: MachineFacts, inside_a: int, inside_b: int) -> MachineFacts:
    if facts.board is None:
        return facts
    return replace(facts, board=replace(facts.board, tiles_inside_a=inside_a, tiles_inside_b=inside_b))


def _with_notice(facts: MachineFacts, notice: MachineNotice) -> MachineFacts:
    """The newest notices, one of each kind and place."""
    place = (notice.code, notice.part, notice.side)
    others = [old for old in facts.notices if (old.code, old.part, old.side) != place]
    return replace(facts, notices=(*others, notice)[-_MAX_NOTICES:])
