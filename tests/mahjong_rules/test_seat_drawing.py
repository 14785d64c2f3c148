from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mahjong_rules.seat_drawing import SeatDrawing, draw, drawn_by_people
from mahjong_rules.seats import SEATS, Seat, Wind
from table_daemon.cli.main import main
from table_daemon.rules.presets import load_rules, preset_names

WINDS = st.permutations(list(Wind))
THROWS = st.lists(st.integers(2, 12), min_size=60, max_size=60)


@given(
    st.sampled_from(SeatDrawing), WINDS, st.lists(st.integers(2, 12), min_size=60, max_size=60), st.sampled_from(SEATS)
)
def test_every_procedure_seats_everybody_once_and_finds_a_dealer(
    drawing: SeatDrawing, winds: list[Wind], totals: list[int], starter: Seat
) -> None:
    throws = iter([*totals, 12, 11, 10, 9])
    drawn = draw(drawing, lambda: next(throws), winds, starter)
    assert sorted(drawn.new_seats) == list(SEATS)
    assert drawn.first_dealer in SEATS
    assert drawn.steps


@pytest.mark.clause("Tchou 1924 l.238", "Tchou 1924 l.264")
def test_the_printed_example_of_tchou() -> None:
    """A throws 3: C has the place of East; A throws 9: A draws first, East; B draws North, C South, D West."""
    throws = iter([3, 9, 12, 3])
    drawn = draw(SeatDrawing.COLUMN, lambda: next(throws), [Wind.EAST, Wind.NORTH, Wind.SOUTH, Wind.WEST])
    assert drawn.new_seats == (2, 1, 3, 0), "A takes the place of C, C of D, D of A, B stays"
    assert drawn.first_dealer == drawn.new_seats[2], "C has the first hand"


@pytest.mark.clause("Tchou 1924 l.249", "Tchou 1924 l.253")
def test_people_who_drew_themselves_sit_as_their_tiles_and_dice_say() -> None:
    drawn = drawn_by_people((SEATS[0], SEATS[2], SEATS[3], SEATS[1]), SEATS[2], SEATS[2])
    assert drawn.new_seats == (2, 1, 3, 0), "A takes the place of C, C of D, D of A, B stays"
    assert drawn.first_dealer == drawn.new_seats[2], "C has the first hand"
    assert [(step.what, step.who, step.wind) for step in drawn.steps] == [
        ("draws", who, wind) for who, wind in zip((0, 2, 3, 1), Wind, strict=True)
    ]


@pytest.mark.clause("WRC 2015 §4.4")
def test_without_a_word_of_people_who_drew_east_stays_and_deals_first() -> None:
    drawn = drawn_by_people((SEATS[3], SEATS[0], SEATS[1], SEATS[2]))
    assert (drawn.new_seats, drawn.first_dealer) == (SEATS, 3)


def test_nobody_draws_two_winds() -> None:
    with pytest.raises(ValueError, match="each draw one wind, not 0, 0, 1, 2"):
        drawn_by_people((SEATS[0], SEATS[0], SEATS[1], SEATS[2]))


@pytest.mark.clause("A-48")
def test_three_people_stay_and_the_highest_throw_among_them_deals() -> None:
    seats = load_rules("sanma", (("empty_seat", "1"),)).traits.seats
    throws = iter([4, 9, 5])
    drawn = draw(seats.drawing, lambda: next(throws), list(Wind), seats=seats.in_play)
    assert drawn.new_seats == SEATS
    assert drawn.first_dealer == 2
    assert [step.who for step in drawn.steps] == [0, 2, 3]


@pytest.mark.clause("A-17")
def test_who_is_tied_throws_again_for_east() -> None:
    throws = iter([9, 4, 9, 2, 5, 11])
    drawn = draw(SeatDrawing.HIGHEST_THROW, lambda: next(throws), list(Wind))
    assert (drawn.first_dealer, len(drawn.steps)) == (2, 6)


@pytest.mark.clause("Kanai French l.8", "A-2")
def test_the_letter_of_kanai_french_lets_the_temporary_east_throw() -> None:
    def dealer(drawing: SeatDrawing) -> Seat:
        throws = iter([2, 2, 2, 2])
        return draw(drawing, lambda: next(throws), [Wind.SOUTH, Wind.EAST, Wind.WEST, Wind.NORTH]).first_dealer

    assert dealer(SeatDrawing.TEMPORARY_EAST) != dealer(SeatDrawing.TEMPORARY_EAST_THROWS)


@pytest.mark.parametrize("rules", preset_names())
def test_the_command_draws_seats_that_a_game_can_start_with(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    seats = load_rules(rules).traits.seats.in_play
    people = ["Ann", "Bo", "Cy", "Di"][: len(seats)]
    arguments = ["seats", "--rules", rules, "--names", ", ".join(people), "--seed", "5"]
    assert main([*arguments, "--json"]) == 0
    drawn = json.loads(capsys.readouterr().out)
    assert sorted(drawn["names"][seat] for seat in seats) == people
    assert len(drawn["names"]) == len(SEATS)
    assert all(drawn["names"]), "start_game takes four names, also where three play"
    assert drawn["first_dealer"] in seats
    assert main(arguments) == 0
    assert f"East   {drawn['names'][drawn['first_dealer']]}" in capsys.readouterr().out


@pytest.mark.clause("A-2")
def test_the_first_thrower_is_an_option_of_the_japanese_game() -> None:
    assert load_rules("jp_classic").traits.seats.drawing is SeatDrawing.TEMPORARY_EAST
    literal = load_rules("jp_classic", [("first_thrower", "temporary_east")])
    assert literal.traits.seats.drawing is SeatDrawing.TEMPORARY_EAST_THROWS


@pytest.mark.parametrize("names", ["A,B,C", "A,A,B,C", ",,,", "A,B,C,D,E"])
def test_names_that_seat_nobody_are_refused_with_a_sentence(names: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["seats", "--names", names]) == 2
    assert "four different names" in capsys.readouterr().err
