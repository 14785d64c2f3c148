"""What the manual game looks like on the table and on the page."""

from __future__ import annotations

from mahjong_rules.rule_system import ScoreUnit, SeatTraits, TimeLimits, Traits
from mahjong_rules.seat_drawing import SeatDrawing
from mahjong_rules.systems.manual.options import ManualOptions


def traits_of(options: ManualOptions) -> Traits:
    """The traits of one preset."""
    return Traits(
        stock=options.table.stock,
        wall=options.table.wall,
        # Chosen: the one procedure that moves nobody; people who draw otherwise say so on the page.
        seats=SeatTraits(SeatDrawing.HIGHEST_THROW, options.course.seats_drawn_every),
        has_indicators=False,
        has_ura=False,
        has_riichi=False,
        losers_show=False,
        draw_shows_hands=False,
        claimed_kong_hides_two=False,
        max_winners=options.claims.winners_on_discard,
        has_prevalent_wind=True,
        score=ScoreUnit(options.settlement.score_step, by_people=options.settlement.by_people),
        penalties=(),
        hand_aborts=(),
        time=TimeLimits(can_be_called=True),
    )
