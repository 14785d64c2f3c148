"""The classical systems behind `RuleSystem`: one event after the other, from a state to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import (
    AbortClaimed,
    AbortReason,
    Called,
    DealStarted,
    DealVoided,
    Discarded,
    Drawn,
    Event,
    ExhaustiveDraw,
    FineJudged,
    FlowerLaid,
    GameStarted,
    HandShown,
    KongDeclared,
    PenaltyDeclared,
    PenaltyKind,
    ScoresSet,
    StakeLaid,
    TimeCalled,
    Win,
    WinsDeclared,
)
from mahjong_rules.finished_deal import FinishedDeal, ScoredDeal
from mahjong_rules.game_start import begin_game
from mahjong_rules.melds import Meld
from mahjong_rules.rule_system import Hints, Traits
from mahjong_rules.seats import Seat
from mahjong_rules.state import Game
from mahjong_rules.systems.classical.claims import claim, declare_kong
from mahjong_rules.systems.classical.endings import declare_wins, draw_exhausted, judge_fine, show_hand
from mahjong_rules.systems.classical.finished import score
from mahjong_rules.systems.classical.flowers import lay_flower
from mahjong_rules.systems.classical.game_flow import call_time, lay_stake, set_scores
from mahjong_rules.systems.classical.option_sections import NineIsolated
from mahjong_rules.systems.classical.penalties import claim_abort, declare_penalty, void_deal
from mahjong_rules.systems.classical.play import discard, draw, start_deal
from mahjong_rules.systems.classical.system import ClassicalSystem
from mahjong_rules.systems.classical.winning import legal_hints, win_problem
from mahjong_rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class ClassicalRules:
    """Implements `RuleSystem` for one preset of jp_classic, simple or tchou."""

    system: ClassicalSystem

    @property
    def name(self) -> str:
        """The preset's name."""
        return self.system.name

    @property
    def traits(self) -> Traits:
        """What it looks like."""
        system = self.system
        stake = (PenaltyKind.STAKE_FORGOTTEN,) if system.penalties.stakes else ()
        annuls = system.penalties.nine_isolated is not NineIsolated.NONE
        return Traits(
            stock=system.table.stock,
            wall=system.table.wall,
            seat_drawing=system.seat_drawing,
            has_indicators=False,
            has_ura=False,
            has_riichi=False,
            losers_show=system.scoring.losers_count,
            draw_shows_hands=False,
            claimed_kong_hides_two=system.claimed_kong_hides_two,
            max_winners=1,
            can_call_time=True,
            has_prevalent_wind=system.has_prevalent_wind,
            score_step=system.scoring.step,
            score_unit=system.scoring.unit,
            penalties=(PenaltyKind.FALSE_WIN, PenaltyKind.DEAD_HAND, *stake),
            hand_aborts=(AbortReason.NINE_ISOLATED,) if annuls else (),
        )

    def new_game(self, event: GameStarted) -> Game:
        """A game before its first deal."""
        return begin_game(event, self.system.course.start_points)

    def apply(self, game: Game, event: Event) -> Game:  # noqa: C901, PLR0911, PLR0912 - one case each
        """The game after `event`."""
        match event:
            case Drawn():
                return draw(game, event, self.system.table)
            case Discarded():
                return discard(game, event, self.system.table)
            case Called():
                return claim(game, event, self.system)
            case KongDeclared():
                return declare_kong(game, event, self.system)
            case FlowerLaid():
                return lay_flower(game, event, self.system.table)
            case DealStarted():
                return start_deal(game, event, self.system.table)
            case WinsDeclared():
                return declare_wins(game, event, self.system)
            case HandShown():
                return show_hand(game, event, self.system)
            case FineJudged():
                return judge_fine(game, event, self.system)
            case ExhaustiveDraw():
                return draw_exhausted(game, event, self.system)
            case AbortClaimed():
                return claim_abort(game, event, self.system)
            case PenaltyDeclared():
                return declare_penalty(game, event, self.system)
            case StakeLaid():
                return lay_stake(game, event, self.system.penalties, self.system.scoring.step)
            case TimeCalled():
                return call_time(game, event, self.system.course)
            case DealVoided():
                return void_deal(game, self.system)
            case ScoresSet():
                return set_scores(game, event, self.system.scoring.step)
            case GameStarted():
                raise IllegalEvent("the game has begun already")
            case _:
                raise IllegalEvent(f"there is no {type(event).__name__} under these rules")

    def hints(self, game: Game) -> Hints:
        """What the table may do now."""
        return legal_hints(game)

    def win_problem(self, game: Game, win: Win, discarder: Seat | None) -> str | None:
        """Why this hand cannot win now, in one sentence; None when it can."""
        return win_problem(game, win, discarder, self.system)

    def waits(self, concealed: Sequence[Tile], melds: Sequence[Meld] = ()) -> tuple[Tile, ...]:
        """The kinds that complete a hand; empty when it waits for none."""
        return self.system.scoring.waits(concealed, melds)

    def score(self, deal: FinishedDeal) -> ScoredDeal:
        """The value of every hand that counts, and every payment."""
        return score(deal, self.system)
