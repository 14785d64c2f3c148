"""What the rules say against something, on screens in four languages: with names, and in English where no text is."""

from __future__ import annotations

import pytest
import pytest_asyncio
from page_bench import IN_A_BROWSER, SIZES, expect
from sample_games import game_in_play

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.systems.riichi.values import NoValue
from wire.messages import Answer
from wire.words import words_document

pytestmark = IN_A_BROWSER
FIFTH = IllegalEvent("this would be a fifth {tile} on the table", tile="6s")
TURN = IllegalEvent(
    "seat {seat} cannot win: {why}",
    seat=2,
    why=IllegalEvent("seat {seat} is furiten: {tile} lies in the own river", seat=2, tile="6s"),
)
WORTHLESS = IllegalEvent("seat {seat} cannot win: {why}", seat=2, why=NoValue("the hand has no yaku"))
BROKEN_OFF = IllegalEvent("nobody draws any more: the deal ends by {reason}", reason="four_kongs")
TOO_MANY = IllegalEvent(
    "{most} players can win on one discard: {seats}, whose turns come first", most=2, seats="seat 2 and seat 0"
)
UNKNOWN = IllegalEvent("seat {seat} sings", seat=2)


def question(refusal: IllegalEvent) -> dict:
    said = refusal.args[0]
    return {
        "id": "q-7",
        "text": "impossible_tile",
        "seat": 2,
        "zone": "river",
        "place": None,
        "candidates": [{"label": "6s", "value": "6s"}, {"label": "9s", "value": "9s"}],
        "detail": str(said),
        "detail_words": words_document(said),
    }


@pytest_asyncio.fixture(loop_scope="session")
async def open_in(browser, server):
    async def opened(language: str):
        context = await browser.new_context(viewport=SIZES["tablet"], locale=language, service_workers="block")
        page = await context.new_page()
        await page.goto(server.url)
        await page.wait_for_selector(".felt")
        return page

    return opened


@pytest.mark.parametrize(
    ("language", "fifth", "furiten"),
    [
        ("en-GB", "This would be a fifth 6 of bamboo on the table.", "Chen cannot win: Chen is furiten"),
        ("fr", "Ce serait la cinquième sur la table", "Chen ne peut pas gagner : Chen est furiten"),
        ("ja", "テーブルに五枚あることになります", "Chenは和了できません。Chenはフリテンです"),
        ("zh", "这样桌上就有五张", "Chen不能和牌：Chen振听"),
    ],
)
async def test_the_reason_of_a_question_is_said_in_the_screens_language(service, open_in, language, fifth, furiten):
    service.show(game_in_play(), questions=(question(FIFTH),))
    page = await open_in(language)
    detail = page.locator(".question .detail")
    await expect(detail).to_contain_text(fifth)
    await expect(detail.locator("[lang=en]")).to_have_count(0)
    service.show(game_in_play(), questions=({**question(TURN), "id": "q-8"},))
    await expect(detail).to_contain_text(furiten)


@pytest.mark.parametrize(
    ("language", "worthless", "broken_off", "too_many"),
    [
        ("en-GB", "Chen cannot win: the hand has no yaku.", "Four kans.", "whose turns come first: Chen and Aiko."),
        (
            "fr",
            "Chen ne peut pas gagner : la main n’a pas de yaku.",
            "Quatre kans.",
            "vient en premier : Chen et Aiko.",
        ),
        (
            "ja",
            "Chenは和了できません。役がありません。",
            "「四槓散了」で流局です。",
            "先のChen、Aikoになります。",
        ),
        ("zh", "Chen不能和牌：没有役。", "“四杠散了”流局。", "由顺序在先的Chen和Aiko和。"),
    ],
)
async def test_what_stands_in_a_gap_is_said_in_the_screens_language_too(
    service, open_in, language, worthless, broken_off, too_many
):
    service.show(game_in_play(), questions=(question(WORTHLESS),))
    page = await open_in(language)
    detail = page.locator(".question .detail")
    await expect(detail).to_have_text(worthless)
    service.show(game_in_play(), questions=({**question(BROKEN_OFF), "id": "q-8"},))
    await expect(detail).to_contain_text(broken_off)
    service.show(game_in_play(), questions=({**question(TOO_MANY), "id": "q-9"},))
    await expect(detail).to_contain_text(too_many)


async def test_a_reason_without_a_text_is_english_and_says_so(service, open_in):
    service.show(game_in_play(), questions=(question(UNKNOWN),))
    page = await open_in("fr")
    await expect(page.locator(".question .detail [lang=en]")).to_have_text("Chen sings")


async def test_a_refusal_is_said_in_the_screens_language(service, open_in):
    refusal = IllegalEvent("the hand of seat {seat} is dead already", seat=2)
    service.answer = Answer.refused_by(refusal, "not_now", 9)
    page = await open_in("fr")
    await page.locator("#tab-machine").click()
    await page.locator(".penalties").get_by_role("button", name="Chen").last.click()
    await page.get_by_role("dialog").locator("button.primary").click()
    await expect(page.locator(".toast")).to_contain_text("La main de Chen est déjà morte.")
