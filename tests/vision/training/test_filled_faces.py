"""Faces full of ink: a rim of the body is left, by which a piece is known, and most of the rest is not body."""

import numpy as np

from vision.training.filled_faces import filled_faces
from vision.training.real_tiles import FACE_HEIGHT_PX, FACE_WIDTH_PX


def test_they_are_mostly_ink_and_each_keeps_a_rim():
    faces = filled_faces(60, np.random.default_rng(1))
    inked = []
    for tile in faces:
        assert tile.face.shape == (FACE_HEIGHT_PX, FACE_WIDTH_PX, 3)
        is_body = (np.abs(tile.face.astype(np.float64) - tile.body) < 12).all(axis=2)
        rim = np.concatenate([is_body[0], is_body[-1], is_body[:, 0], is_body[:, -1]])
        assert rim.any(), "nothing would tell it from the back of a tile"
        inked.append(1 - is_body.mean())
    assert np.median(inked) > 0.3


def test_the_same_seed_draws_the_same_faces():
    one, other = (filled_faces(5, np.random.default_rng(7)) for _ in range(2))
    assert all((first.face == second.face).all() for first, second in zip(one, other, strict=True))
