"""One picture of the table in, the sightings of every piece out: pure, nothing remembered between pictures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from vision.calibration import CameraPose, calibrate
from vision.classification import Classifier, Reading, cut
from vision.detection import Box, Detector
from vision.engines import MODEL_FOLDER
from vision.rectify import TableView
from vision.settings import CameraSettings, GeometrySettings
from vision.sightings import Face, Frame, Image, Sighting
from vision.tile_sets import TileSet
from vision.zones import ZoneMap

_LEAST_WHOLE: Final = 0.5
_SURE_OF_PLACE: Final = 0.8
"""A face-up box is no sighting when the classifier doubts that it is a whole tile and the detector was not sure either.

A tile surely there with a face that nobody knows stays, with low confidence: somebody can be asked.
"""


class TableReader:
    """Reads pictures of one table.

    Args:
        geometry: sizes and zones of the table.
        model_folder: where detector.onnx and classifier.onnx lie.
        threads: processor cores that one reading may use.

    Raises:
        ModelError: a network is missing or broken.
    """

    def __init__(self, geometry: GeometrySettings, model_folder: Path = MODEL_FOLDER, threads: int = 1) -> None:
        self.geometry = geometry
        self.zones = ZoneMap(geometry)
        self._detector = Detector(model_folder / "detector.onnx", threads)
        self._classifier = Classifier(model_folder / "classifier.onnx", threads)

    @property
    def classifier(self) -> Classifier:
        """What names the pieces."""
        return self._classifier

    def adapt(self, tile_set: TileSet | None) -> None:
        """Read this tile set from now on, None: any; may be called while another thread reads."""
        network = self._classifier
        network.correction = tile_set.for_network(network).correction if tile_set is not None else None

    def calibrated(self, image: Image, camera: CameraSettings) -> TableView:
        """The top view for the camera's pose in this picture.

        Raises:
            CalibrationError: the markers don't tell the pose.
        """
        return self.view(calibrate(image, self.geometry, camera))

    def view(self, pose: CameraPose) -> TableView:
        """The top view for a known pose."""
        return TableView(pose, self.geometry)

    def read(self, frame: Frame, view: TableView) -> list[Sighting]:
        """Every piece in a frame."""
        return self.name(frame.image, view, self.boxes(view.rectified(frame.image)))[1]

    def boxes(self, rectified: Image) -> list[Box]:
        """Every piece in the top view or a part of it (sides multiples of 16 pixels)."""
        return self._detector.boxes(rectified)

    def name(self, image: Image, view: TableView, boxes: Sequence[Box]) -> tuple[list[Box], list[Sighting]]:
        """Sightings of boxes given in the top view's pixels; face-up ones are named from the frame's own picture.

        Returns:
            The boxes that are pieces indeed, and the sighting of each.
        """
        up = [box for box in boxes if box.face is Face.UP]
        readings = dict(zip(up, self._classifier.read(cut(image, view, up, self.geometry)), strict=True))
        kept = [box for box in boxes if not _is_nothing(box, readings.get(box))]
        return kept, [self._sighting(view, box, readings.get(box)) for box in kept]

    def _sighting(self, view: TableView, box: Box, reading: Reading | None) -> Sighting:
        seen_x, seen_y = view.to_mm(box.column, box.row)
        top_mm = self.zones.top_mm(self.zones.place(seen_x, seen_y).zone, box.face)
        x_mm, y_mm = view.pose.shift_plane(seen_x, seen_y, view.z_mm, top_mm)
        if reading is None:
            return Sighting(box.face, x_mm, y_mm, box.axis_deg, box.certainty)
        return Sighting(
            face=box.face,
            x_mm=x_mm,
            y_mm=y_mm,
            rotation_deg=(box.axis_deg + (180.0 if reading.is_upside_down else 0.0)) % 360.0,
            confidence=reading.candidates[0][1] * reading.whole,
            tile=reading.candidates[0][0],
            candidates=reading.candidates,
        )


def _is_nothing(box: Box, reading: Reading | None) -> bool:
    return reading is not None and reading.whole < _LEAST_WHOLE and box.certainty < _SURE_OF_PLACE
