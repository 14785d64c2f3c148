from __future__ import annotations

import json
from pathlib import Path

import pytest

from mahjong_rules.seating import (
    FirstThrower,
    count_dice,
    draw_seats,
    first_dealer,
    jp_classic_first_thrower,
    jp_classic_seats,
    riichi_seats,
    simple_east,
    tchou_seats,
)
from mahjong_rules.seats import SEATS, Seat, Wind

VECTORS = {
    entry["id"]: entry
    for entry in json.loads(
        (Path(__file__).parents[1] / "data" / "rules" / "wall_breaks.json").read_text(encoding="utf-8")
    )["seat_determination"]
}
E, S, W, N = Wind
LETTERS = {wind.letter: wind for wind in Wind}


@pytest.mark.clause("Tchou 1924 l.238", "Tchou 1924 l.245", "Tchou 1924 l.247", "Tchou 1924 l.249", "Tchou 1924 l.253")
def test_the_places_of_tchou_page_28_are_drawn_as_printed() -> None:
    vector = VECTORS["002-places"]
    people = vector["seats_counterclockwise"]
    first = people.index(vector["first_to_pick"])
    tiles = tuple(LETTERS[vector["picks"][people[(first + number) % 4]]] for number in range(4))
    thrower = Seat(people.index(vector["thrower"]))
    seating = tchou_seats(thrower, (vector["first_throw"], vector["second_throw"]), tiles)
    assert people[seating.east_place] == vector["east_place_of"]
    assert people[seating.first_picker] == vector["first_to_pick"]
    assert {people[seat]: seating.drawn[seat].letter for seat in SEATS} == vector["picks"]
    order = [people[seating.moved_from(Seat((seating.east_place + steps) % 4))] for steps in range(4)]
    assert order == vector["new_order_counterclockwise_from_east"]
    takes_place_of = {people[seat]: people[seating.new_seat(seat)] for seat in SEATS}
    assert takes_place_of == {"A": "C", "C": "D", "D": "A", "B": "B"}, vector["result"]


@pytest.mark.clause("Tchou 1924 l.264", "Tchou 1924 l.266", "Tchou 1924 l.272")
def test_the_first_hand_of_tchou_page_30_is_found_as_printed() -> None:
    vector = VECTORS["002-first-hand"]
    people = vector["order_counterclockwise"]
    found = first_dealer(Seat(people.index(vector["east_place"])), tuple(vector["throws"]))
    assert [people[seat] for seat in found.passed] == [vector["intermediate"]]
    assert people[found.dealer] == vector["first_hand"]


def test_every_printed_example_of_the_sources_is_tried() -> None:
    assert set(VECTORS) == {"002-places", "002-first-hand"}


@pytest.mark.parametrize(
    ("thrower", "total", "seat"), [(0, 2, 1), (0, 4, 3), (0, 5, 0), (0, 12, 3), (2, 3, 0), (3, 9, 3)]
)
@pytest.mark.clause("Kanai French l.4", "Tchou 1924 l.245")
def test_dice_are_counted_to_the_right_and_the_thrower_is_one(thrower: int, total: int, seat: int) -> None:
    assert count_dice(Seat(thrower), total) == seat


@pytest.mark.clause("Kanai French l.4", "Kanai French l.5", "Kanai French l.6")
def test_east_of_jp_classic_sits_at_the_place_of_the_temporary_east() -> None:
    seating = jp_classic_seats(Seat(0), (7, 4), (S, W, E, N))
    assert seating.east_place == 2
    assert seating.first_picker == 1
    assert seating.drawn == (N, S, W, E)
    assert seating.east_drawer == 3
    assert [seating.new_seat(seat) for seat in SEATS] == [1, 3, 0, 2]


@pytest.mark.clause("Kanai French l.8", "A-2")
def test_who_throws_for_the_first_dealer_of_jp_classic_is_an_option() -> None:
    seating = jp_classic_seats(Seat(0), (7, 4), (S, W, E, N))
    assert jp_classic_first_thrower(seating) == 2
    assert seating.moved_from(jp_classic_first_thrower(seating, FirstThrower.TEMPORARY_EAST)) == seating.east_place
    assert jp_classic_first_thrower(seating, FirstThrower.TEMPORARY_EAST) == 0


@pytest.mark.clause("Kanai French l.9")
def test_one_throw_is_enough_for_the_first_dealer_of_kanai_french() -> None:
    found = first_dealer(Seat(1), (6,))
    assert (found.passed, found.dealer) == ((), 2)


@pytest.mark.clause("WRC 2015 §4.4")
def test_the_player_who_shuffled_draws_last_in_riichi() -> None:
    seating = riichi_seats(Seat(2), (N, W, E, S))
    assert seating.first_picker == 3
    assert seating.drawn == (W, E, S, N)
    assert seating.east_place == seating.east_drawer == 1
    assert [seating.new_seat(seat) for seat in SEATS] == [3, 1, 2, 0]


def test_east_of_riichi_may_be_given_a_place() -> None:
    seating = riichi_seats(Seat(2), (N, W, E, S), east_place=Seat(0))
    assert (seating.east_drawer, seating.new_seat(seating.east_drawer)) == (1, 0)


@pytest.mark.clause("La Règle l.53")
def test_the_highest_throw_is_east_in_the_simple_game() -> None:
    assert simple_east({Seat(0): 4, Seat(1): 11, Seat(2): 9, Seat(3): 2}).east == 1


@pytest.mark.clause("A-17")
def test_only_those_who_are_tied_throw_again() -> None:
    first = simple_east({Seat(0): 9, Seat(1): 3, Seat(2): 9, Seat(3): 9})
    assert (first.east, first.tied) == (None, (0, 2, 3))
    again = simple_east({Seat(0): 5, Seat(2): 8, Seat(3): 2})
    assert again.east == 2


@pytest.mark.parametrize("total", [-4, 0, 1, 13])
def test_impossible_dice_are_refused(total: int) -> None:
    with pytest.raises(ValueError, match=f"not {total}"):
        count_dice(Seat(0), total)
    with pytest.raises(ValueError, match=f"not {total}"):
        simple_east({Seat(0): 7, Seat(1): total})


@pytest.mark.parametrize("tiles", [(), (E, S, W), (E, S, W, W), (E, E, S, W, N)])
def test_seats_are_drawn_with_one_tile_of_each_wind(tiles: tuple[Wind, ...]) -> None:
    with pytest.raises(ValueError, match="one tile of each wind"):
        draw_seats(Seat(0), Seat(0), tiles)
    with pytest.raises(ValueError, match="one tile of each wind"):
        riichi_seats(Seat(0), tiles)


@pytest.mark.parametrize("throws", [(), (4, 5, 6)])
def test_another_number_of_throws_finds_no_first_dealer(throws: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="one or two throws"):
        first_dealer(Seat(0), throws)


def test_a_single_thrower_is_no_contest() -> None:
    with pytest.raises(ValueError, match="two or more"):
        simple_east({Seat(0): 12})
