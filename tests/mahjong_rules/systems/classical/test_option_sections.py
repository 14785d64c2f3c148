"""The sections of options that all classical systems share."""

from __future__ import annotations

import pytest
from classical_table import ClassicalTable

from mahjong_rules.wall import JP_CLASSIC_WALL, SIMPLE_WALL, TCHOU_WALL, lengths_for
from table_daemon.rules.presets import PresetError, load_rules

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


@pytest.mark.clause("Tchou 1924 l.137", "Tchou 1924 l.189")
def test_the_book_of_1924_is_played_with_two_or_four_series_of_flowers_or_without() -> None:
    stocks = [load_rules("tchou", (("flower_series", text),)).traits for text in ("0", "2", "4")]
    assert [traits.stock.count for traits in stocks] == [136, 144, 152]
    assert stocks[2].wall == TCHOU_WALL.with_lengths((19, 19, 19, 19))
    both = load_rules("tchou", (("flower_series", "4"), *WITH_FLOWERS))
    assert both.traits.stock.count == 152
    for name, text, problem in (("tchou", "3", "0, 2 or 4, not 3"), ("jp_classic", "4", "no option 'flower_series'")):
        with pytest.raises(PresetError, match=problem):
            load_rules(name, (("flower_series", text),))


def test_the_first_stack_dealt_and_the_reserve_can_be_chosen() -> None:
    table = ClassicalTable("jp_classic", first_dealt="at", reserve_tiles="16")
    assert table.deal().current.live_tiles == 136 - 52 - 16
