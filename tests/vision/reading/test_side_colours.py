"""The ground colours of bodies and backs as a second opinion on doubtful backs."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hw_sim.picture.textures import load_faces, style_names
from vision.reading.side_colours import (
    SideColours,
    ground_colour,
    has_print,
    is_blank,
    is_felt,
    is_washed_out,
    side_colour,
    side_colours,
)

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
        colours.learn_body(side_colour(crop(IVORY, light, inked=True)), is_printed=True)
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


def test_felt_is_no_body_though_the_backs_are_farther_from_the_bodies():
    red, blue_felt = (40, 30, 200), (120, 70, 50)
    colours = seen(back=red)
    assert not colours.is_body(side_colour(crop(blue_felt)))
    assert colours.is_body(side_colour(crop(IVORY, 0.8)))


RED, GREEN_FELT = (40, 30, 200), (60, 110, 30)
FELT = side_colour(crop(GREEN_FELT))


def test_felt_is_no_back_of_a_set_with_red_backs_in_any_light():
    colours = seen(back=RED)
    assert all(colours.is_no_back(side_colour(crop(GREEN_FELT, light)), FELT) for light in (0.5, 1.0, 1.6))
    assert not any(colours.is_no_back(side_colour(crop(RED, light)), FELT) for light in (0.3, 0.6, 1.2))


def test_felt_is_no_back_of_a_set_whose_backs_are_nearly_of_its_colour():
    teal = (100, 110, 40)
    colours = seen(back=teal)
    assert all(colours.is_no_back(side_colour(crop(GREEN_FELT, light)), FELT) for light in (0.5, 1.0, 1.6))
    assert not any(colours.is_no_back(side_colour(crop(teal, light)), FELT) for light in (0.5, 1.0, 1.6))


def test_a_back_of_the_other_set_is_a_back_as_well():
    colours = seen(back=RED)
    for _ in range(3):
        colours.learn_back(side_colour(crop(GREEN_FELT)))
    assert not colours.is_no_back(side_colour(crop(GREEN_FELT, 0.8)), FELT)


@pytest.mark.parametrize(
    ("colour", "light", "is_shade"), [((50, 40, 60), 0.3, True), (IVORY, 0.3, False), (GREEN, 0.7, False)]
)
def test_a_side_in_the_shade_is_much_darker_than_every_face(colour, light, is_shade):
    assert seen(count=8).is_shade(side_colour(crop(colour, light))) is is_shade
    assert not seen(count=7).is_shade(side_colour(crop(colour, light)))


def test_nobody_can_tell_what_is_no_back_from_two_backs():
    assert not seen(back=RED, count=2).is_no_back(side_colour(crop(GREEN_FELT)), FELT)


@pytest.mark.parametrize("light", [0.25, 0.6, 1.0])
def test_a_face_without_a_drawing_is_blank_in_any_light_and_noise(light):
    fall = np.linspace(0.8, 1.2, 56)[:, None, None]
    noise = np.random.default_rng(1).normal(0, 1.5, (56, 40, 3))
    plain, inked = (np.clip(crop(IVORY, light, inked=inked) * fall + noise, 0, 255) for inked in (False, True))
    assert is_blank(plain.astype(np.uint8))
    assert not is_blank(inked.astype(np.uint8))


def test_a_face_that_is_all_glare_is_not_called_blank():
    inked = crop(IVORY, inked=True).astype(np.float64) + 250
    assert not is_blank(np.clip(inked, 0, 255).astype(np.uint8))


def test_a_pale_drawing_in_the_glare_of_a_lamp_is_a_drawing():
    """Of a 6p on a path-traced table the reflection of a window left this: a twelfth of its contrast."""
    inked = 241 + (crop(IVORY, inked=True).astype(np.float64) - crop(IVORY).astype(np.float64)) / 12
    pale = np.clip(inked, 0, 255).astype(np.uint8)
    assert not is_blank(pale)
    assert not is_washed_out(pale)


def test_what_a_lamp_washed_out_is_glare_although_the_sensor_never_reaches_white():
    """Of a 4s under a pendant a path-traced picture with noise left this: 246 to 253, and hardly a drawing."""
    noise = np.random.default_rng(2).normal(0, 1.5, (56, 40, 3))
    washed = np.clip(np.minimum(crop(IVORY, inked=True).astype(np.float64) + 215, 250) + noise, 0, 255)
    assert is_washed_out(washed.astype(np.uint8))


def test_a_framed_white_dragon_in_the_same_glare_shows_its_frame():
    framed = np.full((56, 40, 3), 250, np.uint8)
    framed[10:46, 8:32] = 120
    framed[12:44, 10:30] = 250
    assert has_print(framed)
    assert not is_washed_out(framed)


def test_no_body_has_the_tint_of_a_green_back_in_any_light():
    colours = seen(count=8)
    assert all(colours.is_no_body(side_colour(crop(GREEN, light))) for light in (0.5, 1.0, 1.6))
    assert not any(colours.is_no_body(side_colour(crop(IVORY, light))) for light in (0.3, 0.6, 1.05))


def test_a_body_of_the_other_set_is_a_body_as_well():
    yellowed = (150, 205, 225)
    colours = seen(count=8)
    assert colours.is_no_body(side_colour(crop(yellowed)))
    for _ in range(3):
        colours.learn_body(side_colour(crop(yellowed, 0.9)), is_printed=True)
    assert not colours.is_no_body(side_colour(crop(yellowed)))


def test_backs_taken_for_faces_do_not_bear_each_other_out():
    colours = seen(count=8)
    for _ in range(8):
        colours.learn_body(side_colour(crop(GREEN, 0.9)), is_printed=False)
    assert colours.is_no_body(side_colour(crop(GREEN)))


def test_nobody_can_tell_what_is_no_body_from_seven_bodies():
    assert not seen(count=7).is_no_body(side_colour(crop(GREEN)))


@pytest.mark.parametrize("style", style_names())
def test_every_face_but_a_blank_white_dragon_has_a_drawing(style):
    faces = load_faces(style)
    blank = {
        str(tile) for tile, face in faces.items() if is_blank(cv2.resize(face, (40, 56), interpolation=cv2.INTER_AREA))
    }
    assert blank <= {"5z"}


def test_a_letter_on_cloth_has_the_ground_of_no_tile():
    cloth = crop((110, 120, 60), inked=True)
    assert seen(count=8).is_foreign(side_colour(cloth))
    assert not seen(count=7).is_foreign(side_colour(cloth))


@pytest.mark.parametrize("style", style_names())
def test_no_ink_makes_a_face_foreign(style):
    colours = seen(count=8)
    for face in load_faces(style).values():
        printed = (cv2.resize(face, (40, 56)) * (np.array(IVORY) / 255.0)).astype(np.uint8)
        assert not any(colours.is_foreign(side_colour((printed * light).astype(np.uint8))) for light in (0.5, 1.0))


@pytest.mark.parametrize(
    ("colour", "light", "expected"), [(GREEN_FELT, 1.0, True), (GREEN_FELT, 1.3, False), (IVORY, 1.0, False)]
)
def test_what_has_the_colour_and_the_light_of_the_felt_is_felt(colour, light, expected):
    assert is_felt(side_colour(crop(colour, light)), FELT) is expected


def test_the_ground_of_many_crops_is_the_median_of_the_brighter_half_of_each():
    noise = np.random.default_rng(1)
    crops = np.stack([noise.normal(level, 40, (56, 40, 3)).clip(0, 255) for level in (20, 90, 250)]).astype(np.uint8)
    for colour, piece in zip(side_colours(crops), crops, strict=True):
        levels = piece[8:48, 6:34].reshape(-1, 3) + 1.0
        light = levels.sum(axis=1)
        blue, green, red = np.median(levels[light >= np.median(light)], axis=0)
        assert colour[1:].tolist() == [np.log(blue / green), np.log(red / green)]
        assert side_colour(piece).tolist() == colour.tolist()
    assert side_colours(crops[:0]).shape == (0, 3)


@pytest.mark.parametrize("count", [1, 2, 5, 8])
def test_the_ground_of_a_few_pixels_is_the_median_of_the_brighter_half(count):
    pixels = np.random.default_rng(count).integers(0, 256, (count, 3), dtype=np.uint8)
    light = pixels.sum(axis=1)
    blue, green, _ = np.median(pixels[light >= np.median(light)] + 1.0, axis=0)
    assert ground_colour(pixels)[1] == np.log(blue / green)
