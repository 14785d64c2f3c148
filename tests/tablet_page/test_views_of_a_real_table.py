"""The small views and the start form on the real daemon's table: a real browser, people who lay tiles."""

from __future__ import annotations

import pytest
from eventually import eventually
from page_bench import IN_A_BROWSER, expect, open_page
from short_deals import TURNS

pytestmark = IN_A_BROWSER
NAMES = ["Aiko", "Benoît", "Chen", "Dorothea"]


@pytest.fixture
def service(bench):
    return bench.table


async def test_a_game_begins_with_the_seats_that_the_table_drew(page, bench):
    for seat, name in enumerate(NAMES):
        await page.get_by_label(f"Seat {seat + 1}", exact=True).fill(name)
    await page.get_by_label("Rules").select_option("tchou")
    await page.get_by_role("button", name="Draw the seats").click()
    await expect(page.locator(".drawn li")).to_have_count(8)
    seated = [await page.get_by_label(f"Seat {seat + 1}", exact=True).input_value() for seat in range(4)]
    dealer = await page.get_by_label("First dealer").input_value()
    assert sorted(seated) == NAMES
    await expect(page.locator(".drawn li").last).to_contain_text(f"{seated[int(dealer)]} deals first")
    await page.get_by_role("button", name="Start game").click()
    await eventually(lambda: bench.state["phase"] != "idle")
    assert bench.state["names"] == seated
    assert bench.document("game")["first_dealer"] == int(dealer)


async def test_a_seats_page_and_the_overlay_follow_the_tiles_and_a_call_reaches_everybody(browser, bench, server):
    await bench.begin_with_discards(1)
    table = await open_page(browser, server)
    seat = await table.context.new_page()
    await seat.goto(f"{server.url}?view=seat&seat=1")
    overlay = await table.context.new_page()
    await overlay.goto(f"{server.url}?view=overlay")
    await expect(seat.locator(".own-tiles .river .tile")).to_have_count(0)
    await bench.perform(*TURNS[1])
    await expect(seat.locator(".own-tiles .river .tile")).to_have_count(1)
    await expect(overlay.locator("#overlay tbody tr")).to_have_count(4)
    await expect(overlay.locator("#overlay .left")).to_have_text(f"{bench.state['live_tiles']} tiles left")
    await seat.get_by_role("button", name="I win").click()
    await seat.get_by_role("dialog").get_by_role("button", name="I win").click()
    await expect(table.locator(".card.call h2")).to_contain_text("I win")
    assert [(call["kind"], call["seat"]) for call in bench.document("calls")["calls"]] == [("win", 1)]
    await table.context.close()
