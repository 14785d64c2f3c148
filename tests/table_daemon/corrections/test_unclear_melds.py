"""Claimed melds that may well be others: asked about where the deal is paid by them, and corrected by the answer."""

from dataclasses import replace

import pytest
from mjai_lines import HANDS, discard, draw, one_deal
from table_bench import Bench, bench_at, in_virtual_time

from hw_sim.people.record_script import ScriptedDeal
from mahjong_rules.events import Called
from vision.sightings import Zone

BEFORE = [25000] * 4
PAID = [24500, 24700, 26100, 24700]
"""Seat 2 wins 1,100 with nothing but simples."""
WITH_DORA = [24000, 24500, 27000, 24500]
"""The same with a red five."""


def deal_with(called: str, *others: str) -> ScriptedDeal:
    """Seat 2 lays a chow with seat 1's discard and draws the pair of its hand of simples."""
    hand = ["2m", "3m", "4m", *others, "2s", "3s", "4s", "3p", "3p", "3p", "6p", "S"]
    return one_deal(
        draw(0, "2s"),
        discard(0, "2s"),
        draw(1, called),
        discard(1, called),
        {"type": "chi", "actor": 2, "target": 1, "pai": called, "consumed": list(others)},
        discard(2, "S"),
        draw(3, "P"),
        discard(3, "P"),
        draw(0, "W"),
        discard(0, "W"),
        draw(1, "N"),
        discard(1, "N"),
        draw(2, "6p"),
        {"type": "hora", "actor": 2, "target": 2, "deltas": [0, 0, 0, 0]},
        hands=[*HANDS[:2], hand, HANDS[3]],
    )


FIVE_TO_SEVEN = deal_with("6p", "5p", "7p")
SIX_TO_EIGHT = deal_with("7p", "6p", "8p")


async def play(bench: Bench, deal: ScriptedDeal, tile: str, *readings: tuple[str, float]) -> None:
    """The whole deal; this tile of the chow is read so."""
    await bench.begin(deal)
    for move in deal.moves:
        await bench.felt.perform([move])
        if isinstance(move, Called):
            laid = [piece for piece in bench.felt.seen().tiles if piece.zone is Zone.MELDS]
            bench.felt.read_as(next(piece for piece in laid if str(piece.tile) == tile), *readings)
        bench.show()
        await bench.wait(0.3)
    await bench.wait(4)


@in_virtual_time
@pytest.mark.parametrize(("said", "scores"), [("5p", PAID), ("0p", WITH_DORA)])
@pytest.mark.parametrize("readings", [(("0p", 0.55), ("5p", 0.44)), (("5p", 0.55), ("0p", 0.44))])
async def test_a_meld_that_may_well_be_another_is_what_people_say(tmp_path, readings, said, scores):
    async with bench_at(tmp_path) as bench:
        await play(bench, FIVE_TO_SEVEN, "5p", *readings)
        assert bench.state["scores"] == BEFORE
        (question,) = bench.questions
        assert (question["zone"], question["holds_result"]) == ("melds", True)
        await bench.answer(said)
        await bench.wait(4)
        assert (bench.state["scores"], bench.questions) == (scores, [])


@in_virtual_time
async def test_a_name_that_speaks_against_a_meld_that_a_person_entered_is_asked_about_again(tmp_path):
    async with bench_at(tmp_path) as bench:
        *before, win = FIVE_TO_SEVEN.moves
        await play(bench, replace(FIVE_TO_SEVEN, moves=before), "5p", ("0p", 0.55), ("5p", 0.44))
        ((claim,),) = bench.document("board")["events"]["melds"][2]
        meld = {"kind": "chow", "tiles": ["5p", "6p", "7p"], "called_from": 1, "called_tile": "6p"}
        assert (await bench.send("correct", kind="call", event=claim, meld=meld)).ok
        await bench.perform(win)
        await bench.wait(4)
        for said in ("0p", "5p"):
            assert [question["zone"] for question in bench.questions] == ["melds"], said
            await bench.answer(said)
            await bench.wait(6)
        assert (bench.state["scores"], bench.questions) == (PAID, [])


@in_virtual_time
@pytest.mark.parametrize(
    "readings",
    [
        pytest.param((("5p", 0.9), ("0p", 0.09)), id="clear"),
        pytest.param((("5p", 0.6), ("9p", 0.35)), id="the other is no meld"),
        pytest.param((("8p", 0.55), ("5p", 0.44)), id="both pay the same"),
    ],
)
async def test_a_meld_that_changes_nothing_is_not_asked_about(tmp_path, readings):
    async with bench_at(tmp_path) as bench:
        await play(bench, FIVE_TO_SEVEN, "5p", *readings)
        assert (bench.state["scores"], bench.questions) == (PAID, [])


@in_virtual_time
async def test_a_hand_that_wins_only_by_another_reading_of_its_meld_is_asked_about_the_meld(tmp_path):
    async with bench_at(tmp_path) as bench:
        await play(bench, SIX_TO_EIGHT, "6p", ("9p", 0.55), ("6p", 0.44))
        (question,) = bench.questions
        assert (question["text"], question["zone"]) == ("impossible_win", "melds")
        await bench.answer("6p")
        await bench.wait(4)
        assert (bench.state["scores"], bench.questions) == (PAID, [])
