"""The sections of options that all classical systems share."""

from __future__ import annotations

import pytest
from classical_table import ClassicalTable

from mahjong_rules.wall import JP_CLASSIC_WALL, SIMPLE_WALL, TCHOU_WALL, lengths_for
from table_daemon.rules.presets import load_rules

WITH_FLOWERS = (("bonus_tiles", "true"),)


@pytest.mark.clause(
    "Kanai French l.13",
    "Kanai French l.45",
    "La Règle l.55",
    "Tchou 1924 l.193",
    "Tchou 1924 l.208",
    "Tchou 1924 l.262",
)
def test_walls_are_those_of_the_sources() -> None:
    """Flowers are an accessory that real players do without: 136 tiles, walls of 17."""
    for name, wall in (("tchou", TCHOU_WALL), ("jp_classic", JP_CLASSIC_WALL), ("simple", SIMPLE_WALL)):
        assert load_rules(name).traits.wall == wall
        assert load_rules(name, WITH_FLOWERS).traits.wall == wall.with_lengths(lengths_for(144))
        assert [load_rules(name, chosen).traits.stock.count for chosen in ((), WITH_FLOWERS)] == [136, 144]
    assert load_rules("simple", (("count_from", "right"),)).traits.wall != SIMPLE_WALL


def test_the_first_stack_dealt_and_the_reserve_can_be_chosen() -> None:
    table = ClassicalTable("jp_classic", first_dealt="at", reserve_tiles="16")
    assert table.deal().current.live_tiles == 136 - 52 - 16
