"""Melds: sets that lie on the table because they were claimed or declared."""

from __future__ import annotations

from collections.abc import Sized
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from mahjong_rules.seats import Seat
from mahjong_rules.tiles import Tile

HAND_TILES: Final = 13
"""A hand between two turns, in every game that is played here so far; a drawn, claimed or winning tile comes on top."""
MAX_MELDS: Final = HAND_TILES // 3
"""Four sets and a pair make a hand: a fifth meld has no place in it."""


class MeldKind(StrEnum):
    """How a meld came about."""

    CHOW = "chow"
    PUNG = "pung"
    MELDED_KONG = "melded_kong"
    ADDED_KONG = "added_kong"
    CONCEALED_KONG = "concealed_kong"

    @property
    def is_kong(self) -> bool:
        """True for the three kinds of four tiles."""
        return self not in (MeldKind.CHOW, MeldKind.PUNG)


class MeldError(ValueError):
    """Tiles that do not make the meld they are said to be."""


@dataclass(frozen=True, slots=True)
class Meld:
    """A set on the table.

    `tiles` are all tiles, sorted; `called_tile` is the claimed discard and `called_from` its discarder
    (both None for a concealed kong; for an added kong those of the pung it grew from).
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    called_from: Seat | None = None
    called_tile: Tile | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles)))
        plain = [tile.plain for tile in self.tiles]
        if self.kind is MeldKind.CHOW:
            numbers = sorted(tile.number for tile in plain)
            one_suit = len({tile.suit for tile in plain}) == 1 and plain[0].is_number
            fits = one_suit and len(plain) == 3 and numbers == list(range(numbers[0], numbers[0] + 3))
        else:
            fits = len(set(plain)) == 1 and len(plain) == (4 if self.kind.is_kong else 3)
        if not fits:
            raise MeldError(f"{' '.join(map(str, self.tiles))} is no {self.kind.value}")
        is_claimed = self.kind is not MeldKind.CONCEALED_KONG
        if is_claimed != (self.called_from is not None) or is_claimed != (self.called_tile is not None):
            raise MeldError(f"a {self.kind.value} {'needs a' if is_claimed else 'has no'} claimed tile and discarder")
        if self.called_tile is not None and self.called_tile not in self.tiles:
            raise MeldError(f"the claimed {self.called_tile} is not among {' '.join(map(str, self.tiles))}")

    @property
    def is_open(self) -> bool:
        """False for a concealed kong only."""
        return self.kind is not MeldKind.CONCEALED_KONG


def concealed_count(melds: Sized, hand_tiles: int = HAND_TILES) -> int:
    """How many concealed tiles a hand of `hand_tiles` holds between two turns beside these melds: 3 less for each.

    The fourth tile of a kong is replaced, so a kong counts as three. Every function that takes `concealed` means these
    tiles, without the winning one.
    """
    return hand_tiles - 3 * len(melds)
