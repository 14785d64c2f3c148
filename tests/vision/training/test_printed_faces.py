"""Flowers are printed with their own marks and no others."""

import numpy as np
import pytest

from vision.training.printed_faces import NAMES, NUMERALS, FacePrinter, Pieces


def printer(*says: int) -> FacePrinter:
    """With one white plant, one white bird and only these marks: any other one could not be laid."""
    faces = np.full((2, 131, 96, 3), 255, np.uint8)
    marks = np.full((len(says), 64, 64), 255, np.uint8)
    return FacePrinter(Pieces(faces, np.array([False, True]), marks, np.array(says)), np.random.default_rng(1))


@pytest.mark.parametrize("kind", range(8))
def test_a_flower_bears_its_own_number_and_name_or_none(kind):
    own = printer(kind % 4, NUMERALS + kind % 4, NAMES + kind)
    printed = [own.flower(kind) for _ in range(60)]
    marked = sum(face.min() < 255 for face in printed)
    assert len(printed) * 0.8 < marked <= len(printed)
    with pytest.raises(ValueError, match="empty"):
        [own.flower((kind + 1) % 8) for _ in range(60)]


def test_a_bird_mostly_stands_alone_and_else_bears_a_one():
    ones = printer(0)
    birds = [ones.bird() for _ in range(200)]
    assert 0 < sum(face.min() < 255 for face in birds) < 60
