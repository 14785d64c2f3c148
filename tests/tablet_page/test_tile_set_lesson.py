"""The eyes are taught on the page: real daemon, real camera thread, simulated people who lay the tiles out."""

from __future__ import annotations

import asyncio
import os
import random
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from eventually import eventually
from mortal_daemon import MortalDaemon
from page_bench import IN_A_BROWSER, SIZES, expect

from hw_sim.felt.deck import chance_deck
from hw_sim.people.gestures import Gestures, Pace
from hw_sim.people.lesson_helpers import LessonHelpers
from hw_sim.people.tablet_watcher import TabletWatcher
from hw_sim.simulated_table import SimulatedTable, TableMake
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import TileStock
from vision.tile_sets.learnt_set import LearntSet

pytestmark = [*IN_A_BROWSER, pytest.mark.slow]
PATIENCE_MS = 90_000
READABLE_PX = (1600, 900)
"""The picture in which faces are learnt."""
SMALL_PX = (1280, 720)
"""Enough to find markers and rows: the smallest picture of the reader's own tests."""
SPEED = 30.0
"""The machine's highest, but the camera's usual 30 pictures a second, not the 60 of an infinite one."""
PACE = 20.0
"""So many times faster than people do they lay out: hundreds of pictures of arms prove nothing here."""


@dataclass
class Evening:
    """The table, its people, their tablet, and the daemon."""

    table: SimulatedTable
    daemon: MortalDaemon
    watcher: TabletWatcher
    helpers: LessonHelpers

    async def press(self, command: str, **data: object) -> None:
        refusal = await self.watcher.press(command, **data)
        assert refusal == ""

    async def raise_walls(self) -> None:
        """The machine brings set A up by single orders: nobody plays."""
        assert await self.watcher.until(lambda tablet: tablet.machine.get("state") in ("idle", "waiting"), 60)
        await self.press("machine", action="home")
        await self.press("machine", action="maintenance", on=True)
        await self.press("machine", action="build", set="A")
        await self.press("machine", action="raise")

    @property
    def eyes(self) -> dict:
        return self.watcher.tablet.documents["eyes"]

    async def laid(self, count: int) -> None:
        """Until people have laid so many layouts."""
        async with asyncio.timeout(60):
            while self.helpers.laid < count:
                await self.helpers.news.wait()
                self.helpers.news.clear()


@asynccontextmanager
async def evening_at(folder: Path, size_px: tuple[int, int]):
    make = TableMake(SPEED, 1, TileStock(), *size_px, folder)
    async with SimulatedTable(make) as table:
        table.stack_next(chance_deck(TileStock(), random.Random(4)))
        size = {"camera__width": str(size_px[0]), "camera__height": str(size_px[1])}
        daemon = MortalDaemon(table.serial_port, table.camera_address, folder, **size)
        await daemon.start()
        try:
            async with TabletWatcher(daemon.page) as watcher:
                helpers = LessonHelpers(Gestures(table.world, Pace(PACE)), watcher, random.Random(5))
                serving = asyncio.create_task(helpers.run())
                yield Evening(table, daemon, watcher, helpers)
                serving.cancel()
                await asyncio.gather(serving, return_exceptions=True)
        finally:
            await daemon.end()


async def page_at(browser, daemon: MortalDaemon, size: str = "tablet", scheme: str = "light", language: str = "en-GB"):
    context = await browser.new_context(
        viewport=SIZES[size], color_scheme=scheme, locale=language, reduced_motion="reduce", service_workers="block"
    )
    context.set_default_timeout(PATIENCE_MS)
    page = await context.new_page()
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    await page.goto(daemon.page)
    await page.locator("#tab-machine").click()
    return page


async def keep_picture(page, name: str, of: str = ".lesson, .tile-sets") -> None:
    """A picture for people who want to look, where JANTAKU_PAGE_PICTURES names a folder."""
    folder = os.environ.get("JANTAKU_PAGE_PICTURES")
    if folder:
        await page.locator(of).first.scroll_into_view_if_needed()
        await page.screenshot(path=Path(folder) / f"{name}.png")


async def test_a_set_is_laid_out_looked_at_learnt_stored_and_read_by(browser, tmp_path):
    async with evening_at(tmp_path, READABLE_PX) as evening:
        await evening.raise_walls()
        page = await page_at(browser, evening.daemon)
        await expect(page.locator(".tile-sets")).to_contain_text("Not taught")
        await keep_picture(page, "sets")
        await page.get_by_role("button", name="Teach this set").first.click()
        await expect(page.locator(".lesson .rows .tile")).to_have_count(34)
        await keep_picture(page, "layout")
        await evening.laid(1)
        evening.table.world.show_arm(Seat(2), 0.0, -100.0)
        await page.get_by_role("button", name="Take picture").click()
        await expect(page.locator(".trouble")).to_contain_text("Hands or arms were over the table", timeout=PATIENCE_MS)
        evening.table.world.hide_arm(Seat(2))
        await evening.laid(2)

        await page.get_by_role("button", name="Take another picture").click()
        await expect(page.locator(".layout-picture")).to_be_visible(timeout=PATIENCE_MS)
        await expect(page.locator(".lesson")).to_contain_text("34 tiles were found")
        await expect(page.locator(".trouble")).to_have_count(0)
        await keep_picture(page, "check")
        await page.reload()
        await page.get_by_role("button", name="Open").click()
        await page.get_by_role("button", name="All names are right").click()
        await expect(page.locator(".kept")).to_contain_text("Layouts kept: 1")

        await evening.laid(3)
        assert await evening.watcher.press("start_game") != ""
        await page.get_by_role("button", name="Take another picture").click()
        await page.get_by_role("button", name="All names are right").click()
        await page.get_by_role("button", name="Learn now").click()
        await expect(page.locator(".learnt")).to_contain_text("34 kinds learnt", timeout=PATIENCE_MS)
        await keep_picture(page, "report")
        assert evening.eyes["sets"][0]["stored"] is None
        await page.get_by_role("button", name="Store for set A").click()

        await expect(page.locator(".tag.in-use")).to_have_count(1, timeout=PATIENCE_MS)
        await expect(page.locator(".tile-set").first).to_contain_text("Taught on")
        await keep_picture(page, "stored")
        stored = LearntSet.load(tmp_path / "tile_sets" / "a.npz")
        assert len(stored.samples) == 2 * 3 * 34
        assert len(stored.learnt) == 34
        assert evening.eyes["lesson"] is None
        assert page.problems == []
        await page.context.close()


async def test_a_second_screen_sees_the_lesson_and_may_end_it(browser, tmp_path):
    async with evening_at(tmp_path, SMALL_PX) as evening:
        await evening.raise_walls()
        await evening.press("teach_tiles", action="begin", set="A", red_fives=True)
        tablet = await page_at(browser, evening.daemon, scheme="dark", language="fr-FR")
        phone = await page_at(browser, evening.daemon, "phone", language="ja-JP")
        await expect(tablet.locator(".lesson .rows .tile")).to_have_count(37)
        await evening.laid(1)
        await phone.locator("[data-do='teach_picture']").click()
        await expect(tablet.locator(".trouble")).to_contain_text("Seulement 4 rangées", timeout=PATIENCE_MS)
        await keep_picture(tablet, "mistake_fr")
        await keep_picture(phone, "mistake_ja")
        await phone.get_by_role("tab").first.click()
        await expect(phone.locator(".lesson-notice")).to_be_visible()
        await tablet.locator("[data-do='teach_cancel']").click()
        await tablet.get_by_role("dialog").locator("button.primary").click()
        await expect(phone.locator(".lesson-notice")).to_have_count(0)
        assert evening.eyes["lesson"] is None
        assert not (tmp_path / "tile_sets").exists()
        for page in (tablet, phone):
            assert page.problems == []
            await page.context.close()


async def test_the_lens_is_measured_stored_and_taken_back_on_the_page(browser, tmp_path):
    async with evening_at(tmp_path, SMALL_PX) as evening:
        page = await page_at(browser, evening.daemon)
        card = page.locator(".lens")
        for seat, at_mm in ((0, -350.0), (1, 350.0)):
            evening.table.world.show_arm(Seat(seat), at_mm, -350.0)
        await page.get_by_role("button", name="Calibrate camera").click()
        await expect(card).to_contain_text("could not find 0, 1", timeout=PATIENCE_MS)
        assert not (tmp_path / "camera.json").exists()
        for seat in (0, 1):
            evening.table.world.hide_arm(Seat(seat))
        await page.get_by_role("button", name="Try again").click()
        await expect(card.locator("tbody tr")).to_have_count(5, timeout=PATIENCE_MS)
        await keep_picture(page, "lens", ".lens .actions")
        await page.get_by_role("button", name="Store and use").click()
        await expect(page.locator('[data-key="camera"]')).to_contain_text("Lens measured on", timeout=PATIENCE_MS)
        first = (tmp_path / "camera.json").read_text()
        assert evening.eyes["lens"]["stored"]["lens_from"] == "markers"

        await page.get_by_role("button", name="Calibrate camera").click()
        await page.get_by_role("button", name="Store and use").click(timeout=PATIENCE_MS)
        await page.get_by_role("button", name="Back to the calibration before").click()
        await page.get_by_role("dialog").get_by_role("button", name="Back to the calibration before").click()
        await eventually(lambda: (tmp_path / "camera.json").read_text() == first, 30)
        await expect(page.locator("#toasts")).to_contain_text("The camera reads by it")
        assert await evening.watcher.until(lambda tablet: tablet.documents["state"]["camera"]["ok"], 60)
        assert page.problems == []
        await page.context.close()
