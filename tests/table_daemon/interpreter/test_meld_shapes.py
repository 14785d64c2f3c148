"""What a group of pieces in a corner makes, and whom a claimed tile came from."""

import pytest
from laid_pieces import piece

from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.interpreter.meld_shapes import grown, new_meld, with_red_five
from vision.sightings import Face, Zone

WEST = Seat(2)


def group(tiles: str, *sideways: int, down: tuple[int, ...] = ()):
    return [
        piece(
            place,
            "" if place in down else str(tile),
            zone=Zone.MELDS,
            seat=WEST,
            at=(place * 24.0, 0.0),
            is_sideways=place in sideways,
            face=Face.DOWN if place in down else Face.UP,
        )
        for place, tile in enumerate(parse_tiles(tiles))
    ]


@pytest.mark.parametrize(("place", "source"), [(0, 1), (1, 0), (2, 3)])
def test_the_sideways_tile_says_whose_discard_was_claimed(place, source):
    meld = new_meld(WEST, group("777p", place))
    assert meld is not None
    assert (meld.kind, meld.called_from) == (MeldKind.PUNG, Seat(source))


@pytest.mark.parametrize(
    ("tiles", "sideways", "kind"),
    [("345m", (0,), MeldKind.CHOW), ("777p", (1,), MeldKind.PUNG), ("7777p", (3,), MeldKind.MELDED_KONG)],
)
def test_three_or_four_tiles_with_one_sideways_are_a_claim(tiles, sideways, kind):
    meld = new_meld(WEST, group(tiles, *sideways))
    assert meld is not None
    assert (meld.kind, meld.called_tile) == (kind, parse_tiles(tiles)[sideways[0]])


@pytest.mark.parametrize(
    "pieces",
    [group("777p"), group("777p", 0, 1), group("77p", 0), group("347m", 0), group("777p", 0, down=(1,))],
    ids=["none sideways", "two sideways", "two tiles", "no set", "one on its face"],
)
def test_what_is_no_meld_yet_makes_none(pieces):
    assert new_meld(WEST, pieces) is None


def test_a_concealed_kong_shows_its_two_middle_tiles():
    meld = new_meld(WEST, group("1111z", down=(0, 3)))
    assert meld == Meld(MeldKind.CONCEALED_KONG, parse_tiles("1111z"))
    assert new_meld(WEST, group("1122z", down=(0, 3))) is None


def test_a_concealed_kong_of_fives_holds_the_red_one():
    hidden = new_meld(WEST, group("5555p", down=(0, 3)))
    assert hidden is not None
    assert with_red_five(hidden).tiles.count(parse_tile("0p")) == 1
    assert with_red_five(Meld(MeldKind.CONCEALED_KONG, parse_tiles("1111z"))).tiles == parse_tiles("1111z")


@pytest.mark.parametrize(("tile", "is_kong"), [("7p", True), ("8p", False)])
def test_a_pung_and_its_fourth_tile_make_the_kong(tile, is_kong):
    pung = Meld(MeldKind.PUNG, parse_tiles("777p"), Seat(1), parse_tile("7p"))
    found = grown(pung, parse_tile(tile), MeldKind.ADDED_KONG)
    assert (found is not None) is is_kong
    if found is not None:
        assert (found.kind, found.called_from, len(found.tiles)) == (MeldKind.ADDED_KONG, Seat(1), 4)
