"""What the commands about rules share: which rules, which options, which tiles."""

from __future__ import annotations

import argparse

import pytest

from mahjong_rules.tiles import TileStock, parse_tile, parse_tiles
from table_daemon.cli.rule_arguments import (
    add_rules_arguments,
    check_stock,
    copies_left,
    rules_of,
    settings_of,
    tiles_of,
)
from table_daemon.errors import UserError


def parsed(*arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_rules_arguments(parser)
    return parser.parse_args(arguments)


def test_without_a_word_the_rules_are_tenhous() -> None:
    assert rules_of(parsed()).name == "tenhou"


def test_options_are_texts_on_both_sides_of_the_first_equals_sign() -> None:
    assert settings_of(parsed("--set", " a = b=c ", "--set", "d=")) == [("a", "b=c"), ("d", "")]


@pytest.mark.parametrize("text", ["a", "=b", " = b"])
def test_an_option_without_name_or_equals_sign_is_refused(text: str) -> None:
    with pytest.raises(UserError, match="OPTION=VALUE"):
        settings_of(parsed("--set", text))


def test_tiles_that_are_none_are_refused_with_where_they_stand() -> None:
    with pytest.raises(UserError, match=r"^--melds: "):
        tiles_of("9q", "--melds")


@pytest.mark.parametrize(
    ("tiles", "stock", "reason"),
    [
        ("55555m", TileStock(red_fives=False), "hold 5 copies of 5m"),
        ("00p", TileStock(red_fives=True), "hold 2 copies of 0p; a set has 1"),
        ("05555p", TileStock(red_fives=True), "copies of 5p"),
        ("0p", TileStock(red_fives=False), "0p is not in the set"),
        ("f1", TileStock(red_fives=False), "f1 is not in the set"),
    ],
)
def test_tiles_that_no_set_has_are_refused(tiles: str, stock: TileStock, reason: str) -> None:
    with pytest.raises(UserError) as refused:
        check_stock(parse_tiles(tiles), stock, "the hands")
    assert reason in str(refused.value)


def test_red_fives_are_copies_of_their_kind() -> None:
    check_stock(parse_tiles("0555p"), TileStock(red_fives=True), "the hands")
    assert copies_left(parse_tile("5p"), parse_tiles("05p123m")) == 2
