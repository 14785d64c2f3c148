from __future__ import annotations

import pytest

from mahjong_rules.deal_result import ScoreLine
from mahjong_rules.tiles import parse_tile, parse_tiles
from tablet_page.rule_names import LANGUAGES, line_name, rule_name, set_name, text, texts, tile_name


def test_a_rule_is_named_in_every_language() -> None:
    assert [rule_name("pinfu", language) for language in LANGUAGES] == ["Pinfu", "Pinfu", "平和", "平和"]


def test_a_rule_is_named_with_the_tile_it_is_about() -> None:
    assert rule_name("pinfu", "fr", parse_tile("1z")) == "Pinfu : vent d’Est"
    assert rule_name("pinfu", "en", parse_tile("3s")) == "Pinfu: 3 of bamboo"


def test_a_line_about_a_set_names_its_tiles_once() -> None:
    assert line_name(ScoreLine("pinfu", "", tiles=parse_tiles("777z")), "en") == "Pinfu: red dragon"
    assert line_name(ScoreLine("pinfu", "", tiles=parse_tiles("345s")), "en") == "Pinfu: 3-4-5 of bamboo"
    assert line_name(ScoreLine("base", ""), "fr", "fu") == "Base"


def test_tiles_of_several_families_are_listed() -> None:
    assert set_name(parse_tiles("f1 y2"), "en") == "plum blossom, summer"


def test_a_red_five_is_called_red_alone_and_plain_in_a_set() -> None:
    assert tile_name(parse_tile("0p"), "en") == "red 5 of dots"
    assert set_name(parse_tiles("055p"), "en") == "5 of dots"


def test_a_key_without_a_text_is_made_readable() -> None:
    assert text("rule.thirteen_gates_of_joy", "fr") == "Thirteen gates of joy"


def test_a_language_without_a_catalogue_is_refused() -> None:
    with pytest.raises(ValueError, match="not in 'de'"):
        texts("de")


def test_a_name_with_a_vowel_is_elided_in_french_only() -> None:
    assert text("seat.title", "fr", name="Éloïse") == "Place d’Éloïse"
    assert text("seat.title", "fr", name="Chen") == "Place de Chen"
    assert text("tile.number", "fr", number=1, suit="cercles") == "1 de cercles"
