"""Which piece of a row is which tile of the game, when only order and readings tell: after a restart or correction.

Rules this file keeps: the order of both rows is kept; new pieces lie at the end of a row, so those cost nothing there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from mahjong_rules.tiles import Tile
from table_daemon.interpreter.certainty import FOREIGN, HIDDEN, MISREAD
from table_daemon.interpreter.decoding import readings_of
from vision.sightings import SettledTile


def aligned(tiles: Sequence[Tile], row: Sequence[SettledTile]) -> list[tuple[int, SettledTile]]:
    """Places in `tiles` with the piece that is each, in order, by the likeliest explanation of the whole row.

    Args:
        tiles: what the game has there, in the order it was laid.
        row: pieces that may be those, in reading order.
    """

    @cache
    def best(tile: int, piece: int) -> tuple[float, tuple[tuple[int, int], ...]]:
        if tile == len(tiles):
            return 0.0, ()
        rest, pairs = best(tile + 1, piece)
        choices = [(rest + math.log(HIDDEN), pairs)]
        if piece < len(row):
            rest, pairs = best(tile, piece + 1)
            choices.append((rest + math.log(FOREIGN), pairs))
            rest, pairs = best(tile + 1, piece + 1)
            choices.append((rest + math.log(_likeness(row[piece], tiles[tile])), ((tile, piece), *pairs)))
        return max(choices, key=lambda choice: choice[0])

    return [(tile, row[piece]) for tile, piece in best(0, 0)[1]]


def _likeness(piece: SettledTile, tile: Tile) -> float:
    return max(MISREAD, dict(readings_of(piece)).get(tile, 0.0))
