from __future__ import annotations

from random import Random

import numpy as np

from vision.reading.classification import CROP_HEIGHT_PX, CROP_WIDTH_PX
from vision.tile_sets.crop_augmentation import cut_short, variants
from vision.tile_sets.learnt_set import SAMPLE_SHAPE


def test_a_part_shows_at_most_three_quarters_of_a_face():
    canvas = np.zeros(SAMPLE_SHAPE, np.uint8)
    canvas[12:60, 12:44] = 255
    sizes = [int((crop[..., 0] > 127).any(axis=1).sum()) for crop in variants(canvas[None], 8, Random(1))]
    assert max(sizes) < CROP_HEIGHT_PX
    parts = cut_short(canvas[None], 8, Random(1))
    assert parts.shape == (8, CROP_HEIGHT_PX, CROP_WIDTH_PX, 3)
    assert all((crop[[0, -1]] > 127).any() for crop in parts)
