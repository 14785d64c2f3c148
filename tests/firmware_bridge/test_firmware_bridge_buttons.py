"""Presses: each counts once, bounces and elbows never."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.buttons import Button, ButtonKind, ButtonWatch
from mahjong_rules.seats import Seat

LOOK_S = 0.01
WIN, RIICHI, OTHER_WIN = (
    Button(ButtonKind.WIN, Seat(0)),
    Button(ButtonKind.RIICHI, Seat(0)),
    Button(ButtonKind.WIN, Seat(1)),
)
START = Button(ButtonKind.START)
BY_SIGN = {"w": WIN, "r": RIICHI, "o": OTHER_WIN, "s": START}


def pressed(*looks: str) -> list[Button]:
    """What counts, when each word is what is down at one look ("-": nothing), one every 10 ms."""
    watch = ButtonWatch(0.04)
    counted: list[Button] = []
    for number, word in enumerate(("-",) * 10 + looks):
        down = [BY_SIGN[sign] for sign in word if sign != "-"]
        counted += watch.update(down, number * LOOK_S)
    return counted


LONG = 8


@pytest.mark.parametrize(
    ("looks", "counted"),
    [
        (("w",) * LONG, [WIN]),
        (("w",) * 500, [WIN]),
        (("w",) * 3, []),
        (("w", "-") * 3 + ("w",) * LONG, [WIN]),
        (("w",) * LONG + ("-", "w") * 3 + ("w",) * LONG, [WIN]),
        (("w",) * LONG + ("-",) * LONG + ("w",) * LONG, [WIN, WIN]),
        (("wr",) * LONG, []),
        (("w",) * 2 + ("wr",) * LONG + ("w",) * LONG, []),
        (("w",) * LONG + ("wr",) * LONG + ("r",) * LONG, [WIN]),
        (("wr",) * LONG + ("-",) * LONG + ("r",) * LONG, [RIICHI]),
        (("wo",) * LONG, [WIN, OTHER_WIN]),
        (("ws",) * LONG, [START, WIN]),
    ],
)
def test_a_steady_press_counts_once_and_two_buttons_of_a_panel_do_not(looks, counted):
    assert pressed(*looks) == counted


def test_a_button_that_is_held_when_the_watch_begins_counts_only_after_its_release() -> None:
    watch = ButtonWatch(0.04)
    looks = [WIN] * 50 + [None] * 10 + [WIN] * 10
    counts = [watch.update([] if down is None else [down], number * LOOK_S) for number, down in enumerate(looks)]
    assert [number for number, count in enumerate(counts) if count] == [64]


@given(st.lists(st.sampled_from(["-", "w", "r", "wr"]), max_size=200))
def test_whatever_the_contacts_do_two_presses_lie_a_release_apart(looks):
    watch = ButtonWatch(0.04)
    longest_up, up, since_last = 0, 0, 10**6
    for number, word in enumerate(looks):
        up = up + 1 if word == "-" else 0
        longest_up = max(longest_up, up)
        if watch.update([BY_SIGN[sign] for sign in word if sign != "-"], number * LOOK_S):
            assert longest_up >= 4
            assert since_last >= 8
            longest_up, since_last = 0, 0
        since_last += 1
