"""What claimed melds may well be instead of what was counted."""

from laid_pieces import LaidGame, piece
from scripted_table import ScriptedTable

from mahjong_rules.seats import Seat
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.interpreter.bindings import Anchor
from table_daemon.interpreter.unclear_melds import other_melds
from vision.sightings import Zone

UNSURE = "7s 0.6, 8s 0.4"


def others(play, readings, sideways):
    """Of the meld of seat 2 with these pieces."""
    laid = LaidGame(ScriptedTable().deal().play(play))
    meld = [
        piece(700 + place, read_as, zone=Zone.MELDS, seat=2, at=(place * 24.0, 0.0), is_sideways=place == sideways)
        for place, read_as in enumerate(readings)
    ]
    laid.lay(*meld)
    laid.bindings.bind(Anchor(Zone.MELDS, Seat(2), 0), meld)
    return [(other.meld.tiles, other.meld.called_tile) for other in other_melds(laid.view(), laid.bindings)]


def test_three_tiles_that_may_be_others_are_another_pung():
    assert others("0-7s 2p77s", [UNSURE] * 3, 1) == [(parse_tiles("888s"), parse_tile("8s"))]


def test_four_tiles_that_may_be_others_are_another_kong():
    assert others("0-7s 2k777s", [UNSURE] * 4, 1) == [(parse_tiles("8888s"), parse_tile("8s"))]


def test_a_chow_is_another_one_by_a_tile_that_was_not_claimed():
    found = others("0-1z 1-6p 2c57p", ["6p", "5p 0.6, 0p 0.4", "7p"], 0)
    assert found == [(parse_tiles("067p"), parse_tile("6p"))]


def test_a_meld_that_is_surely_read_is_no_other():
    assert others("0-7s 2p77s", ["7s"] * 3, 1) == []
