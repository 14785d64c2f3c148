"""Later evidence against what was counted, and what is too weak to be one."""

from dataclasses import replace

import pytest
from laid_pieces import LaidGame, piece, river_anchor
from scripted_table import ScriptedTable

from mahjong_rules.seats import Seat
from mahjong_rules.tiles import parse_tile
from table_daemon.interpreter.bindings import Anchor
from table_daemon.interpreter.contradictions import (
    as_if_discarded,
    is_believed,
    last_discard,
    left_the_river,
    read_again,
    tile_at,
)
from vision.sightings import Zone


@pytest.fixture
def laid() -> LaidGame:
    return LaidGame(ScriptedTable().deal().play("0-1m 1-2z"))


def read_as(laid: LaidGame, seat: int, readings: str) -> None:
    """The piece of this seat's only discard is read otherwise now."""
    found = laid.take(seat, 0)
    laid.lay(replace(piece(found.track, readings, seat=seat), u_mm=found.u_mm, v_mm=found.v_mm))


def test_the_game_has_tiles_in_rivers_on_the_wall_and_nowhere_else(laid):
    deal = laid.at.current
    assert tile_at(deal, river_anchor(0, 0)) == parse_tile("1m")
    assert tile_at(deal, Anchor(Zone.WALL, Seat(0), 0)) == parse_tile("9s")
    assert tile_at(deal, river_anchor(0, 1)) is None
    assert tile_at(deal, Anchor(Zone.URA, Seat(0), 0)) is None
    assert tile_at(deal, Anchor(Zone.MELDS, Seat(0), 0)) is None


def test_a_claimed_discard_lies_in_the_river_no_more():
    at = ScriptedTable().deal().play("0-1m 1p11m")
    assert tile_at(at.current, river_anchor(0, 0)) is None


@pytest.mark.parametrize(
    ("readings", "is_contradicted"),
    [
        ("7m 0.95", True),
        ("7m 0.89", False),
        ("7m 0.93, 1m 0.06", False),
        ("7m 0.95, 1m 0.04", True),
        ("1m 0.95", False),
    ],
)
def test_a_sure_reading_of_another_tile_contradicts_unless_the_counted_one_may_be_it(laid, readings, is_contradicted):
    read_as(laid, 0, readings)
    found = list(read_again(laid.view(), laid.bindings))
    assert bool(found) is is_contradicted
    if found:
        assert (found[0].anchor, found[0].tile, found[0].reason) == (
            river_anchor(0, 0),
            parse_tile("7m"),
            "read_otherwise",
        )
        assert found[0].evidence()["probability"] == 0.95


def test_a_piece_that_a_person_named_is_not_contradicted(laid):
    read_as(laid, 0, "7m 0.99")
    laid.bindings.trusted.add(100)
    assert list(read_again(laid.view(), laid.bindings)) == []


def test_a_piece_under_a_hand_is_not_read_again(laid):
    read_as(laid, 0, "7m 0.99")
    assert list(read_again(laid.view(busy=[(Zone.RIVER, 0)]), laid.bindings)) == []


def test_the_last_discard_leaves_its_river(laid):
    assert last_discard(laid.at.current) == river_anchor(1, 0)
    assert not left_the_river(laid.view(), laid.bindings)
    laid.take(1, 0)
    assert left_the_river(laid.view(), laid.bindings)


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        ("2z 0.6", "5z 0.95", True),
        ("2z 0.95", "5z 0.95", False),
        ("2z 0.92, 5z 0.06", "5z 0.95", True),
        ("2z 0.6", "5z 0.8", False),
        ("2z 0.95", "5z 1.0", True),
    ],
    ids=["unsure before", "sure twice", "second choice before", "unsure now", "a person's word"],
)
def test_what_a_taken_discard_shows_is_believed_against_an_unsure_reading(laid, before, now, expected):
    read_as(laid, 1, before)
    laid.bindings.renew(laid.at.current, laid.view().observation)
    assert is_believed(laid.bindings, laid.at.current, piece(9, now)) is expected


def test_the_table_as_if_another_tile_had_been_discarded_changes_nothing_else(laid):
    other = as_if_discarded(laid.view(), parse_tile("5z"))
    assert other.deal.rivers[1][-1].tile == parse_tile("5z")
    assert other.deal.rivers[0] == laid.at.current.rivers[0]
    assert laid.at.current.rivers[1][-1].tile == parse_tile("2z")
