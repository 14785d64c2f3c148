"""One evening at one table: a game with other tiles than the last one, and back; only the pictures are left out."""

import asyncio
import math
import random
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from campaign_cases import sampled
from daemon_without_camera import daemon_at

from hw_sim.people.bots import BotPlan
from hw_sim.people.evening_plan import Habits
from hw_sim.people.gestures import Pace
from hw_sim.people.regulars import ANOTHER_GAME, Company
from hw_sim.people.tablet_watcher import TabletWatcher
from hw_sim.simulated_table import SimulatedTable, TableMake
from mahjong_rules.set_names import SetName
from table_daemon.rules.presets import load_rules

SHORT = {"tenhou": 44, "tchou": 59, "sanma": 14}
"""Chosen: seeds of two deals that bots win in 52, 110 and 100 moves."""


class Room:
    """A table, the daemon, and people who play there; `said` is what they did beside playing."""

    def __init__(self, table, watcher):
        self.table, self.watcher, self.said = table, watcher, []
        self.company = Company(table, watcher, Pace(math.inf, min_gesture_s=0.005), random.Random(3), self.said.append)

    async def play(self, name, deals, seed, *settings):
        """So many deals of a game that they begin, each as their own engine settles it; tiles of both sets then."""
        self.said.clear()
        rules = load_rules(name, settings)
        plan = BotPlan(rules, random.Random(seed))
        evening = await self.company.play(rules, plan, Habits(name, deals, settings))
        assert evening.gave_up == "", self.said
        assert [deal.deltas for deal in evening.deals] == [result.deltas for result in plan.game.results]
        self.judge(evening, deals)

    async def join(self, deals):
        """So many deals of a game that somebody has begun on the page."""
        self.said.clear()
        self.judge(await self.company.join(load_rules, Habits("", deals)), deals)

    def judge(self, evening, deals):
        assert evening.is_exact, (evening, self.said)
        assert len(evening.deals) == deals
        assert (evening.faults, evening.corrections) == (set(), 0)

    @property
    def sizes(self):
        return [self.table.mechanics.tiles_of(each) for each in SetName]

    @property
    def carried(self):
        """What they said about boxes, in the order of the sets."""
        return sorted(sentence for sentence in self.said if "its box" in sentence)


@asynccontextmanager
async def room_with(name, folder):
    make = TableMake(math.inf, 1, load_rules(name).traits.stock, 1920, 1080, folder)
    async with SimulatedTable(make) as table, daemon_at(table, folder) as address, TabletWatcher(address) as watcher:
        yield Room(table, watcher)


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_people_exchange_both_sets_for_a_game_with_flowers_and_back(tmp_path: Path) -> None:
    async with room_with("tenhou", tmp_path) as room:
        await room.play("tenhou", deals=1, seed=SHORT["tenhou"])
        assert (room.sizes, room.carried) == ([136, 136], [])
        await room.play("tchou", 2, SHORT["tchou"], ("bonus_tiles", "true"))
        assert room.sizes == [144, 144]
        assert room.carried == [f"The players put 8 tiles of set {each} in from its box." for each in SetName]
        await room.play("tenhou", deals=2, seed=SHORT["tenhou"])
        assert room.sizes == [136, 136]
        assert room.carried == [f"The players put 8 tiles of set {each} into its box." for each in SetName]


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_a_fourth_player_leaves_and_comes_back(tmp_path: Path) -> None:
    async with room_with("tenhou", tmp_path) as room:
        await room.play("tenhou", deals=1, seed=SHORT["tenhou"])
        await room.play("sanma", deals=2, seed=SHORT["sanma"])
        assert room.sizes == [108, 108]
        assert room.carried == [f"The players put 28 tiles of set {each} into its box." for each in SetName]
        await room.play("tenhou", deals=2, seed=SHORT["tenhou"])
        assert room.sizes == [136, 136]
        assert room.carried == [f"The players put 28 tiles of set {each} in from its box." for each in SetName]


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", sampled(["jp_classic"], ["ema", "jp_classic"]))
async def test_people_leave_their_game_for_one_that_is_begun_on_the_page(tmp_path, name):
    async with room_with("tenhou", tmp_path) as room:
        rules = load_rules("tenhou")
        playing = asyncio.create_task(room.company.play(rules, BotPlan(rules, random.Random(11)), Habits("tenhou")))
        assert await room.watcher.until(lambda tablet: sum(tablet.glance().discards) > 5, 120)
        assert await room.watcher.press("start_game", rules=name, first_dealer=2, abandon=True) == ""
        evening = await playing
        assert evening.gave_up == ANOTHER_GAME
        await room.join(deals=1)
        assert room.watcher.tablet.rules == name
        assert room.table.mechanics.tiles_of(SetName.A) == rules_tiles(name)


def rules_tiles(name):
    return load_rules(name).traits.stock.count
