"""Help on the page: how tiles are laid and what hands are worth, by the rules in play, one tap from the bar."""

from __future__ import annotations

import pytest
from accessibility import LOOKS_IN_LANGUAGES, accessibility_faults
from page_bench import IN_A_BROWSER, SIZES, expect, open_page
from sample_games import game_in_play

from table_daemon.rules.presets import load_preset, load_rules

pytestmark = IN_A_BROWSER


async def help_page(browser, server, size="tablet", scheme="light", language="en-GB", query=""):
    context = await browser.new_context(
        viewport=SIZES[size], color_scheme=scheme, locale=language, reduced_motion="reduce", service_workers="block"
    )
    page = await context.new_page()
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    await page.goto(f"{server.url}?view=help{query}")
    await page.wait_for_selector("#past[data-shown]")
    return page


async def test_one_tap_leads_from_the_table_to_the_help_and_back(browser, server, service):
    page = await open_page(browser, server, "phone")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await page.get_by_role("link", name="Help").click()
    await expect(page.locator("h1")).to_have_text("Help")
    await expect(page.get_by_role("button", name="Stop")).to_be_visible()
    await page.get_by_role("link", name="Table").click()
    await expect(page.locator(".felt")).to_be_visible()


async def test_a_seat_has_the_help_too_and_is_led_back_to(browser, server, service):
    page = await browser.new_page()
    await page.goto(f"{server.url}?view=seat&seat=2")
    await page.get_by_role("link", name="Help").click()
    await page.wait_for_selector("#past[data-shown]")
    await expect(page.locator("#bar .back")).to_have_attribute("href", "/?view=seat&seat=2")


async def test_every_value_comes_from_the_rules_in_play(browser, server, service):
    page = await help_page(browser, server)
    table = load_preset("tenhou").score_table()
    await expect(page.locator(".values tbody tr")).to_have_count(len(table))
    row = page.locator(".values tr").filter(has_text="Full flush")
    await expect(row.locator("td")).to_have_text(["6 han", "5 han"])
    await expect(page.locator(".values tr").filter(has_text="Pinfu").locator("td")).to_have_text(["1 han", "–"])
    assert page.problems == []


@pytest.mark.parametrize(
    ("preset", "name", "backs"), [("simple", "Claimed kong, by these rules", 2), ("tchou", "Claimed kong", 0)]
)
async def test_two_tiles_face_down_are_a_claimed_kong_only_where_the_rules_say_so(
    browser, server, service, preset, name, backs
):
    """A-9: they mark a claimed kong in La Règle (l.107) and a concealed one in Tchou 1924."""
    service.show(game_in_play(), traits=load_rules(preset).traits)
    page = await help_page(browser, server)
    drawn = page.locator("figure").filter(has=page.get_by_text(name, exact=True))
    await expect(drawn.locator("image")).to_have_count(4)
    await expect(drawn.locator("image[href='/static/tiles/back.svg']")).to_have_count(backs)
    await expect(page.locator("figure", has_text="Discards and riichi")).to_have_count(0)


@pytest.mark.parametrize(("size", "scheme", "language"), LOOKS_IN_LANGUAGES)
async def test_help_has_no_accessibility_fault_and_never_scrolls_sideways(
    browser, server, service, size, scheme, language
):
    page = await help_page(browser, server, size, scheme, language)
    assert await accessibility_faults(page) == []
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
