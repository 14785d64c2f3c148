"""Riichi sticks on the table beside those of the game: what is told, when, and when not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sample_games import game_in_play
from short_deals import RIICHI, SELF_DRAWN
from stacked_deck import stacked_deck
from table_bench import Bench, bench_at, in_virtual_time

from mahjong_rules.events import Discarded, Drawn
from mahjong_rules.seats import SEATS
from mahjong_rules.state import Deal, RiichiState, Turn
from mahjong_rules.tiles import parse_tile
from table_daemon.people.sticks import StickCheck, differences
from table_daemon.rules.presets import load_rules
from vision.reading.stick_watch import SticksSeen

PATIENCE_S = 10.0


def settled(*counts: int | None) -> SticksSeen:
    """Counted, and nothing has happened since."""
    return SticksSeen(counts, frozenset())


def notices(bench: Bench) -> list[tuple[str, int]]:
    return [(item["notice"], item["seat"]) for item in bench.document("sticks")["notices"]]


async def riichi_of_seat_0(bench: Bench, *, turns: int = 2) -> None:
    """Seat 0 has declared riichi, and with two turns the next player has drawn and discarded."""
    await bench.begin(RIICHI)
    indicator, *moves = RIICHI.moves
    await bench.perform(indicator, *moves[: 2 * turns])
    assert bench.state["phase"] == "play"


@in_virtual_time
async def test_a_riichi_without_its_stick_is_told_when_it_has_lasted_until_the_stick_lies(tmp_path):
    async with bench_at(tmp_path) as bench:
        bench.eyes.sticks = settled(0, 0, 0, 0)
        await riichi_of_seat_0(bench)
        assert bench.state["riichi"] == [True, False, False, False]
        await bench.wait(PATIENCE_S - 2)
        assert notices(bench) == []
        await bench.wait(3)
        assert notices(bench) == [("missing", 0)]
        bench.eyes.sticks = settled(1, 0, 0, 0)
        await bench.wait(0.3)
        assert bench.document("sticks") == {"seen": [1, 0, 0, 0], "notices": []}


@in_virtual_time
async def test_a_stick_that_nobody_owes_is_told_and_its_owners_call_explains_it(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(1)
        bench.eyes.sticks = settled(0, 1, 0, 0)
        await bench.wait(PATIENCE_S + 1)
        assert notices(bench) == [("stray", 1)]
        assert (await bench.send("declare", kind="riichi", seat=1)).ok
        await bench.wait(PATIENCE_S + 1)
        assert notices(bench) == []


@in_virtual_time
async def test_a_declaration_that_may_still_be_won_owes_no_stick_and_may_have_one(tmp_path):
    async with bench_at(tmp_path) as bench:
        await riichi_of_seat_0(bench, turns=1)
        assert bench.state["riichi"] == [False] * 4
        for seen in ((0, 0, 0, 0), (1, 0, 0, 0)):
            bench.eyes.sticks = settled(*seen)
            await bench.wait(PATIENCE_S + 1)
            assert notices(bench) == []


@in_virtual_time
async def test_what_the_eyes_do_not_know_is_no_difference(tmp_path):
    async with bench_at(tmp_path) as bench:
        await riichi_of_seat_0(bench)
        await bench.wait(PATIENCE_S + 1)
        assert bench.document("sticks") == {"seen": [None] * 4, "notices": []}


@in_virtual_time
async def test_eyes_that_cannot_see_tell_nothing(tmp_path):
    async with bench_at(tmp_path) as bench:
        await riichi_of_seat_0(bench)
        bench.eyes.sticks, bench.eyes.problem = settled(0, 0, 0, 0), "the picture is dark"
        await bench.wait(PATIENCE_S + 1)
        assert notices(bench) == []
        bench.eyes.problem = ""
        await bench.wait(PATIENCE_S + 1)
        assert notices(bench) == [("missing", 0)]


@in_virtual_time
async def test_a_table_that_plays_without_sticks_is_left_in_peace_by_a_setting(tmp_path):
    async with bench_at(tmp_path, "play.sticks_s=0") as bench:
        await riichi_of_seat_0(bench)
        bench.eyes.sticks = settled(0, 0, 1, 0)
        await bench.wait(PATIENCE_S + 60)
        assert bench.document("sticks") == {"seen": [0, 0, 1, 0], "notices": []}


@in_virtual_time
async def test_nothing_is_told_after_the_deals_end(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin(SELF_DRAWN)
        await bench.perform(*SELF_DRAWN.moves)
        bench.eyes.sticks = settled(1, 1, 1, 1)
        await bench.wait(PATIENCE_S + 1)
        assert bench.state["phase"] == "result"
        assert notices(bench) == []


@in_virtual_time
async def test_a_called_win_ends_all_talk_of_sticks(tmp_path):
    async with bench_at(tmp_path) as bench:
        await riichi_of_seat_0(bench)
        bench.eyes.sticks = settled(0, 0, 0, 0)
        await bench.send("declare", kind="win", seat=2)
        await bench.wait(PATIENCE_S + 1)
        assert notices(bench) == []


@in_virtual_time
async def test_a_notice_changes_no_event_and_holds_nothing_up(tmp_path):
    async with bench_at(tmp_path) as bench:
        bench.eyes.sticks = settled(0, 1, 1, 1)
        await riichi_of_seat_0(bench)
        await bench.wait(PATIENCE_S + 1)
        assert notices(bench) == [("missing", 0), ("stray", 1), ("stray", 2), ("stray", 3)]
        before = bench.seq
        assert bench.questions == []
        _, *moves = RIICHI.moves
        await bench.perform(*moves[4:6])
        assert len(bench.rivers[2]) == 1
        assert bench.state["scores"] == [24000, 25000, 25000, 25000]
        assert bench.seq > before


@in_virtual_time
async def test_under_rules_without_riichi_sticks_mean_nothing(tmp_path):
    rules = load_rules("tchou")
    async with bench_at(tmp_path) as bench:
        await bench.begin_deck(stacked_deck(rules.traits, {}, draws="2s3s"), rules)
        await bench.perform(Drawn(SEATS[0], parse_tile("2s")), Discarded(SEATS[0], parse_tile("2s")))
        bench.eyes.sticks = settled(1, 1, 1, 1)
        await bench.wait(PATIENCE_S + 1)
        assert bench.rivers[0] == ["2s"]
        assert notices(bench) == []


@pytest.fixture(scope="module")
def deal_in_riichi() -> Deal:
    """Seat 2 is in riichi, somebody else is to act."""
    deal = game_in_play().deal
    assert deal is not None
    return replace(deal, riichi=RiichiState(accepted=(False, False, True, False)), turn=Turn.DISCARD, result=None)


@pytest.mark.parametrize(
    ("changes", "seen", "expected"),
    [
        ({}, (0, 0, 1, 0), []),
        ({}, (0, 0, 2, 0), []),
        ({}, (0, 0, 0, 0), [("missing", 2)]),
        ({}, (0, 1, None, 0), [("stray", 1)]),
        ({"turn": Turn.SHOW}, (0, 1, 0, 0), []),
        ({"turn": Turn.OVER}, (0, 1, 0, 0), []),
        ({"live_tiles": 0}, (0, 1, 0, 0), []),
        ({"riichi": RiichiState(accepted=(False, False, True, False), pending=SEATS[3])}, (0, 0, 1, 1), []),
    ],
)
def test_what_differs_is_what_no_moment_of_play_explains(deal_in_riichi, changes, seen, expected):
    assert list(differences(replace(deal_in_riichi, **changes), seen, frozenset())) == expected


def test_a_difference_that_comes_and_goes_is_not_told(deal_in_riichi):
    check = StickCheck(PATIENCE_S)
    for second in range(60):
        seen = (0, 0, 0 if second % 8 else 1, 0)
        assert check.compare(deal_in_riichi, settled(*seen), frozenset(), float(second))["notices"] == []


def test_a_count_that_is_old_starts_no_difference_tells_none_and_ends_none(deal_in_riichi):
    check, old = StickCheck(PATIENCE_S), SticksSeen((0, 0, 0, 0), frozenset(SEATS))

    def told(seen: SticksSeen, now_s: float) -> int:
        return len(check.compare(deal_in_riichi, seen, frozenset(), now_s)["notices"])

    assert [told(old, now_s) for now_s in (0.0, 60.0)] == [0, 0], "the stick may have been laid since"
    assert [told(settled(0, 0, 0, 0), 61.0), told(old, 90.0)] == [0, 0], "it may be being laid now"
    assert [told(settled(0, 0, 0, 0), 91.0), told(old, 92.0), told(settled(0, 0, 1, 0), 93.0)] == [1, 1, 0]
