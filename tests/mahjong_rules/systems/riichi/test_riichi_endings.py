from __future__ import annotations

import pytest
from scripted_table import ScriptedTable

from mahjong_rules.deal_result import Outcome
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import AbortReason
from mahjong_rules.tiles import Tile, parse_tiles

TENPAI, NOTEN = "123m456m789m23s11z", "147m258p369s1234z"
NINE = "19m19p19s123z25678s"


def table(rules: str = "tenhou", **state: object) -> ScriptedTable:
    return ScriptedTable(rules).set(**state).deal("9p")


def empty_wall(rules: str = "tenhou", **state: object) -> ScriptedTable:
    return table(rules, **state).idle(kept=TENPAI + " " + NOTEN)


def test_the_pool_is_paid_and_a_waiting_dealer_stays() -> None:
    at = empty_wall().exhaust({0: TENPAI, 1: NOTEN})
    assert at.result.outcome is Outcome.EXHAUSTIVE_DRAW
    assert at.result.tenpai == (True, False, False, False)
    assert at.result.deltas == (3000, -1000, -1000, -1000)
    assert (at.game.header.dealer, at.game.header.honba) == (0, 1)


def test_the_deal_passes_when_the_dealer_is_noten_and_sticks_stay() -> None:
    at = empty_wall(honba=2, riichi_sticks=1).exhaust()
    assert at.result.deltas == (0, 0, 0, 0)
    assert (at.game.header.dealer, at.game.header.honba, at.game.riichi_sticks) == (1, 3, 1)


def test_a_hand_that_waits_for_its_own_fifth_tile_is_noten() -> None:
    at = ScriptedTable().deal("9p").idle(kept="1111z123m456m789m")
    assert at.exhaust({0: "123456789m1111z"}).result.tenpai == (False, False, False, False)


def test_a_drawn_deal_needs_an_empty_wall_and_hands_of_the_right_size() -> None:
    with pytest.raises(IllegalEvent, match="70 tiles are left"):
        table().exhaust()
    at = empty_wall()
    with pytest.raises(IllegalEvent, match="has 13 tiles, not 12"):
        at.exhaust({0: "123m456m789m23s1z"})
    with pytest.raises(IllegalEvent, match="fifth"):
        at.exhaust({0: TENPAI, 1: "111z444777m222p3s"})


def _nagashi_for_seat_two(seat: int, tile: Tile) -> bool:
    return tile.is_terminal_or_honour == (seat == 2)


def test_a_river_of_terminals_and_honours_is_a_mangan_instead_of_the_pool() -> None:
    at = table(honba=1, riichi_sticks=1).idle(kept=TENPAI, choose=_nagashi_for_seat_two).exhaust({0: TENPAI})
    assert at.result.outcome is Outcome.NAGASHI_MANGAN
    assert at.result.deltas == (-4000, -2000, 8000, -2000)
    assert (at.game.header.dealer, at.game.header.honba, at.game.riichi_sticks) == (0, 2, 1)


def test_a_claimed_discard_spoils_nagashi() -> None:
    at = table().play("0-2m 1-2m 2-1z 3p11z 3-2p").idle(choose=_nagashi_for_seat_two).exhaust()
    assert at.result.outcome is Outcome.EXHAUSTIVE_DRAW


def test_there_is_no_nagashi_under_ema() -> None:
    at = table("ema").idle(choose=_nagashi_for_seat_two).exhaust()
    assert at.result.outcome is Outcome.EXHAUSTIVE_DRAW


def test_nine_terminals_end_the_deal_in_the_first_turn() -> None:
    at = table().play("0-9m 1+").abort(1, NINE)
    assert (at.result.outcome, at.result.abort_reason) == (Outcome.ABORTIVE_DRAW, AbortReason.NINE_TERMINALS)
    assert (at.game.header.dealer, at.game.header.honba) == (0, 1)
    assert [(hand.seat, len(hand.hand)) for hand in at.result.opened] == [(1, 14)], "whose hand ended the deal"


@pytest.mark.parametrize(
    ("words", "seat", "hand", "reason"),
    [
        ("0-9m", 1, NINE, "cannot claim nine terminals"),
        ("0-9m 1p99m 1-2m 2+", 2, NINE, "in the first turn"),
        ("0-9m 1-1p 2-1p 3-1p 0+", 0, NINE, "in the first turn"),
        ("0q2222m *1s 0+", 0, NINE, "in the first turn"),
        ("0+", 0, "19m19p19s12z255678s", "shows 8 kinds"),
        ("0+", 0, "19m19p19s123z2567s", "all 14 tiles, not 13"),
        ("0+3m", 0, NINE, "the tile drawn, 3m, is not in the hand"),
        ("0+", 0, "19m19p19s11111234z", "fifth"),
    ],
)
def test_nine_terminals_are_refused_at_other_times(words: str, seat: int, hand: str, reason: str) -> None:
    with pytest.raises(IllegalEvent, match=reason):
        table().play(words).abort(seat, hand)


def test_nine_terminals_do_not_end_a_deal_under_ema() -> None:
    with pytest.raises(IllegalEvent, match="under these rules"):
        table("ema").play("0+").abort(0, NINE)


def test_four_equal_winds_end_the_deal_unless_the_last_is_won() -> None:
    at = table().play("0-4z 1-4z 2-4z 3-4z")
    assert at.rules.hints(at.game).abort is AbortReason.FOUR_WINDS
    assert at.rules.hints(at.game).draws is None
    assert at.refusal("0+") == "nobody draws any more: the deal ends by four_winds"
    with pytest.raises(IllegalEvent, match="nothing on the table ends the deal by four_kongs"):
        at.abort(reason=AbortReason.FOUR_KONGS)
    at.abort(reason=AbortReason.FOUR_WINDS)
    assert at.result.abort_reason is AbortReason.FOUR_WINDS


def test_the_fourth_riichi_can_still_be_won_and_is_then_void() -> None:
    at = table().play("0=1z 1=2z 2=3z 3=6s").ron({2: "234m22456678p45s"}, ura="1s")
    assert at.result.outcome is Outcome.RON
    assert at.game.scores[0] == 24000
    assert sum(at.game.scores) == 100000


def test_other_first_discards_do_not_end_the_deal() -> None:
    assert table().play("0-4z 1-4z 2-4z 3-3z").current.riichi.abort_pending is None
    assert table().play("0-5z 1-5z 2-5z 3-5z").current.riichi.abort_pending is None
    assert table("ema").play("0-4z 1-4z 2-4z 3-4z").current.riichi.abort_pending is None
    assert table().play("0-4z 2p44z 2-1m 3-4z 0-1m 1-1m").current.riichi.abort_pending is None


def test_four_riichi_end_the_deal_and_the_fourth_stick_lies() -> None:
    at = table().play("0=1z 1=2z 2=3z 3=4z")
    assert at.rules.hints(at.game).abort is AbortReason.FOUR_RIICHI
    at.abort(reason=AbortReason.FOUR_RIICHI)
    assert at.game.riichi_sticks == 4
    assert at.game.scores == (24000,) * 4
    assert at.result.deltas == (0, 0, 0, 0)


def test_four_kongs_of_several_players_end_the_deal_after_the_discard() -> None:
    at = table().play("0q1111m *1s 0q2222m *2s 0-9s 1q3333m *3s 1q4444m *4s 1-1z")
    assert at.rules.hints(at.game).abort is AbortReason.FOUR_KONGS
    assert at.refusal("3p11z") == "nobody claims any more: the deal ends by four_kongs"
    at.abort(reason=AbortReason.FOUR_KONGS)
    assert at.result.abort_reason is AbortReason.FOUR_KONGS


def test_four_kongs_of_one_player_do_not_end_the_deal() -> None:
    at = table().play("0q1111m *1s 0q2222m *2s 0q3333m *3s 0q4444m *4s 0-1z")
    assert at.current.riichi.abort_pending is None


def test_the_tiles_of_the_scripted_hands_exist() -> None:
    assert len(parse_tiles(NINE)) == 14
