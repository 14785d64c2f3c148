"""The reading of a table by values: an observation and a situation in, findings out; when nothing is read at all."""

from dataclasses import replace

import pytest
from laid_pieces import piece, river_anchor, river_place
from scripted_table import ScriptedTable

from mahjong_rules.events import Discarded
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import parse_tile
from table_daemon.interpreter.interpreter import InterpreterSettings
from table_daemon.interpreter.table_reading import Situation, TableReading
from vision.sightings import Face, Observation, Zone

FIRST = piece(1, "5s")
BARE = Observation(0.0, 1, (), frozenset())
WITH_DISCARD = replace(BARE, tiles=(FIRST,))


@pytest.fixture
def at() -> ScriptedTable:
    """Seat 0 is to discard first."""
    return ScriptedTable().deal()


@pytest.fixture
def reading(at) -> TableReading:
    reading = TableReading(InterpreterSettings(doubt_s=4.0))
    reading.begin_game(at.rules)
    reading.begin_deal(at.game)
    return reading


def now(at: ScriptedTable, second: float = 0.0, **known) -> Situation:
    return Situation(at.game, second, **known)


def test_before_a_game_begins_nothing_is_read_but_tiles_are_counted(at):
    reading = TableReading(InterpreterSettings())
    found = reading.read(WITH_DISCARD, now(at))
    assert (found.found, found.questions, found.tiles_seen) == (None, (), 1)


def test_a_new_piece_becomes_an_event(at, reading):
    found = reading.read(WITH_DISCARD, now(at)).found
    assert found is not None
    assert found.events[-1] == Discarded(Seat(0), parse_tile("5s"))
    assert reading.seen_at(river_anchor(0, 0)) == (parse_tile("5s"), 0.99)
    assert reading.tracks_at(river_anchor(0, 0)) == (1,)


def test_reading_changes_no_game(at, reading):
    before = at.game
    reading.read(WITH_DISCARD, now(at))
    assert at.game is before


@pytest.mark.parametrize("known", [{"is_moving": True}, {"is_teaching": True}])
def test_nothing_is_read_while_the_machine_moves_or_the_eyes_are_taught(at, reading, known):
    found = reading.read(WITH_DISCARD, now(at, **known))
    assert (found.found, found.tiles_seen) == (None, 1)


def test_while_an_end_waits_only_a_new_observation_is_read(at, reading):
    assert reading.read(None, now(at, is_waiting=True)).found is None
    assert reading.read(WITH_DISCARD, now(at, is_waiting=True)).found is not None


def test_what_lay_there_before_the_machine_took_the_tiles_is_not_read_before_a_bare_table_was_seen(at, reading):
    reading.forget_table()
    old = replace(BARE, tiles=(FIRST, piece(2, "6s", at=river_place(1))))
    assert reading.read(old, now(at)).found is None
    assert reading.read(BARE, now(at)).found is not None
    assert reading.read(WITH_DISCARD, now(at)).found is not None


def test_what_was_seen_since_the_table_was_bare_belongs_to_the_deal_that_begins(at, reading):
    reading.read(WITH_DISCARD, now(at, is_moving=True))
    assert reading.begin_deal(at.game) == WITH_DISCARD
    reading.forget_table()
    assert reading.begin_deal(at.game) is None


def test_a_doubt_that_lasts_becomes_a_question_and_stays_one_while_nothing_is_read(at, reading):
    strange = replace(BARE, tiles=(piece(9, "5s", seat=2),))
    assert reading.read(strange, now(at)).questions == ()
    (question,) = reading.read(None, now(at, 5.0)).questions
    assert question.track == 9
    assert reading.read(None, now(at, 6.0, is_moving=True)).questions == (question,)
    reading.begin_game(at.rules)
    assert reading.newest.questions == ()


def test_a_piece_that_is_no_part_of_the_game_is_not_asked_about(at, reading):
    strange = replace(BARE, tiles=(piece(9, "5s", seat=2),))
    reading.read(strange, now(at))
    reading.ignore((9,))
    assert reading.read(None, now(at, 5.0)).questions == ()


def test_after_events_were_taken_out_their_pieces_are_asked_and_not_read_again(at, reading):
    found = reading.read(WITH_DISCARD, now(at)).found
    assert found is not None
    assert found.events
    reading.after_correction(at.game, takes_out=True, has_aside=False)
    again = reading.read(None, now(at, 0.1))
    assert again.found is not None
    assert again.found.events == ()
    assert [question.track for question in again.questions] == [1]


def test_a_face_down_tile_in_a_river_is_no_discard(at, reading):
    hidden = replace(BARE, tiles=(piece(1, "", face=Face.DOWN, zone=Zone.RIVER),))
    found = reading.read(hidden, now(at)).found
    assert found is not None
    assert not any(isinstance(event, Discarded) for event in found.events)
