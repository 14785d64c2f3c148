"""The page offers itself to other screens: codes on a table that waits for a game, and in the set-up."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest_asyncio
from accessibility import accessibility_faults
from page_bench import IN_A_BROWSER, expect, open_page

from table_daemon.access.gatekeeper import Gatekeeper
from table_daemon.http.home_addresses import home_addresses
from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings

pytestmark = IN_A_BROWSER
IS_REACHED = bool(home_addresses())
"""Whether this computer is in a network at all: without one no code leads anywhere, and the page says so."""


@pytest_asyncio.fixture(loop_scope="session")
async def open_server(service):
    """A page that listens for the whole network."""
    access = Gatekeeper.without_pins(now=lambda: datetime.now(UTC), clock=time.monotonic)
    started = HttpServer(service, HttpSettings(host="0.0.0.0", port=0), access=access)
    await started.start()
    yield started
    await started.stop()


async def keep_picture(page, name: str) -> None:
    """A picture for people who want to look, where JANTAKU_PAGE_PICTURES names a folder."""
    folder = os.environ.get("JANTAKU_PAGE_PICTURES")
    if folder:
        await page.screenshot(path=Path(folder) / f"{name}.png")


async def test_a_table_that_waits_for_a_game_shows_codes_for_phones(browser, open_server, service):
    service.show(None)
    page = await open_page(browser, open_server)
    card = page.locator(".card.screens")
    await expect(card).to_contain_text("On other screens")
    await expect(card.locator("img")).to_have_count(3 if IS_REACHED else 0)
    await expect(page.locator(".centre img[src='/screens/seat.svg']")).to_have_count(1 if IS_REACHED else 0)
    sizes = "[...document.querySelectorAll('.code img')].map((image) => image.naturalWidth)"
    assert all(size > 0 for size in await page.evaluate(sizes))
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await keep_picture(page, "screens")
    assert page.problems == []


async def test_every_screen_has_its_address_as_a_link_and_the_overlay_too(browser, open_server, service):
    service.show(None)
    page = await open_page(browser, open_server)
    links = page.locator(".card.screens .addresses a")
    await expect(links).to_have_count(4)
    addresses = await links.all_inner_texts()
    assert [await link.get_attribute("href") for link in await links.all()] == addresses
    assert [address.partition("?")[2] for address in addresses] == ["", "view=seat", "view=tv", "view=overlay"]
    assert all("127.0.0.1" not in address for address in addresses) == IS_REACHED
    assert await accessibility_faults(page) == []


async def test_a_page_of_this_computer_alone_says_what_to_do(page, service):
    service.show(None)
    card = page.locator(".card.screens")
    await expect(card).to_contain_text("Only this computer reaches the page")
    await expect(card).to_contain_text('host = "0.0.0.0"')
    await expect(card.locator("img")).to_have_count(0)
    await expect(page.locator(".centre .code")).to_have_count(0)
