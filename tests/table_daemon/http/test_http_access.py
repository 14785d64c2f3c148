"""Roles, logins and refusals over HTTP: everything bad is answered with its code, logged, and changes nothing."""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
from datetime import UTC, datetime

import pytest
from aiohttp.test_utils import TestClient, TestServer
from fake_service import FakeService
from known_pins import PINS
from sample_games import game_in_play

from table_daemon.access.gatekeeper import Gatekeeper, read_local_key
from table_daemon.access.tries import LOCKED_AT
from table_daemon.http import guard as http_guard
from table_daemon.http.routes import make_app
from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings
from wire.commands.registry import COMMANDS
from wire.commands.roles import Role

JSON = {"Content-Type": "application/json"}
PICTURES = ("/camera/snapshot.jpg", "/camera/stream.mjpg", "/camera/calibration.jpg", "/api/calibration")


class Clock:
    s = 0.0

    def __call__(self) -> float:
        return self.s


@pytest.fixture
def service():
    fake = FakeService()
    fake.show(game_in_play())
    fake.picture = b"\xff\xd8jpeg"
    return fake


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def desk(tmp_path, clock, pin_file):
    shutil.copy(pin_file, tmp_path)
    return Gatekeeper(tmp_path, is_public=True, now=lambda: datetime.now(UTC), clock=clock)


@pytest.fixture
async def client(service, desk):
    app = make_app(service, HttpSettings(host="0.0.0.0"), access=desk, heartbeat_s=0.05)
    async with TestClient(TestServer(app)) as opened:
        yield opened


async def post(client, path: str, body: object = None, **headers: str):
    return await client.post(path, data=json.dumps(body or {}), headers={**JSON, **headers})


async def login(client, role: Role = Role.TABLE, device: str = "Tablet"):
    response = await post(client, "/api/login", {"pin": PINS[role], "device": device})
    assert response.status == 200, await response.text()
    return response


async def refusal(response) -> tuple[int, str]:
    answer = await response.json()
    assert answer["ok"] is False
    assert answer["error"]["message"]
    return response.status, answer["error"]["code"]


async def test_a_viewer_reads_everything_but_the_camera(client):
    for path in ("/", "/api/documents", "/api/session", "/static/js/main.js", "/healthz"):
        assert (await client.get(path)).status == 200
    async with client.get("/api/events") as stream:
        assert stream.status == 200
    for path in PICTURES:
        assert await refusal(await client.get(path)) == (401, "login_needed")


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"machine", "stop", "events"}))
async def test_a_viewer_commands_nothing_and_is_told_which_role_it_takes(client, service, caplog, name):
    response = await post(client, f"/api/cmd/{name}", {"id": "c-1"})
    assert await refusal(response) == (401, "login_needed")
    answer = await response.json()
    role = COMMANDS[name].role_of({})
    assert (answer["id"], answer["error"]["role"]) == ("c-1", role)
    assert service.commands == []
    assert f"command {name} of http 127.0.0.1 (viewer) refused: it needs the role {role}" in caplog.text


async def test_everybody_may_stop_the_machine(client, service):
    assert (await post(client, "/api/cmd/machine", {"data": {"action": "stop"}})).status == 200
    assert (await post(client, "/api/cmd/stop")).status == 200
    assert [command.origin for command in service.commands] == ["http 127.0.0.1 (viewer)"] * 2


def test_only_the_camera_itself_is_more_than_the_tables_business():
    setting_up = {name for name, kind in COMMANDS.items() if all(form.role is Role.ADMIN for form in kind.forms)}
    assert setting_up == {"calibrate_camera"}


async def test_the_table_plays_and_does_not_set_up(client, service):
    await login(client, device="iPad of Aiko")
    assert (await post(client, "/api/cmd/undo", {"data": {"to_seq": 3}})).status == 200
    assert (await post(client, "/api/cmd/machine", {"data": {"action": "home"}})).status == 200
    assert service.commands[0].origin == "http 127.0.0.1 (table, iPad of Aiko)"
    single = await post(client, "/api/cmd/machine", {"data": {"action": "maintenance", "on": True}})
    assert await refusal(single) == (401, "login_needed")
    assert (await single.json())["error"]["role"] == "admin"
    assert await refusal(await client.get("/camera/snapshot.jpg")) == (401, "login_needed")
    assert len(service.commands) == 2


async def test_the_admin_does_everything(client, service):
    await login(client, Role.ADMIN)
    assert (await client.get("/camera/snapshot.jpg?overlay=1")).status == 200
    for data in ({"action": "maintenance", "on": True}, {"action": "dome_up"}, {"action": "home"}, {"action": "stop"}):
        assert (await post(client, "/api/cmd/machine", {"data": data})).status == 200
    assert len(service.commands) == 4


async def test_the_cookie_is_kept_from_scripts_and_other_sites(client):
    cookie = (await login(client)).headers["Set-Cookie"]
    assert cookie.startswith(f"jantaku-{client.port}=")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "Max-Age=2592000" in cookie


async def test_a_browser_is_told_who_it_is_and_logs_out(client):
    async def session():
        return await (await client.get("/api/session")).json()

    assert await session() == {"role": "viewer", "is_asked": True, "device": "", "until": None, "https_port": None}
    await login(client)
    now = await session()
    assert (now["role"], now["device"]) == ("table", "Tablet")
    assert datetime.fromisoformat(now["until"]) > datetime.now(UTC)
    assert (await (await post(client, "/api/logout")).json())["role"] == "viewer"
    assert (await session())["role"] == "viewer"


async def test_ten_wrong_pins_are_refused_logged_and_the_next_is_not_looked_at(client, clock, service, caplog):
    for number in range(LOCKED_AT):
        response = await post(client, "/api/login", {"pin": "0000"})
        if response.status == 429:
            clock.s += int(response.headers["Retry-After"])
            response = await post(client, "/api/login", {"pin": "0000"})
        assert await refusal(response) == (401, "wrong_pin")
        assert "Set-Cookie" not in response.headers
        assert f"wrong PIN from 127.0.0.1, the {number + 1}. in a row" in caplog.text
    locked = await post(client, "/api/login", {"pin": PINS[Role.TABLE]})
    assert await refusal(locked) == (429, "too_many_tries")
    assert locked.headers["Retry-After"] == "300"
    assert (await locked.json())["error"]["retry_after_s"] == 300
    assert await refusal(await post(client, "/api/cmd/undo")) == (401, "login_needed")
    assert (await post(client, "/api/cmd/stop")).status == 200
    assert [command.name for command in service.commands] == ["stop"]


@pytest.mark.parametrize(
    "body",
    [{}, {"pin": 4711}, {"pin": None}, {"pin": "4711", "device": 3}, {"pin": "4711", "role": "admin"}, [1], "4711"],
)
async def test_a_login_that_is_none_is_no_try(client, body):
    response = await client.post("/api/login", data=json.dumps(body), headers=JSON)
    assert await refusal(response) == (400, "bad_data")
    await login(client)


async def test_a_pin_of_a_megabyte_costs_no_time(client):
    assert await refusal(await post(client, "/api/login", {"pin": "1" * 1_000_000})) == (413, "too_large")
    assert await refusal(await post(client, "/api/login", {"pin": "1" * 15_000})) == (401, "wrong_pin")


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
@pytest.mark.parametrize("path", ["/api/login", "/api/cmd/hold"])
async def test_what_a_form_of_another_site_could_send_is_refused(client, service, path, content_type):
    response = await client.post(path, data=b'{"pin": "4711"}', headers={"Content-Type": content_type})
    assert await refusal(response) == (400, "bad_data")
    assert service.commands == []


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}])
@pytest.mark.parametrize("path", ["/api/login", "/api/logout", "/api/cmd/hold", "/api/cmd/stop"])
async def test_a_post_of_another_site_is_refused_even_with_the_cookie(client, service, caplog, path, headers):
    await login(client)
    response = await post(client, path, {"pin": "4711"}, **headers)
    assert await refusal(response) == (403, "forbidden")
    assert service.commands == []
    assert f"POST {path} from 127.0.0.1 refused" in caplog.text
    assert (await (await client.get("/api/session")).json())["role"] == "table"


async def test_a_foreign_name_is_refused_and_logged(client, caplog):
    response = await client.get("/api/documents", headers={"Host": "rebound.example.com"})
    assert await refusal(response) == (403, "forbidden")
    assert "'rebound.example.com' does not belong to the table" in caplog.text


async def test_ten_megabytes_are_refused_and_logged(client, service, caplog):
    await login(client)
    response = await client.post("/api/cmd/hold", data=b"x" * 10_000_000, headers=JSON)
    assert await refusal(response) == (413, "too_large")
    assert service.commands == []
    assert "command 'hold' of http 127.0.0.1 (table, Tablet) refused" in caplog.text


async def test_a_body_that_never_ends_is_given_up(client, service, caplog, monkeypatch):
    monkeypatch.setattr(http_guard, "BODY_WITHIN_S", 0.05)
    reader, writer = await asyncio.open_connection("127.0.0.1", client.port)
    writer.write(
        b"POST /api/cmd/hold HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b'Content-Length: 100\r\n\r\n{"data"'
    )
    async with asyncio.timeout(30):
        answer = await reader.readuntil(b"}}")
    writer.close()
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b'"too_slow"' in answer
    assert service.commands == []
    assert "the body was not whole" in caplog.text


async def test_a_connection_that_asks_nothing_is_closed(service, monkeypatch):
    monkeypatch.setattr("table_daemon.http.server._IDLE_S", 0.05)
    server = HttpServer(service, HttpSettings(port=0))
    await server.start()
    try:
        with socket.create_connection(("127.0.0.1", server.port)) as idle:
            reader, writer = await asyncio.open_connection(sock=idle)
            async with asyncio.timeout(30):
                assert await reader.read() == b""
            writer.close()
    finally:
        await server.stop()


@pytest.mark.parametrize(
    "path",
    [
        "/static/../roles.py", "/static/%2e%2e/view.py", "/static/..%2f..%2fpyproject.toml", "/static/..%5cview.py",
        "/static//etc/passwd", "/static/%2fetc%2fpasswd", "/../view.py", "/%2e%2e/%2e%2e/etc/passwd", "/static/%00",
        "/static/js/../../view.py", "/static/%252e%252e/view.py", "/api/../static/../view.py",
    ],
)  # fmt: skip
async def test_no_path_leads_out_of_the_pages_folder_raw_or_encoded(client, path):
    reader, writer = await asyncio.open_connection("127.0.0.1", client.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
    async with asyncio.timeout(30):
        answer = await reader.read()
    writer.close()
    assert answer.split(b" ")[1] in (b"400", b"403", b"404"), answer[:200]
    assert b"root:" not in answer
    assert b"import" not in answer


async def test_the_key_of_this_computers_user_opens_everything_without_a_pin(client, service, tmp_path):
    key = {"Authorization": f"Bearer {read_local_key(tmp_path)}"}
    assert (await post(client, "/api/cmd/machine", {"data": {"action": "dome_up"}}, **key)).status == 200
    assert service.commands[0].origin == "http 127.0.0.1 (admin, command line)"
    wrong = await post(client, "/api/cmd/undo", None, Authorization="Bearer guess")
    assert await refusal(wrong) == (401, "login_needed")


async def test_where_no_pin_is_set_nobody_logs_in(service):
    async with TestClient(TestServer(make_app(service, HttpSettings()))) as client:
        assert (await (await client.get("/api/session")).json())["is_asked"] is False
        assert await refusal(await post(client, "/api/login", {"pin": "4711"})) == (409, "not_now")
        assert (await client.get("/camera/snapshot.jpg")).status == 200


@pytest.mark.parametrize(
    ("host", "is_public"),
    [("127.0.0.1", False), ("::1", False), ("localhost", False), ("127.8.8.8", False), ("0.0.0.0", True),
     ("", True), ("::", True), ("192.0.2.7", True), ("table.local", True)],
)  # fmt: skip
def test_which_addresses_let_other_computers_in(host, is_public):
    assert HttpSettings(host=host).is_public is is_public


def test_a_page_for_the_network_without_roles_is_not_made(service):
    with pytest.raises(ValueError, match="Gatekeeper"):
        make_app(service, HttpSettings(host="0.0.0.0"))
