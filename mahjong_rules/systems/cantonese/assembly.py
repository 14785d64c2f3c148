"""The two systems: each preset's options as what the classical moves need."""

from __future__ import annotations

from mahjong_rules.seat_drawing import SeatDrawing
from mahjong_rules.systems.cantonese.faan_options import FaanTable
from mahjong_rules.systems.cantonese.hongkong_scoring import HongkongScoring
from mahjong_rules.systems.cantonese.options import HongkongOptions, ZungjungOptions
from mahjong_rules.systems.cantonese.zungjung_scoring import ZungjungScoring
from mahjong_rules.systems.classical import ClassicalRules
from mahjong_rules.systems.classical.option_sections import PenaltyOptions
from mahjong_rules.systems.classical.system import ClassicalSystem


def hongkong_rules(options: HongkongOptions) -> ClassicalRules:
    """Hong Kong old style."""
    table = FaanTable(options.values, options.flowers, options.table.bonus_tiles)
    return ClassicalRules(
        ClassicalSystem(
            name=options.name,
            table=options.table,
            claims=options.claims.claims,
            course=options.course.course,
            penalties=PenaltyOptions(false_win_points=options.penalties.false_win_shares),
            scoring=HongkongScoring(table, options.payments, options.liability),
            seat_drawing=SeatDrawing.FOUR_TILES,
            has_prevalent_wind=True,
            claimed_kong_hides_two=False,
            max_winners=options.claims.winners_on_discard,
            new_tile_from=options.liability.new_tile_from,
            dealer_after_win=options.course.dealer_after_win,
        )
    )


def zungjung_rules(options: ZungjungOptions) -> ClassicalRules:
    """Zung Jung (Zung Jung rules, version 3.3)."""
    return ClassicalRules(
        ClassicalSystem(
            name=options.name,
            table=options.table,
            claims=options.claims,
            course=options.course.course,
            penalties=PenaltyOptions(false_win_points=options.penalties.false_win_points),
            scoring=ZungjungScoring(options.values, options.payments),
            seat_drawing=SeatDrawing.FOUR_TILES,
            # The winds of the rounds count nothing (Zung Jung §3.1), so rounds are numbered.
            has_prevalent_wind=False,
            claimed_kong_hides_two=False,
            dealer_after_win=options.course.dealer_after_win,
        )
    )
