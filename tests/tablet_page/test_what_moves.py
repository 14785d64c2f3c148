"""What changes by itself on the page: payments that run, the age of the data, a table that comes back."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from page_bench import IN_A_BROWSER, SIZES, expect, open_page
from sample_games import game_over, game_with_result

from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings

pytestmark = IN_A_BROWSER
SOON_MS = 4000
"""Shorter than the time after which a page without news notices by itself."""
NOTE_MOVING = """() => {
  window.moved = [];
  const note = (node) => node.className === "moving-points" && window.moved.push(node.textContent);
  const observer = new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach(note)));
  observer.observe(document.body, { childList: true });
}"""


@pytest.fixture
def page(kept_page):
    """One for all tests that leave it as they found it."""
    return kept_page


async def test_payments_run_from_plate_to_plate_and_then_are_gone(browser, server, service):
    context = await browser.new_context(viewport=SIZES["tablet"], reduced_motion="no-preference", locale="en-GB")
    page = await context.new_page()
    await page.goto(server.url)
    await expect(page.locator(".seat-0 .points")).to_have_text("26,500")
    await page.evaluate(NOTE_MOVING)
    service.show(game_with_result())
    await expect(page.locator(".seat-0 .delta")).to_be_visible()
    assert await page.evaluate("window.moved") == ["12,300", "1,000"]
    await expect(page.locator(".moving-points")).to_have_count(0)
    await context.close()


async def test_nothing_runs_for_whoever_asked_for_less_motion(page, service):
    await page.evaluate(NOTE_MOVING)
    service.show(game_with_result())
    await expect(page.locator(".seat-0 .delta")).to_have_text("−12,300")
    assert await page.evaluate("window.moved") == []


async def test_a_tablet_that_slept_for_an_hour_shows_no_number_as_fresh(browser, service):
    server = HttpServer(service, HttpSettings(port=0))
    await server.start()
    context = await browser.new_context(viewport=SIZES["tablet"], locale="en-GB")
    page = await context.new_page()
    await page.clock.install()
    await page.goto(server.url)
    await expect(page.locator(".seat-0 .points")).to_have_text("26,500")
    await server.stop()
    await page.clock.set_system_time(datetime.now(UTC) + timedelta(hours=1))
    await expect(page.locator("#banner")).to_contain_text(re.compile(r"is 36\d\d s old"), timeout=SOON_MS)
    await expect(page.locator("body")).to_have_class("old")
    await context.close()


async def test_after_a_sleep_the_page_connects_anew_and_is_fresh(browser, service):
    slept = timedelta()
    server = HttpServer(service, HttpSettings(port=0), heartbeat_s=60, now=lambda: datetime.now(UTC) + slept)
    await server.start()
    context = await browser.new_context(viewport=SIZES["tablet"], locale="en-GB")
    page = await context.new_page()
    await page.clock.install()
    await page.goto(server.url)
    await expect(page.locator(".seat-0 .points")).to_have_text("26,500")
    slept = timedelta(hours=1)
    async with page.expect_request("**/api/events"):
        await page.clock.set_system_time(datetime.now(UTC) + slept)
    service.show(game_with_result())
    await expect(page.locator("#banner p")).to_have_count(0)
    await expect(page.locator(".seat-0 .points")).to_have_text("14,200")
    await context.close()
    await server.stop()


async def test_a_network_that_is_back_is_used_at_once(page):
    async with page.expect_request("**/api/events"):
        await page.evaluate("window.dispatchEvent(new Event('online'))")
    await expect(page.locator("#banner p")).to_have_count(0)


async def test_the_chart_has_its_figures_as_a_table(page):
    chart = page.locator(".chart-table")
    await chart.locator("summary").click()
    rows = chart.locator("tbody tr")
    await expect(rows).to_have_count(6)
    await expect(rows.first).to_have_text(re.compile(r"Start(25,000){4}"))
    await expect(rows.last).to_contain_text("26,500")


async def test_the_final_standing_tells_what_was_won_from_uma_and_oka(browser, server, service):
    service.show(game_over())
    page = await open_page(browser, server)
    first = page.locator(".standings tbody tr").first
    await expect(first.locator("td")).to_have_text(["1", "37,900", "+12,900", "+20,000", "+15,000", "+47,900"])
    await page.context.close()


async def test_nothing_of_the_first_load_comes_from_outside_and_it_is_small(browser, server):
    for query in ("", "?view=overlay", "?view=seat&seat=1"):
        context = await browser.new_context(viewport=SIZES["tablet"], service_workers="block")
        page = await context.new_page()
        seen: list[tuple[str, int]] = []
        page.on("response", lambda r, seen=seen: seen.append((r.url, int(r.headers.get("content-length", 0)))))
        await page.goto(server.url + query)
        await page.wait_for_selector("body[data-seq]:not([data-seq=''])")
        await page.wait_for_load_state("load")
        assert all(address.startswith(server.url) for address, _size in seen)
        unsized = [address for address, size in seen if size == 0]
        assert unsized == [f"{server.url}api/events"], "a stream is all that may have no length"
        assert sum(size for _address, size in seen) < 250_000
        await context.close()


@pytest.mark.parametrize("language", ["en-GB", "fr-FR", "ja", "zh"])
async def test_on_a_phone_the_final_standing_keeps_within_its_card(browser, server, service, language):
    """With every part of a score, on the smallest phones too; nobody has to know that a table can be pushed aside."""
    service.show(game_over())
    page = await open_page(browser, server, "phone", language=language)
    for width in (320, 360, 390):
        await page.set_viewport_size({"width": width, "height": 844})
        for part in (".standings", ".standings .scroll"):
            assert await page.locator(part).evaluate("box => box.scrollWidth <= box.clientWidth"), (part, width)
        row = page.locator(".standings tbody tr").last
        await expect(row.locator("td").last).to_contain_text("35")
        await expect(row.locator(".score-parts")).to_be_visible()
        await expect(page.locator(".standings .detail").first).to_be_hidden()
    await page.context.close()
