"""Which test the self-test proposes next: both sets the same way, tiles out of their place first."""

from __future__ import annotations

from table_daemon.setting_up.trial_parts import (
    COUNTERS,
    HEADS,
    MECHANISM,
    PUSHERS,
    STOP_CONTACT,
    Part,
    Walls,
    next_test,
)

SET_A_DONE = (*MECHANISM, *HEADS, *PUSHERS, COUNTERS[0])


def proposed(passed: tuple[Part, ...], walls: Walls, pressed: tuple[Part, ...] = ()) -> str:
    following = next_test(dict.fromkeys(passed, "passed"), walls, pressed)
    return "" if following is None else f"{following[0]} {following[1]}"


def test_a_set_is_stacked_brought_up_and_counted_in_before_the_other_one_is() -> None:
    assert proposed((), Walls.UNKNOWN) == "mechanism A"
    assert proposed(MECHANISM, Walls.INSIDE) == "heads A"
    assert proposed((*MECHANISM, *HEADS), Walls.BUILT) == "pushers A"
    assert proposed((*MECHANISM, *HEADS, *PUSHERS), Walls.OUT) == "counters A"
    assert proposed(SET_A_DONE, Walls.INSIDE) == "heads B"
    assert proposed(SET_A_DONE, Walls.BUILT) == "pushers B"
    assert proposed(SET_A_DONE, Walls.OUT) == "counters B"


def test_walls_that_stand_there_already_come_before_dice_dome_and_lifts() -> None:
    assert proposed((), Walls.OUT) == "counters A", "the board's own test wants an empty table"
    assert proposed((), Walls.BUILT) == "pushers A"


def test_a_set_up_that_was_left_goes_on_by_what_has_passed() -> None:
    assert proposed((*MECHANISM, *HEADS), Walls.UNKNOWN) == "pushers A"
    assert proposed((*MECHANISM, *HEADS, *PUSHERS), Walls.UNKNOWN) == "counters A"
    assert proposed(SET_A_DONE, Walls.UNKNOWN) == "heads B"


def test_buttons_come_last_and_only_where_there_are_any() -> None:
    done = (*SET_A_DONE, COUNTERS[1])
    assert proposed(done, Walls.INSIDE) == ""
    assert proposed(done, Walls.INSIDE, (STOP_CONTACT,)) == "buttons B"
    assert proposed((*done, STOP_CONTACT), Walls.INSIDE, (STOP_CONTACT,)) == ""
