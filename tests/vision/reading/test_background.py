from __future__ import annotations

import numpy as np
import pytest

from vision.reading.background import Background

SIDE = 60
GREEN, GREY, DARK = (70, 110, 40), (120, 122, 121), (32, 30, 31)
ARM = (slice(20, 40), slice(0, 30))
LONG = 80


def table(colour, seed=0):
    noise = np.random.default_rng(seed).normal(0, 2, (SIDE, SIDE, 3))
    return np.clip(noise + colour, 0, 255).astype(np.uint8)


@pytest.fixture
def background():
    return Background(np.ones((SIDE, SIDE), np.bool_))


@pytest.mark.parametrize("felt", [GREEN, GREY, DARK], ids=["green", "grey", "dark"])
def test_an_empty_table_is_bare_in_any_colour(background, felt):
    assert background.bare(table(felt)).mean() > 0.99


@pytest.mark.parametrize(
    ("felt", "arm"),
    [(GREEN, (120, 150, 200)), (GREEN, (25, 25, 25)), (GREY, (25, 25, 25)), (GREY, (225, 228, 230))],
    ids=["skin on green", "black on green", "black on grey", "white on grey"],
)
def test_what_lies_on_the_felt_is_not_bare(background, felt, arm):
    blocks = table(felt)
    blocks[ARM] = arm
    bare = background.bare(blocks)
    assert bare[ARM].mean() < 0.05
    assert bare[:, 35:].mean() > 0.99


@pytest.mark.parametrize("share", [0.6, 1.25])
def test_shade_and_lamps_leave_felt_bare(background, share):
    blocks = table(GREEN)
    blocks[ARM] = (blocks[ARM] * share).astype(np.uint8)
    assert background.bare(blocks)[ARM].mean() > 0.9


def lie_for(background, frames, blocks):
    for _ in range(frames):
        bare = background.bare(blocks)
        background.learn(~bare)
    return background.bare(blocks)


def test_what_has_lain_there_for_long_belongs_to_the_table(background):
    with_phone = table(GREEN)
    with_phone[ARM] = (30, 28, 28)
    assert lie_for(background, 20, with_phone)[ARM].mean() < 0.05
    assert lie_for(background, LONG, with_phone)[ARM].mean() > 0.95


def test_an_arm_over_a_thing_of_the_table_is_seen(background):
    with_phone = table(GREEN)
    with_phone[ARM] = (30, 28, 28)
    lie_for(background, LONG, with_phone)
    with_phone[ARM] = (120, 150, 200)
    assert background.bare(with_phone)[ARM].mean() < 0.05


def test_an_arm_that_rested_and_left_is_an_arm_when_it_comes_again(background):
    with_arm = table(GREEN)
    with_arm[ARM] = (120, 150, 200)
    lie_for(background, LONG, with_arm)
    lie_for(background, 2, table(GREEN))
    assert background.bare(with_arm)[ARM].mean() < 0.05


def test_the_other_colour_of_a_patterned_cloth_is_learned(background):
    cloth = table(GREEN)
    cloth[:, ::10] = cloth[:, 1::10] = (60, 60, 170)
    assert background.bare(cloth).mean() < 0.85
    assert lie_for(background, LONG, cloth).mean() > 0.95
