"""How a screen shows things: colours, contrast, type and tiles, chosen on the page and remembered by the browser."""

from __future__ import annotations

import pytest
from accessibility import accessibility_faults
from campaign_cases import more
from page_bench import IN_A_BROWSER, SIZES, expect, open_page

pytestmark = IN_A_BROWSER


async def choose(page, group: str, choice: str) -> None:
    await page.get_by_role("group", name=group).get_by_role("button", name=choice).click()


@pytest.fixture
def page(kept_page):
    """One for all tests that leave it as they found it."""
    return kept_page


async def test_a_choice_holds_at_once_and_after_a_reload(page):
    await page.get_by_role("button", name="Display").click()
    await choose(page, "Colours", "Dark")
    await choose(page, "Contrast", "High")
    await choose(page, "Type size", "Large")
    await choose(page, "Tiles", "Ivory")
    await choose(page, "Sound", "Off")
    await page.reload()
    await expect(page.locator(".felt")).to_be_visible()
    kept = await page.evaluate("({...document.documentElement.dataset})")
    seen = {"theme": "dark", "contrast": "high", "type": "large", "tiles": "ivory"}
    assert kept == {**seen, "sound": "off", "voice": "on"}
    assert await page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(0, 0, 0)"


async def test_colours_follow_the_device_until_somebody_chooses(browser, server):
    page = await open_page(browser, server, scheme="dark")
    assert await page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(16, 22, 20)"
    await page.emulate_media(color_scheme="light")
    assert await page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(243, 240, 231)"


async def test_large_type_enlarges_the_panel_and_the_plates(page):
    async def sizes():
        return [
            await page.locator(selector).evaluate("node => parseFloat(getComputedStyle(node).fontSize)")
            for selector in (".ranking h2", ".seat-0 .name", ".seat-0 .points")
        ]

    before = await sizes()
    await page.get_by_role("button", name="Display").click()
    await choose(page, "Type size", "Large")
    assert all(now > then for now, then in zip(await sizes(), before, strict=True))
    plate = await page.locator(".seat-0 .plate").bounding_box()
    points = await page.locator(".seat-0 .points").bounding_box()
    assert points["y"] + points["height"] <= plate["y"] + plate["height"]


async def test_a_language_chosen_in_the_dialog_holds_for_the_whole_page(page):
    await page.get_by_role("button", name="Display").click()
    await page.locator("#comfort select").select_option("fr")
    await expect(page.locator("#comfort h2")).to_have_text("Affichage")
    await expect(page.locator(".ranking h2")).to_have_text("Classement")


@pytest.mark.parametrize(("size", "theme"), [more("tablet", "light"), ("phone", "dark")])
async def test_high_contrast_and_large_type_have_no_accessibility_fault(browser, server, size, theme):
    page = await open_page(browser, server, size)
    await page.get_by_role("button", name="Display").click()
    await choose(page, "Colours", theme.capitalize())
    await choose(page, "Contrast", "High")
    await choose(page, "Type size", "Large")
    for is_open in (True, False):
        assert await accessibility_faults(page) == []
        if is_open:
            await page.get_by_role("button", name="Close").click()
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert SIZES[size]["width"] == await page.evaluate("innerWidth")


async def test_on_a_screen_of_3840_pixels_everything_is_twice_as_large_as_on_1920(browser, server, service):
    page = await open_page(browser, server)
    sizes = []
    for width, height in ((1280, 800), (1920, 1080), (3840, 2160), (3440, 1440)):
        await page.set_viewport_size({"width": width, "height": height})
        sizes.append(await page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)"))
    assert sizes == pytest.approx([16, 16, 32, 21.33], abs=0.1)
