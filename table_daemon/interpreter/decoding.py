"""Which tiles a group of pieces shows, when the rules say which groups are possible."""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from mahjong_rules.tiles import Tile, sort_key
from table_daemon.interpreter.certainty import MIN_GROUP_RATIO, MIN_READING
from vision.sightings import SettledTile

MAX_TRIES = 100
"""Readings of a group that are tried, likeliest first. Chosen for time: docs/adr/0001 has what a hand costs."""

_TINY: Final = 1e-9
"""No chance counts as less: a network that is quite sure leaves the others none, and nothing is divided by zero."""
_FAR: Final = 9
"""Kinds of other suits come after every number of this one: no two numbers are so far apart."""
Tiles = tuple[Tile, ...]
_Found = TypeVar("_Found")


def readings_of(piece: SettledTile) -> tuple[tuple[Tile, float], ...]:
    """The tiles one piece may be, most likely first."""
    if piece.candidates:
        likely = tuple(pair for pair in piece.candidates if pair[1] >= MIN_READING)
        return likely or piece.candidates[:1]
    return ((piece.tile, piece.confidence),) if piece.tile is not None else ()


def among_kinds(piece: SettledTile, kinds: frozenset[Tile]) -> SettledTile:
    """The piece as one of these kinds: no other is considered, and the chances of these grow by what the others had.

    Where the camera takes it for others only it may be any of these, all alike.
    """
    left = tuple(pair for pair in piece.candidates if pair[0] in kinds)
    if len(left) == len(piece.candidates):
        return piece
    if not left:
        every = nearest_kinds(piece.candidates[0][0], kinds)
        left = tuple((tile, 1.0 / len(every)) for tile in every)
        return replace(piece, tile=left[0][0], candidates=left, confidence=left[0][1])
    named = sum(chance for _, chance in left)
    whole = max(1.0 - sum(chance for tile, chance in piece.candidates if tile not in kinds), named, _TINY)
    candidates = tuple((tile, chance / whole) for tile, chance in left)
    return replace(piece, tile=candidates[0][0], candidates=candidates, confidence=candidates[0][1])


def nearest_kinds(read: Tile | None, kinds: Iterable[Tile]) -> tuple[Tile, ...]:
    """What a tile that looks like `read` may be when it cannot be that, in the order in which they are tried.

    Thin strokes of unknown faces are what is misread most (2m as 1m, 3m as 2m): the nearest numbers of the suit come
    first, then dragons, winds and the other suits: nothing is as seldom part of what others wait for as an honour. No
    bonus tile, unless it looks like one and the game has others, and no red five: they lie where they count.
    """
    bonus = [kind for kind in kinds if kind.is_bonus]
    if read is not None and read.is_bonus and bonus:
        return tuple(sorted(bonus, key=sort_key))
    plain = sorted((kind for kind in kinds if not kind.red and not kind.is_bonus), key=sort_key, reverse=True)
    if read is not None and read.is_number:
        plain.sort(key=lambda kind: abs(kind.number - read.number) if kind.suit is read.suit else _FAR)
    return tuple(plain)


def likely_readings(
    pieces: Sequence[SettledTile], most: int = MAX_TRIES, least: float = MIN_GROUP_RATIO
) -> Iterator[Tiles]:
    """Assignments of a tile to every piece, likeliest first, none less likely than `least` of that."""
    options = [readings_of(piece) for piece in pieces]
    if not all(options):
        return
    first = (0,) * len(options)

    def cost(choice: tuple[int, ...]) -> float:
        return -sum(math.log(max(option[i][1], _TINY)) for option, i in zip(options, choice, strict=True))

    limit = cost(first) - math.log(least)
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


def likelihood_beside(pieces: Sequence[SettledTile], chosen: Tiles, other: Tiles) -> float:
    """How likely another reading is beside the chosen one: 1 for as likely.

    Pieces of one kind that are all read otherwise in the same way bear one face, and a face is misread once: together
    they count as one, as likely as they are on (geometric) average.
    """
    faces: dict[tuple[Tile, Tile], list[float]] = {}
    for piece, first, tile in zip(pieces, chosen, other, strict=True):
        if first != tile:
            chances = dict(readings_of(piece))
            ratio = max(chances.get(tile, 0.0), _TINY) / max(chances.get(first, 0.0), _TINY)
            faces.setdefault((first, tile), []).append(ratio)
    return math.prod(math.prod(ratios) ** (1 / len(ratios)) for ratios in faces.values())


def faces_read_otherwise(pieces: Sequence[SettledTile], chosen: Tiles) -> Iterator[Tiles]:
    """The chosen reading with all pieces of one kind as another that each of them may be: less likely one by one."""
    for kind, count in Counter(chosen).items():
        held = [dict(readings_of(piece)) for piece, tile in zip(pieces, chosen, strict=True) if tile == kind]
        others = set.intersection(*(set(chances) for chances in held)) - {kind} if count > 1 else set()
        for other in sorted(others):
            yield tuple(other if tile == kind else tile for tile in chosen)


def first_accepted(
    pieces: Sequence[SettledTile], accept: Callable[[Tiles], _Found | None], least: float = MIN_GROUP_RATIO
) -> _Found | None:
    """What `accept` makes of the most likely reading that it does not refuse with None; see `likely_readings`."""
    for tiles in likely_readings(pieces, least=least):
        accepted = accept(tiles)
        if accepted is not None:
            return accepted
    return None
