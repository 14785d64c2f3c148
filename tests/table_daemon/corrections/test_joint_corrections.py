"""A deal is explained as a whole: a fifth tile of a kind puts right the one that was read wrongly, or asks about it."""

from collections.abc import Sequence

import pytest
from campaign_cases import sampled
from compact_record import record_file
from mjai_lines import discard, draw, one_deal
from refusals import refused
from short_deals import ROUND, TURNS, WON
from stacked_deck import stacked_deck
from table_bench import Bench, bench_at, in_virtual_time

from hw_sim.people.record_script import read_record
from mahjong_rules.events import Discarded, Drawn, Event, FlowerLaid
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import parse_tile
from table_daemon.rules.presets import load_rules
from vision.sightings import SettledTile, Zone

WHOLE = read_record(record_file("whole_game")).deals[0]
SURE = (("1m", 0.9995), ("2m", 0.0003))
LIKE_ONE = (("1m", 0.99), ("2m", 0.008), ("3m", 0.001))
"""A 2m of a set that the network has not seen."""
PUNG = one_deal(
    draw(0, "2s"),
    discard(0, "2s"),
    draw(1, "F"),
    discard(1, "E"),
    {"type": "pon", "actor": 3, "target": 1, "pai": "E", "consumed": ["E", "E"]},
    discard(3, "4s"),
    draw(0, "S"),
    discard(0, "S"),
    draw(1, "S"),
    discard(1, "S"),
)
"""Seat 3 claims an east wind; then two south winds are discarded."""
CROWDED = one_deal(
    *ROUND[:8],
    draw(0, "E"),
    discard(0, "E"),
    {"type": "pon", "actor": 3, "target": 0, "pai": "E", "consumed": ["E", "E"]},
    discard(3, "4s"),
)
"""Everybody discards once, then seat 3 claims an east wind."""
SHOWN = one_deal(
    *ROUND,
    draw(2, "4s"),
    {"type": "hora", "actor": 2, "target": 2, "deltas": [-1300, -700, 2700, -700]},
    deltas=(-1300, -700, 2700, -700),
)
"""Seat 2 draws the last tile of a hand with three 8p."""


async def misread(bench: Bench, moves: Sequence[Event], seat: int, *readings: tuple[str, float]) -> SettledTile:
    """People make these moves; the discard of `seat` among them is seen as one of these tiles."""
    await bench.felt.perform(moves)
    piece = bench.felt.river(seat)[-1]
    bench.felt.read_as(piece, *readings)
    bench.show()
    await bench.wait(0.3)
    return piece


async def discard_ones(bench: Bench, *weak: int, like_one: Sequence[tuple[str, float]] = LIKE_ONE) -> None:
    """Five players in turn discard what looks like a 1m; the discards of these turns (0-4) are 2m."""
    await bench.begin_with_discards(0)
    for turn, seat in enumerate((0, 1, 2, 3, 0)):
        await misread(bench, TURNS[turn], seat, *(like_one if turn in weak else SURE))
    await bench.wait(1)


def corrections(bench: Bench) -> list[tuple[str, str]]:
    """Who corrected why, oldest first."""
    listed = bench.document("audit")["corrections"]
    return [(item["by"], item["why"]) for item in reversed(listed)]


def event_at(bench: Bench, seat: int, index: int) -> int:
    number: int = bench.document("board")["events"]["rivers"][seat][index]
    return number


@in_virtual_time
@pytest.mark.parametrize("weak", [0, 2, 3])
async def test_a_two_that_was_read_as_a_one_gives_way_when_the_fifth_one_comes(tmp_path, weak):
    async with bench_at(tmp_path) as bench:
        await discard_ones(bench, weak)
        expected = [["1m", "1m"], ["1m"], ["1m"], ["1m"]]
        expected[weak][0] = "2m"
        assert (bench.rivers, bench.questions) == (expected, [])
        assert corrections(bench) == [("camera", "fifth_copy")]
        await bench.perform(*TURNS[5])
        await bench.wait(3)
        expected[1].append("4z")
        assert (bench.rivers, bench.questions) == (expected, []), "it stays so although it still looks like a 1m"


@in_virtual_time
async def test_the_fifth_itself_is_another_tile_where_that_is_clearer(tmp_path):
    async with bench_at(tmp_path) as bench:
        await discard_ones(bench, 4)
        await bench.wait(3)
        assert bench.rivers == [["1m", "2m"], ["1m"], ["1m"], ["1m"]]
        assert (corrections(bench), bench.questions) == ([], [])


@in_virtual_time
async def test_of_two_that_are_alike_the_weaker_is_asked_and_the_deal_goes_on(tmp_path):
    async with bench_at(tmp_path) as bench:
        await discard_ones(bench, 1, 2)
        await bench.perform(*TURNS[5])
        assert sorted(map(str, bench.rivers)) == sorted(map(str, [["1m", "1m"], ["2m", "4z"], ["1m"], ["1m"]]))
        (question,) = bench.questions
        assert (question["text"], question["event"]) == ("provisional_tile", event_at(bench, 1, 0))
        assert sorted(item["value"] for item in question["candidates"]) == ["1m", "2m"]
        await bench.answer("2m")
        await bench.wait(1)
        assert (bench.rivers[1], bench.questions) == (["2m", "4z"], [])
        assert corrections(bench) == [("camera", "fifth_copy")]


@in_virtual_time
async def test_an_answer_that_makes_it_five_again_puts_right_the_next_weakest(tmp_path):
    async with bench_at(tmp_path) as bench:
        await discard_ones(bench, 1, 2)
        await bench.answer("1m")
        await bench.wait(3)
        assert bench.rivers == [["1m", "1m"], ["1m"], ["2m"], ["1m"]]
        assert bench.questions == []
        assert corrections(bench) == [("camera", "fifth_copy"), ("camera", "fifth_copy"), ("person", "answer")]


@in_virtual_time
@pytest.mark.parametrize("chance", [0.99, 0.85])
async def test_a_question_ends_when_all_that_could_have_been_misread_was_put_right(tmp_path, chance):
    async with bench_at(tmp_path) as bench:
        await discard_ones(bench, 1, 2, like_one=(("1m", chance), ("2m", 0.99 - chance + 0.008)))
        assert len(bench.questions) == 1
        await misread(bench, TURNS[5], 1, *SURE)
        await bench.wait(3)
        assert bench.rivers == [["1m", "1m"], ["2m", "1m"], ["2m"], ["1m"]]
        assert (bench.questions, corrections(bench)) == ([], [("camera", "fifth_copy")] * 2)


@in_virtual_time
async def test_questions_of_a_fifth_copy_survive_a_restart(tmp_path):
    async with bench_at(tmp_path) as bench:
        await discard_ones(bench, 1, 2)
        felt, machine = bench.felt, bench.machine
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        bench.show()
        await bench.wait(3)
        (question,) = bench.questions
        assert question["event"] == event_at(bench, 1, 0)
        assert bench.rivers == [["1m", "1m"], ["2m"], ["1m"], ["1m"]]
        await bench.answer("2m")
        assert bench.questions == []


@in_virtual_time
async def test_what_a_person_said_is_not_read_otherwise_for_a_fifth_copy(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(0)
        await misread(bench, TURNS[0], 0, ("2m", 0.5), ("1m", 0.4))
        await bench.wait(3)
        await bench.answer("1m")
        for turn, seat in ((1, 1), (2, 2), (3, 3), (4, 0)):
            await misread(bench, TURNS[turn], seat, *(LIKE_ONE if turn == 2 else SURE))
        await bench.wait(1)
        assert bench.rivers == [["1m", "1m"], ["1m"], ["2m"], ["1m"]]
        assert corrections(bench)[-1] == ("camera", "fifth_copy")


@in_virtual_time
async def test_a_tap_on_the_tile_that_was_misread_frees_the_newest_one(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(0)
        for turn, seat in enumerate((0, 1, 2, 3, 0)):
            await misread(bench, TURNS[turn], seat, ("1m", 0.99))
        await bench.wait(3)
        assert (bench.rivers[0][1] == "1m", len(bench.questions)) == (False, 1)
        answer = await bench.send("correct", kind="tile", event=event_at(bench, 2, 0), tile="9m")
        assert answer.ok, answer
        await bench.wait(1)
        assert bench.rivers == [["1m", "1m"], ["1m"], ["9m"], ["1m"]]
        assert bench.questions == []


@in_virtual_time
async def test_an_answer_that_nothing_else_can_give_way_to_is_refused_with_the_reason(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(0)
        for turn, seat in enumerate((0, 1, 2, 3, 0)):
            await misread(bench, TURNS[turn], seat, ("1m", 0.99))
        await bench.wait(3)
        (question,) = bench.questions
        answer = await refused(bench, "not_now", "answer", question=question["id"], value="1m")
        assert "fifth 1m" in answer.message
        await bench.answer("9p")
        assert (bench.rivers[0], bench.questions) == (["1m", "9p"], [])


@in_virtual_time
async def test_a_second_red_five_makes_the_weaker_one_plain(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(0)
        await misread(bench, TURNS[0], 0, ("0p", 0.9), ("5p", 0.09))
        await misread(bench, TURNS[1], 1, ("0p", 0.999))
        await bench.wait(1)
        assert (bench.rivers, bench.questions) == ([["5p"], ["0p"], [], []], [])
        assert corrections(bench) == [("camera", "fifth_copy")]


@in_virtual_time
async def test_a_call_that_was_counted_is_another_one_when_the_fifth_copy_comes(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin(PUNG)
        first, *_ = PUNG.moves
        claim = next(place for place, move in enumerate(PUNG.moves) if type(move).__name__ == "Called")
        await bench.perform(first, *PUNG.moves[1 : claim - 1])
        await misread(bench, PUNG.moves[claim - 1 : claim], 1, ("2z", 0.99), ("1z", 0.008))
        await bench.felt.perform(PUNG.moves[claim : claim + 1])
        for piece in bench.felt.seen().tiles:
            if piece.zone is Zone.MELDS:
                bench.felt.read_as(piece, ("2z", 0.99), ("1z", 0.008))
        bench.show()
        await bench.wait(1)
        assert bench.document("board")["melds"][3][0]["tiles"] == ["2z", "2z", "2z"]
        await bench.perform(*PUNG.moves[claim + 1 :])
        await bench.wait(2)
        assert bench.document("board")["melds"][3][0]["tiles"] == ["1z", "1z", "1z"]
        assert (bench.rivers, bench.questions) == ([["2s", "2z"], ["1z", "2z"], [], ["4s"]], [])
        assert corrections(bench) == [("camera", "fifth_copy")]


@in_virtual_time
async def test_a_call_that_shows_too_many_puts_right_what_was_counted_before(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin(CROWDED)
        await bench.perform(CROWDED.moves[0])
        await misread(bench, CROWDED.moves[1:3], 0, ("1z", 0.99), ("2s", 0.008))
        await misread(bench, CROWDED.moves[3:5], 1, ("1z", 0.9), ("6z", 0.09))
        await bench.perform(*CROWDED.moves[5:])
        await bench.wait(1)
        assert bench.document("board")["melds"][3][0]["tiles"] == ["1z", "1z", "1z"]
        assert bench.rivers == [["1z", "1z"], ["6z"], ["7z"], ["5z", "4s"]]
        assert (corrections(bench), bench.questions) == ([("camera", "fifth_copy")], [])


@in_virtual_time
async def test_a_hand_that_shows_too_many_puts_right_what_was_counted_before(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin(SHOWN)
        await bench.perform(SHOWN.moves[0])
        await misread(bench, SHOWN.moves[1:3], 0, ("8p", 0.9), ("2s", 0.09))
        await misread(bench, SHOWN.moves[3:5], 1, ("8p", 0.99), ("6z", 0.005))
        await bench.perform(*SHOWN.moves[5:])
        await bench.wait(4)
        assert (bench.rivers[0][0], bench.state["scores"]) == ("2s", [23700, 24300, 27700, 24300])
        assert corrections(bench) == [("camera", "fifth_copy")]


@in_virtual_time
async def test_a_second_flower_of_one_name_puts_the_first_right(tmp_path):
    rules = load_rules("tchou", (("bonus_tiles", "true"),))
    deck = stacked_deck(rules.traits, {0: "f1 123m456m789m11p2s", 1: "f2 123p456p789p11s2m"})
    east, south, *_ = SEATS
    async with bench_at(tmp_path) as bench:
        await bench.begin_deck(deck, rules, bonus_tiles="true")
        await bench.felt.perform([FlowerLaid(east, parse_tile("f1"))])
        (plum,) = [piece for piece in bench.felt.seen().tiles if str(piece.tile) == "f1"]
        bench.felt.read_as(plum, ("f2", 0.95), ("f1", 0.04))
        bench.show()
        await bench.wait(1)
        flowers = bench.parts.keeper.game.deal.classical.flowers
        assert flowers[0] == (parse_tile("f2"),)
        await bench.perform(Discarded(east, parse_tile("2s")), Drawn(south))
        await bench.perform(FlowerLaid(south, parse_tile("f2")))
        await bench.wait(2)
        flowers = bench.parts.keeper.game.deal.classical.flowers
        assert flowers[:2] == ((parse_tile("f1"),), (parse_tile("f2"),))
        assert corrections(bench) == [("camera", "fifth_copy")]
        assert [(item["seat"], item["can_wait"]) for item in bench.questions] == [(0, True)], "its new name is a guess"


@in_virtual_time
async def test_a_flower_that_was_a_mere_guess_makes_room_for_one_that_a_person_names(tmp_path):
    rules = load_rules("tchou", (("bonus_tiles", "true"),))
    deck = stacked_deck(rules.traits, {0: "f1 123m456m789m11p2s", 1: "f2 123p456p789p11s2m"})
    east, south, *_ = SEATS
    async with bench_at(tmp_path) as bench:
        await bench.begin_deck(deck, rules, bonus_tiles="true")
        await lay_misread(bench, east, "f1", ("f2", 0.4), ("1s", 0.3))
        await bench.perform(Discarded(east, parse_tile("2s")), Drawn(south))
        await lay_misread(bench, south, "f2", ("1s", 0.5), ("y1", 0.2))
        asked = {question["seat"]: question["id"] for question in bench.questions}
        assert bench.parts.keeper.game.deal.classical.flowers[:2] == ((parse_tile("f2"),), (parse_tile("y1"),))
        assert (await bench.send("answer", question=asked[south], value="f2")).ok
        await bench.wait(1)
        (guess,), named = bench.parts.keeper.game.deal.classical.flowers[:2]
        assert named == (parse_tile("f2"),)
        assert guess != parse_tile("f2")
        (question,) = bench.questions
        assert question["id"] == asked[east]
        assert {candidate["value"] for candidate in question["candidates"]} >= {"f1", "f3", "y4"}


@in_virtual_time
@pytest.mark.parametrize("chance", [0.4, 0.9], ids=["a guess", "misread for sure"])
async def test_where_all_flowers_are_named_two_exchange_their_names(tmp_path, chance):
    rules = load_rules("tchou", (("bonus_tiles", "true"),))
    hands = {0: "f1 f2 f3 f4 123m456m78m2s", 1: "y1 y2 y3 y4 123p456p78p3s"}
    east, south, *_ = SEATS
    async with bench_at(tmp_path) as bench:
        await bench.begin_deck(stacked_deck(rules.traits, hands), rules, bonus_tiles="true")
        for name in ("f1", "f2", "f3"):
            await bench.perform(FlowerLaid(east, parse_tile(name)))
        await lay_misread(bench, east, "f4", ("y4", chance), ("1s", 0.05))
        await bench.perform(Discarded(east, parse_tile("2s")), Drawn(south))
        for name in ("y1", "y2", "y3"):
            await bench.perform(FlowerLaid(south, parse_tile(name)))
        await lay_misread(bench, south, "y4", ("1s", 0.5), ("y4", 0.3))
        flowers = bench.parts.keeper.game.deal.classical.flowers
        assert [str(row[-1]) for row in flowers[:2]] == ["y4", "f4"]
        asked = next(question["id"] for question in bench.questions if question["seat"] == south)
        assert (await bench.send("answer", question=asked, value="y4")).ok
        await bench.wait(1)
        flowers = bench.parts.keeper.game.deal.classical.flowers
        assert [str(row[-1]) for row in flowers[:2]] == ["f4", "y4"]
        (question,) = bench.questions
        assert question["seat"] == east
        assert (await bench.send("answer", question=question["id"], value="f4")).ok
        assert bench.questions == []


async def lay_misread(bench: Bench, seat: Seat, name: str, *readings: tuple[str, float]) -> None:
    """This flower is laid and seen as one of these tiles, until it counts in doubt."""
    await bench.felt.perform([FlowerLaid(seat, parse_tile(name))])
    (flower,) = [piece for piece in bench.felt.seen().tiles if str(piece.tile) == name and piece.seat == seat]
    bench.felt.read_as(flower, *readings)
    bench.show()
    await bench.wait(6)


@in_virtual_time
async def test_a_win_that_a_mere_guess_could_change_waits_for_its_answer_and_no_longer(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin(WON)
        await bench.perform(WON.moves[0])
        await misread(bench, WON.moves[1:3], 0, ("f1", 0.9), ("y1", 0.09))
        await bench.perform(*WON.moves[3:])
        await bench.wait(4)
        (question,) = bench.questions
        assert (question["text"], question["holds_result"], bench.state["phase"]) == ("provisional_tile", True, "play")
        await bench.answer("2s")
        await bench.wait(1)
        assert bench.state["scores"] == [73000, 25000, -23000, 25000]


PAIRS = [(f"{number + 1}{suit}", f"{number}{suit}") for suit in "mps" for number in (1, 2, 3, 6, 7, 8)]
ASKED = ("3m", "2m")
"""A 3m is claimed, and lies in the meld as what it is: two sure readings that contradict each other are asked."""


@in_virtual_time
@pytest.mark.parametrize(
    ("true", "read"), sampled([("2m", "1m"), ("2s", "1s")], [pair for pair in PAIRS if pair != ASKED])
)
async def test_a_deal_of_a_set_with_two_kinds_that_look_alike_ends_as_it_was_played(tmp_path, true, read):
    """Nobody answers; only what lies in a river is misread, as from there no hand corrects it."""
    async with bench_at(tmp_path) as bench:
        await bench.begin(WHOLE)
        for move in WHOLE.moves:
            await bench.felt.perform([move])
            for piece in bench.felt.seen().tiles:
                if piece.zone is Zone.RIVER and str(piece.tile) == true:
                    bench.felt.read_as(piece, (read, 0.99), (true, 0.008))
            bench.show()
            await bench.wait(0.3)
        await bench.wait(6)
        assert bench.parts.keeper.game.results[-1].deltas == WHOLE.deltas
