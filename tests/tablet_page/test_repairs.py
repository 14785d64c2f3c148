"""What players put right on the page: a real browser, the real daemon's table, people who lay tiles."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest
import pytest_asyncio
from accessibility import accessibility_faults, looks_at
from eventually import eventually
from page_bench import IN_A_BROWSER, expect, open_page
from scripted_table import ScriptedTable
from short_deals import SELF_DRAWN, TURNS
from table_bench import bench_at

from mahjong_rules.events import Event, GameStarted
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings
from tablet_page.results import names_of

pytestmark = IN_A_BROWSER
PUNG = {"kind": "pung", "tiles": ["5z", "5z", "5z"], "called_tile": "5z"}
TENPAI, NOTEN = "123m456m789m23s11z", "147m258p369s1234z"


class ToldTable(ScriptedTable):
    """Remembers what happened after the start of its game."""

    def apply(self, event: Event) -> None:
        super().apply(event)
        self.told = [*getattr(self, "told", []), event]


@pytest_asyncio.fixture(loop_scope="session")
async def bench(tmp_path):
    """A deal with four discards: the rivers are 2s, 6z, 7z, 5z."""
    async with bench_at(tmp_path) as opened:
        await opened.begin_with_discards(4)
        yield opened


@pytest.fixture
def service(bench):
    return bench.table


@pytest.fixture
def page(page_at_bench):
    """One for all tests, at the table of each."""
    return page_at_bench


def sheet(page):
    return page.locator("#sheet")


def tile(page, name: str):
    """A tile of the palette."""
    return sheet(page).locator(f'.palette [data-value="{name}"]')


def corrections(bench):
    return bench.document("audit")["corrections"]


async def touch_discard(page, seat: int, index: int = 0):
    await page.locator(f".seat-{seat} .river button.touch").nth(index).click()
    await expect(sheet(page)).to_be_visible()


async def test_a_misread_discard_is_put_right_by_two_taps(page, bench):
    await touch_discard(page, 1)
    await expect(sheet(page).locator("h2")).to_have_text("South: discard 1")
    await tile(page, "4z").click()
    await eventually(lambda: bench.rivers[1] == ["4z"])
    await expect(page.locator(".seat-1 .river [data-tile='4z']")).to_have_count(1)
    await expect(sheet(page)).to_be_hidden()
    assert [item["kind"] for item in corrections(bench)] == ["tile"]
    assert page.problems == []


async def test_what_was_just_put_right_is_undone_and_redone_by_a_tap_on_the_word_that_says_so(page, bench):
    await touch_discard(page, 1)
    await tile(page, "4z").click()
    await eventually(lambda: bench.rivers[1] == ["4z"])
    said = page.locator(".toast")
    await said.get_by_role("button", name="Undo").click()
    await eventually(lambda: bench.rivers[1] == ["6z"])
    await expect(said).to_contain_text("Undone.")
    await said.get_by_role("button", name="Redo").click()
    await eventually(lambda: bench.rivers[1] == ["4z"])
    assert page.problems == []


async def test_the_last_event_is_undone_from_the_bar_whatever_tab_is_open(page, bench):
    await page.get_by_role("tab", name="Game").click()
    await page.locator("#bar").get_by_role("button", name="Undo the last event").click()
    await sheet(page).get_by_role("button", name="Apply").click()
    await eventually(lambda: bench.rivers[3] == [])
    await page.locator(".toast").get_by_role("button", name="Redo").click()
    await eventually(lambda: bench.rivers[3] == ["5z"])


async def test_undo_offers_the_correction_that_was_made_last_beside_the_last_event(page, bench):
    await touch_discard(page, 1)
    await tile(page, "4z").click()
    await eventually(lambda: bench.rivers[1] == ["4z"])
    undo = page.locator("#bar").get_by_role("button", name="Undo the last event")
    await undo.click()
    await expect(sheet(page).locator(".changes")).to_contain_text("North discards")
    await sheet(page).get_by_role("button", name="Rather the newest correction").click()
    await expect(sheet(page).locator(".changes")).to_contain_text("South discards")
    await sheet(page).get_by_role("button", name="Apply").click()
    await eventually(lambda: bench.rivers[1] == ["6z"])
    assert bench.rivers[3] == ["5z"]
    await undo.click()
    await expect(sheet(page).locator(".changes")).to_contain_text("North discards")
    await expect(sheet(page).get_by_role("button", name="Rather the newest correction")).to_have_count(0)


async def test_what_follows_is_shown_before_it_counts(page, bench):
    await touch_discard(page, 1)
    await sheet(page).get_by_role("button", name="Not part of the game").click()
    await expect(sheet(page)).to_contain_text("with what came later")
    await expect(sheet(page).locator(".refusal")).to_contain_text("West discards")
    await sheet(page).get_by_role("button", name="Correct all the same").click()
    await expect(sheet(page).locator(".changes")).to_contain_text("No longer fits")
    assert corrections(bench) == []
    await sheet(page).get_by_role("button", name="Apply").click()
    await eventually(lambda: len(corrections(bench)) == 1)
    assert bench.rivers[1] == []


async def test_the_later_event_that_stands_against_it_is_one_tap_away(page, bench):
    await touch_discard(page, 1)
    await sheet(page).get_by_role("button", name="Not part of the game").click()
    await sheet(page).get_by_role("button", name="Correct that one first").click()
    await expect(sheet(page).locator("h2")).to_have_text("West: discard 1")


async def test_a_missed_call_is_put_in(page, bench):
    await touch_discard(page, 3)
    await sheet(page).get_by_role("button", name="A call is missing after it").click()
    await sheet(page).get_by_role("group", name="Who").get_by_role("button", name="West").click()
    await sheet(page).locator(".meld-option").click()
    await expect(sheet(page).locator(".changes .after, .changes .label")).not_to_have_count(0)
    await sheet(page).get_by_role("button", name="Apply").click()
    await eventually(lambda: bench.document("board")["melds"][2] != [])
    await expect(page.locator(".seat-2 .melds button.touch")).to_have_count(1)


async def test_a_call_is_changed_and_taken_out(page, bench):
    seq = bench.document("board")["events"]["rivers"][3][0]
    meld = {"kind": "pung", "tiles": ["5z"] * 3, "called_from": 3, "called_tile": "5z"}
    call = {"type": "called", "seat": 2, "meld": meld}
    assert (await bench.send("correct", kind="insert", after=seq, events=[call])).ok
    await page.locator(".seat-2 .melds button.touch").click()
    await expect(sheet(page).locator("h2")).to_contain_text("West: pon")
    await sheet(page).get_by_role("group", name="Kind").get_by_role("button", name="open kan").click()
    await sheet(page).locator(".meld-option").click()
    await eventually(lambda: bench.document("board")["melds"][2][0]["kind"] == "melded_kong")
    await expect(sheet(page)).to_be_hidden()
    await page.locator(".seat-2 .melds button.touch").click()
    await sheet(page).get_by_role("button", name="There was no call").click()
    await eventually(lambda: bench.document("board")["melds"][2] == [])


async def test_a_tile_that_nobody_saw_added_to_a_pung_and_its_indicator_are_put_in(page, bench):
    seq = bench.document("board")["events"]["rivers"][3][0]
    meld = {"kind": "pung", "tiles": ["5z"] * 3, "called_from": 3, "called_tile": "5z"}
    told = [{"type": "called", "seat": 2, "meld": meld}, {"type": "discarded", "seat": 2, "tile": "9p"}]
    told += [{"type": "discarded", "seat": seat, "tile": f"{seat + 1}m"} for seat in (3, 0, 1)]
    assert (await bench.send("correct", kind="insert", after=seq, events=told)).ok
    await touch_discard(page, 1, 1)
    await sheet(page).get_by_role("button", name="A call is missing after it").click()
    await sheet(page).get_by_role("button", name="added kan").click()
    await sheet(page).get_by_role("group", name="Who").get_by_role("button", name="West").click()
    await sheet(page).locator(".meld-option").click()
    await sheet(page).get_by_role("button", name="Apply").click()
    await eventually(lambda: bench.document("board")["melds"][2][0]["kind"] == "added_kong")
    await expect(sheet(page)).to_be_hidden()
    after = {"type": "discarded", "seat": 2, "tile": "8p"}
    assert (await bench.send("correct", kind="insert", after=bench.parts.keeper.history[-1].seq, events=[after])).ok
    await touch_discard(page, 2, 2)
    await sheet(page).get_by_role("button", name="A dora indicator is missing after it").click()
    await tile(page, "7p").click()
    await sheet(page).get_by_role("button", name="Apply").click()
    await eventually(lambda: len(bench.state["dora_indicators"]) == 2)
    await expect(page.locator('.centre .dora [data-tile="8p"]')).to_have_count(1)


async def test_a_tap_while_the_table_has_not_answered_corrects_nothing_else(page, bench):
    """This sheet and the one that comes have the same palette: a tile tapped in between would name the discard."""
    answer = asyncio.Event()

    async def late(route):
        await answer.wait()
        await route.continue_()

    await page.route("**/api/cmd/events", late)
    await touch_discard(page, 3)
    await sheet(page).get_by_role("button", name="A discard is missing after it").click()
    await expect(sheet(page).locator(".sheet-body[inert]")).to_have_count(1)
    await tile(page, "1z").dispatch_event("click")
    await expect(sheet(page).locator("header .stop")).to_be_enabled()
    answer.set()
    await expect(sheet(page).locator(".sheet-insert")).to_be_visible()
    await page.unroute("**/api/cmd/events")
    assert bench.rivers[3] == ["5z"]


async def test_undo_names_what_it_takes_and_is_itself_taken_back(page, bench):
    await page.locator("#tab-machine").click()
    await page.get_by_role("button", name="Undo the last event").click()
    await expect(sheet(page).locator(".changes")).to_contain_text("North discards")
    assert bench.rivers[3] == ["5z"]
    await sheet(page).get_by_role("button", name="Apply").click()
    await eventually(lambda: bench.rivers[3] == [])
    await page.locator("#tab-game").click()
    await expect(page.locator(".audit")).to_contain_text("Taken back")
    await page.locator(".audit").get_by_role("button", name="Undo").click()
    await sheet(page).get_by_role("button", name="Apply").click()
    await eventually(lambda: bench.rivers[3] == ["5z"])


async def test_all_that_came_after_a_discard_is_taken_back_at_once(page, bench):
    await touch_discard(page, 0)
    await sheet(page).get_by_role("button", name="Undo all that came after it").click()
    await expect(sheet(page).locator(".changes .before")).to_have_count(3)
    await sheet(page).get_by_role("button", name="Apply").click()
    await eventually(lambda: bench.rivers == [["2s"], [], [], []])


async def test_everything_that_was_counted_is_listed_and_leads_to_its_sheet(page, bench):
    await bench.send("correct", kind="tile", event=bench.document("board")["events"]["rivers"][1][0], tile="4z")
    await page.locator("#tab-machine").click()
    await page.get_by_role("button", name="Log").click()
    await expect(sheet(page).locator(".log > li")).to_have_count(6)
    await expect(sheet(page).locator(".log > li").first).to_contain_text("North discards")
    await expect(sheet(page).locator(".log")).to_contain_text("corrected")
    await sheet(page).get_by_role("button", name="Corrections", exact=True).click()
    await expect(sheet(page).locator(".log > li")).to_have_count(1)
    await expect(sheet(page).locator(".log .before [data-tile='6z']")).to_have_count(1)
    await expect(sheet(page).locator(".log .after [data-tile='4z']")).to_have_count(1)
    await sheet(page).get_by_role("button", name="Events of the deal").click()
    await sheet(page).locator(".log-row").first.click()
    await expect(sheet(page).locator("h2")).to_have_text("North: discard 1")


async def test_scores_are_set_with_the_sum_in_view(page, bench):
    await page.locator("#tab-machine").click()
    form = page.locator("form.scores")
    await form.get_by_label("East").fill("26000")
    await expect(form.locator(".sum")).to_contain_text("+1,000 compared with before")
    await form.get_by_label("South").fill("24000")
    await expect(form.locator(".sum")).to_contain_text("as before")
    await form.get_by_label("Honba").fill("2")
    await form.get_by_label("Reason").fill("paid by hand")
    await form.get_by_role("button").click()
    await page.locator("#confirm").get_by_role("button", name="Set these scores").click()
    await eventually(lambda: bench.state["scores"] == [26000, 24000, 25000, 25000])
    assert bench.state["honba"] == 2


async def test_a_deal_is_voided_with_a_reason(page, bench):
    await page.locator("#tab-machine").click()
    await page.get_by_role("button", name="Void the deal").click()
    await sheet(page).get_by_label("Reason").fill("the wall fell over")
    await sheet(page).get_by_role("button", name="Go on").click()
    assert bench.state["phase"] == "play"
    await sheet(page).get_by_role("button", name="Apply").click()
    await eventually(lambda: bench.state["phase"] == "result")
    assert bench.document("result")["outcome"] == "void"


async def test_a_discard_read_meanwhile_voids_no_consent_to_void_the_deal(page, bench):
    await page.locator("#tab-machine").click()
    await page.get_by_role("button", name="Void the deal").click()
    await sheet(page).get_by_label("Reason").fill("the wall fell over")
    await sheet(page).get_by_role("button", name="Go on").click()
    await expect(sheet(page).get_by_role("button", name="Apply")).to_be_visible()
    await bench.perform(*TURNS[4])
    await sheet(page).get_by_role("button", name="Apply").click()
    await eventually(lambda: bench.state["phase"] == "result")
    assert bench.document("result")["outcome"] == "void"


async def test_the_game_is_ended_after_a_word_of_what_follows_and_goes_on_after_all(page, bench):
    await page.locator("#tab-game").click()
    await page.get_by_role("button", name="End the game").click()
    await expect(sheet(page).locator("h2")).to_have_text("End the game")
    await expect(sheet(page)).to_contain_text("No deal has counted yet: the game ends now and does not count.")
    await expect(sheet(page)).to_contain_text("The deal in play does not count; sticks laid in it go back.")
    assert bench.state["phase"] == "play"
    await sheet(page).get_by_role("button", name="End the game").click()
    await eventually(lambda: bench.state["phase"] == "over")
    await expect(page.locator(".toast strong")).to_have_text("The game is over")
    await expect(page.locator(".felt .ended")).to_be_visible()  # and no stage that says "Void" over it
    await page.locator(".toast").get_by_role("button", name="Undo").click()
    await eventually(lambda: bench.state["phase"] == "play")
    assert page.problems == []


async def test_the_final_standing_says_that_people_ended_the_game(page, bench):
    won = {"type": "wins_counted", "wins": [{"seat": 2, "fan": 3, "fu": 40}], "discarder": 3}
    assert (await bench.send("correct", kind="insert", after=bench.seq, events=[won])).ok
    await page.locator("#tab-game").click()
    await page.get_by_role("button", name="End the game").click()
    await expect(sheet(page)).to_contain_text("The game ends now after one deal that counts. The scores stand.")
    await expect(sheet(page)).not_to_contain_text("The deal in play")
    await sheet(page).get_by_role("button", name="Cancel").click()
    await expect(sheet(page)).to_be_hidden()
    assert bench.state["phase"] == "result"
    await page.get_by_role("button", name="End the game").click()
    await sheet(page).get_by_role("button", name="End the game").click()
    await expect(page.locator(".standings")).to_contain_text("Ended early by the players.")
    assert page.problems == []


async def test_a_win_that_the_camera_does_not_settle_is_told_by_hand(page, bench):
    await page.locator("#tab-now").click()
    await page.locator("#panel").get_by_role("button", name="South", exact=True).click()
    await sheet(page).get_by_role("button", name="Enter the win by hand").click()
    await sheet(page).get_by_role("group", name="From whom").get_by_role("button", name="North").click()
    await sheet(page).get_by_role("button", name="South: concealed tiles").click()
    for name in ("2m", "3m", "4m", "2p", "3p", "4p", "6p", "7p", "8p", "2s", "2s", "5z", "5z"):
        await tile(page, name).click()
    await sheet(page).get_by_role("button", name="Look at the result").click()
    await expect(sheet(page).locator(".score-changes")).to_contain_text("South")
    assert bench.state["phase"] == "play"
    await sheet(page).get_by_role("button", name="Apply").click()
    await eventually(lambda: bench.state["phase"] == "result")
    assert [win["seat"] for win in bench.document("result")["wins"]] == [1]
    assert bench.document("result")["wins"][0]["discarder"] == 3


async def test_a_winning_tile_that_nobody_said_follows_winner_and_discarder(page, bench):
    async def choose(what: str, seat: int):
        await sheet(page).locator(f"[data-do=outcome_{what}][data-value='{seat}']").click()

    def winning_tiles():
        return sheet(page).locator(".field[data-key^=tile] .picked [data-tile]")

    await page.locator("#tab-now").click()
    await page.locator("#panel").get_by_role("button", name="South", exact=True).click()
    await sheet(page).get_by_role("button", name="Enter the win by hand").click()
    await choose("discarder", 3)
    await expect(winning_tiles()).to_have_attribute("data-tile", "5z")
    await choose("winner", 2)
    await expect(winning_tiles()).to_have_attribute("data-tile", "5z")
    await choose("discarder", 1)
    await expect(winning_tiles()).to_have_attribute("data-tile", "6z")
    await choose("winner", 1)
    await expect(winning_tiles()).to_have_count(0)
    await sheet(page).get_by_role("button", name="winning tile").click()
    await tile(page, "9p").click()
    await choose("winner", 2)
    await expect(winning_tiles()).to_have_count(0)
    await choose("winner", 1)
    await choose("discarder", 3)
    await expect(winning_tiles()).to_have_attribute("data-tile", "9p")


async def deal_with_an_empty_wall(bench) -> None:
    """The first player in riichi; everybody has drawn to the end."""
    at = ToldTable("ema").deal("9m").play("0=9p").idle(kept=f"{TENPAI} {NOTEN}")
    bench.parts.keeper.start(GameStarted("ema", ("A", "B", "C", "D")), "test")
    for event in at.told:
        bench.parts.keeper.commit(event, "test")
    await eventually(lambda: bench.state["live_tiles"] == 0)


async def tell_a_drawn_deal(page, tenpai: dict[str, list[str]]) -> None:
    first, *others = tenpai
    await page.locator("#tab-now").click()
    await page.locator("#panel").get_by_role("button", name=first, exact=True).click()
    await sheet(page).get_by_role("button", name="Enter the win by hand").click()
    await sheet(page).locator("[data-do=outcome_how][data-value=exhaustive_draw]").click()
    for name in others:
        await sheet(page).get_by_role("group", name="tenpai").get_by_role("button", name=name, exact=True).click()
    for tiles in tenpai.values():
        for name in tiles:
            await tile(page, name).click()
    await sheet(page).get_by_role("button", name="Look at the result").click()


@pytest.mark.clause("A-20", "A-21", "EMA 2025 §6.6.2")
async def test_a_drawn_deal_told_by_hand_asks_before_it_is_a_chombo(page, bench):
    await deal_with_an_empty_wall(bench)
    await tell_a_drawn_deal(page, {"B": names_of(parse_tiles(TENPAI))})
    await expect(sheet(page).get_by_role("alert")).to_contain_text(
        "This player declared riichi, and no waiting hand is shown"
    )
    await expect(sheet(page).get_by_role("button", name="Apply")).to_have_count(0)
    assert bench.state["phase"] == "play"
    assert await accessibility_faults(page) == []
    await sheet(page).get_by_role("button", name="It is a chombo").click()
    await eventually(lambda: bench.state["phase"] == "result")
    chombos = [{"seat": 0, "reason": "noten_riichi", "penalty": 20000}]
    assert bench.document("result")["chombos"] == chombos
    correction = corrections(bench)[0]
    assert correction["after"]["results"][0]["chombos"] == chombos


@pytest.mark.clause("A-20")
async def test_a_drawn_deal_told_by_hand_asks_nothing_where_the_hand_in_riichi_waits(page, bench):
    await deal_with_an_empty_wall(bench)
    await tell_a_drawn_deal(page, {"A": names_of(parse_tiles(TENPAI))})
    await expect(sheet(page).locator(".changes")).to_contain_text("Exhaustive draw")
    await expect(sheet(page).get_by_role("button", name="It is a chombo")).to_have_count(0)
    await expect(sheet(page).get_by_role("button", name="Apply")).to_be_visible()


async def test_a_win_is_declared_by_who_what_and_yes(page, bench):
    await page.locator("#panel").get_by_role("button", name="West", exact=True).click()
    await sheet(page).get_by_role("button", name="Win", exact=True).click()
    assert bench.document("calls")["calls"] == []
    await page.locator("#confirm").get_by_role("button", name="West: Win").click()
    await eventually(lambda: [call["seat"] for call in bench.document("calls")["calls"]] == [2])
    await expect(sheet(page)).to_be_hidden()


async def test_chombo_is_declared_by_who_what_and_yes(page, bench):
    await page.locator("#panel").get_by_role("button", name="West", exact=True).click()
    await sheet(page).get_by_role("button", name="Chombo").click()
    await page.locator("#confirm").get_by_role("button", name="West: Chombo").click()
    await eventually(lambda: bench.state["phase"] == "result")
    assert bench.document("result")["outcome"] == "chombo"


async def test_a_tile_of_the_winning_hand_is_put_right_on_the_result(browser, tmp_path):
    async with bench_at(tmp_path, "play.next_deal_s=600") as bench:
        await bench.begin(SELF_DRAWN)
        await bench.perform(*SELF_DRAWN.moves)
        await bench.wait(2)
        assert bench.state["phase"] == "result"
        server = HttpServer(bench.table, HttpSettings(port=0))
        await server.start()
        page = await open_page(browser, server)
        await page.locator(".win .winning button.touch").click()
        await tile(page, "1z").click()
        await expect(sheet(page).locator(".refusal")).to_be_visible()
        await tile(page, "5m").click()
        await eventually(lambda: bench.document("result")["wins"][0]["winning_tile"] == "5m")
        await expect(page.locator(".win .winning [data-tile='5m']")).to_have_count(1)
        await page.context.close()
        await server.stop()


async def test_a_doubt_is_settled_by_any_tile_and_counted_in_the_bar(page, bench):
    await bench.perform(*TURNS[4][:1])
    await bench.felt.perform(TURNS[4][1:])
    piece = bench.felt.river(0)[1]
    bench.felt.read_as(piece, ("1m", 0.4), ("3z", 0.35))
    bench.eyes.pieces[piece.track] = np.full((60, 60, 3), 90, np.uint8)
    bench.show()
    await expect(page.locator(".card.question")).to_be_visible()
    await expect(page.locator(".badge")).to_contain_text("1")
    await expect(page.locator(".card.question .share").first).to_have_text("40 %")
    await page.wait_for_function("document.querySelector('.card.question .piece')?.naturalWidth === 60")
    await page.get_by_role("button", name="Other …").click()
    await tile(page, "3z").click()
    await eventually(lambda: bench.questions == [])
    assert bench.rivers[0] == ["2s", "3z"]
    await expect(sheet(page)).to_be_hidden()
    await expect(page.locator(".badge")).to_have_count(0)


async def test_a_tile_that_was_never_counted_offers_to_put_in_the_discard_that_was_missed(page, bench):
    lay_uncounted(bench)
    card = page.locator(".card.question")
    await expect(card.locator(".candidates button")).to_have_text(
        ["Put in the missed discard", "Somebody called: pon, chii or kan", "Not part of the game"]
    )
    await card.get_by_role("button", name="Put in the missed discard").click()
    await expect(sheet(page).locator("h2")).to_have_text("A discard is missing after it")
    await expect(sheet(page).locator("[data-do=draft_seat][aria-pressed=true]")).to_have_text("East")
    await tile(page, "1z").click()
    await sheet(page).get_by_role("button", name="Apply").click()
    await eventually(lambda: bench.rivers[0] == ["2s", "1z"] and bench.rivers[1] == ["6z", "9p"])
    await expect(card).to_have_count(0)
    assert page.problems == []


async def test_a_tile_that_was_never_counted_may_be_no_part_of_the_game(page, bench):
    lay_uncounted(bench)
    await page.locator(".card.question").get_by_role("button", name="Not part of the game").click()
    await eventually(lambda: bench.questions == [])
    assert bench.rivers[1] == ["6z"]


async def test_a_call_that_the_camera_missed_is_put_in_from_the_question_about_the_discard_after_it(page, bench):
    lay_uncounted(bench)  # South has called the last discard, 5z of North, and discarded 9p
    card = page.locator(".card.question")
    await card.get_by_role("button", name="Somebody called").click()
    await expect(sheet(page).locator("h2")).to_have_text("A call is missing after it")
    await expect(sheet(page).locator("[data-do=draft_seat][aria-pressed=true]")).to_have_text("South")
    await sheet(page).locator(".meld-option").click()
    await sheet(page).get_by_role("button", name="Apply").click()
    await eventually(lambda: bench.rivers[1] == ["6z", "9p"])
    assert [meld["kind"] for meld in bench.document("board")["melds"][1]] == ["pung"]
    await expect(card).to_have_count(0)


async def test_a_discard_missed_after_a_call_is_that_of_whoever_called(page, bench):
    called = {"type": "called", "seat": 1, "meld": {**PUNG, "called_from": 3}}
    assert (await bench.send("correct", kind="insert", after=bench.seq, events=[called])).ok
    await page.locator(".seat-1 button.touch.meld").click()
    await sheet(page).get_by_role("button", name="A discard is missing after it").click()
    await expect(sheet(page).locator("[data-do=draft_seat][aria-pressed=true]")).to_have_text("South")


def lay_uncounted(bench):
    """A tile in the river of the player after the one in turn, whose own discard nobody saw."""
    first, one = bench.felt.river(1)[0], parse_tile("9p")
    bench.felt.lay_copy(first.track, track=904, u_mm=first.u_mm + 24, tile=one, candidates=((one, 0.99),))
    bench.show()


async def test_two_tablets_that_correct_at_once_never_enter_a_thing_twice(browser, page, bench, server):
    other = await open_page(browser, server)
    for tablet in (page, other):
        await touch_discard(tablet, 3)
        await sheet(tablet).get_by_role("button", name="A discard is missing after it").click()
        await tile(tablet, "1z").click()
        await expect(sheet(tablet).locator(".changes")).to_contain_text("East discards")
    for tablet in (page, other):
        await sheet(tablet).get_by_role("button", name="Apply").click()
    await expect(sheet(page)).to_be_hidden()
    await expect(sheet(other)).to_contain_text("meanwhile")
    assert bench.rivers[0] == ["2s", "1z"]
    assert len(corrections(bench)) == 1
    await other.context.close()


async def test_what_was_shown_before_the_game_moved_on_is_shown_anew(page, bench):
    other = sheet(page).get_by_role("button", name="Rather the newest correction")
    await page.locator("#tab-machine").click()
    await page.get_by_role("button", name="Undo the last event").click()
    await expect(sheet(page)).to_be_visible()  # the sheet of another test stands there, hidden, with like words
    await expect(sheet(page).locator(".changes")).to_contain_text("North discards")
    await bench.send("correct", kind="tile", event=bench.document("board")["events"]["rivers"][3][0], tile="9p")
    await expect(page.locator("#table .touch [data-tile='9p']")).to_have_count(1)
    await expect(other).to_have_count(0)  # no button may appear under a finger that is on its way to "Apply"
    await sheet(page).get_by_role("button", name="Apply").click()
    await expect(sheet(page).locator(".note")).to_contain_text("meanwhile")
    await expect(sheet(page).locator(".changes [data-tile='9p']")).to_have_count(1)
    await expect(other).to_have_count(1)
    assert bench.rivers[3] == ["9p"]
    await sheet(page).get_by_role("button", name="Apply").click()
    await eventually(lambda: bench.rivers[3] == [])


async def test_a_sheet_tells_what_another_tablet_did_meanwhile(page, bench):
    await touch_discard(page, 1)
    await bench.send("correct", kind="tile", event=bench.document("board")["events"]["rivers"][1][0], tile="9p")
    await expect(sheet(page).locator(".subject [data-tile='9p']")).to_have_count(1)
    await tile(page, "9p").click()
    await expect(sheet(page)).to_contain_text("It stands so already.")
    assert len(corrections(bench)) == 1


async def tell_a_win_of_south_by_value(page):
    await page.locator("#tab-now").click()
    await page.locator("#panel").get_by_role("button", name="South", exact=True).click()
    await sheet(page).get_by_role("button", name="Enter the value alone").click()
    await sheet(page).get_by_role("group", name="From whom").get_by_role("button", name="North").click()


async def test_a_win_that_is_being_told_follows_the_deal_that_goes_on_and_ends_meanwhile(page, bench):
    await tell_a_win_of_south_by_value(page)
    await bench.perform(*TURNS[4])
    await eventually(lambda: len(bench.rivers[0]) == 2)
    await sheet(page).get_by_role("group", name="From whom").get_by_role("button", name="East").click()
    assert (await bench.send("void_deal", reason="the wall fell")).ok
    await expect(sheet(page).locator("h2")).to_have_text("Change the result of deal 1")
    await expect(sheet(page).locator("[data-do=outcome_discarder][aria-pressed=true]")).to_have_text("East")
    assert page.problems == []


async def test_a_refusal_says_when_the_table_has_moved_on_and_holds_no_more(page, bench):
    await touch_discard(page, 1)
    await tile(page, "6z").click()
    await expect(sheet(page).locator(".refusal")).to_contain_text("It stands so already.")
    await expect(sheet(page).locator(".refusal")).not_to_contain_text("The table has moved on since")
    assert (await bench.send("set_scores", scores=[26000, 24000, 25000, 25000], reason="a bet")).ok
    await expect(sheet(page).locator(".refusal")).to_contain_text("The table has moved on since")


async def test_the_log_follows_the_table(page, bench):
    await page.locator("#tab-game").click()
    await page.get_by_role("button", name="Log").click()
    await expect(sheet(page).locator(".log li").first).to_contain_text("North")
    await bench.perform(*TURNS[4])
    await expect(sheet(page).locator(".log li").first).to_contain_text("East")


async def test_the_sheet_is_worked_by_keys_alone(page, bench):
    await page.locator(".seat-1 .river button.touch").focus()
    await page.keyboard.press("Enter")
    await expect(sheet(page)).to_be_visible()
    assert await page.evaluate("document.activeElement.id") == "sheet-title"
    await tile(page, "3z").focus()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Enter")
    await eventually(lambda: bench.rivers[1] == ["4z"])
    await touch_discard(page, 2)
    await page.keyboard.press("Escape")
    await expect(sheet(page)).to_be_hidden()


async def test_the_machine_is_stopped_from_an_open_sheet(page, bench):
    await touch_discard(page, 1)
    async with page.expect_response("**/api/cmd/machine"):
        await sheet(page).get_by_role("button", name="Stop").click()
    await eventually(lambda: any(entry.startswith("stop: ") for entry in bench.machine.log))


SHEETS = ("tile", "refusal", "proposal", "call", "insert", "log", "corrections", "declare", "outcome")


async def look(page, name: str, *, is_judged: bool):
    """No accessibility fault in what is shown, and nothing that scrolls sideways."""
    assert not is_judged or await accessibility_faults(page) == [], name
    wide = "[document.documentElement, document.getElementById('sheet')].some(e => e.scrollWidth > e.clientWidth)"
    assert not await page.evaluate(wide), name


async def small_targets(page) -> list[str]:
    """Buttons of the sheet that a finger may miss: less than 44 pixels high or wide."""
    return await page.evaluate(
        """[...document.querySelectorAll('#sheet button')].filter(b => {
            const box = b.getBoundingClientRect();
            return box.width > 0 && (box.height < 43.5 || box.width < 43.5);
        }).map(b => b.outerHTML.slice(0, 90))"""
    )


@pytest.mark.parametrize(("size", "scheme", "judged"), looks_at(SHEETS))
async def test_no_sheet_has_an_accessibility_fault(browser, bench, server, size, scheme, judged):
    seq = bench.document("board")["events"]["rivers"][3][0]
    meld = {"kind": "pung", "tiles": ["5z"] * 3, "called_from": 3, "called_tile": "5z"}
    call = {"type": "called", "seat": 2, "meld": meld}
    assert (await bench.send("correct", kind="insert", after=seq, events=[call], reason="unseen")).ok
    page = await open_page(browser, server, size, scheme)

    async def inspect(name: str, shown: str) -> None:
        await expect(sheet(page).locator(shown).first).to_be_visible()
        await look(page, name, is_judged=name in judged)
        assert await small_targets(page) == [], name

    await touch_discard(page, 1)
    await inspect("tile", ".palette")
    await sheet(page).locator('[data-do="tile_is"][data-value="none"]').click()
    await inspect("refusal", ".refusal")
    await sheet(page).get_by_role("button", name="Correct all the same").click()
    await inspect("proposal", ".changes")
    await page.keyboard.press("Escape")
    await page.locator(".seat-2 .melds button.touch").click()
    await inspect("call", ".draft")
    await page.keyboard.press("Escape")
    await touch_discard(page, 2)
    await sheet(page).get_by_role("button", name="A call is missing").click()
    await inspect("insert", ".draft")
    await page.keyboard.press("Escape")
    await page.locator("#tab-machine").click()
    await page.get_by_role("button", name="Log").click()
    await inspect("log", ".log-row")
    await sheet(page).get_by_role("button", name="Corrections", exact=True).click()
    await inspect("corrections", ".log .changes")
    await page.keyboard.press("Escape")
    await page.locator("#tab-now").click()
    await page.locator("[data-do=declare_sheet][data-arg='1']").click()
    await inspect("declare", ".declaration")
    await sheet(page).get_by_role("button", name="Enter the win by hand").click()
    await inspect("outcome", ".field")
    assert all("409" in problem for problem in page.problems), page.problems
    await page.context.close()
