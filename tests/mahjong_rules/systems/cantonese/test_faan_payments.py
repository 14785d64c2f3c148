from __future__ import annotations

from itertools import product

import pytest

from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.systems.cantonese.faan_payments import FaanPayments, Gun, Rise, WonUnits, win_payments
from mahjong_rules.turns import deltas_of

HALF = (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384)
FULL = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192)
"""The multipliers of 0 to 13 faan that yawnoc/mahjong-scorer prints for 半辣上 and 辣辣上."""
TIERS = (1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64, 64)
"""What each pays as bigproduction.com/mj/hk prints it; who gave the tile, and everybody for a drawn one, pays twice."""


@pytest.mark.clause("HK §40")
@pytest.mark.parametrize(
    ("rise", "printed"), [(Rise.HALF, HALF), (Rise.FULL, FULL), (Rise.TIERS, TIERS)], ids=["half", "full", "tiers"]
)
def test_the_price_rises_as_printed(rise: Rise, printed: tuple[int, ...]) -> None:
    assert tuple(FaanPayments(rise=rise).unit(faan) for faan in range(14)) == printed


@pytest.mark.clause("HK §40")
def test_at_some_tables_the_fifth_faan_still_doubles() -> None:
    late = FaanPayments(half_from=5)
    assert [late.unit(faan) for faan in range(4, 9)] == [16, 32, 48, 64, 96]


@pytest.mark.clause("HK §41", "HK §42", "HK §43")
@pytest.mark.parametrize(
    ("rise", "chicken", "faan"),
    [case for case in product((Rise.HALF, Rise.FULL), (25, 50, 100), range(14)) if case[2] in (0, 3, 5, 13)],
)
def test_a_win_gets_two_portions_of_a_discard_and_three_of_a_draw(rise: Rise, chicken: int, faan: int) -> None:
    """The portions of yawnoc/mahjong-scorer: base points of half a dollar, one and two for the three chickens."""
    portion = 2 * chicken * (HALF if rise is Rise.HALF else FULL)[faan]
    unit = FaanPayments(chicken, rise).unit(faan)
    drawn = win_payments(WonUnits(unit, Seat(0), None, (Seat(0),)), Gun.HALF)
    assert deltas_of(drawn) == (3 * portion, -portion, -portion, -portion)
    given = WonUnits(unit, Seat(0), Seat(3), (Seat(0),))
    assert deltas_of(win_payments(given, Gun.FULL)) == (2 * portion, 0, 0, -2 * portion)
    assert deltas_of(win_payments(given, Gun.HALF)) == (2 * portion, -portion // 2, -portion // 2, -portion)


@pytest.mark.clause("HK §44")
@pytest.mark.parametrize("gun", list(Gun))
def test_who_wins_the_same_tile_pays_nothing(gun: Gun) -> None:
    winners = (Seat(1), Seat(2))
    paid = [pay for winner in winners for pay in win_payments(WonUnits(8, winner, Seat(0), winners), gun)]
    assert deltas_of(paid) == ((-64, 32, 32, 0) if gun is Gun.FULL else (-48, 32, 32, -16))
    assert {pay.payer for pay in paid} <= {SEATS[0], SEATS[3]}


@pytest.mark.parametrize(
    ("changes", "text"), [({"chicken": 2}, "chicken must be 1, 25, 50 or 100"), ({"half_from": 3}, "half_from must be")]
)
def test_prices_that_no_table_names_are_refused(changes: dict[str, int], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        FaanPayments(**changes)  # type: ignore[arg-type]  # one option each
