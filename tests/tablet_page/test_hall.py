"""The hall in a real browser: many tables of a real broker, told as they change."""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass

import pytest
import pytest_asyncio
from accessibility import LOOKS_IN_LANGUAGES, accessibility_faults
from aiohttp import ClientSession, web
from eventually import eventually
from fake_service import CAMERA, READY, FakeService
from gate import Gate, gate_to
from mqtt_reader import publishing
from page_bench import IN_A_BROWSER, SIZES, expect
from sample_games import game_in_play, game_with_result

from table_daemon.hall.server import Hall, HallSettings, make_app
from table_daemon.hall.tables import Tables
from table_daemon.mqtt.broker import ChildBroker, Iotcore
from table_daemon.mqtt.client import Address
from table_daemon.mqtt.settings import MqttSettings

pytestmark = IN_A_BROWSER
TITLES = {"en": "Hall", "fr": "Salle", "ja": "ホール", "zh": "大厅"}
FAULT = {"id": "1-1", "code": "dome_timeout", "text": "the dome does not reach its stop", "action": "look"}
ATTRIBUTES = re.compile(r"online|offline|fault")


@pytest_asyncio.fixture(loop_scope="session")
async def hall():
    """A hall whose connection to the broker can be cut, with two tables."""
    first, second = FakeService(), FakeService()
    first.show(game_in_play())
    second.show(game_with_result(), machine={**READY, "fault": FAULT, "state": "faulted"})
    with ChildBroker(0, Iotcore()) as broker:
        async with gate_to(broker.port) as gate:
            served = Hall(MqttSettings(broker="external"), Address("127.0.0.1", gate.port))
            async with (
                serving(served) as url,
                publishing(first, broker.port, table="t1"),
                publishing(second, broker.port, table="t2"),
            ):
                yield HallBench(url, first, second, gate, broker, served.tables)


@dataclass
class HallBench:
    url: str
    first: FakeService
    second: FakeService
    gate: Gate
    broker: ChildBroker
    tables: Tables


@contextlib.asynccontextmanager
async def serving(served: Hall):
    runner = web.AppRunner(make_app(served, HallSettings(port=0, heartbeat_s=0.5)))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    served.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/?view=hall"
    finally:
        await served.stop()
        await runner.cleanup()


@contextlib.asynccontextmanager
async def opened(browser, url, size="tablet", scheme="light", language="en-GB"):
    context = await browser.new_context(viewport=SIZES[size], color_scheme=scheme, locale=language)
    context.set_default_timeout(15_000)
    page = await context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    await page.goto(url)
    await page.wait_for_selector(".hall-card[data-name=t2], .hall-standings")
    try:
        yield page
    finally:
        await context.close()
    assert problems == []


def card(page, name):
    return page.locator(f".hall-card[data-name={name}]")


async def test_every_table_has_a_card_with_players_scores_round_and_machine(browser, hall):
    async with opened(browser, hall.url) as page:
        await expect(page.locator(".hall-card")).to_have_count(2)
        game = hall.first.announcer.retained()
        state = next(envelope.payload["data"] for envelope in game if envelope.topic == "state")
        for name, score in zip(state["names"], state["scores"], strict=True):
            await expect(card(page, "t1")).to_contain_text(name)
            await expect(card(page, "t1")).to_contain_text(f"{score:,}")
        await expect(card(page, "t1")).to_have_attribute("data-status", "online")
        await expect(card(page, "t2").locator(".hall-fault")).to_contain_text("dome")


async def test_a_change_at_a_table_arrives_by_itself_and_a_table_that_leaves_is_offline(browser, hall):
    async with opened(browser, hall.url) as page:
        await expect(card(page, "t1").locator(".hall-status")).to_have_text("A deal is being played")
        hall.first.show(game_with_result())
        await expect(card(page, "t1").locator(".hall-status")).to_have_text("The deal has a result")
        third = FakeService()
        third.show(None, camera={**CAMERA, "ok": False})
        async with publishing(third, hall.broker.port, table="t10"):
            await expect(card(page, "t10").locator(".hall-status")).to_have_text("Its camera sees nothing")
            order = await page.locator(".hall-card").evaluate_all("cards => cards.map((card) => card.dataset.name)")
            assert order == ["t2", "t10", "t1"], "a machine that stopped, then a camera that sees nothing"
        await expect(card(page, "t10")).to_have_attribute("data-status", "offline")
        await expect(card(page, "t10").locator(".hall-status")).to_have_text("Offline")
        await expect(page.locator(".hall-count")).to_have_text("2 of 3 tables online")


async def test_a_tap_opens_a_table_and_the_cards_fill_the_screen(browser, hall):
    hall.first.show(game_in_play(), page="http://table1.local:8080/")
    async with opened(browser, hall.url) as page:
        await page.set_viewport_size({"width": 1920, "height": 1080})
        link = card(page, "t1").get_by_role("link", name="t1")
        await expect(link).to_have_attribute("href", "http://table1.local:8080/")
        await expect(card(page, "t2").get_by_role("link")).to_have_count(0)
        await expect(page.locator("#hall")).to_have_attribute("data-fits", "")
        box = await card(page, "t1").bounding_box()
        assert box["width"] > 900
        assert 1000 < box["y"] + box["height"] <= 1080
        assert await page.evaluate("document.documentElement.scrollHeight <= innerHeight")


async def test_the_standings_rank_everybody_of_all_tables_and_the_bar_has_the_time(browser, hall):
    async with opened(browser, hall.url) as page:
        await expect(page.locator("#bar .time-of-day")).to_have_text(re.compile(r"\d\d:\d\d"))
        await page.get_by_role("button", name="Standings").click()
        rows = page.locator(".hall-standings tbody tr")
        await expect(rows).to_have_count(8)
        await expect(rows.first).to_have_text("1Chent237,900")
        assert await accessibility_faults(page) == []
        await page.reload()
        await expect(rows).to_have_count(8)


async def test_when_the_broker_is_lost_nothing_is_shown_as_fresh(browser, hall):
    async with opened(browser, hall.url) as page:
        await expect(page.locator("body")).not_to_have_class("old")
        hall.gate.cut()
        await expect(page.locator("#banner")).to_contain_text("lost the broker")
        await expect(page.locator("body")).to_have_class("old")
        hall.gate.mend()
        await expect(page.locator("body")).not_to_have_class("old")
        await expect(page.locator("#banner")).to_be_empty()


@pytest.mark.parametrize(("size", "scheme", "code"), LOOKS_IN_LANGUAGES)
async def test_it_speaks_four_languages_fits_every_screen_and_axe_finds_nothing(browser, hall, size, scheme, code):
    async with opened(browser, hall.url, size, scheme, code) as page:
        await expect(page.locator("h1")).to_have_text(TITLES[code])
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert await accessibility_faults(page) == []


async def test_language_and_colours_are_chosen_and_kept(browser, hall):
    async with opened(browser, hall.url) as page:
        await page.select_option("select", "fr")
        await expect(page.locator("h1")).to_have_text("Salle")
        await page.click("[data-do=theme]")
        await expect(page.locator("html")).to_have_attribute("data-theme", "light")
        await page.reload()
        await expect(page.locator("h1")).to_have_text("Salle")
        await page.goto(f"{hall.url}&language=ja")
        await expect(page.locator("h1")).to_have_text("ホール")
        await expect(page.locator("html")).to_have_attribute("data-theme", "light")


async def test_the_hall_takes_no_command_and_tells_programs_the_same(hall):
    base = hall.url.removesuffix("/?view=hall")
    async with ClientSession() as session:
        async with session.post(f"{base}/api/cmd/stop", json={}) as refused:
            assert refused.status in (404, 405)
        await eventually(lambda: len(hall.tables.cards()) == 2)
        async with session.get(f"{base}/api/hall") as answer:
            told = await answer.json()
        assert told["hall"]["connected"] is True
        assert [table["name"] for table in told["tables"]] == ["t1", "t2"]
        async with session.get(f"{base}/healthz") as health:
            assert (await health.json())["ok"] is True
        async with session.get(f"{base}/healthz", headers={"Host": "evil.example.com"}) as foreign:
            assert foreign.status == 403


async def test_the_bare_address_leads_to_the_page_and_keeps_the_language(hall):
    base = hall.url.removesuffix("/?view=hall")
    async with ClientSession() as session, session.get(f"{base}/?language=fr") as answer:
        assert answer.url.query == {"language": "fr", "view": "hall"}
        assert answer.status == 200
