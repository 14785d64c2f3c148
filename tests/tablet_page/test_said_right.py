"""Words and figures that people once took for faults: each as they asked for it, in the page's languages."""

from __future__ import annotations

import pytest
from page_bench import IN_A_BROWSER, expect
from sample_games import game_in_play

pytestmark = IN_A_BROWSER


async def speak(page, code: str) -> None:
    await page.locator("[data-change=language]").select_option(code)
    await expect(page.locator("html")).to_have_attribute("lang", code)


@pytest.mark.parametrize(("code", "shown"), [("en", "South 2"), ("fr", "Sud 2"), ("ja", "南2局"), ("zh", "南二局")])
async def test_a_deal_is_called_as_people_call_it(page, service, code, shown):
    await speak(page, code)
    await expect(page.locator(".round-name")).to_have_text(shown)


@pytest.mark.parametrize(
    ("code", "label", "choices"),
    [
        ("en", "Length of the game", ["East and South (hanchan)", "East only"]),
        ("ja", "長さ", ["東南戦（半荘）", "東風戦"]),
    ],
)
async def test_a_riichi_game_is_as_long_as_people_say_it_is(page, service, code, label, choices):
    service.show(None)
    await speak(page, code)
    await expect(page.get_by_label(label).locator("option")).to_have_text(choices)


async def test_one_thing_is_said_in_the_singular(page, service):
    service.show(game_in_play())
    assert await page.locator(".counter.sticks").first.get_attribute("aria-label") == "1 riichi stick"
