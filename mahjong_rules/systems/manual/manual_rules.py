"""The manual game behind `RuleSystem`: play is followed, hands are not valued."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Event, GameStarted, Win
from mahjong_rules.finished_deal import FinishedDeal
from mahjong_rules.game_start import begin_game
from mahjong_rules.melds import Meld
from mahjong_rules.rule_system import Hints, Traits
from mahjong_rules.seats import Seat
from mahjong_rules.state import Game
from mahjong_rules.systems.classical.replacements import hints_of
from mahjong_rules.systems.manual.options import ManualOptions
from mahjong_rules.systems.manual.results import win_problem
from mahjong_rules.systems.manual.traits import traits_of
from mahjong_rules.systems.manual.transitions import next_game
from mahjong_rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class ManualRules:
    """Implements `RuleSystem` for one preset of the manual game."""

    options: ManualOptions

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
        return begin_game(event, self.options.course.start_points)

    def apply(self, game: Game, event: Event) -> Game:
        """The game after `event`."""
        return next_game(game, event, self.options)

    def hints(self, game: Game) -> Hints:
        """What the table may do now."""
        return hints_of(game, self.options.table)

    def win_problem(self, game: Game, win: Win, discarder: Seat | None) -> str | None:
        """Why this hand cannot lie there as won; what makes it complete people know."""
        return win_problem(game, win, discarder, self.options)

    def waits(self, concealed: Sequence[Tile], melds: Sequence[Meld] = ()) -> tuple[Tile, ...]:  # noqa: ARG002
        """None: nothing here knows what completes a hand of this game."""
        return ()

    def score(self, deal: FinishedDeal) -> NoReturn:  # noqa: ARG002
        """Nothing here values a hand.

        Raises:
            IllegalEvent: always.
        """
        raise IllegalEvent(
            "nothing is valued under the rules {rules}: people type the payments of a win", rules=self.name
        )
