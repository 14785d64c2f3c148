"""What host and board say to each other, as types (docs/serial_link.md §3-§6).

Rules this file keeps:
* Every message is a frozen dataclass; every number has a name and a unit.
* How they lie in a payload is the matter of `layout` alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from mahjong_rules.set_names import SetName

# docs/serial_link.md §4: another major is another protocol.
PROTOCOL_MAJOR = 3
PROTOCOL_MINOR = 0


class MessageError(ValueError):
    """A packet came through undamaged but says something this version does not know."""


class PacketType(IntEnum):
    """First byte after the version."""

    HELLO = 0x01
    COMMAND = 0x02
    LEASE = 0x03
    STOP = 0x04
    HELLO_REPLY = 0x81
    REPLY = 0x82
    LEASE_REPLY = 0x83
    STOPPED = 0x84
    EVENT = 0x85


class Verb(IntEnum):
    """What a command asks for."""

    STATUS = 1
    ARM = 2
    DISARM = 3
    CLEAR = 4
    COMPLETE = 5
    SIZE = 6
    LEAVE = 7
    HOME = 16
    BUILD = 17
    RAISE = 18
    LOWER = 19
    DOME = 20
    DICE = 21
    SELF_TEST = 22


class CommandOutcome(IntEnum):
    """The board's answer to a command. The first two are consent, all others refusals."""

    ACCEPTED = 0
    DONE = 1
    BAD_ARGUMENT = 2
    UNKNOWN_VERB = 3
    WRONG_BOOT = 4
    NOT_ARMED = 5
    FAULTED = 6
    NEEDS_HOMING = 7
    BUSY = 8
    INTERLOCK = 9
    CONFIG_DIFFERS = 10
    WRONG_FAULT = 11
    ESTOP_OPEN = 12
    NUMBER_TAKEN = 13


class Interlock(IntEnum):
    """Why an interlock refuses."""

    NONE = 0
    DOME_NOT_DOWN = 1
    LIFTS_NOT_UP = 2
    TILES_ON_TABLE = 3
    SET_NOT_BUILT = 4
    RAILS_HOLD_OTHER_SET = 5
    SET_INCOMPLETE = 6
    DOME_NOT_UP = 7
    COUNT_DIFFERS = 8
    SET_STACKED = 9
    MORE_INSIDE = 10


class FaultCode(IntEnum):
    """Why the board latched a stop."""

    STOPPED = 1
    LEASE_EXPIRED = 2
    EMERGENCY_STOP = 3
    DOME_TIMEOUT = 4
    LIFT_TIMEOUT = 5
    PUSH_TIMEOUT = 6
    BUILD_TIMEOUT = 7
    DICE_TIMEOUT = 8
    SENSOR_CONFLICT = 9
    MOTOR_LIMIT = 10
    TILE_SURPLUS = 11
    STALLED = 12


class NoticeCode(IntEnum):
    """What people should hear of although nothing stops."""

    SLOW = 1
    """A mechanism took much longer than it usually does."""
    STRAY_PULSES = 2
    """A counter of the drop ring gave pulses while the ring was closed; they were not counted."""


def tile_set_from_number(number: int) -> SetName | None:
    """The set with a number on the wire; None for 0.

    Raises:
        MessageError: there is no such set.
    """
    sets = {0: None, 1: SetName.A, 2: SetName.B}
    if number not in sets:
        raise MessageError(f"a tile set is 0, 1 or 2 on the wire, not {number}")
    return sets[number]


@dataclass(frozen=True, slots=True)
class Hello:
    """The board introduces itself: answer to HELLO.

    Attributes:
        newest_event: the session's events begin after this one.
        last_command: number of the last command it carried out; the session's begin after it.
    """

    nonce: int
    boot_id: int
    protocol_major: int
    protocol_minor: int
    firmware_hash: int
    config_hash: int
    reset_cause: int
    capabilities: int
    newest_event: int
    last_command: int


@dataclass(frozen=True, slots=True)
class Reply:
    """Answer to the command with the same number, of the same session; `data` is there for STATUS alone."""

    session: int
    op_id: int
    verb: int
    outcome: CommandOutcome
    interlock: Interlock
    data: bytes

    @property
    def consents(self) -> bool:
        """Whether the command was accepted, or its goal reached already."""
        return self.outcome in (CommandOutcome.ACCEPTED, CommandOutcome.DONE)


@dataclass(frozen=True, slots=True)
class LeaseReply:
    """Heartbeat of the board: which events it keeps, its absolute tile counters, armed and faulted."""

    oldest_event: int
    newest_event: int
    tiles_inside_a: int
    tiles_inside_b: int
    armed: bool
    faulted: bool


@dataclass(frozen=True, slots=True)
class FaultReport:
    """A latched stop: number to CLEAR, code, mechanism, sensor bits, the last commands (verb, operation)."""

    fault_id: int
    code: FaultCode
    mechanism: int
    sensors: int
    history: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class OperationProgress:
    """`done` of `total` of the operation."""

    op_id: int
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class OperationDone:
    """The goal of this operation is reached."""

    op_id: int


@dataclass(frozen=True, slots=True)
class CountsChanged:
    """A tile fell through the drop ring."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to look after soon; nothing stops.

    Attributes:
        code: what it is.
        mechanism: which part.
        value: hundredths of a second that it took (SLOW), or pulses (STRAY_PULSES).
        usual: hundredths of a second that it usually takes (SLOW).
    """

    code: NoticeCode
    mechanism: int
    value: int
    usual: int


@dataclass(frozen=True, slots=True)
class BoardEvent:
    """What happened, with the absolute counters of that moment."""

    tiles_inside_a: int
    tiles_inside_b: int
    what: OperationProgress | OperationDone | FaultReport | CountsChanged | Notice


@dataclass(frozen=True, slots=True)
class BoardStatus:
    """Everything the board knows, in answer to STATUS.

    Attributes:
        on_table: the set that lies on the table, not all of it back inside.
        being_cleared: the dome has gone up over that set: it is no deal any more.
        rails_set: the set that stands, whole or in part, on the rails; `rails_complete`: all four walls.
        loaded_set: the set on the lowered lifts.
        dice: None while dark.
        table_operation: number of the running operation people can touch, 0 for none.
        inside_operation: number of the running build, 0 for none.
        fault_id: 0 without a fault.
        size_a, size_b: tiles that each set has; 0 while nobody has told the board.
    """

    armed: bool
    homed: bool
    emergency_stop_closed: bool
    dome_down: bool
    dome_up: bool
    lifts_down: bool
    lifts_up: bool
    rails_complete: bool
    being_cleared: bool
    on_table: SetName | None
    rails_set: SetName | None
    loaded_set: SetName | None
    tiles_inside_a: int
    tiles_inside_b: int
    dice: tuple[int, int] | None
    inside_operation: int
    table_operation: int
    fault_id: int
    fault_code: FaultCode | None
    fault_mechanism: int
    size_a: int = 136
    size_b: int = 136

    def size(self, tile_set: SetName) -> int:
        """Tiles that a set has; 0 while nobody has told the board."""
        return self.size_a if tile_set is SetName.A else self.size_b

    def tiles_inside(self, tile_set: SetName) -> int:
        """Tiles of a set in the machine."""
        return self.tiles_inside_a if tile_set is SetName.A else self.tiles_inside_b
