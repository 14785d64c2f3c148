"""A set is learnt while it is played with: the whole table, the real rules and interpreter, and crops of drawn sets."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer
from eventually import eventually
from mjai_lines import discard, draw, one_deal
from set_crops import crop_of
from short_deals import ROUND, SELF_DRAWN
from table_bench import Bench, Felt, bench_at

from hw_sim.people.record_script import ScriptedDeal
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import ALL_KINDS, Tile, parse_tiles
from table_daemon.eyes.lesson_books import GivenAnswer, HeardOfPlay, LessonBooks
from table_daemon.eyes.tile_set_files import SetInPlay, played_path, tile_set_path
from table_daemon.http.routes import make_app
from table_daemon.http.settings import HttpSettings
from table_daemon.settings import TableSettings
from vision.reading.classification import FACES_KNOWN, Classifier
from vision.reading.reader import TableReader
from vision.settings import GeometrySettings
from vision.sightings import Image
from vision.tile_sets.learnt_set import LearntSet, Sample
from vision.tile_sets.lesson_book import LessonBook, Proof
from vision.tile_sets.lesson_judge import Looks, face_chances, judged

STYLE = "running_hand"
_looks = itertools.count(1)


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader(GeometrySettings())


def faces_of(felt: Felt, style: str = STYLE) -> Callable[[int], Image | None]:
    """What a camera above this felt sees of a piece in plain sight, each time a little otherwise."""

    def look_at(track: int) -> Image | None:
        tile = felt.lies(track)
        return None if tile is None else crop_of(tile, style, seed=next(_looks))

    return look_at


@asynccontextmanager
async def bench_with_faces(
    folder: Path, *overrides: str, style: str = STYLE, felt: Felt | None = None, **more: Any
) -> AsyncIterator[Bench]:
    async with bench_at(folder, *overrides, felt=felt, **more) as bench:
        vars(bench.eyes).update(look_at=faces_of(bench.felt, style))
        yield bench


def book_of(folder: Path, name: SetName = SetName.A) -> LessonBook:
    return LessonBook.load(played_path(TableSettings(state_dir=str(folder)), name))


def played(bench: Bench, name: SetName = SetName.A) -> Any:
    return next(item["played"] for item in bench.document("eyes")["sets"] if item["set"] == name)


def lessons(bench: Bench) -> list[tuple[str, str, str]]:
    return [(item["kind"], item["proof"], item["fate"]) for item in played(bench)["lessons"]]


async def read_wrongly_and_answer(bench: Bench, value: str) -> None:
    """Seat 0 discards 2s, which is asked about; a person says what it is."""
    await bench.begin_with_discards(0)
    await bench.lay_unsure()
    await eventually(lambda: bool(bench.questions))
    await bench.answer(value)


async def begin_anew(bench: Bench, deal: ScriptedDeal) -> None:
    """A game begins with this deal, whatever was played before."""
    await bench.felt.lay_out(deal)
    bench.machine.dice = bench.felt.dice
    answer = await bench.send("start_game", abandon=True)
    assert answer.ok, answer


async def play(bench: Bench, deal: ScriptedDeal = SELF_DRAWN) -> None:
    """A game of one deal, which ruins all but its winner; everything is read well."""
    await begin_anew(bench, deal)
    await bench.perform(*deal.moves)
    await has_result(bench)


async def has_result(bench: Bench) -> None:
    """The deal has been settled."""
    await eventually(lambda: bench.document("state")["phase"] in ("result", "over"))


async def test_what_a_person_answers_is_a_lesson_at_once(tmp_path):
    async with bench_with_faces(tmp_path) as bench:
        await read_wrongly_and_answer(bench, "2s")
        await eventually(lambda: bool(played(bench)["lessons"]))
        (lesson,) = played(bench)["lessons"]
        assert (lesson["kind"], lesson["proof"], lesson["deal"]) == ("2s", "answer", 1)
        assert lesson["at"]
    assert [str(one.tile) for one in book_of(tmp_path).lessons] == ["2s"]


async def test_a_piece_that_a_hand_hides_teaches_when_it_is_seen_again(tmp_path):
    async with bench_with_faces(tmp_path) as bench:
        look_at, bench.eyes.look_at = bench.eyes.look_at, lambda track: None
        await read_wrongly_and_answer(bench, "2s")
        await bench.wait(3)
        assert lessons(bench) == []
        vars(bench.eyes).update(look_at=look_at)
        await eventually(lambda: bool(played(bench)["lessons"]))


async def test_an_answer_that_is_taken_back_takes_its_lesson_back(tmp_path):
    async with bench_with_faces(tmp_path) as bench:
        await read_wrongly_and_answer(bench, "2s")
        await eventually(lambda: bool(played(bench)["lessons"]))
        await bench.undo()
        await eventually(lambda: played(bench)["lessons"] == [])


async def test_a_correction_is_a_lesson_and_the_one_before_it_goes(tmp_path):
    async with bench_with_faces(tmp_path) as bench:
        await read_wrongly_and_answer(bench, "1m")
        await eventually(lambda: bool(played(bench)["lessons"]))
        (number,) = bench.document("board")["events"]["rivers"][0]
        answer = await bench.send("correct", kind="tile", event=number, tile="2s")
        assert answer.ok, answer
        await eventually(lambda: [item["kind"] for item in played(bench)["lessons"]] == ["2s"])


async def test_the_hand_that_won_teaches_its_faces_and_the_rivers_judge(tmp_path):
    async with bench_with_faces(tmp_path) as bench:
        await play(bench)
        await eventually(lambda: bool(played(bench)["lessons"]))
        assert {proof for _, proof, _ in lessons(bench)} == {"win"}
        assert {kind for kind, _, _ in lessons(bench)} == {*(f"{number}m" for number in range(10))}
        assert played(bench)["seen"] >= 5
    assert {one.proof for one in book_of(tmp_path).witnesses} == {Proof.WIN, Proof.SEEN}


async def play_with_a_wrong_answer(bench: Bench, seat: int, value: str) -> None:
    """A game of one deal in which a person says of the first discard of `seat` that it is something else."""
    await begin_anew(bench, SELF_DRAWN)
    # The indicator, then a draw and a discard of each seat.
    done = 3 + 2 * seat
    await bench.perform(*SELF_DRAWN.moves[:done])
    (number,) = bench.document("board")["events"]["rivers"][seat]
    answer = await bench.send("correct", kind="tile", event=number, tile=value)
    assert answer.ok, answer
    await bench.perform(*SELF_DRAWN.moves[done:])
    await has_result(bench)


async def test_three_wrong_answers_of_an_evening_are_dropped_and_no_kind_is_read_worse(tmp_path, reader):
    """The poison test of issue 13; the 2s is called 3s, the green dragon white and the red one green."""
    async with bench_with_faces(tmp_path) as bench:
        await play_with_a_wrong_answer(bench, 0, "3s")
        await eventually(lambda: ("3s", "answer", "used") in lessons(bench))
        await play_with_a_wrong_answer(bench, 1, "5z")
        await eventually(lambda: ("3s", "answer", "contradicted") in lessons(bench))
        await play_with_a_wrong_answer(bench, 2, "6z")
        await play(bench)
        poison = {"3s": "2s", "5z": "6z", "6z": "7z"}
        await eventually(lambda: {(kind, "answer", "contradicted") for kind in poison} <= set(lessons(bench)))
        dropped = [item for item in played(bench)["lessons"] if item["proof"] == "answer"]
        assert {item["kind"]: item["rival"] for item in dropped} == poison
        assert all(item["deals"] >= 1 for item in dropped)
    looks = Looks.of([crop_of(tile, STYLE, 99999) for tile in ALL_KINDS], reader.classifier)
    kinds = frozenset(FACES_KNOWN)
    before, after = (face_chances(looks, kinds, correction) for correction in (None, book_of(tmp_path).correction))
    pairs = zip(ALL_KINDS, before, after, strict=True)
    assert [str(tile) for tile, alone, taught in pairs if taught.get(tile, 0.0) < alone[tile] - 0.005] == []


TWO_WESTS = one_deal(
    *ROUND[:2],
    draw(1, "W"),
    discard(1, "W"),
    draw(2, "W"),
    discard(2, "W"),
    *ROUND[6:8],
    draw(0, "5mr"),
    {"type": "hora", "actor": 0, "target": 0, "deltas": [48000, -16000, -16000, -16000]},
    deltas=(48000, -16000, -16000, -16000),
)
"""`SELF_DRAWN`, with a west wind in the rivers of seats 1 and 2."""


async def test_two_faces_with_one_name_are_asked_about_once_and_what_is_said_is_learnt(tmp_path):
    """The network surely takes both for west winds; those of seat 2 come from another set, and are called north."""
    async with bench_with_faces(tmp_path, style="brush") as bench:
        look_at = bench.eyes.look_at

        def seen(track: int) -> Image | None:
            of_seat_2 = {piece.track for piece in bench.felt.river(2)}
            tile = bench.felt.lies(track)
            is_other = track in of_seat_2 and str(tile) == "3z"
            return crop_of(tile, "mainland", seed=next(_looks)) if is_other else look_at(track)

        vars(bench.eyes).update(look_at=seen)
        await play(bench, TWO_WESTS)
        await eventually(lambda: played(bench)["seen"] > 0)
        assert played(bench)["two_faces"] == []
        await play(bench, TWO_WESTS)
        await eventually(lambda: bool(played(bench)["two_faces"]))
        (pair,) = played(bench)["two_faces"]
        assert pair["kind"] == "3z"
        async with TestClient(TestServer(make_app(bench.table, HttpSettings()))) as client:
            for face in (pair["asked"], pair["other"]):
                assert (await client.get(f"/camera/played/A/{face}.jpg")).status == 200
        said = {"asked": pair["asked"], "kind": "4z", "other": pair["other"], "other_kind": "3z"}
        answer = await bench.send("teach_tiles", action="name_faces", set="A", **said)
        assert answer.ok, answer
        await eventually(lambda: played(bench)["two_faces"] == [])
        assert {("4z", "named", "used"), ("3z", "named", "used")} <= set(lessons(bench))
        again = await bench.send("teach_tiles", action="name_faces", set="A", **said)
        assert not again.ok
        assert "named by now" in again.message


async def test_the_reader_reads_by_what_was_learnt_within_its_next_look_at_the_files(tmp_path, reader):
    settings = TableSettings(state_dir=str(tmp_path))
    in_play = SetInPlay(settings, reader, lambda: SetName.A)
    async with bench_with_faces(tmp_path) as bench:
        in_play.update()
        assert reader.classifier.correction is None
        await read_wrongly_and_answer(bench, "2s")
        await eventually(lambda: bool(played(bench)["lessons"]))
    in_play.update()
    assert reader.classifier.correction is not None
    without = SetInPlay(settings, reader, lambda: SetName.A, uses_play=False)
    without._adapted_to = (None, (tmp_path, 0))  # as if it had read by something before
    without.update()
    assert reader.classifier.correction is None


async def test_a_lesson_is_shown_and_taken_back_on_the_page(tmp_path):
    async with bench_with_faces(tmp_path) as bench:
        await read_wrongly_and_answer(bench, "2s")
        await eventually(lambda: bool(played(bench)["lessons"]))
        number = played(bench)["lessons"][0]["lesson"]
        async with TestClient(TestServer(make_app(bench.table, HttpSettings()))) as client:
            answer = await client.get(f"/camera/played/A/{number}.jpg")
            assert (answer.status, answer.content_type) == (200, "image/jpeg")
            for missing in ("A/99", "B/99", "C/1", "A/x", f"A/{'9' * 40}"):
                assert (await client.get(f"/camera/played/{missing}.jpg")).status == 404
        assert (await bench.send("teach_tiles", action="take_back", set="A", lesson=number)).ok
        await eventually(lambda: played(bench)["lessons"] == [])
        refusal = await bench.send("teach_tiles", action="take_back", set="A", lesson=number)
        assert not refusal.ok
        assert "gone already" in refusal.message


async def test_the_other_set_knows_what_was_learnt_until_somebody_says_that_it_is_no_twin(tmp_path):
    async with bench_with_faces(tmp_path) as bench:
        await read_wrongly_and_answer(bench, "2s")
        await eventually(lambda: bool(played(bench, SetName.B)["lessons"]))
        (lent,) = played(bench, SetName.B)["lessons"]
        assert (lent["kind"], lent["proof"], lent["fate"]) == ("2s", "twin", "used")
        assert lessons(bench) == [("2s", "answer", "used")]
        assert (await bench.send("teach_tiles", action="take_back", set="B", lesson=lent["lesson"])).ok
        await eventually(lambda: played(bench, SetName.B)["lessons"] == [])
        assert lessons(bench) == [("2s", "answer", "used")]
    assert book_of(tmp_path, SetName.B).is_alone


async def test_a_set_whose_faces_are_others_is_no_twin(tmp_path, reader):
    books = LessonBooks(TableSettings(state_dir=str(tmp_path)))
    books.take_in(heard_of(SetName.A, [named(kind, "running_hand", 1) for kind in ALL_KINDS[:14]]))
    assert {one.proof for one in book_of(tmp_path, SetName.B).lessons} == {Proof.TWIN}
    alike = tuple(Sample(kind, crop_of(kind, "running_hand", seed=5)) for kind in ALL_KINDS[:14])
    books.take_in(heard_of(SetName.B, [], alike))
    assert {one.proof for one in book_of(tmp_path, SetName.B).lessons} == {Proof.TWIN}
    others = tuple(Sample(kind, crop_of(kind, "modern", seed=5)) for kind in ALL_KINDS[:14])
    books.take_in(heard_of(SetName.B, [], others))
    assert book_of(tmp_path, SetName.B).lessons == ()
    assert len(book_of(tmp_path).lessons) == 14


async def test_what_people_told_apart_and_what_was_lent_outlive_a_look_before_the_first_game(tmp_path):
    books = LessonBooks(TableSettings(state_dir=str(tmp_path)))
    books.take_in(heard_of(SetName.A, [named(ALL_KINDS[0], "running_hand", 1)]))
    before = book_of(tmp_path, SetName.B).lessons
    books.take_in(HeardOfPlay(SetName.A, "", "", 0, {}))
    assert [one.number for one in book_of(tmp_path, SetName.B).lessons] == [one.number for one in before] == [1]


async def test_what_is_heard_while_a_book_is_judged_is_judged_together_afterwards(tmp_path):
    judgings: list[int] = []

    def judge(book: LessonBook, shown: LearntSet | None, classifier: Classifier) -> LessonBook:
        judgings.append(len(book.lessons))
        return judged(book, shown, classifier)

    books = LessonBooks(TableSettings(state_dir=str(tmp_path)), judge=judge)
    news = [heard_of(SetName.A, [named(kind, "running_hand", 1)]) for kind in ALL_KINDS[:3]]
    facts = {event: fact for one in news for event, fact in one.facts.items()}
    books.take_in(*(replace(one, facts=facts) for one in news))
    assert judgings == [3, 3]
    assert [len(book_of(tmp_path, name).used) for name in SetName] == [3, 3]


def named(kind: Tile, style: str, seed: int) -> GivenAnswer:
    return GivenAnswer(kind, 1 + ALL_KINDS.index(kind), crop_of(kind, style, seed=seed))


def heard_of(set_name: SetName, answers: Sequence[GivenAnswer], table: tuple[Sample, ...] = ()) -> HeardOfPlay:
    facts = {answer.event: str(answer.tile) for answer in answers}
    game = f"g-{set_name}"
    return HeardOfPlay(set_name, "2026-11-26T20:00:00+00:00", game, 1, facts, tuple(answers), table)


async def test_all_that_was_learnt_by_playing_may_be_forgotten(tmp_path):
    async with bench_with_faces(tmp_path) as bench:
        await play(bench)
        await eventually(lambda: bool(played(bench)["lessons"]))
        assert (await bench.send("teach_tiles", action="forget_played", set="A")).ok
        await eventually(lambda: played(bench)["lessons"] == [])


async def test_switched_off_it_learns_nothing(tmp_path):
    async with bench_with_faces(tmp_path, "eyes.learn_while_playing=false") as bench:
        assert bench.document("eyes")["learns"] is False
        await read_wrongly_and_answer(bench, "2s")
        await bench.wait(5)
        assert lessons(bench) == []
    assert not played_path(TableSettings(state_dir=str(tmp_path)), SetName.A).exists()


async def test_another_set_in_its_place_is_noticed_and_teaches_nothing(tmp_path, reader):
    """Set A was shown by its owner; tiles with other faces lie there, which the machine calls A."""
    kinds = parse_tiles("1234567890m 293s 35671z")
    shown = [Sample(tile, crop_of(tile, "parlour", seed)) for tile in kinds for seed in (1, 2)]
    learnt = LearntSet.learn("set A", "2026-11-21", shown, reader.classifier)
    learnt.save(tile_set_path(TableSettings(state_dir=str(tmp_path)), SetName.A))
    async with bench_with_faces(tmp_path, style="thin") as bench:
        await play(bench)
        await eventually(lambda: played(bench)["strange"] != "")
        assert played(bench)["strange"] == "?"
        assert lessons(bench) == []


async def test_a_result_that_is_corrected_proves_what_it_says_now(tmp_path):
    async with bench_with_faces(tmp_path) as bench:
        await play(bench)
        await eventually(lambda: bool(played(bench)["lessons"]))
        before = {item["lesson"] for item in played(bench)["lessons"]}
        answer = await bench.send("undo", to_seq=bench.state["undo_to"])
        assert answer.ok, answer
        await eventually(lambda: not before & {item["lesson"] for item in played(bench)["lessons"]})


async def test_the_book_outlives_the_daemon_and_no_answer_is_heard_twice(tmp_path):
    felt = Felt()
    async with bench_with_faces(tmp_path, felt=felt) as bench:
        await read_wrongly_and_answer(bench, "2s")
        await eventually(lambda: bool(played(bench)["lessons"]))
        machine = bench.machine
    felt.look_anew(5000)
    async with bench_with_faces(tmp_path, felt=felt, machine=machine) as bench:
        bench.show()
        await eventually(lambda: bool(played(bench)["lessons"]))
        await bench.wait(5)
        assert len(played(bench)["lessons"]) == 1


async def test_a_damaged_book_is_set_aside_and_learning_begins_anew(tmp_path):
    path = played_path(TableSettings(state_dir=str(tmp_path)), SetName.A)
    path.parent.mkdir()
    path.write_bytes(b"no book")
    async with bench_with_faces(tmp_path) as bench:
        await eventually(lambda: "is damaged" in played(bench)["problem"])
        await read_wrongly_and_answer(bench, "2s")
        await eventually(lambda: bool(played(bench)["lessons"]))
        assert "kept as a.played.damaged.npz" in played(bench)["problem"]
    assert path.with_name("a.played.damaged.npz").read_bytes() == b"no book"


async def test_a_disk_that_takes_no_book_stops_no_game_and_is_told(tmp_path):
    (tmp_path / "tile_sets").write_bytes(b"a file where the folder should be")
    async with bench_with_faces(tmp_path) as bench:
        await read_wrongly_and_answer(bench, "2s")
        await eventually(lambda: "cannot be" in bench.document("eyes")["learning_problem"])
        assert bench.rivers[0] == ["2s"]


async def test_a_void_deal_proves_nothing(tmp_path):
    async with bench_with_faces(tmp_path) as bench:
        await bench.begin(SELF_DRAWN)
        await bench.perform(*SELF_DRAWN.moves[:6])
        assert (await bench.send("void_deal", reason="the walls fell")).ok
        await bench.wait(5)
        assert lessons(bench) == []
