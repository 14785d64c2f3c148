"""What belongs to other rule systems is refused in words, and never reaches a deal."""

from __future__ import annotations

from classical_table import ClassicalTable

from mahjong_rules.events import Discarded, IndicatorTurned
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import parse_tile


def test_what_only_riichi_knows_is_refused() -> None:
    table = ClassicalTable("tchou").deal()
    assert "IndicatorTurned" in table.refused(IndicatorTurned(parse_tile("1m")))
    table.play("0+")
    assert "no riichi" in table.refused(Discarded(Seat(0), parse_tile("1m"), riichi=True))
