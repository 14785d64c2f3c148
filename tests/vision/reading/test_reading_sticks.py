"""Riichi sticks before the rivers, counted in rendered pictures of many rooms, sets and lamps."""

from __future__ import annotations

import numpy as np
import pytest
from campaign_cases import more
from stick_pictures import FIVE_DOTS, ONE_DOT, Picture, plain_table, random_table

from hw_sim.picture.appearance import Appearance
from mahjong_rules.seats import SEATS, Seat


def seeds(first: int, sample: int):
    """Ten of them; those after the sample are a campaign."""
    return [*range(first, first + sample), *map(more, range(first + sample, first + 10))]


@pytest.mark.parametrize("seed", seeds(0, sample=2))
def test_every_stick_of_a_random_table_is_counted_and_nothing_else(seed):
    picture, lying = random_table(seed, sticks=True)
    assert picture.counts(*SEATS) == lying


@pytest.mark.parametrize("seed", seeds(100, sample=1))
def test_a_table_without_sticks_has_none(seed):
    picture, _ = random_table(seed, sticks=False)
    assert set(picture.counts(*SEATS)) <= {0, None}


@pytest.mark.parametrize("size_mm", [(66.0, 6.0), more((78.0, 5.5)), more((92.0, 7.0)), (100.0, 8.0)])
@pytest.mark.parametrize("dots", [ONE_DOT, FIVE_DOTS])
@pytest.mark.parametrize("turn_deg", [0.0, 4.0, -6.0])
def test_sticks_of_every_make_are_counted_however_they_are_painted(size_mm, dots, turn_deg):
    picture = plain_table()
    picture.paint(Seat(1), size_mm, -66.5, turn_deg, dots)
    assert picture.counts(*SEATS) == [0, 1, 0, 0]


def test_two_sticks_beside_each_other_are_two():
    picture = plain_table()
    for v_mm in (-71.0, -61.0):
        picture.paint(Seat(2), (66.0, 5.5), v_mm, 0.0, ONE_DOT)
    assert picture.count(Seat(2)) == 2


def test_white_tiles_side_by_side_are_no_stick():
    picture = plain_table(look=Appearance(ivory=(255, 255, 255), gloss=0.0))
    assert picture.counts(*SEATS) == [0, 0, 0, 0]


@pytest.mark.parametrize("size_mm", [(120.0, 30.0), (40.0, 16.0)])
def test_something_white_that_is_no_bar_is_nobodys_guess(size_mm):
    picture = plain_table()
    picture.paint(Seat(3), size_mm, -62.0, 0.0)
    assert picture.count(Seat(3)) is None


def test_a_short_white_thing_is_no_stick():
    picture = plain_table()
    picture.paint(Seat(0), (16.0, 6.0), -66.0, 0.0)
    assert picture.count(Seat(0)) == 0


@pytest.mark.parametrize("grey", [60, more(100), 140])
def test_a_lit_gap_between_two_shadows_on_grey_felt_is_no_stick(grey):
    picture = plain_table(look=Appearance(felt=(grey, grey, grey)))
    shaded = picture.image.copy()
    for v_mm, width in ((-58.0, 12.0), (-82.0, 24.0)):
        dark = Picture.__new__(Picture)
        dark.pose, dark.image = picture.pose, np.full_like(picture.image, 255)
        dark.paint(Seat(0), (200.0, width), v_mm, 0.0)
        inside = (dark.image != 255).any(axis=2)
        shaded[inside] = (shaded[inside] * 0.45).astype(np.uint8)
    picture.image = shaded
    assert picture.count(Seat(0)) == 0
