from __future__ import annotations

from collections import Counter

import pytest

from mahjong_rules.tiles import (
    ALL_KINDS,
    BONUS_TILES,
    Suit,
    Tile,
    TileError,
    TileStock,
    dora_of,
    parse_tile,
    parse_tiles,
    sort_key,
    tile_set,
    tiles_text,
)


def test_every_tile_is_read_back_from_its_own_text() -> None:
    for tile in tile_set(red_fives=True, bonus=True):
        assert parse_tile(str(tile)) == tile


def test_a_red_five_is_written_as_zero_and_counts_as_a_five() -> None:
    red = parse_tile("0p")
    assert (red.red, red.number, red.plain) == (True, 5, parse_tile("5p"))


@pytest.mark.parametrize("text", ["", "8z", "0z", "10m", "m", "3x", "f5", "y0"])
def test_a_text_that_names_no_tile_is_refused(text: str) -> None:
    with pytest.raises(TileError):
        parse_tile(text)


@pytest.mark.parametrize(("text", "problem"), [("m12", "no number before"), ("123", "without a suit letter")])
def test_a_hand_that_ends_in_the_middle_is_refused_with_the_place(text: str, problem: str) -> None:
    with pytest.raises(TileError, match=problem):
        parse_tiles(text)


def test_a_hand_is_read_in_groups_with_or_without_spaces() -> None:
    assert parse_tiles("123m 0p 77z") == parse_tiles("123m0p77z")
    assert parse_tiles(tiles_text(parse_tiles("19m19p19s1234567z"))) == parse_tiles("19m19p19s1234567z")


def test_a_tile_that_no_set_holds_cannot_be_built() -> None:
    with pytest.raises(TileError, match="no tile has number 8"):
        Tile(Suit.HONOURS, 8)
    with pytest.raises(TileError, match="can be red"):
        Tile(Suit.DOTS, 4, red=True)


def test_kinds_are_suits_winds_dragons_in_that_order() -> None:
    assert len(ALL_KINDS) == 34
    assert sorted(ALL_KINDS, key=sort_key) == list(ALL_KINDS)
    assert [tile for tile in ALL_KINDS if tile.is_wind] == list(parse_tiles("1234z"))
    assert [tile for tile in ALL_KINDS if tile.is_dragon] == list(parse_tiles("567z"))
    assert sum(tile.is_terminal_or_honour for tile in ALL_KINDS) == 13


@pytest.mark.parametrize(
    ("red_fives", "flowers", "count"), [(False, 0, 136), (True, 0, 136), (False, 1, 144), (False, 2, 152)]
)
def test_a_set_has_four_of_each_kind_its_copies_of_each_flower_and_a_red_five_a_suit(
    red_fives: bool, flowers: int, count: int
) -> None:
    stock = TileStock(red_fives=red_fives, bonus=flowers > 0, flower_copies=max(1, flowers))
    pieces = Counter(tile.plain for tile in stock.pieces())
    assert stock.count == count == len(stock.pieces())
    assert {tile: pieces[tile] for tile in ALL_KINDS} == dict.fromkeys(ALL_KINDS, 4)
    assert {tile: pieces[tile] for tile in BONUS_TILES} == dict.fromkeys(BONUS_TILES, flowers)
    assert stock.copies_of_flowers == flowers
    assert sum(tile.red for tile in stock.pieces()) == 3 * red_fives


@pytest.mark.parametrize(("indicator", "dora"), [("1m", "2m"), ("9p", "1p"), ("0s", "6s"), ("4z", "1z"), ("7z", "5z")])
def test_the_dora_is_the_next_of_its_suit_winds_or_dragons(indicator: str, dora: str) -> None:
    assert dora_of(parse_tile(indicator)) == parse_tile(dora)


def test_a_flower_is_no_indicator() -> None:
    with pytest.raises(TileError, match="cannot be a dora indicator"):
        dora_of(parse_tile("f1"))
