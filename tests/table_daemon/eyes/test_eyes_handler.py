"""The commands that teach the eyes, on a whole table: when they are taken, what they do to a game, what they leave."""

from __future__ import annotations

from contextlib import asynccontextmanager

import pytest
from aiohttp.test_utils import TestClient, TestServer
from eventually import eventually
from laid_set import layout_picture
from sent_commands import command_of
from short_deals import DISCARDS, INDICATOR, SELF_DRAWN, TURNS
from table_bench import Bench, ScriptedEyes, bench_at, in_virtual_time

from mahjong_rules.seats import Seat
from table_daemon.http.routes import make_app
from table_daemon.http.settings import HttpSettings
from vision.cameras import SourceStatus
from vision.eyes_status import EyesStatus
from vision.reading.reader import TableReader
from vision.settings import CameraSettings, GeometrySettings
from vision.sightings import Frame, Image, Zone
from vision.tile_sets.learnt_set import LearntSet
from vision.tile_sets.set_layout import BASIC_ROWS, RED_ROW


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader(GeometrySettings())


@pytest.fixture(scope="module")
def whole_set() -> Image:
    return layout_picture((*BASIC_ROWS, RED_ROW))


class Camera:
    """Stands behind scripted eyes: five pictures a second of what lies there."""

    def __init__(self, eyes: ScriptedEyes, reader: TableReader, picture: Image) -> None:
        self.picture, self.reader, self.taken = picture, reader, 0
        self.is_busy = self.is_blind = False
        vars(eyes).update(next_frame=self.next_frame, status=self.status, view=self.view_of(picture))

    def view_of(self, picture: Image):
        return self.reader.calibrated(picture, CameraSettings())

    def next_frame(self, after: int, timeout_s: float) -> Frame | None:
        self.taken = max(self.taken, after) + 1
        return Frame(self.picture, self.taken, self.taken / 5)

    def status(self) -> EyesStatus:
        busy = frozenset({(Zone.RIVER, Seat(0))}) if self.is_busy else frozenset()
        source = SourceStatus(frames=self.taken, opened=1, newest_at=0.0, problem="")
        return EyesStatus(source, not self.is_blind, self.taken, "", 0, newest_frame_at=0.0, busy=busy)


@asynccontextmanager
async def lesson_bench(tmp_path, reader, picture):
    async with bench_at(tmp_path) as bench:
        yield bench, Camera(bench.eyes, reader, picture)


async def teach(bench: Bench, action: str, **data: object) -> None:
    answer = await bench.send("teach_tiles", action=action, **data)
    assert answer.ok, answer.message


async def refused(bench: Bench, action: str, **data: object) -> str:
    answer = await bench.send("teach_tiles", action=action, **data)
    assert (answer.ok, answer.error_code) == (False, "not_now"), answer
    return answer.message


def lesson(bench: Bench):
    return bench.document("eyes")["lesson"]


async def step(bench: Bench, wanted: str) -> None:
    await eventually(lambda: lesson(bench) is not None and lesson(bench)["step"] == wanted, 60)


async def laid_out(bench: Bench) -> None:
    """A lesson with one confirmed layout."""
    await teach(bench, "begin", set="A")
    await teach(bench, "picture")
    await step(bench, "check")
    await teach(bench, "confirm", picture=lesson(bench)["picture"])


async def test_a_lesson_from_the_first_word_to_the_stored_set(tmp_path, reader, whole_set):
    async with lesson_bench(tmp_path, reader, whole_set) as (bench, _):
        assert bench.document("eyes")["sets"][0]["stored"] is None
        await laid_out(bench)
        assert (lesson(bench)["layouts"], lesson(bench)["crops"]) == (1, 3 * 37)
        await teach(bench, "learn")
        await step(bench, "report")
        assert len(lesson(bench)["learnt"]["kinds"]) == 37
        assert not (tmp_path / "tile_sets").exists()
        await teach(bench, "store")
        assert lesson(bench) is None
        await eventually(lambda: bench.document("eyes")["sets"][0]["stored"] is not None)
        assert len(LearntSet.load(tmp_path / "tile_sets" / "a.npz").samples) == 3 * 37

        await teach(bench, "begin", set="A", kinds=["1m", "7z", "1m"])
        assert lesson(bench)["rows"] == [["1m", "7z"]]
        assert (lesson(bench)["adds"], lesson(bench)["crops"]) == (True, 3 * 37)
        await teach(bench, "cancel")
        await teach(bench, "forget", set="A")
        await eventually(lambda: bench.document("eyes")["sets"][0]["stored"] is None)
        assert bench.document("eyes")["sets"][0]["may_go_back"]
        await teach(bench, "back", set="A")
        await eventually(lambda: bench.document("eyes")["sets"][0]["stored"] is not None)


async def test_what_is_wrong_with_a_layout_is_told_and_shown(tmp_path, reader):
    long_row = layout_picture([BASIC_ROWS[0], (*BASIC_ROWS[1], BASIC_ROWS[0][0]), *BASIC_ROWS[2:], RED_ROW])
    async with lesson_bench(tmp_path, reader, long_row) as (bench, _):
        await teach(bench, "begin", set="B")
        await teach(bench, "picture")
        await eventually(lambda: lesson(bench)["trouble"] is not None, 60)
        mistake = lesson(bench)["trouble"]["mistake"]
        assert (mistake["kind"], mistake["row"], mistake["found"], mistake["wanted"]) == ("row_length", 2, 10, 9)
        assert bench.table.layout_jpeg() is not None
        assert "take a picture of the tiles first" in await refused(bench, "learn")
        await teach(bench, "cancel")
        assert bench.table.layout_jpeg() is None


async def test_where_no_tile_lies_no_picture_of_the_table_is_shown(tmp_path, reader):
    async with lesson_bench(tmp_path, reader, layout_picture([])) as (bench, _):
        await teach(bench, "begin", set="A")
        await teach(bench, "picture")
        await eventually(lambda: lesson(bench)["trouble"] is not None, 60)
        assert lesson(bench)["trouble"]["mistake"]["kind"] == "nothing"
        assert lesson(bench)["picture"] is None
        assert bench.table.layout_jpeg() is None


async def test_a_hand_that_stays_over_the_table_is_told(tmp_path, reader, whole_set):
    async with lesson_bench(tmp_path, reader, whole_set) as (bench, camera):
        camera.is_busy = True
        await teach(bench, "begin", set="A")
        await teach(bench, "picture")
        await eventually(lambda: lesson(bench)["trouble"] is not None)
        assert lesson(bench)["trouble"]["key"] == "hands"
        camera.is_busy, camera.is_blind = False, True
        assert "place is not known yet" in await refused(bench, "picture")


async def test_what_is_cancelled_while_a_picture_is_read_leaves_nothing(tmp_path, reader, whole_set):
    async with lesson_bench(tmp_path, reader, whole_set) as (bench, camera):
        await teach(bench, "begin", set="A")
        await bench.table.command(command_of("teach_tiles", {"action": "picture"}))
        await eventually(lambda: camera.taken > 0)
        assert lesson(bench)["step"] == "looking"
        await teach(bench, "cancel")
        await teach(bench, "begin", set="B")
        await teach(bench, "picture")
        await step(bench, "check")
        told = [envelope.payload["data"]["lesson"] for envelope in bench.said if envelope.topic == "eyes"]
        assert {(one["set"], one["picture"]) for one in told if one and one["picture"]} == {("B", 2)}


async def test_one_lesson_at_a_time_and_none_without_beginning(tmp_path, reader, whole_set):
    async with lesson_bench(tmp_path, reader, whole_set) as (bench, _):
        for action in ("picture", "learn", "store", "cancel"):
            assert "begin with one of the table's sets" in await refused(bench, action)
        assert "jantaku calibrate tiles" in await refused(bench, "begin", set="A", add=True)
        assert lesson(bench) is None
        await teach(bench, "begin", set="A", flowers=True)
        assert [len(row) for row in lesson(bench)["rows"]] == [9, 9, 9, 7, 8, 3]
        assert "set A is being taught already" in await refused(bench, "begin", set="B")


@in_virtual_time
async def test_no_lesson_is_given_in_a_deal(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        assert "a deal is being played" in await refused(bench, "begin", set="A")
        answer = await bench.send("calibrate_camera", action="measure")
        assert (answer.error_code, "a deal is being played" in answer.message) == ("not_now", True)


@in_virtual_time
async def test_while_a_lesson_is_on_no_deal_begins_and_nothing_that_lies_there_counts(tmp_path):
    async with bench_at(tmp_path, "play.next_deal_s=15") as bench:
        await bench.begin(SELF_DRAWN)
        await bench.perform(*SELF_DRAWN.moves)
        await bench.wait(3)
        assert bench.state["next_deal_in_s"] is not None
        await teach(bench, "begin", set="A")
        assert (bench.state["hold"], bench.state["next_deal_in_s"]) == (True, None)
        for name, data in (("next_deal", {}), ("start_game", {"abandon": True}), ("hold", {"on": False})):
            answer = await bench.send(name, **data)
            assert (answer.error_code, "tile set A is being taught" in answer.message) == ("not_now", True), name
        entries = len(bench.entries())
        await bench.felt.lay_out(DISCARDS)
        await bench.perform(INDICATOR, *TURNS[0])
        await bench.wait(30)
        assert len(bench.entries()) == entries
        await teach(bench, "cancel")
        assert (bench.state["hold"], bench.state["next_deal_in_s"]) == (False, 15)


@in_virtual_time
async def test_no_deal_is_put_in_play_again_while_a_lesson_is_on(tmp_path):
    """What is laid out for the lesson would be read as that deal's tiles."""
    async with bench_at(tmp_path) as bench:
        await bench.begin(SELF_DRAWN)
        await bench.perform(*SELF_DRAWN.moves)
        await bench.wait(3)
        await teach(bench, "begin", set="A")
        last, entries = bench.state["undo_to"], len(bench.entries())
        corrections = (
            ("undo", {"to_seq": last}),
            ("undo", {"to_seq": last, "dry_run": True}),
            ("correct", {"kind": "remove", "events": [last + 1]}),
            ("void_deal", {"reason": "a tile fell"}),
        )
        for name, data in corrections:
            answer = await bench.send(name, **data)
            assert (answer.error_code, "tile set A is being taught" in answer.message) == ("not_now", True), name
        assert (bench.state["phase"], len(bench.entries())) == ("result", entries)
        assert (await bench.send("events")).ok
        await teach(bench, "cancel")
        assert (await bench.send("undo", to_seq=last)).ok
        assert bench.state["phase"] == "play"


@in_virtual_time
async def test_a_hold_of_before_is_a_hold_after_the_lesson(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.send("hold", on=True)
        await teach(bench, "begin", set="A")
        await teach(bench, "cancel")
        assert bench.state["hold"] is True


async def test_the_layout_is_shown_over_http_while_it_is_asked_about(tmp_path, reader, whole_set):
    async with (
        lesson_bench(tmp_path, reader, whole_set) as (bench, _),
        TestClient(TestServer(make_app(bench.table, HttpSettings(port=0)))) as client,
    ):
        assert (await client.get("/camera/layout.jpg")).status == 404
        assert (await client.get("/camera/lens.jpg")).status == 404
        await teach(bench, "begin", set="A")
        await teach(bench, "picture")
        await step(bench, "check")
        answer = await client.get("/camera/layout.jpg")
        assert (answer.status, answer.content_type) == (200, "image/jpeg")
        assert answer.headers["Cache-Control"] == "no-store"
        assert (await answer.read())[:2] == b"\xff\xd8"
        await teach(bench, "reject", picture=lesson(bench)["picture"])
        assert (await client.get("/camera/layout.jpg")).status == 404
