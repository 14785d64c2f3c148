from __future__ import annotations

import pytest

from mahjong_rules.melds import HAND_TILES, MAX_MELDS, Meld, MeldError, MeldKind, concealed_count
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import parse_tile, parse_tiles

FROM = Seat(3)


def claimed(kind: MeldKind, tiles: str, called: str) -> Meld:
    return Meld(kind, parse_tiles(tiles), FROM, parse_tile(called))


def test_the_tiles_of_a_meld_are_sorted_whatever_was_claimed() -> None:
    assert claimed(MeldKind.CHOW, "5p3p4p", "5p").tiles == parse_tiles("345p")


@pytest.mark.parametrize(
    ("kind", "tiles", "called"),
    [
        (MeldKind.CHOW, "345p", "3p"),
        (MeldKind.PUNG, "055s", "0s"),
        (MeldKind.MELDED_KONG, "7777z", "7z"),
        (MeldKind.ADDED_KONG, "1111m", "1m"),
    ],
)
def test_a_claimed_meld_is_open_and_knows_its_tile(kind: MeldKind, tiles: str, called: str) -> None:
    meld = claimed(kind, tiles, called)
    assert (meld.is_open, meld.called_tile, meld.kind.is_kong) == (True, parse_tile(called), len(meld.tiles) == 4)


def test_only_a_concealed_kong_is_concealed_and_was_claimed_from_nobody() -> None:
    assert not Meld(MeldKind.CONCEALED_KONG, parse_tiles("2222s")).is_open


@pytest.mark.parametrize(
    ("kind", "tiles", "called", "problem"),
    [
        (MeldKind.CHOW, "346p", "3p", "is no chow"),
        (MeldKind.CHOW, "1m2p3s", "1m", "is no chow"),
        (MeldKind.CHOW, "123z", "1z", "is no chow"),
        (MeldKind.PUNG, "556p", "5p", "is no pung"),
        (MeldKind.PUNG, "5555p", "5p", "is no pung"),
        (MeldKind.MELDED_KONG, "555p", "5p", "is no melded_kong"),
        (MeldKind.PUNG, "555p", "", "needs a claimed tile and discarder"),
        (MeldKind.CONCEALED_KONG, "5555p", "5p", "has no claimed tile and discarder"),
        (MeldKind.PUNG, "555p", "6p", "the claimed 6p is not among"),
    ],
)
def test_tiles_that_are_not_the_meld_they_are_said_to_be_make_none(
    kind: MeldKind, tiles: str, called: str, problem: str
) -> None:
    with pytest.raises(MeldError, match=problem):
        Meld(kind, parse_tiles(tiles), FROM if called else None, parse_tile(called) if called else None)


@pytest.mark.parametrize(("melds", "tiles"), [(0, 13), (1, 10), (2, 7), (3, 4), (4, 1)])
def test_every_meld_takes_three_tiles_off_the_concealed_hand_kongs_too(melds: int, tiles: int) -> None:
    kong = Meld(MeldKind.CONCEALED_KONG, parse_tiles("2222s"))
    assert concealed_count((kong,) * melds) == tiles


def test_four_melds_leave_the_one_tile_that_waits_for_the_pair() -> None:
    assert concealed_count(range(MAX_MELDS)) == HAND_TILES - 12 == 1
