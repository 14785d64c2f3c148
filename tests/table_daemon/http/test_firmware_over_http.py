"""The page's way to the board's firmware: what it says, one wish, what is refused before the machine hears."""

from __future__ import annotations

import json
import shutil
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
import pytest_asyncio
from aiohttp.test_utils import TestClient, TestServer
from fake_service import FakeService
from known_pins import PINS
from sample_games import game_in_play

from table_daemon.access.gatekeeper import Gatekeeper
from table_daemon.firmware_service import FirmwareError, FirmwareWhy
from table_daemon.http.firmware import add_firmware_routes
from table_daemon.http.routes import make_app
from table_daemon.http.settings import HttpSettings
from wire.commands.roles import Role
from wire.firmware_documents import FirmwareDocument


class Desk:
    """Says what a test says."""

    def __init__(self) -> None:
        self.told: FirmwareDocument = {"running": "0badcafe", "carried": "12345678", "progress": None}
        self.wishes = 0
        self.refusal: FirmwareError | None = None

    def document(self) -> FirmwareDocument:
        return self.told

    async def bring(self) -> None:
        self.wishes += 1
        if self.refusal is not None:
            raise self.refusal


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def service() -> FakeService:
    made = FakeService()
    made.show(None)
    return made


@pytest_asyncio.fixture
async def client(service, desk) -> AsyncIterator[TestClient]:
    app = make_app(service, HttpSettings())
    add_firmware_routes(app, desk, service)
    async with TestClient(TestServer(app)) as opened:
        yield opened


async def wish(client, **words: object) -> tuple[int, dict]:
    headers = {"Content-Type": "application/json"}
    response = await client.post("/api/firmware", data=json.dumps(words), headers=headers)
    return response.status, await response.json()


async def test_the_document_is_what_the_desk_says(client, desk):
    assert await (await client.get("/api/firmware")).json() == desk.told


async def test_one_wish_is_handed_on_and_answered_by_the_document(client, desk):
    assert await wish(client, action="bring") == (200, desk.told)
    assert desk.wishes == 1


async def test_while_a_deal_is_in_play_the_machine_does_not_even_hear_of_it(client, service, desk):
    service.show(game_in_play())
    status, answer = await wish(client, action="bring")
    assert (status, answer["error"]["why"]) == (409, "in_play")
    assert "let all tiles in" in answer["error"]["message"]
    assert desk.wishes == 0


async def test_what_the_machine_refuses_is_told_with_its_reason(client, desk):
    desk.refusal = FirmwareError("tiles are on the table", FirmwareWhy.TILES)
    status, answer = await wish(client, action="bring")
    assert (status, answer["error"]["why"], answer["error"]["message"]) == (409, "tiles", "tiles are on the table")


@pytest.mark.parametrize("words", [{}, {"action": "flash"}, {"action": "bring", "file": "/etc/passwd"}])
async def test_what_is_no_wish_is_refused(client, desk, words):
    assert (await wish(client, **words))[0] == 400
    assert desk.wishes == 0


async def test_a_page_without_a_board_says_so(service):
    app = make_app(service, HttpSettings())
    add_firmware_routes(app, None, service)
    async with TestClient(TestServer(app)) as client:
        assert (await client.get("/api/firmware")).status == 404
        assert (await wish(client, action="bring"))[0] == 404


async def test_it_needs_the_admins_pin(service, desk, tmp_path, pin_file):
    shutil.copy(pin_file, tmp_path)
    access = Gatekeeper(tmp_path, is_public=True, now=lambda: datetime.now(UTC), clock=lambda: 0.0)
    app = make_app(service, HttpSettings(host="0.0.0.0"), access=access)
    add_firmware_routes(app, desk, service)
    async with TestClient(TestServer(app)) as client:
        for ask in (client.get, client.post):
            assert (await ask("/api/firmware")).status == 401
        body = json.dumps({"pin": PINS[Role.TABLE]})
        await client.post("/api/login", data=body, headers={"Content-Type": "application/json"})
        assert (await client.get("/api/firmware")).status == 401
        assert (await wish(client, action="bring"))[0] == 401
    assert desk.wishes == 0
