"""What people read on the tablet before they carry tiles, and which tiles they take."""

import pytest

from hw_sim.felt.scene import Piece
from hw_sim.people.carriers import ExchangeOrder, counted_set, for_the_box
from hw_sim.people.tablet_watcher import Tablet
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import TileStock


def tablet(**machine):
    return Tablet({"state": {"machine": machine}})


@pytest.mark.parametrize(
    ("needed", "left_out", "taken"),
    [(152, set(), 0), (144, set(), 8), (136, set(), 16), (108, {f"{number}m" for number in range(2, 9)}, 44)],
)
def test_flowers_and_what_the_game_leaves_out_go_to_the_box(needed, left_out, taken):
    stock = TileStock(red_fives=True, bonus=True, flower_copies=2)
    pieces = [Piece(number, SetName.A, tile, 0.0, 0.0) for number, tile in enumerate(stock.pieces())]
    assert len(for_the_box(pieces, needed, left_out)) == taken


def test_what_a_game_leaves_out_stands_on_the_tablet():
    assert Tablet({"state": {"system": {"left_out": ["2m", "3m"]}}}).left_out == {"2m", "3m"}
    assert Tablet({"state": {"system": None}}).left_out == Tablet({}).left_out == frozenset()


def test_an_order_is_what_the_machine_document_says():
    assert ExchangeOrder.on(tablet(exchange={"present": 136, "needed": 144, "agreed": False})) == ExchangeOrder(
        144, agreed=False
    )
    assert ExchangeOrder.on(tablet(exchange=None)) is None
    assert ExchangeOrder.on(Tablet({})) is None


@pytest.mark.parametrize(
    ("state", "text", "named"),
    [
        ("counting", "Set B: please put the flowers and seasons (8 tiles) in: 0 of 144 are in.", SetName.B),
        ("counting", "Please put all 136 tiles of set A in: 0 are in.", SetName.A),
        ("counting", "Please push all tiles in.", None),
        ("building", "Set A is being built.", None),
    ],
)
def test_people_put_tiles_in_for_the_set_that_is_counted_and_named(state, text, named):
    assert counted_set(tablet(state=state, text=text)) == named
