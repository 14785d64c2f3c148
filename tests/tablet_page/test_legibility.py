"""What counts is read from a chair: the height of every text on the felt, in arc minutes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from campaign_cases import more
from legibility import TABLET_MM_PER_PX, Legible, arc_minutes, legible_texts
from page_bench import IN_A_BROWSER, expect, open_page
from sample_games import NAMES, game_in_play, game_over, game_with_exhaustive_draw, game_with_result
from scripted_table import ScriptedTable

from mahjong_rules.state import Game

pytestmark = IN_A_BROWSER
TO_READ = 10.0
"""Arc minutes of everything that matters in play and in a result (issue 16, part 4)."""
SCORES = 15.0
"""Arc minutes of scores (the same)."""
TILE = 13.0
"""Arc minutes of a tile that lies: its drawing fills nine tenths of it, and is then well over `TO_READ`."""
LOCALES = {"en": "en-GB", "fr": "fr-FR", "ja": "ja-JP", "zh": "zh-CN"}
SIDES = {"around": "one direction", "upright": "four sides"}
TILES = """() => [...document.querySelectorAll(".felt .tile img")]
  .filter((tile) => tile.checkVisibility({ visibilityProperty: true }))
  .map((tile) => Math.max(tile.offsetHeight, tile.offsetWidth))"""
LEAVES = """() => [...document.querySelectorAll(".centre, .plate")].flatMap((card) => {
  const own = card.getBoundingClientRect();
  return [...card.querySelectorAll("span[class]")].filter((part) => {
    const box = part.getBoundingClientRect();
    if (!part.checkVisibility() || part.matches(".unit, .unseen") || box.width === 0) return false;
    return box.left < own.left - 2 || box.right > own.right + 2 || box.top < own.top - 2 || box.bottom > own.bottom + 2;
  }).map((part) => `${card.className}: ${part.className} ${part.textContent}`);
})"""


def chombo() -> Game:
    """A deal that a chombo has ended, paid at once."""
    return replace(ScriptedTable("tenhou").deal("9m").play("0-1z").chombo(2).game, names=NAMES)


SCREENS = {
    "play": game_in_play,
    "win": game_with_result,
    "draw": game_with_exhaustive_draw,
    "chombo": chombo,
    "over": game_over,
}


def too_small(texts: tuple[Legible, ...]) -> list[tuple[str, str, float]]:
    """The texts that are smaller than they are to be, with their arc minutes."""
    limits = [(found, SCORES if "points" in found.place.split() else TO_READ) for found in texts]
    return [(found.place, found.text, round(found.minutes, 1)) for found, least in limits if found.minutes < least]


async def test_an_arc_minute_is_what_an_eye_sees_of_0_44_mm_from_a_chair():
    assert arc_minutes(4.363) == pytest.approx(TO_READ, abs=0.01)
    assert pytest.approx(0.17, abs=0.001) == TABLET_MM_PER_PX


@pytest.mark.parametrize("code", ["en", more("fr"), more("ja"), "zh"])
@pytest.mark.parametrize("view", ["around", "upright"])
async def test_from_a_chair_everything_on_the_felt_is_read(browser, server, service, view, code):
    page = await open_page(browser, server, language=LOCALES[code])
    if view == "upright":
        await page.locator("[data-do=view]").click()
    for name, game in SCREENS.items():
        service.show(game_in_play())
        await expect(page.locator("body")).to_have_attribute("data-seq", str(service.seq))
        service.show(game())
        await expect(page.locator("body")).to_have_attribute("data-seq", str(service.seq))
        texts = await legible_texts(page, ".felt")
        assert texts, name
        assert too_small(texts) == [], name
        heights = await page.evaluate(TILES)
        assert all(arc_minutes(height * TABLET_MM_PER_PX) >= TILE for height in heights), name
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.problems == []
    await page.context.close()


@pytest.mark.parametrize("view", ["around", "upright"])
async def test_no_word_of_the_centre_or_a_plate_leaves_its_card(browser, server, service, view):
    page = await open_page(browser, server)
    if view == "upright":
        await page.locator("[data-do=view]").click()
    for game in (game_in_play(), game_with_result(), game_over()):
        service.show(game)
        await expect(page.locator("body")).to_have_attribute("data-seq", str(service.seq))
        assert await page.evaluate(LEAVES) == []
    await page.context.close()
