"""The next discard: whose turn it is, what the rules accept of what is read, and what is only asked about."""

import pytest
from laid_pieces import WIDTH_MM, LaidGame, piece, river_place
from scripted_table import ScriptedTable

from mahjong_rules.events import Discarded
from mahjong_rules.tiles import parse_tile
from table_daemon.interpreter.discards import read_discard
from table_daemon.interpreter.explanations import Doubt, Explanation
from table_daemon.interpreter.joint_reading import Surplus, misreadings
from table_daemon.interpreter.questions import QuestionReason
from vision.sightings import Zone


@pytest.fixture
def laid() -> LaidGame:
    """Seats 0 and 1 have discarded; seat 2 is next."""
    return LaidGame(ScriptedTable().deal().play("0-1m 1-2z"))


def read(laid: LaidGame, **view):
    return read_discard(laid.view(**view), laid.bindings, laid.answers)


def discard_in(step) -> Discarded:
    assert isinstance(step, Explanation), step
    assert isinstance(step.events[-1], Discarded)
    return step.events[-1]


def test_nothing_new_is_no_discard(laid):
    assert read(laid) is None


def test_a_tile_in_the_river_of_the_player_in_turn_is_the_discard_with_the_draw_before_it(laid):
    laid.lay(piece(7, "5s", seat=2))
    step = read(laid)
    assert discard_in(step) == Discarded(2, parse_tile("5s"))
    assert len(step.events) == 2
    assert step.bindings[0][1][0].track == 7


def test_a_tile_of_somebody_else_is_no_discard_of_the_player_in_turn(laid):
    laid.lay(piece(7, "5s", seat=3))
    assert read(laid) is None


def test_a_tile_that_is_hardly_read_waits_and_counts_in_doubt_when_it_is_ripe(laid):
    laid.lay(piece(7, "5s 0.5, 6s 0.4", seat=2))
    waiting = read(laid)
    assert isinstance(waiting, Doubt)
    assert waiting.reason is QuestionReason.UNCERTAIN_TILE
    ripe = read(laid, ripe=[7])
    assert discard_in(ripe).tile == parse_tile("5s")
    assert [tile for tile, _ in ripe.doubt] == [parse_tile("5s"), parse_tile("6s")]


def test_a_tile_that_is_hardly_read_does_not_wait_once_play_has_gone_on(laid):
    laid.lay(piece(7, "5s 0.5, 6s 0.4", seat=2), piece(8, "9s", seat=3))
    assert discard_in(read(laid)).tile == parse_tile("5s")


def test_what_a_person_says_counts_at_once(laid):
    laid.lay(piece(7, "5s 0.5, 6s 0.4", seat=2))
    laid.answers.tiles[7] = parse_tile("6s")
    assert discard_in(read(laid)).tile == parse_tile("6s")


def test_a_tile_that_was_taken_back_is_asked_however_well_it_is_read(laid):
    laid.lay(piece(7, "5s", seat=2))
    laid.answers.taken_back.add(7)
    assert isinstance(read(laid, ripe=[7]), Doubt)


def test_a_tile_in_the_place_of_one_that_is_gone_is_asked():
    laid = LaidGame(ScriptedTable().deal().play("0-1m 1-2z 2-3z 3-4z"))
    gone = laid.take(0, 0)
    laid.lay(piece(7, "5s", seat=0, at=(gone.u_mm, gone.v_mm)))
    doubt = read(laid)
    assert isinstance(doubt, Doubt)
    assert doubt.reason is QuestionReason.CHANGED_TILE


def test_a_sideways_tile_declares_riichi(laid):
    laid.lay(piece(7, "5s", seat=2, is_sideways=True))
    assert discard_in(read(laid)).riichi


@pytest.mark.parametrize("called", [True, False])
def test_an_upright_tile_declares_riichi_only_where_it_was_called(laid, called):
    laid.lay(piece(7, "5s", seat=2))
    laid.answers.called_riichi = frozenset({2}) if called else frozenset()
    assert discard_in(read(laid)).riichi is called


def test_a_fifth_copy_that_is_surely_read_contradicts_the_least_sure_of_the_four():
    at = ScriptedTable().deal().play("0-1m 1-1m 2-1m 3-1m")
    laid = LaidGame(at)
    (unsure,) = [found for found in laid.pieces if found.seat == 1]
    laid.pieces.remove(unsure)
    laid.lay(piece(unsure.track, "1m 0.8, 7m 0.15", seat=1), piece(9, "1m", seat=0, at=river_place(1)))
    found = read(laid)
    assert isinstance(found, Surplus)
    likeliest = misreadings(found.copies)[0]
    assert (found.face, len(found.copies)) == (parse_tile("1m"), 5)
    assert (likeliest.copy.anchor.seat, likeliest.name.tile, likeliest.is_clear) == (1, parse_tile("7m"), True)


def test_a_tile_that_lies_half_in_another_one_was_perhaps_pushed(laid):
    laid.lay(piece(7, "5s", seat=2), piece(8, "6s", seat=2, at=(0.3 * WIDTH_MM, 0.0)))
    doubt = read(laid)
    assert isinstance(doubt, Doubt)
    assert doubt.reason is QuestionReason.CHANGED_TILE


def test_pieces_outside_rivers_are_no_discards(laid):
    laid.lay(piece(7, "5s", seat=2, zone=Zone.CENTRE))
    assert read(laid) is None
