"""The lists of what a hand can be worth: whatever a hand counted stands there, with the same figure."""

from __future__ import annotations

import random

import pytest
from random_wins import random_win

from mahjong_rules.score_table import TableLine
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.values import NoValue, hand_value
from table_daemon.rules.presets import load_preset, preset_names
from tablet_page.rule_names import texts


def by_rule(preset: str, *settings: tuple[str, str]) -> dict[str, TableLine]:
    """The lines of a preset; of a rule with several the last."""
    return {item.line.rule: item for item in load_preset(preset, settings).score_table()}


@pytest.mark.parametrize("preset", ["mleague", "tenhou"])
def test_whatever_a_random_riichi_hand_counts_stands_in_the_list_with_the_same_fan(preset: str) -> None:
    options, known, chance = load_preset(preset).options, by_rule(preset), random.Random(5)
    assert isinstance(options, RiichiOptions)
    counted = set()
    for _ in range(400):
        win = random_win(chance)
        try:
            value = hand_value(win.concealed, win.winning, win.melds, win.circumstances, options)
        except NoValue:
            continue
        is_open = any(meld.is_open for meld in win.melds)
        for line in value.lines:
            item = known[line.rule]
            fan = item.open_fan if is_open and item.open_fan is not None else item.line.fan
            if "dora" not in line.rule:
                assert line.fan == fan, line
            assert line.clause == item.line.clause
            counted.add(line.rule)
    assert len(counted) > 20


def test_options_change_the_list_of_yaku() -> None:
    closed = by_rule("tenhou", ("open_tanyao", "no"), ("ippatsu", "no"), ("double_yakuman", "suu_ankou_tanki"))
    assert closed["tanyao"].open_fan == 0
    assert by_rule("tenhou")["tanyao"].open_fan is None
    assert "ippatsu" not in closed
    assert closed["suu_ankou_tanki"].line.fan == 26
    assert {"kita", "aka_dora"} <= by_rule("sanma").keys()
    assert "sanshoku_doujun" not in by_rule("sanma")


def test_classical_lists_take_sets_from_the_rules_own_functions() -> None:
    found = {
        (item.line.rule, "".join(map(str, item.line.tiles))): (item.line.points, item.line.fan)
        for item in load_preset("tchou").score_table()
    }
    assert found["pung_exposed", "2m"] == (2, 0)
    assert found["pung_concealed", "1m"] == (8, 0)
    assert found["kong_concealed", "5z1z"] == (32, 1), "of a dragon, and of the own wind: here East's"
    assert found["homogeneous", ""] == (0, 3)
    assert ("pinghu", "") not in found
    assert "pinghu" in by_rule("tchou", ("pinghu_fan", "1"))
    assert by_rule("tchou", ("bonus_tiles", "yes"))["flower_own"].line.fan == 1


def test_faan_lists_follow_the_options_of_the_table() -> None:
    usual, other = by_rule("hongkong"), by_rule("hongkong", ("big_dragons_faan", "0"), ("bonus_tiles", "no"))
    assert (usual["three_dragons"].line.fan, usual["three_dragons"].is_maximum) == (8, False)
    assert (other["three_dragons"].line.fan, other["three_dragons"].is_maximum) == (0, True)
    assert "no_flowers" in usual
    assert "no_flowers" not in other
    assert by_rule("mcr", ("two_concealed_kongs", "8"))["mcr_two_concealed_kongs"].line.fan == 8
    assert len(by_rule("mcr")) == 82
    assert len(by_rule("zungjung")) == 44


@pytest.mark.parametrize("preset", preset_names())
def test_every_line_has_a_name_and_a_figure_or_the_limit(preset: str) -> None:
    for item in load_preset(preset).score_table():
        assert f"rule.{item.line.rule}" in texts("en")
        assert item.is_maximum or item.line.points or item.line.fan
        assert item.line.clause
