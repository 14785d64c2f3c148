"""What a preset of the classical systems looks like on the table and on the page."""

from __future__ import annotations

from mahjong_rules.events import AbortReason, PenaltyKind
from mahjong_rules.rule_system import ScoreUnit, SeatTraits, TimeLimits, Traits
from mahjong_rules.systems.classical.option_sections import NineIsolated
from mahjong_rules.systems.classical.system import ClassicalSystem


def traits_of(system: ClassicalSystem) -> Traits:
    """The traits of one preset."""
    stake = (PenaltyKind.STAKE_FORGOTTEN,) if system.penalties.stakes else ()
    annuls = system.penalties.nine_isolated is not NineIsolated.NONE
    return Traits(
        stock=system.table.stock,
        wall=system.table.wall,
        seats=SeatTraits(system.seat_drawing, system.course.seats_drawn_every),
        has_indicators=False,
        has_ura=False,
        has_riichi=False,
        losers_show=system.scoring.losers_count,
        draw_shows_hands=False,
        claimed_kong_hides_two=system.claimed_kong_hides_two,
        max_winners=system.max_winners,
        has_prevalent_wind=system.has_prevalent_wind,
        score=ScoreUnit(system.scoring.step, system.scoring.unit, sticks=system.sticks, counted=system.scoring.figures),
        penalties=(PenaltyKind.FALSE_WIN, PenaltyKind.DEAD_HAND, *stake),
        hand_aborts=(AbortReason.NINE_ISOLATED,) if annuls else (),
        time=TimeLimits(can_be_called=True),
    )
