"""The lists of what a hand can be worth, of the three presets; with flowers where their set has them."""

from __future__ import annotations

from mahjong_rules.score_table import TableLine
from mahjong_rules.systems.classical import jp_values, simple_values, tchou_values
from mahjong_rules.systems.classical.options import JpClassicOptions, SimpleOptions, TchouOptions
from mahjong_rules.tiles import Suit, Tile, TileStock

_SOME_FLOWERS = tuple(Tile(Suit.FLOWERS, number) for number in (1, 2, 3))
"""Of the own wind, of the prevalent wind and of neither (`mahjong_rules.score_table`)."""


def tchou_table(options: TchouOptions) -> tuple[TableLine, ...]:
    """By Tchou 1924."""
    return tchou_values.score_table(options.values, _flowers(options.table.stock))


def jp_classic_table(options: JpClassicOptions) -> tuple[TableLine, ...]:
    """In the old Japanese game."""
    return jp_values.score_table(options.values, _flowers(options.table.stock))


def simple_table(options: SimpleOptions) -> tuple[TableLine, ...]:
    """In the simple family game."""
    return simple_values.score_table(options.values)


def _flowers(stock: TileStock) -> tuple[Tile, ...]:
    return _SOME_FLOWERS if stock.bonus else ()
