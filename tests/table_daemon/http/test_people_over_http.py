from __future__ import annotations

from pathlib import Path

import pytest
from aiohttp.test_utils import TestClient, TestServer
from fake_service import FakeService
from played_library import recorded_game, write_games
from sample_games import NAMES, game_in_play

from table_daemon.http.people import add_people_routes
from table_daemon.http.routes import make_app
from table_daemon.http.settings import HttpSettings
from table_daemon.library.library import Library

ODD = ["<img src=x onerror=alert(1)>", "Zoë 👩‍👩‍👧", "عمر", "'; DROP TABLE cards;--", "🀄" * 20]


@pytest.fixture
def service() -> FakeService:
    return FakeService()


@pytest.fixture
async def client(tmp_path: Path, service: FakeService):
    write_games(tmp_path / "journal.sqlite3", [recorded_game()])
    library = Library(tmp_path / "journal.sqlite3", tmp_path / "games.sqlite3")
    app = make_app(service, HttpSettings())
    add_people_routes(app, library, service)
    async with TestClient(TestServer(app)) as opened:
        yield opened
    await library.close()


async def wish(client, **fields):
    response = await client.post("/api/people", json=fields)
    return response.status, await response.json()


@pytest.mark.parametrize("name", ODD)
async def test_an_odd_name_is_kept_as_it_is(client, name: str) -> None:
    status, answer = await wish(client, action="add", name=f" {name} ")
    assert status == 200
    people = (await (await client.get("/api/people")).json())["people"]
    assert [card["name"] for card in people] == [name]
    assert (await (await client.get(f"/api/people/{answer['person']}")).json())["person"]["name"] == name


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"action": "add", "name": "x" * 10_000}, "1 to 40 characters"),
        ({"action": "add", "name": "a\x00b"}, "without control characters"),
        ({"action": "add", "name": "a\u202egnp.exe"}, "turn text round"),
        ({"action": "add", "name": "a\u2066b"}, "turn text round"),
        ({"action": "add", "name": "\ud800"}, "control characters"),
        ({"action": "add", "name": "   "}, "1 to 40 characters"),
        ({"action": "add", "name": ""}, "1 to 40 characters"),
        ({"action": "add", "name": 7}, "1 to 40 characters"),
        ({"action": "add", "name": "A", "colour": "mauve"}, "one of green"),
        ({"action": "add", "name": "A", "picture": "99z"}, "a tile's name"),
        ({"action": "add", "name": "A", "address": "x"}, "address"),
        ({"action": "remove"}, "person"),
        ({"action": "remove", "person": "1"}, "the id of a person"),
        ({"action": "burn", "person": 1}, "add, change, merge, remove"),
        ({}, "add, change, merge, remove"),
    ],
)
async def test_a_wrong_wish_is_refused_with_what_was_expected(client, fields, told: str) -> None:
    status, answer = await wish(client, **fields)
    assert status == 400
    assert told in answer["error"]["message"]
    assert len(answer["error"]["message"]) < 400


@pytest.mark.parametrize("person", ["7", "0", "x", "-1", "9" * 500])
async def test_somebody_without_a_card_is_not_found(client, person: str) -> None:
    response = await client.get(f"/api/people/{person}")
    assert response.status in (404, 409)
    assert "person" in (await response.json())["error"]["message"]


async def test_a_period_is_days_or_times_and_nothing_else(client) -> None:
    assert (await client.get("/api/people/table?since=2026-01-01&until=2026-12-31T23:59:59.000Z")).status == 200
    for query in ("since=yesterday", "until=2026-1-1", "rules=" + "x" * 100):
        assert (await client.get(f"/api/people/table?{query}")).status == 400
    table = await (await client.get("/api/people/table?since=2027-01-01")).json()
    assert table["rows"] == []


async def test_two_screens_that_add_the_same_person_make_one_card(client) -> None:
    assert (await wish(client, action="add", name="Aiko"))[0] == 200
    status, answer = await wish(client, action="add", name="aiko")
    assert status == 409
    assert "Aiko has a card already" in answer["error"]["message"]


async def test_a_card_is_not_removed_while_its_person_plays(client, service: FakeService) -> None:
    _, answer = await wish(client, action="add", name=NAMES[0])
    service.show(game_in_play())
    status, refusal = await wish(client, action="remove", person=answer["person"])
    assert status == 409
    assert f"{NAMES[0]} plays in the game that is on" in refusal["error"]["message"]
    service.show(None)
    status, done = await wish(client, action="remove", person=answer["person"])
    assert (status, done) == (200, {"still_in": []})


async def test_other_sites_may_wish_nothing(client) -> None:
    response = await client.post("/api/people", json={"action": "add", "name": "A"}, headers={"Origin": "http://evil"})
    assert response.status == 403
