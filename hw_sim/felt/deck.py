"""Which face lies on which place of the walls.

Rules this file keeps: a deck holds every piece of a set exactly once; where a tile is dealt, drawn or turned
follows from `mahjong_rules.wall` alone; chance is an argument.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from mahjong_rules.events import Called, Event, FlowerLaid, KongDeclared
from mahjong_rules.rule_system import Traits
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import Tile, TileStock
from mahjong_rules.wall import RIICHI_WALL, Break, StackLevel, TilePlace, lengths_for, open_wall

Dice = tuple[int, ...]
"""The pips of every die in the order of the throws: two a throw."""


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
        """The places of the tiles dealt to a seat, in order: a hand, the dealer one more."""
        return tuple(place for owner, place in self.wall.deal_order(self.dealer) if owner == seat)

    def live_places(self) -> tuple[TilePlace, ...]:
        """The places from which tiles are drawn after the deal, in order."""
        return self.wall.draw_order()[self.wall.rules.dealt_tiles :]


class WallOrder:
    """From where the next tile is taken, move by move.

    The dealer's fourteenth tile is dealt, so the first draw of a deal takes nothing from the wall. Once a hill is used
    up, replacements come from the wall too; where no tile is kept back both ends of the wall meet.
    """

    def __init__(self, deck: Deck) -> None:
        self.first_draw: Final = deck.dealt_places(deck.dealer)[deck.wall.rules.hand_tiles]
        self._live = deque((self.first_draw, *deck.live_places()))
        self._replacements = deque(deck.wall.replacements)
        self._taken: set[TilePlace] = set()
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
        # Where no tile is kept back, the head meets the tail on one stack: its top is gone as a replacement by then.
        while source and source[0] in self._taken:
            source.popleft()
        if not source:
            raise LookupError("the wall has no tile left that may be taken")
        self._taken.add(source[0])
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
    wall = open_wall(traits.wall, dealer, sums_of(dice), added)
    return completed(Deck(dealer, dice, wall, {}), traits.stock, rng)


def chance_deck(stock: TileStock, rng: random.Random) -> Deck:
    """Walls that come up only to be cleared away again: nobody asks how they are opened."""
    dice = throw_dice(rng)
    wall = open_wall(RIICHI_WALL.with_lengths(lengths_for(stock.count)), SEATS[0], sums_of(dice))
    return completed(Deck(SEATS[0], dice, wall, {}), stock, rng)


def sums_of(dice: Dice) -> tuple[int, ...]:
    """The pips of each throw together."""
    return tuple(first + second for first, second in zip(dice[::2], dice[1::2], strict=True))


def completed(begun: Deck, stock: TileStock, rng: random.Random) -> Deck:
    """The deck whose free places hold what is left of the set, by chance.

    Args:
        begun: a deck of which some places have their tile already.
        stock: the set.
        rng: how the other tiles lie.

    Raises:
        ValueError: there are more tiles of a face already than the set has.
    """
    left = Counter(stock.pieces())
    left.subtract(begun.faces.values())
    missing = [tile for tile, count in left.items() if count < 0]
    if missing:
        raise ValueError(f"a deck holds more {missing[0]} than its set has")
    rest = sorted(left.elements())
    rng.shuffle(rest)
    every = [TilePlace(stack, level) for stack in begun.wall.shape.ring() for level in StackLevel]
    free = [place for place in every if place not in begun.faces]
    return replace(begun, faces={**begun.faces, **dict(zip(free, rest, strict=True))})
