from __future__ import annotations

import pytest
from classical_table import ClassicalTable

from mahjong_rules.events import Win
from mahjong_rules.seats import Seat
from mahjong_rules.systems.classical.settling import first_giver
from mahjong_rules.tiles import parse_tile, parse_tiles

WIN = Win(Seat(0), parse_tiles("123456789m111z2z"), parse_tile("2z"))


@pytest.mark.parametrize(
    ("words", "giver"),
    [
        ("0-1p 1-9s 2-9s 3-2z", 3),
        ("0-1p 1-2z 2-9s 3-2z", 1),
        ("0-2z 1-9s 2-9s 3-2z", 0),
        ("0-1p 1-2z 2-9s 3-9s 0-1p 1-9s 2-9p 3-2z", 3),
        ("0-1p 1-9s 2p99s 2-2z 3-8s 0-3p 1-8s 2-8p 3-2z", 3),
        ("0-1p 1-2z 2-9s 1p99s 1-8s 2-8p 3-2z", 1),
    ],
)
def test_who_first_gave_the_kind_is_told_from_the_order_of_discards(words: str, giver: int) -> None:
    table = ClassicalTable("simple").deal().play(words)
    assert first_giver(table.current, WIN, Seat(3)) == giver


def test_a_tile_that_nobody_discarded_is_from_who_added_it() -> None:
    table = ClassicalTable("simple").deal().play("0-1p 1-9s 2-9s 3-9s")
    assert first_giver(table.current, WIN, Seat(1)) == 1
