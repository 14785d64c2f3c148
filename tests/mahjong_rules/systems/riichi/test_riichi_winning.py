from __future__ import annotations

import pytest
from scripted_table import ScriptedTable

from mahjong_rules.deal_result import Outcome
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Win, WinsDeclared
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import parse_tile, parse_tiles

PINFU = "234m22456678p45s"
"""Waits for 3s and 6s; all simples."""


def table(rules: str = "tenhou", **changes: object) -> ScriptedTable:
    return ScriptedTable(rules, **changes).deal("1z")


def problem(at: ScriptedTable, seat: int, hand: str, tile: str, discarder: int | None) -> str | None:
    win = Win(Seat(seat), parse_tiles(hand), parse_tile(tile))
    return at.rules.win_problem(at.game, win, None if discarder is None else Seat(discarder))


def test_a_win_on_a_discard_is_paid_by_the_discarder() -> None:
    at = table().play("0-6s").ron({2: PINFU})
    assert at.result.outcome is Outcome.RON
    assert at.result.deltas == (-2000, 0, 2000, 0)
    assert at.game.scores == (23000, 25000, 27000, 25000)
    assert [line.rule for line in at.result.wins[0].value.lines] == ["pinfu", "tanyao"]


def test_a_self_drawn_win_is_paid_by_all_and_the_dealer_pays_double() -> None:
    at = table().play("0-9m 1-9m 2-9m 3-1p 0-1p 1-1p").tsumo(2, PINFU, "3s")
    assert at.result.outcome is Outcome.TSUMO
    assert at.result.deltas == (-1300, -700, 2700, -700)


def test_counters_and_sticks_go_to_the_winner() -> None:
    at = ScriptedTable().set(honba=2, riichi_sticks=1).deal("1z").play("0=1m 1-1m 2-6s").ron({3: PINFU})
    assert at.result.deltas == (0, 0, -2600, 4600)
    assert at.game.riichi_sticks == 0
    assert (at.game.header.honba, at.game.header.dealer) == (0, 1)


def test_a_riichi_whose_discard_is_won_is_void() -> None:
    at = table().play("0-1m 1=6s").ron({3: PINFU})
    assert at.result.deltas == (0, -2000, 0, 2000)
    assert at.game.scores[1] == 23000
    assert at.game.riichi_sticks == 0


def test_the_first_turn_makes_heavenly_and_earthly_hands() -> None:
    heavenly = table().tsumo(0, PINFU, "6s")
    assert [line.rule for line in heavenly.result.wins[0].value.lines] == ["tenhou"]
    assert heavenly.result.deltas == (48000, -16000, -16000, -16000)
    earthly = table().play("0-1z").tsumo(1, PINFU, "6s")
    assert [line.rule for line in earthly.result.wins[0].value.lines] == ["chiihou"]


def test_renho_is_mangan_under_ema() -> None:
    at = table("ema").play("0-6s").ron({2: PINFU})
    assert at.result.deltas == (-8000, 0, 8000, 0)


def test_a_robbed_kong_is_a_win_on_its_tile() -> None:
    at = table().play("0-6s 1p66s 1-9m 2-9m 3-9m 0-1z 1a6s")
    at.ron({3: PINFU})
    assert "chankan" in [line.rule for line in at.result.wins[0].value.lines]
    assert at.result.deltas[1] < 0


def test_ippatsu_survives_until_a_kong_is_complete() -> None:
    at = table().play("0-6s 1p66s 1-9m 2=9m 3-9m 0-1z 1a6s").ron({2: PINFU}, ura="1z")
    rules = [line.rule for line in at.result.wins[0].value.lines]
    assert {"riichi", "ippatsu", "chankan"} <= set(rules)


def test_only_thirteen_orphans_rob_a_concealed_kong_and_only_under_ema() -> None:
    at = table("ema").play("0-2m 1q7777z")
    at.apply(WinsDeclared((Win(Seat(3), parse_tiles("119m19p19s123456z"), parse_tile("7z")),), Seat(1)))
    assert at.result.wins[0].value.limit == "yakuman"
    assert "only thirteen orphans" in str(problem(table("ema").play("0-2m 1q1111p"), 3, "23p456m789m123s99s", "1p", 1))
    assert problem(table().play("0-2m 1q7777z"), 3, "119m19p19s123456z", "7z", 1) is not None


def test_a_win_after_a_kong_waits_for_the_indicator_that_is_due() -> None:
    at = table().play("0-1m 1q9999p 1+")
    with pytest.raises(IllegalEvent, match="still to be turned"):
        at.tsumo(1, "234m678s2245s", "6s")
    at.play("*9s").tsumo(1, "234m678s2245s", "6s")
    rules = [line.rule for line in at.result.wins[0].value.lines]
    assert "rinshan_kaihou" in rules


def test_a_win_on_the_replacement_of_a_melded_kong_comes_before_its_indicator_under_tenhou() -> None:
    at = table().play("0-3p 1k333p").tsumo(1, "234m678s2245s", "6s")
    assert len(at.result.indicators) == 1


def test_furiten_by_the_own_river_forbids_a_win_on_a_discard_but_not_the_own_draw() -> None:
    at = table().play("0-3s 1-1z 2-2z 3-6s")
    assert problem(at, 0, PINFU, "6s", 3) == "seat 0 is furiten: 3s lies in the own river"
    assert at.play("0+") is at
    assert problem(at, 0, PINFU, "6s", None) is None


def test_a_tile_let_go_by_makes_furiten_until_the_own_next_discard() -> None:
    at = table().play("0-1m 1-6s 2-6s")
    assert problem(at, 0, PINFU, "6s", 2) == "seat 0 is furiten: 6s was let go by in this turn"
    assert problem(at, 3, PINFU, "6s", 2) is not None
    at.play("3-2z 0-1m 1-3s")
    assert problem(at, 0, PINFU, "3s", 1) is None


def test_a_tile_let_go_by_in_riichi_makes_furiten_for_the_rest_of_the_deal() -> None:
    at = table().play("0=1m 1-6s 2-2z 3-2z 0-9m 1-3s")
    assert problem(at, 0, PINFU, "3s", 1) == "seat 0 is furiten: 6s was let go by in riichi"


def test_a_win_is_refused_with_the_reason() -> None:
    at = table().play("0-6s")
    assert problem(at, 2, PINFU, "6s", 0) is None
    assert problem(at, 2, PINFU, "6s", 3) == "the last tile is from seat 0, seat 2 cannot win it from 3"
    assert problem(at, 2, PINFU, "3s", 0) == "the last tile is 6s, not 3s"
    assert problem(at, 2, PINFU, "6s", None) == (
        "seat 2 has drawn no tile: the last tile of seat 0 may be claimed or seat 1 draws"
    )
    assert problem(at, 2, "234m22456678p55s", "6s", 0) == "the hand is not complete"
    assert problem(at, 2, "234m22456678p4s", "6s", 0) == (
        "seat 2 with 0 melds holds 13 tiles, not 12, beside the winning one"
    )
    assert problem(at, 2, "66667s234m456p22s", "6s", 0) == "this would be a fifth 6s on the table"
    assert problem(ScriptedTable(), 2, PINFU, "6s", 0) == "no deal is in play"
    at.play("1c78s 1-2z 2-3s")
    assert problem(at, 1, "99m123m456p45s", "3s", 2) == "the hand has no yaku"


def test_nobody_wins_with_a_claimed_tile_as_if_it_were_drawn() -> None:
    at = table().play("0-6s 1c78s")
    assert problem(at, 1, "99m123m456p45s", "3s", None) == "seat 1 has claimed a tile in this turn and drawn none"


def test_a_self_drawn_win_names_the_tile_that_was_drawn() -> None:
    at = table().play("0+3s")
    assert problem(at, 0, PINFU, "6s", None) == "seat 0 drew 3s, not 6s"


def test_riichi_winners_turn_as_many_ura_indicators_as_there_are_indicators() -> None:
    at = table().play("0=1m 1-1m 2-6s")
    with pytest.raises(IllegalEvent, match="1 ura indicators are to be turned, not 0"):
        at.ron({0: PINFU})
    with pytest.raises(IllegalEvent, match="0 ura indicators are to be turned, not 1"):
        table().play("0-6s").ron({2: PINFU}, ura="1s")
    assert at.ron({0: PINFU}, ura="1s").result.ura_indicators == (parse_tile("1s"),)


def test_two_opened_hands_cannot_hold_five_copies_together() -> None:
    first, second = "222m22456678p45s", PINFU
    with pytest.raises(IllegalEvent, match="fifth"):
        table().play("0-6s").ron({1: first, 2: "222m333p45s11122z"})
    assert len(table().play("0-6s").ron({1: first, 2: second}).result.wins) == 2


def test_a_win_needs_winners_each_of_them_once() -> None:
    at = table().play("0-6s")
    with pytest.raises(IllegalEvent, match="each of them once"):
        at.apply(WinsDeclared((), Seat(0)))
    win = Win(Seat(2), parse_tiles(PINFU), parse_tile("6s"))
    with pytest.raises(IllegalEvent, match="each of them once"):
        at.apply(WinsDeclared((win, win), Seat(0)))
    with pytest.raises(IllegalEvent, match="only one player"):
        at.apply(WinsDeclared((win, Win(Seat(1), win.concealed, win.winning_tile)), None))
