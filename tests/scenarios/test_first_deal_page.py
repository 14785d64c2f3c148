"""From an empty state folder to the first settled deal in Chromium, at a table that nobody has measured."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from campaign_cases import more
from first_start_bench import FirstStart, first_start, unknown_table
from first_start_hand import Hand
from page_bench import CHROMIUM, IN_A_BROWSER, SIZES, expect, launched
from short_deals import SELF_DRAWN

from hw_sim.felt.deck import throw_dice
from hw_sim.people.choreography import Choreography
from hw_sim.people.deal_plans import DealPlan
from hw_sim.people.evening_plan import Evening, Habits
from hw_sim.people.gestures import Gestures, Pace
from hw_sim.people.players import Players
from hw_sim.people.record_deck import deck_for_deal
from hw_sim.people.tablet_watcher import TabletWatcher
from hw_sim.simulated_table import SimulatedTable
from mahjong_rules.seats import Seat
from table_daemon.access.gatekeeper import read_local_key

pytestmark = [*(mark for mark in IN_A_BROWSER if mark.name != "asyncio"), pytest.mark.slow, pytest.mark.timeout(300)]
SIZE_PX = (1920, 1080)
NAMES = ("Aiko", "Benoît", "Chen", "Dorothea")


class FirstDeal:
    """Four people who play the shortest deal with a win, and no more."""

    names = NAMES

    def __init__(self) -> None:
        rng = random.Random(1)
        deck = deck_for_deal(SELF_DRAWN, throw_dice(rng), red_fives=True, rng=rng)
        self._deals = [DealPlan("E1", deck, iter(SELF_DRAWN.moves), lambda: (SELF_DRAWN.deltas, SELF_DRAWN.scores))]

    def next_deal(self) -> DealPlan | None:
        return self._deals.pop() if self._deals else None

    def sit_anew(self, seats: tuple[Seat, Seat, Seat, Seat], first_dealer: Seat) -> None:
        raise AssertionError((seats, first_dealer))


async def set_up(hand: Hand, started: FirstStart, table: SimulatedTable) -> None:
    """Every step once, nothing wrong on the way."""
    page, measures = hand.page, table.measures
    await page.goto(started.page)
    await hand.tap("[data-do='come']")
    await hand.tap("[data-do='language'][data-arg='en']")
    await hand.prove_board(table)
    await hand.show_camera(table)
    await hand.tap("[data-key='next']")
    await hand.at("markers")
    await expect(page.locator(".markers li.seen")).to_have_count(4)
    await hand.tap("form[data-do='markers'] button")
    await page.wait_for_selector(".told.proved")
    await hand.tap("[data-key='next']")
    await hand.at("tiles")
    for name in ("height", "width", "thickness"):
        await hand.type(f"[name='{name}_mm']", str(measures[f"tile_{name}_mm"]))
    await hand.tap("form[data-do='tiles'] button")
    await hand.at("sets")
    await hand.tap("form[data-do='sets'] button")
    await hand.at("machine")
    await hand.tap("[data-key='next']")
    await hand.at("rules")
    await hand.tap("[data-do='rules'][data-arg='tenhou']")
    await hand.at("pins")
    await hand.tap("form[data-do='pins'] button.primary")
    await hand.at("finish")
    await hand.tap("[data-do='finish']")
    await page.wait_for_selector(".felt")


async def begin(hand: Hand) -> None:
    """Type the names and begin, which lets the machine raise the walls."""
    for seat, name in enumerate(NAMES):
        await hand.type(f"[name='name-{seat}']", name)
    await hand.tap(".card.start button[type='submit']")


async def play(started: FirstStart, table: SimulatedTable, folder: Path) -> Evening:
    """Nobody presses anything but the start button on the page; the people look at the tablet and lay tiles."""
    pace = Pace(math.inf, min_gesture_s=0.005)
    people = Choreography(Gestures(table.world, pace), random.Random(3))
    key = read_local_key(folder / "state" / "access")
    async with TabletWatcher(started.page, key) as watcher:
        habits = Habits("tenhou", 1, begins=False, patience_s=20.0)
        return await Players(table, people, watcher, FirstDeal(), habits, pace).play()


@pytest.mark.parametrize(
    ("size", "world"), [("tablet", 6), more("phone", 2), more("tablet", 7), more("phone", 8), more("tablet", 15)]
)
async def test_the_first_deal_is_settled_without_a_shell_and_without_an_edited_file(
    size: str, world: int, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    began = time.monotonic()
    public = {"http.host": "0.0.0.0"}
    async with (
        unknown_table(tmp_path, world, SIZE_PX) as table,
        first_start(tmp_path, table, **public) as started,
        launched(CHROMIUM) as browser,
    ):
        context = await browser.new_context(viewport=SIZES[size], locale="en-GB", service_workers="block")
        context.set_default_timeout(40_000)
        page: Any = await context.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        hand = Hand(page, size)
        await set_up(hand, started, table)
        is_set_up = time.monotonic()
        await hand.shoot("table")
        await begin(hand)
        evening = await play(started, table, tmp_path)
        result = page.locator(".card", has_text="Aiko wins by self-draw")
        await expect(result).to_contain_text("Pure nine gates")
        await expect(result).to_contain_text("73,000")
        settled = time.monotonic()
        await hand.shoot("settled")
        record_property("seconds of set-up and deal", (is_set_up - began, settled - is_set_up))
        assert evening.is_exact, evening
        assert evening.faults == set(), "a new table that nobody touched is no fault"
        assert problems == []
        assert (hand.taps, hand.fields) == (17, 9), "two fields and four taps of them are for devices of a simulation"
