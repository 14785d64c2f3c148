"""What both systems ask of a hand: suits, honours, terminals, nine gates."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mahjong_rules.decomposition import Group
from mahjong_rules.systems.classical.score_rules import Won, one_suit
from mahjong_rules.tiles import Tile

_GATES: Final = (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9)


def is_pure(tiles: Iterable[Tile]) -> bool:
    """One suit and nothing else."""
    found = tuple(tiles)
    return one_suit(found) and not has_honours(found)


def is_mixed(tiles: Iterable[Tile]) -> bool:
    """One suit with honours."""
    found = tuple(tiles)
    return one_suit(found) and has_honours(found)


def has_honours(tiles: Iterable[Tile]) -> bool:
    """At least one wind or dragon."""
    return any(tile.is_honour for tile in tiles)


def is_honours(tiles: Iterable[Tile]) -> bool:
    """Winds and dragons alone."""
    return all(tile.is_honour for tile in tiles)


def is_outer(tiles: Iterable[Tile]) -> bool:
    """Terminals and honours alone."""
    return all(tile.is_terminal_or_honour for tile in tiles)


def is_terminals(tiles: Iterable[Tile]) -> bool:
    """Ones and nines alone."""
    return all(tile.is_number and tile.is_terminal_or_honour for tile in tiles)


def dragons(groups: Iterable[Group]) -> int:
    """How many of these are of dragons."""
    return sum(group.tile.is_dragon for group in groups)


def winds(groups: Iterable[Group]) -> int:
    """How many of these are of winds."""
    return sum(group.tile.is_wind for group in groups)


def waited_at_nine_gates(won: Won) -> bool:
    """1112345678999 of one suit in the hand, before any tile of that suit won."""
    held = won.hand.concealed
    return not won.hand.melds and is_pure((*held, won.how.winning_tile)) and _numbers(held) == _GATES


def holds_nine_gates(won: Won) -> bool:
    """1112345678999 and one more of one suit, nothing of it claimed: whatever it waited for."""
    tiles = (*won.hand.concealed, won.how.winning_tile)
    numbers = list(_numbers(tiles))
    return not won.hand.melds and is_pure(tiles) and all(numbers.count(n) >= _GATES.count(n) for n in _GATES)


def _numbers(tiles: Iterable[Tile]) -> tuple[int, ...]:
    return tuple(sorted(tile.number for tile in tiles))
