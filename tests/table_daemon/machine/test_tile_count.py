"""Which tiles people put in or take out when a game is played with others than the machine has."""

import pytest

from table_daemon.machine.tile_count import exchange_text

HONOURS, BONUS = "the winds and dragons (28 tiles)", "the flowers and seasons (8 tiles)"


@pytest.mark.parametrize(
    ("present", "needed", "text"),
    [
        (136, 144, f"put {BONUS} into both sets"),
        (144, 136, f"take {BONUS} out of both sets"),
        (136, 108, f"take {HONOURS} out of both sets"),
        (108, 136, f"put {HONOURS} into both sets"),
        (144, 108, f"take {HONOURS} and {BONUS} out of both sets"),
        (108, 144, f"put {HONOURS} and {BONUS} into both sets"),
        (136, 136, "leave the sets as they are"),
    ],
)
def test_the_tiles_between_two_sets_are_named(present, needed, text):
    assert exchange_text(present, needed) == text
