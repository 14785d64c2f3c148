"""Later evidence puts an earlier reading right as the camera's correction; scores wait for what they depend on."""

from collections.abc import Sequence

import pytest
from mjai_lines import discard, draw, one_deal
from short_deals import ROUND, TURNS, WON
from table_bench import Bench, bench_at, in_virtual_time

from mahjong_rules.events import Event
from vision.sightings import Face, SettledTile, Zone

CLAIMED = one_deal(
    draw(0, "2s"),
    discard(0, "2s"),
    draw(1, "F"),
    discard(1, "E"),
    {"type": "pon", "actor": 3, "target": 1, "pai": "E", "consumed": ["E", "E"]},
    discard(3, "S"),
)
SHOWN = one_deal(
    *ROUND,
    draw(2, "4s"),
    {"type": "hora", "actor": 2, "target": 2, "deltas": [-1300, -700, 2700, -700]},
    deltas=(-1300, -700, 2700, -700),
)
"""Seat 2 draws the pair of a hand of simples with two black fives of circles."""
SHOWN_SCORES = [23700, 24300, 27700, 24300]
WON_SCORES = [73000, 25000, -23000, 25000]


async def misread(bench: Bench, moves: Sequence[Event], seat: int, *readings: tuple[str, float]) -> int:
    """People make these moves; the discard of `seat` among them is seen as one of these tiles. Its track."""
    await bench.felt.perform(moves)
    piece = bench.felt.river(seat)[-1]
    bench.felt.read_as(piece, *readings)
    bench.show()
    await bench.wait(0.2)
    return piece.track


def corrections(bench: Bench) -> list[tuple[str, str]]:
    """Who corrected why, oldest first."""
    listed = bench.document("audit")["corrections"]
    return [(item["by"], item["why"]) for item in reversed(listed)]


@in_virtual_time
async def test_a_reading_that_changes_for_sure_corrects_the_discard(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(0)
        track = await misread(bench, TURNS[0], 0, ("6z", 0.7), ("2s", 0.2))
        await bench.perform(*TURNS[1])
        assert bench.rivers == [["6z"], ["6z"], [], []]
        bench.felt.change_back(track)
        bench.show()
        await bench.wait(0.2)
        assert bench.rivers[0] == ["6z"], "it may be a shadow"
        await bench.wait(0.3)
        assert bench.rivers == [["2s"], ["6z"], [], []]
        assert corrections(bench) == [("camera", "read_otherwise")]


async def play_until_the_win(bench: Bench) -> Event:
    """Everything but the win of seat 2, which is still to be shown."""
    await bench.begin(SHOWN)
    *before, win = SHOWN.moves
    await bench.perform(*before)
    return win


def indicator(bench: Bench) -> SettledTile:
    """The tile of the wall that lies open."""
    (piece,) = (tile for tile in bench.felt.seen().tiles if tile.zone is Zone.WALL and tile.face is Face.UP)
    return piece


@in_virtual_time
async def test_an_indicator_that_is_read_as_two_tiles_is_asked_about_where_a_win_is_paid_by_it(tmp_path):
    async with bench_at(tmp_path) as bench:
        win = await play_until_the_win(bench)
        bench.felt.read_as(indicator(bench), ("3s", 0.94), ("9s", 0.04))
        bench.show()
        await bench.wait(2)
        assert corrections(bench) == [("camera", "read_otherwise")]
        await bench.perform(win)
        await bench.wait(4)
        assert bench.state["scores"] == [25000] * 4, "by the other one the hand holds two dora more"
        (question,) = bench.questions
        assert (question["holds_result"], [item["value"] for item in question["candidates"]]) == (True, ["3s", "9s"])
        await bench.answer("9s")
        await bench.wait(1)
        assert (bench.state["scores"], bench.questions) == (SHOWN_SCORES, [])


@in_virtual_time
async def test_a_piece_that_is_read_as_two_tiles_by_turns_is_corrected_once_and_asked_about(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        (piece,) = bench.felt.river(0)
        for readings in ((("3s", 0.95), ("2s", 0.04)), (("2s", 0.95), ("3s", 0.04)), (("3s", 0.96), ("2s", 0.03))):
            bench.felt.read_as(piece, *readings)
            bench.show()
            await bench.wait(1)
        assert (bench.rivers[0], corrections(bench)) == (["3s"], [("camera", "read_otherwise")])
        (question,) = bench.questions
        assert [item["value"] for item in question["candidates"]] == ["3s", "2s"]
        bench.felt.change_back(piece.track)
        bench.show()
        await bench.wait(1)
        assert (bench.rivers[0], bench.questions) == (["2s"], []), "a reading as sure as can be settles it"


async def show_at_once(bench: Bench, *readings: tuple[str, float]) -> None:
    """Seat 2 wins; from the moment on that the hand lies open the indicator, a 9s, is read so."""
    win = await play_until_the_win(bench)
    await bench.felt.perform([win])
    bench.felt.read_as(indicator(bench), *readings)
    bench.show()
    await bench.wait(4)


def asked(bench: Bench) -> list[str]:
    """What the one question that holds the result offers."""
    (question,) = bench.questions
    assert question["holds_result"]
    return [item["value"] for item in question["candidates"]]


@in_virtual_time
async def test_an_indicator_that_is_nudged_with_the_win_is_asked_about_and_no_reading_below_0_99_answers(tmp_path):
    async with bench_at(tmp_path) as bench:
        await show_at_once(bench, ("3s", 0.94), ("9s", 0.04))
        assert asked(bench) == ["3s", "9s"]
        bench.felt.read_as(indicator(bench), ("9s", 0.5), ("3s", 0.45))
        bench.show()
        await bench.wait(2)
        assert (bench.state["scores"], corrections(bench)) == ([25000] * 4, [])
        await bench.answer("9s")
        await bench.wait(1)
        assert bench.state["scores"] == SHOWN_SCORES


@in_virtual_time
async def test_a_question_that_holds_the_result_is_still_asked_after_a_restart(tmp_path):
    async with bench_at(tmp_path) as bench:
        await show_at_once(bench, ("3s", 0.83), ("9s", 0.12))
        felt, machine = bench.felt, bench.machine
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        bench.show()
        await bench.wait(4)
        assert (asked(bench), bench.state["scores"]) == (["3s", "9s"], [25000] * 4)


@in_virtual_time
async def test_a_correction_that_a_person_takes_back_is_not_made_again(tmp_path):
    async with bench_at(tmp_path) as bench:
        win = await play_until_the_win(bench)
        bench.felt.read_as(indicator(bench), ("3s", 0.94), ("9s", 0.04))
        bench.show()
        await bench.wait(2)
        assert (await bench.send("undo", correction=bench.document("audit")["corrections"][0]["seq"])).ok
        await bench.perform(win)
        await bench.wait(4)
        assert bench.state["dora_indicators"] == ["9s"]
        assert asked(bench) == ["3s", "9s"]


@in_virtual_time
async def test_while_a_discard_is_missing_an_unsure_indicator_opens_no_question_again_and_again(tmp_path):
    async with bench_at(tmp_path) as bench:
        win = await play_until_the_win(bench)
        bench.felt.read_as(indicator(bench), ("9s", 0.6), ("3s", 0.3))
        bench.felt.take_away(bench.felt.river(0)[0].track)
        await bench.perform(win)
        await bench.wait(4)
        written = len(bench.entries())
        await bench.wait(5)
        assert (len(bench.entries()), [question["text"] for question in bench.questions]) == (written, ["missing_tile"])
        await bench.answer("2s")
        await bench.wait(1)
        assert asked(bench) == ["9s", "3s"]


@in_virtual_time
async def test_a_discard_that_was_read_as_two_tiles_may_be_claimed_as_either(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin(CLAIMED)
        *before, pung, last = CLAIMED.moves
        await bench.perform(*before)
        (piece,) = bench.felt.river(1)
        for readings in ((("2z", 0.94), ("1z", 0.04)), (("2z", 0.85), ("1z", 0.1))):
            bench.felt.read_as(piece, *readings)
            bench.show()
            await bench.wait(2)
        await bench.perform(pung, last)
        await bench.wait(2)
        assert (bench.rivers[3], bench.questions) == (["2z"], [])
        assert corrections(bench) == [("camera", "read_otherwise"), ("camera", "called_tile")]


@in_virtual_time
@pytest.mark.parametrize(("other", "is_paid_by"), [("3s", True), ("7z", False)])
async def test_an_indicator_that_may_well_be_another_is_asked_about_only_where_a_win_is_paid_by_it(
    tmp_path, other, is_paid_by
):
    async with bench_at(tmp_path) as bench:
        win = await play_until_the_win(bench)
        bench.felt.read_as(indicator(bench), ("9s", 0.6), (other, 0.3))
        await bench.perform(win)
        await bench.wait(4)
        assert bool(bench.questions) == is_paid_by
        assert (bench.state["scores"] == SHOWN_SCORES) != is_paid_by
        bench.felt.change_back(indicator(bench).track)
        bench.show()
        await bench.wait(1)
        assert (bench.state["scores"], bench.questions) == (SHOWN_SCORES, []), "a clear reading answers"


@in_virtual_time
async def test_scores_that_a_person_set_stand_whatever_the_camera_corrects_before_them(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(0)
        track = await misread(bench, TURNS[0], 0, ("6z", 0.7), ("2s", 0.2))
        scores = [24000, 26000, 25500, 24500]
        assert (await bench.send("set_scores", scores=scores, reason="a bet")).ok
        bench.felt.change_back(track)
        bench.show()
        await bench.wait(1)
        assert (bench.rivers[0], bench.state["scores"]) == (["2s"], scores)
        assert corrections(bench) == [("camera", "read_otherwise")]


@in_virtual_time
async def test_a_reading_that_only_wavers_corrects_nothing(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        (piece,) = bench.felt.river(0)
        for readings in ((("3s", 0.8), ("2s", 0.15)), (("2s", 0.6), ("3s", 0.3)), (("3s", 0.93), ("2s", 0.06))):
            bench.felt.read_as(piece, *readings)
            bench.show()
            await bench.wait(1)
        assert bench.rivers[0] == ["2s"]
        assert corrections(bench) == []


@in_virtual_time
async def test_a_surer_reading_that_later_events_stand_against_is_asked(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(0)
        track = await misread(bench, TURNS[0], 0, ("3s", 0.7), ("2s", 0.2))
        for turn, seat in enumerate((1, 2, 3, 0), start=1):
            await misread(bench, TURNS[turn], seat, ("2s", 0.99))
        bench.felt.change_back(track)
        bench.show()
        await bench.wait(0.6)
        assert bench.rivers == [["3s", "2s"], ["2s"], ["2s"], ["2s"]]
        (question,) = bench.questions
        assert question["event"] == bench.document("board")["events"]["rivers"][0][0]
        assert [item["value"] for item in question["candidates"]] == ["2s", "3s"]
        await bench.answer("3s")
        bench.show()
        await bench.wait(3)
        assert (bench.questions, corrections(bench)) == ([], [])


@in_virtual_time
async def test_a_fifth_copy_corrects_the_least_sure_of_the_four_before(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(0)
        await misread(bench, TURNS[0], 0, ("6z", 0.7), ("2s", 0.28))
        await bench.perform(*TURNS[1])
        for turn, seat in ((2, 2), (3, 3), (4, 0)):
            await misread(bench, TURNS[turn], seat, ("6z", 0.99))
        await bench.wait(0.5)
        assert bench.rivers == [["2s", "6z"], ["6z"], ["6z"], ["6z"]]
        assert corrections(bench) == [("camera", "fifth_copy")]


@in_virtual_time
async def test_a_fifth_copy_beside_four_sure_ones_counts_as_something_else_and_is_asked(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(0)
        for turn, seat in enumerate((0, 1, 2, 3, 0)):
            await misread(bench, TURNS[turn], seat, ("6z", 0.99))
        await bench.wait(3)
        (guess,) = bench.rivers[0][1:]
        assert ([bench.rivers[0][0], *bench.rivers[1:]], guess == "6z") == (["6z", ["6z"], ["6z"], ["6z"]], False)
        assert corrections(bench) == []
        (question,) = bench.questions
        newest = bench.document("board")["events"]["rivers"][0][1]
        assert (question["text"], question["event"]) == ("provisional_tile", newest)
        await bench.perform(*TURNS[5])
        assert bench.rivers[1] == ["6z", "4z"], "the deal goes on"


@in_virtual_time
async def test_a_claimed_tile_that_lies_sideways_in_the_meld_corrects_its_discard(tmp_path):
    async with bench_at(tmp_path) as bench:
        await claim_misread(bench, ("2z", 0.7), ("1z", 0.28))
        await bench.wait(0.5)
        assert bench.rivers[1] == ["1z"]
        assert bench.document("board")["melds"][3][0]["tiles"] == ["1z", "1z", "1z"]
        assert corrections(bench) == [("camera", "called_tile")]
        await bench.perform(CLAIMED.moves[-1])
        assert bench.rivers[3] == ["2z"]


@in_virtual_time
async def test_a_winning_tile_set_apart_corrects_the_discard_it_was(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin(WON)
        await bench.perform(*WON.moves[:-2])
        await misread(bench, WON.moves[-2:-1], 2, ("5s", 0.7), ("5m", 0.28))
        await bench.perform(WON.moves[-1])
        await bench.wait(3)
        assert bench.state["scores"] == WON_SCORES
        assert corrections(bench) == [("camera", "winning_tile")]


@in_virtual_time
async def test_a_result_that_depends_on_an_open_question_waits_for_the_answer(tmp_path):
    async with bench_at(tmp_path) as bench:
        await play_to_win(bench, ("2s", 0.4), ("2m", 0.35))
        await settle_held_result(bench)


@in_virtual_time
async def test_a_result_is_held_by_the_same_question_after_a_restart(tmp_path):
    async with bench_at(tmp_path) as bench:
        await play_to_win(bench, ("2s", 0.4), ("2m", 0.35))
        felt, machine = bench.felt, bench.machine
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        bench.show()
        await bench.wait(3)
        await settle_held_result(bench)


@in_virtual_time
async def test_a_result_that_no_answer_could_change_waits_for_nobody(tmp_path):
    async with bench_at(tmp_path) as bench:
        await play_to_win(bench, ("2s", 0.4), ("3s", 0.35))
        assert bench.state["scores"] == WON_SCORES
        assert bench.questions == []


async def settle_held_result(bench: Bench) -> None:
    """The deal has no result before a person says that seat 0's first discard was a 2s."""
    assert (bench.state["phase"], bench.state["scores"]) == ("play", [25000] * 4)
    (question,) = bench.questions
    assert question["holds_result"]
    await bench.answer("2s")
    await bench.wait(1)
    assert bench.state["scores"] == WON_SCORES


async def play_to_win(bench: Bench, *readings: tuple[str, float]) -> None:
    """Seat 0's first discard is seen so; then the deal is won."""
    await bench.begin(WON)
    await bench.perform(WON.moves[0])
    await misread(bench, WON.moves[1:3], 0, *readings)
    await bench.wait(2.5)
    await bench.perform(*WON.moves[3:])
    await bench.wait(4)


@in_virtual_time
async def test_a_claimed_tile_that_was_surely_read_as_another_one_before_is_asked(tmp_path):
    async with bench_at(tmp_path) as bench:
        await claim_misread(bench, ("2z", 0.99))
        await bench.wait(3)
        assert bench.rivers[1] == ["2z"]
        (question,) = bench.questions
        assert (question["text"], question["seat"]) == ("wrong_called_tile", 3)
        await bench.answer("1z")
        await bench.wait(0.5)
        assert bench.rivers[1] == ["1z"]
        await bench.perform(CLAIMED.moves[-1])
        assert bench.rivers[3] == ["2z"]


@in_virtual_time
@pytest.mark.parametrize(("said", "won"), [("5p", 2700), ("0p", 5200)])
async def test_a_winning_hand_that_may_be_worth_more_or_less_is_asked(tmp_path, said, won):
    async with bench_at(tmp_path) as bench:
        await show_hand_with_five(bench, ("5p", 0.55), ("0p", 0.4))
        assert bench.state["phase"] == "play"
        (question,) = bench.questions
        assert (question["text"], question["holds_result"]) == ("uncertain_hand", True)
        await bench.answer(said)
        await bench.wait(1)
        assert bench.state["scores"][2] == 25000 + won


@in_virtual_time
async def test_a_winning_hand_that_is_read_well_is_not_asked(tmp_path):
    async with bench_at(tmp_path) as bench:
        await show_hand_with_five(bench, ("5p", 0.9), ("0p", 0.06))
        assert bench.state["scores"][2] == 27700


async def claim_misread(bench: Bench, *readings: tuple[str, float]) -> None:
    """Seat 1's discard, a 1z, is seen so and counts as 2z; then seat 3 claims it."""
    await bench.begin(CLAIMED)
    *before, discarded, claim, _ = CLAIMED.moves
    await bench.perform(*before)
    await misread(bench, [discarded], 1, *readings)
    assert bench.rivers[1] == ["2z"]
    await bench.perform(claim)


async def show_hand_with_five(bench: Bench, *readings: tuple[str, float]) -> None:
    """Seat 2 wins; one of the two fives in the hand is seen so."""
    win = await play_until_the_win(bench)
    await bench.felt.perform([win])
    hand = [piece for piece in bench.felt.seen().tiles if piece.zone is Zone.HAND and piece.face is Face.UP]
    five = next(piece for piece in hand if str(piece.tile) == "5p")
    bench.felt.read_as(five, *readings)
    bench.show()
    await bench.wait(4)
