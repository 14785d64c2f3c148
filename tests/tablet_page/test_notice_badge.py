"""The badge of a table: a site's own words, or that it is simulated, with five things to try."""

from __future__ import annotations

import pytest
import pytest_asyncio
from accessibility import accessibility_faults
from page_bench import IN_A_BROWSER, SIZES, expect, open_page
from sample_games import game_in_play
from table_bench import bench_at

from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings

pytestmark = IN_A_BROWSER
HARMFUL = "<img src=x onerror=document.title='taken'>"


@pytest_asyncio.fixture(loop_scope="session")
async def badge_page(browser, server, service):
    service.show(game_in_play(), notice="simulation", undo_to=3)
    return await open_page(browser, server)


async def test_a_simulated_table_offers_five_things_that_lead_somewhere(badge_page):
    badge = badge_page.locator(".table-notice")
    await expect(badge.locator("summary")).to_have_text("This is a simulation · try these five things")
    await badge.locator("summary").click()
    await expect(badge.locator("li")).to_have_count(5)
    assert await accessibility_faults(badge_page) == []
    assert await badge.locator("a").evaluate_all("links => links.map((link) => link.getAttribute('href'))") == [
        "/?view=games",
        "/?view=tv",
    ]
    await badge.locator("button[data-do=view]").click()
    await expect(badge_page.locator(".felt")).to_have_attribute("data-view", "upright")


async def test_the_first_thing_to_try_opens_the_newest_discard(browser, tmp_path):
    async with bench_at(tmp_path, "table.notice=simulation") as bench:
        await bench.begin_with_discards(4)  # the rivers are 2s, 6z, 7z, 5z
        server = HttpServer(bench.table, HttpSettings(port=0))
        await server.start()
        page = await open_page(browser, server)
        await page.locator(".table-notice summary").click()
        await page.get_by_role("button", name="Newest discard").click()
        await expect(page.locator("#sheet .subject-name")).to_have_text("white dragon")
        await server.stop()


async def test_a_badge_that_was_put_away_stays_away_until_it_says_something_else(badge_page, service):
    await badge_page.locator(".table-notice button[data-do=badge_seen]").click()
    await expect(badge_page.locator(".table-notice")).to_have_count(0)
    await badge_page.reload()
    await expect(badge_page.locator(".ranking")).to_be_visible()
    await expect(badge_page.locator(".table-notice")).to_have_count(0)
    service.show(game_in_play(), notice=HARMFUL)
    await expect(badge_page.locator(".table-notice p")).to_have_text(HARMFUL)
    assert "taken" not in await badge_page.title()


@pytest.mark.parametrize("query", ["view=tv", "view=overlay", "view=seat&seat=1"])
async def test_no_badge_comes_on_a_television_a_stream_or_a_seat(browser, server, service, query):
    service.show(game_in_play(), notice="simulation")
    context = await browser.new_context(viewport=SIZES["tablet"], service_workers="block")
    page = await context.new_page()
    await page.goto(f"{server.url}?{query}")
    await page.wait_for_selector(f'body[data-seq="{service.seq}"]')
    await expect(page.locator(".table-notice")).to_have_count(0)


async def test_a_table_that_says_nothing_has_no_badge(own_page):
    await expect(own_page.locator(".table-notice")).to_have_count(0)
