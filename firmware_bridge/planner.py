"""Which goal brings the machine nearer to what is wished, from wherever it stands.

Rules this file keeps:
* Pure: the board's status and a wish in, one step out. Asking again after every step reaches the wish.
* Nothing is remembered between two questions: after a crash or a fault the same questions are asked again.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from firmware_bridge.goals import BuildWalls, Goal, Home, MoveDome, RaiseWalls, ThrowDice
from firmware_bridge.messages import BoardStatus, TileSet


class Wish(StrEnum):
    """What the table is for next."""

    DEAL = "deal"
    """Four walls on the table, dice thrown, dome down."""
    CLEAR = "clear"
    """No tile on the table, dome down."""
    HOME = "home"
    """Every mechanism at rest and its position known; tiles stay where they are."""


@dataclass(frozen=True, slots=True)
class WaitForTiles:
    """People push the tiles in; `tile_set` is the one they push."""

    tile_set: TileSet


@dataclass(frozen=True, slots=True)
class WaitForBoard:
    """The board still pursues a goal it was given before."""


@dataclass(frozen=True, slots=True)
class Reached:
    """Nothing is left to do."""


Step = Goal | WaitForTiles | WaitForBoard | Reached


def next_step(status: BoardStatus, wish: Wish, first_set: TileSet, tile_count: int) -> Step:
    """The next step towards a wish.

    Args:
        status: what the board says now.
        wish: where to.
        first_set: which set to build where neither stands on the rails.
        tile_count: tiles of one set.
    """
    if status.table_operation:
        return WaitForBoard()
    if not status.homed:
        return WaitForBoard() if status.inside_operation else Home()
    if wish is Wish.HOME:
        return _towards_rest(status)
    if status.on_table is not None:
        return _with_tiles_out(status, wish, status.on_table)
    return _with_table_empty(status, wish, first_set, tile_count)


def _towards_rest(status: BoardStatus) -> Step:
    if status.dome_down and status.lifts_up:
        return Reached()
    return WaitForBoard() if status.inside_operation else Home()


def _with_table_empty(status: BoardStatus, wish: Wish, first_set: TileSet, tile_count: int) -> Step:
    if not status.dome_down:
        return MoveDome(up=False)
    if wish is Wish.CLEAR:
        return Reached()
    if status.rails_set is None or not status.rails_complete:
        return BuildWalls(status.rails_set or first_set, tile_count)
    return WaitForBoard() if status.inside_operation else RaiseWalls(status.rails_set)


def _with_tiles_out(status: BoardStatus, wish: Wish, on_table: TileSet) -> Step:
    if status.dome_down and not status.lifts_up:
        return Home()
    untouched = status.dome_down and not status.being_cleared and status.tiles_inside(on_table) == 0
    if wish is Wish.CLEAR or not untouched:
        return WaitForTiles(on_table) if status.dome_up else MoveDome(up=True)
    return Reached() if status.dice is not None else ThrowDice()
