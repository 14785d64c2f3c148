"""What the Chinese official game looks like on the table and on the page."""

from __future__ import annotations

from mahjong_rules.events import PenaltyKind
from mahjong_rules.rule_system import ScoreUnit, SeatTraits, TimeLimits, Traits
from mahjong_rules.seat_drawing import SeatDrawing
from mahjong_rules.systems.mcr.counted import figures_of
from mahjong_rules.systems.mcr.options import McrOptions


def traits_of(options: McrOptions) -> Traits:
    """The traits of one preset."""
    exchanges = options.course.exchanges
    return Traits(
        stock=options.table.stock,
        wall=options.table.wall,
        seats=SeatTraits(SeatDrawing.FOUR_TILES, every=int(bool(exchanges)), exchanges=exchanges),
        has_indicators=False,
        has_ura=False,
        has_riichi=False,
        losers_show=False,
        draw_shows_hands=False,
        claimed_kong_hides_two=False,
        max_winners=1,
        has_prevalent_wind=True,
        score=ScoreUnit(step=1, counted=figures_of(options)),
        penalties=(PenaltyKind.WRONG_WIN, PenaltyKind.DEAD_HAND),
        hand_aborts=(),
        time=TimeLimits(can_be_called=True),
    )
