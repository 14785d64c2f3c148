"""House rules over HTTP: kept under a name, changed, forgotten; every wrong wish is refused in a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from aiohttp.test_utils import TestClient, TestServer
from fake_service import FakeService

from table_daemon.http.house_rules import add_house_rules_routes, preset_document
from table_daemon.http.routes import make_app
from table_daemon.http.settings import HttpSettings
from table_daemon.rules.house_rules import MAX_HOUSE_RULES, HouseRulesFile
from table_daemon.rules.presets import describe_preset, load_rules, preset_names

ODD = ["<img src=x onerror=alert(1)>", "Chez Zoë 👩‍👩‍👧", "قواعد", "'; DROP TABLE rules;--", "🀄" * 20]
EAST_ONLY = {"rounds": "1", "uma": "15000, 5000, -5000, -15000"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "house_rules.json"


@pytest.fixture
async def client(path: Path):
    app = make_app(FakeService(), HttpSettings())
    add_house_rules_routes(app, HouseRulesFile(path))
    async with TestClient(TestServer(app)) as opened:
        yield opened


async def wish(client, **fields):
    response = await client.post("/api/house_rules", json=fields)
    return response.status, await response.json()


def write(path: Path, text: str) -> None:
    path.write_text(text)


def written(path: Path) -> str:
    return path.read_text() if path.exists() else ""


async def listed(client):
    return (await (await client.get("/api/house_rules")).json())["house_rules"]


async def test_house_rules_keep_only_what_differs_and_a_game_can_begin_by_them(client) -> None:
    settings = {**EAST_ONLY, "game.start_points": "30000", "red_fives": "yes", "open_tanyao": "no"}
    status, answer = await wish(client, action="add", name=" Friday ", rules="tenhou", settings=settings)
    assert status == 200, answer
    (kept,) = await listed(client)
    assert (kept["name"], kept["rules"], kept["problem"]) == ("Friday", "tenhou", "")
    assert kept["settings"] == {
        "open_tanyao": "false",
        "start_points": "30000",
        "rounds": "1",
        "uma": "15000, 5000, -5000, -15000",
    }
    assert load_rules(kept["rules"], tuple(kept["settings"].items())).traits.has_riichi


async def test_house_rules_are_renamed_changed_and_forgotten(client) -> None:
    _, answer = await wish(client, action="add", name="A", rules="tenhou", settings=EAST_ONLY)
    number = answer["house_rules"]
    assert (await wish(client, action="change", house_rules=number, name="B"))[0] == 200
    assert (await wish(client, action="change", house_rules=number, settings={"rounds": "1"}))[0] == 200
    assert [(kept["name"], kept["settings"]) for kept in await listed(client)] == [("B", {"rounds": "1"})]
    assert (await wish(client, action="remove", house_rules=number))[0] == 200
    assert await listed(client) == []
    status, answer = await wish(client, action="change", house_rules=number, name="C")
    assert (status, answer["error"]["code"]) == (409, "not_now")
    assert "not there any more" in answer["error"]["message"]
    assert (await wish(client, action="add", name="D", rules="ema"))[1]["house_rules"] == number + 1, "ids never return"


@pytest.mark.parametrize("name", ODD)
async def test_an_odd_name_is_kept_as_it_is(client, name: str) -> None:
    assert (await wish(client, action="add", name=f" {name} ", rules="ema"))[0] == 200
    assert [kept["name"] for kept in await listed(client)] == [name]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"action": "add", "name": "x" * 10_000, "rules": "ema"}, "1 to 40 characters"),
        ({"action": "add", "name": "a\x00b", "rules": "ema"}, "without control characters"),
        ({"action": "add", "name": "a\u202egnp.exe", "rules": "ema"}, "turn text round"),
        ({"action": "add", "name": "a\u2066b", "rules": "ema"}, "turn text round"),
        ({"action": "add", "name": "\ud800", "rules": "ema"}, "control characters"),
        ({"action": "add", "name": "   ", "rules": "ema"}, "1 to 40 characters"),
        ({"action": "add", "name": 7, "rules": "ema"}, "1 to 40 characters"),
        ({"action": "add", "name": "A"}, "rules"),
        ({"action": "add", "name": "A", "rules": "tenho"}, "did you mean tenhou"),
        ({"action": "add", "name": "A", "rules": "ema", "settings": {"umma": "0"}}, "did you mean uma"),
        ({"action": "add", "name": "A", "rules": "ema", "settings": {"rounds": "x"}}, "rounds must be a whole number"),
        ({"action": "add", "name": "A", "rules": "ema", "settings": {"rounds": "-4"}}, "rounds"),
        ({"action": "add", "name": "A", "rules": "ema", "colour": "red"}, "colour"),
        ({"action": "remove"}, "house_rules"),
        ({"action": "remove", "house_rules": "1"}, "the id of house rules"),
        ({"action": "burn"}, "add, change, remove"),
        ({}, "add, change, remove"),
    ],
)
async def test_a_wrong_wish_is_refused_with_what_was_expected(client, path: Path, fields, told: str) -> None:
    status, answer = await wish(client, **fields)
    assert status == 400, answer
    assert told in answer["error"]["message"]
    assert len(answer["error"]["message"]) < 400
    assert written(path) == ""


async def test_a_name_belongs_to_one(client) -> None:
    assert (await wish(client, action="add", name="Friday", rules="ema"))[0] == 200
    status, answer = await wish(client, action="add", name="ＦＲＩＤＡＹ", rules="tenhou")
    assert (status, "are house rules called Friday already" in answer["error"]["message"]) == (409, True)
    _, answer = await wish(client, action="add", name="Monday", rules="ema")
    assert (await wish(client, action="change", house_rules=answer["house_rules"], name="friday"))[0] == 409
    assert (await wish(client, action="change", house_rules=answer["house_rules"], name="monday"))[0] == 200


async def test_there_are_not_more_than_people_can_look_through(client) -> None:
    for number in range(MAX_HOUSE_RULES):
        assert (await wish(client, action="add", name=f"N {number}", rules="ema"))[0] == 200
    status, answer = await wish(client, action="add", name="one more", rules="ema")
    assert (status, f"{MAX_HOUSE_RULES} house rules at most" in answer["error"]["message"]) == (409, True)


@pytest.mark.parametrize("damaged", ["", "{", "[]", '{"format": 1, "house_rules": [7]}', '{"format": 2}'])
async def test_a_damaged_file_is_told_and_never_written_over(client, path: Path, damaged: str) -> None:
    write(path, damaged)
    status, answer = await wish(client, action="add", name="A", rules="ema")
    assert status == 409
    assert "house_rules.json" in answer["error"]["message"]
    assert written(path) == damaged


async def test_rules_that_a_later_version_does_not_know_are_told_not_lost(client, path: Path) -> None:
    gone = {"id": 1, "name": "Old", "rules": "ema", "settings": {"no_such_option": "1"}}
    write(path, json.dumps({"format": 1, "last_id": 1, "house_rules": [gone]}))
    (kept,) = await listed(client)
    assert "no option 'no_such_option'" in kept["problem"]


async def test_another_site_changes_nothing(client) -> None:
    fields = {"action": "add", "name": "A", "rules": "ema"}
    response = await client.post("/api/house_rules", json=fields, headers={"Origin": "http://evil"})
    assert response.status == 403
    assert await listed(client) == []


@pytest.mark.parametrize("preset", preset_names())
def test_every_option_of_a_preset_can_be_chosen(preset: str) -> None:
    document = preset_document(preset)
    assert [option["option"] for option in document["options"]] == [item.option for item in describe_preset(preset)]
    for option in document["options"]:
        assert not option["choices"] or option["value"] in option["choices"]
        load_rules(preset, [(option["option"], option["value"])])


async def test_a_preset_that_is_not_there_is_not_found(client) -> None:
    assert (await client.get("/api/rules/ema")).status == 200
    for name in ("none", "x" * 500, "..%2f..%2ftable"):
        response = await client.get(f"/api/rules/{name}")
        assert response.status == 404, name
