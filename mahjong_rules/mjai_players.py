"""mjai where three play: players are numbered 0 to 2 in turn order, and nothing is said of the empty seat.

Rules this file keeps: a record is read whatever its program makes of the missing player. Some write three of
everything, as we do; others four, with 0 points and a hand of ``?`` for him. A north is laid aside by ``kita`` (what we
write) or ``nukidora``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from mahjong_rules.seats import SEATS, Seat

_Item = TypeVar("_Item")
NUMBERS: Final = {3: "three", 4: "four"}
"""How many play, in words."""
KITA: Final = "kita"
KITA_NAMES: Final = (KITA, "nukidora")
_OF_ONE: Final = ("actor", "target", "oya")
"""Fields that name a player."""
_OF_ALL: Final = ("names", "scores", "deltas", "tehais", "tenpais")
"""Fields with an entry for every player."""


def of_players(message: Mapping[str, Any], seats: Sequence[Seat]) -> dict[str, Any]:
    """A message about seats as one about the players who sit there."""
    if len(seats) == len(SEATS):
        return dict(message)
    return {key: _of_players(key, value, seats) for key, value in message.items()}


def _of_players(key: str, value: Any, seats: Sequence[Seat]) -> Any:
    if key in _OF_ONE:
        return None if value is None else seats.index(value)
    if key in _OF_ALL:
        return [value[seat] for seat in seats]
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [of_players(item, seats) for item in value]
    return value


def by_seat(values: Sequence[Any], seats: Sequence[Seat], read: Callable[[Any], _Item], nothing: _Item) -> list[_Item]:
    """What a message says of every player, by seat; `nothing` for an empty one.

    Raises:
        ValueError: it says something of more or fewer players.
    """
    if len(values) not in (len(seats), len(SEATS)):
        raise ValueError(f"{NUMBERS[len(seats)]} figures are expected, not {len(values)}")
    found = [nothing for _ in SEATS]
    for seat, value in zip(seats, values, strict=False):
        found[seat] = read(value)
    return found


def seat_of(player: Any, seats: Sequence[Seat]) -> Seat:
    """Where a player sits.

    Raises:
        ValueError: there is no such player.
    """
    if player not in range(len(seats)):
        raise ValueError(f"{player!r} is no player from 0 to {len(seats) - 1}")
    return seats[int(player)]
