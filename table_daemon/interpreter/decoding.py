"""Which tiles a group of pieces shows, when the rules say which groups are possible."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from mahjong_rules.tiles import Tile
from vision.sightings import SettledTile

LEAST_PROBABILITY = 0.004
"""A reading less likely than this is never taken, however well it would fit."""
MOST_TRIES = 400

Tiles = tuple[Tile, ...]
_Found = TypeVar("_Found")


def readings_of(piece: SettledTile) -> tuple[tuple[Tile, float], ...]:
    """The tiles one piece may be, most likely first."""
    if piece.candidates:
        likely = tuple(pair for pair in piece.candidates if pair[1] >= LEAST_PROBABILITY)
        return likely or piece.candidates[:1]
    return ((piece.tile, piece.confidence),) if piece.tile is not None else ()


def likely_readings(pieces: Sequence[SettledTile], most: int = MOST_TRIES) -> Iterator[Tiles]:
    """Assignments of a tile to every piece, in order of falling joint probability."""
    options = [readings_of(piece) for piece in pieces]
    if not all(options):
        return
    first = (0,) * len(options)

    def cost(choice: tuple[int, ...]) -> float:
        return -sum(math.log(max(option[i][1], 1e-9)) for option, i in zip(options, choice, strict=True))

    heap = [(cost(first), first)]
    seen = {first}
    for _ in range(most):
        if not heap:
            return
        _, choice = heapq.heappop(heap)
        yield tuple(option[i][0] for option, i in zip(options, choice, strict=True))
        for position, index in enumerate(choice):
            if index + 1 < len(options[position]):
                following = (*choice[:position], index + 1, *choice[position + 1 :])
                if following not in seen:
                    seen.add(following)
                    heapq.heappush(heap, (cost(following), following))


def first_accepted(pieces: Sequence[SettledTile], accept: Callable[[Tiles], _Found | None]) -> _Found | None:
    """What `accept` makes of the most likely reading that it does not refuse with None."""
    for tiles in likely_readings(pieces):
        accepted = accept(tiles)
        if accepted is not None:
            return accepted
    return None
