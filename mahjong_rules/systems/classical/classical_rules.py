"""The classical systems behind `RuleSystem`: one event after the other, from a state to the next."""

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
from mahjong_rules.melds import Meld
from mahjong_rules.rule_system import Hints, Traits
from mahjong_rules.seats import Seat
from mahjong_rules.state import Game
from mahjong_rules.systems.classical.finished import score
from mahjong_rules.systems.classical.replacements import hints_of
from mahjong_rules.systems.classical.system import ClassicalSystem
from mahjong_rules.systems.classical.traits import traits_of
from mahjong_rules.systems.classical.transitions import next_game
from mahjong_rules.systems.classical.winning import win_problem
from mahjong_rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class ClassicalRules:
    """Implements `RuleSystem` for one preset of a system that is valued by a `Scoring`."""

    system: ClassicalSystem

    @property
    def name(self) -> str:
        """The preset's name."""
        return self.system.name

    @property
    def traits(self) -> Traits:
        """What it looks like."""
        return traits_of(self.system)

    def new_game(self, event: GameStarted) -> Game:
        """A game before its first deal."""
        return begin_game(event, self.system.course.start_points)

    def apply(self, game: Game, event: Event) -> Game:
        """The game after `event`."""
        return next_game(game, event, self.system)

    def hints(self, game: Game) -> Hints:
        """What the table may do now."""
        return hints_of(game, self.system.table)

    def win_problem(self, game: Game, win: Win, discarder: Seat | None) -> str | None:
        """Why this hand cannot win now, in one sentence; None when it can."""
        return win_problem(game, win, discarder, self.system)

    def waits(self, concealed: Sequence[Tile], melds: Sequence[Meld] = ()) -> tuple[Tile, ...]:
        """The kinds that complete a hand; empty when it waits for none."""
        return self.system.scoring.waits(concealed, melds)

    def score(self, deal: FinishedDeal) -> ScoredDeal:
        """The value of every hand that counts, and every payment."""
        return score(deal, self.system)
