from __future__ import annotations

import pytest
from scripted_table import ScriptedTable

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import DealStarted, Drawn, GameStarted, IndicatorTurned
from mahjong_rules.seats import Seat
from mahjong_rules.state import Turn
from mahjong_rules.systems.riichi.choices import SwapCalling
from mahjong_rules.tiles import parse_tile
from table_daemon.rules.presets import PresetError, load_rules


def table(rules: str = "tenhou") -> ScriptedTable:
    return ScriptedTable(rules).deal()


def test_the_dealer_draws_first_and_then_the_player_to_the_right() -> None:
    at = table()
    assert at.rules.hints(at.game).draws == 0
    at.play("0-1z")
    assert at.rules.hints(at.game).draws == 1
    assert at.refusal("2-1z") == "seat 2 cannot discard: the last tile of seat 0 may be claimed or seat 1 draws"
    assert at.refusal("2+") == "seat 2 cannot draw: it is the turn of seat 1"
    at.play("1-1z 2-1p 3-1p 0-9p")
    assert [len(river) for river in at.current.rivers] == [2, 1, 1, 1]
    assert at.current.live_tiles == 65


def test_nobody_draws_twice_or_before_the_indicator_is_turned() -> None:
    at = ScriptedTable()
    at.apply(DealStarted((3, 4)))
    assert at.refusal("0+") == "seat 0 cannot draw: the first dora indicator is still to be turned"
    at.play("*9s 0+")
    assert at.refusal("0+") == "seat 0 cannot draw: seat 0 is to discard"


def test_only_a_kong_asks_for_another_indicator() -> None:
    assert table().refusal("*1m") == "no kong asks for another dora indicator"


def test_a_deal_begins_only_after_the_one_before() -> None:
    with pytest.raises(IllegalEvent, match="has no result yet"):
        table().apply(DealStarted())
    with pytest.raises(IllegalEvent, match="no deal is in play"):
        ScriptedTable().apply(Drawn(Seat(0)))
    with pytest.raises(IllegalEvent, match="begun already"):
        table().apply(GameStarted("tenhou", ("A", "B", "C", "D")))
    with pytest.raises(IllegalEvent, match="1 to 6"):
        ScriptedTable().apply(DealStarted((0, 7)))


def test_a_fifth_copy_of_a_tile_is_refused_wherever_it_shows() -> None:
    at = table().play("0-9s 1-9s")
    assert at.refusal("2-9s 3-9s") == "this would be a fifth 9s on the table"
    at.play("2-9s")
    assert at.refusal("3+9s") == "this would be a fifth 9s on the table"


def test_a_set_has_one_red_five_a_suit_and_three_plain_ones() -> None:
    assert table().refusal("0-0m 1-0m") == "the set has only one red five 5m"
    assert table().refusal("0-5m 1-5m 2-5m 3-5m") == "this would be a fourth plain 5m, but one of the four is red"
    assert table("ema").refusal("0-0m") == "the set has no red five 5m"
    assert table("ema").play("0-5m 1-5m 2-5m 3-5m").current.rivers[3][0].tile == parse_tile("5m")


def test_a_bonus_tile_is_not_in_the_set() -> None:
    assert "bonus tile" in table().refusal("0-f1")


def test_a_tile_said_to_be_drawn_must_be_the_tile_drawn() -> None:
    at = table().play("0+3m")
    assert at.current.last_drawn == parse_tile("3m")
    assert at.play("0-4m").current.turn is Turn.CLAIM


@pytest.mark.parametrize(
    ("changes", "words", "reason"),
    [
        ({"scores": (900, 25000, 25000, 49100)}, "0=1z", "seat 0 has 900 points and cannot pay the riichi stick"),
        ({}, "0-1z 1p11z 1-9p 2-2p 3-2p 0-3p 1=9m", "seat 1 has an open hand and cannot declare riichi"),
        ({}, "0=1z 1-2z 2-3z 3-4z 0=1p", "seat 0 is in riichi already"),
    ],
)
def test_riichi_needs_points_and_a_closed_hand_and_is_declared_once(
    changes: dict[str, object], words: str, reason: str
) -> None:
    assert ScriptedTable().set(**changes).deal().refusal(words) == reason


@pytest.mark.parametrize("rules", ["ema", "mleague"])
def test_where_play_goes_on_below_zero_riichi_needs_no_points(rules: str) -> None:
    at = ScriptedTable(rules).set(scores=(900, 25000, 25000, 49100)).deal().play("0=1z 1-2z")
    assert (at.game.scores[0], at.current.riichi.accepted[0]) == (-100, True)


def test_riichi_with_a_concealed_kong_is_possible() -> None:
    at = table().play("0q1111z *1m 0=9p 1-2z")
    assert at.current.riichi.accepted[0]


def test_riichi_needs_tiles_in_the_wall_four_under_tenhou_and_one_under_ema() -> None:
    for rules, least in (("tenhou", 4), ("ema", 1)):
        at = table(rules).idle(until_live=least, kept="1234567z")
        seat = at.rules.hints(at.game).draws
        assert "tiles in the live wall" in at.refusal(f"{seat}=7z")
        earlier = table(rules).idle(until_live=least + 1, kept="1234567z")
        seat = earlier.rules.hints(earlier.game).draws
        assert earlier.play(f"{seat}=7z").current.riichi.pending == seat


def test_negative_scores_declare_riichi_under_ema() -> None:
    at = ScriptedTable("ema").set(scores=(-500, 30000, 30000, 60500)).deal().play("0=1z 1-2z")
    assert at.game.scores[0] == -1500


def test_the_stick_is_paid_when_the_next_tile_is_drawn() -> None:
    at = table().play("0=1z")
    assert (at.game.scores[0], at.game.riichi_sticks, at.current.riichi.accepted[0]) == (25000, 0, False)
    at.play("1+")
    assert (at.game.scores[0], at.game.riichi_sticks, at.current.riichi.accepted[0]) == (24000, 1, True)
    assert at.current.riichi.double[0]


def test_a_claimed_riichi_discard_is_paid_too_but_never_one_shot() -> None:
    at = table().play("0-9m 1-1z 2-2z 3-3z 0=1p 1c23p")
    assert at.game.riichi_sticks == 1
    assert at.current.riichi.accepted[0]
    assert not any(at.current.riichi.ippatsu)
    assert not at.current.riichi.double[0]


def test_ippatsu_lasts_until_the_own_next_discard_or_any_claim() -> None:
    at = table().play("0=1z 1-2z 2-3z 3-4z 0+")
    assert at.current.riichi.ippatsu[0]
    assert not at.play("0-5z").current.riichi.ippatsu[0]
    assert not table().play("0=1z 1-2z 3p22z").current.riichi.ippatsu[0]
    assert not table().play("0=1z 1q5555z *1m 1+").current.riichi.ippatsu[0]


def test_a_player_in_riichi_neither_claims_nor_adds_to_a_pung_nor_chooses_the_discard() -> None:
    at = table().play("0=1z 1-2z 2-2p 3-7m")
    assert at.refusal("0c68m") == "seat 0 is in riichi and cannot claim"
    at.play("0+3s")
    with pytest.raises(IllegalEvent, match="must discard the tile drawn"):
        at.play("0-4s")
    assert at.refusal("0q7777z") == "in riichi a kong is made of the tile drawn, which was 3s"
    assert at.play("0q3333s").current.melds[0]


def test_swap_calling_forbids_the_claimed_tile_and_the_other_end() -> None:
    at = table().play("0-4m 1c56m")
    assert "swap-calling" in at.refusal("1-4m")
    assert "swap-calling" in at.refusal("1-7m")
    assert at.play("1-5m").current.turn is Turn.CLAIM
    middle = table().play("0-4m 1c35m")
    assert "swap-calling" in middle.refusal("1-4m")
    assert middle.play("1-2m").current.turn is Turn.CLAIM
    assert "swap-calling" in table().play("0-9m 1c78m").refusal("1-6m")
    assert "swap-calling" in table().play("0-5p 2p05p").refusal("2-5p")


def test_swap_calling_is_allowed_where_the_rules_allow_it() -> None:
    free = ScriptedTable(swap_calling=SwapCalling.ALLOWED).deal().play("0-4m 1c56m 1-7m")
    assert free.current.turn is Turn.CLAIM


def test_the_last_discard_cannot_be_claimed_and_no_kong_follows_the_last_tile() -> None:
    at = table().idle(until_live=1, kept="1111222z55m")
    seat = at.rules.hints(at.game).draws
    assert seat is not None
    assert "the live wall is empty" in at.refusal(f"{seat}+ {seat}q1111z")
    at.play(f"{seat}-2z")
    assert at.current.live_tiles == 0
    assert at.refusal(f"{(seat + 2) % 4}p22z") == "the last discard can only be won"
    assert at.refusal(f"{(seat + 1) % 4}+") == "the live wall is empty"


def test_the_hints_name_who_draws_who_discards_and_what_can_be_claimed() -> None:
    at = table().play("0-3m")
    hints = at.rules.hints(at.game)
    assert (hints.draws, hints.discards, hints.claimable, hints.can_be_melded) == (1, None, parse_tile("3m"), True)
    at.play("2p33m")
    hints = at.rules.hints(at.game)
    assert (hints.draws, hints.discards, hints.claimable, hints.can_be_melded) == (None, 2, None, False)
    assert at.rules.hints(ScriptedTable().game).draws is None


def test_the_first_indicator_is_asked_for_by_the_hints() -> None:
    at = ScriptedTable()
    at.apply(DealStarted())
    assert at.rules.hints(at.game).indicators_due == 1
    at.apply(IndicatorTurned(parse_tile("1m")))
    assert at.rules.hints(at.game).indicators_due == 0


@pytest.mark.clause("WRC 2015 §4")
def test_where_the_break_is_fixed_a_deal_begins_without_dice() -> None:
    rules = load_rules("ema", (("fixed_break", "7"),))
    game = rules.new_game(GameStarted("ema", ("A", "B", "C", "D")))
    assert rules.apply(game, DealStarted()).deal is not None
    with pytest.raises(IllegalEvent, match="opens at a fixed place"):
        rules.apply(game, DealStarted((3, 4)))
    with pytest.raises(PresetError, match="fixed_break must be 0 or 2 to 12, not 1"):
        load_rules("ema", (("fixed_break", "1"),))
