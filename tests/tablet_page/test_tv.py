"""The table on a television: one picture for every sharpness, nothing to press."""

from __future__ import annotations

import pytest
from accessibility import accessibility_faults
from legibility import arc_minutes, legible_texts
from page_bench import IN_A_BROWSER, expect
from sample_games import game_in_play, game_over, game_with_exhaustive_draw, game_with_result

pytestmark = IN_A_BROWSER
FULL_HD = {"width": 1920, "height": 1080}
FOUR_K = {"width": 3840, "height": 2160}
SOFA_MM = 3000.0
"""From a sofa to the television; chosen."""
MM_PER_PX = 0.5
"""Of a television of 43 inches at 1920 x 1080."""
TO_READ = 10.0
"""Arc minutes, as at the table (issue 16)."""
SCENES = {
    "play": game_in_play,
    "win": game_with_result,
    "draw": game_with_exhaustive_draw,
    "over": game_over,
}
PLACES = """() => [...document.querySelectorAll(
    ".felt, .plate, .centre, .river .tile, .stage-hand .tile, .stage-total, .tv-lead li")]
  .filter((part) => part.checkVisibility()).map((part) => part.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x, y, width, height].map((length) => length / innerWidth))"""
CUT = """() => [...document.querySelectorAll(
    ".plate, .stage-told li, .stage-total, .stage-open, .tv-lead li, .river .tile")]
  .filter((part) => part.checkVisibility()).filter((part) => {
    const box = part.getBoundingClientRect();
    return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
  }).map((part) => part.className)"""


async def tv_page(browser, server, service, size, scheme="dark", language="en-GB", query="view=tv"):
    """The view, as it shows what the table says now."""
    context = await browser.new_context(
        viewport=size, color_scheme=scheme, locale=language, reduced_motion="reduce", service_workers="block"
    )
    page = await context.new_page()
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    await page.goto(f"{server.url}?{query}")
    await page.wait_for_selector(f'body[data-seq="{service.seq}"]')
    return page


async def shown(page, service, game):
    """The table says `game`, and the view shows it."""
    service.show(game_in_play())
    await expect(page.locator("body")).to_have_attribute("data-seq", str(service.seq))
    service.show(game)
    await expect(page.locator("body")).to_have_attribute("data-seq", str(service.seq))


async def test_a_tv_shows_scores_rivers_the_deal_and_who_leads_by_how_much(browser, server, service):
    page = await tv_page(browser, server, service, FULL_HD)
    await expect(page.locator(".round-name")).to_have_text("South 2")
    await expect(page.locator(".seat-1 .points")).to_have_text("31,400")
    await expect(page.locator(".seat-2 .river .tile")).to_have_count(8)
    await expect(page.locator(".tv-lead p")).to_have_text("Behind")
    await expect(page.locator(".tv-lead li").nth(0)).to_have_text("1Benoît")
    await expect(page.locator(".tv-lead li").nth(3)).to_have_text("4Dorothea−14,900")
    assert page.problems == []
    await page.context.close()


@pytest.mark.parametrize("scene", SCENES)
async def test_4k_is_the_same_picture_twice_as_sharp(browser, server, service, scene):
    found = []
    for size in (FULL_HD, FOUR_K):
        page = await tv_page(browser, server, service, size)
        await shown(page, service, SCENES[scene]())
        found.append(await page.evaluate(PLACES))
        assert await page.evaluate(CUT) == []
        await page.context.close()
    assert len(found[0]) == len(found[1]) > 0
    apart = [abs(one - other) for hd, uhd in zip(*found, strict=True) for one, other in zip(hd, uhd, strict=True)]
    assert max(apart) < 0.002, "as shares of the screen, but for rounding to whole px"


@pytest.mark.parametrize("scene", SCENES)
async def test_on_a_tv_nothing_can_be_pressed_and_everything_is_read_from_a_sofa(browser, server, service, scene):
    page = await tv_page(browser, server, service, FULL_HD, scheme="light", language="zh-CN")
    await shown(page, service, SCENES[scene]())
    await expect(page.locator("button, a, input, select, summary, [tabindex]")).to_have_count(0)
    small = [
        found for found in await legible_texts(page, "#tv") if arc_minutes(found.px * MM_PER_PX, SOFA_MM) < TO_READ
    ]
    assert small == []
    assert await accessibility_faults(page) == []
    assert page.problems == []
    await page.context.close()


async def test_the_stage_of_a_win_comes_onto_the_tv_and_goes_with_its_deal(browser, server, service):
    page = await tv_page(browser, server, service, FULL_HD)
    await shown(page, service, game_with_result())
    await expect(page.locator(".stage .stage-total")).to_have_text("12,000")
    await expect(page.locator(".stage-half")).to_have_count(1)
    await expect(page.locator(".seat-2 .delta")).to_have_text("+13,300")
    service.show(game_in_play())
    await expect(page.locator(".stage")).to_have_count(0)
    await page.context.close()


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
async def test_a_tv_that_is_switched_on_after_a_win_shows_whole_names_and_what_changed_apart(
    browser, server, service, language
):
    """Without the stage, which only those see who were there."""
    service.show(game_with_result())
    page = await tv_page(browser, server, service, FULL_HD, language=language)
    points = await page.locator(".seat-2 .points").bounding_box()
    delta = await page.locator(".seat-2 .delta").bounding_box()
    assert points["y"] + points["height"] <= delta["y"] + 1
    for name in await page.locator(".plate .name").all():
        assert await name.evaluate("(name) => name.scrollWidth <= name.clientWidth"), await name.inner_text()
    await page.context.close()


async def test_a_tv_takes_language_and_colours_from_its_address(browser, server, service):
    page = await tv_page(browser, server, service, FULL_HD, query="view=tv&language=ja&theme=light")
    await expect(page.locator(".round-name")).to_have_text("南2局")
    await expect(page.locator("html")).to_have_attribute("data-theme", "light")
    await page.context.close()
