"""One evening at one table: a game with other tiles than the last one, and back; only the pictures are left out."""

import math
import random

import pytest
from daemon_without_camera import daemon_at

from hw_sim.bots import BotPlan
from hw_sim.choreography import Choreography
from hw_sim.evening import Habits
from hw_sim.gestures import Gestures, Pace
from hw_sim.manners import Manners
from hw_sim.players import Players
from hw_sim.scene import TileSet
from hw_sim.simulated_table import SimulatedTable, TableMake
from hw_sim.tablet_watcher import TabletWatcher
from table_daemon.rule_presets import load_rules


async def play(table, watcher, name, seed):
    """Two deals by these rules, one with each set: the evening, the tiles that the sets have then, what was said."""
    rules, pace, said = load_rules(name), Pace(math.inf, shortest_s=0.005), []
    people = Choreography(Gestures(table.world, pace), random.Random(seed), Manners.of(rules.traits))
    plan = BotPlan(rules, random.Random(seed))
    evening = await Players(table, people, watcher, plan, Habits(name, 2), pace, say=said.append).play()
    assert [deal.deltas for deal in evening.deals] == [result.deltas for result in plan.game.results], said
    return evening, [table.mechanics.tiles_of(each) for each in TileSet], said


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_people_exchange_the_sets_for_a_game_with_flowers_and_back(tmp_path):
    make = TableMake(math.inf, 1, load_rules("tenhou").traits.stock, 1920, 1080, tmp_path)
    sizes, exchanges = [], []
    async with SimulatedTable(make) as table, daemon_at(table, tmp_path) as address, TabletWatcher(address) as watcher:
        for number, name in enumerate(("tenhou", "tchou", "tenhou")):
            evening, tiles, said = await play(table, watcher, name, 11 + number)
            assert evening.gave_up == "", said
            assert evening.is_exact
            assert (evening.faults, evening.corrections) == (set(), 0)
            sizes.append(tiles)
            exchanges.append(
                [sentence for sentence in said if "from its box" in sentence or "into its box" in sentence]
            )
    assert sizes == [[136, 136], [144, 144], [136, 136]]
    assert exchanges[0] == []
    assert sorted(exchanges[1]) == [f"The players put 8 tiles of set {each} in from its box." for each in TileSet]
    assert sorted(exchanges[2]) == [f"The players put 8 tiles of set {each} into its box." for each in TileSet]
