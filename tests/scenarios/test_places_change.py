"""A tour of tchou, new seats, and play goes on: motors, serial line and daemon; only the pictures are left out."""

import math
import random
from pathlib import Path

import pytest
from daemon_without_camera import daemon_at

from hw_sim.people.bots import NAMES, BotPlan
from hw_sim.people.evening_plan import Habits
from hw_sim.people.gestures import Pace
from hw_sim.people.regulars import Company
from hw_sim.people.tablet_watcher import TabletWatcher
from hw_sim.simulated_table import SimulatedTable, TableMake
from table_daemon.rules.presets import load_rules

SETTINGS = (("rounds", "8"), ("seats_drawn_every", "1"))
"""Seats after every tour: the shortest way to a change of places."""
# Chosen: four deals that bots end in 269 moves, each won by another than the first hand.
SHORT_TOUR = 72


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.clause("Tchou 1924 l.296")
async def test_players_draw_seats_after_a_tour_and_go_on(tmp_path: Path) -> None:
    rules, said = load_rules("tchou", SETTINGS), []
    make = TableMake(math.inf, 1, rules.traits.stock, 1920, 1080, tmp_path)
    plan = BotPlan(rules, random.Random(SHORT_TOUR))
    async with SimulatedTable(make) as table, daemon_at(table, tmp_path) as address, TabletWatcher(address) as watcher:
        company = Company(table, watcher, Pace(math.inf, min_gesture_s=0.005), random.Random(3), said.append)
        evening = await company.play(rules, plan, Habits("tchou", 5, SETTINGS))
        names = watcher.tablet.names
    assert evening.gave_up == "", said
    assert evening.is_exact, (evening, said)
    assert names == plan.game.names
    assert f"The players change places: {', '.join(names)}." in said
    assert sorted(names) == sorted(NAMES)
    assert plan.game.results[3].change is not None
