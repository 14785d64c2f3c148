"""A win told by its value on the page: how many taps, what is shown before it counts, in the unit of each game."""

from __future__ import annotations

import pytest
import pytest_asyncio
from accessibility import LOOKS_IN_LANGUAGES, accessibility_faults
from eventually import eventually
from page_bench import IN_A_BROWSER, expect, open_page
from table_bench import bench_at

from mahjong_rules.events import DealStarted, Discarded, Drawn, GameStarted, IndicatorTurned
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import parse_tile
from table_daemon.rules.presets import load_rules

pytestmark = IN_A_BROWSER
NAMES = ("A", "B", "C", "D")


async def begin(bench, rules: str = "tenhou") -> None:
    """The first deal by these rules; seat 0 has discarded 5m."""
    keeper = bench.parts.keeper
    keeper.start(GameStarted(rules, NAMES), "test")
    traits = load_rules(rules).traits
    keeper.commit(DealStarted((1,) * (2 * traits.wall.throws)), "test")
    if traits.has_indicators:
        keeper.commit(IndicatorTurned(parse_tile("9s")), "test")
    for event in (Drawn(Seat(0)), Discarded(Seat(0), parse_tile("5m"))):
        keeper.commit(event, "test")
    await eventually(lambda: bench.state["phase"] == "play")


@pytest_asyncio.fixture(loop_scope="session")
async def bench(tmp_path):
    async with bench_at(tmp_path) as opened:
        yield opened


@pytest.fixture
def service(bench):
    return bench.table


@pytest.fixture
def page(page_at_bench):
    return page_at_bench


class Finger:
    """Counts what it taps."""

    def __init__(self, page) -> None:
        self.page, self.taps = page, 0

    async def tap(self, group: str | None, name: str) -> None:
        sheet = self.page.locator("#sheet")
        inside = sheet if group is None else sheet.get_by_role("group", name=group)
        await inside.get_by_role("button", name=name, exact=True).click()
        self.taps += 1

    async def open(self, name: str) -> None:
        """Who won, and that the value is told alone."""
        await self.page.locator("#tab-now").click()
        await self.page.locator("#panel").get_by_role("button", name=name, exact=True).click()
        self.taps += 1
        await self.tap(None, "Enter the value alone")

    @property
    def sheet(self):
        return self.page.locator("#sheet")


async def test_a_win_on_a_discard_takes_six_taps_and_shows_what_it_costs_before_it_counts(page, bench):
    await begin(bench)
    finger = Finger(page)
    await finger.open("C")
    await finger.tap("From whom", "A")
    await finger.tap("Han", "3")
    await finger.tap("Fu", "40")
    await expect(finger.sheet.locator(".score-changes")).to_contain_text("30,200")
    await expect(finger.sheet.locator(".changes")).to_contain_text("C wins on A’s discard: 3 han · 40 fu")
    assert bench.state["phase"] == "play"
    await finger.tap(None, "Apply")
    await eventually(lambda: bench.state["scores"] == [19_800, 25_000, 30_200, 25_000])
    assert finger.taps == 6
    await expect(page.locator(".result")).to_contain_text("The value was told, the tiles were not.")
    await expect(page.locator(".result .total")).to_contain_text("3 han · 40 fu")
    assert page.problems == []


async def test_a_limit_or_a_drawn_hand_takes_five_and_is_taken_back_with_one_more(page, bench):
    await begin(bench)
    finger = Finger(page)
    await finger.open("B")
    await finger.tap("From whom", "A")
    await finger.tap("Han", "haneman")
    await finger.tap(None, "Apply")
    await eventually(lambda: bench.state["scores"] == [13_000, 37_000, 25_000, 25_000])
    assert finger.taps == 5
    await expect(page.locator(".result .total")).not_to_contain_text("han ·")
    await page.locator("#toasts").get_by_role("button", name="Undo").click()
    await eventually(lambda: bench.state["scores"] == [25_000] * 4)


async def test_only_fu_that_such_a_hand_can_have_are_there(page, bench):
    await begin(bench)
    finger = Finger(page)
    await finger.open("C")
    await finger.tap("From whom", "A")
    await finger.tap("Han", "1")
    fu = finger.sheet.get_by_role("group", name="Fu").get_by_role("button")
    await expect(fu).to_have_text(["30", "40", "50", "60", "70", "80", "90", "100", "110"])
    await finger.tap("Han", "2")
    await expect(fu.first).to_have_text("25")
    await finger.tap("How", "Win by self-draw (tsumo)")
    await expect(fu.first).to_have_text("20")
    await finger.tap("Fu", "20")
    await expect(finger.sheet.locator(".score-changes")).to_contain_text("+1,500")


@pytest.mark.parametrize(
    ("rules", "points", "fan", "scores"),
    [
        ("mcr", "24", None, [-32, -8, 48, -8]),
        ("hongkong", None, "3", [-32, 0, 32, 0]),
        ("zungjung", "40", None, [-70, -25, 120, -25]),
        ("jp_classic", "30", "1", [-240, 0, 240, 0]),
        ("tchou", "36", "1", None),
        ("simple", "44", None, None),
    ],
)
async def test_each_set_of_rules_asks_for_what_it_counts(page, bench, rules, points, fan, scores):
    await begin(bench, rules)
    before = bench.state["scores"]
    finger = Finger(page)
    await finger.open("C")
    await finger.tap("From whom", "A")
    if points is not None:
        await finger.sheet.locator("[data-typed=told][data-arg='2']").fill(points)
    if fan is not None:
        await finger.tap("Fan", fan)
    if points is not None:
        await finger.tap(None, "Look at the result")
    await finger.tap(None, "Apply")
    await eventually(lambda: bench.state["phase"] == "result")
    changes = [after - earlier for after, earlier in zip(bench.state["scores"], before, strict=True)]
    assert scores is None or changes == scores
    assert bench.document("result")["wins"][0]["counted"]
    assert page.problems == []


async def test_points_that_no_hand_has_are_refused_with_those_that_there_are(page, bench):
    await begin(bench, "mcr")
    finger = Finger(page)
    await finger.open("C")
    await finger.tap("From whom", "A")
    await finger.sheet.locator("[data-typed=told]").fill("7")
    await finger.tap(None, "Look at the result")
    await expect(finger.sheet.get_by_role("alert")).to_contain_text("points go from 8 to 500")
    assert bench.state["phase"] == "play"


async def test_a_finished_deal_is_put_right_by_its_value(page, bench):
    await begin(bench)
    finger = Finger(page)
    await finger.open("C")
    await finger.tap("From whom", "A")
    await finger.tap("Han", "mangan")
    await finger.tap(None, "Apply")
    await eventually(lambda: bench.state["phase"] == "result")
    await page.locator(".result").get_by_role("button", name="Change result").click()
    await expect(finger.sheet.get_by_role("group", name="Han").locator("[aria-pressed=true]")).to_have_text("mangan")
    await finger.tap("Han", "yakuman")
    await finger.tap(None, "Apply")
    await eventually(lambda: bench.state["scores"] == [-7000, 25_000, 57_000, 25_000])


@pytest.mark.parametrize(("size", "scheme", "language"), LOOKS_IN_LANGUAGES)
async def test_the_value_of_a_hand_can_be_told_by_everybody(browser, server, bench, size, scheme, language):
    await begin(bench)
    page = await open_page(browser, server, size, scheme, language)
    await page.locator("#panel [data-do=declare_sheet][data-arg='2']").click()
    await page.locator("#sheet [data-do=outcome_value]").click()
    await page.locator("#sheet [data-do=outcome_discarder][data-value='0']").click()
    await page.locator("#sheet [data-do=told_fan_2][data-value='3']").click()
    await expect(page.locator("#sheet [data-do=told_fu_2][data-value='40']")).to_be_in_viewport(ratio=1)
    assert await accessibility_faults(page) == []
    await page.locator("#sheet [data-do=told_fu_2][data-value='40']").click()
    await page.locator("#sheet [data-do=sheet_confirm]").click()
    await page.locator(".stage.ended, .result").first.wait_for()
    assert await accessibility_faults(page) == []
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await page.context.close()
