"""A flower whose name the camera does not know calls nobody until points depend on it."""

import pytest
from stacked_deck import stacked_deck
from table_bench import Bench, bench_at, in_virtual_time

from mahjong_rules.events import Discarded, Drawn, FlowerLaid, Win, WinsDeclared
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.rules.presets import load_rules
from vision.sightings import Zone

EAST, SOUTH, *_ = SEATS
WAITS = "123456789m11z23m"
"""One suit and winds, whatever flowers lie beside it: enough to win with by both rules."""
GUESSED = (("1s", 0.2), ("f4", 0.12), ("y4", 0.1), ("y3", 0.1))
"""A bird of some maker: neither East's flower nor South's, nor anything else in particular."""


async def lay_nameless(bench: Bench, seat: Seat, name: str, readings: tuple[tuple[str, float], ...] = GUESSED) -> None:
    """This flower is laid, and the camera cannot say for sure which one it is."""
    await bench.felt.perform([FlowerLaid(seat, parse_tile(name))])
    (flower,) = [piece for piece in bench.felt.seen().tiles if str(piece.tile) == name and piece.seat == seat]
    bench.felt.read_as(flower, *readings)
    bench.show()
    await bench.wait(6)


async def begin_with_flower(bench: Bench) -> None:
    """East is dealt a plum blossom and has drawn."""
    rules = load_rules("hongkong")
    await bench.begin_deck(stacked_deck(rules.traits, {0: "f1"}, draws="9p", replacements="5z"), rules)
    await bench.perform(Drawn(EAST, parse_tile("9p")))


async def play_to_the_win(
    bench: Bench,
    preset: str,
    *more: str,
    hand: str = WAITS,
    last: str = "4m",
    orchid: tuple[tuple[str, float], ...] = GUESSED,
    **settings: str,
) -> None:
    """East lays a plum, South an orchid (and more), which nobody can name; then South draws the winning tile."""
    rules = load_rules(preset, tuple(settings.items()))
    deck = stacked_deck(rules.traits, {0: "f1", 1: hand}, draws="9p f2", replacements=" ".join(("5z", *more, last)))
    await bench.begin_deck(deck, rules, **settings)
    await bench.perform(Drawn(EAST, parse_tile("9p")))
    await lay_nameless(bench, EAST, "f1")
    await bench.perform(Drawn(EAST, parse_tile("5z")), Discarded(EAST, parse_tile("9p")))
    await bench.perform(Drawn(SOUTH, parse_tile("f2")))
    await lay_nameless(bench, SOUTH, "f2", orchid)
    for name in more:
        await bench.perform(Drawn(SOUTH, parse_tile(name)))
        await lay_nameless(bench, SOUTH, name)
    flowers = bench.document("board")["flowers"]
    assert [len(row) for row in flowers] == [1, 1 + len(more), 0, 0]
    assert {(question["can_wait"], question["holds_result"]) for question in bench.questions} == {(True, False)}
    won = parse_tile(last)
    await bench.perform(Drawn(SOUTH, won), WinsDeclared((Win(SOUTH, parse_tiles(hand), won),), None))
    await bench.wait(2)


def asking(bench: Bench) -> list[tuple[int | None, bool]]:
    """Whom the table asks now, and whether the result waits for it."""
    return [(item["seat"], item["holds_result"]) for item in bench.questions if not item["can_wait"]]


@in_virtual_time
@pytest.mark.clause("HK §37")
async def test_only_the_flower_of_the_winner_is_asked_about_where_an_own_one_pays(tmp_path):
    async with bench_at(tmp_path) as bench:
        await play_to_the_win(bench, "hongkong")
        assert (asking(bench), bench.state["phase"]) == ([(1, True)], "play")
        (question,) = [item for item in bench.questions if item["holds_result"]]
        assert (await bench.send("answer", question=question["id"], value="f2")).ok
        await bench.wait(1)
        lines = bench.document("result")["wins"][0]["lines"]
        assert (asking(bench), bench.state["phase"]) == ([], "result")
        assert "HK §37" in [line["clause"] for line in lines], "the orchid is South's"


@in_virtual_time
async def test_a_second_question_stays_where_it_is_when_the_first_one_is_answered(tmp_path):
    """Nothing that somebody is about to tap goes away for a moment."""
    async with bench_at(tmp_path) as bench:
        await play_to_the_win(bench, "hongkong", "y4")
        first, second = [item["id"] for item in bench.questions if item["holds_result"]]
        before = len(bench.said)
        assert (await bench.send("answer", question=first, value="f2")).ok
        await bench.wait(1)
        told = [said.payload["data"]["questions"] for said in bench.said[before:] if said.topic == "questions"]
        held = [[item["id"] for item in questions if item["holds_result"]] for questions in told]
        assert held == [[second]] * len(told)
        assert asking(bench) == [(1, True)]
        assert (await bench.send("answer", question=second, value="y4")).ok
        await bench.wait(1)
        assert bench.state["phase"] == "result"


@in_virtual_time
async def test_a_win_that_only_an_own_flower_makes_worth_enough_asks_for_its_name(tmp_path):
    """Two faan, and it takes three: whether the hand wins at all depends on the flower."""
    async with bench_at(tmp_path) as bench:
        await play_to_the_win(bench, "hongkong", hand="123m456p777s11s23m")
        await bench.wait(5)
        assert sorted(item["text"] for item in bench.questions if item["holds_result"]) == [
            "impossible_win",
            "provisional_tile",
        ]
        (question,) = [item for item in bench.questions if item["text"] == "provisional_tile" and item["seat"] == 1]
        assert (await bench.send("answer", question=question["id"], value="f2")).ok
        await bench.wait(2)
        assert (bench.state["phase"], asking(bench)) == ("result", [])


@in_virtual_time
async def test_a_flower_that_was_surely_read_is_asked_about_where_the_hand_wins_by_another_name(tmp_path):
    """In world 10244 an f1 was surely read as f3: all tiles of the hand were asked about, and the deal never ended."""
    async with bench_at(tmp_path) as bench:
        await play_to_the_win(bench, "hongkong", hand="123m456p777s11s23m", orchid=(("f4", 0.97), ("f2", 0.02)))
        await bench.wait(5)
        (question,) = [item for item in bench.questions if item["holds_result"]]
        assert (question["text"], question["seat"], question["zone"]) == ("impossible_win", 1, "ura")
        assert (await bench.send("answer", question=question["id"], value="f2")).ok
        await bench.wait(4)
        assert (bench.state["phase"], asking(bench)) == ("result", [])
        assert bench.document("board")["flowers"][1] == ["f2"]


@in_virtual_time
async def test_names_that_matter_together_only_are_asked_for(tmp_path):
    """Five faan and one own flower pay in tiers what five pay; with both own flowers it is the next tier."""
    async with bench_at(tmp_path) as bench:
        await play_to_the_win(bench, "hongkong", "y2", hand="123456777m11z23m", rise="tiers")
        assert asking(bench) == [(1, True), (1, True)]


@in_virtual_time
@pytest.mark.parametrize("later", [0.6, 0.95], ids=["likely", "sure"])
async def test_a_likely_name_is_still_a_guess(tmp_path, later):
    """Of an unknown set's flowers the likeliest one is often another; only a sure reading settles it."""
    async with bench_at(tmp_path) as bench:
        await begin_with_flower(bench)
        await lay_nameless(bench, EAST, "f1")
        (counted,) = bench.document("board")["flowers"][0]
        (flower,) = [piece for piece in bench.felt.seen().tiles if piece.zone is Zone.URA and piece.seat == EAST]
        bench.felt.read_as(flower, (counted, later))
        bench.show()
        await bench.wait(6)
        assert [item["can_wait"] for item in bench.questions] == ([True] if later < 0.9 else [])


@in_virtual_time
async def test_what_looks_likely_from_the_first_counts_as_a_guess_too(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin_with_flower(bench)
        await lay_nameless(bench, EAST, "f1", (("f4", 0.7), ("f1", 0.2)))
        assert bench.document("board")["flowers"][0] == ["f4"]
        assert [item["can_wait"] for item in bench.questions] == [True]


@in_virtual_time
@pytest.mark.clause("HK §37")
async def test_a_guess_that_another_flower_changes_stays_a_guess(tmp_path):
    """East's flower counts as the bamboo until the bamboo lies before South; it need be no winter (world 8500)."""
    async with bench_at(tmp_path) as bench:
        rules = load_rules("hongkong")
        await bench.begin_deck(stacked_deck(rules.traits, {0: "f1"}, draws="9p f4", replacements="5z"), rules)
        await bench.perform(Drawn(EAST, parse_tile("9p")))
        await lay_nameless(bench, EAST, "f1", (("f4", 0.43), ("y4", 0.12), ("f2", 0.01)))
        assert bench.document("board")["flowers"][0] == ["f4"]
        await bench.perform(Drawn(EAST, parse_tile("5z")), Discarded(EAST, parse_tile("9p")))
        await bench.perform(Drawn(SOUTH, parse_tile("f4")))
        await bench.felt.perform([FlowerLaid(SOUTH, parse_tile("f4"))])
        bench.show()
        await bench.wait(6)
        assert bench.document("board")["flowers"][:2] == [["y4"], ["f4"]]
        assert [(item["seat"], item["can_wait"]) for item in bench.questions] == [(0, True)]


@in_virtual_time
async def test_a_hand_over_the_winners_tiles_takes_no_question_away(tmp_path):
    async with bench_at(tmp_path) as bench:
        await play_to_the_win(bench, "hongkong")
        hidden = next(piece for piece in bench.felt.seen().tiles if piece.zone is Zone.HAND and piece.seat == SOUTH)
        before = len(bench.said)
        bench.felt.take_away(hidden.track)
        bench.show()
        await bench.wait(1)
        bench.felt.put_back(hidden.track)
        bench.show()
        await bench.wait(1)
        told = [said.payload["data"]["questions"] for said in bench.said[before:] if said.topic == "questions"]
        assert all(any(item["holds_result"] for item in questions) for questions in told)
        assert (asking(bench), bench.state["phase"]) == ([(1, True)], "play")


@in_virtual_time
@pytest.mark.clause("MCR 2006 §3.7")
async def test_nobody_is_asked_where_every_flower_pays_the_same(tmp_path):
    async with bench_at(tmp_path) as bench:
        await play_to_the_win(bench, "mcr")
        assert (asking(bench), bench.state["phase"]) == ([], "result")


@in_virtual_time
async def test_a_face_that_is_surely_no_flower_is_asked_about_at_once(tmp_path):
    """A tile of the hand may have fallen over beside the wall."""
    async with bench_at(tmp_path) as bench:
        await begin_with_flower(bench)
        await bench.felt.perform([FlowerLaid(EAST, parse_tile("f1"))])
        (piece,) = [piece for piece in bench.felt.seen().tiles if str(piece.tile) == "f1"]
        bench.felt.read_as(piece, ("5p", 0.97))
        bench.show()
        await bench.wait(6)
        assert asking(bench) == [(0, False)]


@in_virtual_time
async def test_the_others_may_be_named_when_the_deal_has_ended(tmp_path):
    """Nobody was called for them, and whoever has named one is at the tablet anyway."""
    async with bench_at(tmp_path) as bench:
        await play_to_the_win(bench, "hongkong", "y4")
        for name in ("f2", "y4"):
            question = next(item for item in bench.questions if item["holds_result"])
            assert (await bench.send("answer", question=question["id"], value=name)).ok
            await bench.wait(1)
        settled = bench.document("result")
        (left,) = bench.questions
        assert (left["seat"], left["can_wait"], bench.state["phase"]) == (0, True, "result")
        assert (await bench.send("answer", question=left["id"], value="f1")).ok
        await bench.wait(1)
        assert (bench.questions, bench.document("board")["flowers"][0]) == ([], ["f1"])
        assert bench.document("result")["deltas"] == settled["deltas"]


@in_virtual_time
async def test_a_flower_that_was_cleared_away_is_not_asked_about(tmp_path):
    async with bench_at(tmp_path) as bench:
        await play_to_the_win(bench, "mcr")
        assert [(item["seat"], item["can_wait"]) for item in bench.questions] == [(0, True), (1, True)]
        for piece in bench.felt.seen().tiles:
            if piece.zone is Zone.URA and piece.seat == EAST:
                bench.felt.take_away(piece.track)
        bench.show()
        await bench.wait(3)
        assert [item["seat"] for item in bench.questions] == [1]


@in_virtual_time
async def test_whoever_likes_may_tell_the_name_before_it_is_asked_for(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin_with_flower(bench)
        await lay_nameless(bench, EAST, "f1")
        await bench.answer("f1")
        assert (bench.questions, bench.document("board")["flowers"][0]) == ([], ["f1"])
