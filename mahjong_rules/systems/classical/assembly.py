"""The three classical systems: each preset's options as what the common play needs."""

from __future__ import annotations

from mahjong_rules.seat_drawing import SeatDrawing
from mahjong_rules.systems.classical.classical_rules import ClassicalRules
from mahjong_rules.systems.classical.options import JpClassicOptions, SimpleOptions, TchouOptions
from mahjong_rules.systems.classical.scoring import JpScoring, SimpleScoring, TchouScoring
from mahjong_rules.systems.classical.system import ClassicalSystem


def tchou_rules(options: TchouOptions) -> ClassicalRules:
    """Tchou Kia-kien's game (Tchou 1924)."""
    return ClassicalRules(
        ClassicalSystem(
            name=options.name,
            table=options.table,
            claims=options.claims,
            course=options.course,
            penalties=options.penalties,
            scoring=TchouScoring(options.values, options.settlement, options.danger.danger_fines),
            seat_drawing=SeatDrawing.COLUMN,
            has_prevalent_wind=False,
            claimed_kong_hides_two=False,
        )
    )


def simple_rules(options: SimpleOptions) -> ClassicalRules:
    """The simple family game (La Règle)."""
    return ClassicalRules(
        ClassicalSystem(
            name=options.name,
            table=options.table,
            claims=options.claims,
            course=options.course,
            penalties=options.penalties,
            scoring=SimpleScoring(options.values, options.settlement.scheme),
            seat_drawing=SeatDrawing.HIGHEST_THROW,
            has_prevalent_wind=False,
            claimed_kong_hides_two=True,
        )
    )


def jp_classic_rules(options: JpClassicOptions) -> ClassicalRules:
    """The old Japanese classical game (Kanai French)."""
    return ClassicalRules(
        ClassicalSystem(
            name=options.name,
            table=options.table,
            claims=options.claims,
            course=options.course,
            penalties=options.penalties,
            scoring=JpScoring(options.values),
            seat_drawing=options.seats.drawing,
            has_prevalent_wind=True,
            claimed_kong_hides_two=False,
            sticks=options.sticks,
        )
    )
