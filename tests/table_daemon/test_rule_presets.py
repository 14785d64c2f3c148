from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from mahjong_rules.systems.riichi.options import RiichiOptions
from table_daemon.config_files import config_path
from table_daemon.rule_presets import PresetError, PresetFile, load_preset, preset_names, read_preset


def broken(tmp_path: Path, old: str, new: str) -> Path:
    text = config_path("rules/ema.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "house.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", preset_names())
def test_every_shipped_preset_loads(name: str) -> None:
    options = load_preset(name)
    assert options.name == name
    assert sum(options.uma) == 0
    assert 4 * options.return_points - 4 * options.start_points == options.oka_points


def test_a_preset_file_has_a_key_for_every_option() -> None:
    sections = [field.annotation for field in PresetFile.model_fields.values()]
    keys = {key for section in sections for key in section.model_fields}  # type: ignore[union-attr]
    assert keys == {field.name for field in fields(RiichiOptions)} - {"name"}


def test_the_defaults_of_the_options_are_those_of_the_tenhou_preset() -> None:
    assert load_preset("tenhou") == RiichiOptions("tenhou", "tenhou", "tenhou", "tenhou")


def test_an_unknown_preset_names_the_known_ones() -> None:
    with pytest.raises(PresetError, match="no rule preset 'wrc'; choose one of ema, tenhou"):
        load_preset("wrc")
    with pytest.raises(PresetError, match="no rule preset"):
        load_preset("../rules/ema")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("open_tanyao = true", "", "values.open_tanyao: Field required"),
        ("open_tanyao = true", "open_tanyao = true\nopen_tanjao = true", "values.open_tanjao: Extra inputs"),
        ('renho = "five_fan_alone"', 'renho = "yakuman"', "values.renho: Input should be 'none' or 'five_fan_alone'"),
        ("start_points = 30000", "start_points = 30050", "game.start_points: .* multiple of 100"),
        ("open_tanyao = true", 'open_tanyao = "yes"', "values.open_tanyao: .*boolean"),
        ("uma = [15000, 5000, -5000, -15000]", "uma = [15000]", "game.uma"),
        ("[values]", "[values", "is no TOML"),
    ],
)
def test_a_mistake_in_a_preset_is_named_by_its_key(tmp_path: Path, old: str, new: str, reason: str) -> None:
    with pytest.raises(PresetError, match=reason):
        read_preset(broken(tmp_path, old, new))


def test_a_preset_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(PresetError, match="cannot be read"):
        read_preset(tmp_path / "missing.toml")
