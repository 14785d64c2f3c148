"""A table where nothing values a hand: what the camera reads, what people type, and what is put right."""

import json

import pytest
from refusals import refused
from stacked_deck import stacked_deck
from table_bench import bench_at, in_virtual_time

from mahjong_rules.events import Called, Discarded, Drawn, Win, WinsDeclared
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import SEATS
from mahjong_rules.state import Turn
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.game.archive import replayed
from table_daemon.game.files import csv_file, json_file
from table_daemon.journal.journal import Journal
from table_daemon.rules.presets import load_rules

EAST, SOUTH, WEST, NORTH = SEATS
ANY_HAND = "147m258p369s1122z"
"""Thirteen tiles that make no set."""
MANUAL = load_rules("manual")
DECK = stacked_deck(MANUAL.traits, {1: ANY_HAND}, draws="4s")


async def begin(bench):
    await bench.begin_deck(DECK, MANUAL)


async def win(bench):
    """Seat 1 shows a hand for the dealer's first discard."""
    four = parse_tile("4s")
    await bench.perform(Drawn(EAST, four), Discarded(EAST, four))
    await bench.perform(WinsDeclared((Win(SOUTH, parse_tiles(ANY_HAND), four),), EAST))
    await bench.wait(5)


@in_virtual_time
async def test_a_hand_that_lies_open_waits_for_what_people_type(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin(bench)
        await win(bench)
        assert bench.parts.keeper.game.deal.turn is Turn.SHOW
        assert (bench.state["phase"], bench.state["winners"], bench.state["to_show"]) == ("play", [1], [])
        await bench.wait(60)
        assert bench.state["phase"] == "play", "nothing counts before somebody has said who pays"
        answer = await refused(bench, "not_now", "type_result", winners=[1], discarder=0, deltas=[-30, 40, 0, 0])
        assert "add up to 10, not to 0" in answer.message
        assert (await bench.send("type_result", winners=[1], discarder=0, deltas=[-30, 30, 0, 0])).ok
        assert bench.state["scores"] == [-30, 30, 0, 0]
        result = bench.document("result")
        assert (result["wins"][0]["winning_tile"], len(result["wins"][0]["hand"])) == ("4s", 13)
        assert result["payments"] == [{"payer": 0, "receiver": 1, "points": 30, "reason": "typed"}]
        assert bench.entries()[-1].cause == "page"


@in_virtual_time
async def test_a_chow_from_across_is_read_where_the_option_allows_it(tmp_path):
    four = parse_tile("4s")
    deck = stacked_deck(MANUAL.traits, {2: "35s147m258p36s112z"}, draws="4s")
    chow = Meld(MeldKind.CHOW, parse_tiles("345s"), EAST, four)
    async with bench_at(tmp_path) as bench:
        await bench.begin_deck(deck, MANUAL, chow_from_anybody="true")
        await bench.perform(Drawn(EAST, four), Discarded(EAST, four), Called(WEST, chow))
        await bench.wait(5)
        assert meld_of_west(bench) == chow


def meld_of_west(bench):
    (meld,) = bench.parts.keeper.game.deal.melds[WEST]
    return meld


@in_virtual_time
async def test_a_win_is_typed_without_a_hand_and_taken_back_like_every_event(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin(bench)
        assert (await bench.send("type_result", winners=[2], deltas=[-8, -8, 24, -8])).ok
        assert bench.document("result")["wins"][0]["winning_tile"] is None
        assert (await bench.send("undo", to_seq=bench.state["undo_to"])).ok
        assert (bench.state["phase"], bench.state["scores"]) == ("play", [0, 0, 0, 0])


@in_virtual_time
async def test_typed_payments_are_corrected_later(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin(bench)
        await win(bench)
        assert (await bench.send("type_result", winners=[1], discarder=0, deltas=[-30, 30, 0, 0])).ok
        other = {"type": "result_typed", "winners": [1], "discarder": 0, "deltas": [-60, 60, 0, 0]}
        assert (await bench.send("correct", kind="result", events=[other])).ok
        assert bench.state["scores"] == [-60, 60, 0, 0]
        uneven = other | {"deltas": [-60, 61, 0, 0]}
        await refused(bench, "not_now", "correct", kind="result", events=[uneven])


@in_virtual_time
async def test_exports_show_who_won_and_what_was_typed(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin(bench)
        assert (await bench.send("type_result", winners=[2], deltas=[-8, -8, 24, -8])).ok
        path = bench.journal_path
    with Journal.open(path, read_only=True) as journal:
        archived = replayed(journal, journal.games()[0])
    document = json.loads(json_file(archived))
    assert document["events"][-1]["deltas"] == [-8, -8, 24, -8]
    assert document["results"][0]["deltas"] == [-8, -8, 24, -8]
    assert "tsumo" in csv_file(archived)
    assert archived.mjai()[-2]["type"] == "jantaku_result_typed"


@pytest.mark.parametrize(
    "data",
    [
        {"winners": [], "deltas": [0, 0, 0, 0]},
        {"winners": [0, 1, 2, 3], "deltas": [0, 0, 0, 0]},
        {"winners": [1], "deltas": [0, 0, 0]},
        {"winners": 1, "deltas": [0, 0, 0, 0]},
        {"winners": [1], "discarder": 4, "deltas": [0, 0, 0, 0]},
    ],
)
@in_virtual_time
async def test_a_result_that_makes_no_sense_is_refused_before_the_rules_see_it(tmp_path, data):
    async with bench_at(tmp_path) as bench:
        await begin(bench)
        await refused(bench, "bad_data", "type_result", **data)


@in_virtual_time
async def test_rules_that_value_hands_take_no_typed_payments(tmp_path):
    tchou = load_rules("tchou")
    async with bench_at(tmp_path) as bench:
        await bench.begin_deck(stacked_deck(tchou.traits, {}), tchou)
        answer = await refused(bench, "not_now", "type_result", winners=[2], deltas=[-8, -8, 24, -8])
        assert "value the hand themselves" in answer.message
