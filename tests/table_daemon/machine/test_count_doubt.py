"""Who pushes tiles in is asked to look only when the count has stood still, and of the right set."""

from dataclasses import replace

import pytest
from standings import RESTING, WALLS_A

from firmware_bridge.cycle import State
from mahjong_rules.set_names import SetName
from table_daemon.machine.count_doubt import PATIENCE_S, CountDoubt, doubt_text, missing_tiles, short_set


def test_a_count_that_stands_still_becomes_due_and_the_next_tile_ends_that():
    doubt = CountDoubt()
    due = []
    for counted, now_s in ((100, 0.0), (100, PATIENCE_S - 0.1), (100, PATIENCE_S), (101, PATIENCE_S + 1.0)):
        doubt.update(counted, now_s)
        due.append(doubt.is_due)
    assert due == [False, False, True, False]


def test_a_new_count_of_the_same_number_begins_its_own_patience():
    doubt = CountDoubt()
    doubt.update(100, 0.0)
    doubt.update(100, PATIENCE_S)
    doubt.forget()
    doubt.update(100, PATIENCE_S + 5.0)
    assert not doubt.is_due


@pytest.mark.parametrize(
    ("board", "short"),
    [
        (None, None),
        (RESTING, None),
        (WALLS_A, SetName.A),
        (replace(RESTING, tiles_inside_b=135), SetName.B),
        (replace(WALLS_A, tiles_inside_b=135), SetName.A),
    ],
)
def test_the_short_set_is_the_one_on_the_table_else_one_that_should_be_inside(board, short):
    assert short_set(board) is short


@pytest.mark.parametrize(
    ("state", "board", "is_due", "missing"),
    [
        (State.COUNTING, WALLS_A, False, 0),
        (State.COUNTING, WALLS_A, True, 136),
        (State.IN_PLAY, WALLS_A, True, 0),
        (State.REFUSED, replace(RESTING, tiles_inside_b=135), False, 1),
        (State.REFUSED, WALLS_A, False, 0),
        (State.COUNTING, None, True, 0),
    ],
)
def test_people_are_asked_while_tiles_are_counted_or_a_set_inside_is_short(state, board, is_due, missing):
    assert missing_tiles(state, board, is_due=is_due) == missing


def test_the_sentence_names_set_and_numbers():
    assert doubt_text(SetName.B, 130, 136).startswith("Of set B 130 of 136 tiles are counted: look for the other 6 ")
