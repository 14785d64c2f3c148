"""The scale of a table nobody has measured, by rows of tiles that lie on it: for the set-up and `jantaku calibrate`.

The markers' places are solved with the side of the surface that the markers as they are usually printed give; the seams
of the rows say how far that is off, and everything is solved once more with the right one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from mahjong_rules.told import told
from vision.calibrating.marker_places import SolvedPlaces, Typed, solve_marker_places
from vision.calibrating.tile_rows import LyingTile, TilePitch, tile_pitch
from vision.reading.reader import TableReader
from vision.settings import CameraSettings, GeometrySettings
from vision.sightings import Face, Frame, Image

_NEAR: Final = 0.01
"""From a scale so nearly right a measurement is right to some hundredths of a percent (in two rendered worlds 0.4 % off
before and 0.0 % after); from a worse one it is taken once more."""
_SURE_TO: Final = 0.005
"""Share by which the scale is off, root mean square: 0.0048 in 24 rendered worlds, 0.011 at worst (docs/camera.md)."""


@dataclass(frozen=True, slots=True)
class ScaledPlaces:
    """The markers' places in true millimetres, the side of the surface that the tiles say, and by which rows."""

    places: SolvedPlaces
    surface_mm: float
    rows: TilePitch


def solve_by_tiles(images: Sequence[Image], geometry: GeometrySettings, camera: CameraSettings) -> ScaledPlaces:
    """Solve where the markers lie, with the scale by the tiles that lie there.

    Args:
        images: BGR, of a table on which rows of tiles lie face down.
        geometry: which markers there are, and the size of a tile; its other sizes are guesses.
        camera: what is known of it.

    Raises:
        CalibrationError: markers are missing, no row lies there, or rows have gaps.
    """
    found = solve_marker_places(images, geometry, camera, Typed(None, GeometrySettings().marker_mm))
    rows, side_mm = _measured(images[-1], found, geometry)
    if abs(side_mm / found.table.surface_mm - 1) > _NEAR:
        found = solve_marker_places(images, geometry, camera, Typed(side_mm, None))
        rows, side_mm = _measured(images[-1], found, geometry)
    found = solve_marker_places(images, geometry, camera, Typed(side_mm, None))
    return ScaledPlaces(_with_doubt(found), side_mm, rows)


def _with_doubt(found: SolvedPlaces) -> SolvedPlaces:
    """The places are as sure as the scale, of which corners and sides know nothing."""
    doubts = {place.number: math.hypot(place.x_mm, place.y_mm) * _SURE_TO for place in found.places}
    errors = {number: math.hypot(error, doubts[number]) for number, error in found.table.errors_mm.items()}
    doubt = told(
        "scale_by_tiles",
        "the scale comes from tiles and is sure to half a percent only: type the side of the surface where you can "
        "measure it",
    )
    return replace(found, table=replace(found.table, errors_mm=errors), warnings=(*found.warnings, doubt))


def _measured(image: Image, found: SolvedPlaces, geometry: GeometrySettings) -> tuple[TilePitch, float]:
    """The rows, and the side of the surface that they say."""
    pose = found.calibration((image.shape[1], image.shape[0])).pose
    reader = TableReader(found.in_geometry(geometry))
    seen = reader.read(Frame(image, 1, 0.0), reader.view(pose))
    tiles = [LyingTile.seen(piece) for piece in seen if piece.face is Face.DOWN]
    rows = tile_pitch(image, pose, tiles, geometry)
    return rows, found.table.surface_mm * geometry.tile_width_mm / rows.pitch_mm
