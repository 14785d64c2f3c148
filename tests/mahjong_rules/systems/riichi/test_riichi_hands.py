"""Hands that were in riichi, when the wall has run out: what they must show, and what it costs when they cannot."""

from __future__ import annotations

import pytest
from presets import RIICHI_PRESETS
from scripted_table import ScriptedTable

from mahjong_rules.deal_result import Chombo, Outcome
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import PenaltyDeclared, PenaltyKind
from mahjong_rules.seats import Seat
from mahjong_rules.systems.riichi.choices import NotenRiichi

TENPAI, NOTEN = "123m456m789m23s11z", "147m258p369s1234z"


def in_riichi(
    rules: str = "ema", words: str = "0=9p", kept: str = f"{TENPAI} {NOTEN}", **changes: object
) -> ScriptedTable:
    """The wall is empty and everybody in riichi has still to show the hand."""
    return ScriptedTable(rules, **changes).deal("9m").play(words).idle(kept=kept)


@pytest.mark.clause("EMA 2025 §6.6.2")
def test_riichi_on_a_hand_that_does_not_wait_is_a_chombo_when_the_wall_has_run_out() -> None:
    at = in_riichi().exhaust({0: NOTEN, 1: TENPAI})
    assert at.result.outcome is Outcome.CHOMBO
    assert at.result.chombos == (Chombo(Seat(0), "noten_riichi", 20000),)
    assert at.result.deltas == (1000, 0, 0, 0)
    assert at.game.penalty_points == (20000, 0, 0, 0)
    assert (at.game.header.dealer, at.game.header.honba, at.game.riichi_sticks) == (0, 0, 0)


@pytest.mark.clause("EMA 2025 §3.4.2")
def test_a_riichi_hand_that_stays_closed_is_taken_for_one_that_does_not_wait() -> None:
    assert in_riichi().exhaust({1: TENPAI}).result.chombos == (Chombo(Seat(0), "noten_riichi", 20000),)


@pytest.mark.clause("EMA 2025 §3.4.2")
def test_a_riichi_hand_that_waits_is_paid_as_ever() -> None:
    at = in_riichi().exhaust({0: TENPAI})
    assert (at.result.outcome, at.result.chombos, at.result.deltas) == (
        Outcome.EXHAUSTIVE_DRAW,
        (),
        (3000, -1000, -1000, -1000),
    )


@pytest.mark.clause("A-20")
@pytest.mark.clause("Doman guide l.11")
@pytest.mark.parametrize("rules", RIICHI_PRESETS)
def test_under_every_preset_riichi_needs_a_hand_that_waits(rules: str) -> None:
    at = in_riichi(rules).exhaust({1: TENPAI})
    assert (at.result.outcome, at.result.chombos[0].seat) == (Outcome.CHOMBO, 0)


@pytest.mark.clause("A-21")
def test_where_a_chombo_is_paid_at_once_two_who_commit_it_pay_one_each() -> None:
    at = in_riichi("doman", "0=9p 1=9p").exhaust({2: TENPAI})
    assert [chombo.seat for chombo in at.result.chombos] == [0, 1]
    assert at.result.deltas == (-12000 + 4000 + 1000, 4000 - 8000 + 1000, 4000 + 2000, 4000 + 2000)


def test_riichi_with_the_last_discard_counts_as_well() -> None:
    at = ScriptedTable("mleague").deal("9m").idle(until_live=1, kept=f"{TENPAI} {NOTEN}")
    seat = at.rules.hints(at.game).draws
    at.play(f"{seat}=3z").exhaust()
    assert at.result.chombos == (Chombo(seat, "noten_riichi", 20000),)


@pytest.mark.clause("A-21")
def test_a_dead_hand_in_riichi_is_out_already_and_pays_as_noten() -> None:
    at = ScriptedTable("ema").deal("9m").play("0=9p")
    at.apply(PenaltyDeclared(Seat(0), PenaltyKind.DEAD_HAND))
    at.idle(kept=TENPAI).exhaust({1: TENPAI})
    assert (at.result.outcome, at.result.chombos) == (Outcome.EXHAUSTIVE_DRAW, ())


@pytest.mark.clause("A-20")
def test_a_table_that_takes_it_lightly_lets_the_hand_pay_as_any_other() -> None:
    at = in_riichi(noten_riichi=NotenRiichi.NOTEN).exhaust({0: NOTEN, 1: TENPAI})
    assert (at.result.outcome, at.result.deltas) == (Outcome.EXHAUSTIVE_DRAW, (-1000, 3000, -1000, -1000))


@pytest.mark.clause("A-21")
def test_a_chombo_leaves_no_nagashi_mangan() -> None:
    at = ScriptedTable("doman").deal("9m").play("0=9p")
    at.idle(kept=TENPAI, choose=lambda seat, tile: tile.is_terminal_or_honour == (seat == 0)).exhaust()
    assert at.result.outcome is Outcome.CHOMBO


@pytest.mark.clause("EMA 2025 §6.7.1")
def test_a_kong_in_riichi_that_changed_the_waits_counts_at_a_drawn_deal_too() -> None:
    # 2223m 456m 789m 123p waits for 1m, 3m and 4m; without the pung of 2m for 3m alone.
    at = ScriptedTable("ema").deal("9s").play("0=1z 1-1z 2-1z 3-1z 0+2m 0q2222m *8s 0-2z")
    at.idle(kept="3m456m789m123p").exhaust({0: "3m456m789m123p"})
    assert (at.result.outcome, at.result.chombos) == (Outcome.CHOMBO, (Chombo(Seat(0), "riichi_kong", 20000),))


KONGS = {
    "sequences of the same suit": ("5s", "1234p444666s"),
    "a pair and sequences": ("6m", "8m999m111p222p"),
}
"""Two examples that EMA 2025 prints: what the kong is made of, and the hand beside it."""


def with_kong(rules: str, kind: str, hand: str) -> ScriptedTable:
    """Seat 0 has declared riichi and made this kong; the wall is empty."""
    at = ScriptedTable(rules).deal("9s").play("0=1z 1-2z 2-3z 3-4z")
    red = at.options.tiles.red_fives and kind[0] == "5"
    at.play(f"0+{kind} 0q{'0555' if red else kind[0] * 4}{kind[1]} *8s 0-2z")
    return at.idle(kept=hand)


@pytest.mark.clause("EMA 2025 §3.3.10")
@pytest.mark.parametrize("rules", ["ema", "ema2016"])
@pytest.mark.parametrize(("kind", "hand"), KONGS.values(), ids=KONGS)
def test_a_kong_in_riichi_must_be_a_triplet_in_every_reading_under_ema(rules: str, kind: str, hand: str) -> None:
    result = with_kong(rules, kind, hand).exhaust({0: hand}).result
    assert result.chombos == (Chombo(Seat(0), "riichi_kong", 20000),)


@pytest.mark.clause("Doman guide l.14")
@pytest.mark.parametrize("rules", ["doman", "mleague", "tenhou"])
@pytest.mark.parametrize(("kind", "hand"), KONGS.values(), ids=KONGS)
def test_under_the_other_presets_only_the_waits_must_stay(rules: str, kind: str, hand: str) -> None:
    assert with_kong(rules, kind, hand).exhaust({0: hand}).result.tenpai[0]


@pytest.mark.clause("EMA 2025 §6.7.1")
def test_a_win_with_a_kong_that_could_be_read_in_a_sequence_is_refused_under_ema() -> None:
    at = ScriptedTable("ema").deal("9s").play("0=1z 1-2z 2-3z 3-4z 0+5s 0q5555s *8s 0-2z")
    with pytest.raises(IllegalEvent, match="its tiles could stand in a sequence as well"):
        at.play("1-1p").ron({0: "1234p444666s"}, ura="12m")


@pytest.mark.clause("EMA 2025 §3.3.10")
def test_a_kong_that_no_reading_parts_is_allowed_under_ema() -> None:
    at = with_kong("ema", "5s", "1234p444777s").exhaust({0: "1234p444777s"})
    assert (at.result.outcome, at.result.tenpai[0]) == (Outcome.EXHAUSTIVE_DRAW, True)


@pytest.mark.clause("EMA 2025 §3.4.2")
def test_a_drawn_deal_keeps_the_hands_that_lie_open_with_what_they_wait_for() -> None:
    at = in_riichi().exhaust({0: TENPAI, 1: NOTEN})
    first, second = at.result.opened
    assert (first.seat, [str(tile) for tile in first.waits]) == (0, ["1s", "4s"])
    assert (second.seat, second.waits) == (1, ())
    assert "".join(str(tile)[0] for tile in first.hand) == "1234567892311", "sorted, as a player lays it"


def test_a_chombo_found_when_the_wall_has_run_out_shows_the_hands_and_its_price() -> None:
    at = in_riichi().exhaust({0: NOTEN, 1: TENPAI})
    assert [hand.seat for hand in at.result.opened] == [0, 1]
    assert at.result.chombos[0].penalty == 20000


def test_a_chombo_that_is_paid_at_once_takes_nothing_off_the_final_score() -> None:
    assert in_riichi("doman").exhaust({1: TENPAI}).result.chombos[0].penalty == 0
