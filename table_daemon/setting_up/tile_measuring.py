"""A tile's width and height by the table's camera, once it is solved where that hangs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mahjong_rules.told import said_by
from table_daemon.eyes.tile_size_by_rows import measured_tile_size
from table_daemon.setting_up.surface_solving import UnsolvedError
from table_daemon.settings import Settings
from vision.calibrating.agreement import CalibrationError
from vision.calibrating.stored_calibration import StoredCalibration, StoredCalibrationError, with_stored_lens
from vision.calibrating.tile_size import TileSize
from vision.cameras import CameraError
from vision.sightings import Image


def seen_tile_size(pictures: Callable[[int], list[Image]], settings: Settings, folder: Path) -> TileSize:
    """The size of the tiles that lie in rows, to a tenth of a millimetre. To be called beside the event loop.

    Args:
        pictures: so many pictures of a table where nothing moves.
        settings: of the table, with its markers' places.
        folder: of its state, where the lens is stored.

    Raises:
        UnsolvedError: markers are hidden, or no such rows lie there.
    """
    try:
        camera = with_stored_lens(settings.camera, StoredCalibration.load(folder))
        size = measured_tile_size(pictures(1), settings.geometry, camera)
    except (CalibrationError, CameraError, StoredCalibrationError) as error:
        raise UnsolvedError(said_by(error)) from error
    return size._replace(width_mm=round(size.width_mm, 1), height_mm=round(size.height_mm, 1))
