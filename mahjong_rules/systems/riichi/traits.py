"""What a preset of the riichi family looks like on the table and on the page."""

from __future__ import annotations

from mahjong_rules.events import AbortReason, PenaltyKind
from mahjong_rules.rule_system import ScoreUnit, SeatTraits, TimeLimits, Traits
from mahjong_rules.seat_drawing import SeatDrawing
from mahjong_rules.systems.riichi.counted import figures_of
from mahjong_rules.systems.riichi.game_flow import SCORE_STEP
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.play import STICK_POINTS


def _seats_of(options: RiichiOptions) -> SeatTraits:
    """Four draw the wind tiles (WRC 2015 §4.4); three stay where they sit, and the highest throw deals (A-48)."""
    drawing = SeatDrawing.HIGHEST_THROW if options.players.is_three else SeatDrawing.FOUR_TILES
    return SeatTraits(drawing, in_play=options.players.seats)


def traits_of(options: RiichiOptions) -> Traits:
    """The traits of one preset."""
    return Traits(
        stock=options.stock,
        wall=options.wall_rules,
        seats=_seats_of(options),
        has_indicators=True,
        has_ura=options.tiles.ura_dora,
        has_riichi=True,
        losers_show=False,
        draw_shows_hands=True,
        claimed_kong_hides_two=False,
        max_winners=options.settlement.max_winners,
        has_prevalent_wind=True,
        score=ScoreUnit(
            SCORE_STEP,
            stick_points=STICK_POINTS,
            takes_penalties=options.penalties.point_penalties,
            counted=figures_of(options),
        ),
        penalties=(PenaltyKind.CHOMBO, PenaltyKind.DEAD_HAND),
        hand_aborts=(AbortReason.NINE_TERMINALS,) if options.draws.abort_nine_terminals else (),
        time=TimeLimits(
            can_be_called=options.time.time_limit_minutes > 0, can_stop_void=options.time.void_limit_minutes > 0
        ),
    )
