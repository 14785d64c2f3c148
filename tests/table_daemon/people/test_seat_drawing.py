"""The command that draws seats: by the procedure of the rules, told step by step, changing no game."""

import random
from collections import Counter

import pytest
from played_tours import at_the_change, bring_to_the_change
from table_bench import bench_at, in_virtual_time

from mahjong_rules.events import DealStarted, Drawn, GameStarted, Win, WinsDeclared
from mahjong_rules.reseating import moved
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.people.seat_drawing import draw_seats, drawn_by_chance, redraw_seats
from table_daemon.rules.presets import load_rules, preset_names
from wire.commands.game import DrawSeatsData

NAMES = ("Aiko", "Benoît", "Chen", "Dorothea")


@pytest.mark.parametrize("rules", preset_names())
def test_everybody_gets_a_seat_and_every_step_names_people(rules):
    for seed in range(20):
        drawn = draw_seats(DrawSeatsData(names=NAMES, rules=rules), "tenhou", random.Random(seed))
        assert sorted(drawn["names"]) == sorted(NAMES)
        assert drawn["first_dealer"] in range(4)
        assert drawn["steps"]
        for step in drawn["steps"]:
            assert step["who"] in NAMES
            assert step["found"] in (*NAMES, None)


@pytest.mark.parametrize("rules", ["tchou", "jp_classic", "tenhou"])
def test_whoever_the_last_step_finds_deals_first(rules):
    for seed in range(20):
        drawn = draw_seats(DrawSeatsData(names=NAMES, rules=rules), "tenhou", random.Random(seed))
        dealer = drawn["names"][drawn["first_dealer"]]
        last = drawn["steps"][-1]
        if last["what"] == "throws_for_dealer":
            assert last["found"] == dealer
        else:
            assert next(step["who"] for step in drawn["steps"] if step["wind"] == "E") == dealer


def test_everybody_deals_first_about_as_often():
    chance = random.Random(1)
    seats = load_rules("tenhou").traits.seats
    draws = (drawn_by_chance(seats, chance) for _ in range(2000))
    dealers = Counter(drawn.new_seats.index(drawn.first_dealer) for drawn in draws)
    assert all(400 < dealers[person] < 600 for person in range(len(NAMES)))


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"names": ["A", "B", "C"]},
        {"names": ["A", "B", "C", "A"]},
        {"names": ["A", "B", "C", "D" * 41]},
        {"names": NAMES, "rules": "nowhere"},
        {"names": NAMES, "settings": {"no_such_option": "true"}},
        {"names": NAMES, "settings": {"red_fives": ["true"]}},
        {"names": NAMES, "settings": {"red_fives": None}},
    ],
)
@in_virtual_time
async def test_what_cannot_be_drawn_is_refused_in_one_sentence(tmp_path, data):
    async with bench_at(tmp_path) as bench:
        answer = await bench.send("draw_seats", **data)
        assert (answer.ok, answer.error_code) == (False, "bad_data")
        assert len(answer.message) > 20


@in_virtual_time
async def test_a_drawn_table_starts_its_game_with_the_answer_as_it_is(tmp_path):
    async with bench_at(tmp_path) as bench:
        answer = await bench.send("draw_seats", names=NAMES, rules="ema")
        assert answer.ok
        assert bench.parts.keeper.game is None
        started = await bench.send(
            "start_game", rules="ema", names=answer.data["names"], first_dealer=answer.data["first_dealer"]
        )
        assert started.ok
        assert bench.state["names"] == answer.data["names"]


@pytest.mark.clause("Tchou 1924 l.296")
def test_the_last_winner_throws_for_the_new_seats():
    game = at_the_change()
    winner = game.results[-1].wins[0].seat
    for seed in range(20):
        event, told = redraw_seats(game, load_rules("tchou").traits.seats, random.Random(seed))
        assert [step["who"] for step in told["steps"][:2]] == [game.names[winner]] * 2
        assert told["names"] == list(moved(game.names, event.seats))
        assert told["first_dealer"] == event.first_dealer


@pytest.mark.clause("Tchou 1924 l.296")
@in_virtual_time
async def test_without_seats_that_are_due_none_are_drawn(tmp_path):
    async with bench_at(tmp_path) as bench:
        assert "draw_seats finds" in (await bench.send("redraw_seats")).message
        assert (await bench.send("start_game", rules="tchou", settings={"rounds": "8"})).ok
        answer = await bench.send("redraw_seats")
        assert (answer.ok, answer.error_code) == (False, "not_now")
        assert "once after every 4 rounds" in answer.message


@pytest.mark.clause("Tchou 1924 l.296", "Tchou 1924 l.249")
@in_virtual_time
async def test_seats_that_people_drew_themselves_are_taken_as_they_say(tmp_path):
    async with bench_at(tmp_path) as bench:
        bring_to_the_change(bench.parts.keeper)
        before = bench.parts.keeper.game
        answer = await bench.send("redraw_seats", drawn=[0, 2, 3, 1], east_place=2, first_dealer=2)
        assert answer.ok, answer
        assert answer.data["names"] == bench.state["names"] == ["D", "B", "A", "C"]
        assert bench.state["scores"] == [before.scores[old] for old in (3, 1, 0, 2)]
        assert (bench.state["next_dealer"], bench.state["seats_due"]) == (3, False)
        assert [(step["who"], step["wind"]) for step in answer.data["steps"]] == [*zip("ACDB", "ESWN", strict=True)]


@pytest.mark.clause("MCR 2006 §3.5")
@in_virtual_time
async def test_where_the_rules_have_a_scheme_everybody_goes_where_it_says(tmp_path):
    async with bench_at(tmp_path) as bench:
        keeper = bench.parts.keeper
        keeper.start(GameStarted("mcr", NAMES, Seat(1)), "test")
        for dealer in (1, 2, 3, 0):
            play_a_deal(keeper, Seat(dealer))
        answer = await bench.send("redraw_seats")
        assert answer.data["names"] == bench.state["names"] == ["Dorothea", "Chen", "Benoît", "Aiko"]
        assert [(step["who"], step["wind"]) for step in answer.data["steps"]] == [*zip(NAMES, "WSEN", strict=True)]
        assert (bench.state["next_dealer"], bench.state["seats_due"]) == (1, False)
        assert "after each round" in (await bench.send("redraw_seats")).message
        refused = await bench.send("redraw_seats", drawn=[0, 1, 2, 3])
        assert (refused.error_code, "nobody draws" in refused.message) == ("bad_data", True)


def play_a_deal(keeper, dealer: Seat) -> None:
    """The dealer wins with the first tile."""
    win = Win(dealer, parse_tiles("1112345678999m"), parse_tile("4m"))
    for event in (DealStarted(), Drawn(dealer), WinsDeclared((win,), None)):
        keeper.commit(event, "test")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (
            {"drawn": [0, 0, 1, 2]},
            "drawn must be the seats 0, 1, 2 and 3, each once: who drew East, South, West and North",
        ),
        ({"drawn": [0, 1, 2]}, "each once"),
        ({"drawn": "ESWN"}, "each once"),
        ({"drawn": [0, 1, 2, 4]}, "0, 1, 2 or 3"),
        ({"drawn": None}, "each once"),
        ({"first_dealer": 2}, "belong to drawn"),
        ({"drawn": [0, 1, 2, 3], "east_place": 4}, "0, 1, 2 or 3"),
    ],
)
@in_virtual_time
async def test_seats_that_nobody_can_have_drawn_are_refused_in_one_sentence(tmp_path, data, words):
    async with bench_at(tmp_path) as bench:
        bring_to_the_change(bench.parts.keeper)
        answer = await bench.send("redraw_seats", **data)
        assert (answer.ok, answer.error_code) == (False, "bad_data")
        assert words in answer.message
        assert bench.parts.keeper.game.names == ("A", "B", "C", "D")
