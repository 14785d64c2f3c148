"""One button makes the file; another takes one in, which is looked at whole before anybody is asked to agree."""

from __future__ import annotations

import json
import logging
import os
import shutil
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from aiohttp.test_utils import TestClient, TestServer
from fake_service import READY, FakeService
from known_pins import PINS
from sample_games import game_in_play
from written_journals import NAME, content_of, write_games

from table_daemon.access.gatekeeper import Gatekeeper
from table_daemon.backup import desk as backup_desk
from table_daemon.backup.agreed import AGREED, REFUSED, UPLOADED, restore_agreed
from table_daemon.backup.checking import unpack_checked
from table_daemon.backup.desk import BackupDesk
from table_daemon.backup.making import make_backup_file
from table_daemon.http.backups import add_backup_routes
from table_daemon.http.routes import make_app
from table_daemon.http.settings import HttpSettings
from wire.commands.roles import Role

NOW = datetime(2026, 11, 23, 20, 0, tzinfo=UTC)
STAMP = "2026-11-23-210000"
BYTES = {"Content-Type": "application/octet-stream"}


@pytest.fixture
def state(tmp_path: Path) -> Path:
    write_games(tmp_path / "here" / NAME, 3, 4)
    return tmp_path / "here"


@pytest.fixture
def settings(tmp_path: Path, state: Path) -> Path:
    file = tmp_path / "site.toml"
    file.write_text(f'[table]\nstate_dir = "{state}"\n')
    return file


@pytest.fixture
def other(tmp_path: Path) -> bytes:
    """The backup of another table, with three games."""
    write_games(tmp_path / "there" / NAME, 2, 2, 5)
    make_backup_file(tmp_path / "there", None, tmp_path / "b", made_at=NOW.isoformat(), made_by="0.1.0")
    return (tmp_path / "b").read_bytes()


@pytest.fixture
def desk(state: Path, settings: Path) -> BackupDesk:
    return BackupDesk(state, settings, "0.1.0", lambda: NOW)


@pytest.fixture
def service() -> FakeService:
    fake = FakeService()
    fake.show(None)
    return fake


@pytest.fixture
async def client(service, desk):
    app = make_app(service, HttpSettings())
    add_backup_routes(app, desk, service)
    async with TestClient(TestServer(app)) as opened:
        yield opened


async def looked_at(client, data: bytes) -> dict:
    return await (await client.post("/api/restore", data=data, headers=BYTES)).json()


async def agreed(client, token: object) -> tuple[int, dict]:
    headers = {"Content-Type": "application/json"}
    response = await client.post("/api/restore/agreed", data=json.dumps({"token": token}), headers=headers)
    return response.status, await response.json()


def left_over(state: Path) -> list[str]:
    return [path.name for path in state.iterdir() if path.name.startswith((".backup", ".restore"))]


async def test_the_button_gives_one_file_that_a_restore_takes_and_leaves_nothing_behind(client, state, tmp_path):
    response = await client.get("/api/backup")
    assert response.status == 200
    name = response.headers["Content-Disposition"]
    assert name.startswith('attachment; filename="jantaku-2026-11-2')
    assert name.endswith('.jantaku"')
    (tmp_path / "taken").write_bytes(await response.read())
    (tmp_path / "out").mkdir()
    contents = unpack_checked(tmp_path / "taken", tmp_path / "out")
    assert {entry.name for entry in contents.files} == {NAME, "settings.toml"}
    assert left_over(state) == []


async def test_a_backup_is_looked_at_agreed_to_and_in_place_after_the_next_start(
    client, desk, state, settings, other, tmp_path
):
    before = content_of(state / NAME)
    answer = await looked_at(client, other)
    assert {**answer["backup"], "token": ""} == {
        "token": "",
        "made_at": NOW.isoformat(),
        "made_by": "0.1.0",
        "games": 3,
    }
    assert content_of(state / NAME) == before
    assert await agreed(client, answer["backup"]["token"]) == (200, {"ok": True})
    assert desk.agreed.is_set()
    assert content_of(state / NAME) == before
    restore_agreed(settings, [], STAMP, NOW.timestamp())
    assert content_of(state / NAME) == content_of(tmp_path / "there" / NAME)
    assert content_of(state / f"before-restore-{STAMP}" / NAME) == before
    assert left_over(state) == []
    restore_agreed(settings, [], "another start", NOW.timestamp())
    assert content_of(state / NAME) == content_of(tmp_path / "there" / NAME)


def newer(file: Path) -> bytes:
    copy = file.with_name("newer")
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(copy, "w") as new:
        for info in old.infolist():
            data = old.read(info)
            if info.filename == "contents.json":
                data = json.dumps({**json.loads(data), "format": 99, "made_by": "9.0.0"}).encode()
            new.writestr(info.filename, data)
    return copy.read_bytes()


BAD = {
    "a picture": (lambda _file: b"\xff\xd8jpeg" * 1000, "foreign", "no backup of Jantaku"),
    "nothing": (lambda _file: b"", "foreign", "no backup of Jantaku"),
    "a file that was cut off": (lambda file: file.read_bytes()[:-200], "foreign", "only a part of one"),
    "a flipped bit": (lambda file: flipped(file.read_bytes()), "damaged", "is damaged"),
    "one of a later version": (newer, "newer", "update Jantaku"),
}


def flipped(data: bytes) -> bytes:
    place = data.index(b"journal.sqlite3") + 200
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


@pytest.mark.parametrize("what", BAD)
async def test_what_cannot_be_used_is_refused_in_one_sentence_and_leaves_nothing_behind(
    client, state, other, tmp_path, what
):
    spoil, why, sentence = BAD[what]
    before = content_of(state / NAME)
    answer = await looked_at(client, spoil(tmp_path / "b"))
    assert (answer["ok"], answer["error"]["why"]) == (False, why)
    assert sentence in answer["error"]["message"]
    assert answer["error"]["message"].startswith("the file ")
    assert "\n" not in answer["error"]["message"]
    assert str(state) not in answer["error"]["message"]
    assert (left_over(state), content_of(state / NAME)) == ([], before)


async def test_what_is_too_large_is_refused_before_and_while_it_comes(client, state, monkeypatch):
    monkeypatch.setattr(backup_desk, "MOST_BYTES", 5000)

    async def pieces():
        for _ in range(10):
            yield b"1" * 1000

    response = await client.post("/api/restore", data=pieces(), headers=BYTES)
    answer = await response.json()
    assert (response.status, answer["error"]["why"]) == (413, "too_large")
    assert left_over(state) == []


async def test_a_body_that_says_it_is_too_large_is_not_read(client, monkeypatch):
    monkeypatch.setattr("table_daemon.http.backups.MOST_BYTES", 5000)
    response = await client.post("/api/restore", data=b"1" * 6000, headers=BYTES)
    assert (response.status, (await response.json())["error"]["why"]) == (413, "too_large")


async def test_a_disk_without_room_for_what_it_holds_is_told(client, state, other, monkeypatch):
    usage = shutil.disk_usage(state)._replace(free=1000)
    monkeypatch.setattr("table_daemon.backup.checking.shutil.disk_usage", lambda _folder: usage)
    answer = await looked_at(client, other)
    assert answer["error"]["why"] == "no_room"
    assert left_over(state) == []


@pytest.mark.parametrize("moment", ["a deal is in play", "the machine moves"])
async def test_in_the_middle_of_a_deal_nothing_is_restored(client, service, desk, other, moment):
    token = (await looked_at(client, other))["backup"]["token"]
    if moment == "a deal is in play":
        service.show(game_in_play())
    else:
        service.show(None, machine={**READY, "state": "building"})
    status, answer = await agreed(client, token)
    assert (status, answer["error"]["why"]) == (409, "in_play")
    assert not desk.agreed.is_set()
    service.show(None)
    assert (await agreed(client, token))[0] == 200


@pytest.mark.parametrize("token", ["another", "", None, 7])
async def test_only_what_was_looked_at_last_can_be_agreed_to(client, desk, other, token):
    await looked_at(client, other)
    status, answer = await agreed(client, token)
    assert (status, answer["error"]["why"]) == (409, "gone")
    assert not desk.agreed.is_set()


async def test_a_type_of_a_page_is_refused_for_no_other_site_may_send_a_file(client):
    response = await client.post("/api/restore", data=b"1", headers={"Content-Type": "text/plain"})
    assert (response.status, (await response.json())["error"]["code"]) == (400, "bad_data")
    response = await client.post("/api/restore", data=b"1", headers={**BYTES, "Origin": "http://elsewhere.example"})
    assert response.status == 403


@pytest.mark.parametrize("path", ["/api/backup", "/api/restore", "/api/restore/agreed"])
async def test_a_backup_needs_the_admins_pin_for_names_stand_in_it(service, desk, tmp_path, pin_file, path):
    shutil.copy(pin_file, tmp_path)
    access = Gatekeeper(tmp_path, is_public=True, now=lambda: NOW, clock=lambda: 0.0)
    app = make_app(service, HttpSettings(host="0.0.0.0"), access=access)
    add_backup_routes(app, desk, service)
    async with TestClient(TestServer(app)) as client:
        ask = client.get if path == "/api/backup" else client.post
        assert (await ask(path)).status == 401
        body = json.dumps({"pin": PINS[Role.TABLE]})
        await client.post("/api/login", data=body, headers={"Content-Type": "application/json"})
        assert (await ask(path)).status == 401


def test_what_cannot_be_put_in_place_after_all_is_told_and_the_table_starts_as_it_was(state, settings, caplog):
    before = content_of(state / NAME)
    (state / AGREED).write_bytes(b"spoiled meanwhile")
    (state / UPLOADED).write_bytes(b"never agreed to")
    with caplog.at_level(logging.ERROR):
        restore_agreed(settings, [], STAMP, NOW.timestamp())
    assert "the backup was not restored, the table is as it was" in caplog.text
    assert content_of(state / NAME) == before
    assert (state / REFUSED).read_bytes() == b"spoiled meanwhile"
    assert left_over(state) == []


def test_what_a_power_cut_left_of_a_restore_is_taken_away_at_the_next_start(tmp_path):
    settings = tmp_path / "table.toml"
    settings.write_text(f'[table]\nstate_dir = "{tmp_path}"\n')
    old, young, upload = tmp_path / ".restore-old", tmp_path / ".restore-young", tmp_path / ".backup-old"
    for folder in (old, young):
        folder.mkdir()
        (folder / "journal.sqlite").write_bytes(b"half")
    upload.write_bytes(b"half")
    for begun in (old, upload):
        os.utime(begun, (0, 0))
    restore_agreed(settings, [], STAMP, young.stat().st_mtime)
    assert not old.exists()
    assert not upload.exists()
    assert young.exists(), "a restore on the command line may be at it"
