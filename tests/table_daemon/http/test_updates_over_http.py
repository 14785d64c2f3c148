"""The page's way to other versions: what is new, a wish for root, how far it is; and what is refused."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from aiohttp.test_utils import TestClient, TestServer
from fake_service import FakeService
from known_pins import PINS

from table_daemon.access.gatekeeper import Gatekeeper
from table_daemon.http.routes import make_app
from table_daemon.http.settings import HttpSettings
from table_daemon.http.updates import add_update_routes
from table_daemon.updating.changes import Release
from table_daemon.updating.desk import UpdateDesk
from table_daemon.updating.offers import OfferedVersion
from table_daemon.updating.places import UpdatePlaces
from table_daemon.updating.told_files import tell_offer, tell_progress
from table_daemon.updating.wish_file import take_wish
from wire.commands.roles import Role

NOW = "2026-11-23T20:00:00+00:00"
OFFER = OfferedVersion("0.3.0", "jantaku=0.3.0", (Release("0.3.0", ("The wall is higher.",)),))
MODULE = "usr/lib/jantaku/site/table_daemon/app.py"


@pytest.fixture
def places(tmp_path: Path) -> UpdatePlaces:
    found = UpdatePlaces(tmp_path)
    found.wish.parent.mkdir(parents=True)
    return found


@pytest.fixture
async def client(places):
    app = make_app(FakeService(), HttpSettings())
    add_update_routes(app, UpdateDesk(places, "0.1.0", places.root / MODULE))
    async with TestClient(TestServer(app)) as opened:
        yield opened


async def wish(client, **words: object) -> tuple[int, dict]:
    headers = {"Content-Type": "application/json"}
    response = await client.post("/api/update", data=json.dumps(words), headers=headers)
    return response.status, await response.json()


def at_work(places: UpdatePlaces) -> None:
    """As root is, as long as an update lasts."""
    places.at_work.parent.mkdir(parents=True)
    places.at_work.touch()


async def told(client) -> dict:
    return await (await client.get("/api/update")).json()


async def test_before_anybody_looked_the_page_knows_what_runs_and_nothing_else(client):
    assert await told(client) == {
        "is_package": True,
        "running": "0.1.0",
        "offered": "",
        "changes": [],
        "before": "",
        "looked_at": None,
        "progress": None,
    }


async def test_a_look_is_a_wish_for_root_and_its_answer_stands_in_the_document(client, places):
    status, document = await wish(client, action="look")
    assert (status, document["progress"]["phase"]) == (200, "asked")
    assert take_wish(places) == ""
    tell_offer(places, OFFER, "0.0.9", NOW)
    tell_progress(places, "done")
    document = await told(client)
    assert document["changes"] == [{"version": "0.3.0", "points": ["The wall is higher."]}]
    assert (document["offered"], document["before"], document["looked_at"]) == ("0.3.0", "0.0.9", NOW)
    assert document["progress"]["phase"] == "done"


@pytest.mark.parametrize("version", ["0.3.0", "0.0.9"])
async def test_the_offered_version_and_the_one_before_can_be_wished_for(client, places, version):
    tell_offer(places, OFFER, "0.0.9", NOW)
    assert (await wish(client, action="install", version=version))[0] == 200
    assert take_wish(places) == version


@pytest.mark.parametrize("version", ["0.2.0", "9"])
async def test_a_version_that_root_does_not_offer_is_refused_and_root_hears_nothing(client, places, version):
    tell_offer(places, OFFER, "0.0.9", NOW)
    status, answer = await wish(client, action="install", version=version)
    assert (status, answer["error"]["why"]) == (409, "not_offered")
    assert take_wish(places) is None


@pytest.mark.parametrize("version", ["", "../x.deb", "0.3.0; reboot", "0.3.0\n", "-o", 3, None])
async def test_what_is_no_version_is_refused_by_its_name(client, places, version):
    status, answer = await wish(client, action="install", version=version)
    assert (status, answer["error"]["code"]) == (400, "bad_data")
    assert "version" in answer["error"]["message"]
    assert not places.wish.exists()


async def test_while_root_is_at_work_a_second_wish_is_refused(client, places):
    tell_offer(places, OFFER, "", NOW)
    at_work(places)
    tell_progress(places, "installing", "0.3.0", 40)
    assert (await told(client))["progress"] == {
        "phase": "installing",
        "version": "0.3.0",
        "percent": 40,
        "why": "",
        "text": "",
    }
    status, answer = await wish(client, action="look")
    assert (status, answer["error"]["why"]) == (409, "busy")


async def test_an_update_that_a_power_cut_ended_is_told_and_can_be_repeated(client, places):
    tell_offer(places, OFFER, "", NOW)
    tell_progress(places, "installing", "0.3.0", 40)
    assert not places.at_work.exists(), "it lies in memory, which a power cut empties"
    progress = (await told(client))["progress"]
    assert (progress["phase"], progress["why"]) == ("failed", "interrupted")
    assert (await wish(client, action="install", version="0.3.0"))[0] == 200


@pytest.mark.parametrize("text", ["", "{", "[]", '{"phase": "done"}', '{"offered": 3, "changes": 4}'])
async def test_a_file_that_is_damaged_says_nothing(client, places, text):
    places.told.mkdir(parents=True)
    places.offer.write_text(text)
    places.progress.write_text(text)
    assert (await told(client))["progress"] is None
    assert (await told(client))["offered"] == ""


async def test_a_program_that_no_package_brought_says_how_to_update_it(places, tmp_path):
    app = make_app(FakeService(), HttpSettings())
    add_update_routes(app, UpdateDesk(places, "0.1.0", tmp_path / "jantaku/table_daemon/app.py"))
    async with TestClient(TestServer(app)) as client:
        assert (await told(client))["is_package"] is False
        status, answer = await wish(client, action="look")
    assert (status, answer["error"]["why"]) == (409, "no_package")
    assert "git pull" in answer["error"]["message"]
    assert not places.wish.exists()


async def test_an_update_needs_the_admins_pin(places, tmp_path, pin_file):
    shutil.copy(pin_file, tmp_path)
    access = Gatekeeper(tmp_path, is_public=True, now=lambda: datetime.now(UTC), clock=lambda: 0.0)
    app = make_app(FakeService(), HttpSettings(host="0.0.0.0"), access=access)
    add_update_routes(app, UpdateDesk(places, "0.1.0", places.root / MODULE))
    async with TestClient(TestServer(app)) as client:
        for ask in (client.get, client.post):
            assert (await ask("/api/update")).status == 401
        body = json.dumps({"pin": PINS[Role.TABLE]})
        await client.post("/api/login", data=body, headers={"Content-Type": "application/json"})
        assert (await client.get("/api/update")).status == 401
