"""The stage: how a deal ended, large on the felt, in a real browser."""

from __future__ import annotations

from dataclasses import replace

import pytest
from accessibility import accessibility_faults
from campaign_cases import more
from classical_table import ClassicalTable
from page_bench import IN_A_BROWSER, SIZES, expect, open_page
from played_moments import played_moment
from sample_games import NAMES, game_in_play, game_over, game_with_exhaustive_draw, game_with_result
from scripted_table import ScriptedTable

from mahjong_rules.deal_result import ScoreLine
from mahjong_rules.events import PenaltyKind
from mahjong_rules.seats import SEATS
from mahjong_rules.state import Game
from mahjong_rules.tiles import parse_tile, parse_tiles
from wire.documents import QuestionDocument

pytestmark = IN_A_BROWSER
WORDS = {"en": ("Ron", "haneman"), "fr": ("Ron", "haneman"), "ja": ("ロン", "跳満"), "zh": ("荣和", "跳满")}
QUESTION: QuestionDocument = {
    "id": "q-1",
    "text": "impossible_tile",
    "seat": 2,
    "zone": "river",
    "place": None,
    "candidates": [{"label": "6s", "value": "6s"}],
    "detail": "",
    "detail_words": [],
}
NINE = "19m19p19s1234567z1m"
SEEN = ".stage-half:not(.turned)"
PARTS = """() => {
  const seen = (parts) => document.querySelectorAll(`.stage-half:not(.turned) ${parts}:not(.later)`).length;
  const told = [".stage-last", ".ura .tile:not([data-tile=back])", ".stage-lines li", ".stage-total", ".stage-limit"];
  return [...told.map(seen), document.querySelectorAll(".seat-2 .plate .delta").length];
}"""
"""How many winning tiles, turned indicators, lines, totals, limits and changes of the winner's score are seen."""
TOLD = {
    300: [0, 0, 0, 0, 0, 0],
    800: [1, 0, 0, 0, 0, 0],
    1300: [1, 2, 0, 0, 0, 0],
    1700: [1, 2, 1, 0, 0, 0],
    1900: [1, 2, 2, 0, 0, 0],
    2500: [1, 2, 5, 0, 0, 0],
    3000: [1, 2, 5, 1, 0, 0],
    4000: [1, 2, 5, 1, 1, 0],
    4600: [1, 2, 5, 1, 1, 1],
}
"""By ms after the result came: each line has 200 ms."""
FRAME_MS = 20
LEAST_TILE_PX = 25
"""Twice what a hand has in the panel beside the stage; with five lines of one row each it has 33."""
ALL_SEEN = """() => {
  const half = document.querySelector(".stage-half:not(.turned)");
  const own = half.getBoundingClientRect();
  const plates = [...document.querySelectorAll(".seat .plate")].map((plate) => plate.getBoundingClientRect());
  return [...half.querySelectorAll(".stage-lines li, .stage-total, .stage-hand .tile")].every((part) => {
    const box = part.getBoundingClientRect();
    const isWithin = box.width > 0 && box.left >= own.left - 1 && box.right <= own.right + 1 && box.top >= own.top - 1;
    return isWithin && plates.every((plate) => box.right <= plate.left + 1 || box.left >= plate.right - 1
      || box.bottom <= plate.top + 1 || box.top >= plate.bottom - 1);
  });
}"""
"""Whether each line, the total and each tile of the hand stand in their half, under no plate."""
COVERS_TOTAL = """() => {
  const total = document.querySelector(".result .win > .total").getBoundingClientRect();
  const next = document.querySelector(".result .actions.next").getBoundingClientRect();
  return total.bottom > next.top + 1;
}"""


def won(game: Game) -> bool:
    """A deal that somebody won has just ended."""
    return game.deal is not None and game.deal.result is not None and bool(game.deal.result.wins)


@pytest.fixture
def page(kept_page):
    """One for all tests that leave it as they found it."""
    return kept_page


@pytest.fixture
def moving(browser, server):
    """Opens a page that may move."""

    async def opened(size: str = "tablet"):
        context = await browser.new_context(viewport=SIZES[size], reduced_motion="no-preference", locale="en-GB")
        page = await context.new_page()
        await page.goto(server.url)
        await page.wait_for_selector(".felt .plate")
        return page

    return opened


@pytest.mark.parametrize("code", ["en", "fr", "ja", "zh"])
async def test_the_end_picture_of_a_win_stands_on_the_felt_in_every_language(browser, server, service, code):
    page = await open_page(browser, server, language=code, scheme="dark" if code in ("fr", "zh") else "light")
    service.show(game_with_result())
    half = page.locator(SEEN)
    call, limit = WORDS[code]
    await expect(half.locator(".stage-call")).to_have_text(call)
    await expect(half.locator(".stage-limit")).to_have_text(limit)
    await expect(half.locator("h3")).to_contain_text("Chen")
    await expect(half.locator(".stage-lines li:not(.later)")).to_have_count(5)
    await expect(half.locator(".stage-total")).to_contain_text("12")
    await expect(half.locator(".ura .tile")).to_have_count(2)
    assert await accessibility_faults(page) == []
    assert page.problems == []


async def test_on_a_tablet_the_total_is_96_px_high_and_upright_tiles_are_64_to_72_px_wide(browser, server, service):
    page = await open_page(browser, server)
    service.show(game_with_result())
    size = "total => parseFloat(getComputedStyle(total).fontSize)"
    assert await page.locator(f"{SEEN} .stage-total").evaluate(size) >= 96
    await page.get_by_role("button", name="Show in one direction").click()
    await expect(page.locator(".stage-half")).to_have_count(1)
    assert await page.locator(f"{SEEN} .stage-total").evaluate(size) >= 96
    tile = await page.locator(f"{SEEN} .stage-concealed .tile").first.bounding_box()
    assert 64 <= tile["width"] <= 72
    await page.context.close()


async def test_read_from_four_sides_the_stage_stands_there_twice_turned_round_and_is_said_once(page, service):
    service.show(game_with_result())
    own, other = page.locator(SEEN), page.locator(".stage-half.turned")
    first, second = await own.bounding_box(), await other.bounding_box()
    felt = await page.locator(".felt").bounding_box()
    assert first["y"] > felt["y"] + felt["height"] / 2 > second["y"] + second["height"]
    assert await other.evaluate("half => getComputedStyle(half).transform") == "matrix(-1, 0, 0, -1, 0, 0)"
    assert await other.get_attribute("aria-hidden") == "true"
    for part in (".stage-hand", ".stage-head", ".stage-told", ".stage-sums"):
        box = await own.locator(part).bounding_box()
        assert first["x"] - 1 <= box["x"]
        assert box["x"] + box["width"] <= first["x"] + first["width"] + 1, part


async def test_whoever_asked_for_less_motion_sees_the_end_picture_at_once_and_a_tap_gives_the_table_back(page, service):
    service.show(game_with_result())
    await expect(page.locator(".stage.ended.still")).to_be_visible()
    await expect(page.locator(".felt .river").first).to_be_hidden()
    await page.get_by_role("button", name="Back to the table").click()
    await expect(page.locator(".stage")).to_have_count(0)
    await expect(page.locator(".felt .river").first).to_be_visible()
    await expect(page.locator(".seat-2 .delta")).to_have_text("+13,300")


async def told_in_stopped_time(page, service):
    """The stage has just begun to tell a result, and the page's time stands still."""
    await page.clock.install()
    await page.clock.pause_at(await page.evaluate("Date.now() + 1000"))
    service.show(game_with_result())
    for _ in range(1000):  # the stream brings the result in its own time, the page draws it in the clock's
        await page.clock.run_for(FRAME_MS)
        if await page.locator(".stage").count():
            break


async def test_a_win_is_told_part_by_part_and_the_scores_only_at_its_end(moving, service):
    page = await moving()
    await told_in_stopped_time(page, service)
    passed = 0
    for moment, parts in TOLD.items():
        await page.clock.run_for(moment - passed)
        passed = moment
        assert await page.evaluate(PARTS) == parts, f"after {moment} ms"
    await expect(page.locator(f"{SEEN} .stage-total")).to_have_text("12,000")
    await page.context.close()


async def test_a_tap_skips_to_the_end_picture_and_the_next_one_leaves_it(moving, service):
    page = await moving()
    await told_in_stopped_time(page, service)
    await page.get_by_role("button", name="Show the whole result at once").click()
    await page.clock.run_for(FRAME_MS)
    await expect(page.locator(f"{SEEN} .stage-total")).to_have_text("12,000")
    await expect(page.locator(".stage .later")).to_have_count(0)
    await page.get_by_role("button", name="Back to the table").click()
    await page.clock.run_for(FRAME_MS)
    await expect(page.locator(".stage")).to_have_count(0)
    await page.context.close()


async def test_escape_is_the_key_of_the_stage(page, service):
    service.show(game_with_result())
    await expect(page.locator(".stage.ended")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.locator(".stage")).to_have_count(0)


async def test_the_stage_goes_with_its_deal_and_a_page_that_opens_later_has_none(browser, server, page, service):
    service.show(game_with_result())
    await expect(page.locator(".stage")).to_be_visible()
    late = await open_page(browser, server)
    await expect(late.locator(".result")).to_be_visible()
    await expect(late.locator(".stage")).to_have_count(0)
    await late.context.close()
    service.show(game_with_result(), clearing=True)
    await expect(page.locator(".stage")).to_have_count(0)


async def test_the_last_win_of_a_game_has_its_stage_above_the_standing(page, service):
    service.show(game_over())
    await expect(page.locator(f"{SEEN} .stage-total")).to_have_text("12,000")
    await expect(page.locator(".standings")).to_be_visible()


async def test_stop_and_what_needs_a_person_are_never_covered(browser, server, service):
    page = await open_page(browser, server, "phone")
    service.show(game_with_result())
    await expect(page.locator(".stage.ended")).to_be_visible()
    ends_above = "document.querySelector('.stage').getBoundingClientRect().bottom"
    begins = "document.querySelector('#side .tabs').getBoundingClientRect().top"
    # On a phone the side has no box of its own: its alerts stand above the table, its tabs below.
    assert await page.evaluate(f"{ends_above} <= {begins}"), "nothing else is asked for: the stage is first"
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await page.get_by_role("button", name="Stop").first.click(trial=True)
    service.show(game_with_result(), questions=(QUESTION,))
    card = page.locator(".card.question")
    await expect(card).to_be_visible()
    asked, stage = await card.bounding_box(), await page.locator(".stage").bounding_box()
    assert asked["y"] + asked["height"] <= stage["y"], "a question stands above it"
    assert await accessibility_faults(page) == []
    await page.context.close()


async def test_a_drawn_deal_shows_each_open_hand_with_its_waits_before_its_player(page, service):
    service.show(game_with_exhaustive_draw())
    await expect(page.locator(f"{SEEN} h3")).to_have_text("Exhaustive draw")
    own = page.locator(".seat-0 .stage-open")
    await expect(own.locator(".stage-row .tile")).to_have_count(13)
    await expect(own.locator(".stage-waits")).to_contain_text("Waits")
    waits = page.locator(".seat-2 .stage-waits .tile")
    assert await waits.evaluate_all("tiles => tiles.map((tile) => tile.dataset.tile)") == ["3s", "6s", "9s"]
    await expect(page.locator(".seat-1 .stage-noten")).to_have_text("noten")
    felt = await page.locator(".felt").bounding_box()
    across = await page.locator(".seat-2 .stage-row").bounding_box()
    assert across["y"] < felt["y"] + felt["height"] / 5, "at that player's side"
    assert await accessibility_faults(page) == []


async def test_a_chombo_names_who_and_what_it_takes_off_the_final_score(page, service):
    game = ScriptedTable("mleague").deal("9m").play("0=1z 1-2z").chombo(3).game
    service.show(replace(game, names=NAMES))
    for place in (SEEN, ".result"):
        await expect(page.locator(place)).to_contain_text("Chombo: Dorothea")
        await expect(page.locator(place)).to_contain_text("Dorothea: 20,000 points off the final score")


async def test_a_chombo_paid_at_once_tells_every_payment(page, service):
    game = ScriptedTable("tenhou").deal("9m").play("0-1z").chombo(2).game
    service.show(replace(game, names=NAMES))
    paid = page.locator(f"{SEEN} .stage-payments li")
    await expect(paid).to_have_text(["Chen → Aiko 4,000", "Chen → Benoît 2,000", "Chen → Dorothea 2,000"])


async def test_a_false_mah_jong_names_its_player_where_nobody_pays(page, service):
    game = ClassicalTable("simple").deal().play("0-1z").declare(1, PenaltyKind.FALSE_WIN).game
    service.show(replace(game, names=NAMES))
    await expect(page.locator(SEEN)).to_contain_text("Benoît showed a hand as complete that is not")


async def test_nine_terminals_say_whose_they_are_and_show_the_hand(page, service):
    game = ScriptedTable("tenhou").deal("9m").play("0-9m 1+").abort(1, NINE).game
    service.show(replace(game, names=NAMES))
    await expect(page.locator(f"{SEEN} .stage-who")).to_have_text("Benoît")
    await expect(page.locator(".seat-1 .stage-open .tile")).to_have_count(14)
    await expect(page.locator(".stage-noten")).to_have_count(0)


async def test_two_winners_stand_there_with_a_hand_and_a_total_each(page, service):
    game = game_with_result()
    result = game.results[-1]
    pair = (result.wins[0], replace(result.wins[0], seat=SEATS[3]))
    both = replace(result, wins=pair)
    assert game.deal is not None
    service.show(replace(game, results=(*game.results[:-1], both), deal=replace(game.deal, result=both)))
    wins = page.locator(f"{SEEN} .stage-win")
    await expect(wins.locator("h4")).to_have_text(["Chen", "Dorothea"])
    await expect(wins.locator(".stage-hand")).to_have_count(2)
    await expect(wins.locator(".stage-total").first).to_have_text("12,000")
    assert await accessibility_faults(page) == []


@pytest.mark.parametrize(
    "preset",
    ["tchou", "hongkong", "mcr", "sanma", more("jp_classic"), more("zungjung"), more("simple"), more("manual")],
)
async def test_a_win_of_every_way_to_play_has_its_stage(page, service, preset):
    game = played_moment(preset, won)
    service.show(game)
    win = game.results[-1].wins[0]
    half = page.locator(SEEN)
    await expect(half.locator("h3")).to_contain_text(NAMES[win.seat])
    await expect(half.locator(".stage-lines li")).to_have_count(len(win.value.lines))
    if preset not in ("sanma", "manual"):
        await expect(half.locator(".stage-total")).to_have_text(f"{win.value.base_points:,}")
    assert await page.evaluate(ALL_SEEN), "every line is seen"
    assert page.problems == []


def told_by(lines: tuple[ScoreLine, ...]) -> Game:
    """A win whose hand has these lines."""
    game = game_with_result()
    result, deal = game.results[-1], game.deal
    assert deal is not None
    won_hand = replace(result.wins[0], value=replace(result.wins[0].value, lines=lines))
    told = replace(result, wins=(won_hand,))
    return replace(game, results=(*game.results[:-1], told), deal=replace(deal, result=told))


async def shows_lines_above_the_hand(page) -> bool:
    told, hand = page.locator(f"{SEEN} .stage-told"), page.locator(f"{SEEN} .stage-hand")
    box = await told.bounding_box()
    return await page.evaluate(ALL_SEEN) and box["y"] + box["height"] <= (await hand.bounding_box())["y"]


@pytest.mark.parametrize("count", [8, 12])
async def test_many_lines_of_a_hand_are_all_seen_above_it(page, service, count):
    lines = (game_with_result().results[-1].wins[0].value.lines * 3)[:count]
    service.show(told_by(lines))
    await expect(page.locator(f"{SEEN} .stage-lines li")).to_have_count(count)
    assert await shows_lines_above_the_hand(page)


async def test_few_long_lines_leave_the_hand_its_room_and_name_no_tiles_of_a_chow(page, service):
    dot, chow = parse_tile("1p"), parse_tiles("123m")
    lines = (
        ScoreLine("base", "§1", points=20),
        ScoreLine("kong_exposed", "§2", points=16, tiles=(dot,) * 4),
        *(ScoreLine("last_tile_chow", "§3", points=2, tiles=chow),) * 3,
    )
    service.show(told_by(lines))
    shown = page.locator(f"{SEEN} .stage-lines li")
    await expect(shown).to_have_count(len(lines))
    await expect(shown.nth(1)).to_contain_text("Exposed kong: 1 of dots")
    await expect(shown.nth(2)).not_to_contain_text("characters")
    assert await shows_lines_above_the_hand(page)
    tile = await page.locator(f"{SEEN} .stage-hand .tile").first.bounding_box()
    assert tile["width"] > LEAST_TILE_PX


async def test_a_clause_stands_one_tap_behind_its_line(page, service):
    service.show(game_with_result())
    clause = page.locator(".result .lines").get_by_text("EMA 4.2.3")
    await expect(clause).to_be_hidden()
    await page.locator(".result .lines").get_by_text("Pinfu").click()
    await expect(clause).to_be_visible()
    await page.locator(".result .lines").get_by_text("Pinfu").click()


@pytest.mark.parametrize("size", ["phone", "portrait"])
async def test_the_button_of_the_next_deal_never_covers_the_total(browser, server, service, monkeypatch, size):
    monkeypatch.setitem(SIZES, "portrait", {"width": 800, "height": 1280})
    service.show(game_with_result())
    page = await open_page(browser, server, size)
    await expect(page.locator(".result .total")).to_be_visible()
    bottom = await page.evaluate("document.documentElement.scrollHeight - innerHeight")
    for top in range(0, int(bottom) + 1, 60):
        await page.evaluate(f"scrollTo(0, {top})")
        assert not await page.evaluate(COVERS_TOTAL), f"scrolled by {top} px"
    await page.context.close()


async def test_a_correction_of_the_result_is_seen_on_the_stage_and_begins_nothing_anew(page, service):
    service.show(game_with_result())
    await expect(page.locator(f"{SEEN} .stage-total")).to_have_text("12,000")
    game = game_with_result()
    result = game.results[-1]
    less = replace(result, payments=(replace(result.payments[0], points=8000),))
    assert game.deal is not None
    service.show(replace(game, results=(*game.results[:-1], less), deal=replace(game.deal, result=less)))
    await expect(page.locator(f"{SEEN} .stage-total")).to_have_text("8,000")
    await page.keyboard.press("Escape")
    service.show(game_with_result())
    await expect(page.locator(".result .total")).to_contain_text("12,000")
    await expect(page.locator(".stage")).to_have_count(0)


async def test_a_win_that_was_taken_back_and_came_again_has_its_stage_again(page, service):
    service.show(game_with_result())
    await page.get_by_role("button", name="Back to the table").click()
    service.show(game_in_play())
    await expect(page.locator("body")).to_have_attribute("data-phase", "play")
    service.show(game_with_result())
    await expect(page.locator(".stage")).to_be_visible()
