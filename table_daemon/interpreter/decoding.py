"""Which tiles a group of pieces shows, when the rules say which groups are possible."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from mahjong_rules.tiles import Tile
from table_daemon.interpreter.certainty import MIN_GROUP_RATIO, MIN_READING
from vision.sightings import SettledTile

MAX_TRIES = 100
"""Readings of a group that are tried, likeliest first. Chosen for time: docs/adr/0001 has what a hand costs."""

Tiles = tuple[Tile, ...]
_Found = TypeVar("_Found")


def readings_of(piece: SettledTile) -> tuple[tuple[Tile, float], ...]:
    """The tiles one piece may be, most likely first."""
    if piece.candidates:
        likely = tuple(pair for pair in piece.candidates if pair[1] >= MIN_READING)
        return likely or piece.candidates[:1]
    return ((piece.tile, piece.confidence),) if piece.tile is not None else ()


def likely_readings(pieces: Sequence[SettledTile], most: int = MAX_TRIES) -> Iterator[Tiles]:
    """Assignments of a tile to every piece, likeliest first, none much less likely than that."""
    options = [readings_of(piece) for piece in pieces]
    if not all(options):
        return
    first = (0,) * len(options)

    def cost(choice: tuple[int, ...]) -> float:
        return -sum(math.log(max(option[i][1], 1e-9)) for option, i in zip(options, choice, strict=True))

    limit = cost(first) - math.log(MIN_GROUP_RATIO)
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
                if following not in seen and cost(following) <= limit:
                    seen.add(following)
                    heapq.heappush(heap, (cost(following), following))


def likelihood(pieces: Sequence[SettledTile], tiles: Tiles) -> float:
    """How likely these pieces, taken one by one, are these tiles."""
    return math.prod(dict(readings_of(piece)).get(tile, 0.0) for piece, tile in zip(pieces, tiles, strict=True))


def first_accepted(pieces: Sequence[SettledTile], accept: Callable[[Tiles], _Found | None]) -> _Found | None:
    """What `accept` makes of the most likely reading that it does not refuse with None."""
    for tiles in likely_readings(pieces):
        accepted = accept(tiles)
        if accepted is not None:
            return accepted
    return None
