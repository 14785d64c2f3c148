"""The readings of a hand: every way to part tiles into chows, pungs and a pair, and where the winning tile went.

Rules this file keeps: tiles are kinds (red fives count as fives); a group is concealed unless a tile of it was claimed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from mahjong_rules.hands import kind_counts, kind_index
from mahjong_rules.knitted import knitted_body, without_body
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.tiles import ALL_KINDS, Tile

_HONOURS_FROM: Final = 27
"""First place of an honour in `ALL_KINDS`, after three suits of nine: from there on nothing makes a chow."""


class GroupKind(StrEnum):
    """What a group is."""

    PAIR = "pair"
    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"


@dataclass(frozen=True, slots=True)
class Group:
    """A group of a hand: `tile` is its kind, of a chow the lowest; `completed`: the winning tile made it."""

    kind: GroupKind
    tile: Tile
    concealed: bool
    completed: bool = False

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All its tiles."""
        if self.kind is GroupKind.CHOW:
            return tuple(Tile(self.tile.suit, self.tile.number + step) for step in range(3))
        return (self.tile,) * {GroupKind.PAIR: 2, GroupKind.PUNG: 3, GroupKind.KONG: 4}[self.kind]

    @property
    def is_triplet(self) -> bool:
        """True for pungs and kongs."""
        return self.kind in (GroupKind.PUNG, GroupKind.KONG)


Reading = tuple[Group, ...]


def meld_group(meld: Meld) -> Group:
    """A meld on the table as a group; only a concealed kong is concealed."""
    kind = GroupKind.KONG if meld.kind.is_kong else GroupKind(meld.kind.value)
    return Group(kind, meld.tiles[0].plain, concealed=meld.kind is MeldKind.CONCEALED_KONG)


def parts(tiles: Sequence[Tile]) -> Iterator[Reading]:
    """Every way to part concealed tiles into sets and exactly one pair, each once; none when there is no way."""
    yield from _parts(kind_counts(tiles), 0, has_pair=False)


def readings(
    concealed: Sequence[Tile], winning_tile: Tile, melds: Sequence[Meld], *, claimed: bool
) -> Iterator[Reading]:
    """Every reading of a winning hand: melds, sets, pair, and which group the winning tile completed.

    Args:
        concealed: without the winning tile, 13 less 3 a meld.
        winning_tile: the last tile.
        melds: on the table.
        claimed: the winning tile came from another player, so that its group is exposed.
    """
    laid = tuple(meld_group(meld) for meld in melds)
    for reading in parts((*concealed, winning_tile)):
        for completed in _completions(reading, winning_tile, claimed=claimed):
            yield (*laid, *completed)


def knitted_readings(
    concealed: Sequence[Tile], winning_tile: Tile, melds: Sequence[Meld], *, claimed: bool
) -> Iterator[Reading]:
    """The readings of the set and the pair beside a knitted straight; none when there is no such straight.

    Where the last tile belongs to the straight no group is completed. Arguments as of `readings`.
    """
    counts = kind_counts((*concealed, winning_tile))
    body = knitted_body(counts)
    if body is None or len(melds) > 1:
        return
    laid = tuple(meld_group(meld) for meld in melds)
    for reading in _parts(without_body(counts, body), 0, has_pair=False):
        yield from ((*laid, *completed) for completed in _completions(reading, winning_tile, claimed=claimed))
        if kind_index(winning_tile) in body:
            yield (*laid, *reading)


def _completions(reading: Reading, winning_tile: Tile, *, claimed: bool) -> Iterator[Reading]:
    """The reading once for each different group that the winning tile may have completed."""
    tried: set[Group] = set()
    for place, group in enumerate(reading):
        if winning_tile.plain not in group.tiles or group in tried:
            continue
        tried.add(group)
        completed = replace(group, concealed=not claimed, completed=True)
        yield (*reading[:place], completed, *reading[place + 1 :])


def _parts(counts: list[int], index: int, *, has_pair: bool) -> Iterator[Reading]:
    while index < len(counts) and counts[index] == 0:
        index += 1
    if index == len(counts):
        if has_pair:
            yield ()
        return
    for kind, indices in _groups_at(counts, index, has_pair=has_pair):
        for used in indices:
            counts[used] -= 1
        group = Group(kind, ALL_KINDS[index], concealed=True)
        for rest in _parts(counts, index, has_pair=has_pair or kind is GroupKind.PAIR):
            yield (group, *rest)
        for used in indices:
            counts[used] += 1


def _groups_at(counts: list[int], index: int, *, has_pair: bool) -> Iterator[tuple[GroupKind, tuple[int, ...]]]:
    """The groups that the lowest tile left can belong to."""
    if counts[index] >= 3:
        yield GroupKind.PUNG, (index,) * 3
    if counts[index] >= 2 and not has_pair:
        yield GroupKind.PAIR, (index,) * 2
    if index < _HONOURS_FROM and index % 9 <= 6 and counts[index + 1] and counts[index + 2]:
        yield GroupKind.CHOW, (index, index + 1, index + 2)
