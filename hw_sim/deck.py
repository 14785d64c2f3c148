"""Which face lies on which place of the walls: chance, or what a game record needs.

Rules this file keeps: a deck holds every piece of a set exactly once; where a tile is dealt, drawn or turned
follows from `mahjong_rules.wall` alone; chance is an argument.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hw_sim.record_script import ScriptedDeal
from mahjong_rules.records import RecordError
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import Tile, tile_set
from mahjong_rules.wall import Break, Level, TilePlace, open_riichi_wall

DEALT = 53
"""Tiles dealt before the first discard; the wall goes on with the next one."""

Dice = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Deck:
    """A stacked wall: the faces by place, and how the dice of this deal open it."""

    dealer: Seat
    dice: Dice
    wall: Break
    faces: Mapping[TilePlace, Tile]

    def dealt_places(self, seat: Seat) -> tuple[TilePlace, ...]:
        """The places of the tiles dealt to a seat, in order: 13, the dealer 14."""
        return tuple(place for owner, place in self.wall.deal_order(self.dealer) if owner == seat)

    def live_places(self) -> tuple[TilePlace, ...]:
        """The places from which tiles are drawn after the deal, in order."""
        return self.wall.draw_order()[DEALT:]


def throw_dice(rng: random.Random) -> Dice:
    """Two dice."""
    return (rng.randint(1, 6), rng.randint(1, 6))


def shuffled_deck(dealer: Seat, dice: Dice, *, red_fives: bool, rng: random.Random) -> Deck:
    """A deck of pure chance."""
    return _fill({}, dealer, dice, red_fives=red_fives, rng=rng)


def deck_for_deal(deal: ScriptedDeal, dice: Dice, *, red_fives: bool, rng: random.Random) -> Deck:
    """A deck that deals and gives exactly what the record says; all other places are filled by chance.

    Raises:
        RecordError: the record needs more tiles than a set or a wall has.
    """
    wall = open_riichi_wall(deal.dealer, sum(dice))
    faces: dict[TilePlace, Tile] = {}
    places: dict[Seat, list[TilePlace]] = {}
    for seat, place in wall.deal_order(deal.dealer):
        places.setdefault(seat, []).append(place)
    for owner in SEATS:
        faces.update(zip(places[owner][:13], deal.hands[owner], strict=True))
    live = (places[deal.dealer][13], *wall.draw_order()[DEALT:])
    faces.update(_along(live, deal.live_draws, "live wall"))
    faces.update(_along(wall.replacements, deal.replacements, "replacement tiles"))
    faces.update(_along(wall.indicators, deal.indicators, "indicators"))
    faces.update(_along(wall.ura_indicators, deal.ura_indicators, "ura indicators"))
    return _fill(faces, deal.dealer, dice, red_fives=red_fives, rng=rng)


def _along(places: tuple[TilePlace, ...], tiles: tuple[Tile, ...], what: str) -> Iterable[tuple[TilePlace, Tile]]:
    if len(tiles) > len(places):
        raise RecordError(
            f"The record takes {len(tiles)} tiles from the {what}, which has {len(places)}; use another record."
        )
    return zip(places, tiles, strict=False)


def _fill(faces: Mapping[TilePlace, Tile], dealer: Seat, dice: Dice, *, red_fives: bool, rng: random.Random) -> Deck:
    """Put what is left of the set on the free places, by chance."""
    wall = open_riichi_wall(dealer, sum(dice))
    left = Counter(tile_set(red_fives=red_fives))
    left.subtract(faces.values())
    missing = [tile for tile, count in left.items() if count < 0]
    if missing:
        raise RecordError(
            f"The record uses more {missing[0]} than a set under these rules has; choose the rules it was played by."
        )
    rest = sorted(left.elements())
    rng.shuffle(rest)
    every = [TilePlace(stack, level) for stack in wall.shape.ring() for level in Level]
    free = [place for place in every if place not in faces]
    return Deck(dealer, dice, wall, {**faces, **dict(zip(free, rest, strict=True))})
