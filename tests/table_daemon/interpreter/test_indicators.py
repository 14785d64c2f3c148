"""Tiles turned on the wall: the indicator, one for a kong that nobody saw, and one that fell."""

import pytest
from laid_pieces import WIDTH_MM, LaidGame, piece
from scripted_table import ScriptedTable

from mahjong_rules.events import DealStarted, IndicatorTurned
from mahjong_rules.tiles import parse_tile
from table_daemon.interpreter.explanations import Doubt, Explanation
from table_daemon.interpreter.indicators import is_kong_shown, read_indicator
from table_daemon.interpreter.questions import QuestionReason
from vision.sightings import SettledTile, Zone


@pytest.fixture
def undealt() -> LaidGame:
    """The walls stand, opened by a throw of three, and nobody has turned the indicator."""
    at = ScriptedTable()
    at.apply(DealStarted((1, 2)))
    return LaidGame(at)


def on_first_stack(laid: LaidGame, readings: str) -> SettledTile:
    """A tile turned where the first indicator belongs."""
    wall = laid.view().wall_break
    assert wall is not None
    stack = wall.indicators[0].stack
    middle = (wall.shape.lengths[stack.seat] + 1) / 2
    return piece(1, readings, zone=Zone.WALL, seat=stack.seat, at=((middle - stack.number) * WIDTH_MM, 0.0))


def read(laid: LaidGame, **view):
    return read_indicator(laid.view(**view), laid.bindings, laid.answers)


def test_a_tile_turned_where_the_indicator_belongs_is_the_indicator(undealt):
    undealt.lay(on_first_stack(undealt, "9s"))
    found = read(undealt)
    assert isinstance(found, Explanation)
    assert found.events == (IndicatorTurned(parse_tile("9s")),)


def test_an_indicator_that_is_hardly_read_waits_and_counts_in_doubt_when_it_is_ripe(undealt):
    undealt.lay(on_first_stack(undealt, "9s 0.5, 8s 0.3"))
    waiting = read(undealt)
    assert isinstance(waiting, Doubt)
    assert waiting.reason is QuestionReason.UNCERTAIN_INDICATOR
    ripe = read(undealt, ripe=[1])
    assert isinstance(ripe, Explanation)
    assert ripe.doubt


def test_a_second_tile_turned_without_a_kong_is_asked_by_its_place():
    laid = LaidGame(ScriptedTable().deal().play("0-1m"))
    laid.lay(piece(1, "9s", zone=Zone.WALL, seat=2))
    found = read(laid)
    assert isinstance(found, Doubt)
    assert found.reason is QuestionReason.INDICATOR_PLACE


def test_a_tile_that_a_person_named_an_indicator_asks_for_its_kong():
    laid = LaidGame(ScriptedTable().deal().play("0-1m"))
    laid.lay(piece(1, "9s", zone=Zone.WALL, seat=2))
    laid.answers.tiles[1] = parse_tile("9s")
    found = read(laid)
    assert isinstance(found, Doubt)
    assert found.reason is QuestionReason.UNKNOWN_KONG
    assert is_kong_shown(laid.view(), laid.bindings, laid.answers)
