"""What a bot thinks of a hand: how far it is from ready, what to let go, what to claim. Pure functions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final

from mahjong.shanten import Shanten

from mahjong_rules.hands import kind_counts
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.tiles import ALL_KINDS, Tile

_SHANTEN: Final = Shanten()


def without(hand: Sequence[Tile], *tiles: Tile) -> tuple[Tile, ...]:
    """The hand less these tiles; ValueError if it has them not."""
    left = list(hand)
    for tile in tiles:
        left.remove(tile)
    return tuple(left)


def distance(counts: Sequence[int], *, is_closed: bool) -> int:
    """Tiles missing until the hand is ready (shanten): 0 ready, -1 complete; `counts` of the 34 kinds."""
    return _distance(tuple(counts), is_closed=is_closed)


@lru_cache(maxsize=200_000)
def _distance(counts: tuple[int, ...], *, is_closed: bool) -> int:
    return int(_SHANTEN.calculate_shanten(list(counts), use_chiitoitsu=is_closed, use_kokushi=is_closed))


def best_discards(hand: Sequence[Tile], melds: Sequence[Meld]) -> list[Tile]:
    """The hand's tiles, the best one to discard first.

    The least distance counts, then how many tiles would shorten it, then outer tiles before inner ones.
    """
    is_closed = not any(meld.is_open for meld in melds)
    counts = kind_counts(hand)
    kinds = {tile.plain: ALL_KINDS.index(tile.plain) for tile in hand}
    far: dict[Tile, int] = {}
    for kind, index in kinds.items():
        counts[index] -= 1
        far[kind] = distance(counts, is_closed=is_closed)
        counts[index] += 1
    least = min(far.values())
    accepted = {
        kind: _acceptance(counts, kinds[kind], least, is_closed=is_closed) if far[kind] == least else 0 for kind in far
    }

    def worth(tile: Tile) -> tuple[int, int, int, bool]:
        kind = tile.plain
        return (far[kind], -accepted[kind], _centrality(kind), tile.red)

    return sorted(sorted(set(hand)), key=worth)


def wants_pung(hand: Sequence[Tile], tile: Tile, winds: Collection[Tile]) -> bool:
    """A pung of dragons or of one's own winds is worth a fan, so it is claimed."""
    return (tile.is_dragon or tile in winds) and list(hand).count(tile) >= 2


def useful_chow(hand: Sequence[Tile], melds: Sequence[Meld], tile: Tile) -> tuple[Tile, Tile] | None:
    """Two tiles to claim a chow with, if the hand has a pung worth a fan already and comes nearer by it."""
    has_fan = any(meld.kind is not MeldKind.CHOW and meld.tiles[0].is_honour for meld in melds)
    if not has_fan or not tile.is_number:
        return None
    now = distance(kind_counts(hand), is_closed=False)
    for low, high in ((-2, -1), (-1, 1), (1, 2)):
        pair = [_held(hand, tile, step) for step in (low, high)]
        if pair[0] is not None and pair[1] is not None:
            first, second = pair[0], pair[1]
            if distance(kind_counts(without(hand, first, second)), is_closed=False) < now:
                return first, second
    return None


def _held(hand: Sequence[Tile], tile: Tile, step: int) -> Tile | None:
    wanted = (tile.suit, tile.number + step)
    return next((held for held in sorted(hand) if (held.suit, held.number) == wanted), None)


def _acceptance(counts: list[int], discarded: int, least: int, *, is_closed: bool) -> int:
    """How many tiles, as far as the own hand tells, would bring the hand nearer."""
    left = list(counts)
    left[discarded] -= 1
    total = 0
    for index in range(len(left)):
        if counts[index] < 4:
            left[index] += 1
            if distance(left, is_closed=is_closed) < least:
                total += 4 - counts[index]
            left[index] -= 1
    return total


def _centrality(kind: Tile) -> int:
    """0 for honours, 1 for terminals, up to 5 for a five."""
    return 5 - abs(5 - kind.number) if kind.is_number else 0
