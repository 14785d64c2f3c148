"""Which goal brings the machine nearer to its target, from wherever it stands.

Rules this file keeps:
* Pure: the board's status and a target in, one step out. Asking again after every step reaches the target.
* Nothing is remembered between two questions: after a crash or a fault the same questions are asked again.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from firmware_bridge.goals import BuildWalls, Goal, Home, MoveDome, RaiseWalls, ThrowDice
from firmware_bridge.messages import BoardStatus
from mahjong_rules.set_names import SetName


class Target(StrEnum):
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

    tile_set: SetName


@dataclass(frozen=True, slots=True)
class ChangeSize:
    """The set has so many tiles from now on; nothing moves."""

    tile_set: SetName
    tiles: int


@dataclass(frozen=True, slots=True)
class WaitForBoard:
    """The board still pursues a goal it was given before."""


@dataclass(frozen=True, slots=True)
class Reached:
    """Nothing is left to do."""


NextStep = Goal | WaitForTiles | ChangeSize | WaitForBoard | Reached


def next_step(status: BoardStatus, target: Target, first_set: SetName, tile_count: int) -> NextStep:
    """The next step towards a target.

    Args:
        status: what the board says now.
        target: what to reach.
        first_set: which set to build where neither stands on the rails.
        tile_count: tiles that both sets are to have; a set that has others is exchanged on the way to a deal.
    """
    if status.table_operation:
        return WaitForBoard()
    if not status.homed:
        return WaitForBoard() if status.inside_operation else Home()
    if target is Target.HOME:
        return _towards_rest(status)
    if status.on_table is not None:
        return _with_tiles_out(status, target, status.on_table, tile_count)
    return _with_table_empty(status, target, first_set, tile_count)


def _towards_rest(status: BoardStatus) -> NextStep:
    if status.dome_down and status.lifts_up:
        return Reached()
    return WaitForBoard() if status.inside_operation else Home()


def needs_exchange(status: BoardStatus, tile_count: int) -> bool:
    """Whether people have to put tiles into a set or take some out before both have so many; an empty
    machine is only filled.
    """
    return any(status.size(tile_set) not in (0, tile_count) and _is_there(status, tile_set) for tile_set in SetName)


def _is_there(status: BoardStatus, tile_set: SetName) -> bool:
    out = (status.on_table, status.rails_set, status.loaded_set)
    return tile_set in out or status.tiles_inside(tile_set) > 0


def _with_table_empty(status: BoardStatus, target: Target, first_set: SetName, tile_count: int) -> NextStep:
    filling = _filling(status, tile_count) if target is Target.DEAL else None
    if filling is not None:
        return filling
    if not status.dome_down:
        return MoveDome(up=False)
    if target is Target.CLEAR:
        return Reached()
    if status.rails_set is None or not status.rails_complete:
        chosen = status.rails_set or _too_large(status, tile_count) or first_set
        return BuildWalls(chosen, status.size(chosen))
    return WaitForBoard() if status.inside_operation else RaiseWalls(status.rails_set)


def _filling(status: BoardStatus, tile_count: int) -> NextStep | None:
    """What brings tiles into a set that lies in its hopper and has too few; None when none has."""
    for tile_set in SetName:
        if tile_set in (status.rails_set, status.loaded_set):
            continue
        if status.size(tile_set) != tile_count and status.tiles_inside(tile_set) <= tile_count:
            return ChangeSize(tile_set, tile_count)
        if status.tiles_inside(tile_set) < status.size(tile_set):
            return WaitForTiles(tile_set) if status.dome_up else MoveDome(up=True)
    return None


def _too_large(status: BoardStatus, tile_count: int) -> SetName | None:
    """A set in its hopper that has tiles too many: only on the table people can take them out."""
    return next((tile_set for tile_set in SetName if status.size(tile_set) > tile_count), None)


def _with_tiles_out(status: BoardStatus, target: Target, on_table: SetName, tile_count: int) -> NextStep:
    if status.dome_down and not status.lifts_up:
        return Home()
    fits = status.size(on_table) == tile_count
    untouched = fits and status.dome_down and not status.being_cleared and status.tiles_inside(on_table) == 0
    if target is Target.CLEAR or not untouched:
        if not status.dome_up:
            return MoveDome(up=True)
        may_change = not fits and status.tiles_inside(on_table) <= tile_count
        return ChangeSize(on_table, tile_count) if may_change else WaitForTiles(on_table)
    return Reached() if status.dice is not None else ThrowDice()
