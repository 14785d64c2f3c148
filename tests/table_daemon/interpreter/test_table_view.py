"""What a reader looks at: the draws that nobody sees, what people have said, and which pieces wait for their word."""

import pytest
from laid_pieces import LaidGame, piece, river_place
from scripted_table import ScriptedTable

from mahjong_rules.events import Discarded, Drawn
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import TileStock, parse_tile
from table_daemon.interpreter.table_view import Answers, doubt_about, is_asked, is_doubtful
from vision.sightings import Observation

SURE, UNSURE = piece(1, "5s"), piece(2, "5s 0.54, 6s 0.4")


@pytest.fixture
def laid() -> LaidGame:
    """Seat 1 draws next."""
    return LaidGame(ScriptedTable().deal().play("0-1m"))


def test_the_player_in_turn_draws_and_nobody_else(laid):
    view = laid.view()
    assert view.next_to_act == 1
    assert view.drawing(Seat(1)) == (Drawn(Seat(1)),)
    assert view.drawing(Seat(2)) == ()


def test_a_step_is_played_on_a_copy_or_refused_with_the_rules_sentence(laid):
    view = laid.view()
    played = view.after([Drawn(Seat(1)), Discarded(Seat(1), parse_tile("2m"))])
    assert not isinstance(played, str)
    assert isinstance(view.after([Discarded(Seat(3), parse_tile("2m"))]), str)
    assert view.game is laid.at.game


@pytest.mark.parametrize(("found", "expected"), [(SURE, False), (UNSURE, True)])
def test_a_piece_that_is_hardly_read_is_doubtful_until_a_person_names_it(found, expected):
    answers = Answers()
    assert is_doubtful(found, answers) is expected
    assert bool(doubt_about(found)) is expected
    answers.tiles[found.track] = parse_tile("6s")
    assert not is_doubtful(found, answers)


def test_a_piece_whose_event_was_taken_back_is_asked_until_a_person_names_it():
    answers = Answers(taken_back={1})
    assert is_asked(SURE, answers)
    assert is_doubtful(SURE, answers)
    answers.tiles[1] = parse_tile("5s")
    assert not is_asked(SURE, answers)


def test_what_people_said_stands_on_the_table():
    lies = (SURE, UNSURE, piece(3, "9s", at=river_place(3)), piece(4, "9s", at=river_place(4)))
    answers = Answers(tiles={2: parse_tile("6s")}, ignored={3}, aside={4})
    seen = answers.applied(Observation(0.0, 1, lies, frozenset()), TileStock().kinds)
    assert [found.track for found in seen.tiles] == [1, 2]
    assert (seen.tiles[1].tile, seen.tiles[1].confidence) == (parse_tile("6s"), 1.0)
