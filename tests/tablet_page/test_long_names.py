"""The longest name that the page takes, without a space, stays within its place on every screen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from page_bench import IN_A_BROWSER, SIZES, open_page
from sample_games import game_in_play, game_over, game_with_exhaustive_draw, game_with_result

pytestmark = IN_A_BROWSER
LONG = "Wolfeschlegelsteinhausenbergerdorffsmith"
"""Forty letters: `maxlength` of the start form."""
NAMES = (LONG, "Benoît", LONG[::-1], "Dorothea")
FULL_HD = {"width": 1920, "height": 1080}
_RUNS_OUT = """() => [...document.querySelectorAll("body *")].filter((element) => {
  if (element.closest(".unseen, svg, dialog:not([open])")) return false;
  if (getComputedStyle(element).visibility === "hidden") return false;
  const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  const box = element.getBoundingClientRect();
  return own && box.width > 0 && (box.right > innerWidth + 1 || box.left < -1);
}).map((element) => `${element.tagName}.${element.className}: ${element.textContent.trim().slice(0, 40)}`)"""
"""Elements with a text of their own that reach beyond the screen's sides."""
VIEWS = [
    ("", SIZES["tablet"]),
    ("", {"width": 800, "height": 1280}),
    ("", SIZES["phone"]),
    ("view=seat&seat=0", SIZES["phone"]),
    ("view=seat", SIZES["phone"]),
    ("view=tv", FULL_HD),
    ("view=tv", SIZES["phone"]),
    ("view=overlay", FULL_HD),
]


SAMPLE = {("", 1280, game_over), ("", 390, game_over), ("view=seat&seat=0", 390, game_with_result)}
"""What ran out in a way of its own, before names were held in their places; and each view once."""
CASES = [
    pytest.param(
        query,
        size,
        made,
        id=f"{query or 'table'}-{size['width']}-{made.__name__}",
        marks=[] if made is game_in_play or (query, size["width"], made) in SAMPLE else pytest.mark.campaign,
    )
    for query, size in VIEWS
    for made in (game_in_play, game_with_result, game_over)
]


@pytest.mark.parametrize(("query", "size", "made"), CASES)
async def test_a_name_of_forty_letters_leaves_nothing_beyond_the_screen(service, server, browser, query, size, made):
    service.show(replace(made(), names=NAMES))
    context = await browser.new_context(viewport=size, locale="fr", reduced_motion="reduce", service_workers="block")
    page = await context.new_page()
    await page.goto(f"{server.url}?{query}")
    await page.wait_for_selector("body[data-seq]:not([data-seq=''])")
    assert await page.evaluate(_RUNS_OUT) == []
    assert await page.evaluate("document.scrollingElement.scrollWidth") <= size["width"]


_OVER = """() => [...document.querySelectorAll(".tv-lead li > *")].filter((part) => {
  const box = part.getBoundingClientRect(), next = part.closest("li").nextElementSibling?.getBoundingClientRect();
  return next && box.right > next.left;
}).map((part) => part.textContent)"""
"""What of a place in the footer lies over the next place."""
_RUNS_OUT_OF_CARD = """() => [...document.querySelectorAll(".tenpai *")].filter((part) =>
  part.getBoundingClientRect().right > part.closest(".card").getBoundingClientRect().right)
  .map((part) => part.textContent)"""


@pytest.mark.parametrize("size", [SIZES["tablet"], FULL_HD], ids=["1280", "1920"])
async def test_a_long_name_takes_no_room_of_short_ones_below_a_television(service, server, browser, size):
    service.show(replace(game_in_play(), names=(LONG, LONG[::-1], "井上さん", "Élise")))
    context = await browser.new_context(viewport=size, reduced_motion="reduce", service_workers="block")
    page = await context.new_page()
    await page.goto(f"{server.url}?view=tv")
    await page.wait_for_selector("body[data-seq]:not([data-seq=''])")
    assert await page.evaluate(_OVER) == []
    for short in ("井上さん", "Élise"):
        name = page.locator(".tv-lead .name", has_text=short)
        assert await name.evaluate("(name) => name.scrollWidth <= name.clientWidth"), short
    await context.close()


async def test_who_was_tenpai_stays_in_the_narrow_card_beside_the_stage(service, server, browser):
    page = await open_page(browser, server)
    service.show(replace(game_with_exhaustive_draw(), names=NAMES))
    await page.wait_for_selector(f'body[data-seq="{service.seq}"]')
    await page.wait_for_selector(".felt[data-stage]")
    assert await page.locator(".tenpai").count() == 1
    assert await page.evaluate(_RUNS_OUT_OF_CARD) == []
    await page.context.close()


@pytest.mark.parametrize("code", ["en-GB", "fr"])
async def test_in_one_direction_marks_cut_no_name_and_take_one_line(service, server, browser, code):
    game = game_in_play()
    assert game.deal is not None
    riichi = replace(game.deal.riichi, accepted=(True, True, True, True))
    page = await open_page(browser, server, language=code)
    await page.locator("[data-do=view]").click()
    service.show(replace(game, deal=replace(game.deal, riichi=riichi)))
    await page.wait_for_selector(f'body[data-seq="{service.seq}"]')
    dealer = page.locator(".felt[data-view=upright] .dealer .who")
    assert await dealer.locator(".mark").count() == 2
    assert await dealer.evaluate("(who) => who.offsetHeight <= 2 * who.lastElementChild.offsetHeight + 8")
    for name in await page.locator(".plate .name").all():
        assert await name.evaluate("(name) => name.scrollWidth <= name.clientWidth"), await name.inner_text()
    await page.context.close()
