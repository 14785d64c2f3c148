from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from presets import RIICHI_PRESETS, riichi_options

from mahjong_rules.systems.riichi.options import (
    ChomboOptions,
    DeclarationOptions,
    DrawOptions,
    GameOptions,
    RiichiOptions,
    SettlementOptions,
    ValueOptions,
)


@pytest.mark.parametrize(
    ("section", "values", "problem"),
    [
        (ValueOptions, {"double_wind_pair_fu": 3}, "double_wind_pair_fu must be 2 or 4, not 3"),
        (ValueOptions, {"most_yakuman": 7}, "most_yakuman must be 1 to 6"),
        (DeclarationOptions, {"riichi_min_live_tiles": 70}, "0 to 69"),
        (SettlementOptions, {"max_winners": 4}, "1 to 3"),
        (SettlementOptions, {"honba_points": 150}, "a multiple of 100"),
        (DrawOptions, {"noten_pool_points": 1100}, "a multiple of 200"),
        (GameOptions, {"rounds": 0}, "rounds must be 1 to 4"),
        (GameOptions, {"rounds": 4, "extra_rounds": 1}, "extra_rounds must be 0 to 0"),
        (GameOptions, {"start_points": 25050}, "full hundreds"),
        (GameOptions, {"uma": (20000, 10000, -10000, -10000)}, "0 in all"),
        (ChomboOptions, {"chombo_points": 150}, "a multiple of 100"),
    ],
)
def test_an_option_that_no_table_plays_is_refused_with_what_was_expected(
    section: type, values: dict[str, Any], problem: str
) -> None:
    with pytest.raises(ValueError, match=problem):
        section(**values)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"honba_points": 100}, "a multiple of 300"),
        ({"noten_pool_points": 1000}, "a multiple of 600"),
        ({"uma": (20000, 0, -20000)}, "uma must be 4 figures, one for each player"),
        ({"players": 3}, "uma must be 3 figures, one for each player"),
        ({"players": 2}, "players must be 3 or 4, not 2"),
        ({"empty_seat": 4}, "empty_seat must be 0 to 3, not 4"),
        ({"wall_sides": 2}, "wall_sides must be 3 or 4, not 2"),
    ],
)
def test_figures_that_so_many_players_cannot_share_are_refused(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        riichi_options("tenhou", **changes)


@pytest.mark.parametrize("name", RIICHI_PRESETS)
def test_a_preset_is_what_its_sections_say_and_can_be_varied(name: str) -> None:
    options = riichi_options(name)
    assert options.name == name
    assert options.stock.red_fives is options.tiles.red_fives
    varied = replace(options, tiles=replace(options.tiles, red_fives=not options.tiles.red_fives))
    assert varied.stock != options.stock


def test_without_a_preset_the_defaults_are_a_game_that_can_be_played() -> None:
    options = RiichiOptions("own")
    assert options.game.rounds + options.game.extra_rounds <= 4
    assert sum(options.game.uma) == 0
