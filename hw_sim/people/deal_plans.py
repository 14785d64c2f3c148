"""What the players are going to do: deal after deal, each with its stacked deck and everybody's moves.

A plan is the play's only source of chance and of expected figures; a record is one plan, bots are another
(`hw_sim.people.bots`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from hw_sim.felt.deck import Deck, throw_dice
from hw_sim.people.record_deck import deck_for_deal
from hw_sim.people.record_script import ScriptedGame
from mahjong_rules.events import Event
from mahjong_rules.seats import Seat

Figures = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealPlan:
    """One deal: `moves` are made in order; `expected` gives (deltas, scores) once all of them are made.

    `declared` is what people tell the tablet before the dice are thrown.
    """

    label: str
    deck: Deck
    moves: Iterator[Event]
    expected: Callable[[], tuple[Figures, Figures]]
    declared: tuple[Event, ...] = ()


class GamePlan(Protocol):
    """A whole game."""

    @property
    def names(self) -> tuple[str, str, str, str]:
        """The players by seat."""

    def next_deal(self) -> DealPlan | None:
        """The next deal, to be asked for when the last one's moves are made; None after the last."""

    def sit_anew(self, seats: tuple[Seat, Seat, Seat, Seat], first_dealer: Seat) -> None:
        """People have changed places: where each seat's person went, and the new seat that deals next."""


class RecordPlan:
    """A game record, played again.

    Args:
        game: the record's script.
        red_fives: whether the table's sets have red fives.
        rng: dice and tiles that nobody draws.

    Raises:
        RecordError: the record needs tiles that the sets do not have.
    """

    def __init__(self, game: ScriptedGame, *, red_fives: bool, rng: random.Random) -> None:
        self.names = game.names
        self._deals = iter(
            [(deal, deck_for_deal(deal, throw_dice(rng), red_fives=red_fives, rng=rng)) for deal in game.deals]
        )

    def next_deal(self) -> DealPlan | None:
        """The record's next deal."""
        scripted = next(self._deals, None)
        if scripted is None:
            return None
        deal, deck = scripted
        return DealPlan(deal.label, deck, iter(deal.moves), lambda: (deal.deltas, deal.scores))

    def sit_anew(self, seats: tuple[Seat, Seat, Seat, Seat], first_dealer: Seat) -> None:
        """Records are games of riichi, in which nobody changes places."""
        raise ValueError(f"the record knows no change of places: to {seats}, dealer {first_dealer}")
