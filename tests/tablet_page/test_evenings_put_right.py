"""A game with twenty corrections of all kinds, at the daemon's real front ends, ends as the game without mistakes."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
import pytest_asyncio
from campaign_cases import more
from clumsy_evening import real_game, without_mistakes
from page_people import tapped
from table_bench import bench_at
from told_evening import Across, HttpPeople, ToldEvening

from mahjong_rules.state import Game
from table_daemon.rules.presets import load_rules

CORRECTIONS = 20
DEALS = 5
KINDS = {"correct tile", "correct insert", "correct remove", "correct call", "correct result", "undo", "void_deal"}


@pytest_asyncio.fixture(loop_scope="session")
async def bench(tmp_path):
    async with bench_at(tmp_path, runs=False) as opened:
        yield opened


@pytest.fixture
def service(bench):
    return bench.table


def as_people_know_it(game: Game) -> Game:
    """Without what only a camera notes: whether a discard is the tile just drawn. It counts nothing."""
    if game.deal is None:
        return game
    rivers = [tuple(replace(tile, tsumogiri=None) for tile in river) for river in game.deal.rivers]
    return replace(game, deal=replace(game.deal, rivers=(rivers[0], rivers[1], rivers[2], rivers[3])))


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize(("preset", "seed"), [("tenhou", 1), ("tchou", 3)])
async def test_over_http(bench, server, preset, seed):
    rules = load_rules(preset)
    events = real_game(rules, seed, DEALS)
    keeper = Across(bench.parts.keeper, bench.table.announce, asyncio.get_running_loop())
    evening = ToldEvening(keeper, events, seed, CORRECTIONS, HttpPeople(server.url))
    await asyncio.to_thread(evening.play)
    assert evening.made.total() >= CORRECTIONS
    assert set(evening.made) >= KINDS
    assert bench.parts.keeper.game == without_mistakes(rules, events)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize(
    ("preset", "seed", "deals", "corrections"),
    # The sample has few moves and each kind of correction: every tap takes a second.
    [("tenhou", 35, 2, 8), more("tenhou", 1, DEALS, CORRECTIONS), more("tchou", 3, DEALS, CORRECTIONS)],
)
async def test_with_taps_on_the_page_and_nothing_else(bench, server, preset, seed, deals, corrections):
    rules = load_rules(preset)
    events = real_game(rules, seed, deals)
    keeper = Across(bench.parts.keeper, bench.table.announce, asyncio.get_running_loop())
    evening = await asyncio.to_thread(tapped, keeper, server.url, events, seed, corrections)
    assert evening.made.total() >= corrections
    assert set(evening.made) >= KINDS
    assert as_people_know_it(bench.parts.keeper.game) == as_people_know_it(without_mistakes(rules, events))
