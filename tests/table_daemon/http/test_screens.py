"""The page on other screens: the address that they reach, and the code that a camera reads."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime

import cv2
import numpy as np
import pytest
from aiohttp.test_utils import TestClient, TestServer
from fake_service import FakeService

from table_daemon.access.gatekeeper import Gatekeeper
from table_daemon.cli.simulation_addresses import lan_lines
from table_daemon.http.home_addresses import home_addresses, is_of_this_computer
from table_daemon.http.qr_code import qr_svg, qr_text
from table_daemon.http.routes import make_app
from table_daemon.http.settings import HttpSettings

ADDRESS = "http://192.168.178.123:8080/?view=seat"
OUTSIDE = {"Host": "192.168.1.20:8080"}


def read(is_dark: np.ndarray) -> str:
    """What a phone's camera would find: OpenCV's own reader."""
    picture = cv2.resize(np.where(is_dark, 0, 255).astype(np.uint8), None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    return cv2.QRCodeDetector().detectAndDecode(picture)[0]


def test_the_drawing_says_the_address():
    svg = qr_svg(ADDRESS)
    side = int(re.search(r'viewBox="0 0 (\d+)', svg)[1])
    is_dark = np.zeros((side, side), bool)
    for column, row in re.findall(r"M(\d+) (\d+)h1v1h-1z", svg):
        is_dark[int(row), int(column)] = True
    assert not is_dark[:4].any()
    assert not is_dark[:, -4:].any()
    assert read(is_dark) == ADDRESS


def test_the_text_for_a_terminal_says_the_address():
    halves = {" ": (1, 1), "▄": (1, 0), "▀": (0, 1), "█": (0, 0)}
    rows = [[halves[sign] for sign in line] for line in qr_text(ADDRESS).splitlines()]
    is_dark = np.array(rows).transpose(0, 2, 1).reshape(2 * len(rows), -1) == 1
    assert read(is_dark) == ADDRESS


def client_of(host: str) -> TestClient:
    nobody_is_asked = Gatekeeper.without_pins(now=lambda: datetime.now(UTC), clock=time.monotonic)
    return TestClient(TestServer(make_app(FakeService(), HttpSettings(host=host), access=nobody_is_asked)))


async def test_a_page_that_only_this_computer_reaches_offers_no_code():
    async with client_of("127.0.0.1") as client:
        assert (await (await client.get("/api/screens")).json())["address"] is None
        assert (await client.get("/screens/seat.svg")).status == 404


async def test_a_code_leads_where_the_browser_itself_came_from():
    async with client_of("0.0.0.0") as client:
        said = await (await client.get("/api/screens", headers=OUTSIDE)).json()
        assert said == {"address": "http://192.168.1.20:8080", "views": ["table", "seat", "tv"]}
        answer = await client.get("/screens/seat.svg", headers=OUTSIDE)
        assert (answer.status, answer.content_type) == (200, "image/svg+xml")
        assert await answer.text() == qr_svg("http://192.168.1.20:8080/?view=seat")
        assert (await client.get("/screens/nowhere.svg", headers=OUTSIDE)).status == 404


async def test_on_the_tables_own_screen_a_code_leads_to_its_address_in_the_network():
    async with client_of("0.0.0.0") as client:
        said = await (await client.get("/api/screens")).json()
        own = next(iter(home_addresses()), None)
        assert (said["address"] is None) == (own is None)
        assert own is None or own in said["address"]


@pytest.mark.parametrize(
    ("host", "is_own"),
    [("localhost", True), ("127.0.0.1", True), ("::1", True), ("table.local", False), ("10.0.0.5", False)],
)
def test_names_of_the_computer_itself_lead_a_phone_nowhere(host, is_own):
    assert is_of_this_computer(host) is is_own


def test_the_simulation_tells_a_phones_address_and_its_code():
    lines = lan_lines("http://127.0.0.1:8100/")
    if home_addresses():
        assert re.search(r"network: http://\S+:8100/$", lines[0])
        assert len(lines) > 10
    else:
        assert lines == ["No phone reaches the page: this computer is in no network."]
