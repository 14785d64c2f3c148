"""Three players on the page: three plates, an empty side, norths, and a form that asks for what the game has."""

from __future__ import annotations

import pytest
from accessibility import accessibility_faults
from campaign_cases import more
from eventually import eventually
from fake_service import READY
from page_bench import IN_A_BROWSER, expect, open_page
from played_moments import played_moment

from mahjong_rules.state import Game, Turn
from table_daemon.rules.presets import load_rules
from wire.documents import MachineDocument, QuestionDocument

pytestmark = IN_A_BROWSER
QUESTION: QuestionDocument = {
    "id": "q-7",
    "text": "impossible_tile",
    "seat": 2,
    "zone": "river",
    "place": None,
    "candidates": [{"label": "6s", "value": "6s"}],
    "detail": "a fifth 6s would lie on the table",
    "detail_words": [],
}
EXCHANGE: MachineDocument = {**READY, "state": "exchange", "exchange": {"present": 136, "needed": 108, "agreed": False}}


def with_norths(game: Game) -> bool:
    """In play, norths lie there, and somebody has discarded."""
    deal = game.deal
    is_in_play = deal is not None and deal.turn in (Turn.DISCARD, Turn.CLAIM)
    return is_in_play and any(deal.laid_aside) and sum(map(len, deal.rivers)) > 5


def with_win(game: Game) -> bool:
    return bool(game.results) and any(win.flowers for win in game.results[-1].wins)


@pytest.fixture
def page(kept_page):
    return kept_page


@pytest.mark.parametrize("empty", [3, more(0), more(1), more(2)])
async def test_three_plates_stand_round_the_table_and_nothing_at_the_empty_side(page, service, empty):
    chosen = ("empty_seat", str(empty))
    service.show(played_moment("sanma", with_norths, chosen), traits=load_rules("sanma", [chosen]).traits)
    await expect(page.locator(".felt .plate")).to_have_count(3)
    await expect(page.locator(f".seat-{empty}")).to_have_count(0)
    await expect(page.locator(".felt .plate .points").first).not_to_have_text("0")
    await expect(page.locator(".ranking tbody tr")).to_have_count(3)
    assert page.problems == []


@pytest.mark.parametrize("code", ["en", more("fr"), "ja", more("zh")])
async def test_norths_lie_by_their_name_in_every_language(browser, server, service, code):
    page = await open_page(browser, server, language=code)
    service.show(played_moment("sanma", with_norths))
    name = {"en": "Norths laid aside", "fr": "Nords mis de côté", "ja": "抜いた北", "zh": "拔出的北"}[code]
    await expect(page.get_by_role("group", name=name).first).to_be_visible()
    assert await accessibility_faults(page) == []
    assert page.problems == []


async def test_a_result_tells_norths_payments_and_scores_of_three(page, service):
    service.show(played_moment("sanma", with_win))
    await expect(page.locator("#panel")).to_contain_text("Norths laid aside (kita)")
    await expect(page.locator(".sums tbody tr")).to_have_count(3)
    assert page.problems == []


async def test_the_form_asks_for_three_names_and_the_seat_that_stays_empty(page, service):
    service.show(None)
    await page.get_by_label("Rules").select_option("sanma")
    await expect(page.get_by_label("Seat that stays empty")).to_have_value("3")
    await expect(page.locator("[name^=name-]")).to_have_count(3)
    await page.get_by_label("Seat that stays empty").select_option("0")
    await expect(page.locator("[name=name-0]")).to_have_count(0)
    for seat, name in ((1, "Aiko"), (2, "Benoît"), (3, "Chen")):
        await page.locator(f"[name=name-{seat}]").fill(name)
    await page.get_by_role("button", name="Start game").click()
    await eventually(lambda: len(service.commands) == 1)
    asked = service.commands[0].data
    assert (asked["rules"], asked["settings"]["empty_seat"], asked["first_dealer"]) == ("sanma", "0", 1)
    assert asked["names"][1:] == ["Aiko", "Benoît", "Chen"]
    assert asked["names"][0]


async def test_a_game_of_four_asks_for_no_empty_seat(page, service):
    service.show(None)
    await page.get_by_label("Rules").select_option("tenhou")
    await expect(page.locator("[name^=name-]")).to_have_count(4)
    await expect(page.get_by_label("Seat that stays empty")).to_have_count(0)


async def test_the_palette_offers_no_tile_that_the_set_is_without(page, service):
    service.show(played_moment("sanma", with_norths), questions=(QUESTION,))
    await page.get_by_role("button", name="Other …").click()
    offered = page.locator("#sheet .palette")
    await expect(offered.locator('[data-value="1m"]')).to_have_count(1)
    await expect(offered.locator('[data-value="5m"]')).to_have_count(0)
    await expect(offered.locator('[data-value="0p"]')).to_have_count(1)


async def test_the_exchange_names_the_tiles_that_the_game_is_without(page, service):
    service.show(played_moment("sanma", lambda game: game.deal is None), machine=EXCHANGE, clearing=True)
    await expect(page.locator('[data-key="exchange-108-false"]')).to_contain_text("the 2 to 8 of characters (28 tiles)")
    put_back: MachineDocument = {**EXCHANGE, "exchange": {"present": 108, "needed": 136, "agreed": False}}
    service.show(played_moment("tenhou", lambda game: game.deal is None), machine=put_back, clearing=True)
    await expect(page.locator('[data-key="exchange-136-false"]')).to_contain_text("the 28 tiles that were taken out")
