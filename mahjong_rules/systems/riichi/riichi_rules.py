"""The riichi family as a rule system: one event after the other, from a state to the next."""

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
    IndicatorTurned,
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
from mahjong_rules.hands import waits
from mahjong_rules.melds import Meld
from mahjong_rules.rule_system import Hints, Traits
from mahjong_rules.seat_drawing import SeatDrawing
from mahjong_rules.seats import Seat
from mahjong_rules.state import Game
from mahjong_rules.systems.riichi.claims import claim, declare_kong
from mahjong_rules.systems.riichi.endings import (
    claim_abort,
    declare_penalty,
    declare_wins,
    draw_exhausted,
    void_deal,
)
from mahjong_rules.systems.riichi.finished import score
from mahjong_rules.systems.riichi.game_flow import SCORE_STEP, call_time, set_scores
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.play import STICK_POINTS, discard, draw, start_deal, turn_indicator
from mahjong_rules.systems.riichi.winning import legal_hints, win_problem
from mahjong_rules.tiles import Tile
from mahjong_rules.wall import RIICHI_WALL

_UNKNOWN = {
    FlowerLaid: "riichi is played without flowers and seasons",
    HandShown: "in riichi only winners open their hands",
    FineJudged: "riichi fines no dangerous discards",
    StakeLaid: "nobody lays a stake on the dice in riichi",
}


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
        return Traits(
            stock=self.options.stock,
            wall=RIICHI_WALL,
            seat_drawing=SeatDrawing.FOUR_TILES,
            has_indicators=True,
            has_ura=self.options.tiles.ura_dora,
            has_riichi=True,
            losers_show=False,
            draw_shows_hands=True,
            claimed_kong_hides_two=False,
            max_winners=self.options.settlement.max_winners,
            has_prevalent_wind=True,
            score_step=SCORE_STEP,
            score_unit="points",
            stick_points=STICK_POINTS,
            penalties=(PenaltyKind.CHOMBO, PenaltyKind.DEAD_HAND),
            hand_aborts=(AbortReason.NINE_TERMINALS,) if self.options.draws.abort_nine_terminals else (),
            can_call_time=self.options.game.time_limit_minutes > 0,
            can_stop_void=self.options.game.void_limit_minutes > 0,
        )

    def new_game(self, event: GameStarted) -> Game:
        """A game before its first deal."""
        return begin_game(event, self.options.game.start_points)

    def apply(self, game: Game, event: Event) -> Game:  # noqa: C901, PLR0911, PLR0912 - one case each
        """The game after `event`."""
        match event:
            case Drawn():
                return draw(game, event, self.options)
            case Discarded():
                return discard(game, event, self.options)
            case Called():
                return claim(game, event, self.options)
            case KongDeclared():
                return declare_kong(game, event, self.options)
            case IndicatorTurned():
                return turn_indicator(game, event, self.options)
            case DealStarted():
                return start_deal(game, event)
            case WinsDeclared():
                return declare_wins(game, event, self.options)
            case ExhaustiveDraw():
                return draw_exhausted(game, event, self.options)
            case AbortClaimed():
                return claim_abort(game, event, self.options)
            case PenaltyDeclared():
                return declare_penalty(game, event, self.options)
            case DealVoided():
                return void_deal(game, self.options)
            case ScoresSet():
                return set_scores(game, event, self.options)
            case GameStarted():
                raise IllegalEvent("the game has begun already")
            case TimeCalled():
                return call_time(game, event, self.options)
            case FlowerLaid() | HandShown() | FineJudged() | StakeLaid():
                raise IllegalEvent(_UNKNOWN[type(event)])

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
