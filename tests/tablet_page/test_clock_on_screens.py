"""One clock on all screens: the table's time, and how long the game and its deal last."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import pytest_asyncio
from page_bench import IN_A_BROWSER, SIZES, expect
from sample_games import game_in_play

from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings

pytestmark = IN_A_BROWSER
NOW = datetime(2031, 5, 4, 21, 43, 30, tzinfo=UTC)
"""Another year than any device of these tests shows."""
CLOCK = {
    "game_since": (NOW - timedelta(minutes=72)).isoformat(),
    "game_until": None,
    "deal_since": (NOW - timedelta(minutes=8)).isoformat(),
    "deal_until": None,
}


@pytest_asyncio.fixture(loop_scope="session")
async def server(service):
    started = HttpServer(service, HttpSettings(port=0), now=lambda: NOW, heartbeat_s=0.2)
    await started.start()
    yield started
    await started.stop()


@pytest.mark.parametrize(("query", "size"), [("", "tablet"), ("?view=tv", "tablet"), ("", "phone")])
async def test_every_screen_shows_the_tables_time_and_how_long_game_and_deal_last(
    browser, server, service, query, size
):
    service.show(game_in_play(), clock=CLOCK)
    context = await browser.new_context(
        viewport=SIZES[size], locale="en-GB", timezone_id="Europe/Paris", service_workers="block"
    )
    page = await context.new_page()
    await page.goto(f"{server.url}{query}")
    clock = page.locator(".clock:visible")
    await expect(clock).to_have_text("23:43game 1:12deal 0:08")
    service.show(game_in_play(), clock={**CLOCK, "deal_until": CLOCK["game_since"]})
    await expect(clock).to_have_text("23:43game 1:12")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("language", ["en-US", "fr", "ja", "zh"])
async def test_every_language_writes_one_form_of_the_24_hour_clock(browser, server, language):
    context = await browser.new_context(locale=language, timezone_id="Europe/Paris", service_workers="block")
    page = await context.new_page()
    await page.goto(server.url)
    await page.wait_for_selector(".felt")
    written = await page.evaluate(
        "at => import('/static/js/shared/clock.js').then(({ momentText, timeText }) => [timeText(at), momentText(at)])",
        "2031-05-05T07:05:00Z",
    )
    assert written[0] == "09:05"
    assert written[1].endswith("09:05")
    await context.close()
