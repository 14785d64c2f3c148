from __future__ import annotations

import asyncio
import json
import socket
from datetime import UTC, datetime

import pytest
from aiohttp import ClientSession
from aiohttp.test_utils import TestClient, TestServer
from eventually import eventually
from fake_service import FakeService
from sample_games import game_in_play, game_with_result

from table_daemon.access.gatekeeper import Gatekeeper
from table_daemon.http.guard import is_own_host, is_same_origin
from table_daemon.http.routes import make_app
from table_daemon.http.server import HttpError, HttpServer
from table_daemon.http.settings import HttpSettings
from table_daemon.http.stream import Mailbox
from wire.calibration import CalibrationLook
from wire.messages import Announcement, Answer
from wire.words import words_document


@pytest.fixture
def service():
    fake = FakeService()
    fake.show(game_in_play())
    return fake


@pytest.fixture
async def client(service):
    app = make_app(service, HttpSettings(), heartbeat_s=0.05)
    async with TestClient(TestServer(app)) as opened:
        yield opened


async def events(response, count: int) -> list[tuple[str, dict]]:
    """The next `count` server-sent events, heartbeats left out."""
    found: list[tuple[str, dict]] = []
    name = ""
    async with asyncio.timeout(30):
        async for line in response.content:
            if line.startswith(b"event: "):
                name = line[7:].strip().decode()
            elif line.startswith(b"data: ") and name != "heartbeat":
                found.append((name, json.loads(line[6:])))
                if len(found) == count:
                    break
    return found


async def post(client, name: str = "hold", body: object = None, **headers: str):
    text = body if isinstance(body, (str, bytes)) else json.dumps(body or {})
    return await client.post(f"/api/cmd/{name}", data=text, headers={"Content-Type": "application/json", **headers})


async def test_the_page_is_served_with_a_strict_policy(client):
    response = await client.get("/")
    assert response.status == 200
    assert "text/html" in response.headers["Content-Type"]
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "Server" not in response.headers


@pytest.mark.parametrize("path", ["/static/js/main.js", "/static/css/base.css", "/static/i18n/fr.json", "/healthz"])
async def test_everything_the_page_needs_is_there(client, path):
    response = await client.get(path)
    assert response.status == 200
    assert "Content-Security-Policy" in response.headers


@pytest.mark.parametrize(
    "path", ["/static/../view.py", "/static/%2e%2e/view.py", "/static/..%2fview.py", "/static/", "/x"]
)
async def test_no_path_leads_out_of_the_pages_folder(client, path):
    async with ClientSession() as session:
        from yarl import URL

        response = await session.get(URL(f"http://127.0.0.1:{client.port}{path}", encoded=True))
        assert response.status in (403, 404)
        assert response.headers["X-Content-Type-Options"] == "nosniff"


async def test_all_documents_come_at_once(client, service):
    response = await client.get("/api/documents")
    documents = await response.json()
    assert set(documents) == {envelope.topic for envelope in service.retained()}
    assert documents["state"]["data"]["deal_label"] == "S2"


async def test_the_stream_begins_with_every_document_and_goes_on_with_changes(client, service):
    async with client.get("/api/events") as response:
        assert response.headers["Content-Type"] == "text/event-stream"
        first = await events(response, len(service.retained()))
        assert {name for name, _ in first} == {envelope.topic for envelope in service.retained()}
        service.show(game_with_result())
        changed = dict(await events(response, 4))
        assert changed["state"]["data"]["phase"] == "result"
        assert set(changed) == {"state", "board", "result", "game"}


async def test_heartbeats_carry_the_servers_time(client):
    async with client.get("/api/events") as response, asyncio.timeout(30):
        async for line in response.content:
            if line.startswith(b'data: {"ts"'):
                assert json.loads(line[6:])["ts"].endswith("Z")
                break


async def test_a_client_that_leaves_is_forgotten(client, service):
    async with client.get("/api/events") as response:
        await events(response, 1)
        assert len(service.announcer._listeners) == 1
    await eventually(lambda: not service.announcer._listeners)


async def test_a_slow_client_gets_the_newest_version_only():
    mailbox = Mailbox()
    for number in range(1000):
        mailbox.put(Announcement("state", {"n": number}, retained=True))
        mailbox.put(Announcement("event/discarded", {"n": number}, retained=False))
    assert await mailbox.take(0.1) == {"state": {"n": 999}}
    assert await mailbox.take(0.001) == {}


async def test_a_command_reaches_the_service(client, service):
    response = await post(client, "hold", {"id": "c-1", "expect_seq": 4, "data": {"on": True}})
    assert response.status == 200
    assert await response.json() == {"id": "c-1", "ok": True, "seq": 0, "error": None}
    command = service.commands[0]
    assert (command.name, command.data, command.id, command.expect_seq) == ("hold", {"on": True}, "c-1", 4)
    assert command.origin.startswith("http 127.0.0.1")


async def test_a_refusal_of_the_service_is_passed_on(client, service):
    service.answer = Answer(ok=False, seq=9, error_code="stale", message="look again")
    response = await post(client)
    assert response.status == 409
    assert (await response.json())["error"] == {"code": "stale", "message": "look again"}


@pytest.mark.parametrize(
    ("name", "body", "status", "code"),
    [("explode", {}, 404, "unknown_command"), ("hold", "[", 400, "bad_data"), ("hold", {"data": 3}, 400, "bad_data"),
     ("hold", {"expires_at": "2001-01-01T00:00:00Z"}, 409, "expired")],
)  # fmt: skip
async def test_malformed_commands_are_refused_and_change_nothing(client, service, name, body, status, code):
    response = await post(client, name, body)
    assert response.status == status
    assert (await response.json())["error"]["code"] == code
    assert service.commands == []


async def test_a_failing_service_answers_internal(client, service, monkeypatch):
    async def fail(_self, _command):
        raise RuntimeError("broken")

    monkeypatch.setattr(FakeService, "command", fail)
    response = await post(client, body={"id": "c-1"})
    assert response.status == 500
    assert (await response.json())["error"]["code"] == "internal"


async def test_a_huge_body_is_refused(client, service):
    response = await post(client, "hold", b"x" * 10_000_000)
    assert response.status == 413
    assert service.commands == []


async def test_a_form_post_is_refused(client, service):
    response = await client.post("/api/cmd/hold", data="{}", headers={"Content-Type": "text/plain"})
    assert response.status == 400
    assert service.commands == []


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
async def test_a_post_from_another_site_is_refused(client, service, headers):
    response = await post(client, **headers)
    assert response.status == 403
    assert service.commands == []


async def test_a_post_from_our_own_page_is_accepted(client, service):
    origin = f"http://127.0.0.1:{client.port}"
    response = await post(client, Origin=origin, **{"Sec-Fetch-Site": "same-origin"})
    assert response.status == 200


async def test_a_foreign_name_for_this_address_is_refused(client):
    response = await client.get("/api/documents", headers={"Host": "rebound.example.com"})
    assert response.status == 403


def test_names_of_this_table_and_others():
    names = frozenset({"table.club.example"})
    own = ["192.168.1.5:8080", "[fe80::1]:80", "localhost:8080", "jantaku", "jantaku.local", "table.club.example:80"]
    assert all(is_own_host(host, names) for host in own)
    assert not any(is_own_host(host, names) for host in ["", "evil.example", "jantaku.local.evil.example"])


def test_a_program_that_is_no_browser_may_post():
    assert is_same_origin(None, None, "table:80")
    assert not is_same_origin("http://table:81", None, "table:80")


async def test_the_camera_picture_or_a_sentence(client, service):
    missing = await client.get("/camera/snapshot.jpg")
    assert (missing.status, await missing.text()) == (503, "the camera has given no picture yet")
    service.picture = b"\xff\xd8jpeg"
    response = await client.get("/camera/snapshot.jpg?overlay=1")
    assert (await response.read(), response.headers["Content-Type"]) == (b"\xff\xd8jpeg", "image/jpeg")


async def test_the_calibration_comes_with_figures_and_a_picture(client, service):
    for path in ("/api/calibration", "/camera/calibration.jpg"):
        missing = await client.get(path)
        assert (missing.status, await missing.text()) == (503, "the camera has given no picture yet")
    service.calibration = CalibrationLook(None, "marker 2 hides", b"\xff\xd8jpeg")
    assert await (await client.get("/api/calibration")).json() == {
        "problem": "marker 2 hides",
        "problem_words": words_document("marker 2 hides"),
        "report": None,
    }
    picture = await client.get("/camera/calibration.jpg")
    assert (await picture.read(), picture.headers["Content-Type"]) == (b"\xff\xd8jpeg", "image/jpeg")


async def test_a_taken_port_is_said_in_one_sentence(service):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(HttpError, match=rf"127\.0\.0\.1:{port}, another program uses that port; choose another"):
            await HttpServer(service, HttpSettings(port=port)).start()


async def test_an_address_of_another_machine_is_said_in_one_sentence(service, tmp_path):
    now = datetime(2026, 11, 21, tzinfo=UTC)
    access = Gatekeeper(tmp_path, is_public=True, now=lambda: now, clock=lambda: 0.0)
    with pytest.raises(HttpError, match=r"set http\.host to an address of this machine"):
        await HttpServer(service, HttpSettings(host="192.0.2.1"), access=access).start()


async def test_stopping_ends_open_streams_and_frees_the_port(service):
    server = HttpServer(service, HttpSettings(port=0))
    await server.start()
    port = server.port
    async with ClientSession() as session, session.get(f"{server.url}api/events") as response:
        await events(response, 1)
        async with asyncio.timeout(10):
            await server.stop()
    again = HttpServer(service, HttpSettings(port=port))
    await again.start()
    await again.stop()
