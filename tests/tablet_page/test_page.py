"""The page in a real browser: the distribution's Chromium, driven by Playwright."""

from __future__ import annotations

import shutil
from dataclasses import replace

import pytest
import pytest_asyncio
from eventually import eventually
from fake_service import FakeService
from played_moments import played_moment
from sample_games import (
    game_before_first_deal,
    game_in_play,
    game_over,
    game_with_exhaustive_draw,
    game_with_result,
)

from mahjong_rules.seats import SEATS
from mahjong_rules.state import Fine, Game, Turn
from mahjong_rules.tiles import parse_tile
from table_daemon.http_server import HttpServer, HttpSettings
from table_daemon.interpreter.questions import NOT_IN_GAME
from table_daemon.rule_presets import load_rules
from table_daemon.service import Answer
from tablet_page.documents import CameraDocument, MachineDocument, QuestionDocument

playwright_api = pytest.importorskip("playwright.async_api", reason="playwright is not installed (pip install .[dev])")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine (apt install chromium)"),
    pytest.mark.asyncio(loop_scope="module"),  # one browser for all tests: starting it takes longer than they do
]
OLD_AFTER_MS = 15_000

SIZES = {"tablet": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
BUILDING: MachineDocument = {"state": "building", "text": "", "progress": 0.42, "fault": None}
FAULTY: MachineDocument = {
    "state": "fault",
    "text": "",
    "progress": None,
    "fault": {"id": "f-1", "code": "lift_stall", "text": "The west lift is stuck.", "action": "Look under the tray."},
}
QUESTION: QuestionDocument = {
    "id": "q-7",
    "text": "impossible_tile",
    "seat": 2,
    "zone": "river",
    "candidates": [{"label": "6s", "value": "6s"}, {"label": "9s", "value": "9s"}],
    "detail": "a fifth 6s would lie on the table",
}
UNREADABLE: CameraDocument = {"ok": False, "age_s": 0.0, "problem": "marker 2 is not found; uncover it"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser():
    async with playwright_api.async_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        started = await playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield started
        await started.close()


@pytest.fixture
def service():
    fake = FakeService()
    fake.show(game_in_play())
    return fake


@pytest_asyncio.fixture(loop_scope="module")
async def server(service):
    started = HttpServer(service, HttpSettings(port=0))
    await started.start()
    yield started
    await started.stop()


@pytest_asyncio.fixture(loop_scope="module")
async def page(browser, server):
    opened = await open_page(browser, server)
    yield opened
    await opened.context.close()


async def open_page(browser, server, size: str = "tablet", scheme: str = "light", language: str = "en-GB"):
    context = await browser.new_context(
        viewport=SIZES[size], color_scheme=scheme, locale=language, reduced_motion="reduce"
    )
    context.set_default_timeout(15_000)
    opened = await context.new_page()
    opened.problems = []
    opened.on("pageerror", lambda error: opened.problems.append(str(error)))
    opened.on("console", lambda message: opened.problems.append(message.text) if message.type == "error" else None)
    await opened.goto(server.url)
    await opened.wait_for_selector(".felt")
    return opened


def expect(locator):
    return playwright_api.expect(locator)


async def test_score_changes_arrive_without_a_reload(page, service):
    await expect(page.locator(".seat-2 .points")).to_have_text("24,600")
    service.show(game_with_result())
    await expect(page.locator(".seat-2 .points")).to_have_text("37,900")
    await expect(page.locator(".seat-2 .delta")).to_have_text("+13,300")
    await expect(page.locator(".result h2").first).to_have_text("Chen wins on Aiko’s discard")
    assert page.problems == []


async def test_scores_run_to_their_new_value_where_motion_is_welcome(browser, server, service):
    context = await browser.new_context(viewport=SIZES["tablet"], reduced_motion="no-preference", locale="en-GB")
    page = await context.new_page()
    await page.goto(server.url)
    await expect(page.locator(".seat-0 .points")).to_have_text("26,500")
    service.show(game_with_result())
    await expect(page.locator(".seat-0 .points")).to_have_text("14,200")


async def test_a_new_discard_appears_in_its_river_only(page, service):
    await expect(page.locator(".seat-3 .river .tile")).to_have_count(7)
    await page.evaluate("document.querySelector('.seat-0 .river .tile').dataset.mark = 'kept'")
    game = game_in_play()
    rivers = (*game.deal.rivers[:3], game.deal.rivers[3] + game.deal.rivers[0][:1])
    service.show(replace(game, deal=replace(game.deal, rivers=rivers)))
    await expect(page.locator(".seat-3 .river .tile")).to_have_count(8)
    assert page.problems == []


async def test_claimed_tiles_are_dimmed_and_riichi_tiles_lie_sideways(page):
    await expect(page.locator(".seat-0 .river .dimmed")).to_have_count(1)
    await expect(page.locator(".seat-2 .river .sideways")).to_have_count(1)
    await expect(page.locator(".seat-2 .stick")).to_have_count(1)
    await expect(page.locator(".seat-1 .stacked .sideways")).to_have_count(2)


async def test_each_sides_plate_is_turned_towards_its_seat(page):
    boxes = [await page.locator(f".seat-{seat} .plate").bounding_box() for seat in range(4)]
    felt = await page.locator(".felt").bounding_box()
    middle = (felt["x"] + felt["width"] / 2, felt["y"] + felt["height"] / 2)
    centres = [(box["x"] + box["width"] / 2 - middle[0], box["y"] + box["height"] / 2 - middle[1]) for box in boxes]
    assert centres[0][1] > 100
    assert centres[1][0] > 100
    assert centres[2][1] < -100
    assert centres[3][0] < -100
    assert boxes[1]["height"] > boxes[1]["width"]


async def test_one_direction_is_a_tap_away_and_remembered(page):
    await page.get_by_role("button", name="Show in one direction").click()
    await expect(page.locator(".felt")).to_have_attribute("data-view", "upright")
    await page.reload()
    await expect(page.locator(".felt")).to_have_attribute("data-view", "upright")


async def test_a_tap_on_a_plate_shows_the_differences(page):
    await page.locator(".seat-1 .plate").click()
    await expect(page.locator(".seat-0 .points")).to_have_text("−4,900")
    await page.locator(".seat-1 .plate").click()
    await expect(page.locator(".seat-0 .points")).to_have_text("26,500")


async def test_a_fault_is_cleared_after_a_question(page, service):
    service.show(game_in_play(), machine=FAULTY)
    await expect(page.locator(".fault")).to_contain_text("The west lift is stuck.")
    await page.get_by_role("button", name="Clear fault and home").click()
    assert service.commands == []
    await page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert service.commands == []
    await page.locator(".fault").get_by_role("button").click()
    await page.get_by_role("dialog").get_by_role("button", name="Clear fault and home").click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].name == "machine"
    assert service.commands[0].data == {"action": "clear_fault", "fault_id": "f-1"}


async def test_stop_needs_no_confirmation(page, service):
    await page.get_by_role("button", name="Stop", exact=True).click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].data == {"action": "stop"}


async def test_a_question_is_settled_by_one_tap(page, service):
    service.show(game_in_play(), questions=(QUESTION,))
    await expect(page.locator(".question")).to_contain_text("Chen, river")
    await expect(page.locator(".question")).to_contain_text("cannot be here. Which one is it really?")
    await expect(page.locator(".question .detail")).to_have_text("a fifth 6s would lie on the table")
    await page.locator(".question .candidate").first.click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].name == "answer"
    assert service.commands[0].data == {"question": "q-7", "value": "6s"}


async def test_a_piece_that_is_not_part_of_the_game_is_the_last_answer(page, service):
    service.show(game_in_play(), questions=(QUESTION,))
    await expect(page.locator(".question .candidates button")).to_have_count(3)
    await page.locator(".question .candidates button").last.click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].data == {"question": "q-7", "value": NOT_IN_GAME}


async def test_a_sentence_that_no_catalogue_has_is_shown_as_it_came(page, service):
    service.show(game_in_play(), questions=({**QUESTION, "text": "Is this a coin?", "detail": ""},))
    await expect(page.locator(".question")).to_contain_text("Is this a coin?")
    await expect(page.locator(".question .detail")).to_have_count(0)


async def test_why_the_camera_cannot_read_is_said_until_it_can(page, service):
    service.show(game_in_play(), camera=UNREADABLE)
    await expect(page.locator(".problem")).to_contain_text("The table cannot be read")
    await expect(page.locator(".problem")).to_contain_text("marker 2 is not found; uncover it")
    await page.get_by_label("Language").select_option("ja")
    await expect(page.locator(".problem h2")).to_have_text("卓を読み取れません")
    service.show(game_in_play())
    await expect(page.locator(".problem")).to_have_count(0)


async def test_the_last_event_is_taken_back_after_a_question(page, service):
    service.show(game_in_play(), undo_to=811)
    seen = service.seq
    await page.locator("#tab-machine").click()
    await page.get_by_role("button", name="Take back the last event").click()
    assert service.commands == []
    service.show(game_in_play(), undo_to=812)
    await page.get_by_role("dialog").get_by_role("button", name="Take back the last event").click()
    await eventually(lambda: len(service.commands) == 1)
    command = service.commands[0]
    assert (command.name, command.data, command.expect_seq) == ("undo", {"to_seq": 811}, seen)


async def test_nothing_is_taken_back_when_nothing_can_be(page, service):
    await page.locator("#tab-machine").click()
    await expect(page.get_by_role("button", name="Take back the last event")).to_be_disabled()


async def test_scores_are_set_after_a_look_at_all_four(page, service):
    await page.locator("#tab-machine").click()
    form = page.locator("form.scores")
    await expect(form.get_by_label("Aiko")).to_have_value("26500")
    await form.get_by_label("Aiko").fill("25500")
    await form.get_by_label("Chen").fill("25600")
    await form.get_by_role("button").click()
    assert await form.evaluate("form => form.checkValidity()") is False
    await form.get_by_label("Reason").fill("a stick was paid twice")
    await form.get_by_role("button").click()
    await expect(page.get_by_role("dialog")).to_contain_text("Aiko 25,500")
    await expect(page.get_by_role("dialog")).to_contain_text("Together 99,000 points.")
    assert service.commands == []
    await page.get_by_role("dialog").get_by_role("button", name="Set these scores").click()
    await eventually(lambda: len(service.commands) == 1)
    command = service.commands[0]
    assert (command.name, command.expect_seq) == ("set_scores", service.seq)
    assert command.data == {"scores": [25500, 31400, 25600, 16500], "reason": "a stick was paid twice"}
    await expect(form.get_by_label("Reason")).to_have_value("")


async def test_refused_scores_stay_in_the_form(page, service):
    service.answer = Answer(ok=False, seq=9, error_code="not_now", message="scores are full hundreds")
    await page.locator("#tab-machine").click()
    form = page.locator("form.scores")
    await form.get_by_label("Ben").fill("31500")
    await form.get_by_label("Reason").fill("a slip")
    await form.get_by_role("button").click()
    await page.get_by_role("dialog").get_by_role("button", name="Set these scores").click()
    await expect(page.locator(".toast")).to_contain_text("scores are full hundreds")
    await expect(form.get_by_label("Ben")).to_have_value("31500")


async def test_the_next_deal_is_asked_for_with_the_number_that_was_seen(page, service):
    service.show(game_with_result(), next_deal_in_s=6)
    await page.get_by_role("button", name="Next deal 6").click()
    await eventually(lambda: len(service.commands) == 1)
    assert (service.commands[0].name, service.commands[0].expect_seq) == ("next_deal", service.seq)
    await page.get_by_role("button", name="Hold").click()
    await eventually(lambda: len(service.commands) == 2)
    assert service.commands[1].data == {"on": True}


async def test_a_refusal_is_shown(page, service):
    service.show(game_with_result())
    service.answer = Answer(ok=False, seq=9, error_code="stale", message="entry 9 is newer")
    await page.get_by_role("button", name="Next deal").click()
    await expect(page.locator(".toast")).to_contain_text("The game has moved on")


async def test_noten_is_declared_once_the_wall_is_empty(page, service):
    game = game_in_play()
    service.show(replace(game, deal=replace(game.deal, live_tiles=0)))
    await page.get_by_role("button", name="Aiko is noten").click()
    await page.get_by_role("dialog").get_by_role("button", name="Aiko: noten").click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].data == {"kind": "noten", "seat": 0}


async def test_consent_to_motion_is_one_confirmed_tap(page, service):
    waiting: MachineDocument = {"state": "waiting", "text": "", "progress": None, "fault": None}
    service.show(game_before_first_deal(), machine=waiting)
    await page.get_by_role("button", name="Let it move").click()
    await page.get_by_role("dialog").get_by_role("button", name="Find positions").click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].data == {"action": "home"}


async def test_a_game_is_started_with_names_rules_and_first_dealer(page, service):
    service.show(None)
    await page.get_by_label("Seat 1", exact=True).fill("Aiko")
    await page.get_by_label("Rules").select_option("ema")
    await page.get_by_label("First dealer").select_option("2")
    await page.get_by_role("button", name="Start game").click()
    await eventually(lambda: len(service.commands) == 1)
    data = service.commands[0].data
    assert data == {"rules": "ema", "names": ["Aiko", "Seat 2", "Seat 3", "Seat 4"], "first_dealer": 2, "settings": {}}


async def test_what_is_being_typed_survives_news_from_the_table(page, service):
    service.show(None)
    await page.get_by_label("Seat 2", exact=True).fill("Ben")
    service.show(None, machine=BUILDING)
    await expect(page.locator("progress")).to_have_attribute("value", "42")
    await expect(page.get_by_label("Seat 2", exact=True)).to_have_value("Ben")
    assert await page.evaluate("document.activeElement.name") == "name-1"


@pytest.mark.parametrize(("code", "title"), [("fr", "Classement"), ("ja", "順位"), ("zh", "名次")])
async def test_the_language_is_switched_at_once(page, code, title):
    await page.get_by_label("Language").select_option(code)
    await expect(page.locator(".ranking h2")).to_have_text(title)
    assert await page.evaluate("document.documentElement.lang") == code


async def test_the_browsers_language_comes_first(browser, server):
    page = await open_page(browser, server, language="fr-FR")
    await expect(page.locator(".ranking h2")).to_have_text("Classement")
    await expect(page.locator(".seat-1 .points")).to_contain_text("31")


async def test_an_unknown_line_is_shown_readably(page, service):
    game = game_with_result()
    result = game.results[-1]
    value = result.wins[0].value
    lines = (replace(value.lines[0], rule="thirteen_gates_of_joy"), *value.lines[1:])
    result = replace(result, wins=(replace(result.wins[0], value=replace(value, lines=lines)),))
    service.show(replace(game, results=(*game.results[:-1], result)))
    await expect(page.locator(".lines")).to_contain_text("Thirteen gates of joy")


async def test_a_missing_tile_face_shows_its_name(browser, server):
    context = await browser.new_context(viewport=SIZES["tablet"])
    page = await context.new_page()
    await page.route("**/tiles/9p.svg", lambda route: route.abort())
    await page.goto(server.url)
    await expect(page.locator(".seat-0 .river .tile.missing")).to_have_attribute("data-tile", "9p")


async def test_old_data_is_called_old_and_a_restarted_table_is_found_again(browser, service):
    first = HttpServer(service, HttpSettings(port=0))
    await first.start()
    page = await open_page(browser, first)
    await expect(page.locator("#banner p")).to_have_count(0)
    port = first.port
    await first.stop()
    await expect(page.locator("#banner")).to_contain_text("No news from the table.", timeout=OLD_AFTER_MS)
    await expect(page.locator("body")).to_have_class("old")
    service.show(game_with_result())
    second = HttpServer(service, HttpSettings(port=port))
    await second.start()
    try:
        await expect(page.locator("#banner p")).to_have_count(0, timeout=OLD_AFTER_MS)
        await expect(page.locator(".seat-2 .points")).to_have_text("37,900")
    finally:
        await second.stop()


def is_won(game: Game) -> bool:
    return bool(game.results and game.results[-1].wins)


def is_showing(game: Game) -> bool:
    return game.deal is not None and game.deal.turn is Turn.SHOW and len(game.deal.to_show) == 2


def is_flowered(game: Game) -> bool:
    return game.deal is not None and sum(map(len, game.deal.flowers)) > 3


def fined_game() -> Game:
    game = played_moment("tchou", is_showing)
    winner = game.deal.declared[0].seat
    offender = next(seat for seat in SEATS if seat != winner)
    fine = Fine(offender, winner, "danger_dragons", parse_tile("7z"), is_full=True)
    return replace(game, deal=replace(game.deal, to_show=(), fines=(fine,)))


CLASSICAL_SCENES = {
    "tchou in play": lambda: played_moment("tchou", is_flowered),
    "tchou result": lambda: played_moment("tchou", is_won),
    "old Japanese result": lambda: played_moment("jp_classic", is_won),
    "simple result": lambda: played_moment("simple", is_won),
    "hands to open": lambda: played_moment("tchou", is_showing),
    "a fine": fined_game,
}


async def test_a_classical_result_shows_every_hand_with_its_sum(page, service):
    game = played_moment("tchou", is_won)
    service.show(game)
    result = game.results[-1]
    await expect(page.locator(".result article")).to_have_count(4)
    for index, hand in enumerate([result.wins[0], *sorted(result.losers, key=lambda loser: -loser.value.base_points)]):
        article = page.locator(".result article").nth(index)
        await expect(article.locator(".total strong")).to_have_text(f"{hand.value.base_points} points")
        await expect(article.locator(".lines tr")).to_have_count(len(hand.value.lines))
    await expect(page.locator(".payments")).to_contain_text("Between losers")
    await expect(page.locator(".centre")).not_to_contain_text("honba")
    assert page.problems == []


async def test_a_line_of_a_classical_hand_names_its_set_in_french(browser, server, service):
    def has_pung(game):
        return is_won(game) and any(line.rule == "pung_exposed" for line in game.results[-1].wins[0].value.lines)

    page = await open_page(browser, server, language="fr-FR")
    service.show(played_moment("tchou", has_pung))
    await expect(page.locator(".lines th").filter(has_text="Brelan découvert : ").first).to_contain_text("002 §")


async def test_where_values_come_from_is_said_beside_the_result(page, service):
    service.show(played_moment("jp_classic", is_won))
    await expect(page.locator(".result .note")).to_contain_text("outside the source text")
    service.show(played_moment("tchou", is_won))
    await expect(page.locator(".result .note")).to_have_count(0)


async def test_flowers_lie_before_their_player_and_the_wall_is_marked(page, service):
    game = played_moment("tchou", is_flowered)
    service.show(game)
    for seat in SEATS:
        await expect(page.locator(f".seat-{seat} .flowers .tile")).to_have_count(len(game.deal.flowers[seat]))
    await expect(page.locator(".walls .stack")).to_have_count(72)
    await expect(page.locator(".walls .stack-first_dealt")).to_have_count(1)
    await expect(page.locator(".walls .loose-tile")).to_have_count(2)
    await page.locator(".wall summary").click()
    await expect(page.locator(".wall-plan")).to_contain_text("first stack dealt")


async def test_a_hand_is_entered_by_tapping_its_tiles(page, service):
    game = played_moment("tchou", is_showing)
    service.show(game)
    seat = game.deal.to_show[0]
    await page.locator(f'[data-do="pick"][data-arg="{seat}"]').click()
    wanted = 13 - 3 * len(game.deal.melds[seat])
    names = [f"{number}{suit}" for suit in "mp" for number in range(1, 10)][:wanted]
    for name in ["9s", *names[1:]]:
        await page.locator(f'[data-do="pick_tile"][data-arg="{name}"]').click()
    await page.locator('.picked [data-key="0-9s"]').click()
    await expect(page.get_by_role("button", name="Open this hand")).to_be_disabled()
    await page.locator(f'[data-do="pick_tile"][data-arg="{names[0]}"]').click()
    await page.get_by_role("button", name="Open this hand").click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].name == "show_hand"
    assert service.commands[0].data == {"seat": seat, "tiles": [*names[1:], names[0]]}
    await expect(page.locator(".picker")).to_have_count(0)


async def test_a_hand_that_stays_closed_is_declared_so(page, service):
    game = played_moment("tchou", is_showing)
    service.show(game)
    await page.get_by_role("button", name="Stays closed").first.click()
    await page.get_by_role("dialog").get_by_role("button", name="stays closed").click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].data == {"kind": "hand_closed", "seat": min(game.deal.to_show)}


@pytest.mark.parametrize(("button", "exempt"), [("Due", False), ("Exempt", True)])
async def test_a_fine_is_judged_after_a_question(page, service, button, exempt):
    game = fined_game()
    service.show(game)
    await expect(page.locator(".question")).to_contain_text("Gave a dragon to two open dragon sets")
    await page.get_by_role("button", name=button, exact=True).click()
    assert service.commands == []
    await page.get_by_role("dialog").get_by_role("button", name=button).click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].name == "judge"
    assert service.commands[0].data == {"seat": game.deal.fines[0].offender, "exempt": exempt}


async def test_a_stake_is_laid_before_the_dice(page, service):
    game = played_moment("tchou", lambda game: is_won(game) and not game.dice_added)
    service.show(game)
    await page.get_by_text("Stake on the dice").click()
    await page.get_by_label("Points", exact=True).fill("50")
    await page.get_by_label("Added to the dice").fill("3")
    await page.get_by_role("button", name="Lay the stake").click()
    await page.get_by_role("dialog").get_by_role("button", name="Lay the stake").click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].name == "stake"
    assert service.commands[0].data == {"seat": game.dealer, "points": 50, "added": 3}


async def test_only_the_penalties_of_the_rules_in_play_are_offered(page, service):
    service.show(played_moment("tchou", is_flowered))
    await page.locator("#tab-machine").click()
    await expect(page.locator(".penalties h3")).to_have_text(["False mah-jong", "Dead hand"])
    await page.locator(".penalties").get_by_role("button", name="Chen").first.click()
    await page.get_by_role("dialog").get_by_role("button", name="Chen: False mah-jong").click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].data == {"kind": "false_win", "seat": 2}
    service.show(game_in_play())
    await expect(page.locator(".penalties h3")).to_have_text(["Chombo", "Dead hand"])


async def test_a_stake_that_the_winner_forgot_is_declared_beside_the_result(page, service):
    def has_collected(game):
        return is_won(game) and any(payment.reason == "stake" for payment in game.results[-1].payments)

    game = played_moment("tchou", has_collected)
    service.show(game)
    await page.locator("#tab-machine").click()
    await page.locator(".penalties").get_by_role("button").click()
    await page.get_by_role("dialog").get_by_role("button", name="Stake forgotten").click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].data == {"kind": "stake_forgotten", "seat": game.results[-1].wins[0].seat}


async def test_time_is_called_and_a_game_stopped_where_the_rules_know_it(page, service):
    service.show(replace(game_in_play(), rules="doman"))
    await page.locator("#tab-machine").click()
    await page.get_by_role("button", name="Time is up").click()
    await page.get_by_role("dialog").get_by_role("button", name="Time is up").click()
    await eventually(lambda: len(service.commands) == 1)
    assert (service.commands[0].name, service.commands[0].data) == ("time_called", {"void": False})
    service.show(replace(game_in_play(), rules="doman", deals_left=1))
    await expect(page.locator(".centre")).to_contain_text("1 more to come")
    await expect(page.get_by_role("button", name="Time is up")).to_have_count(0)
    await page.get_by_role("button", name="Stop: does not count").click()
    await page.get_by_role("dialog").get_by_role("button", name="Stop: does not count").click()
    await eventually(lambda: len(service.commands) == 2)
    assert service.commands[1].data == {"void": True}
    service.show(replace(game_in_play(), rules="doman", is_void=True))
    await page.locator("#tab-now").click()
    await expect(page.locator("#panel")).to_contain_text("It does not count.")


async def test_money_is_counted_in_francs(page, service):
    setting = ("centimes_per_1000", "1000")
    game = played_moment("tchou", is_won, setting)
    service.show(game, traits=load_rules("tchou", [setting]).traits)
    await expect(page.locator(".seat-0 .points")).to_have_text(f"{game.scores[0] / 100:.2f} fr".replace("-", "−"))
    await page.locator("#tab-machine").click()
    await expect(page.locator('[name="score-0"]')).to_have_value(f"{game.scores[0] / 100:g}")
    await expect(page.locator('[name="score-0"]')).to_have_attribute("step", "0.05")


async def test_a_game_is_started_with_what_the_table_has_agreed(page, service):
    service.show(None)
    await page.get_by_label("Rules").select_option("tchou")
    await expect(page.locator(".about")).to_contain_text("Paris 1924")
    await page.get_by_label("Limit of a hand").select_option("400")
    await page.get_by_label("Flowers and seasons").select_option("no")
    await page.get_by_role("button", name="Start game").click()
    await eventually(lambda: len(service.commands) == 1)
    data = service.commands[0].data
    assert (data["rules"], data["settings"]) == ("tchou", {"bonus_tiles": "false", "limit": "400"})


SCENES = {
    "start": lambda service: service.show(None),
    "building": lambda service: service.show(game_before_first_deal(), machine=BUILDING),
    "play": lambda service: service.show(game_in_play()),
    "fault": lambda service: service.show(
        game_in_play(), machine=FAULTY, camera=UNREADABLE, questions=(QUESTION,), undo_to=5
    ),
    "result": lambda service: service.show(game_with_result(), next_deal_in_s=5),
    "draw": lambda service: service.show(game_with_exhaustive_draw()),
    "over": lambda service: service.show(game_over()),
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
async def test_no_classical_scene_has_an_accessibility_fault_or_scrolls_sideways(
    browser, server, service, size, scheme
):
    from axe_playwright_python.async_playwright import Axe

    page = await open_page(browser, server, size, scheme, "fr-FR")
    for name, make in CLASSICAL_SCENES.items():
        service.show(make())
        await expect(page.locator("body")).to_have_attribute("data-seq", str(service.seq))
        if name == "hands to open":
            await page.locator('[data-do="pick"]').first.click()
        for tab in ("now", "machine"):
            await page.locator(f"#tab-{tab}").click()
            await expect(page.locator(f"#tab-{tab}")).to_have_attribute("aria-selected", "true")
            found = await Axe().run(page)
            assert found.violations_count == 0, f"{name}, {tab}: {found.generate_report()}"
            assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name}, {tab}"
    assert page.problems == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
async def test_no_scene_has_an_accessibility_fault_or_scrolls_sideways(browser, server, service, size, scheme):
    from axe_playwright_python.async_playwright import Axe

    page = await open_page(browser, server, size, scheme)
    for name, scene in SCENES.items():
        scene(service)
        await expect(page.locator("body")).to_have_attribute("data-seq", str(service.seq))
        for tab in ("now", "game", "machine"):
            await page.locator(f"#tab-{tab}").click()
            await expect(page.locator(f"#tab-{tab}")).to_have_attribute("aria-selected", "true")
            found = await Axe().run(page)
            assert found.violations_count == 0, f"{name}, {tab}: {found.generate_report()}"
            assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name}, {tab}"
    assert page.problems == []


async def test_the_first_load_is_small(browser, server):
    context = await browser.new_context(viewport=SIZES["tablet"])
    page = await context.new_page()
    sizes: list[int] = []
    page.on("response", lambda response: sizes.append(int(response.headers.get("content-length", 0))))
    await page.goto(server.url)
    await page.wait_for_selector(".felt")
    await page.wait_for_load_state("load")
    assert sum(sizes) < 250_000


async def test_the_camera_picture_is_shown_on_request(page, service):
    service.picture = b"\xff\xd8\xff\xd9"
    await page.locator("#tab-machine").click()
    async with page.expect_request("**/camera/snapshot.jpg?overlay=1*"):
        await page.get_by_role("button", name="Show picture").click()
