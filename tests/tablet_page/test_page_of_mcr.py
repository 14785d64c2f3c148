"""The Chinese official game on the page: its form, its fan by name, seats that are exchanged, a wrong win."""

from __future__ import annotations

import pytest
import pytest_asyncio
from accessibility import accessibility_faults
from eventually import eventually
from page_bench import IN_A_BROWSER, expect, open_page
from table_bench import bench_at

from mahjong_rules.events import (
    DealStarted,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    FlowerLaid,
    GameStarted,
    Win,
    WinsDeclared,
)
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.game.keeper import GameKeeper

pytestmark = IN_A_BROWSER
FLUSH = WinsDeclared((Win(Seat(2), parse_tiles("1112345678999m"), parse_tile("4m")),), Seat(0))


def begin_deal(keeper: GameKeeper) -> None:
    """The dealer has laid a flower and discarded."""
    dealer = keeper.game.header.dealer
    flower = (FlowerLaid(dealer, parse_tile("f1")), Drawn(dealer))
    for event in (DealStarted(), Drawn(dealer), *flower, Discarded(dealer, parse_tile("4m"))):
        keeper.commit(event, "test")


def play_out(keeper: GameKeeper) -> None:
    """Everybody draws and discards until nobody can."""
    kinds = [f"{number}{suit}" for suit in "psz" for number in range(1, 8) for _ in range(4)]
    kinds += [f"{number}m" for number in (5, 6, 7) for _ in range(4)]
    while not keeper.rules.hints(keeper.game).is_wall_empty:
        seat = keeper.rules.hints(keeper.game).draws
        keeper.commit(Drawn(seat), "test")
        keeper.commit(Discarded(seat, parse_tile(kinds.pop())), "test")
    keeper.commit(ExhaustiveDraw((None,) * 4), "test")


@pytest_asyncio.fixture(loop_scope="session")
async def bench(tmp_path):
    """The first deal of a game; seat 0 has discarded 4m."""
    async with bench_at(tmp_path) as opened:
        opened.parts.keeper.start(GameStarted("mcr", ("A", "B", "C", "D")), "test")
        begin_deal(opened.parts.keeper)
        # The table asks the machine for walls when it hears of a game: with a deal in play by then, for none.
        await eventually(lambda: opened.state["phase"] == "play")
        yield opened


@pytest.fixture
def service(bench):
    return bench.table


@pytest.fixture
def page(page_at_bench):
    return page_at_bench


@pytest.mark.clause("MCR 2006 §3.9")
async def test_a_result_names_every_fan_with_its_points_and_clause(page, bench):
    bench.parts.keeper.commit(FLUSH, "test")
    lines = page.locator(".result .lines")
    await expect(lines).to_contain_text("Nine gates")
    await expect(lines).to_contain_text("MCR 2006 §3.8.4")
    await expect(page.locator(".result")).to_contain_text("Base points")
    assert await accessibility_faults(page) == []
    assert page.problems == []


async def test_a_result_speaks_chinese_with_the_books_own_names(browser, server, bench):
    page = await open_page(browser, server, language="zh-CN")
    bench.parts.keeper.commit(FLUSH, "test")
    await expect(page.locator(".result .lines")).to_contain_text("九莲宝灯")
    await page.context.close()


@pytest.mark.clause("MCR 2006 §3.11")
async def test_a_wrong_win_says_that_the_deal_goes_on(page, bench):
    await page.locator("#tab-machine").click()
    await expect(page.locator(".penalties h3")).to_have_text(["False win", "Dead hand"])
    await page.locator(".penalties").get_by_role("button", name="B").first.click()
    await expect(page.get_by_role("dialog")).to_contain_text("the hand is dead, and the deal goes on")
    await page.get_by_role("dialog").get_by_role("button", name="B: False win").click()
    await eventually(lambda: bench.state["dead_hands"] == [False, True, False, False])
    assert bench.state["phase"] == "play"


@pytest.mark.clause("MCR 2006 §3.5")
async def test_after_a_round_the_page_says_who_goes_where(page, bench):
    keeper = bench.parts.keeper
    keeper.commit(FLUSH, "test")
    for _ in range(3):
        keeper.commit(DealStarted(), "test")
        play_out(keeper)
    card = page.locator(".card.seating")
    await expect(card).to_contain_text("The round is over")
    await expect(card.get_by_role("button", name="We drew ourselves")).to_have_count(0)
    await card.get_by_role("button", name="Change places").click()
    await eventually(lambda: bench.state["names"] == ["B", "A", "D", "C"])
    await expect(page.locator(".card.seating")).to_contain_text("A goes to South.")
    await expect(page.locator(".card.seating").get_by_role("button", name="Change places")).to_have_count(0)
    assert page.problems == []
