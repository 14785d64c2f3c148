"""The same four people, game after game, by whatever rules: those they begin themselves and those begun on the page.

Rules this file keeps: which game is played and by which rules they read on the tablet; the rules' options that
somebody changed on the page are not shown there, so they play such a game by its preset.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import TypeVar

from hw_sim.people.bots import BotPlan
from hw_sim.people.choreography import Choreography
from hw_sim.people.deal_endings import Endings
from hw_sim.people.deal_plans import GamePlan
from hw_sim.people.evening_plan import Evening, Habits
from hw_sim.people.gestures import Gestures, Pace
from hw_sim.people.laying_manners import LayingManners
from hw_sim.people.lesson_helpers import LessonHelpers
from hw_sim.people.players import Players
from hw_sim.people.set_up_helpers import SetUpHelpers
from hw_sim.people.tablet_watcher import Tablet, TabletWatcher
from hw_sim.simulated_table import SimulatedTable
from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.seats import SEATS, Seat

ANOTHER_GAME = "another game was begun on the page"
_T = TypeVar("_T")


class Company:
    """Plays games at one table, one after the other.

    Args:
        table: walls, dome and felt.
        watcher: their eyes on the tablet.
        pace: table time.
        rng: moods, hands and the walls of games that others begin.
        say: told one line about whatever only the room knows.
    """

    def __init__(
        self,
        table: SimulatedTable,
        watcher: TabletWatcher,
        pace: Pace,
        rng: random.Random,
        say: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._table = table
        self._watcher = watcher
        self._pace = pace
        self._rng = rng
        self._say = say
        self._known: set[str] = set()

    async def play(self, rules: RuleSystem, plan: GamePlan, habits: Habits) -> Evening:
        """One game, until it is over or somebody begins another one on the page."""
        if habits.begins:
            await self._watcher.until(lambda tablet: bool(tablet.phase))
            self._known.add(self._watcher.tablet.game)
        choreography = Choreography(Gestures(self._table.world, self._pace), self._rng, LayingManners.of(rules.traits))
        players = Players(self._table, choreography, self._watcher, plan, habits, self._pace, say=self._say)
        evening = await _first_of(players.play(), self._replaced(begins=habits.begins))
        if evening is not None:
            return evening
        for seat in SEATS:
            self._table.world.hide_arm(seat)
        players.evening.gave_up = ANOTHER_GAME
        players.evening.page_changes = (ANOTHER_GAME,)
        return players.evening

    async def join(self, load_rules: Callable[[str], RuleSystem], habits: Habits) -> Evening:
        """Wait for a game that somebody begins on the page, and play it.

        Args:
            load_rules: the rules of a preset.
            habits: as for their own games; the rules are those of the page.
        """
        await self._watcher.until(self._is_unknown)
        tablet = self._watcher.tablet
        self._known.add(tablet.game)
        await self._watcher.press("hold", on=False)
        rules = load_rules(tablet.rules)
        self._say(f"The players play the game that was begun on the page, by the rules {tablet.rules}.")
        plan = BotPlan(rules, self._rng, first_dealer=Seat(tablet.dealer))
        return await self.play(rules, plan, replace(habits, rules=tablet.rules, settings=(), begins=False))

    async def serve_lessons(self) -> None:
        """Lay out the tile set that somebody teaches on the page, whenever that is, for ever."""
        await LessonHelpers(Gestures(self._table.world, self._pace), self._watcher, self._rng, self._say).run()

    async def serve_set_up(self) -> None:
        """Do with their hands what the set-up's page asks for, whenever somebody opens it, for ever."""
        endings = Endings(Gestures(self._table.world, self._pace))
        await SetUpHelpers(self._table, endings, self._watcher, self._say).run()

    async def _replaced(self, *, begins: bool) -> None:
        """Until a game is on that they don't play."""
        if begins:
            await self._watcher.until(self._is_unknown)
            self._known.add(self._watcher.tablet.game)
        await self._watcher.until(self._is_unknown)

    def _is_unknown(self, tablet: Tablet) -> bool:
        return bool(tablet.game) and tablet.game not in self._known and tablet.phase not in ("", "idle", "over")


async def _first_of(wanted: Coroutine[object, object, _T], other: Coroutine[object, object, None]) -> _T | None:
    """What the first gives; None when the second ends before."""
    task, beside = asyncio.create_task(wanted), asyncio.create_task(other)
    try:
        await asyncio.wait([task, beside], return_when=asyncio.FIRST_COMPLETED)
        return task.result() if task.done() else None
    finally:
        for each in (task, beside):
            each.cancel()
        await asyncio.gather(task, beside, return_exceptions=True)
