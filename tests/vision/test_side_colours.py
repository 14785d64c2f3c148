"""The ground colours of bodies and backs as a second opinion on doubtful backs."""

from __future__ import annotations

import numpy as np

from vision.side_colours import SideColours, side_colour

IVORY = (205, 225, 235)
GREEN = (70, 130, 60)


def crop(colour: tuple[int, int, int], light: float = 1.0, *, inked: bool = False) -> np.ndarray:
    """A tile's side in one colour (BGR), a third of it covered with dark ink if wished."""
    piece = np.empty((56, 40, 3), np.uint8)
    piece[:] = np.array(colour) * light
    if inked:
        piece[14:42, 12:28] = (40, 30, 120)
    return piece


def seen(back: tuple[int, int, int] = GREEN, count: int = 6) -> SideColours:
    colours = SideColours()
    for number in range(count):
        light = 0.7 + 0.06 * number
        colours.learn_body(side_colour(crop(IVORY, light, inked=True)))
        colours.learn_back(side_colour(crop(back, light)))
    return colours


def test_ink_does_not_change_the_ground_colour():
    assert np.allclose(side_colour(crop(IVORY, inked=True)), side_colour(crop(IVORY)))


def test_a_blank_face_in_dim_light_has_a_bodys_colour():
    assert seen().is_body(side_colour(crop(IVORY, 0.4)))


def test_a_back_in_bright_light_has_none():
    assert not seen().is_body(side_colour(crop(GREEN, 1.9)))


def test_a_colour_between_both_changes_nothing():
    between = tuple(round((body * back) ** 0.5) for body, back in zip(IVORY, GREEN, strict=True))
    assert not seen().is_body(side_colour(crop(between)))


def test_nobody_can_tell_ivory_backs_from_ivory_bodies():
    assert not seen(back=(200, 222, 233)).is_body(side_colour(crop(IVORY)))


def test_two_pieces_of_each_side_are_too_few():
    assert not seen(count=2).is_body(side_colour(crop(IVORY)))
