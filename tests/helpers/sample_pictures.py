"""The committed pictures with their truth (made by hw_sim.picture.dataset with seeds that no training used)."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.geometry.rectify import TableView
from vision.geometry.zones import ZoneMap
from vision.reading.reader import TableReader
from vision.settings import CameraSettings, GeometrySettings
from vision.sightings import Frame, Image, Sighting

FOLDER = Path(__file__).parent.parent / "data" / "vision"
NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


Piece = dict[str, Any]
"""A piece as `hw_sim.picture.dataset` wrote it down."""


@dataclass(frozen=True)
class Sample:
    """A picture, what lies on it, and a reader for its table."""

    image: Image
    pieces: list[Piece]
    reader: TableReader
    view: TableView

    def frame(self, number: int = 1, image: Image | None = None) -> Frame:
        return Frame(self.image if image is None else image, number, number / 10)

    def clear(self, face: str, least: float = 0.9) -> list[Piece]:
        return [piece for piece in self.pieces if piece["face"] == face and piece["visible_fraction"] >= least]

    def without(self, *pieces: Piece) -> Image:
        """The picture with felt where these pieces lay."""
        image = self.image.copy()
        mask = np.zeros(image.shape[:2], np.uint8)
        for piece in pieces:
            corners = np.array(piece["quad_px"])
            middle = corners.mean(axis=0)
            hole = (corners - middle) * 1.2 + middle
            cv2.fillConvexPoly(mask, np.round(hole).astype(np.int32), 255)
        image[mask > 0] = self.felt_colour()
        return image

    def felt_colour(self) -> Image:
        lab_mode = np.median(self.view.rectified(self.image)[60:700, 60:700].reshape(-1, 3), axis=0)
        return np.asarray(lab_mode, np.uint8)


@functools.cache
def load(name: str) -> Sample:
    """A committed picture, read and calibrated once for all tests; nobody can write into it or may adapt its reader."""
    truth = json.loads((FOLDER / f"{name}.json").read_text())
    tile = truth["tile_mm"]
    geometry = GeometrySettings(
        tile_width_mm=tile["width"], tile_height_mm=tile["height"], tile_thickness_mm=tile["thickness"]
    )
    read = cv2.imread(str(FOLDER / f"{name}.jpg"))
    assert read is not None
    image = np.asarray(read, np.uint8)
    image.flags.writeable = False
    reader = TableReader(geometry)
    return Sample(image, truth["pieces"], reader, reader.calibrated(image, CameraSettings()))


def sighting_of(sample: Sample, piece: Piece, sightings: tuple[Sighting, ...] | list[Sighting]) -> Sighting | None:
    """The sighting nearest to where a piece shows in the picture, within 5 mm."""
    zones = ZoneMap(sample.reader.geometry)
    middle = np.array(piece["quad_px"]).mean(axis=0)
    for sighting in sightings:
        top_mm = zones.top_mm(zones.place(sighting.x_mm, sighting.y_mm).zone, sighting.face)
        seen = sample.view.pose.plane_pixels(np.array([[sighting.x_mm, sighting.y_mm]]), top_mm)[0]
        if np.linalg.norm(seen - middle) < 8.0:
            return sighting
    return None
