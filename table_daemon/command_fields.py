"""The fields of a command's data, each read by itself and refused in one sentence (docs/mqtt.md, "Commands"). Pure."""

from __future__ import annotations

from typing import Any, Final, TypeGuard

from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import Tile, TileError, parse_tile
from wire.messages import Json

LONGEST_NAME: Final = 40
"""Characters of a player's name: the state document stays below 4 KiB."""


class BadDataError(ValueError):
    """A command whose fields make no wish; the text is one sentence."""


def is_whole(value: Any) -> TypeGuard[int]:
    """Whether it is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def read_flag(data: Json, key: str, *, default: bool | None = None) -> bool:
    """True or false.

    Args:
        data: of the command.
        key: of the field.
        default: where it is left out; None: it must be there.

    Raises:
        BadDataError: it is something else.
    """
    value = data.get(key, default)
    if not isinstance(value, bool):
        raise BadDataError(f"{key} must be true or false, not {value!r}")
    return value


def read_whole(data: Json, key: str) -> int:
    """A whole number, of either sign.

    Raises:
        BadDataError: it is none, or missing.
    """
    value = data.get(key)
    if not is_whole(value):
        raise BadDataError(f"{key} must be a whole number, not {value!r}")
    return value


def read_count(data: Json, key: str) -> int:
    """A whole number from 0 on.

    Raises:
        BadDataError: it is none, below 0, or missing.
    """
    value = data.get(key)
    if not is_whole(value) or value < 0:
        raise BadDataError(f"{key} must be a whole number from 0 on, not {value!r}")
    return value


def read_seat(value: Any) -> Seat:
    """One of the four players.

    Raises:
        BadDataError: there is no such seat.
    """
    if not is_whole(value) or value not in SEATS:
        raise BadDataError(f"seat must be 0, 1, 2 or 3, not {value!r}")
    return SEATS[value]


def read_tile(value: Any) -> Tile:
    """A tile by its name.

    Raises:
        BadDataError: no tile is named so.
    """
    try:
        return parse_tile(value if isinstance(value, str) else "")
    except TileError as error:
        raise BadDataError(f"{error}; tiles are named like 3m, 7p, 1z or f2") from error


def read_tiles(value: Any, key: str, *, least: int = 0) -> tuple[Tile, ...]:
    """Tiles by their names, in the order given.

    Args:
        value: of the field.
        key: its name, for the refusal.
        least: so many there must be.

    Raises:
        BadDataError: it is no list, too short, or a name in it is that of no tile.
    """
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value) or len(value) < least:
        raise BadDataError(f"{key} must be a list of tile names such as 3m, not {value!r}")
    return tuple(map(read_tile, value))
