from __future__ import annotations

import pytest
from won_vectors import hand, how

from mahjong_rules.decomposition import readings
from mahjong_rules.systems.cantonese.shapes import (
    has_honours,
    holds_nine_gates,
    is_honours,
    is_mixed,
    is_outer,
    is_pure,
    is_terminals,
    waited_at_nine_gates,
)
from mahjong_rules.systems.classical.score_rules import Won
from mahjong_rules.tiles import parse_tiles


@pytest.mark.parametrize(
    ("tiles", "found"),
    [
        ("123m", {is_pure}),
        ("123m1z", {is_mixed, has_honours}),
        ("123m4p", set()),
        ("19m1p", {is_outer, is_terminals}),
        ("1m1z", {is_mixed, has_honours, is_outer}),
        ("17z", {has_honours, is_honours, is_outer}),
    ],
)
def test_suits_honours_and_terminals_are_told_apart(tiles, found) -> None:
    every = {is_pure, is_mixed, has_honours, is_honours, is_outer, is_terminals}
    assert {shape for shape in every if shape(parse_tiles(tiles))} == found


@pytest.mark.parametrize(
    ("concealed", "tile", "waited", "holds"),
    [
        ("1112345678999s", "5s", True, True),
        ("1112355678999s", "4s", False, True),
        ("1112345678999s", "1s", True, True),
        ("1122233445566s", "6s", False, False),
    ],
)
def test_nine_gates_are_waited_at_or_only_held(concealed: str, tile: str, waited: bool, holds: bool) -> None:
    held, won = hand(concealed), how(tile)
    reading = next(iter(readings(held.concealed, won.winning_tile, (), claimed=True)), ())
    found = Won(held, won, reading)
    assert (waited_at_nine_gates(found), holds_nine_gates(found)) == (waited, holds)
