"""The list of fan that these rules know, with their points."""

from __future__ import annotations

from mahjong_rules.score_table import TableLine
from mahjong_rules.systems.mcr import values
from mahjong_rules.systems.mcr.options import McrOptions


def score_table(options: McrOptions) -> tuple[TableLine, ...]:
    """What a hand can be worth, the most first."""
    return values.score_table(options.values, plays_flowers=options.table.bonus_tiles)
