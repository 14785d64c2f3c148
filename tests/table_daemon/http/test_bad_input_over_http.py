"""Whatever comes over HTTP to the real table: refused with the documented error, logged, nothing changed."""

from __future__ import annotations

import asyncio
import gzip
import json
import shutil
from datetime import UTC, datetime

import pytest
from aiohttp.test_utils import TestClient, TestServer
from right_commands import RIGHT_COMMANDS, with_unknown_fields
from table_bench import bench_at
from wire_judge import objections
from wrong_commands import SCORES, WRONG_COMMANDS

from table_daemon.access.gatekeeper import Gatekeeper, read_local_key
from table_daemon.access.passcode_file import PasscodeFile
from table_daemon.access.tries import LOCKED_AT
from table_daemon.http.guard import STATUS_BY_CODE
from table_daemon.http.routes import make_app
from table_daemon.http.settings import HttpSettings
from table_daemon.received_commands import COMMANDS_AT_ONCE
from wire.commands.roles import Role

JSON = {"Content-Type": "application/json"}
OUTSIDE = [
    "/static/../../../etc/passwd",
    "/static/%2e%2e/%2e%2e/view.py",
    "/static/..%2f..%2fview.py",
    "/journal.sqlite3",
]

PACKED = gzip.compress(json.dumps({"data": SCORES}).encode(), mtime=0)


@pytest.fixture(scope="module")
def pin_file(tmp_path_factory):
    """Made once: scrypt is slow on purpose."""
    file = PasscodeFile(tmp_path_factory.mktemp("access"))
    file.set_pin(Role.TABLE, "4711")
    return file.path


class Clock:
    """Of the desk of PINs: a test lets pauses pass."""

    s = 0.0

    def __call__(self) -> float:
        return self.s


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
async def table(tmp_path, pin_file, clock):
    """A game on a table that asks for PINs, and a program of the daemon's user."""
    access = tmp_path / "access"
    access.mkdir()
    shutil.copy(pin_file, access)
    async with bench_at(tmp_path) as bench:
        assert (await bench.send("start_game")).ok
        desk = Gatekeeper(access, is_public=True, now=lambda: datetime.now(UTC), clock=clock)
        app = make_app(bench.table, HttpSettings(host="0.0.0.0"), access=desk)
        async with TestClient(TestServer(app)) as client:
            yield bench, client, {**JSON, "Authorization": f"Bearer {read_local_key(access)}"}


def standing(bench):
    """Everything that a request could have changed."""
    return bench.state["scores"], bench.state["phase"], bench.state["hold"], bench.seq, len(bench.entries())


async def refusal(response, code: str) -> str:
    """The sentence of a refusal with this code."""
    answer = await response.json()
    assert (answer["ok"], answer["error"]["code"]) == (False, code), answer
    assert STATUS_BY_CODE[code] == response.status
    return str(answer["error"]["message"])


@pytest.mark.parametrize("mistake", WRONG_COMMANDS)
async def test_a_wrong_command_is_answered_with_its_error_logged_and_changes_nothing(table, mistake, caplog):
    bench, client, headers = table
    name, body, code, text = WRONG_COMMANDS[mistake]
    before = standing(bench)
    response = await client.post(f"/api/cmd/{name}", data=json.dumps({"id": "c-1", **body}), headers=headers)
    assert text in await refusal(response, code)
    assert objections("rsp/{client}", await response.json()) == []
    assert standing(bench) == before
    assert f"refused ({code})" in caplog.text


async def test_an_unknown_field_in_the_data_of_any_command_is_refused_with_its_name(table):
    bench, client, headers = table
    before = standing(bench)
    for name, data in RIGHT_COMMANDS.values():
        for _, wrong in with_unknown_fields(data, "dryrun"):
            body = json.dumps({"id": "c-1", "data": wrong})
            response = await client.post(f"/api/cmd/{name}", data=body, headers=headers)
            assert "dryrun" in await refusal(response, "bad_data")
    assert standing(bench)[:3] == before[:3]


async def test_a_stop_stops_the_machine_even_where_a_field_of_it_is_refused(table):
    bench, client, headers = table
    for name, data in (("stop", {"now": True}), ("machine", {"action": "stop", "now": True})):
        bench.machine.log.clear()
        response = await client.post(f"/api/cmd/{name}", data=json.dumps({"data": data}), headers=headers)
        assert '"now"' in await refusal(response, "bad_data")
        assert [entry.partition(":")[0] for entry in bench.machine.log] == ["stop"]


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "x-unknown"])
@pytest.mark.parametrize("body", [PACKED, b"\x1f\x8b not packed"], ids=["packed", "not packed"])
async def test_a_packed_body_is_refused_and_not_unpacked(table, encoding, body):
    bench, client, headers = table
    before = standing(bench)
    packed = {**headers, "Content-Encoding": encoding}
    response = await client.post("/api/cmd/set_scores", data=body, headers=packed)
    assert "without Content-Encoding" in await refusal(response, "bad_data")
    assert standing(bench) == before


async def test_ten_megabytes_are_refused_logged_and_change_nothing(table, caplog):
    bench, client, headers = table
    before = standing(bench)
    body = json.dumps({"data": {**SCORES, "reason": "x" * 10_000_000}})
    await refusal(await client.post("/api/cmd/set_scores", data=body, headers=headers), "too_large")
    assert standing(bench) == before
    assert "refused (too_large)" in caplog.text


async def test_a_post_of_another_site_is_refused_logged_and_changes_nothing(table, caplog):
    bench, client, headers = table
    before = standing(bench)
    foreign = {**headers, "Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"}
    response = await client.post("/api/cmd/set_scores", data=json.dumps({"data": SCORES}), headers=foreign)
    await refusal(response, "forbidden")
    assert standing(bench) == before
    assert "POST /api/cmd/set_scores from 127.0.0.1 refused" in caplog.text


@pytest.mark.parametrize("path", OUTSIDE)
async def test_a_path_out_of_the_pages_folder_is_refused_logged_and_gives_nothing_away(table, path, caplog):
    bench, client, _ = table
    before = standing(bench)
    reader, writer = await asyncio.open_connection("127.0.0.1", client.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
    async with asyncio.timeout(30):
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    assert head.split(b" ")[1] == b"404"
    assert json.loads(body)["error"]["code"] == "not_found"
    assert standing(bench) == before
    assert f"GET {path!r} from 127.0.0.1 refused" in caplog.text


@pytest.mark.parametrize(
    ("languages", "sentence"),
    [
        ("", "There is nothing at this address."),
        ("de, en-GB;q=0.8", "There is nothing at this address."),
        ("fr-FR,fr;q=0.9,en;q=0.5", "Il n’y a rien à cette adresse."),
        ("ja", "このアドレスには何もありません。"),
        ("zh-CN", "此地址没有内容。"),
    ],
)
async def test_a_browser_at_a_wrong_address_gets_a_sentence_and_a_way_to_the_table(table, caplog, languages, sentence):
    _, client, headers = table
    asked = {**headers, "Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": languages}
    response = await client.get("/nothing", headers=asked)
    page = await response.text()
    assert (response.status, response.content_type) == (404, "text/html")
    assert f"<p>{sentence}</p>" in page
    assert '<a href="/">' in page
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "GET '/nothing' from 127.0.0.1 refused" in caplog.text
    assert (await (await client.get("/nothing", headers=headers)).json())["error"]["code"] == "not_found"


@pytest.mark.parametrize(
    ("method", "path", "takes"), [("GET", "/api/cmd/hold", {"POST"}), ("DELETE", "/api/session", {"GET", "HEAD"})]
)
async def test_a_request_of_the_wrong_kind_is_told_which_kind_the_address_takes(table, caplog, method, path, takes):
    bench, client, headers = table
    before = standing(bench)
    response = await client.request(method, path, headers=headers)
    answer = await response.json()
    assert (response.status, answer["error"]["code"]) == (405, "not_found")
    assert set(response.headers["Allow"].split(", ")) == takes
    assert answer["error"]["message"] == f"this address takes {', '.join(sorted(takes))}, not {method}: send it so"
    assert standing(bench) == before
    assert f"{method} {path!r} from 127.0.0.1 refused: this address takes" in caplog.text


async def test_ten_wrong_pins_are_refused_logged_lock_the_address_and_change_nothing(table, clock, caplog):
    bench, client, _ = table
    before = standing(bench)
    for number in range(1, LOCKED_AT + 1):
        clock.s += 60
        await refusal(await client.post("/api/login", data=json.dumps({"pin": "0000"}), headers=JSON), "wrong_pin")
        assert f"wrong PIN from 127.0.0.1, the {number}. in a row" in caplog.text
    right = await client.post("/api/login", data=json.dumps({"pin": "4711"}), headers=JSON)
    await refusal(right, "too_many_tries")
    undo = await client.post("/api/cmd/undo", data=json.dumps({"data": {"to_seq": 0}}), headers=JSON)
    await refusal(undo, "login_needed")
    assert standing(bench) == before


async def test_a_flood_of_commands_is_refused_and_a_stop_among_them_stops(tmp_path, caplog):
    async with bench_at(tmp_path) as bench:
        desk = Gatekeeper.without_pins(now=lambda: datetime.now(UTC), clock=lambda: 0.0)
        app = make_app(bench.table, HttpSettings(), access=desk)
        async with TestClient(TestServer(app)) as client, asyncio.TaskGroup() as sending:
            flood = [sending.create_task(sent(client, "events")) for _ in range(COMMANDS_AT_ONCE + 40)]
            stop = sending.create_task(sent(client, "stop"))
    codes = [task.result() for task in flood]
    assert (codes.count("not_now"), len(codes) - codes.count("not_now")) == (40, COMMANDS_AT_ONCE)
    assert stop.result() == ""
    assert "127.0.0.1 sends commands faster than" in caplog.text


async def sent(client: TestClient, name: str) -> str:
    """The code of a command's refusal, "" for none."""
    answer = await (await client.post(f"/api/cmd/{name}", json={})).json()
    return "" if answer["ok"] else answer["error"]["code"]
