from __future__ import annotations

import cv2
import numpy as np
import pytest
from sample_pictures import load

from vision.pictures.piece_pictures import PieceScene

SECRET = (255, 0, 255)


@pytest.fixture(scope="module")
def sample():
    return load("arm")


@pytest.fixture(scope="module")
def scene(sample):
    """The picture with every standing tile's visible side in a colour that no tile has."""
    image = sample.image.copy()
    for piece in sample.pieces:
        if piece["face"] == "standing":
            cv2.fillConvexPoly(image, np.round(piece["quad_px"]).astype(np.int32), SECRET)
    sightings = tuple(sample.reader.read(sample.frame(), sample.view))
    return PieceScene(image, sample.view, sightings, sample.reader.geometry, sample.reader.zones)
