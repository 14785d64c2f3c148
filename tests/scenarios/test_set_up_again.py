"""A running table is set up again: from its page, with its answers in place, and never in the middle of a deal."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from campaign_cases import more
from first_start_bench import FirstStart, a_table, board_is, first_start, simulated_table
from first_start_hand import Hand
from page_bench import CHROMIUM, SIZES, expect, launched

from hw_sim.felt.deck import chance_deck
from mahjong_rules.tiles import TileStock
from table_daemon.settings import load_settings

pytestmark = pytest.mark.slow


async def again(started: FirstStart) -> dict[str, Any]:
    async with started.session.post(f"{started.page}api/set_up/again") as response:
        return dict(await response.json())


async def start_game(started: FirstStart) -> None:
    data = {"rules": "ema", "names": ["A", "B", "C", "D"]}
    async with started.session.post(f"{started.page}api/cmd/start_game", json={"data": data}) as response:
        assert (await response.json())["ok"]


async def test_every_answer_stands_there_again_and_only_what_is_changed_changes(tmp_path: Path) -> None:
    async with simulated_table(tmp_path) as table, first_start(tmp_path, table) as started:
        await a_table(started, table)
        before = load_settings(started.config)
        assert (await again(started))["ok"]
        seen = await started.until_set_up()
        assert seen["again"]
        assert {step["name"] for step in seen["steps"] if not step["done"]} == {"machine", "finish"}
        board = await started.wish("go", step="board")
        assert board["board"]["port"] == str(table.serial_port)
        await started.until(board_is("proved"))
        camera = await started.wish("go", step="camera")
        assert camera["camera"]["address"] == table.camera_address
        await started.wish("go", step="tiles")
        await started.wish("tiles", height_mm=29, width_mm=20.5, thickness_mm=16.5)
        await started.wish("finish")
        await started.until_a_table()
        after = load_settings(started.config)
        assert after.geometry.tile_height_mm == 29
        assert (after.serial, after.camera, after.play) == (before.serial, before.camera, before.play)
        assert (await again(started))["ok"]
        await started.until_set_up()
        await started.wish("leave")
        await started.until_a_table()
        assert load_settings(started.config) == after


async def test_a_set_up_that_is_left_open_over_a_restart_is_still_open(tmp_path: Path) -> None:
    async with simulated_table(tmp_path) as table:
        async with first_start(tmp_path, table) as started:
            assert "no table yet" in (await started.wish("leave"))["error"]["message"]
            await a_table(started, table)
            await again(started)
            await started.until_set_up()
        async with first_start(tmp_path, table) as restarted:
            assert (await restarted.document())["again"]


async def test_a_table_on_the_way_to_a_deal_refuses_it_in_one_sentence(tmp_path: Path) -> None:
    async with simulated_table(tmp_path) as table, first_start(tmp_path, table) as started:
        await a_table(started, table)
        table.stack_next(chance_deck(TileStock(), Random(1)))
        await start_game(started)
        refused = await again(started)
        assert refused["error"]["code"] == "not_now"
        assert "then open the set-up" in refused["error"]["message"]
        assert await started.is_a_table()


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine (apt install chromium)")
@pytest.mark.parametrize("size", ["tablet", more("phone")])
async def test_the_page_leads_to_the_set_up_and_back_with_the_houses_own_rules(size: str, tmp_path: Path) -> None:
    async with (
        simulated_table(tmp_path) as table,
        first_start(tmp_path, table) as started,
        launched(CHROMIUM) as browser,
    ):
        await a_table(started, table)
        context = await browser.new_context(viewport=SIZES[size], locale="en-GB", service_workers="block")
        context.set_default_timeout(40_000)
        page: Any = await context.new_page()
        hand = Hand(page, size)
        await page.goto(started.page)
        await hand.tap("#tab-machine")
        await hand.shoot("machine-tab")
        await hand.tap("[data-do='set_up']")
        await hand.tap("#confirm [value='yes']")
        await hand.at("finish")
        await expect(page.locator("#set-up h2")).to_have_text("What is to be changed?")
        await hand.shoot("again")
        await hand.tap(".step .choices [data-arg='rules']")
        await hand.at("rules")
        await expect(page.locator("[aria-pressed='true']")).to_have_attribute("data-arg", "ema")
        await hand.tap(".step [data-do='rules'][data-arg='tenhou']")
        await hand.at("pins")
        await hand.tap(".rail [data-arg='rules']")
        await hand.at("rules")
        await hand.tap("summary")
        await page.select_option("[name='set-rounds']", "1")
        await hand.shoot("house-rules")
        await hand.tap("form[data-do='rules'] button")
        await hand.at("pins")
        await hand.tap(".rail [data-arg='finish']")
        await hand.at("finish")
        await hand.tap("[data-do='finish']")
        await page.wait_for_selector(".felt")
        await hand.tap("#tab-now")
        await expect(page.locator("[name='rules']")).to_have_value("tenhou")
        await expect(page.locator("[name='set-rounds']")).to_have_value("1")
        assert load_settings(started.config).play.options == {"rounds": "1"}
