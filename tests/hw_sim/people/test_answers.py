"""People answer what the tablet asks: over the real page's address, at a real daemon's table."""

from __future__ import annotations

import asyncio
import math
from contextlib import asynccontextmanager
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from eventually import eventually
from short_deals import WON
from table_bench import bench_at, bench_in_doubt

from hw_sim.felt.scene import Piece
from hw_sim.people.answers import AnsweringPeople
from hw_sim.people.gestures import Pace
from hw_sim.people.tablet_and_felt import (
    MissedFlower,
    faces_near,
    flowers_not_shown,
    indicators_near,
    missed_discard,
    piece_of_event,
    shows_every_discard,
)
from hw_sim.people.tablet_watcher import TabletWatcher
from hw_sim.picture.textures import load_faces
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings
from vision.sightings import Face, Zone


class Mood:
    """Chance that always says the same."""

    def __init__(self, mood: float) -> None:
        self._mood = mood

    def random(self) -> float:
        return self._mood

    def choice(self, things):
        return things[0]


class OneSlip(Mood):
    """Taps wrongly once, then attentively."""

    def __init__(self) -> None:
        super().__init__(0.5)
        self._moods = [0.99]

    def random(self) -> float:
        return self._moods.pop() if self._moods else super().random()


ATTENTIVE, ABSENT, CLUMSY = Mood(0.5), Mood(0.05), Mood(0.99)


@asynccontextmanager
async def asked_at(folder, mood):
    """A table with one question open, and players in this mood who look at its tablet."""
    async with bench_in_doubt(folder) as (bench, _), answered(bench, mood) as (answers, said):
        yield bench, answers, said


@asynccontextmanager
async def answered(bench, mood):
    """Players in this mood who look at a table's tablet, and what they say."""
    server = HttpServer(bench.table, HttpSettings(port=0))
    await server.start()
    said = []
    async with TabletWatcher(server.url) as watcher:
        answers = AnsweringPeople(bench.felt.world, "parlour", watcher, Pace(math.inf), mood, said.append)
        answering = asyncio.create_task(answers.run())
        yield answers, said
        answering.cancel()
    await server.stop()


async def test_a_player_looks_at_the_piece_and_taps_what_it_is(tmp_path):
    async with asked_at(tmp_path, ATTENTIVE) as (bench, answers, said):
        await eventually(lambda: answers.count.right == 1)
        assert bench.questions == []
        (river, *_) = bench.rivers
        assert river == [str(bench.felt.world.places[0].river[0].tile)]
        assert said == [f"A player taps {river[0]} (provisional_tile)."]


async def test_nobody_feels_addressed_now_and_then_and_nothing_is_lost(tmp_path):
    async with asked_at(tmp_path, ABSENT) as (bench, answers, said):
        await eventually(lambda: answers.count.left_alone == 1)
        assert (len(bench.questions), said) == (1, [])


async def test_somebody_comes_back_to_what_holds_up_the_result(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin(WON)
        await bench.felt.perform(WON.moves[:3])
        bench.felt.read_as(bench.felt.river(0)[-1], ("2s", 0.4), ("2m", 0.35))
        bench.show()
        await bench.wait(3)
        async with answered(bench, ABSENT) as (answers, said):
            await eventually(lambda: answers.count.left_alone == 1)
            assert (len(bench.questions), said) == (1, [])
            await bench.perform(*WON.moves[3:])
            await bench.wait(4)
            await eventually(lambda: (answers.count.right, answers.count.left_alone) == (1, 0))
            await bench.wait(1)
            assert bench.state["scores"] == [73000, 25000, -23000, 25000]


async def test_a_slip_of_the_finger_takes_the_candidate_beside_it(tmp_path):
    async with asked_at(tmp_path, CLUMSY) as (bench, answers, said):
        await eventually(lambda: answers.count.wrong == 1)
        assert bench.rivers[0] != [str(bench.felt.world.places[0].river[0].tile)]
        assert said[0].endswith(", by mistake.")


async def test_what_is_asked_once_more_after_a_slip_is_answered_again(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin(WON)
        await bench.perform(*WON.moves[:-1])
        await bench.felt.perform(WON.moves[-1:])
        shown = (tile for tile in bench.felt.seen().tiles if (tile.zone, tile.seat) == (Zone.HAND, 0))
        doubted = sorted(shown, key=lambda tile: tile.u_mm)[4]
        bench.felt.read_as(doubted, ("4z", 0.6))
        bench.show()
        async with answered(bench, OneSlip()) as (answers, said):
            await bench.wait(4)
            await eventually(lambda: answers.count.right == 1)
            taps = ("4z (impossible_win), by mistake.", f"{bench.felt.lies(doubted.track)} (impossible_win).")
            assert said == [f"A player taps {tap}" for tap in taps]
            await bench.wait(1)
            assert bench.state["scores"] == [73000, 25000, -23000, 25000]


async def test_a_question_that_has_settled_itself_is_not_answered(tmp_path):
    async with asked_at(tmp_path, ATTENTIVE) as (bench, answers, _):
        (question,) = bench.questions
        await bench.send("answer", question=question["id"], value=question["candidates"][0]["value"])
        assert bench.questions == []
        await asyncio.sleep(1)
        assert (answers.count.right, answers.count.wrong, answers.count.left_alone) == (0, 0, 0)


async def test_the_piece_of_a_counted_event_is_found_by_its_place(tmp_path):
    async with bench_in_doubt(tmp_path) as (bench, _):
        (question,) = bench.questions
        piece = piece_of_event(question, bench.document("board"), bench.felt.world)
        assert piece is bench.felt.world.places[0].river[0]
        assert piece_of_event({**question, "event": None}, bench.document("board"), bench.felt.world) is None


async def test_a_discard_that_was_just_won_is_found_where_it_went(tmp_path):
    async with bench_in_doubt(tmp_path) as (bench, _):
        (question,) = bench.questions
        world = bench.felt.world
        won = world.places[0].river.pop()
        assert piece_of_event(question, bench.document("board"), world) is won
        world.offered = world.places[1].hand[0]
        world.places[1].river.append(world.offered)
        assert piece_of_event(question, bench.document("board"), world) is None


async def test_a_discard_that_was_never_counted_is_put_in_where_it_was_made(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        seen = bench.felt.river(1)[0]
        bench.felt.take_away(seen.track)
        await bench.send(
            "correct", kind="remove", events=[bench.document("board")["events"]["rivers"][1][0]], force=True
        )
        board = bench.document("board")
        missed = missed_discard(board, bench.felt.world)
        assert (missed.seat, missed.tile) == (1, seen.tile)
        assert missed.after == board["events"]["rivers"][0][0]
        assert not shows_every_discard(board, bench.felt.world)
        assert (await bench.send("correct", **missed.data)).ok
        assert missed_discard(bench.document("board"), bench.felt.world) is None
        assert shows_every_discard(bench.document("board"), bench.felt.world)


async def test_where_no_discard_was_missed_what_lies_in_a_river_is_not_part_of_the_game(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        first, stray = bench.felt.river(0)[0], parse_tile("9p")
        bench.felt.lay_copy(first.track, track=904, u_mm=first.u_mm + 60, tile=stray, candidates=((stray, 0.99),))
        bench.show()
        await bench.wait(3)
        assert [question["text"] for question in bench.questions] == ["uncounted_tile"]
        async with answered(bench, ATTENTIVE) as (_, said):
            await eventually(lambda: said == ["A player taps not part of the game (uncounted_tile)."])
            await bench.wait(1)
            assert bench.questions == []


async def test_the_flower_that_the_tablet_does_not_show_is_none_of_those_in_its_pictures():
    plum, orchid = (Piece(number, SetName.A, parse_tile(f"f{number}"), 0, 0) for number in (1, 2))
    places = [SimpleNamespace(flowers=lying) for lying in ([], [plum, orchid], [], [])]
    board = {"events": {"flowers": [[], [7], [], []]}, "flowers": [[], ["f1"], [], []]}
    documents = {"board": board, "questions": {"questions": []}}
    watcher = SimpleNamespace(tablet=SimpleNamespace(documents=documents), question_picture=picture_of("f1"))
    people = AnsweringPeople(SimpleNamespace(places=places), "parlour", watcher, Pace(math.inf), ATTENTIVE, print)
    assert await people._missed_flower() == MissedFlower(1, parse_tile("f2"))
    documents["questions"]["questions"].append({"id": "e-7", "event": 7, "picture": True})
    assert await people._missed_flower() == MissedFlower(1, parse_tile("f2")), "its name is a guess, its picture is not"
    places[1].flowers.pop()
    assert await people._missed_flower() is None


def picture_of(name):
    """What the tablet shows of a flower that it asks about."""

    async def picture(question: str) -> bytes:
        cut_out = np.full((248, 248, 3), (70, 90, 40), np.uint8)
        cut_out[68:180, 83:165] = cv2.resize(load_faces("parlour")[parse_tile(name)], (82, 112))
        return cv2.imencode(".jpg", cut_out)[1].tobytes()

    return picture


async def test_a_flower_is_told_by_its_picture_in_whatever_order_the_tablet_counted_them():
    plum, orchid = (Piece(number, SetName.A, parse_tile(f"f{number}"), 0, 0) for number in (1, 2))
    world = SimpleNamespace(places=[SimpleNamespace(flowers=[plum, orchid], river=[], hand=[])])
    board = {
        "events": {"rivers": [[]] * 4, "flowers": [[7, 9], [], [], []], "indicators": []},
        "rivers": [[]] * 4,
        "flowers": [["y1", "y3"], [], [], []],
    }

    asked = {"id": "e-7", "text": "provisional_tile", "event": 7, "seat": 0, "zone": "ura", "picture": True}
    documents = {"board": board, "questions": {"questions": [asked]}}
    watcher = SimpleNamespace(tablet=SimpleNamespace(documents=documents), question_picture=picture_of("f2"))
    people = AnsweringPeople(world, "parlour", watcher, Pace(math.inf), ATTENTIVE, print)
    assert await people._right_answer(asked) == "f2"
    assert await people._right_answer({**asked, "picture": False}) == "f1"
    assert flowers_not_shown(asked, documents, world) == list(parse_tiles("f1 f2"))
    board["flowers"][0] = ["y1", "f2"]
    assert flowers_not_shown(asked, documents, world) == list(parse_tiles("f1"))
    documents["questions"]["questions"].append({**asked, "id": "e-9", "event": 9})
    assert flowers_not_shown(asked, documents, world) == list(parse_tiles("f1 f2")), "f2 is a guess, shown as ?"


@pytest.mark.parametrize("seat", range(4))
async def test_people_look_before_the_seat_that_is_named(tmp_path, seat):
    async with bench_in_doubt(tmp_path) as (bench, _):
        world = bench.felt.world
        hand = {piece.number for piece in world.places[seat].hand}
        for piece in world.places[seat].hand:
            piece.pose = world.places[0].river[0].pose
        assert hand <= {piece.number for piece in faces_near({"seat": seat}, world)}
        assert hand == {piece.number for piece in faces_near({"seat": seat, "zone": "hand"}, world)}
        won = world.places[0].river.pop()
        won.pose, world.offered = world.places[seat].hand[0].pose, won
        won.x_mm, won.y_mm = world.places[seat].hand[0].x_mm, world.places[seat].hand[0].y_mm
        assert hand | {won.number} == {piece.number for piece in faces_near({"seat": seat, "zone": "hand"}, world)}


@pytest.mark.parametrize("seat", range(4))
async def test_people_know_the_tile_of_a_hand_that_the_tablet_tells_by_its_number(tmp_path, seat):
    async with bench_in_doubt(tmp_path) as (bench, _):
        world = bench.felt.world
        hand = list(world.places[seat].hand)
        for piece in hand:
            piece.pose = world.places[0].river[0].pose

        def told(number: int, of: int) -> list[Piece]:
            return faces_near({"seat": seat, "zone": "hand", "place": {"number": number, "of": of}}, world)

        assert [told(number, len(hand)) for number in range(1, len(hand) + 1)] == [[piece] for piece in hand]
        assert told(1, len(hand) - 1) == hand, "the tablet misses one: its numbers are not theirs"


async def test_what_lies_on_a_wall_is_an_indicator_or_not_part_of_the_game(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(1)
        world = bench.felt.world
        (indicator,) = world.indicators
        told = [seat for seat in range(4) if indicators_near({"seat": seat, "zone": "wall"}, world)]
        assert len(told) == 1
        assert indicators_near({"seat": told[0]}, world) == [indicator]


async def test_what_lies_open_on_a_wall_and_is_no_indicator_is_not_part_of_the_game(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(1)
        stray = bench.felt.wall_tile()
        bench.felt.change(stray.track, face=Face.UP)
        bench.felt.read_as(stray, ("3s", 0.99))
        bench.show()
        async with answered(bench, ATTENTIVE) as (answers, said):
            await eventually(lambda: answers.count.right == 1)
            assert said == ["A player taps none (indicator_place)."]
            assert (bench.questions, bench.state["phase"]) == ([], "play")


@pytest.mark.parametrize(("mood", "names"), [(Mood(0.5), ["f1", "f2"]), (Mood(0.85), ["f1"])])
async def test_whoever_names_a_flower_mostly_names_the_others_on_the_card_below(mood, names):
    (called, other), people, pressed = two_flowers_laid(mood)
    people._watcher.tablet.nameless.append(other)
    assert await people._answer(called, is_wrong=False)
    assert pressed == [("answer", f"e-{event}", name) for event, name in zip((7, 9), names, strict=False)]
    assert (people.count.right, people.count.unasked) == (1, len(names) - 1)


@pytest.mark.parametrize(("mood", "names"), [(Mood(0.5), ["f1", "f2"]), (Mood(0.85), [])])
async def test_whoever_reads_the_result_mostly_names_the_flowers_beside_it(mood, names):
    questions, people, pressed = two_flowers_laid(mood)
    await people.look_at_result()
    assert pressed == [], "nothing without a name lies there"
    people._watcher.tablet.nameless.extend(questions)
    await people.look_at_result()
    assert pressed == [("answer", f"e-{event}", name) for event, name in zip((7, 9), names, strict=False)]
    assert (people.count.right, people.count.unasked) == (0, len(names))


def two_flowers_laid(mood):
    """East's plum and South's orchid, counted under guessed names; the questions, the people, and what they press."""
    plum, orchid = (Piece(number, SetName.A, parse_tile(f"f{number}"), 0, 0) for number in (1, 2))
    world = SimpleNamespace(places=[SimpleNamespace(flowers=own, river=[], hand=[]) for own in ([plum], [orchid])])
    board = {
        "events": {"rivers": [[]] * 4, "flowers": [[7], [9], [], []], "indicators": []},
        "rivers": [[]] * 4,
        "flowers": [["y1"], ["y3"], [], []],
    }
    questions = [
        {"id": f"e-{event}", "text": "provisional_tile", "event": event, "seat": seat, "zone": "ura", "picture": False}
        for event, seat in ((7, 0), (9, 1))
    ]
    documents = {"board": board, "questions": {"questions": questions}}
    tablet = SimpleNamespace(documents=documents, nameless=[], question_ids=frozenset())
    pressed = []

    async def press(command: str, **data: str) -> str:
        pressed.append((command, data["question"], data["value"]))
        return ""

    watcher = SimpleNamespace(tablet=tablet, press=press)
    return questions, AnsweringPeople(world, "parlour", watcher, Pace(math.inf), mood, lambda _: None), pressed
