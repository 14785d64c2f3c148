"""Rivers against what was counted: nothing too many, nothing missing, and what nobody saw only where it can be."""

import pytest
from laid_pieces import LaidGame, piece, river_anchor, river_place
from scripted_table import ScriptedTable

from mahjong_rules.events import Drawn, ExhaustiveDraw
from mahjong_rules.seats import Seat
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.interpreter.tally import is_doubled, missing_at_end, read_uncounted, uncounted, unseen_discarder
from vision.sightings import Face, Zone

END = (ExhaustiveDraw((None, None, None, None)),)


@pytest.fixture
def laid() -> LaidGame:
    """Seats 0, 1 and 2 have discarded; seat 3 is next."""
    return LaidGame(ScriptedTable().deal().play("0-1m 1-2z 2-3z"))


def test_rivers_as_counted_ask_nothing_and_miss_nothing(laid):
    assert read_uncounted(laid.view(), laid.bindings) is None
    assert missing_at_end(laid.view(), laid.bindings, END) == ()


def test_a_tile_in_a_river_that_is_nobodys_turn_is_asked(laid):
    laid.lay(piece(7, "5s", seat=1, at=river_place(1)))
    doubt = read_uncounted(laid.view(), laid.bindings)
    assert doubt is not None
    assert (doubt.piece.track, doubt.reason) == (7, QuestionReason.UNCOUNTED_TILE)
    assert [found.track for found in uncounted(laid.view(), laid.bindings, Seat(1))] == [7]


def test_the_tile_of_the_player_in_turn_is_no_uncounted_one(laid):
    laid.lay(piece(7, "5s", seat=3))
    assert read_uncounted(laid.view(), laid.bindings) is None


@pytest.mark.parametrize("over", [1, 3], ids=["the river with the tile", "the river in turn"])
def test_a_river_with_a_hand_over_it_says_nothing(laid, over):
    laid.lay(piece(7, "5s", seat=1, at=river_place(1)))
    assert read_uncounted(laid.view(busy=[(Zone.RIVER, over)]), laid.bindings) is None


def test_a_discard_that_lies_there_no_more_is_missed_at_the_deals_end_and_only_then(laid):
    laid.take(1, 0)
    assert missing_at_end(laid.view(), laid.bindings, END) == (river_anchor(1, 0),)
    assert missing_at_end(laid.view(), laid.bindings, (Drawn(Seat(3)),)) == ()
    assert missing_at_end(laid.view(busy=[(Zone.RIVER, 1)]), laid.bindings, END) == ()


def test_whatever_lies_in_its_place_fills_it(laid):
    gone = laid.take(1, 0)
    laid.lay(piece(7, "", seat=1, at=(gone.u_mm + 5.0, gone.v_mm), face=Face.DOWN))
    assert missing_at_end(laid.view(), laid.bindings, END) == ()


@pytest.mark.parametrize(("shift_mm", "expected"), [(5.0, True), (14.0, True), (16.0, False), (20.5, False)])
def test_two_pieces_deep_in_each_other_are_one(laid, shift_mm, expected):
    first, second = piece(7, "5s", seat=3), piece(8, "5s", seat=3, at=(shift_mm, 0.0))
    laid.lay(first, second)
    assert is_doubled(first, laid.view().observation) is expected


def test_only_the_player_in_turn_can_have_made_a_discard_that_nobody_saw(laid):
    assert unseen_discarder(laid.view(), laid.bindings, Seat(0)) == 3
    assert unseen_discarder(laid.view(), laid.bindings, Seat(3)) is None


def test_a_discard_that_nobody_saw_is_not_believed_where_the_last_one_is_gone(laid):
    laid.take(2, 0)
    assert unseen_discarder(laid.view(), laid.bindings, Seat(0)) is None


def test_a_discard_that_nobody_saw_is_not_believed_beside_a_new_tile_of_the_same_player(laid):
    laid.lay(piece(7, "5s", seat=3))
    assert unseen_discarder(laid.view(), laid.bindings, Seat(0)) is None


@pytest.mark.parametrize(
    "elsewhere",
    [piece(7, "5s", seat=1, at=river_place(1)), piece(7, "5s", zone=Zone.MELDS, seat=1)],
    ids=["in a river", "in a corner"],
)
def test_a_win_on_a_discard_that_nobody_saw_is_not_believed_while_something_else_is_unexplained(laid, elsewhere):
    assert unseen_discarder(laid.view(), laid.bindings, Seat(0), plays_on=False) == 3
    laid.lay(elsewhere)
    assert unseen_discarder(laid.view(), laid.bindings, Seat(0), plays_on=False) is None
    assert unseen_discarder(laid.view(), laid.bindings, Seat(0)) == 3
