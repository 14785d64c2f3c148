"""What a screen lets people hear: clicks, chimes, and calls in the words of the language and of the game."""

from __future__ import annotations

import copy
import itertools
import random
from typing import Any

import pytest
from page_bench import IN_A_BROWSER, expect, open_page
from played_moments import moments

from mahjong_rules.state import Game

pytestmark = IN_A_BROWSER

NOTE_SOUNDS = """() => {
  window.heard = [];
  const Own = window.OscillatorNode;
  window.OscillatorNode = class extends Own {
    constructor(context, options) { super(context, options); window.heard.push(options.frequency); }
  };
}"""
"""The browser's own tones, noted besides."""
WITH_A_VOICE = """(language) => {
  const voices = [{ lang: language, name: "someone" }];
  const speak = (said) => window.heard.push(`${said.text} (${said.lang})`);
  Object.defineProperty(window, "speechSynthesis", { value: { getVoices: () => voices, speak } });
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
}"""
"""A device with one voice, which headless browsers have not."""
LOOK: dict[str, Any] = {
    "deal": "E1/0", "phase": "play", "discards": [3, 3, 2, 2], "melds": [[], [], [], []], "riichi": [False] * 4,
    "questions": 0, "areTilesIn": False, "isCounting": False, "hasFault": False, "dealsLeft": None, "result": 4,
    "outcome": "ron",
}  # fmt: skip


async def cues(page, *changes: dict[str, Any], before: dict[str, Any] | None = None) -> list[Any]:
    """What is heard when each change follows the one before."""
    looks = [{**LOOK, **(before or {})}]
    for change in changes:
        looks.append({**copy.deepcopy(looks[-1]), **change})
    return await page.evaluate(
        """async (looks) => {
          const { cuesBetween } = await import("/static/js/screen/heard.js");
          return looks.slice(1).flatMap((look, index) => cuesBetween(looks[index], look));
        }""",
        looks,
    )


@pytest.fixture
def page(kept_page):
    """One for the tests of the pure part."""
    return kept_page


@pytest.mark.parametrize(
    ("change", "cue"),
    [
        ({"discards": [4, 3, 2, 2]}, {"tone": "discard"}),
        ({"discards": [4, 3, 2, 2], "riichi": [True, False, False, False]}, {"word": "riichi"}),
        ({"melds": [[], ["chow"], [], []]}, {"word": "chow"}),
        ({"melds": [[], [], ["pung"], []], "discards": [4, 3, 2, 2]}, {"word": "pung"}),
        ({"melds": [["concealed_kong"], [], [], []]}, {"word": "kong"}),
        ({"phase": "result", "result": 5, "outcome": "tsumo"}, {"word": "tsumo"}),
        ({"phase": "over", "result": 5, "outcome": "ron"}, {"word": "ron"}),
        ({"phase": "result", "result": 5, "outcome": "exhaustive_draw"}, {"tone": "draw"}),
        ({"questions": 1}, {"tone": "question"}),
        ({"dealsLeft": 1}, {"tone": "last_deal"}),
        ({"hasFault": True}, {"tone": "fault"}),
    ],
)
async def test_each_thing_that_happens_has_its_cue(page, change, cue):
    assert await cues(page, change) == [cue]


async def test_a_pung_that_becomes_a_kong_is_heard_as_one(page):
    assert await cues(page, {"melds": [["added_kong"], [], [], []]}, before={"melds": [["pung"], [], [], []]}) == [
        {"word": "kong"}
    ]


async def test_the_tiles_are_heard_when_the_last_is_in_and_no_other_time(page):
    counting = {"isCounting": True, "phase": "machine"}
    assert await cues(page, {"areTilesIn": True}, before=counting) == [{"tone": "all_in"}]
    closing = {"isCounting": False, "areTilesIn": True}
    assert await cues(page, closing, before={**counting, "areTilesIn": True}) == []
    assert await cues(page, closing) == []


async def test_what_is_taken_back_or_belongs_to_another_deal_is_silent(page):
    assert await cues(page, {"discards": [2, 3, 2, 2]}) == []
    assert await cues(page, {"deal": "E2/0", "discards": [9, 9, 9, 9], "riichi": [True] * 4}) == []
    assert await cues(page, {"questions": 0}, before={"questions": 2}) == []


def before_and_after(preset: str, kind: str) -> tuple[Game, Game]:
    """A game before and after somebody lays such a meld; for "discard" after a discard."""

    def count(game: Game) -> int:
        assert game.deal is not None
        if kind == "discard":
            return sum(map(len, game.deal.rivers))
        return sum(meld.kind.value == kind for melds in game.deal.melds for meld in melds)

    for seed in range(20):
        for before, after in itertools.pairwise(moments(preset, random.Random(seed), ())):
            if before.deal is None or after.deal is None or after.deal.header != before.deal.header:
                continue
            if count(after) > count(before):
                return before, after
    raise LookupError(kind)


async def listening(browser, server, service, before: Game, size: str = "tablet", voice: str = "", language="en-GB"):
    """A page at a game, touched once, whose sounds are noted."""
    service.show(before)
    page = await open_page(browser, server, size, language=language)
    await page.evaluate(NOTE_SOUNDS)
    if voice:
        await page.evaluate(WITH_A_VOICE, voice)
    await page.locator(".felt").click(position={"x": 4, "y": 4})
    return page


async def hears(page, service, after: Game) -> list[Any]:
    """What is heard when the table goes on to this."""
    service.show(after)
    await page.wait_for_function("seq => document.body.dataset.seq === seq", arg=str(service.seq))
    return await page.evaluate("window.heard")


async def test_a_discard_clicks_and_a_call_without_a_voice_has_tones(browser, server, service):
    before, after = before_and_after("tenhou", "discard")
    page = await listening(browser, server, service, before)
    assert await hears(page, service, after) == [1900]
    before, after = before_and_after("tenhou", "pung")
    page = await listening(browser, server, service, before)
    assert await hears(page, service, after) == [520, 520]


@pytest.mark.parametrize(
    ("preset", "voice", "language", "word"),
    [
        ("tenhou", "ja-JP", "ja-JP", "ポン"),
        ("tenhou", "zh-CN", "zh-CN", "碰"),
        ("tchou", "fr-FR", "fr-FR", "Pong"),
        ("mcr", "en-US", "en-GB", "Pung"),
    ],
)
async def test_a_call_is_spoken_in_the_words_of_language_and_game(
    browser, server, service, preset, voice, language, word
):
    before, after = before_and_after(preset, "pung")
    page = await listening(browser, server, service, before, voice=voice, language=language)
    assert await hears(page, service, after) == [f"{word} ({voice})"]


async def test_a_voice_of_another_language_is_not_used_and_voices_may_be_switched_off(browser, server, service):
    before, after = before_and_after("tenhou", "pung")
    page = await listening(browser, server, service, before, voice="ja-JP")
    assert await hears(page, service, after) == [520, 520]
    page = await listening(browser, server, service, before, voice="en-GB")
    await page.get_by_role("button", name="Display").click()
    await page.get_by_role("group", name="Calls").get_by_role("button", name="Tones only").click()
    await page.get_by_role("button", name="Close").click()
    assert await hears(page, service, after) == [520, 520]


async def test_a_phone_is_silent_until_somebody_chooses(browser, server, service):
    before, after = before_and_after("tenhou", "discard")
    page = await listening(browser, server, service, before, "phone")
    await page.evaluate("Object.defineProperty(window, 'screen', { value: { width: 390, height: 844 } })")
    assert await hears(page, service, after) == []
    service.show(before)
    await page.get_by_role("button", name="Display").click()
    await page.get_by_role("group", name="Sound").get_by_role("button", name="Loud").click()
    await page.get_by_role("button", name="Close").click()
    await expect(page.locator(".felt")).to_be_visible()
    await page.locator(".felt").click(position={"x": 4, "y": 4})
    assert await hears(page, service, after) == [1900]


async def test_a_page_that_has_just_been_opened_says_nothing_of_what_was_before(browser, server, service):
    _, after = before_and_after("tenhou", "pung")
    page = await listening(browser, server, service, after)
    assert await hears(page, service, after) == []
