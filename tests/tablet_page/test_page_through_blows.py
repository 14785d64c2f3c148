"""What happens to daemon, network, broker and tablet while a page is open: nothing twice, nothing old shown as fresh.

The daemon, the broker and the browser are real programs; only the table is simulated. How long a recovery took is
printed (`pytest -s`), not judged: this machine may be busy.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import ClientSession
from gate import Gate, gate_to
from mortal_daemon import MortalDaemon
from mqtt_reader import needs_mosquitto, reading
from page_bench import IN_A_BROWSER, SIZES, expect
from restless_corrector import open_keeper

from hw_sim.simulated_table import SimulatedTable, TableMake
from mahjong_rules.tiles import TileStock
from table_daemon.journal.journal import Journal
from table_daemon.mqtt.broker import ChildBroker, Mosquitto

pytestmark = [*IN_A_BROWSER, pytest.mark.slow, pytest.mark.timeout(300)]
LONG_MS = 60_000
DOCUMENTS_AT_LEAST = 8


@dataclass
class Blows:
    """A daemon with a game in play, and a gate on the way of the browser to it."""

    daemon: MortalDaemon
    gate: Gate
    contexts: list[Any] = field(default_factory=list)

    @property
    def page(self) -> str:
        """Its address as the tablets reach it."""
        return f"http://127.0.0.1:{self.gate.port}/"

    async def restart(self) -> None:
        await self.daemon.kill()
        await self.daemon.start()

    async def document(self, topic: str) -> Any:
        """What the daemon says, past the gate."""
        async with ClientSession() as session, session.get(f"{self.daemon.page}api/documents") as answer:
            return (await answer.json())[topic]["data"]

    async def command(self, name: str, **data: object) -> Any:
        """As another program sends it."""
        url = f"{self.daemon.page}api/cmd/{name}"
        async with ClientSession() as session, session.post(url, json={"data": data}) as answer:
            return await answer.json()

    async def set_scores(self, *scores: int) -> None:
        answer = await self.command("set_scores", scores=scores, reason="counted again", force=True)
        assert answer["ok"], answer


@contextlib.asynccontextmanager
async def blows_at(folder: Path, **settings: str) -> AsyncIterator[Blows]:
    journal = Journal.open(folder / "journal.sqlite3")
    open_keeper(journal)
    journal.close()
    make = TableMake(math.inf, 1, TileStock(red_fives=True), width_px=1920, height_px=1080, folder=folder)
    async with SimulatedTable(make) as table:
        daemon = MortalDaemon(table.serial_port, table.camera_address, folder, **settings)
        await daemon.start()
        async with gate_to(daemon.port) as gate:
            try:
                yield Blows(daemon, gate)
            finally:
                await daemon.end()


@pytest_asyncio.fixture(loop_scope="session")
async def blows(tmp_path):
    async with blows_at(tmp_path) as opened:
        yield opened


async def tablet(browser, url: str):
    """A tablet with the page open and current."""
    context = await browser.new_context(viewport=SIZES["tablet"], locale="en-GB", service_workers="block")
    context.set_default_timeout(LONG_MS)
    opened = await context.new_page()
    await opened.goto(url)
    await opened.wait_for_selector(".felt")
    return opened


async def shows(page, *scores: str) -> None:
    """These scores, and not as old ones."""
    for seat, score in enumerate(scores):
        await expect(page.locator(f".seat-{seat} .points")).to_have_text(score, timeout=LONG_MS)
    await expect(page.locator("body")).not_to_have_class("old", timeout=LONG_MS)


async def is_called_old(page) -> None:
    await expect(page.locator("body")).to_have_class("old", timeout=LONG_MS)
    await expect(page.locator("#banner")).to_contain_text("No news from the table")


def told(what: str, since: float) -> None:
    print(f"{what}: fresh after {(time.perf_counter() - since) * 1000:.0f} ms")  # noqa: T201 - for whoever measures


async def tap_a_misread_tile(page, becomes: str) -> None:
    """The first discard of seat 1 was another tile."""
    await page.locator(".seat-1 .river button.touch").first.click()
    await page.locator(f'#sheet .palette [data-value="{becomes}"]').click()


async def test_a_server_killed_and_restarted_is_found_again_and_says_the_same(browser, blows):
    page = await tablet(browser, blows.daemon.page)
    await blows.set_scores(24_000, 26_000, 25_500, 24_500)
    await shows(page, "24,000", "26,000", "25,500", "24,500")
    await blows.daemon.kill()
    await is_called_old(page)
    await expect(page.locator(".seat-0 .points")).to_have_text("24,000")
    await blows.daemon.start()
    since = time.perf_counter()
    await shows(page, "24,000", "26,000", "25,500", "24,500")
    told("server restarted", since)
    await page.context.close()


async def test_a_correction_whose_answer_was_lost_with_the_server_is_entered_once(browser, blows):
    page = await tablet(browser, blows.daemon.page)
    # How long a server takes to start is this computer's business: the page's patience with one answer is not judged.
    await page.evaluate("AbortSignal.timeout = () => new AbortController().signal")
    tries: list[str] = []

    async def lose_the_first_answer(route) -> None:
        body = json.loads(route.request.post_data)
        if not body["data"].get("dry_run"):
            tries.append(body["id"])
        if tries and len(tries) == 1:
            await route.fetch()
            await blows.restart()
            await route.abort()
            return
        await route.continue_()

    await page.route("**/api/cmd/correct", lose_the_first_answer)
    await tap_a_misread_tile(page, "9p")
    await expect(page.locator(".seat-1 .river [data-tile='9p']")).to_have_count(1, timeout=LONG_MS)
    await expect(page.locator("#sheet")).to_be_hidden(timeout=LONG_MS)
    assert len(tries) == 2
    assert len(set(tries)) == 1
    assert (await blows.document("audit"))["total"] == 1
    await page.context.close()


async def test_a_page_whose_network_was_cut_says_so_and_is_current_once_it_is_back(browser, blows):
    page = await tablet(browser, blows.page)
    blows.gate.cut()
    await page.context.set_offline(True)
    await blows.set_scores(23_000, 27_000, 25_500, 24_500)
    await is_called_old(page)
    await expect(page.locator(".seat-0 .points")).to_have_text("25,000")
    blows.gate.mend()
    await page.context.set_offline(False)
    since = time.perf_counter()
    await shows(page, "23,000", "27,000", "25,500", "24,500")
    told("network back", since)
    await page.context.close()


async def test_two_tablets_that_take_the_same_event_back_at_once_take_back_one(browser, blows):
    first, second = await tablet(browser, blows.daemon.page), await tablet(browser, blows.daemon.page)
    before = await blows.document("board")
    for page in (first, second):
        await page.locator("#tab-machine").click()
        await page.get_by_role("button", name="Undo the last event").click()
        await page.locator("#sheet [data-do=sheet_confirm]").wait_for()
    await asyncio.gather(*(page.locator("#sheet [data-do=sheet_confirm]").click() for page in (first, second)))
    late = await asyncio.wait_for(whoever_is_told(first, second), LONG_MS / 1000)
    await late.get_by_role("button", name="Close").click()
    after = await blows.document("board")
    assert (await blows.document("audit"))["total"] == 1
    assert sum(map(len, after["rivers"])) == sum(map(len, before["rivers"])) - 1
    for page in (first, second):
        await page.context.close()


async def whoever_is_told(*pages):
    """The tablet that was late: what would follow now is shown there, and waits for another word."""
    waits = {asyncio.create_task(page.locator("#sheet").get_by_role("alert").wait_for()): page for page in pages}
    done, others = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    return waits[done.pop()]


async def test_a_tablet_that_slept_calls_old_what_it_shows_until_it_is_current(browser, blows):
    page = await tablet(browser, blows.page)
    session = await page.context.new_cdp_session(page)
    await session.send("Page.setWebLifecycleState", {"state": "frozen"})
    blows.gate.cut()
    await blows.restart()
    await blows.set_scores(22_000, 28_000, 25_500, 24_500)
    await session.send("Page.setWebLifecycleState", {"state": "active"})
    await is_called_old(page)
    await expect(page.locator(".seat-0 .points")).to_have_text("25,000")
    blows.gate.mend()
    since = time.perf_counter()
    await shows(page, "22,000", "28,000", "25,500", "24,500")
    told("woken tablet", since)
    await page.context.close()


@needs_mosquitto
async def test_a_broker_restarted_under_an_open_page_hears_everything_again_and_the_page_goes_on(browser, tmp_path):
    with ChildBroker(0, Mosquitto.installed()) as broker:
        port = broker.port
        settings = {"mqtt__broker": "external", "mqtt__host": "127.0.0.1", "mqtt__port": str(port)}
        async with blows_at(tmp_path, **settings) as blows:
            page = await tablet(browser, blows.daemon.page)
            async with reading(port, "jantaku/v1/simulated/#") as reader:
                await reader.topic("jantaku/v1/simulated/state")
            broker.stop()
            await blows.set_scores(21_000, 29_000, 25_500, 24_500)
            await shows(page, "21,000", "29,000", "25,500", "24,500")
            with ChildBroker(port, Mosquitto.installed()):
                since = time.perf_counter()
                async with reading(port, "jantaku/v1/simulated/#") as reader:
                    await reader.until(has_the_newest_scores)  # one that nobody had confirmed may come once more before
                    told("broker restarted", since)
                    assert await asyncio.wait_for(topics_of(reader), 30) >= DOCUMENTS_AT_LEAST
                async with reading(port, "jantaku/v1/simulated/state") as late:
                    kept = await late.topic("jantaku/v1/simulated/state")
                    assert has_the_newest_scores(kept.topic, json.loads(kept.payload))
            await expect(page.locator("body")).not_to_have_class("old")
            await page.context.close()


def has_the_newest_scores(topic: str, body: Any) -> bool:
    return topic == "jantaku/v1/simulated/state" and body["data"]["scores"] == [21_000, 29_000, 25_500, 24_500]


async def topics_of(reader) -> int:
    """How many retained documents have come, once status says online."""
    await reader.until(lambda topic, body: topic.endswith("/status") and body["state"] in ("online", "fault"))
    while len({message.topic for message in reader.messages}) < DOCUMENTS_AT_LEAST:
        reader.news.clear()
        await reader.news.wait()
    return len({message.topic for message in reader.messages})
