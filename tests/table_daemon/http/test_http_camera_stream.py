from __future__ import annotations

import asyncio

import pytest
from aiohttp.test_utils import TestClient, TestServer
from eventually import eventually
from fake_service import FakeService

from table_daemon.http import camera_stream as http_camera_stream
from table_daemon.http.routes import make_app
from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings


class Camera(FakeService):
    """Numbers its pictures."""

    def __init__(self) -> None:
        super().__init__()
        self.taken = 0

    def snapshot_jpeg(self, *, overlay: bool) -> bytes | None:
        if self.picture is None:
            return None
        self.taken += 1
        return b"\xff\xd8 %d %s" % (self.taken, b"overlay" if overlay else b"plain")


@pytest.fixture
def camera():
    made = Camera()
    made.picture = b"there is one"
    return made


@pytest.fixture
async def client(camera, monkeypatch):
    monkeypatch.setattr(http_camera_stream, "PICTURE_EVERY_S", 0.01)
    async with TestClient(TestServer(make_app(camera, HttpSettings()))) as opened:
        yield opened


async def part(response) -> bytes:
    """The next picture."""
    async with asyncio.timeout(30):
        while not (line := await response.content.readline()).startswith(b"Content-Length: "):
            assert line, "the stream has ended"
        await response.content.readline()
        return await response.content.readexactly(int(line[16:]))


async def test_pictures_follow_each_other_with_what_was_read_where_asked(client):
    async with client.get("/camera/stream.mjpg?overlay=1") as response:
        assert response.content_type == "multipart/x-mixed-replace"
        first, second = await part(response), await part(response)
    assert first.endswith(b"overlay")
    assert second.endswith(b"overlay")
    async with client.get("/camera/stream.mjpg") as response:
        assert (await part(response)).endswith(b"plain")


async def test_before_the_first_picture_a_sentence_comes(client, camera):
    camera.picture = None
    response = await client.get("/camera/stream.mjpg")
    assert (response.status, await response.text()) == (503, "the camera has given no picture yet")


async def test_no_more_than_four_watch_and_who_leaves_makes_room(client):
    watching = [await client.get("/camera/stream.mjpg") for _ in range(4)]
    assert (await client.get("/camera/stream.mjpg")).status == 503
    watching[0].close()

    async def has_room() -> bool:
        again = await client.get("/camera/stream.mjpg")
        again.close()
        return again.status == 200

    async with asyncio.timeout(30):
        while not await has_room():
            pass
    for response in watching:
        response.close()


async def test_a_long_look_ends_so_that_the_login_is_looked_at_anew(client, monkeypatch):
    monkeypatch.setattr(http_camera_stream, "MAX_WATCH_S", 0.05)
    async with client.get("/camera/stream.mjpg") as response, asyncio.timeout(30):
        assert b"\xff\xd8" in await response.read()


async def test_stopping_the_server_ends_the_moving_picture(camera):
    server = HttpServer(camera, HttpSettings(port=0))
    await server.start()
    async with TestClient(TestServer(make_app(camera, HttpSettings()))) as client:
        response = await client.session.get(f"{server.url}camera/stream.mjpg")
        await part(response)
        await eventually(lambda: camera.taken > 0)
        async with asyncio.timeout(10):
            await server.stop()
