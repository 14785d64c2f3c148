"""Which face lies on which place of the walls: chance, or what a game record needs.

Rules this file keeps: a deck holds every piece of a set exactly once; where a tile is dealt, drawn or turned
follows from `mahjong_rules.wall` alone; chance is an argument.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from hw_sim.felt.record_script import ScriptedDeal
from mahjong_rules.events import Called, Event, FlowerLaid, KongDeclared
from mahjong_rules.records import RecordError
from mahjong_rules.rule_system import Traits
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import Tile, TileStock
from mahjong_rules.wall import DEALT_TILES, RIICHI_WALL, Break, StackLevel, TilePlace, lengths_for, open_wall

Dice = tuple[int, ...]
"""The pips of every die in the order of the throws: two a throw."""
_HAND: Final = 13


@dataclass(frozen=True, slots=True)
class Deck:
    """A stacked wall: the faces by place, and how the dice of this deal open it."""

    dealer: Seat
    dice: Dice
    wall: Break
    faces: Mapping[TilePlace, Tile]

    @property
    def throws(self) -> tuple[tuple[int, int], ...]:
        """What the two dice show, throw by throw."""
        return tuple(zip(self.dice[::2], self.dice[1::2], strict=True))

    def dealt_places(self, seat: Seat) -> tuple[TilePlace, ...]:
        """The places of the tiles dealt to a seat, in order: 13, the dealer 14."""
        return tuple(place for owner, place in self.wall.deal_order(self.dealer) if owner == seat)

    def live_places(self) -> tuple[TilePlace, ...]:
        """The places from which tiles are drawn after the deal, in order."""
        return self.wall.draw_order()[DEALT_TILES:]


class WallOrder:
    """From where the next tile is taken, move by move.

    The dealer's fourteenth tile is dealt, so the first draw of a deal takes nothing from the wall. Once a hill is used
    up, replacements come from the wall too.
    """

    def __init__(self, deck: Deck) -> None:
        self.first_draw: Final = deck.dealt_places(deck.dealer)[_HAND]
        self._live = deque((self.first_draw, *deck.live_places()))
        self._replacements = deque(deck.wall.replacements)
        self._is_replacement_due = False

    def note(self, event: Event) -> None:
        """A kong or flower has to be replaced."""
        match event:
            case KongDeclared() | FlowerLaid():
                self._is_replacement_due = True
            case Called(meld=meld):
                self._is_replacement_due = meld.kind.is_kong
            case _:
                pass

    def take(self) -> TilePlace:
        """The place of the tile that is drawn now.

        Raises:
            LookupError: there is no tile left to take.
        """
        source = self._replacements if self._is_replacement_due and self._replacements else self._live
        self._is_replacement_due = False
        if not source:
            raise LookupError("the wall has no tile left that may be taken")
        return source.popleft()


def throw_dice(rng: random.Random, throws: int = 1) -> Dice:
    """Two dice, thrown so often."""
    return tuple(rng.randint(1, 6) for _ in range(2 * throws))


def shuffled_deck(traits: Traits, dealer: Seat, dice: Dice, *, rng: random.Random, added: int = 0) -> Deck:
    """A deck of pure chance.

    Args:
        traits: the set and the walls of this way to play.
        dealer: who deals.
        dice: pips of every throw.
        rng: how the tiles lie.
        added: pips that the dealer announced to add to the dice.

    Raises:
        ValueError: other dice than these walls are opened with.
    """
    wall = open_wall(traits.wall, dealer, _sums(dice), added)
    return _fill({}, Deck(dealer, dice, wall, {}), traits.stock, rng)


def chance_deck(stock: TileStock, rng: random.Random) -> Deck:
    """Walls that come up only to be cleared away again: nobody asks how they are opened."""
    dice = throw_dice(rng)
    wall = open_wall(RIICHI_WALL.with_lengths(lengths_for(stock.count)), SEATS[0], _sums(dice))
    return _fill({}, Deck(SEATS[0], dice, wall, {}), stock, rng)


def deck_for_deal(deal: ScriptedDeal, dice: Dice, *, red_fives: bool, rng: random.Random) -> Deck:
    """A deck that deals and gives exactly what the record says; all other places are filled by chance.

    Raises:
        RecordError: the record needs more tiles than a set or a wall has.
    """
    wall = open_wall(RIICHI_WALL, deal.dealer, _sums(dice))
    faces: dict[TilePlace, Tile] = {}
    places: dict[Seat, list[TilePlace]] = {}
    for seat, place in wall.deal_order(deal.dealer):
        places.setdefault(seat, []).append(place)
    for owner in SEATS:
        faces.update(zip(places[owner][:_HAND], deal.hands[owner], strict=True))
    live = (places[deal.dealer][_HAND], *wall.draw_order()[DEALT_TILES:])
    faces.update(_along(live, deal.live_draws, "live wall"))
    faces.update(_along(wall.replacements, deal.replacements, "replacement tiles"))
    faces.update(_along(wall.indicators, deal.indicators, "indicators"))
    faces.update(_along(wall.ura_indicators, deal.ura_indicators, "ura indicators"))
    return _fill(faces, Deck(deal.dealer, dice, wall, {}), TileStock(red_fives=red_fives), rng)


def _sums(dice: Dice) -> tuple[int, ...]:
    return tuple(first + second for first, second in zip(dice[::2], dice[1::2], strict=True))


def _along(places: tuple[TilePlace, ...], tiles: tuple[Tile, ...], what: str) -> Iterable[tuple[TilePlace, Tile]]:
    if len(tiles) > len(places):
        raise RecordError(
            f"The record takes {len(tiles)} tiles from the {what}, which has {len(places)}; use another record."
        )
    return zip(places, tiles, strict=False)


def _fill(faces: Mapping[TilePlace, Tile], empty: Deck, stock: TileStock, rng: random.Random) -> Deck:
    """Put what is left of the set on the free places, by chance."""
    left = Counter(stock.pieces())
    left.subtract(faces.values())
    missing = [tile for tile, count in left.items() if count < 0]
    if missing:
        raise RecordError(
            f"The record uses more {missing[0]} than a set under these rules has; choose the rules it was played by."
        )
    rest = sorted(left.elements())
    rng.shuffle(rest)
    every = [TilePlace(stack, level) for stack in empty.wall.shape.ring() for level in StackLevel]
    free = [place for place in every if place not in faces]
    return Deck(empty.dealer, empty.dice, empty.wall, {**faces, **dict(zip(free, rest, strict=True))})
