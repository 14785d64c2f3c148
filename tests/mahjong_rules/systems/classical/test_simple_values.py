"""What a hand is worth in the simple family game."""

from __future__ import annotations

from typing import Any

import pytest
from rule_vectors import concealed_kong, exposed

from mahjong_rules.deal_result import HandValue
from mahjong_rules.systems.classical import simple_values
from mahjong_rules.systems.classical.hand import (
    ClassicalHand,
    NotComplete,
    WinCircumstances,
)
from mahjong_rules.systems.classical.simple_values import SimpleValues
from mahjong_rules.tiles import parse_tile, parse_tiles


def simple(concealed: str, *melds: Any) -> HandValue:
    return simple_values.loser_value(ClassicalHand(parse_tiles(concealed), melds), SimpleValues())


@pytest.mark.parametrize(
    ("tile", "pung", "kong"),
    [("5p", (2, 4), (8, 16)), ("1m", (4, 8), (16, 32)), ("2z", (4, 8), (16, 32)), ("7z", (8, 16), (32, 64))],
)
@pytest.mark.clause(
    "La Règle l.119",
    "La Règle l.124",
    "La Règle l.125",
    "La Règle l.126",
    "La Règle l.127",
    "La Règle l.128",
    "La Règle l.129",
    "La Règle l.130",
)
def test_the_point_table_of_the_simple_game(tile: str, pung: tuple[int, int], kong: tuple[int, int]) -> None:
    assert simple("", exposed(tile, tile, tile)).base_points == pung[0]
    assert simple(f"{tile} {tile} {tile}").base_points == pung[1]
    assert simple("", exposed(tile, tile, tile, tile)).base_points == kong[0]
    assert simple("", concealed_kong(tile)).base_points == kong[1]


@pytest.mark.clause("La Règle l.121", "La Règle l.122")
def test_only_pairs_of_dragons_count_in_the_simple_game() -> None:
    assert simple("55z").base_points == 2
    assert simple("11z22p").base_points == 0


@pytest.mark.clause("La Règle l.122", "La Règle l.123", "La Règle l.131")
def test_a_simple_winner_gets_twenty_and_an_exposed_pair_of_dragons_nothing() -> None:
    hand = ClassicalHand(parse_tiles("123m456p789s7z"), (exposed("2p", "2p", "2p"),))
    claimed, drawn = (
        simple_values.winner_value(hand, WinCircumstances(parse_tile("7z"), self_drawn=own), SimpleValues())
        for own in (False, True)
    )
    assert (claimed.base_points, drawn.base_points) == (22, 24)
    with pytest.raises(NotComplete):
        simple_values.winner_value(hand, WinCircumstances(parse_tile("6z"), self_drawn=True), SimpleValues())
