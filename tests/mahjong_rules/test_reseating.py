"""People change places in the middle of a game: names, scores and the next dealer go along, results stay."""

from __future__ import annotations

import pytest
from classical_table import ClassicalTable
from played_tours import four_tours, play_deal

from mahjong_rules.events import PenaltyDeclared, PenaltyKind, SeatsRedrawn, StakeLaid
from mahjong_rules.reseating import are_seats_due, by_seat_of_now, first_dealer_of
from mahjong_rules.seats import SEATS, Seat

SEATS_OF = (Seat(2), Seat(0), Seat(3), Seat(1))
"""A goes to seat 2, B to 0, C to 3, D to 1."""
CHANGE = SeatsRedrawn(SEATS_OF, Seat(1))


@pytest.mark.clause("Tchou 1924 l.296")
def test_names_and_scores_move_and_the_game_goes_on_for_four_more_tours() -> None:
    table = four_tours()
    before = table.game
    table.apply(CHANGE)
    assert table.game.names == ("B", "D", "A", "C")
    assert table.game.scores == tuple(before.scores[old] for old in (1, 3, 0, 2))
    assert (table.game.first_dealer, table.game.header.dealer, table.game.header.round_number) == (1, 1, 4)
    while not table.game.is_over:
        play_deal(table)
    assert len(table.game.results) == 32
    assert sum(table.game.scores) == 0


@pytest.mark.clause("Tchou 1924 l.296")
def test_seats_are_due_once_before_the_first_deal_of_the_fifth_tour() -> None:
    table = four_tours()
    assert are_seats_due(table.game, 4)
    table.apply(CHANGE)
    assert not are_seats_due(table.game, 4)
    assert "once after every 4 rounds" in table.refused(CHANGE)
    table.deal()
    assert not are_seats_due(table.game, 4)


@pytest.mark.clause("Tchou 1924 l.296")
def test_people_may_stay_where_they_are() -> None:
    table = play_deal(four_tours())
    assert not are_seats_due(table.game, 4)
    assert "once after every 4 rounds" in table.refused(CHANGE)


def test_a_change_at_the_wrong_moment_or_to_no_seats_is_refused() -> None:
    table = four_tours()
    assert "four different seats" in table.refused(SeatsRedrawn((Seat(0), Seat(0), Seat(1), Seat(2)), Seat(0)))
    table.apply(StakeLaid(table.game.header.dealer, 50, 1))
    assert "before it is laid" in table.refused(CHANGE)
    table.deal()
    assert "before the next deal" in table.refused(CHANGE)
    assert "people keep their seats" in ClassicalTable("simple").refused(CHANGE)
    finished = ClassicalTable("tchou")
    while not finished.game.is_over:
        play_deal(finished)
    assert "the game is over" in finished.refused(CHANGE)


def test_old_results_find_their_people() -> None:
    table = four_tours()
    table.apply(CHANGE)
    play_deal(table)
    names = ("A", "B", "C", "D")
    assert by_seat_of_now(table.game, 16, names) == table.game.names
    assert by_seat_of_now(table.game, 17, table.game.names) == table.game.names
    assert [first_dealer_of(table.game, deals) for deals in (1, 16, 17)] == [SEATS[0], SEATS[0], SEATS[1]]


@pytest.mark.clause("Tchou 1924 l.769")
def test_a_stake_that_was_forgotten_before_the_change_is_told_before_it() -> None:
    table = four_tours()
    table.apply(CHANGE)
    assert "changed places" in table.refused(PenaltyDeclared(Seat(0), PenaltyKind.STAKE_FORGOTTEN))
