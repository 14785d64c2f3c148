"""Switches of the riichi family for fewer than four players (sanma)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from mahjong_rules.seats import SEATS, Seat, seats_without
from mahjong_rules.tiles import NORTH, Suit, Tile, TileStock
from mahjong_rules.wall import RIICHI_WALL, Lengths, WallRules, lengths_for

LEFT_OUT_OF_THREE: Final = tuple(Tile(Suit.CHARACTERS, number) for number in range(2, 9))
"""The kinds that three players play without: 108 tiles are left (mjstars 3-player)."""
FEWEST: Final = 3
"""Riichi is played by four, or by three (sanma); two is another game."""
_REPLACEMENT_STACKS_OF_THREE: Final = 4
"""Eight replacement tiles, four for kongs and four for norths (mjstars 3-player)."""


class MissingShare(StrEnum):
    """What a missing fourth player would pay of a self-drawn win."""

    LOST = "lost"
    """The winner gets less (tsumo loss)."""
    SPLIT = "split"
    """The two who pay share it, each half rounded up."""


@dataclass(frozen=True, slots=True)
class PlayerOptions:
    """How many play, and what changes when it is three."""

    players: int = len(SEATS)
    """How many people play: 4, or 3 with 108 tiles and without chows."""
    empty_seat: int = SEATS[-1]
    """Where nobody sits when three play, 0 to 3 counter-clockwise."""
    wall_sides: int = len(SEATS)
    """Where walls stand when three play: on 4 sides as a machine builds them, or on 3."""
    kita: bool = True
    """When three play, a north may be laid aside for a fan and is replaced (kita)."""
    missing_share: MissingShare = MissingShare.LOST
    """When three play: what the missing player would pay of a self-drawn win."""

    def __post_init__(self) -> None:
        """Refuse what no table has."""
        _check(self.players in (FEWEST, len(SEATS)), "players", "3 or 4", self.players)
        _check(self.empty_seat in SEATS, "empty_seat", "0 to 3", self.empty_seat)
        _check(self.wall_sides in (FEWEST, len(SEATS)), "wall_sides", "3 or 4", self.wall_sides)

    @property
    def is_three(self) -> bool:
        """Whether a seat stays empty."""
        return self.players == FEWEST

    @property
    def has_kita(self) -> bool:
        """Whether norths may be laid aside."""
        return self.is_three and self.kita

    @property
    def shares_missing(self) -> bool:
        """Whether those who pay a self-drawn win pay for a missing player too."""
        return self.is_three and self.missing_share is MissingShare.SPLIT

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Where people play."""
        return seats_without(Seat(self.empty_seat)) if self.is_three else SEATS

    def stock(self, *, red_fives: bool) -> TileStock:
        """The pieces of one set."""
        return _stock(self, red_fives)

    def wall(self, tiles: int) -> WallRules:
        """Walls of so many tiles, opened by a throw."""
        return _wall(self, tiles)


# Pure and frozen, and asked for every event and every look at the table.
@lru_cache(maxsize=64)
def _stock(players: PlayerOptions, red_fives: bool) -> TileStock:
    if not players.is_three:
        return TileStock(red_fives=red_fives)
    return TileStock(red_fives=red_fives, left_out=LEFT_OUT_OF_THREE, aside=(NORTH,) if players.kita else ())


@lru_cache(maxsize=64)
def _wall(players: PlayerOptions, tiles: int) -> WallRules:
    if not players.is_three:
        return RIICHI_WALL
    lengths = _three_walls(players, tiles) if players.wall_sides == FEWEST else lengths_for(tiles)
    return RIICHI_WALL.for_seats(players.seats, _REPLACEMENT_STACKS_OF_THREE).with_lengths(lengths)


def _three_walls(players: PlayerOptions, tiles: int) -> Lengths:
    side = tiles // 2 // FEWEST
    one, two, three, four = (0 if seat == players.empty_seat else side for seat in SEATS)
    return one, two, three, four


def _check(is_right: bool, name: str, wanted: str, found: object) -> None:
    if not is_right:
        raise ValueError(f"{name} must be {wanted}, not {found}")
