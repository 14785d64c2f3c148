"""What a hand can be worth under some rules, as a list that people read: made from what the rules count by.

Rules this file keeps: no figure is written here; a system's own tables, and its own functions for sets, give them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from mahjong_rules.deal_result import ScoreLine
from mahjong_rules.decomposition import Group, GroupKind
from mahjong_rules.seats import Wind
from mahjong_rules.tiles import Tile, parse_tiles

SEAT_WIND: Final = Wind.EAST
"""Of the player for whom sets are listed: the first that anybody has."""
PREVALENT_WIND: Final = Wind.SOUTH
"""Another one than the own: each is then a line by itself."""
_KINDS: Final = parse_tiles("2m1m3z5z12z")
"""A simple tile, a terminal, a wind of nobody, a dragon, the two winds: whatever any system tells apart."""


@dataclass(frozen=True, slots=True)
class TableLine:
    """One thing that a hand can be worth.

    Attributes:
        line: rule, clause, and what it counts; `tiles` are the kinds of the sets that it is about.
        open_fan: of an open hand, where that is another figure; 0: only a concealed hand has it.
        is_maximum: it is worth the limit by its form.
    """

    line: ScoreLine
    open_fan: int | None = None
    is_maximum: bool = False


def usual_sets() -> Iterator[Group]:
    """A pair, pung and kong of each kind that systems tell apart, exposed and concealed."""
    for kind in (GroupKind.PAIR, GroupKind.PUNG, GroupKind.KONG):
        for concealed in (False, True):
            yield from (Group(kind, tile, concealed=concealed) for tile in _KINDS)


def listed(lines: Iterable[ScoreLine]) -> Iterator[TableLine]:
    """The lines that are worth something, each worth once, with one tile of each kind that has it."""
    kinds: dict[ScoreLine, list[Tile]] = {}
    for line in lines:
        if line.points or line.fan:
            found = kinds.setdefault(replace(line, tiles=()), [])
            found += [tile for tile in dict.fromkeys(line.tiles) if tile not in found]
    return (TableLine(replace(line, tiles=tuple(tiles))) for line, tiles in kinds.items())


def maxima(lines: Iterable[ScoreLine]) -> Iterator[TableLine]:
    """Hands that are worth the limit by their form."""
    return (TableLine(line, is_maximum=True) for line in lines)
