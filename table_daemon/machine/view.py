"""What everybody is told of the machine, put together from whoever knows a part of it. Reads only."""

from __future__ import annotations

from firmware_bridge.cycle import State
from mahjong_rules.set_names import SetName
from table_daemon.machine.builder import Builder
from table_daemon.machine.count_doubt import CountDoubt, doubt_text, missing_tiles, short_set
from table_daemon.machine.lift_guard import LiftGuard
from table_daemon.machine.refusals import Refusals
from table_daemon.machine.session import MachineSession
from table_daemon.machine.set_exchange import SetExchange
from table_daemon.machine.status import state_text
from wire.machine_status import MachineStatus


class MachineView:
    """The status of one machine.

    Args:
        session: what the board says.
        builder: the build beside a deal.
        lifts: what they wait for.
        refusals: what the board refuses again and again.
        doubt: about the count of tiles that people push in.
        exchange: the tiles that both sets are to have.
    """

    def __init__(
        self,
        session: MachineSession,
        builder: Builder,
        lifts: LiftGuard,
        refusals: Refusals,
        doubt: CountDoubt,
        exchange: SetExchange,
    ) -> None:
        self._session = session
        self._builder = builder
        self._lifts = lifts
        self._refusals = refusals
        self._doubt = doubt
        self._exchange = exchange

    def status(self, next_set: SetName) -> MachineStatus:
        """The machine now; `next_set` is built next where the machine may choose."""
        session, facts = self._session, self._session.facts
        tile_set = self._shown_set(next_set)
        tile_count = (facts.size(tile_set) if facts and tile_set else 0) or self._exchange.wanted
        is_counted = facts is not None and tile_set is not None and (facts.on_table or session.state is State.COUNTING)
        inside = facts.tiles_inside(tile_set) if facts and tile_set and is_counted else 0
        done = {State.BUILDING: session.build_progress, State.COUNTING: inside}.get(session.state)
        return MachineStatus(
            state=session.state.value,
            text=self._text(tile_set, inside, tile_count),
            progress=None if done is None else done / tile_count,
            tile_set=tile_set,
            tiles_in=inside,
            fault=session.fault,
            missing=missing_tiles(session.state, facts, self._doubt),
            obstacle="" if self._lifts.obstacle is None else self._lifts.obstacle.kind.value,
            maintenance=not session.released.is_set(),
            exchange=self._exchange.status(facts),
            notices=session.notices,
            refusal=self._refusals.code if session.state is State.REFUSED else "",
        )

    def _shown_set(self, next_set: SetName) -> SetName | None:
        facts = self._session.facts
        if facts is None:
            return None
        counted = short_set(facts) if self._session.state is State.COUNTING else None
        return counted or facts.on_table or facts.loaded_set or facts.rails_set or next_set

    def _text(self, tile_set: SetName | None, inside: int, tile_count: int) -> str:
        session = self._session
        text = state_text(session.state, tile_set, inside, session.build_progress, tile_count)
        match session.state:
            case State.OFFLINE:
                text = f"The motor board is not connected: {session.trouble}."
            case State.FAULTED | State.WAITING:
                text = f"The machine stands still: {session.fault.text if session.fault else session.trouble}."
            case State.REFUSED:
                text = self._refusals.text
            case State.BLOCKED if self._lifts.obstacle is not None:
                text = self._lifts.obstacle.text
            case State.IN_PLAY:
                text = f"The walls of set {tile_set} stand.{self._building_text(tile_count)}"
            case State.COUNTING if inside >= tile_count:
                text = "All tiles are in."
            case State.COUNTING if self._doubt.is_due and tile_set is not None:
                text = doubt_text(tile_set, inside, tile_count)
            case State.EXCHANGE:
                text = self._exchange.question(session.facts)
            case State.COUNTING if session.facts is not None and tile_set is not None:
                text = self._exchange.text(session.facts, tile_set) or text
        return text

    def _building_text(self, tile_count: int) -> str:
        if not self._builder.is_running:
            return ""
        return f" Set {self._builder.tile_set} is being built: {self._session.build_progress} of {tile_count}."
