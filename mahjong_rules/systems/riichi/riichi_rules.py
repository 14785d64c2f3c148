"""The riichi family as a rule system: one event after the other, from a state to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mahjong_rules.events import (
    Event,
    GameStarted,
    Win,
)
from mahjong_rules.finished_deal import FinishedDeal, ScoredDeal
from mahjong_rules.game_start import begin_game
from mahjong_rules.hands import waits
from mahjong_rules.melds import Meld
from mahjong_rules.rule_system import Hints, Traits
from mahjong_rules.seats import Seat
from mahjong_rules.state import Game
from mahjong_rules.systems.riichi.finished import score
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.traits import traits_of
from mahjong_rules.systems.riichi.transitions import next_game
from mahjong_rules.systems.riichi.winning import legal_hints, win_problem
from mahjong_rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class RiichiRules:
    """Implements `RuleSystem` for one preset."""

    options: RiichiOptions

    @property
    def name(self) -> str:
        """The preset's name."""
        return self.options.name

    @property
    def traits(self) -> Traits:
        """What it looks like."""
        return traits_of(self.options)

    def new_game(self, event: GameStarted) -> Game:
        """A game before its first deal."""
        return begin_game(event, self.options.game.start_points, self.options.players.seats)

    def apply(self, game: Game, event: Event) -> Game:
        """The game after `event`."""
        return next_game(game, event, self.options)

    def hints(self, game: Game) -> Hints:
        """What the table may do now."""
        return legal_hints(game)

    def win_problem(self, game: Game, win: Win, discarder: Seat | None) -> str | None:
        """Why this hand cannot win now, in one sentence; None when it can."""
        return win_problem(game, win, discarder, self.options)

    def waits(self, concealed: Sequence[Tile], melds: Sequence[Meld] = ()) -> tuple[Tile, ...]:
        """The kinds that complete a hand; empty when noten."""
        return waits(concealed, melds, include_dead=not self.options.draws.dead_wait_is_noten)

    def score(self, deal: FinishedDeal) -> ScoredDeal:
        """The value of every winning hand and every payment."""
        return score(deal, self.options)
