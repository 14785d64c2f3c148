from __future__ import annotations

import pytest
from scripted_table import ScriptedTable

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import (
    PenaltyDeclared,
    PenaltyKind,
    Win,
)
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import parse_tile, parse_tiles

HAND = "234m22456678p45s"
"""Waits for 3s and 6s."""
TENPAI = "123m456m789m23s11z"


def table_with_dead(seat: int, rules: str = "ema") -> ScriptedTable:
    at = ScriptedTable(rules).deal("9m").play("0-1z")
    at.apply(PenaltyDeclared(Seat(seat), PenaltyKind.DEAD_HAND))
    return at


def test_a_dead_hand_draws_and_discards_but_neither_claims_nor_declares() -> None:
    at = table_with_dead(2).play("1-5p")
    dead = "the hand of seat 2 is dead: it only draws and discards"
    assert at.refusal("2c46p") == dead
    assert at.refusal("2=1z") == dead
    assert at.refusal("2q1111p") == dead
    assert at.play("2-2z 3-2z").current.seat == 3


def test_a_dead_hand_does_not_win() -> None:
    at = table_with_dead(2).play("1-6s")
    win = Win(Seat(2), parse_tiles(HAND), parse_tile("6s"))
    assert "is dead" in str(at.rules.win_problem(at.game, win, Seat(1)))
    alive = ScriptedTable("ema").deal("9m").play("0-1z 1-6s")
    assert alive.rules.win_problem(alive.game, win, Seat(1)) is None


def test_a_dead_hand_is_noten_when_the_wall_is_empty() -> None:
    at = table_with_dead(1).idle(kept=TENPAI).exhaust({1: TENPAI})
    assert at.result.tenpai == (False, False, False, False)


def test_the_next_deal_begins_with_living_hands() -> None:
    at = table_with_dead(1).idle().exhaust().deal("9m")
    assert at.current.dead_hands == (False, False, False, False)


def test_a_hand_dies_once_and_riichi_knows_no_other_penalty() -> None:
    at = table_with_dead(1)
    with pytest.raises(IllegalEvent, match="the hand of seat 1 is dead already"):
        at.apply(PenaltyDeclared(Seat(1), PenaltyKind.DEAD_HAND))
    with pytest.raises(IllegalEvent, match="riichi knows chombo and dead hands, no false win"):
        at.apply(PenaltyDeclared(Seat(1), PenaltyKind.FALSE_WIN))
