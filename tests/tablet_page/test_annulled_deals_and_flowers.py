"""Deals that are annulled by a hand, and mistakes with flowers, told on the page: a real browser, the real table."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
import pytest_asyncio
from accessibility import accessibility_faults
from campaign_cases import more
from eventually import eventually
from page_bench import IN_A_BROWSER, expect, open_page
from short_deals import NINE_TERMINALS
from stacked_deck import stacked_deck
from table_bench import Bench

from mahjong_rules.events import Discarded, Drawn, FlowerLaid, Win, WinsDeclared
from mahjong_rules.seats import SEATS
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.rules.presets import load_rules

pytestmark = IN_A_BROWSER
NINE_KINDS = ["1m", "9m", "1p", "9p", "1s", "9s", "1z", "2z", "3z"]
TCHOU = load_rules("tchou", (("bonus_tiles", "true"),))
DECK = stacked_deck(TCHOU.traits, {0: "f1"}, draws="2s3s", replacements="4m5m")
"""The dealer is dealt a plum blossom."""


@pytest.fixture
def service(bench):
    return bench.table


@pytest.fixture
def page(page_at_bench):
    """One for all tests, at the table of each."""
    return page_at_bench


@pytest_asyncio.fixture(loop_scope="session")
async def flowered(bench: Bench) -> Bench:
    """A deal of tchou: the dealer laid the plum blossom and discarded."""
    await bench.begin_deck(DECK, TCHOU, bonus_tiles="true")
    flower, tile = parse_tile("f1"), parse_tile("2s")
    await bench.perform(Drawn(SEATS[0], tile), FlowerLaid(SEATS[0], flower), Drawn(SEATS[0], parse_tile("4m")))
    await bench.perform(Discarded(SEATS[0], tile))
    assert bench.document("board")["flowers"] == [["f1"], [], [], []]
    return bench


def sheet(page):
    return page.locator("#sheet")


async def declare_for(page, seat: int) -> None:
    await page.locator(f"[data-do=declare_sheet][data-arg='{seat}']").click()
    await expect(sheet(page)).to_be_visible()


async def tap_tiles(page, tiles: list[str]) -> None:
    for tile in tiles:
        await sheet(page).locator(f'.palette [data-value="{tile}"]').click()


async def confirm(page) -> None:
    await sheet(page).get_by_role("button", name="Apply").click()
    await expect(sheet(page)).to_be_hidden()


async def test_a_deal_is_annulled_by_nine_terminals_that_nobody_could_read(page, bench):
    await bench.begin(NINE_TERMINALS)
    await bench.perform(*NINE_TERMINALS.moves[:3])
    await expect(page.locator(".seat-0 .river .tile")).to_have_count(1)
    await declare_for(page, 1)
    await sheet(page).get_by_role("button", name="Abortive draw").click()
    await expect(sheet(page).locator(".field button").first).to_contain_text("0 / 14")
    await tap_tiles(page, [*NINE_KINDS, "5m", "5m", "5m", "5p", "5p"])
    await sheet(page).get_by_role("button", name="Look at the result").click()
    await expect(sheet(page).locator(".changes")).to_contain_text("Abortive draw")
    await confirm(page)
    await expect(page.locator(".result h2")).to_have_text("Nine terminals and honours")
    assert bench.document("result")["outcome"] == "abortive_draw"
    assert bench.parts.keeper.game.header.honba == 1
    assert page.problems == []


async def test_a_hand_without_nine_kinds_is_refused_in_words(page, bench):
    await bench.begin(NINE_TERMINALS)
    await bench.perform(*NINE_TERMINALS.moves[:3])
    await declare_for(page, 1)
    await sheet(page).get_by_role("button", name="Abortive draw").click()
    await tap_tiles(page, ["2m", "3m", "4m", *NINE_KINDS[:8], "5p", "5p", "6p"])
    await sheet(page).get_by_role("button", name="Look at the result").click()
    await expect(sheet(page).locator(".refusal")).to_contain_text("nine are needed")
    assert bench.state["phase"] == "play"


async def test_an_annulled_deal_that_was_none_is_given_another_end(page, bench):
    await bench.begin(NINE_TERMINALS)
    await bench.perform(*NINE_TERMINALS.moves[:3])
    hand = [*NINE_KINDS, "5m", "5m", "5m", "5p", "5p"]
    event = {"type": "abort_claimed", "seat": 1, "hand": hand, "reason": "nine_terminals"}
    assert (await bench.send("correct", kind="insert", after=bench.seq, events=[event])).ok
    await page.get_by_role("button", name="Change result").click()
    await expect(sheet(page).get_by_role("button", name="Abortive draw")).to_have_attribute("aria-pressed", "true")
    await expect(sheet(page).locator(".field .candidate")).to_have_count(14)
    await sheet(page).locator(".field .candidate").first.click()
    await expect(sheet(page).get_by_role("button", name="Look at the result")).to_be_disabled()


async def test_nine_isolated_tiles_annul_a_deal_of_tchou_as_dealt(page, bench):
    await bench.begin_deck(stacked_deck(TCHOU.traits, {}, draws="2s3s"), TCHOU, bonus_tiles="true")
    await bench.perform(Drawn(SEATS[0], parse_tile("2s")), Discarded(SEATS[0], parse_tile("2s")))
    await declare_for(page, 2)
    await sheet(page).get_by_role("button", name="Annulled").click()
    await expect(sheet(page).locator(".field button").first).to_contain_text("0 / 13")
    await tap_tiles(page, [*NINE_KINDS, "5m", "5m", "5p", "5p"])
    await sheet(page).get_by_role("button", name="Look at the result").click()
    await confirm(page)
    await expect(page.locator(".result h2")).to_have_text("Nine isolated terminals and honours")
    assert bench.document("result")["deltas"] == [0, 0, 0, 0]


async def test_a_flower_that_the_camera_missed_is_put_in(page, flowered):
    await declare_for(page, 0)
    await sheet(page).get_by_role("button", name="Flower mistake").click()
    await expect(sheet(page).locator(".laid-flowers .tile")).to_have_count(1)
    await expect(sheet(page).locator('.palette [data-value="f1"]')).to_be_disabled()
    await sheet(page).get_by_role("group", name="Who").get_by_role("button", name="South").click()
    await sheet(page).locator('.palette [data-value="y2"]').click()
    await expect(sheet(page).locator(".changes")).to_contain_text("South")
    await confirm(page)
    await eventually(lambda: flowered.document("board")["flowers"] == [["f1"], ["y2"], [], []])
    await expect(page.locator(".seat-1 .flowers .tile")).to_have_count(1)


@pytest.mark.clause("Tchou 1924 l.137")
async def test_of_four_series_a_second_flower_of_a_name_is_put_in(page, bench):
    rules = load_rules("tchou", (("flower_series", "4"),))
    deck = stacked_deck(rules.traits, {0: "f1"}, draws="2s3s", replacements="4m5m")
    await bench.begin_deck(deck, rules, flower_series="4")
    flower, tile = parse_tile("f1"), parse_tile("2s")
    await bench.perform(Drawn(SEATS[0], tile), FlowerLaid(SEATS[0], flower), Drawn(SEATS[0], parse_tile("4m")))
    await bench.perform(Discarded(SEATS[0], tile))
    await declare_for(page, 0)
    await sheet(page).get_by_role("button", name="Flower mistake").click()
    await sheet(page).get_by_role("group", name="Who").get_by_role("button", name="South").click()
    await sheet(page).locator('.palette [data-value="f1"]').click()
    await confirm(page)
    await eventually(lambda: bench.document("board")["flowers"] == [["f1"], ["f1"], [], []])
    await declare_for(page, 0)
    await sheet(page).get_by_role("button", name="Flower mistake").click()
    await expect(sheet(page).locator('.palette [data-value="f1"]')).to_be_disabled()


async def test_a_flower_is_another_one_or_none(page, flowered):
    await page.locator(".seat-0 .flowers button.touch").click()
    await sheet(page).locator('.palette [data-value="y3"]').click()
    await eventually(lambda: flowered.document("board")["flowers"][0] == ["y3"])
    await expect(sheet(page)).to_be_hidden()
    await page.locator(".seat-0 .flowers button.touch").click()
    await sheet(page).get_by_role("button", name="Not part of the game").click()
    await eventually(lambda: flowered.document("board")["flowers"][0] == [])


async def test_a_flower_at_every_side_is_within_reach(page, flowered):
    event = {"type": "flower_laid", "seat": 1, "tile": "f3"}
    assert (await flowered.send("correct", kind="insert", after=flowered.seq, events=[event])).ok
    await page.locator(".seat-1 .flowers button.touch").click()
    await expect(sheet(page).locator("h2")).to_have_text("South, flower")


async def test_a_dead_hand_after_a_flower_that_was_not_replaced_is_said_to_everybody(page, flowered):
    await declare_for(page, 0)
    await sheet(page).get_by_role("button", name="Dead hand").click()
    await page.get_by_role("dialog").get_by_role("button", name="East: Dead hand").click()
    await eventually(lambda: flowered.state["dead_hands"] == [True, False, False, False])
    await expect(page.locator(".seat-0 .mark.dead")).to_have_text("dead hand")


@pytest.mark.parametrize("size", [more("tablet"), "phone"])
async def test_their_sheets_have_no_accessibility_fault_and_fit(browser, flowered, server, size):
    page = await open_page(browser, server, size)
    await declare_for(page, 1)
    for button, shown in (("Flower mistake", ".palette"), ("Annulled", ".choice")):
        if not await sheet(page).get_by_role("button", name=button).is_visible():
            await page.keyboard.press("Escape")
            await declare_for(page, 1)
        await sheet(page).get_by_role("button", name=button).click()
        await expect(sheet(page).locator(shown).first).to_be_visible()
        assert await accessibility_faults(page) == [], button
        assert not await page.evaluate("document.getElementById('sheet').scrollWidth > innerWidth")
    await page.context.close()


async def test_a_flower_of_unknown_name_calls_nobody_and_takes_its_name_from_whoever_likes(page, bench):
    await bench.begin_deck(DECK, TCHOU, bonus_tiles="true")
    await bench.felt.perform([Drawn(SEATS[0], parse_tile("2s")), FlowerLaid(SEATS[0], parse_tile("f1"))])
    (flower,) = [piece for piece in bench.felt.seen().tiles if str(piece.tile) == "f1"]
    bench.felt.read_as(flower, ("1s", 0.3), ("f4", 0.2), ("y4", 0.2))
    bench.show()
    card, laid = page.locator(".card.nameless"), page.locator(".seat-0 .flowers .tile")
    await expect(card).to_contain_text("No points depend on it so far")
    await expect(page.locator(".card.question, .chip.badge")).to_have_count(0)
    await expect(laid).to_have_class(re.compile("nameless"))
    await expect(page.locator(".seat-0 .flowers button")).to_have_accessible_name(re.compile("flower of unknown name"))
    await card.get_by_role("button", name="Tell the name of this flower: East, flowers").click()
    await expect(sheet(page)).to_contain_text("does not know this flower by name")
    await expect(sheet(page).get_by_role("button", name="Not part of the game")).to_be_visible()
    await sheet(page).locator('.palette [data-value="f1"]').click()
    await expect(card).to_have_count(0)
    await expect(laid).not_to_have_class(re.compile("nameless"))
    await eventually(lambda: bench.document("board")["flowers"][0] == ["f1"])


@pytest.mark.parametrize("view", ["tv", "overlay&show=rivers"])
async def test_who_only_looks_sees_that_a_flower_has_no_name_yet(browser, server, bench, view):
    await bench.begin_deck(DECK, TCHOU, bonus_tiles="true")
    await bench.felt.perform([Drawn(SEATS[0], parse_tile("2s")), FlowerLaid(SEATS[0], parse_tile("f1"))])
    (flower,) = [piece for piece in bench.felt.seen().tiles if str(piece.tile) == "f1"]
    bench.felt.read_as(flower, ("1s", 0.3), ("f4", 0.2), ("y4", 0.2))
    bench.show()
    page = await open_page(browser, server)
    await page.goto(f"{server.url}?view={view}")
    laid = page.get_by_role("img", name="flower of unknown name")
    await expect(laid).to_have_count(1)
    await expect(page.locator(".flowers .tile")).to_have_class(re.compile("nameless"))
    picture = page.locator(".flowers .tile.nameless img")
    assert float(await picture.evaluate("image => getComputedStyle(image).opacity")) < 0.5
    if os.environ.get("JANTAKU_PAGE_PICTURES"):
        await page.screenshot(path=Path(os.environ["JANTAKU_PAGE_PICTURES"]) / f"nameless_{view[:2]}.png")
    assert page.problems == []
    await page.context.close()


async def test_beside_a_result_the_card_invites_to_name_flowers_before_they_go_in(page, bench):
    await bench.begin_deck(DECK, TCHOU, bonus_tiles="true")
    await bench.felt.perform([Drawn(SEATS[0], parse_tile("2s")), FlowerLaid(SEATS[0], parse_tile("f1"))])
    (flower,) = [piece for piece in bench.felt.seen().tiles if str(piece.tile) == "f1"]
    bench.felt.read_as(flower, ("1s", 0.3), ("f4", 0.2), ("y4", 0.2))
    bench.show()
    card = page.locator(".card.nameless")
    await expect(card).to_contain_text("No points depend on it so far")
    assert (await bench.send("void_deal", reason="a test")).ok
    await expect(page.locator(".card.nameless.invited")).to_contain_text("The deal is over, and they still lie there")
    assert await accessibility_faults(page) == []
    await card.get_by_role("button", name="Tell the name of this flower: East, flowers").click()
    await sheet(page).locator('.palette [data-value="f1"]').click()
    await expect(card).to_have_count(0)


async def test_flowers_of_one_player_on_which_points_depend_share_a_card(page, bench):
    """A winner with five of them was five cards, each with the same words."""
    rules = load_rules("hongkong")
    won, hand = parse_tile("4m"), "123456789m11z23m"
    deck = stacked_deck(rules.traits, {1: hand}, draws="9p f2", replacements="y4 4m")
    await bench.begin_deck(deck, rules)
    east, south, *_ = SEATS
    await bench.perform(Drawn(east, parse_tile("9p")), Discarded(east, parse_tile("9p")))
    for flower in map(parse_tile, ("f2", "y4")):
        await bench.perform(Drawn(south, flower))
        await bench.felt.perform([FlowerLaid(south, flower)])
        (laid,) = [piece for piece in bench.felt.seen().tiles if piece.tile == flower]
        bench.felt.read_as(laid, ("1s", 0.2), ("f4", 0.12), ("y4", 0.1), ("y3", 0.1))
        bench.show()
        await bench.wait(6)
    await bench.perform(Drawn(south, won), WinsDeclared((Win(south, parse_tiles(hand), won),), None))
    card = page.locator(".card.question")
    await expect(card.get_by_role("button", name="Tell the name of this flower: South, flowers")).to_have_count(2)
    await expect(card).to_contain_text("Points depend on their names")
    await expect(page.locator(".chip.badge")).to_contain_text("Open questions: 1")
    assert await accessibility_faults(page) == []
    await card.get_by_role("button").first.click()
    await sheet(page).locator('.palette [data-value="f2"]').click()
    await expect(card).to_contain_text("The camera was not sure of this tile")
    await card.get_by_role("button", name="Other …").click()
    await sheet(page).locator('.palette [data-value="y4"]').click()
    await eventually(lambda: bench.state["phase"] == "result")


async def test_a_hand_that_cannot_win_may_lack_a_flower_that_the_camera_missed(page, bench):
    """In world 10501 an own flower was not found, and each tile of the hand was asked about for want of a faan."""
    rules = load_rules("hongkong")
    flower, won, hand = parse_tile("f2"), parse_tile("4m"), "123m456p777s11s23m"
    deck = stacked_deck(rules.traits, {1: hand}, draws="9p f1", replacements="f2 4m")
    await bench.begin_deck(deck, rules)
    east, south, *_ = SEATS
    await bench.perform(Drawn(east, parse_tile("9p")), Discarded(east, parse_tile("9p")))
    await bench.perform(Drawn(south, parse_tile("f1")), FlowerLaid(south, parse_tile("f1")))
    await bench.felt.perform([Drawn(south, flower), FlowerLaid(south, flower)])
    (laid,) = [piece for piece in bench.felt.seen().tiles if piece.tile == flower]
    bench.felt.take_away(laid.track)
    await bench.perform(Drawn(south, won), WinsDeclared((Win(south, parse_tiles(hand), won),), None))
    missing = page.get_by_role("button", name="A flower is missing here")
    await expect(missing).to_have_count(1)
    await missing.click()
    await sheet(page).locator('.palette [data-value="f2"]').click()
    await sheet(page).get_by_role("button", name="Apply").click()
    await eventually(lambda: bench.state["phase"] == "result")
    assert bench.document("board")["flowers"][1] == ["f1", "f2"]
