"""Pixels of single things: rectangles, outlines, and sprites that are laid over what is below."""

import numpy as np
import pytest

from hw_sim.picture.appearance import Appearance
from hw_sim.picture.projection import SimulatedCamera
from hw_sim.picture.sprites import Canvas, PixelRect, Prism, Shade, cast_shade, lifted, placed, rounded_outline, scaled

CAMERA = SimulatedCamera().resized(1152, 648)


def test_rectangles_have_a_common_part_or_none() -> None:
    whole = PixelRect(0, 0, 100, 50)
    assert whole.common(PixelRect(90, 40, 200, 200)) == PixelRect(90, 40, 100, 50)
    assert whole.common(PixelRect(200, 200, 300, 300)).area_px == 0
    assert PixelRect(10, 10, 20, 20).grown(2) == PixelRect(8, 8, 22, 22)


def test_an_outline_keeps_its_size_when_it_is_turned_and_moved() -> None:
    outline = rounded_outline(10.0, 5.0, 2.0)
    assert np.abs(outline).max(axis=0) == pytest.approx([10.0, 5.0])
    turned = placed(outline, 100.0, 0.0, 90.0)
    assert np.ptp(turned, axis=0) == pytest.approx([10.0, 20.0])
    assert lifted(turned, 16.5).shape == (len(outline), 3)


def test_a_colour_is_darkened_and_never_leaves_its_range() -> None:
    assert scaled((100, 200, 10), 0.5) == (50, 100, 5)
    assert scaled((100, 200, 10), 2.0) == (200, 255, 20)


def test_a_sprite_covers_what_is_below_and_leaves_the_rest() -> None:
    outline = placed(rounded_outline(20.0, 20.0, 4.0), 0.0, 0.0, 0.0)
    canvas = Canvas(CAMERA, Appearance(), lifted(outline, 0))
    canvas.fill_plane(outline, 0, (10, 200, 30))
    sprite = canvas.sprite()
    image = np.full((CAMERA.height_px, CAMERA.width_px, 3), 90, np.uint8)
    sprite.lay(image, PixelRect(0, 0, CAMERA.width_px, CAMERA.height_px))
    column, row = np.round(CAMERA.project([(0.0, 0.0, 0.0)])[0]).astype(int)
    assert image[row, column].tolist() == [10, 200, 30]
    assert (image[0] == 90).all()


def test_a_shadow_falls_away_from_the_lamp_and_darkens_only() -> None:
    look = Appearance()
    body = Prism(rounded_outline(10.0, 10.0, 2.0), 0.0, 40.0, (0, 0, 0))
    shade = cast_shade(CAMERA, look, (body,), 0.0)
    assert isinstance(shade, Shade)
    light = np.full((CAMERA.height_px, CAMERA.width_px), 200, np.uint8)
    shade.darken(light, PixelRect(0, 0, CAMERA.width_px, CAMERA.height_px))
    assert light.max() == 200
    assert light.min() < 200
    rows, columns = np.nonzero(light < 200)
    foot = CAMERA.project([(0.0, 0.0, 0.0)])[0]
    assert columns.mean() > foot[0], "the lamp stands on the left"
    assert rows.mean() > foot[1], "and at the back"
