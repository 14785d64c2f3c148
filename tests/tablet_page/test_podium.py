"""The end of a game: steps for the places, and the hand that won most."""

from __future__ import annotations

from dataclasses import replace

import pytest
from accessibility import accessibility_faults
from page_bench import IN_A_BROWSER, SIZES, expect, open_page
from played_moments import played_moment
from sample_games import NAMES, game_in_play, game_over

from mahjong_rules.state import Standing

pytestmark = IN_A_BROWSER
STEPS = ".podium .places li"


async def test_the_places_stand_on_steps_with_the_biggest_hand_below(page, service):
    service.show(game_over())
    await expect(page.locator(".podium h2")).to_have_text(f"{NAMES[2]} wins the game")
    await expect(page.locator(f"{STEPS} .short-name")).to_have_text([NAMES[2], NAMES[1], NAMES[3], NAMES[0]])
    heights = [await step.bounding_box() for step in await page.locator(".podium .step").all()]
    assert [box["height"] for box in heights] == sorted((box["height"] for box in heights), reverse=True)
    assert heights[1]["x"] < heights[0]["x"] < heights[2]["x"]
    await expect(page.locator(".best-hand .tile")).to_have_count(14)
    await expect(page.locator(".best-hand .total strong")).to_have_text("12,000")
    await expect(page.locator(".best-hand a")).to_have_attribute("href", "/?view=games&game=last&deal=1")
    assert await accessibility_faults(page) == []


async def test_two_first_players_stand_equally_high(page, service):
    over = game_over()
    first, second, *others = over.standings
    service.show(replace(over, standings=(first, replace(second, rank=1, points=first.points), *others)))
    await expect(page.locator(".podium h2")).to_have_text(f"First together: {NAMES[2]} · {NAMES[1]}")
    heights = [(await step.bounding_box())["height"] for step in await page.locator(".podium .step").all()]
    assert heights[0] == heights[1] > heights[2]


async def test_when_the_game_is_over_a_plate_has_room_for_seat_and_name(page, service):
    """Who dealt last and who was in riichi concerns nobody any more."""
    service.show(game_over())
    await expect(page.locator(".plate .seat-of")).to_have_count(4)
    await expect(page.locator(".plate .mark")).to_have_count(0)
    for name in await page.locator(".plate .name").all():
        assert await name.evaluate("(name) => name.scrollWidth <= name.clientWidth"), await name.inner_text()


async def test_a_game_in_play_has_no_steps(page, service):
    service.show(game_in_play())
    await expect(page.locator(".podium")).to_have_count(0)


async def test_three_players_fill_the_width(page, service):
    game = played_moment("sanma", lambda game: len(game.results) > 1)
    places = enumerate(game.header.seats, 1)
    service.show(replace(game, standings=tuple(Standing(seat, 35000, 0, rank) for rank, seat in places)))
    await expect(page.locator(STEPS)).to_have_count(3)
    boxes = [await step.bounding_box() for step in await page.locator(STEPS).all()]
    whole = await page.locator(".podium .places").bounding_box()
    assert sum(box["width"] for box in boxes) > 0.9 * whole["width"]


@pytest.mark.parametrize("size", sorted(SIZES))
async def test_the_steps_fit_every_screen(browser, server, service, size):
    service.show(game_over())
    page = await open_page(browser, server, size=size)
    card = page.locator(".podium").first
    assert await card.evaluate("card => card.scrollWidth <= card.clientWidth")
