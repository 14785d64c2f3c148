"""A flower that the camera never saw: the count leaves a tile in a wall that is gone, and people are asked."""

import pytest
from stacked_deck import stacked_deck
from table_bench import Bench, bench_at, in_virtual_time

from hw_sim.people.tablet_and_felt import MissedFlower, lacks_flower
from mahjong_rules.events import Discarded, Drawn, FlowerLaid, Win, WinsDeclared
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import Tile, parse_tile, parse_tiles
from table_daemon.interpreter.interpreter import InterpreterSettings
from table_daemon.rules.presets import load_rules

OVERDUE_S = InterpreterSettings().overdue_s
EAST, SOUTH, *_ = SEATS
FLOWERS = {0: "f1 f2 f3", 1: "y1 y2 y3 y4", 2: "f4"}
"""Everybody keeps them, but for South's first one: none comes up at the end of the wall."""


def held(bench: Bench, seat: Seat) -> Tile:
    """What this player may discard without a thought."""
    return next(piece.tile for piece in reversed(bench.felt.world.places[seat].hand) if not piece.tile.is_bonus)


async def lay_unseen(bench: Bench) -> None:
    """South lays a flower that no eye sees, draws for it and discards."""
    await bench.felt.perform([FlowerLaid(SOUTH, parse_tile("y1"))])
    (flower,) = [piece for piece in bench.felt.seen().tiles if str(piece.tile) == "y1"]
    bench.felt.take_away(flower.track)
    await bench.perform(Drawn(SOUTH, parse_tile("5z")), Discarded(SOUTH, parse_tile("5z")))


async def play_on(bench: Bench, tiles: int) -> None:
    """So many tiles are drawn and discarded, from South's first turn on."""
    for number in range(tiles):
        seat = Seat((SOUTH + number) % len(SEATS))
        place = bench.felt.people._wall_order._live[0]
        drawn = bench.felt.world.walls[place].tile if place in bench.felt.world.walls else held(bench, seat)
        if number == 0:
            await bench.perform(Drawn(seat, drawn))
            await lay_unseen(bench)
        else:
            await bench.perform(Drawn(seat, drawn), Discarded(seat, drawn))


async def begin(bench: Bench) -> int:
    """East has discarded; so many tiles may be drawn."""
    rules = load_rules("hongkong")
    deck = stacked_deck(rules.traits, FLOWERS, draws="9p", replacements="5z")
    await bench.begin_deck(deck, rules)
    await bench.perform(Drawn(EAST, parse_tile("9p")), Discarded(EAST, parse_tile("9p")))
    assert bench.parts.keeper.game.deal is not None
    return bench.parts.keeper.game.deal.live_tiles


@in_virtual_time
async def test_a_wall_that_is_gone_before_the_count_says_so_is_asked_about_until_the_flower_is_put_in(tmp_path):
    async with bench_at(tmp_path) as bench:
        await play_on(bench, await begin(bench) - 1)
        await bench.wait(OVERDUE_S / 2)
        assert (bench.questions, bench.state["phase"]) == ([], "play"), "somebody may think about the last tile"
        await bench.wait(OVERDUE_S)
        (question,) = bench.questions
        assert (question["text"], question["zone"], question["holds_result"]) == ("bare_wall", "wall", True)
        bench.show()  # as when an arm passes on its way to the tablet
        await bench.wait(OVERDUE_S / 4)
        assert [item["id"] for item in bench.questions] == [question["id"]]
        for value in ("y1", "none"):
            refused = await bench.send("answer", question=question["id"], value=value)
            assert (refused.error_code, "put in the flower" in refused.message) == ("bad_data", True)
        assert lacks_flower(bench.document("board"), bench.felt.world) == SOUTH
        assert (await bench.send("correct", **MissedFlower(SOUTH, parse_tile("y1")).data)).ok
        await bench.wait(6)
        assert (bench.questions, bench.state["phase"]) == ([], "result")
        assert bench.document("board")["flowers"] == [[], ["y1"], [], []]
        assert lacks_flower(bench.document("board"), bench.felt.world) is None


@in_virtual_time
async def test_a_flower_is_put_in_at_the_last_place_where_it_fits(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin(bench)
        await play_on(bench, 7)
        wished = {"kind": "insert", "events": [{"type": "flower_laid", "seat": 1, "tile": "y1"}]}
        assert (await bench.send("correct", **wished)).ok
        events = [item for item in bench.parts.keeper.history if item.deal == 1]
        (laid,) = [place for place, item in enumerate(events) if isinstance(item.event, FlowerLaid)]
        after = [item.event for item in events[laid + 1 :] if isinstance(item.event, Discarded)]
        assert [event.seat for event in after] == [1, 2, 3], "in South's newest turn"


@in_virtual_time
async def test_after_a_self_drawn_win_the_flower_stands_before_the_discard_and_the_win_is_on_no_replacement(tmp_path):
    async with bench_at(tmp_path) as bench:
        rules = load_rules("hongkong")
        hand = "123456789m11z23m"
        await bench.begin_deck(stacked_deck(rules.traits, {1: hand}, draws="9p 5z 6z 7z 9s 4m"), rules)
        for seat, name in zip((0, 1, 2, 3, 0), ("9p", "5z", "6z", "7z", "9s"), strict=True):
            await bench.perform(Drawn(Seat(seat), parse_tile(name)), Discarded(Seat(seat), parse_tile(name)))
        won = parse_tile("4m")
        await bench.perform(Drawn(SOUTH, won), WinsDeclared((Win(SOUTH, parse_tiles(hand), won),), None))
        await bench.wait(3)
        before = bench.document("result")["wins"][0]["lines"]
        assert (await bench.send("correct", **MissedFlower(SOUTH, parse_tile("y1")).data)).ok
        events = [item.event for item in bench.parts.keeper.history]
        laid = events.index(FlowerLaid(SOUTH, parse_tile("y1")))
        assert next(event for event in events[laid:] if isinstance(event, Discarded)).seat == SOUTH
        lines = {line["rule"] for line in bench.document("result")["wins"][0]["lines"]}
        assert lines == {line["rule"] for line in before if "flower" not in line["rule"]}


@in_virtual_time
async def test_only_a_flower_is_put_in_without_saying_where(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin(bench)
        discard = {"type": "discarded", "seat": 1, "tile": "1m"}
        refused = await bench.send("correct", kind="insert", events=[discard])
        assert (refused.error_code, "only one flower" in refused.message) == ("bad_data", True)


@in_virtual_time
@pytest.mark.parametrize("more", [5, 12])
async def test_in_the_middle_of_a_deal_a_wall_that_nobody_sees_is_no_question(tmp_path, more):
    async with bench_at(tmp_path) as bench:
        await begin(bench)
        await play_on(bench, more)
        for piece in bench.felt.seen().tiles:
            if piece.zone == "wall":
                bench.felt.take_away(piece.track)
        bench.show()
        await bench.wait(2 * OVERDUE_S)
        assert bench.questions == []
