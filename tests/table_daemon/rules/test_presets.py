from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
from presets import RIICHI_PRESETS, riichi_options

from mahjong_rules.systems.riichi.choices import DoubleYakuman
from mahjong_rules.systems.riichi.options import RiichiOptions
from table_daemon.config_files import config_path
from table_daemon.rules.option_values import option_fields, section_classes
from table_daemon.rules.presets import (
    SYSTEMS,
    PresetError,
    describe_preset,
    load_preset,
    load_rules,
    preset_names,
    read_preset,
)


def broken(tmp_path: Path, old: str, new: str) -> Path:
    text = config_path("rules/ema.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "house.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", preset_names())
def test_every_shipped_preset_makes_a_rule_system_of_its_name(name: str) -> None:
    assert load_rules(name).name == name


@pytest.mark.parametrize("name", RIICHI_PRESETS)
def test_the_winner_gets_what_everybody_returned_above_the_start(name: str) -> None:
    game = riichi_options(name).game
    assert 4 * game.return_points - 4 * game.start_points == game.oka_points


@pytest.mark.parametrize("name", preset_names())
def test_every_option_of_a_preset_has_a_meaning_and_a_source(name: str) -> None:
    described = describe_preset(name)
    assert {item.option for item in described} == {item.name for item in load_preset(name).fields}
    assert [item.option for item in described if not item.meaning or not item.source or not item.allowed] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_option_has_one_name_in_its_whole_system(system: str) -> None:
    names = [item.name for item in option_fields(SYSTEMS[system].options)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("system", SYSTEMS)
def test_options_are_sections_and_the_name(system: str) -> None:
    type_ = SYSTEMS[system].options
    assert {field.name for field in fields(type_)} - {"name"} == set(section_classes(type_))


def test_the_defaults_of_the_options_are_those_of_the_tenhou_preset() -> None:
    assert load_preset("tenhou").options == RiichiOptions("tenhou")


def test_an_unknown_preset_names_the_known_ones() -> None:
    with pytest.raises(PresetError, match=r"no rule preset 'emma' \(did you mean ema\?\); choose one of .*tenhou"):
        load_preset("emma")
    with pytest.raises(PresetError, match="no rule preset"):
        load_preset("../rules/ema")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("open_tanyao = true\n", "", r"the option of \[values\] open_tanyao is missing"),
        (
            "open_tanyao = true",
            "open_tanyao = true\nopen_tanjao = true",
            r"open_tanjao is no option of \[values\] \(did",
        ),
        ('renho = "five_fan_alone"', 'renho = "yakuman"', r"\[values\] renho must be one of none, five_fan_alone, not"),
        ("start_points = 30000", "start_points = 30050", r"\[game\] start_points must be full hundreds, not 30050"),
        ("double_wind_pair_fu = 2", "double_wind_pair_fu = 3", r"\[values\] double_wind_pair_fu must be 2 or 4, not 3"),
        ("open_tanyao = true", 'open_tanyao = "yes"', r"\[values\] open_tanyao must be true or false, not 'yes'"),
        ("open_tanyao = true", "open_tanyao = 1", r"\[values\] open_tanyao must be true or false, not 1"),
        (
            "uma = [15000, 5000, -5000, -15000]",
            "uma = [15000, 0, -15000]",
            "uma must be 4 figures, one for each player, not",
        ),
        ("[values]", "[valves]", r"valves is no section \(did you mean values\?\)"),
        ("[values]", "[values", "is no TOML"),
        ('system = "riichi"', "", "system must be one of riichi.*, not None"),
        ('system = "riichi"', 'system = "poker"', "system must be one of riichi.*, not 'poker'"),
        ('system = "riichi"', 'system = "riichi"\nnote = 3', "note must be a text, not 3"),
        ('system = "riichi"', 'system = "riichi"\nvalues = 3', "is no TOML"),
        ("[sources]", "[sources]\nlimit = 'x'", r"limit is no option, so it has no source"),
        ("[sources]\n", "[sources]\n#", "the source of clause_yaku is missing"),
    ],
)
def test_a_mistake_in_a_preset_is_named_by_its_key(tmp_path: Path, old: str, new: str, reason: str) -> None:
    with pytest.raises(PresetError, match=reason):
        read_preset(broken(tmp_path, old, new))


def test_a_preset_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(PresetError, match="cannot be read"):
        read_preset(tmp_path / "missing.toml")


def test_settings_change_options_and_their_sources_and_nothing_else() -> None:
    settings = [
        ("open_tanyao", "no"),
        ("game.uma", "20000, 10000, -10000, -20000"),
        ("double_yakuman", "dai_suushii, suu_ankou_tanki"),
        ("renho", "none"),
    ]
    plain, changed = load_preset("ema"), load_preset("ema", settings)
    assert changed.options.values.open_tanyao is False
    assert changed.options.game.uma == (20000, 10000, -10000, -20000)
    assert changed.options.values.double_yakuman == (
        DoubleYakuman.FOUR_WINDS,
        DoubleYakuman.FOUR_CONCEALED_PAIR_WAIT,
    )
    assert changed.options.tiles == plain.options.tiles
    differing = {
        now.option
        for before, now in zip(describe_preset("ema"), describe_preset("ema", settings), strict=True)
        if before != now
    }
    assert differing == {"open_tanyao", "uma", "double_yakuman", "renho"}
    assert changed.sources["renho"] == "chosen for this game"
