"""A game that nothing here values, on the page: who won and who pays what, typed at a real table."""

from __future__ import annotations

import pytest
import pytest_asyncio
from accessibility import accessibility_faults
from eventually import eventually
from page_bench import IN_A_BROWSER, expect, open_page
from table_bench import bench_at

from mahjong_rules.events import DealStarted, Discarded, Drawn, GameStarted, Win, WinsDeclared
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import parse_tile, parse_tiles

pytestmark = IN_A_BROWSER
ANY_HAND = "147m258p369s1122z"
SHOWN = WinsDeclared((Win(Seat(2), parse_tiles(ANY_HAND), parse_tile("5m")),), Seat(0))


def begin_deal(bench, dealer: int = 0) -> None:
    """The dealer has discarded."""
    for event in (DealStarted(), Drawn(Seat(dealer)), Discarded(Seat(dealer), parse_tile("5m"))):
        bench.parts.keeper.commit(event, "test")


@pytest_asyncio.fixture(loop_scope="session")
async def bench(tmp_path):
    """The first deal of a manual game; seat 0 has discarded 5m."""
    async with bench_at(tmp_path) as opened:
        opened.parts.keeper.start(GameStarted("manual", ("A", "B", "C", "D")), "test")
        begin_deal(opened)
        # The table asks the machine for walls when it hears of a game: with a deal in play by then, for none.
        await eventually(lambda: opened.state["phase"] == "play")
        yield opened


@pytest.fixture
def service(bench):
    return bench.table


@pytest.fixture
def page(page_at_bench):
    return page_at_bench


def sheet(page):
    return page.locator("#sheet")


def payment(page, name: str):
    return sheet(page).locator(".typed-result").get_by_label(name, exact=True)


async def open_by_hand(page, name: str) -> None:
    """What the winner taps first."""
    await page.locator("#tab-now").click()
    await page.locator("#panel").get_by_role("button", name=name, exact=True).click()
    await sheet(page).get_by_role("button", name="Type who won and who pays").click()


async def choose(page, group: str, name: str) -> None:
    await sheet(page).get_by_role("group", name=group).get_by_role("button", name=name, exact=True).click()


async def count(page) -> None:
    await sheet(page).get_by_role("button", name="Count it").click()


async def test_the_discarder_pays_an_amount_by_three_taps(page, bench):
    await open_by_hand(page, "C")
    await choose(page, "From whom", "A")
    await expect(sheet(page).get_by_role("button", name="Count it")).to_be_disabled()
    await sheet(page).get_by_label("Amount").last.fill("30")
    await sheet(page).get_by_role("button", name="A pays 30").click()
    await expect(payment(page, "C")).to_have_value("30")
    await count(page)
    await eventually(lambda: bench.state["scores"] == [-30, 0, 30, 0])
    await expect(sheet(page)).to_be_hidden()
    await expect(page.locator(".result h2")).to_have_text("C wins on A’s discard")
    await expect(page.locator(".result .lines")).to_have_count(0)
    assert page.problems == []


async def test_payments_that_do_not_come_to_nothing_wait_for_the_missing_part(page, bench):
    await open_by_hand(page, "B")
    await choose(page, "How", "Won self-drawn")
    await payment(page, "B").fill("24")
    await payment(page, "A").fill("-8")
    await expect(sheet(page).locator(".sum")).to_contain_text("+16")
    await expect(sheet(page).get_by_role("button", name="Count it")).to_be_disabled()
    await payment(page, "C").fill("-8")
    await payment(page, "D").fill("-8")
    await expect(sheet(page).locator(".sum")).to_have_text("Together: 0")
    await count(page)
    await eventually(lambda: bench.state["scores"] == [-8, 24, -8, -8])


async def test_a_shown_hand_asks_for_its_payments_and_offers_those_of_last_time(page, bench):
    bench.parts.keeper.commit(SHOWN, "test")
    await expect(page.locator("[data-key=payments-due]")).to_contain_text("C: the hand lies open")
    await page.get_by_role("button", name="Type the payments").click()
    await sheet(page).get_by_label("Amount").last.fill("16")
    await sheet(page).get_by_role("button", name="Everybody pays 16").click()
    await count(page)
    await eventually(lambda: bench.state["scores"] == [-16, -16, 48, -16])
    await expect(page.locator(".result .hand .concealed [data-tile]")).to_have_count(13)
    begin_deal(bench, dealer=1)
    await open_by_hand(page, "D")
    await choose(page, "From whom", "B")
    await sheet(page).get_by_role("button", name="Same as last time").click()
    await expect(payment(page, "D")).to_have_value("48")
    await expect(payment(page, "B")).to_have_value("-16")
    await count(page)
    await eventually(lambda: bench.state["scores"] == [-32, -32, 32, 32])


async def test_payments_of_a_finished_deal_are_put_right_and_the_shown_hand_stays(page, bench):
    bench.parts.keeper.commit(SHOWN, "test")
    await page.get_by_role("button", name="Type the payments").click()
    await sheet(page).get_by_label("Amount").last.fill("16")
    await sheet(page).get_by_role("button", name="A pays 16").click()
    await count(page)
    await eventually(lambda: bench.state["scores"] == [-16, 0, 16, 0])
    await page.locator(".result").get_by_role("button", name="Change result").click()
    await expect(payment(page, "C")).to_have_value("16")
    await payment(page, "C").fill("32")
    await payment(page, "A").fill("-32")
    await count(page)
    await sheet(page).get_by_role("button", name="Apply").click()
    await eventually(lambda: bench.state["scores"] == [-32, 0, 32, 0])
    assert len(bench.document("result")["wins"][0]["hand"]) == 13


async def test_a_drawn_deal_is_told_before_the_wall_is_empty(page, bench):
    await open_by_hand(page, "A")
    await choose(page, "How", "Nobody won")
    await expect(sheet(page).locator(".typed-result")).to_have_count(0)
    await count(page)
    await sheet(page).get_by_role("button", name="Apply").click()
    await eventually(lambda: bench.state["phase"] == "result")
    assert (bench.document("result")["outcome"], bench.state["scores"]) == ("exhaustive_draw", [0, 0, 0, 0])


@pytest.mark.parametrize("size", ["tablet", "phone"])
async def test_the_sheet_of_payments_can_be_used_by_everybody(browser, server, bench, size):
    bench.parts.keeper.commit(SHOWN, "test")
    page = await open_page(browser, server, size)
    await page.get_by_role("button", name="Type the payments").click()
    await expect(sheet(page).locator(".typed-result")).to_be_visible()
    assert await accessibility_faults(page) == []
    await page.context.close()
