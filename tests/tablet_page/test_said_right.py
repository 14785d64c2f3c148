"""Words and figures that people once took for faults: each as they asked for it, in the page's languages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from accessibility import accessibility_faults
from eventually import eventually
from fake_service import CAMERA, READY
from page_bench import IN_A_BROWSER, SIZES, expect, open_page
from sample_games import game_in_play, game_over

import tablet_page

pytestmark = IN_A_BROWSER
STATIC = Path(tablet_page.__file__).parent / "static"


async def speak(page, code: str) -> None:
    await page.locator("[data-change=language]").select_option(code)
    await expect(page.locator("html")).to_have_attribute("lang", code)


@pytest.mark.parametrize(("code", "shown"), [("en", "South 2"), ("fr", "Sud 2"), ("ja", "南2局"), ("zh", "南二局")])
async def test_a_deal_is_called_as_people_call_it(page, service, code, shown):
    await speak(page, code)
    await expect(page.locator(".round-name")).to_have_text(shown)


@pytest.mark.parametrize(
    ("code", "label", "choices"),
    [
        ("en", "Length of the game", ["East and South (hanchan)", "East only"]),
        ("ja", "対局の長さ", ["東南戦（半荘）", "東風戦"]),
    ],
)
async def test_a_riichi_game_is_as_long_as_people_say_it_is(page, service, code, label, choices):
    service.show(None)
    await speak(page, code)
    await expect(page.get_by_label(label).locator("option")).to_have_text(choices)


async def test_one_thing_is_said_in_the_singular(page, service):
    service.show(game_in_play())
    assert await page.locator(".counter.sticks").first.get_attribute("aria-label") == "1 riichi stick"


async def test_uma_oka_and_penalties_stand_apart_and_come_to_the_score_beside_the_table(page, service):
    """Uma, oka, what was returned and a chombo were one column: "+45,000" for the first."""
    over = game_over()
    last = replace(over.standings[-1], penalty=20000, score=over.standings[-1].score - 20000)
    service.show(replace(over, standings=(*over.standings[:-1], last)))
    heads = page.locator(".standings thead th")
    await expect(heads).to_have_text(
        ["Rank", "Player", "Points", "Since the start", "Uma", "Oka", "Penalties", "Score"]
    )
    rows = [await row.locator("td").all_inner_texts() for row in await page.locator(".standings tbody tr").all()]
    for _rank, _points, *parts, score in rows:
        figures = [int(text.replace("−", "-").replace("±", "").replace(",", "")) for text in (*parts, score)]
        assert sum(figures[:-1]) == figures[-1]
    assert await page.locator(".standings").evaluate("card => card.scrollWidth <= card.clientWidth")


@pytest.mark.parametrize("state", ["waiting", "offline"])
async def test_a_deal_says_that_the_machine_waits_for_permission_or_is_not_there(page, service, state):
    """It was a chip in the bar and a button on the third tab: people found out when the deal was over."""
    service.show(game_in_play(), machine={**READY, "state": state})
    card = page.locator(f"#side [data-key=machine-{state}]")
    await expect(card).to_be_visible()
    await expect(card.get_by_role("button", name="Allow motion")).to_have_count(1 if state == "waiting" else 0)
    assert await accessibility_faults(page) == []


async def test_a_seats_own_page_may_allow_motion_too(browser, server, service):
    service.show(game_in_play(), machine={**READY, "state": "waiting"})
    page = await open_page(browser, server, "phone")
    await page.goto(f"{server.url}?view=seat&seat=0")
    await page.get_by_role("button", name="Allow motion").click()
    await page.get_by_role("dialog").get_by_role("button", name="Allow motion").click()
    await eventually(
        lambda: [(heard.name, heard.data) for heard in service.commands] == [("machine", {"action": "home"})]
    )


async def test_a_game_that_is_over_says_so_with_faded_tiles_and_the_numbers_of_the_seats(page, service):
    service.show(game_over(), machine={**READY, "state": "in_play"})
    await expect(page.locator("#bar .chip-text")).to_have_text("The game is over")
    await expect(page.locator(".centre .ended")).to_have_text("The game is over")
    await expect(page.locator(".seat-2 .seat-of")).to_have_text("Seat 3")
    assert float(await page.locator(".seat-0 .river").evaluate("river => getComputedStyle(river).opacity")) < 0.5


async def test_on_a_phone_a_notice_stands_above_the_scores_and_the_panel_below_them(browser, server, service):
    service.show(game_in_play(), camera={**CAMERA, "notice": "the picture is dark: give more light"})
    page = await open_page(browser, server, "phone")
    notice, scores, tabs = [
        (await page.locator(place).first.bounding_box())["y"] for place in (".card.notice", ".seat-0 .points", ".tabs")
    ]
    assert notice < scores < tabs
    assert scores < SIZES["phone"]["height"]
    start = "card => getComputedStyle(card).textAlign"
    assert await page.locator(".card.notice").evaluate(start) == await page.locator(".card.ranking").evaluate(start)


@pytest.mark.parametrize("size", [None, "large"])
async def test_scores_stand_within_their_plates(page, service, size):
    """The comma of a dealer's score crossed the lower edge."""
    if size:
        await page.evaluate("document.documentElement.dataset.type = 'large'")
    for seat in range(4):
        plate = await page.locator(f".seat-{seat} .plate").bounding_box()
        text = await page.locator(f".seat-{seat} .points").bounding_box()
        assert plate["x"] <= text["x"]
        assert text["x"] + text["width"] <= plate["x"] + plate["width"]
        assert plate["y"] <= text["y"]
        assert text["y"] + text["height"] <= plate["y"] + plate["height"]


@pytest.mark.parametrize(("code", "seen"), [("ja", 0), ("zh", 0), ("en", 4), ("fr", 4)])
async def test_a_wind_is_not_written_beside_the_tile_that_shows_it(page, service, code, seen):
    await speak(page, code)
    await expect(page.locator(".plate .wind-letter")).to_have_count(seen)


async def test_every_stop_that_is_seen_can_be_pressed(page, service):
    """With dialogs over each other two or three red buttons stood there, one of which worked."""
    visible = """[...document.querySelectorAll("button.stop")]
        .filter((stop) => stop.checkVisibility({ visibilityProperty: true })).length"""
    assert await page.evaluate(visible) == 1
    await page.locator("[data-do=declare_sheet]").last.click()
    await expect(page.locator("#sheet")).to_be_visible()
    assert await page.evaluate(visible) == 1
    await page.locator("#sheet").get_by_role("button", name="Riichi").first.click()
    await expect(page.locator("#confirm")).to_be_visible()
    assert await page.evaluate(visible) == 1
    await page.locator("#confirm button.stop").click()
    await eventually(lambda: [heard.data for heard in service.commands] == [{"action": "stop"}])


async def test_the_white_dragon_of_the_page_has_a_frame() -> None:
    """A blank tile looked like a hole in the river or a picture that failed to load."""
    assert 'stroke="' in (STATIC / "tiles" / "5z.svg").read_text(encoding="utf-8")


async def test_a_sentence_of_the_table_begins_with_a_capital(page, service):
    """The daemon's sentences begin small because they also stand within others."""
    service.show(
        game_in_play(),
        machine={
            **READY,
            "state": "faulted",
            "fault": {"id": "f-1", "code": "dome_timeout", "text": "the dome does not move", "action": "look there"},
        },
        camera={**CAMERA, "ok": False, "problem": "the picture is dark: give more light", "notice": "it has moved"},
    )
    for place in (".card.fault > p:nth-of-type(1)", ".card.fault > p:nth-of-type(2)", ".problem p", ".notice p"):
        first = "text => getComputedStyle(text, '::first-letter').textTransform"
        assert await page.locator(place).first.evaluate(first) == "uppercase", place


async def test_dark_tiles_have_an_edge_on_a_dark_table(browser, server, service):
    """The filter that makes faces dark turned their light edge dark as well: a white dragon vanished."""
    service.show(game_in_play())
    page = await open_page(browser, server, scheme="dark")
    await page.evaluate("document.documentElement.dataset.tiles = 'dark'")
    tile = page.locator(".seat-0 .river .tile").first
    await expect(tile.locator("img")).to_have_js_property("complete", value=True)
    picture = cv2.imdecode(np.frombuffer(await tile.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE).astype(int)
    middle = picture.shape[0] // 2
    assert picture[middle, :3].max() > picture[middle, 4:6].max() + 40
