"""How large the tiles are, seen by the table's own camera: for the set-up, once it knows where the camera hangs."""

from __future__ import annotations

from collections.abc import Sequence

from vision.calibrating.tile_rows import LyingTile
from vision.calibrating.tile_size import TileSize, tile_size
from vision.reading.reader import TableReader
from vision.settings import CameraSettings, GeometrySettings
from vision.sightings import Face, Frame, Image


def measured_tile_size(images: Sequence[Image], geometry: GeometrySettings, camera: CameraSettings) -> TileSize:
    """The width and height of the tiles that lie face up in rows.

    Args:
        images: BGR, of a table where nothing moves; the last one counts.
        geometry: of the table, its markers' places solved; the tile's size is a guess.
        camera: with its measured lens.

    Raises:
        CalibrationError: markers are hidden, a row is missing or has gaps; what to do.
    """
    guess = _looked_at(images[-1], geometry, camera)
    size = {"tile_width_mm": guess.width_mm, "tile_height_mm": guess.height_mm}
    return _looked_at(images[-1], geometry.model_copy(update=size), camera)


def _looked_at(image: Image, geometry: GeometrySettings, camera: CameraSettings) -> TileSize:
    reader = TableReader(geometry)
    seen = reader.read(Frame(image, 1, 0.0), reader.calibrated(image, camera))
    tiles = [LyingTile.seen(piece) for piece in seen if piece.face is Face.UP]
    return tile_size(tiles, geometry.tile_width_mm, geometry.tile_height_mm)
