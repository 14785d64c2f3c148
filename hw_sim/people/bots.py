"""A whole game of four simple players, who know what every real player knows: their tiles, the table, the rules.

Rules this file keeps:
* What is legal, what a hand is worth and how the game goes on is asked of the rule system alone, whichever it is.
* A choice depends on the bot's own hand and on what lies open, never on hidden tiles.
* The same seed plays the same game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from hw_sim.felt.deck import Deck, shuffled_deck, throw_dice
from hw_sim.people.bot_deal import BotDeal, Mishap
from hw_sim.people.deal_plans import DealPlan, Figures
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import (
    DealStarted,
    Event,
    GameStarted,
    PenaltyDeclared,
    PenaltyKind,
    SeatsRedrawn,
    StakeLaid,
)
from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Game

NAMES: Final = ("Aiko", "Bruno", "Claire", "Daichi")
_MISHAP_MOVES: Final = (3, 60)
"""When in a deal something goes wrong."""


@dataclass(frozen=True, slots=True)
class Temper:
    """How often, deal by deal, what a camera cannot see happens: a penalty, a stake on the dice."""

    mishaps: float = 0.03
    stakes: float = 0.08
    forgotten_stakes: float = 0.1
    stake_points: int = 100
    max_added: int = 6


class BotPlan:
    """A whole game of four bots, decided move by move.

    Args:
        rules: what they play by.
        rng: walls, dice and moods.
        temper: how often unusual things happen.
        first_dealer: who begins; without it the first of those who play.
    """

    names = NAMES

    def __init__(
        self,
        rules: RuleSystem,
        rng: random.Random,
        temper: Temper | None = None,
        first_dealer: Seat | None = None,
    ) -> None:
        self._rules = rules
        self._rng = rng
        self._temper = temper or Temper()
        self._moods = random.Random(rng.getrandbits(64))
        first = rules.traits.seats.in_play[0] if first_dealer is None else first_dealer
        self.game: Game = rules.new_game(GameStarted(rules.name, NAMES, first))

    def next_deal(self) -> DealPlan | None:
        """The next deal; all moves of the last one must have been taken from its plan."""
        if self.game.is_over:
            return None
        declared = (*self._forgotten_stake(), *self._stake())
        dealer, traits = self.game.header.dealer, self._rules.traits
        dice = throw_dice(self._rng, traits.wall.throws)
        deck = shuffled_deck(traits, dealer, dice, rng=self._rng, added=self.game.dice_added)
        return DealPlan(self._label(), deck, self._moves(deck), self._figures, declared)

    def sit_anew(self, seats: tuple[Seat, Seat, Seat, Seat], first_dealer: Seat) -> None:
        """The game goes on with these seats, as the tablet shows them."""
        self.game = self._rules.apply(self.game, SeatsRedrawn(seats, first_dealer))

    def _label(self) -> str:
        game = self.game
        header, number = game.header, game.header.number_in_round(game.first_dealer)
        if not self._rules.traits.has_prevalent_wind:
            return f"{header.round_number + 1}.{number}"
        return f"{header.prevalent_wind.letter}{number}" + (f"-{header.honba}" if header.honba else "")

    def _stake(self) -> Iterator[Event]:
        """Now and then the dealer lays a stake and adds to the dice, where the rules know that."""
        if self._moods.random() < self._temper.stakes:
            added = self._moods.randint(1, self._temper.max_added)
            yield from self._if_legal(StakeLaid(self.game.header.dealer, self._temper.stake_points, added))

    def _forgotten_stake(self) -> Iterator[Event]:
        """Now and then the winner of a stake has opened the hand before collecting it."""
        if self._moods.random() < self._temper.forgotten_stakes:
            for seat in SEATS:
                yield from self._if_legal(PenaltyDeclared(seat, PenaltyKind.STAKE_FORGOTTEN))

    def _if_legal(self, event: Event) -> Iterator[Event]:
        try:
            self.game = self._rules.apply(self.game, event)
        except IllegalEvent:
            return
        yield event

    def _mishap(self) -> Mishap | None:
        kinds = [kind for kind in self._rules.traits.penalties if kind is not PenaltyKind.STAKE_FORGOTTEN]
        if not kinds or self._moods.random() >= self._temper.mishaps:
            return None
        penalty = PenaltyDeclared(self._moods.choice(self._rules.traits.seats.in_play), self._moods.choice(kinds))
        return Mishap(self._moods.randint(*_MISHAP_MOVES), penalty)

    def _moves(self, deck: Deck) -> Iterator[Event]:
        started = self._rules.apply(self.game, DealStarted(deck.dice))
        table = BotDeal(started, deck, self._rules, self._moods, self._mishap())
        for event in table.play():
            self.game = table.game
            yield event
        self.game = table.game

    def _figures(self) -> tuple[Figures, Figures]:
        result = self.game.results[-1]
        return result.deltas, result.scores
