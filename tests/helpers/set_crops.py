"""Crops of a style's tiles as the table keeps them for learning: each a little elsewhere and in other light."""

from __future__ import annotations

import random

import cv2
import numpy as np

from hw_sim.picture.textures import load_faces
from mahjong_rules.tiles import Tile
from vision.sightings import Image
from vision.tile_sets.learnt_set import SAMPLE_SHAPE

_FACE_PX = (36, 50)
_FELT = (96, 92, 30)


def crop_of(tile: Tile, style: str = "thin", seed: int = 1, *, upside_down: bool = False) -> Image:
    """One look at a tile: upright, with felt around it."""
    rng = random.Random(f"{tile}/{style}/{seed}")
    face = cv2.resize(load_faces(style)[tile], _FACE_PX, interpolation=cv2.INTER_AREA)
    canvas = np.full(SAMPLE_SHAPE, _FELT, np.uint8)
    top, left = (SAMPLE_SHAPE[0] - _FACE_PX[1]) // 2, (SAMPLE_SHAPE[1] - _FACE_PX[0]) // 2
    canvas[top : top + _FACE_PX[1], left : left + _FACE_PX[0]] = face
    middle = ((SAMPLE_SHAPE[1] - 1) / 2, (SAMPLE_SHAPE[0] - 1) / 2)
    matrix = cv2.getRotationMatrix2D(middle, rng.uniform(-3, 3), rng.uniform(0.97, 1.03))
    matrix[:, 2] += np.array([rng.uniform(-1, 1), rng.uniform(-1, 1)])
    size = (SAMPLE_SHAPE[1], SAMPLE_SHAPE[0])
    moved = cv2.warpAffine(canvas, matrix, size, borderMode=cv2.BORDER_CONSTANT, borderValue=_FELT)
    lit = 255 * (moved / 255.0) ** rng.uniform(0.85, 1.2) + np.random.default_rng(seed).normal(0, 2, moved.shape)
    crop = np.clip(lit, 0, 255).astype(np.uint8)
    return np.ascontiguousarray(crop[::-1, ::-1]) if upside_down else crop
