"""Sceneries by chance: the same number gives the same one, and they differ in everything that an owner's table may."""

from dataclasses import replace

import numpy as np
import pytest

from hw_sim.felt.scene import Furniture, Scene
from hw_sim.picture.appearance import Appearance
from hw_sim.picture.centre import Centre
from hw_sim.picture.renderer import Renderer
from hw_sim.picture.scenery import clean_room, random_scenery
from hw_sim.picture.textures import held_out_style_names
from mahjong_rules.tiles import TileStock

SIZE_PX = (1280, 720)
STOCK = TileStock(red_fives=True)


def sceneries(count):
    return [random_scenery(number, STOCK, SIZE_PX) for number in range(count)]


def test_the_same_number_gives_the_same_scenery():
    assert random_scenery(5, STOCK, SIZE_PX) == random_scenery(5, STOCK, SIZE_PX)
    assert random_scenery(5, STOCK, SIZE_PX) != random_scenery(6, STOCK, SIZE_PX)


def test_about_half_of_the_sets_were_in_no_training():
    held_out = sum(scenery.look.style in held_out_style_names() for scenery in sceneries(200))
    assert 80 < held_out < 120


def test_displays_logos_and_coins_of_light_are_there_and_not_everywhere():
    centres = [scenery.look.centre for scenery in sceneries(60)]
    for what in ("display", "logos", "coins"):
        present = sum(bool(getattr(centre, what)) for centre in centres)
        assert 10 < present < 60, what


def test_the_faces_may_be_chosen_and_nothing_else_changes():
    other, usual = random_scenery(5, STOCK, SIZE_PX, "marker"), random_scenery(5, STOCK, SIZE_PX)
    assert other == replace(usual, look=replace(usual.look, style="marker"))


def test_the_walls_of_a_set_with_flowers_fit_the_lifts():
    with_flowers = TileStock(bonus=True)
    lengths = random_scenery(5, with_flowers, SIZE_PX).furniture.wall_lengths
    assert lengths == Furniture.for_stock(with_flowers).wall_lengths


def test_measures_are_told_to_a_tenth_of_a_millimetre():
    scenery = random_scenery(5, STOCK, SIZE_PX)
    measures = scenery.measures
    assert measures["tile_width_mm"] == pytest.approx(scenery.furniture.tile_width_mm, abs=0.05)
    assert clean_room(STOCK, SIZE_PX).measures["tile_width_mm"] == 20.5


@pytest.mark.parametrize("what", ["display", "logos", "coins"])
def test_what_the_middle_has_is_in_the_picture(what):
    plain, centres = clean_room(STOCK, SIZE_PX), [scenery.look.centre for scenery in sceneries(60)]
    largest = max((logo.side_mm, centre.logos) for centre in centres for logo in centre.logos)[1]
    first = next(filter(None, (getattr(centre, what) for centre in centres)))
    look = Appearance(centre=Centre(**{what: largest if what == "logos" else first}))
    with_it = Renderer(plain.furniture, plain.pose, look).clean(Scene()).astype(int)
    without = Renderer(plain.furniture, plain.pose, plain.look).clean(Scene())
    assert np.count_nonzero(np.abs(with_it - without).max(axis=2) > 8) > 40
