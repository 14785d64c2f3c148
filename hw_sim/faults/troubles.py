"""Faults that happen: each breaks something physical, ends by itself or is mended by hand.

Rules this file keeps:
* Faults act on the mechanics, on the board's power and on bytes; there is no way to the daemon.
* Chance comes from the plan's seed; time is an argument.
* People mend what people can see and reach; nobody mends a line or a board that restarts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from hw_sim.faults.base import Fault
from hw_sim.faults.breakable import Cable, FaultyTable, Room
from hw_sim.faults.effect import Effect
from hw_sim.faults.effects import effect_of
from hw_sim.faults.moments import Agenda, FeltWatch, MomentWatch
from hw_sim.faults.plan import FaultPlan
from hw_sim.machine.board import TICK_S, SimulatedBoard, report_failure
from hw_sim.machine.mechanics import Mechanics


@dataclass(slots=True)
class _Trouble:
    """A fault that has happened and is not over; `ends_at_s` is None when only people end it."""

    effect: Effect
    has_begun: bool
    ends_at_s: float | None


class Troubles:
    """Lets the faults of a plan happen.

    Args:
        plan: what will go wrong.
        mechanics: the table's moving parts.
        board: its motor board.
        cable: the line to that.
        room: felt and camera; None when only the machine is there.
    """

    def __init__(
        self, plan: FaultPlan, mechanics: Mechanics, board: SimulatedBoard, cable: Cable, room: Room | None = None
    ) -> None:
        rng = Random(plan.seed)
        self._table = FaultyTable(mechanics, board, cable, rng, room)
        self._agenda = Agenda(plan.fault)
        self._moments = MomentWatch(mechanics)
        self._laid = None if room is None else FeltWatch(room.world)
        self._open: list[_Trouble] = []
        self._listeners: list[Callable[[str], None]] = []
        self._began_at_s: float | None = None
        mechanics.defects.rng = Random(plan.seed + 1)
        cable.noise_to_board.rng = Random(plan.seed + 2)
        cable.noise_to_host.rng = Random(plan.seed + 3)
        if room is not None:
            room.camera.rng = Random(plan.seed + 4)

    @property
    def open(self) -> tuple[str, ...]:
        """What is broken now, a clause each."""
        return tuple(trouble.effect.what for trouble in self._open if trouble.has_begun)

    @property
    def is_mendable(self) -> bool:
        """Whether people could mend something."""
        return any(trouble.has_begun and trouble.effect.by_hand for trouble in self._open)

    def on_happening(self, listener: Callable[[str], None]) -> None:
        """Call `listener` with a sentence for whatever breaks or ends by itself: for the room, never for the daemon."""
        self._listeners.append(listener)

    def update(self, now_s: float) -> None:
        """Look at the table and let happen, go on or end what is due."""
        if self._began_at_s is None:
            self._began_at_s = now_s
        since_s = now_s - self._began_at_s
        for moment in (*self._moments.begun(), *(self._laid.begun() if self._laid is not None else ())):
            self._agenda.note(moment, since_s)
        for fault in self._agenda.due(since_s):
            self._open.append(_Trouble(effect_of(fault, self._table), has_begun=False, ends_at_s=_length_s(fault)))
        for trouble in tuple(self._open):
            self._go_on(trouble, since_s)

    async def run(self) -> None:
        """Update for ever, on the running loop's clock."""
        while True:
            self.update(asyncio.get_running_loop().time())
            await asyncio.sleep(TICK_S)

    def start(self) -> asyncio.Task[None]:
        """`run` as a task whose failure does not pass unseen."""
        task = asyncio.create_task(self.run(), name="faults of the simulated table")
        task.add_done_callback(report_failure)
        return task

    def mend(self) -> list[str]:
        """People see to everything they can mend; what they did, as clauses ("takes the tile out of the dome")."""
        done = []
        for trouble in tuple(self._open):
            effect = trouble.effect
            if trouble.has_begun and effect.by_hand and effect.end():
                self._open.remove(trouble)
                done.append(effect.by_hand)
        return done

    def _go_on(self, trouble: _Trouble, since_s: float) -> None:
        effect = trouble.effect
        if not trouble.has_begun:
            trouble.has_begun = effect.begin()
            if not trouble.has_begun:
                return
            if trouble.ends_at_s is not None:
                trouble.ends_at_s += since_s
            self._say(effect.what)
        effect.go_on(since_s)
        if trouble.ends_at_s is not None and since_s >= trouble.ends_at_s and effect.end():
            self._open.remove(trouble)

    def _say(self, clause: str) -> None:
        for listener in self._listeners:
            listener(f"{clause[0].upper()}{clause[1:]}.")


def _length_s(fault: Fault) -> float | None:
    """How long a fault lasts: None until people mend it, 0 when it is over at once."""
    return getattr(fault, "for_s", 0.0)
