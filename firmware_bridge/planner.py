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
class ChangeSize:
    """The set has so many tiles from now on; nothing moves."""

    tile_set: TileSet
    tiles: int


@dataclass(frozen=True, slots=True)
class WaitForBoard:
    """The board still pursues a goal it was given before."""


@dataclass(frozen=True, slots=True)
class Reached:
    """Nothing is left to do."""


Step = Goal | WaitForTiles | ChangeSize | WaitForBoard | Reached


def next_step(status: BoardStatus, wish: Wish, first_set: TileSet, tile_count: int) -> Step:
    """The next step towards a wish.

    Args:
        status: what the board says now.
        wish: where to.
        first_set: which set to build where neither stands on the rails.
        tile_count: tiles that both sets are to have; a set that has others is exchanged on the way to a deal.
    """
    if status.table_operation:
        return WaitForBoard()
    if not status.homed:
        return WaitForBoard() if status.inside_operation else Home()
    if wish is Wish.HOME:
        return _towards_rest(status)
    if status.on_table is not None:
        return _with_tiles_out(status, wish, status.on_table, tile_count)
    return _with_table_empty(status, wish, first_set, tile_count)


def _towards_rest(status: BoardStatus) -> Step:
    if status.dome_down and status.lifts_up:
        return Reached()
    return WaitForBoard() if status.inside_operation else Home()


def needs_exchange(status: BoardStatus, tile_count: int) -> bool:
    """Whether people have to put tiles into a set or take some out before both have so many; an empty
    machine is only filled.
    """
    return any(status.size(tile_set) not in (0, tile_count) and _is_there(status, tile_set) for tile_set in TileSet)


def _is_there(status: BoardStatus, tile_set: TileSet) -> bool:
    out = (status.on_table, status.rails_set, status.loaded_set)
    return tile_set in out or status.tiles_inside(tile_set) > 0


def _with_table_empty(status: BoardStatus, wish: Wish, first_set: TileSet, tile_count: int) -> Step:
    filling = _filling(status, tile_count) if wish is Wish.DEAL else None
    if filling is not None:
        return filling
    if not status.dome_down:
        return MoveDome(up=False)
    if wish is Wish.CLEAR:
        return Reached()
    if status.rails_set is None or not status.rails_complete:
        chosen = status.rails_set or _too_large(status, tile_count) or first_set
        return BuildWalls(chosen, status.size(chosen))
    return WaitForBoard() if status.inside_operation else RaiseWalls(status.rails_set)


def _filling(status: BoardStatus, tile_count: int) -> Step | None:
    """What brings tiles into a set that lies in its hopper and has too few; None when none has."""
    for tile_set in TileSet:
        if tile_set in (status.rails_set, status.loaded_set):
            continue
        if status.size(tile_set) != tile_count and status.tiles_inside(tile_set) <= tile_count:
            return ChangeSize(tile_set, tile_count)
        if status.tiles_inside(tile_set) < status.size(tile_set):
            return WaitForTiles(tile_set) if status.dome_up else MoveDome(up=True)
    return None


def _too_large(status: BoardStatus, tile_count: int) -> TileSet | None:
    """A set in its hopper that has tiles too many: only on the table people can take them out."""
    return next((tile_set for tile_set in TileSet if status.size(tile_set) > tile_count), None)


def _with_tiles_out(status: BoardStatus, wish: Wish, on_table: TileSet, tile_count: int) -> Step:
    if status.dome_down and not status.lifts_up:
        return Home()
    fits = status.size(on_table) == tile_count
    untouched = fits and status.dome_down and not status.being_cleared and status.tiles_inside(on_table) == 0
    if wish is Wish.CLEAR or not untouched:
        if not status.dome_up:
            return MoveDome(up=True)
        may_change = not fits and status.tiles_inside(on_table) <= tile_count
        return ChangeSize(on_table, tile_count) if may_change else WaitForTiles(on_table)
    return Reached() if status.dice is not None else ThrowDice()
