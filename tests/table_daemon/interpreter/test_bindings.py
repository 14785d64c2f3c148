"""Which piece is which tile of the game: bound once, bound again when it was moved or the eyes began anew."""

import pytest
from laid_pieces import LaidGame, piece, river_anchor, river_place
from scripted_table import ScriptedTable

from mahjong_rules.tiles import parse_tile
from table_daemon.interpreter.bindings import Bindings, may_be
from vision.sightings import Zone


@pytest.fixture
def laid() -> LaidGame:
    return LaidGame(ScriptedTable().deal().play("0-1m 1-2z 2-3z 3-4z 0-5m"))


def renewed(laid: LaidGame) -> Bindings:
    laid.bindings.renew(laid.at.current, laid.view().observation)
    return laid.bindings


def test_a_bound_piece_is_no_new_one(laid):
    new = piece(7, "5s", seat=1)
    assert laid.bindings.unbound([*laid.pieces, new]) == [new]
    assert laid.bindings.is_bound(laid.pieces[0])


def test_a_piece_with_another_number_at_the_same_place_is_the_one_that_lay_there(laid):
    gone = laid.take(0, 1)
    laid.lay(piece(7, "5m", at=(gone.u_mm + 8.0, gone.v_mm)))
    assert renewed(laid).anchors[7] == river_anchor(0, 1)


def test_a_piece_elsewhere_with_another_face_is_another_one(laid):
    laid.take(0, 1)
    laid.lay(piece(7, "9s", at=(river_place(1)[0] + 30.0, 0.0)))
    assert 7 not in renewed(laid).anchors


def test_after_a_restart_pieces_are_bound_in_the_order_of_the_rivers(laid):
    laid.bindings = Bindings()
    found = renewed(laid)
    assert found.anchors[100] == river_anchor(0, 0)
    assert found.anchors[101] == river_anchor(0, 1)
    assert found.anchors[400] == river_anchor(3, 0)


def test_a_lost_tile_leaves_its_place_to_whatever_lies_there(laid):
    gone = laid.take(0, 1)
    strange = piece(7, "9s", at=(gone.u_mm, gone.v_mm))
    laid.lay(strange)
    assert laid.bindings.lost_place(strange, laid.view().observation) == river_anchor(0, 1)
    assert not laid.bindings.is_present(river_anchor(0, 1), laid.view().observation)


@pytest.mark.parametrize(
    ("readings", "expected"), [("5m", True), ("6m 0.9, 5m 0.05", True), ("6m 0.9, 5m 0.04", False)]
)
def test_a_piece_may_be_a_tile_that_is_at_least_a_second_choice(readings, expected):
    assert may_be(piece(1, readings, zone=Zone.HAND), parse_tile("5m")) is expected
