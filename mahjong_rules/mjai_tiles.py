"""Names of tiles in mjai, and of bonus tiles, for which it has none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mahjong_rules.tiles import Tile, TileError, parse_tile

UNKNOWN: Final = "?"
_HONOUR_LETTERS: Final = "ESWNPFC"


def mjai_name(tile: Tile | None) -> str:
    """The mjai name: ``5mr`` for a red five, ``E S W N P F C`` for honours, ``?`` for None; ``f1`` for a flower."""
    if tile is None:
        return UNKNOWN
    if tile.is_bonus:
        return str(tile)
    if tile.is_honour:
        return _HONOUR_LETTERS[tile.number - 1]
    return f"{tile.number}{tile.suit.value}{'r' if tile.red else ''}"


def tile_of_mjai(name: str) -> Tile:
    """The tile of an mjai name.

    Raises:
        TileError: no tile has this name.
    """
    if len(name) == 1 and name in _HONOUR_LETTERS:
        return parse_tile(f"{_HONOUR_LETTERS.index(name) + 1}z")
    if len(name) == 3 and name[0] == "5" and name[1] in "mps" and name[2] == "r":
        return parse_tile(f"0{name[1]}")
    if len(name) == 2 and name[0] in "123456789" and name[1] in "mps":
        return parse_tile(name)
    raise TileError(f"{name!r} is no mjai tile; expected for example 3m, 5pr or C")


def mjai_names(tiles: Sequence[Tile]) -> list[str]:
    """One name a tile."""
    return [mjai_name(tile) for tile in tiles]
