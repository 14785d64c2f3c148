from __future__ import annotations

import pytest

from mahjong_rules.systems.cantonese import HongkongOptions, ZungjungOptions
from table_daemon.rules.presets import PresetError, load_preset, load_rules


@pytest.mark.parametrize(("options", "name"), [(HongkongOptions, "hongkong"), (ZungjungOptions, "zungjung")])
def test_the_preset_is_the_default_of_the_code(options: type, name: str) -> None:
    assert load_preset(name).options == options(name=name)


@pytest.mark.parametrize(
    ("name", "option", "value", "text"),
    [
        ("hongkong", "winners_on_discard", "4", "winners_on_discard must be 1, 2 or 3, not 4"),
        ("hongkong", "rounds", "0", "rounds must be a number from 1 to 12, not 0"),
        ("hongkong", "throws", "3", "throws must be 1 or 2, not 3"),
        ("hongkong", "fixed_break", "1", "fixed_break must be 0 or a number from 2 to 24, not 1"),
        ("hongkong", "reserve_tiles", "7", "reserve_tiles must be 0 or an even number from 8 to 60, not 7"),
        ("hongkong", "false_win_shares", "2", "false_win_shares must be 0, 1 or 3, not 2"),
        ("zungjung", "throws", "0", "throws must be 1 or 2, not 0"),
        ("zungjung", "false_win_points", "-1", "false_win_points must be a number from 0 to 1000, not -1"),
        ("zungjung", "bonus_tiles", "true", "have no option 'bonus_tiles'"),
    ],
)
def test_what_cannot_be_played_is_refused_with_what_can(name: str, option: str, value: str, text: str) -> None:
    with pytest.raises(PresetError, match=text):
        load_rules(name, ((option, value),))


def test_start_points_must_be_payable() -> None:
    with pytest.raises(PresetError, match="start_points must be whole multiples of chicken 25, not 10"):
        load_rules("hongkong", (("chicken", "25"), ("start_points", "10")))


def test_the_table_says_how_many_may_win_and_which_winds_prevail() -> None:
    traits = load_rules("hongkong", (("winners_on_discard", "3"),)).traits
    assert (traits.max_winners, traits.has_prevalent_wind, traits.stock.bonus) == (3, True, True)
    traits = load_rules("zungjung").traits
    assert (traits.max_winners, traits.has_prevalent_wind, traits.stock.bonus) == (1, False, False)
