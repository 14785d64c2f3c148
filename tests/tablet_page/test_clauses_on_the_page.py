"""What a referee looks for: clauses whose effect on a game the page has to show, each with the case that proves it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from classical_table import ClassicalTable
from page_bench import IN_A_BROWSER, expect
from scripted_table import ScriptedTable

from mahjong_rules.events import DealStarted, GameStarted, PenaltyKind, TimeCalled
from mahjong_rules.seats import Seat, Wind
from mahjong_rules.state import Game
from table_daemon.rules.presets import load_rules

pytestmark = IN_A_BROWSER
TENPAI = "123m456m789m23s11z"
LAST: dict[str, Any] = {"prevalent_wind": Wind.SOUTH, "dealer": Seat(3)}


@dataclass(frozen=True, slots=True)
class Shown:
    """What stands at a place of the page: these texts, one an element."""

    place: str
    texts: tuple[str, ...]


def kong_in_riichi(kind: str, hand: str) -> Game:
    """Seat 0 declared riichi and made this kong; the wall is empty, and the hand lies open."""
    at = ScriptedTable("ema").deal("9s").play("0=1z 1-2z 2-3z 3-4z")
    at.play(f"0+{kind} 0q{kind[0] * 4}{kind[1]} *8s 0-2z")
    return at.idle(kept=hand).exhaust({0: hand}).game


def signalled(*, in_play: bool) -> Game:
    """The signal sounds in the first deal, which ends by a chombo, or after it."""
    at = ScriptedTable("ema").deal("9m")
    if in_play:
        at.apply(TimeCalled())
        return at.chombo(0).game
    at.chombo(0).apply(TimeCalled())
    return at.game


def added_fourth_kong() -> Game:
    """Seat 2 gave the pung to which the fourth kong adds a tile."""
    words = "0-1z 1-2z 2-8p 0p88p 0-3z 1-2z 2-2z 3-1p 0k111p 0-3z *2s 1-4z 2-4z 3-4z"
    kongs = "0+9m 0q9999m *3s 0+9s 0q9999s *4s 0+8p 0a8p *5s"
    return ScriptedTable("mleague").deal("1z").play(f"{words} {kongs}").tsumo(0, "2m", "2m").game


def fed_winds() -> Game:
    """Seat 2 feeds the fourth wind; of two yakuman one counts."""
    fed = "0-1z 1p11z 1-1m 2-9s 3-3z 1p33z 1-2m 2-8m 3-8m 0-9s 1+2z 1q2222z *8s 1-3m 2-4z 1p44z 1-9p 2-9p 3-9p 0-9p"
    return ScriptedTable("tenhou", most_yakuman=1).deal("9m").play(fed).tsumo(1, "7z", "7z").game


def leftover_stick() -> Game:
    """Three winners share a stick of 1,000 points."""
    at = ScriptedTable("ema").set(**LAST, scores=(30000, 30000, 30000, 29000), riichi_sticks=1)
    return at.deal("9m").idle(kept=TENPAI).exhaust().game


def riichi_below_a_stick() -> Game:
    at = ScriptedTable("mleague").set(scores=(900, 33100, 33000, 33000)).deal("9m")
    return at.play("0=1z 1-2z").game


def last_tile_drawn() -> Game:
    at = ClassicalTable("simple").deal().draw_until(0)
    return at.game


def claimed_by_a_dead_hand() -> Game:
    at = ClassicalTable("tchou").deal().play("0-1z").declare(1, PenaltyKind.DEAD_HAND)
    return at.play("1-2z 2-3z 3-4z 0-4p 1p44p 1-1z").game


def four_concealed_pungs() -> Game:
    """Another reading of this hand is cut to the same worth."""
    at = ClassicalTable("tchou", bonus_tiles="true").deal().play("0-1z 1-2z 2-3z 3-4z 0lf1 0+ 0+8m")
    return at.tsumo(0, "44m555m666m777m88m", "8m").close_all().game


def nagashi() -> Game:
    at = ScriptedTable("doman").deal("9m")
    at.idle(kept=TENPAI, choose=lambda seat, tile: tile.is_terminal_or_honour == (seat == 2))
    return at.exhaust().game


CHOMBO = Shown(".result .chombos li", ("A made a kan in riichi that was not allowed: chombo",))
CASES = {
    "EMA 2025 §3.3.10": (lambda: kong_in_riichi("5s", "1234p444666s"), CHOMBO),
    "EMA 2025 §6.7.1": (lambda: kong_in_riichi("6m", "8m999m111p222p"), CHOMBO),
    "EMA 2025 §3.4.6": (lambda: signalled(in_play=True), Shown(".centre .time .unseen", ("1 more to come",))),
    "EMA 2025 §7.4": (lambda: signalled(in_play=False), Shown(".centre .time .unseen", ("2 more to come",))),
    "EMA 2025 §3.7": (
        leftover_stick,
        Shown(".standings tbody tr td:nth-of-type(2)", ("30,300", "30,300", "30,300", "29,000")),
    ),
    "La Règle l.111": (last_tile_drawn, Shown(".centre .left > span:first-child", ("0 tiles left",))),
    "Tchou 1924 l.424": (claimed_by_a_dead_hand, Shown(".seat-1 .mark.dead", ("dead hand",))),
    "Tchou 1924 §28": (
        four_concealed_pungs,
        Shown('[data-key="win-0"] .lines th', ("Four concealed pungsTchou 1924 §28",)),
    ),
    "Doman guide l.38": (nagashi, Shown(".result h2", ("Nagashi mangan",))),
    "Doman guide l.33": (fed_winds, Shown('.payments [data-key="pao"] li .from', ("C",))),
    "M-League": (added_fourth_kong, Shown('.payments [data-key="tsumo"] li strong', ("16,000",) * 3)),
    "M-League riichi": (riichi_below_a_stick, Shown(".seat-0 .mark.riichi", ("riichi",))),
}


@pytest.fixture
def page(kept_page):
    """One for all tests that leave it as they found it."""
    return kept_page


@pytest.mark.parametrize(
    ("make", "shown"),
    [
        pytest.param(*case, id=clause, marks=() if clause.startswith("M-") else pytest.mark.clause(clause))
        for clause, case in CASES.items()
    ],
)
async def test_the_case_of_a_clause_is_seen_on_the_page(page, service, make, shown):
    service.show(make())
    await expect(page.locator(shown.place)).to_have_text(list(shown.texts))
    assert page.problems == []


async def test_nobody_is_liable_for_a_kong_that_was_added_and_a_dead_hand_has_its_claim(page, service):
    service.show(added_fourth_kong())
    await expect(page.locator('.payments [data-key="tsumo"]')).to_be_visible()
    await expect(page.locator('.payments [data-key="pao"]')).to_have_count(0)
    service.show(claimed_by_a_dead_hand())
    await expect(page.locator(".seat-1 .melds .meld")).to_have_count(1)


@pytest.mark.clause("WRC 2015 §4")
async def test_a_wall_that_opens_at_a_fixed_place_is_marked_without_dice(page, service):
    rules = load_rules("ema", (("fixed_break", "7"),))
    game = rules.apply(rules.new_game(GameStarted("ema", ("A", "B", "C", "D"))), DealStarted())
    service.show(game, traits=rules.traits)
    await expect(page.locator(".walls .stack")).to_have_count(68)
    await expect(page.locator(".walls .stack-first_dealt")).to_have_count(1)
    await expect(page.locator(".centre .dice")).to_have_count(0)


@pytest.mark.clause("Tchou 1924 l.282")
async def test_the_form_of_the_book_of_1924_offers_four_eight_or_twelve_tours_and_plays_without_flowers(page, service):
    service.show(None)
    await page.get_by_label("Rules").select_option("tchou")
    await expect(page.get_by_label("Rounds").locator("option")).to_have_text(["4", "8", "12"])
    await expect(page.get_by_label("Flowers").locator("option").first).to_have_text("none: 136 tiles")
