"""Tiles of a path-traced tray become upright crops of the size that the classifier learns from."""

from __future__ import annotations

import cv2
import numpy as np

from mahjong_rules.tiles import parse_tile
from vision.reading.classification import CROP_HEIGHT_PX, CROP_WIDTH_PX, FACES_KNOWN
from vision.training.scenes import CANVAS_MARGIN_PX, CANVAS_SHAPE
from vision.training.trays import tray_crops

SIZE_MM = (20.0, 28.0)
PX_PER_MM = 1.7


def quad(x_px: float, y_px: float, turn_deg: float) -> np.ndarray:
    """The corners of a tile that is turned so far, counter-clockwise, from its upper left one clockwise."""
    turn = np.radians(turn_deg)
    corners = np.array([(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)]) * SIZE_MM * PX_PER_MM
    x, y = corners.T
    return np.stack([x_px + x * np.cos(turn) - y * np.sin(turn), y_px - x * np.sin(turn) - y * np.cos(turn)], axis=1)


def pictured(quads: list[np.ndarray]) -> np.ndarray:
    """White tiles on green cloth, their upper half red."""
    picture = np.full((160, 220, 3), (60, 110, 40), np.uint8)
    for corners in quads:
        middle = (corners + corners[[3, 2, 1, 0]]) / 2
        for colour, part in (((245, 245, 245), corners), ((30, 30, 220), np.vstack([corners[:2], middle[[1, 0]]]))):
            cv2.fillConvexPoly(picture, np.round(part * 16).astype(np.int32), colour, cv2.LINE_AA, 4)
    return picture


def test_each_tile_stands_upright_in_its_crop_however_it_lay():
    quads = [quad(60, 80, 0), quad(120, 80, 137), quad(180, 80, 250)]
    truth = {"tile_mm": SIZE_MM, "tiles": ["1s", "0p", "y4"], "quads_px": [corners.tolist() for corners in quads]}
    found = list(tray_crops(truth, pictured(quads)))
    assert [FACES_KNOWN[kind] for _, kind in found] == [parse_tile(name) for name in truth["tiles"]]
    for canvas, _ in found:
        assert canvas.shape == CANVAS_SHAPE
        inner = canvas[CANVAS_MARGIN_PX:-CANVAS_MARGIN_PX, CANVAS_MARGIN_PX:-CANVAS_MARGIN_PX].astype(int)
        assert inner.shape[:2] == (CROP_HEIGHT_PX, CROP_WIDTH_PX)
        upper, lower = (
            inner[CROP_HEIGHT_PX // 4, CROP_WIDTH_PX // 2],
            inner[CROP_HEIGHT_PX * 3 // 4, CROP_WIDTH_PX // 2],
        )
        assert upper[2] - upper[1] > 150, "red, the upper half"
        assert lower.min() > 220, "white, the lower half"
        beside, edge = canvas[20:-20, CANVAS_MARGIN_PX - 1], inner[6:-6, 3]
        assert np.abs(beside.astype(int) - (60, 110, 40)).max() < 12, "cloth, from the crop's edge on"
        assert (edge[:, 2] > 200).all(), "the tile, three pixels further in"


def test_a_tile_that_the_pictures_edge_cuts_is_left_out():
    quads = [quad(60, 80, 0), quad(4, 80, 0)]
    truth = {"tile_mm": SIZE_MM, "tiles": ["1s", "2s"], "quads_px": [corners.tolist() for corners in quads]}
    assert len(list(tray_crops(truth, pictured(quads)))) == 1
