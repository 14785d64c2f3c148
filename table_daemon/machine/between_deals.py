"""From one deal to the next: the countdown, and the machine's part of it.

Rules this file keeps:
* The machine moves only after `ask`: a person's word, or the announced countdown, which `hold` stops.
* Every step may be repeated: after a fault or a restart the same steps lead on from wherever the machine stands.
* It tells nobody: what was reached waits until the table takes it (`take_milestones`).
"""

from __future__ import annotations

import asyncio
import logging
from enum import Enum, auto

from mahjong_rules.events import DealStarted
from mahjong_rules.reseating import are_seats_due
from table_daemon.game.keeper import GameKeeper
from table_daemon.machine.controller import MachineController, MachineError

CLEARED = "table_cleared"
"""Key of the note that the tiles of the last deal went into the machine."""
_log = logging.getLogger(__name__)


class Milestone(Enum):
    """What the eyes have to know of the way to the next deal."""

    MOTION = auto()
    """The machine begins: what lies on the table is no deal's any more."""
    WALLS = auto()
    """A deal has begun and nothing moves any more."""


class BetweenDeals:
    """Clears the table, raises the next walls, throws the dice, and says so with a `DealStarted`.

    Args:
        keeper: the game.
        machine: the motor side.
        next_deal_s: seconds after a result until `ask` happens by itself; 0 for never.
    """

    def __init__(self, keeper: GameKeeper, machine: MachineController, *, next_deal_s: int) -> None:
        self._keeper = keeper
        self._machine = machine
        self._next_deal_s = next_deal_s
        self._milestones: list[Milestone] = []
        self._taken = asyncio.Event()
        self._asked = asyncio.Event()
        self._due_at: float | None = None
        self.is_held = False
        self.is_moving = False

    @property
    def is_due(self) -> bool:
        """True when a deal could begin: a game is on, and no deal is in play."""
        game = self._keeper.game
        if game is None or game.is_over:
            return False
        return game.deal is None or game.deal.result is not None

    @property
    def is_cleared(self) -> bool:
        """True when the tiles of the last deal are in the machine, or on their way."""
        return self.is_moving or self._keeper.is_noted(CLEARED)

    @property
    def _people_change_places(self) -> bool:
        """Walls do not rise by themselves while four people get up (Tchou 1924 l.296)."""
        keeper = self._keeper
        return keeper.game is not None and are_seats_due(keeper.game, keeper.rules.traits.seats.every)

    def ask(self) -> None:
        """A person wants the next deal."""
        self._due_at = None
        self._asked.set()

    def hold(self, on: bool) -> None:
        """Stop the countdown, or begin it anew."""
        self.is_held = on
        self.start_countdown()

    def start_countdown(self) -> None:
        """A result lies on the table: begin to count if the settings allow it."""
        is_free = not (self.is_held or self.is_moving or self._machine.in_maintenance)
        may_count = self._next_deal_s > 0 and self.is_due and is_free and not self._people_change_places
        self._due_at = asyncio.get_running_loop().time() + self._next_deal_s if may_count else None

    def seconds_left(self, now: float) -> float | None:
        """Until the next deal begins by itself; None when it does not."""
        return None if self._due_at is None else max(0.0, self._due_at - now)

    def tick(self, now: float) -> None:
        """Let the countdown end."""
        if self._due_at is not None and now >= self._due_at:
            self.ask()

    def take_milestones(self) -> tuple[Milestone, ...]:
        """What was reached since the last call, in order."""
        reached, self._milestones = tuple(self._milestones), []
        self._taken.set()
        return reached

    async def _until_known(self, milestone: Milestone) -> None:
        """Go on once somebody has taken this: everybody is told of a motion before it begins."""
        self._milestones.append(milestone)
        self._taken.clear()
        await self._taken.wait()

    async def run(self) -> None:
        """Carry out one call of `ask` after the other, for ever."""
        while True:
            await self._asked.wait()
            self._asked.clear()
            if self.is_due:
                await self._until_it_works()

    async def _until_it_works(self) -> None:
        self.is_moving = True
        has_begun = False
        try:
            await self._until_known(Milestone.MOTION)
            while self.is_due and not has_begun:
                try:
                    has_begun = await self._begin_deal()
                except MachineError as error:
                    _log.warning("the machine stopped: %s", error)
                    await self._machine.wait_until_ready()
        finally:
            self.is_moving = False
        if has_begun:
            self._milestones.append(Milestone.WALLS)

    async def _begin_deal(self) -> bool:
        """Clear, raise, throw; False when the game no longer wants a deal once the machine is done."""
        if not self._keeper.is_noted(CLEARED):
            if self._machine.has_tiles_on_table:
                await self._machine.clear_table()
            self._keeper.note({CLEARED: True}, "machine")
        throws = self._keeper.rules.traits.wall.throws
        setup = await self._machine.prepare_deal(throws)
        if not self.is_due or self._keeper.rules.traits.wall.throws != throws:
            return False
        self._keeper.commit(DealStarted(setup.dice), "machine")
        return True
