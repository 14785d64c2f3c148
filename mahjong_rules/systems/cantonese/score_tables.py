"""The lists of what a hand can be worth in Hong Kong old style and in Zung Jung."""

from __future__ import annotations

from mahjong_rules.score_table import TableLine
from mahjong_rules.systems.cantonese import faan_values, zungjung_values
from mahjong_rules.systems.cantonese.faan_options import FaanTable
from mahjong_rules.systems.cantonese.options import HongkongOptions, ZungjungOptions


def hongkong_table(options: HongkongOptions) -> tuple[TableLine, ...]:
    """In faan."""
    return faan_values.score_table(FaanTable(options.values, options.flowers, options.table.bonus_tiles))


def zungjung_table(_options: ZungjungOptions) -> tuple[TableLine, ...]:
    """In points; no option changes a pattern."""
    return zungjung_values.score_table()
