"""One reading of a winning hand as the fan ask about it: chows, pungs, pair and who completed what."""

from __future__ import annotations

from dataclasses import dataclass

from mahjong_rules.decomposition import Group, GroupKind, Reading
from mahjong_rules.hands import kind_index


@dataclass(frozen=True, slots=True)
class Form:
    """Sets by their places in `ALL_KINDS`, rising."""

    groups: Reading
    chows: tuple[int, ...]
    triplets: tuple[Group, ...]
    pair: int
    completed: Group | None
    """The group of the last tile; None where it belongs to a knitted straight."""

    @property
    def kinds_of_triplets(self) -> tuple[int, ...]:
        """Rising."""
        return tuple(sorted(kind_index(group.tile) for group in self.triplets))


def form_of(reading: Reading) -> Form:
    """The form of a reading."""
    chows, triplets, pair, completed = [], [], 0, None
    for group in reading:
        if group.kind is GroupKind.CHOW:
            chows.append(kind_index(group.tile))
        elif group.kind is GroupKind.PAIR:
            pair = kind_index(group.tile)
        else:
            triplets.append(group)
        if group.completed:
            completed = group
    return Form(reading, tuple(sorted(chows)), tuple(triplets), pair, completed)
