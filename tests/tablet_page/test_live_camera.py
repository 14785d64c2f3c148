"""The live camera over the whole screen, and the drawing of a machine with a fault."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest
from accessibility import accessibility_faults
from fake_service import READY
from page_bench import IN_A_BROWSER, SIZES, expect, open_page
from sample_games import game_in_play

from table_daemon.game.news import Context

pytestmark = IN_A_BROWSER
FAULT = {"id": "1-1", "code": "lift_timeout", "text": "the lift does not reach its stop", "action": "look at its edge"}


@pytest.mark.parametrize("size", ["tablet", "phone"])
async def test_the_live_camera_fills_the_screen_with_stop_at_hand_and_ends_with_its_sheet(
    browser, server, service, size
):
    service.picture = cv2.imencode(".jpg", np.zeros((90, 160, 3), np.uint8))[1].tobytes()
    page = await open_page(browser, server, size)
    await page.locator("#tab-machine").click()
    await page.get_by_role("button", name="Watch live").click()
    live = page.locator("#sheet img.live")
    await expect(live).to_have_js_property("naturalWidth", 160)
    box = await page.locator("#sheet").bounding_box()
    assert (box["width"], box["height"]) == (SIZES[size]["width"], SIZES[size]["height"])
    await expect(page.locator("#sheet").get_by_role("button", name="Stop")).to_be_visible()
    assert await accessibility_faults(page) == []
    assert "overlay=1" in await live.get_attribute("src")
    await page.get_by_role("button", name="Show what is read").click()
    await expect(live).to_have_attribute("src", re.compile("overlay=0"))
    await page.keyboard.press("Escape")
    await expect(page.locator("img.live")).to_have_count(0)
    await expect(page.locator("#sheet")).not_to_be_visible()


@pytest.mark.parametrize(
    ("part", "side", "marked"), [("lift", 1, 1), ("lift", None, 4), ("dome", None, 1), ("machine", None, 1)]
)
async def test_the_part_that_has_a_fault_is_marked_in_a_drawing_of_the_machine(
    browser, server, service, part, side, marked
):
    service.show(game_in_play(), machine={**READY, "fault": FAULT, "state": "faulted"})
    known = {"fault": {**FAULT, "part": part, "side": side}, "notices": []}
    service.announcer.state("diag/machine", known, Context(seq=service.seq, game="g-1", deal=1))
    page = await open_page(browser, server)
    drawing = page.locator(".card.fault .machine-drawing")
    await expect(drawing.locator(".faulty")).to_have_count(marked)
    assert part == "machine" or await drawing.get_attribute("aria-label")
