"""The picture of a doubt: of its piece alone, in memory only, and only while the question is open."""

import cv2
import numpy as np
from aiohttp.test_utils import TestClient, TestServer
from fake_service import FakeService
from table_bench import ScriptedEyes, bench_at, bench_in_doubt, in_virtual_time

from table_daemon.http.routes import make_app
from table_daemon.http.settings import HttpSettings
from table_daemon.people.question_pictures import MAX_PICTURES, QuestionPictures

PICTURE = np.full((60, 40, 3), 200, np.uint8)


@in_virtual_time
async def test_an_open_question_has_the_picture_of_its_piece_and_a_settled_one_none(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(0)
        track = await bench.lay_unsure()
        bench.eyes.pieces[track] = PICTURE
        await bench.wait(3)
        (question,) = bench.questions
        assert question["picture"]
        shown = bench.table.question_jpeg(question["id"])
        assert cv2.imdecode(np.frombuffer(shown, np.uint8), 1).shape == PICTURE.shape
        await bench.answer("2s")
        assert bench.table.question_jpeg(question["id"]) is None
        assert bench.eyes.wanted == set()


@in_virtual_time
async def test_a_question_whose_piece_cannot_be_shown_is_asked_without_a_picture(tmp_path):
    async with bench_in_doubt(tmp_path) as (bench, _):
        (question,) = bench.questions
        assert not question["picture"]


def test_no_more_pictures_are_wanted_than_can_be_answered():
    eyes = ScriptedEyes()
    QuestionPictures(eyes).keep({f"q-{number}": number for number in range(MAX_PICTURES + 5)})
    assert eyes.wanted == set(range(MAX_PICTURES))


async def test_over_http_there_are_pictures_of_open_questions_only():
    fake_service = FakeService()
    fake_service.picture = b"\xff\xd8"
    async with TestClient(TestServer(make_app(fake_service, HttpSettings(port=0)))) as client:
        shown = await client.get("/camera/question/e-812.jpg")
        assert (shown.status, shown.content_type, await shown.read()) == (200, "image/jpeg", b"\xff\xd8")
        assert shown.headers["Cache-Control"] == "no-store"
        fake_service.picture = None
        assert (await client.get("/camera/question/e-812.jpg")).status == 404
