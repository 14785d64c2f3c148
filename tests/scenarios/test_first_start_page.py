"""The first start in Chromium, on a tablet and on a phone: from an empty state folder to the table's own page."""

from __future__ import annotations

import os
import pty
from collections.abc import Iterator
from pathlib import Path

import pytest
from campaign_cases import more
from first_start_bench import first_start, simulated_table
from first_start_hand import Hand
from page_bench import IN_A_BROWSER, SIZES, expect, launched

from table_daemon.settings import load_settings
from tools.marker_campaign import size_rows

pytestmark = [*(mark for mark in IN_A_BROWSER if mark.name != "asyncio"), pytest.mark.slow]


@pytest.fixture
def another_device() -> Iterator[str]:
    """A serial port at which nobody of ours answers."""
    near, far = pty.openpty()
    yield os.ttyname(far)
    os.close(near)
    os.close(far)


@pytest.mark.parametrize("size", ["phone", more("tablet")])  # on a tablet: test_first_deal_page.py
async def test_a_person_without_a_shell_comes_from_nothing_to_the_tables_page(
    size: str, tmp_path: Path, another_device: str
) -> None:
    from page_bench import CHROMIUM

    public = {"http.host": "0.0.0.0"}
    async with (
        simulated_table(tmp_path) as table,
        first_start(tmp_path, table, **public) as started,
        launched(CHROMIUM) as browser,
    ):
        context = await browser.new_context(viewport=SIZES[size], locale="en-GB", service_workers="block")
        context.set_default_timeout(40_000)
        page = await context.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        hand = Hand(page, size)
        await page.goto(started.page)
        await hand.tap("[data-do='come']")
        await hand.at("language")
        await hand.shoot("language")
        await hand.tap("[data-do='language'][data-arg='en']")

        await hand.at("board")
        await hand.tap("summary")
        await hand.type("[name='port']", another_device)
        await hand.tap("form[data-do='board'] button")
        await expect(page.locator(".told.trouble")).to_contain_text("No motor board answers here")
        await hand.shoot("wrong-port")
        await page.reload()
        await hand.prove_board(table)
        await hand.show_camera(table)
        table._camera.defects.light = 0.02
        await expect(page.locator(".live .told.trouble")).to_contain_text("the picture is dark")
        await hand.shoot("dark")
        table._camera.defects.light = 1.0
        await page.wait_for_selector(".live .told.trouble", state="detached")
        await hand.tap(".widen")
        await hand.shoot("full-screen")
        await hand.tap(".widen")
        await page.reload()
        await page.wait_for_selector(".figures")
        await hand.shoot("camera")
        await hand.tap("[data-key='next']")

        await hand.at("markers")
        table._camera.defects.moved = (450.0, 0.0, 0.0)
        await expect(page.locator(".markers li:not(.seen)")).to_have_count(2)
        await hand.tap("form[data-do='markers'] button")
        await expect(page.locator(".told.trouble")).to_contain_text("could not find")
        await hand.shoot("missing-marker")
        table._camera.defects.moved = (0.0, 0.0, 0.0)
        await expect(page.locator(".markers li.seen")).to_have_count(4)
        await hand.tap("form[data-do='markers'] button")
        await page.wait_for_selector(".told.proved")
        await hand.shoot("markers")
        await hand.tap("[data-key='next']")

        await hand.at("tiles")
        await hand.shoot("tiles")
        await hand.tap("summary")
        await hand.tap("[data-do='see_tiles']")
        await expect(page.locator(".told.trouble")).to_contain_text("row is missing: lay 6 tiles face up")
        await hand.shoot("no-rows")
        table.world.scene.pieces.update(size_rows(table.world.furniture, 4).pieces)
        table.world.touch()
        await table.be_seen()
        await hand.tap("[data-do='see_tiles']")
        await expect(page.locator(".told.proved")).to_contain_text("by 12 tiles")
        for name in ("width", "height"):
            millimetres = float(await page.input_value(f"[name='{name}_mm']"))
            assert millimetres == pytest.approx(table.measures[f"tile_{name}_mm"], abs=0.4)
        await hand.shoot("tiles-seen")
        table.world.scene.pieces.clear()
        table.world.touch()
        await hand.tap("form[data-do='tiles'] button")
        await hand.at("sets")
        await hand.type("[name='set_a']", "green backs")
        await page.select_option("[name='taught_b']", "none")
        await hand.shoot("sets")
        await hand.tap("form[data-do='sets'] button")
        await hand.at("machine")
        await hand.shoot("machine")
        await hand.tap("[data-do='machine'][data-arg='mechanism']")
        await page.wait_for_selector(".trial .dome.running, .trial .lift.running")
        await hand.shoot("machine-moves")
        await hand.tap(".big-stop")
        await expect(page.locator(".told.trouble")).to_contain_text("all motors are off")
        await hand.shoot("machine-stopped")
        await hand.tap("[data-do='machine'][data-arg='mechanism']")
        await expect(page.locator(".trial .parts .passed")).to_have_count(6)
        await hand.shoot("machine-works")
        await hand.tap("[data-key='next']")
        await hand.at("rules")
        await hand.shoot("rules")
        await hand.tap("[data-do='rules'][data-arg='ema']")
        await hand.at("pins")
        await hand.shoot("pins")
        await hand.tap("form[data-do='pins'] button.primary")
        await hand.at("finish")
        await hand.shoot("finish")
        await hand.tap("[data-do='finish']")
        await page.wait_for_selector(".felt")
        await hand.shoot("table")
        assert problems == []
        told = load_settings(started.config).table
        assert (told.set_a, told.taught_a, told.set_b, told.taught_b) == ("green backs", "a", "", "none")
        assert (hand.taps, hand.fields) == (27, 4), (
            "six taps and one field of them are for mistakes on the way and the full screen, two for the camera's "
            "measure of a tile, four for the self-test"
        )
