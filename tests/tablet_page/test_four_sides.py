"""Read from four sides: what concerns somebody stands on that person's side and in that direction."""

from __future__ import annotations

from dataclasses import replace

import pytest
from accessibility import accessibility_faults
from eventually import eventually
from fake_service import READY
from page_bench import IN_A_BROWSER, expect, open_page
from sample_games import game_in_play, game_over, game_with_result

from mahjong_rules.seats import SEATS
from mahjong_rules.tiles import parse_tiles
from table_daemon.game.news import Context
from wire.documents import MachineDocument, QuestionDocument

pytestmark = IN_A_BROWSER
TURNS = {0: 0, 1: -90, 2: 180, 3: 90}
"""How far a player's side is turned, in degrees."""
QUESTION: QuestionDocument = {
    "id": "q-1",
    "text": "impossible_tile",
    "seat": 2,
    "zone": "river",
    "place": None,
    "candidates": [{"label": "6s", "value": "6s", "probability": 0.6}],
    "detail": "",
    "detail_words": [],
    "event": None,
    "holds_result": False,
    "can_wait": False,
    "picture": False,
}
COUNTING: MachineDocument = {**READY, "state": "counting", "progress": 97 / 136, "progress_of": 136}
FAULTY: MachineDocument = {
    **READY,
    "state": "faulted",
    "fault": {"id": "f-1", "code": "push_timeout", "text": "A tile lies across the rail.", "action": ""},
}
TURN = """node => {
  let turn = 0;
  for (let at = node; at; at = at.parentElement) {
    const { transform, rotate } = getComputedStyle(at);
    if (rotate !== "none") turn += parseFloat(rotate);
    if (transform === "none") continue;
    const matrix = new DOMMatrix(transform);
    turn += Math.atan2(matrix.b, matrix.a) * 180 / Math.PI;
  }
  return Math.round(turn);
}"""
"""How far what is seen is turned, in degrees."""
PLATE = """plate => {
  const { backgroundColor, borderColor, borderWidth, boxShadow } = getComputedStyle(plate);
  return [backgroundColor, borderColor, borderWidth, boxShadow];
}"""
"""Its ground and its frame."""


def between_deals():
    """The deal is over and its tiles go back into the machine."""
    return replace(game_with_result(), deal=None)


def same_turn(found: float, wanted: float) -> bool:
    """Whether both are the same direction."""
    return (found - wanted) % 360 == 0


@pytest.fixture
def page(own_page):
    return own_page


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_a_plate_is_framed_for_the_turn_alone_and_the_dealer_is_a_filled_word(browser, server, service, scheme):
    game = game_in_play()
    assert game.deal is not None
    header = replace(game.header, dealer=SEATS[3])
    service.show(replace(game, header=header, deal=replace(game.deal, header=header)))
    page = await open_page(browser, server, scheme=scheme)
    await expect(page.locator(".seat-1.acts")).to_have_count(1)
    other, turn, dealer = [await page.locator(f".seat-{seat} .plate").evaluate(PLATE) for seat in (0, 1, 3)]
    assert dealer == other
    assert turn[0] != other[0]
    assert turn[3] != other[3]
    mark = page.locator(".seat-3 .mark")
    await expect(mark).to_have_text("dealer")
    assert await mark.evaluate("mark => getComputedStyle(mark).backgroundColor") != "rgba(0, 0, 0, 0)"
    assert await accessibility_faults(page) == []
    assert page.problems == []


@pytest.mark.parametrize(("seat", "offered"), [(0, []), (1, []), (2, []), (3, ["Riichi"])])
async def test_a_tap_on_the_own_plate_opens_a_menu_in_the_own_direction(page, service, seat, offered):
    """Riichi stands there for closed hands alone: one with a concealed kong, no hand that called or declared it."""
    await page.locator(f".seat-{seat} .plate").click()
    menu = page.locator(f".seat-{seat} .own-menu")
    await expect(menu.get_by_role("button", name="Differences")).to_be_visible()
    names = await menu.get_by_role("button").all_inner_texts()
    assert [name for name in names if name != "✕"] == [*offered, "I win", "More …", "Pause", "Differences"]
    assert same_turn(await menu.evaluate(TURN), TURNS[seat])
    assert await accessibility_faults(page) == []
    await menu.get_by_role("button", name="Close").click()
    await expect(page.locator(".own-menu")).to_have_count(0)


async def test_escape_closes_the_menu_of_the_own_plate(page, service):
    await page.locator(".seat-1 .plate").click()
    await expect(page.locator(".own-menu")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.locator(".own-menu")).to_have_count(0)


async def test_a_win_is_said_on_the_own_side_and_asked_back_there(page, service):
    await page.locator(".seat-3 .plate").click()
    await page.locator(".own-menu").get_by_role("button", name="I win").click()
    dialog = page.locator("#confirm[open]")
    await expect(dialog).to_contain_text("Dorothea")
    assert same_turn(await dialog.evaluate(TURN), TURNS[3])
    box, screen = await dialog.bounding_box(), page.viewport_size
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= screen["height"]
    await dialog.get_by_role("button", name="Dorothea: Win").click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].data == {"kind": "win", "seat": 3}
    await expect(page.locator(".own-menu")).to_have_count(0)


async def test_undo_pause_and_differences_are_two_taps_from_each_side(page, service):
    service.show(game_in_play(), undo_to=3)
    await page.locator(".seat-2 .plate").click()
    await page.locator(".own-menu").get_by_role("button", name="Differences").click()
    await expect(page.locator(".seat-0 .points")).to_have_text("+1,900")
    await page.locator(".seat-2 .plate").click()
    await page.locator(".own-menu").get_by_role("button", name="Pause").click()
    await eventually(lambda: len(service.commands) == 1)
    assert (service.commands[0].name, service.commands[0].data) == ("hold", {"on": True})
    await page.locator(".seat-2 .plate").click()
    await page.locator(".own-menu").get_by_role("button", name="Undo").click()
    sheet = page.locator("#sheet[open]")
    assert same_turn(await sheet.evaluate(TURN), TURNS[2])
    await sheet.get_by_role("button", name="Turn towards the next side").click()
    assert same_turn(await sheet.evaluate(TURN), TURNS[3])


async def test_a_table_that_is_held_in_play_says_so_on_the_felt_and_goes_on_by_one_tap(page, service):
    service.show(game_in_play(), hold=True)
    await expect(page.locator(".centre .held")).to_have_text("Paused")
    await page.locator("#panel").get_by_role("button", name="Resume").click()
    await eventually(
        lambda: [(command.name, command.data) for command in service.commands] == [("hold", {"on": False})]
    )
    service.show(game_in_play())
    await expect(page.locator(".held")).to_have_count(0)


async def test_a_table_that_is_held_says_so_in_the_bar(page, service):
    service.show(game_in_play(), hold=True)
    await expect(page.locator("#bar .chip")).to_have_text("Paused")
    service.show(game_in_play())
    await expect(page.locator("#bar .chip")).not_to_have_text("Paused")


async def test_a_question_lies_before_its_player_and_its_piece_is_ringed(page, service):
    service.show(game_in_play(), questions=(QUESTION,))
    note = page.locator(".seat-2 .own-question")
    await expect(note).to_contain_text("Which tile is it?")
    assert same_turn(await note.evaluate(TURN), TURNS[2])
    await expect(page.locator(".seat-2 .river .doubted")).to_have_text("?")
    river, own = await page.locator(".seat-2 .doubted").bounding_box(), await note.bounding_box()
    assert own["y"] + own["height"] <= river["y"] + 1, "the note leaves the ringed tile to be seen"
    await note.locator("[data-do=answer]").first.click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].data == {"question": "q-1", "value": "6s"}
    assert await accessibility_faults(page) == []


async def test_a_tile_that_counts_meanwhile_is_ringed_where_it_lies(page, service):
    service.show(game_in_play(), questions=({**QUESTION, "event": 7},))
    board = next(said.payload["data"] for said in service.retained() if said.topic == "board")
    rivers = [[number if seat == 2 else 50 + number for number in range(3, 12)] for seat in range(4)]
    said = {**board, "events": {**board["events"], "rivers": rivers}}
    service.announcer.state("board", said, Context(seq=service.seq, game="g-1", deal=6))
    await expect(page.locator(".seat-2 .river .touch").nth(4).locator(".doubted")).to_have_count(1)
    await expect(page.locator(".felt .tile.doubted")).to_have_count(1)


async def test_the_tiles_that_are_pushed_in_fill_a_ring_and_are_told_to_each_side(page, service):
    service.show(between_deals(), machine=COUNTING)
    notes = page.locator(".count-note")
    await expect(notes).to_have_count(4)
    for seat, turn in TURNS.items():
        note = page.locator(f".seat-{seat} .count-note")
        await expect(note).to_have_text("Push the tiles in97 of 136")
        assert same_turn(await note.evaluate(TURN), turn)
    await expect(page.locator(".ring-done")).to_have_attribute("stroke-dasharray", "71 100")
    await expect(page.locator(".river").first).to_be_hidden()


async def test_in_play_an_alert_is_a_sign_on_each_side_that_opens_there(page, service):
    service.show(game_in_play(), machine=FAULTY)
    await expect(page.locator(".own-chip")).to_have_count(4)
    await page.locator(".seat-1 .own-chip").click()
    note = page.locator(".seat-1 .own-fault")
    await expect(note).to_contain_text("A tile lies across the rail.")
    assert same_turn(await note.evaluate(TURN), TURNS[1])
    await expect(page.locator(".own-chip")).to_have_count(3)


async def test_between_deals_an_alert_and_consent_stand_before_everybody(page, service):
    service.show(between_deals(), machine={**READY, "state": "waiting"})
    allow = page.locator(".own-consent [data-do=home]")
    await expect(allow).to_have_count(4)
    await page.locator(".seat-2 .own-consent [data-do=home]").click()
    dialog = page.locator("#confirm[open]")
    assert same_turn(await dialog.evaluate(TURN), TURNS[2])
    await dialog.get_by_role("button", name="Allow motion").click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].data == {"action": "home"}
    assert await accessibility_faults(page) == []


async def test_in_one_direction_nothing_is_turned(browser, server, service):
    page = await open_page(browser, server, "phone")
    service.show(game_in_play(), questions=(QUESTION,), machine=FAULTY)
    await expect(page.locator(".card.question")).to_be_visible()
    await expect(page.locator(".own-note, .own-chip, .count-ring")).to_have_count(0)
    await page.locator(".seat-2 .river .touch").first.click()
    await expect(page.locator("#sheet .turn")).to_be_hidden()
    assert same_turn(await page.locator("#sheet").evaluate(TURN), 0)
    await page.context.close()


OUTSIDE = """() => {
  const centre = document.querySelector(".centre"), box = centre.getBoundingClientRect();
  const lines = [...centre.querySelectorAll(":scope > :not(.turn-centre)")];
  return lines.filter((line) => {
    const { left, top, right, bottom } = line.getBoundingClientRect();
    return left < box.left - 1 || top < box.top - 1 || right > box.right + 1 || bottom > box.bottom + 1;
  }).map((line) => line.className);
}"""
"""Lines of the centre that run out of its box."""


@pytest.mark.parametrize("code", ["en-GB", "fr", "ja", "zh"])
async def test_every_line_of_the_centre_stays_in_its_box(browser, server, service, code):
    """With deals that are left, or a game that is over, there are five lines; five kongs make two of the indicators."""
    page = await open_page(browser, server, language=code)
    for game in (game_in_play(), replace(game_over(), deals_left=0)):
        for indicators in ("3m 7z", "3m 7z 2p 9s 5z"):
            riichi = replace(game.deal.riichi, indicators=parse_tiles(indicators))
            shown = replace(game, deals_left=2, results=(), deal=replace(game.deal, riichi=riichi, result=None))
            service.show(shown)
            await page.wait_for_selector(f'body[data-seq="{service.seq}"]')
            await expect(page.locator(".centre .pair")).to_have_count(len(indicators.split()))
            assert await page.evaluate(OUTSIDE) == []


OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll(".own-note")].map((note) => note.getBoundingClientRect());
  return boxes.flatMap((box, at) => boxes.slice(at + 1).filter((other) =>
    box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom)).length;
}"""
"""How many pairs of the notes lie over each other."""


@pytest.mark.parametrize("code", ["en-GB", "fr", "ja"])
async def test_what_is_asked_on_all_sides_at_once_lies_over_no_other_side(browser, server, service, code):
    page = await open_page(browser, server, language=code)
    for machine in ({**READY, "state": "waiting"}, FAULTY, {**READY, "missing": 13}):
        service.show(between_deals(), machine=machine)
        await page.wait_for_selector(f'body[data-seq="{service.seq}"]')
        await expect(page.locator(".own-note")).to_have_count(4)
        assert await page.evaluate(OVERLAPS) == 0
    await page.context.close()


INK = """plate => {
  const box = plate.getBoundingClientRect(), pen = document.createElement("canvas").getContext("2d");
  const texts = [...plate.querySelectorAll(".name, .points > *")].flatMap((part) => {
    const foot = Object.assign(document.createElement("span"), { style: "display: inline-block" });
    part.append(foot);
    const baseline = foot.getBoundingClientRect().bottom;
    foot.remove();
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(part);
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const { actualBoundingBoxAscent, actualBoundingBoxDescent } = pen.measureText(part.textContent);
    return [baseline - actualBoundingBoxAscent - box.top, box.bottom - baseline - actualBoundingBoxDescent];
  });
  const mark = plate.querySelector(".mark").getBoundingClientRect();
  return Math.min(mark.top - box.top - 2, ...texts);
}"""
"""How far at least the plate's edge is from what is written on it, in px, and from a mark two more."""


@pytest.mark.parametrize("name", ["Élise", "ÀÊ jpg", "井上さん"])
async def test_accents_marks_and_figures_stay_within_the_plate(browser, server, service, name):
    game = game_in_play()
    header = replace(game.header, dealer=SEATS[0])
    service.show(replace(game, names=(name, *game.names[1:]), header=header, deal=replace(game.deal, header=header)))
    page = await open_page(browser, server, language="en-GB")
    assert await page.locator(".seat-0 .plate:has(.mark)").evaluate(INK) >= 2
    await page.context.close()
