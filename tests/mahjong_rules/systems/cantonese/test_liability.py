from __future__ import annotations

import pytest
from won_vectors import meld_of

from mahjong_rules.deal_result import HandValue, ScoreLine
from mahjong_rules.seats import Seat
from mahjong_rules.systems.cantonese.faan_payments import Gun, WonUnits
from mahjong_rules.systems.cantonese.liability import (
    FedCase,
    Liability,
    TwelveTiles,
    fed_case,
    liable_payments,
    was_brought_about,
)
from mahjong_rules.tiles import parse_tile
from mahjong_rules.turns import deltas_of

WINNER, LIABLE, OTHER = Seat(0), Seat(1), Seat(2)


def fed(melds: str, tile: str, *, wins: bool = False, **changes: object) -> FedCase | None:
    shown = [meld_of(text) for text in melds.split()]
    return fed_case(shown, parse_tile(tile), Liability(**changes), wins=wins)  # type: ignore[arg-type]  # options


def value(*keys: str, limit: str = "") -> HandValue:
    return HandValue(7, 0, tuple(ScoreLine(key, "") for key in keys), (), limit, 1)


@pytest.mark.clause("HK §45")
def test_the_fourth_open_set_is_fed() -> None:
    assert fed("123m 444p 777s", "5z") is FedCase.TWELVE
    assert fed("123m 444p", "5z") is None
    assert fed("123m 444p (7777s)", "5z") is None
    assert fed("123m 444p 777s", "5z", wins=True) is None
    assert fed("123m 444p 777s", "5z", twelve_tiles=TwelveTiles.NONE) is None


@pytest.mark.clause("HK §45")
def test_tables_may_mean_one_suit_alone() -> None:
    agreed = {"twelve_tiles": TwelveTiles.ONE_SUIT}
    assert fed("123m 444m 777m", "5m", **agreed) is FedCase.TWELVE
    assert fed("123m 444m 777m", "5z", **agreed) is None
    assert fed("111z 222z 333z", "5z", fed_winds=False, **agreed) is None
    one_suit = Liability(twelve_tiles=TwelveTiles.ONE_SUIT)
    assert was_brought_about(FedCase.TWELVE, value("homogeneous"), one_suit)
    assert not was_brought_about(FedCase.TWELVE, value("semi_homogeneous"), one_suit)
    assert was_brought_about(FedCase.TWELVE, value("common_hand"), Liability())


@pytest.mark.clause("HK §46")
def test_three_open_sets_of_one_suit_are_fed_where_tables_agree_on_it() -> None:
    assert fed("123m 444m 777m", "5m", wins=True) is None
    assert fed("123m 444m 777m", "5m", wins=True, nine_tiles=True) is FedCase.NINE
    assert fed("123m 444m 777m", "5m", nine_tiles=True) is FedCase.NINE
    assert fed("123m 444m 777m", "5p", wins=True, nine_tiles=True) is None
    assert was_brought_about(FedCase.NINE, value("homogeneous"), Liability())
    assert not was_brought_about(FedCase.NINE, value("semi_homogeneous"), Liability())


@pytest.mark.clause("HK §47")
def test_the_third_pung_of_dragons_is_fed() -> None:
    assert fed("555z 666z", "7z") is FedCase.DRAGONS
    assert fed("555z 6666z", "7z", wins=True) is FedCase.DRAGONS
    assert fed("555z (6666z)", "7z") is None
    assert fed("555z 666z", "1z") is None
    assert fed("555z 666z", "7z", fed_dragons=False) is None
    assert was_brought_about(FedCase.DRAGONS, value("three_dragons"), Liability())
    assert not was_brought_about(FedCase.DRAGONS, value("little_dragons"), Liability())


@pytest.mark.clause("HK §48")
def test_the_fourth_pung_of_winds_is_fed() -> None:
    assert fed("111z 222z 333z", "4z") is FedCase.WINDS
    assert fed("111z 222z", "4z") is None
    assert fed("111z 222z 333z", "4z", fed_winds=False, twelve_tiles=TwelveTiles.NONE) is None
    assert was_brought_about(FedCase.WINDS, value("four_winds", limit="maximum"), Liability())
    assert not was_brought_about(FedCase.WINDS, value("little_four_winds"), Liability())


@pytest.mark.clause("HK §49")
@pytest.mark.parametrize("gun", list(Gun))
def test_who_is_liable_pays_all_of_a_drawn_hand(gun: Gun) -> None:
    drawn = WonUnits(8, WINNER, None, (WINNER,))
    paid = liable_payments(drawn, LIABLE, FedCase.TWELVE, gun, Liability(), was_won=False)
    assert deltas_of(paid) == (48, -48, 0, 0)
    assert [payment.reason for payment in paid] == ["fed_twelve"]


@pytest.mark.clause("HK §49")
def test_who_gave_the_very_tile_pays_all_even_under_half_gun() -> None:
    given = WonUnits(8, WINNER, LIABLE, (WINNER,))
    paid = liable_payments(given, LIABLE, FedCase.NINE, Gun.HALF, Liability(), was_won=True)
    assert deltas_of(paid) == (32, -32, 0, 0)


@pytest.mark.clause("HK §49")
def test_the_discard_of_another_costs_the_liable_player_nothing_or_half() -> None:
    given = WonUnits(8, WINNER, OTHER, (WINNER,))
    for gun, alone, shared in (
        (Gun.FULL, (32, 0, -32, 0), (32, -16, -16, 0)),
        (Gun.HALF, (32, -8, -16, -8), (32, -16, -8, -8)),
    ):
        paid = liable_payments(given, LIABLE, FedCase.TWELVE, gun, Liability(), was_won=False)
        assert deltas_of(paid) == alone
        agreed = Liability(shares_discard=True)
        assert deltas_of(liable_payments(given, LIABLE, FedCase.TWELVE, gun, agreed, was_won=False)) == shared


@pytest.mark.clause("HK §49")
def test_who_wins_the_same_tile_is_not_liable_for_another() -> None:
    given = WonUnits(8, WINNER, OTHER, (WINNER, LIABLE))
    agreed = Liability(shares_discard=True)
    assert deltas_of(liable_payments(given, LIABLE, FedCase.TWELVE, Gun.FULL, agreed, was_won=False)) == (32, 0, -32, 0)
