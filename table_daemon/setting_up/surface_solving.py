"""Where the camera hangs, from pictures of the surface and two measures that a person typed, or tiles that lie there.

Nobody measures where the markers lie: their places are solved from the same pictures, and stored with the sizes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from mahjong_rules.told import said_by, sentence
from table_daemon.errors import UserError
from table_daemon.eyes.calibration_look import report_document
from table_daemon.eyes.lens_measuring import PICTURES, LensOrigin, measured, store_measured
from table_daemon.eyes.scale_by_tiles import solve_by_tiles
from vision.calibrating.agreement import CalibrationError
from vision.calibrating.calibration_report import report_of
from vision.calibrating.marker_places import SolvedPlaces, Typed, solve_marker_places
from vision.calibrating.stored_calibration import StoredCalibrationError
from vision.cameras import CameraError
from vision.settings import CameraSettings, GeometrySettings
from vision.sightings import Image
from wire.messages import Json
from wire.set_up_documents import MeasureByTiles, MeasureMarkers

_USUAL: Final = GeometrySettings()
_INSET_MM: Final = _USUAL.surface_mm / 2 - _USUAL.marker_at_mm
"""From the edge of the surface to a marker's centre, where the printed sheet is cut out and glued into the corner."""


class UnsolvedError(UserError):
    """The pictures do not tell where the camera is; the text is a sentence with its words."""


@dataclass(frozen=True, slots=True)
class SolvedSurface:
    """The figures of what was solved, and what the settings say of the surface from now on (section `geometry`)."""

    report: Json
    settings: dict[str, Any]


def geometry_by(base: GeometrySettings, surface_mm: float, marker_mm: float) -> tuple[GeometrySettings, dict[str, Any]]:
    """The surface as two measures describe it, its markers about where they are glued, and the settings that say so.

    Raises:
        UserError: it is too small or too large for a table.
    """
    said = {"surface_mm": surface_mm, "marker_mm": marker_mm}
    about = {} if base.markers else {"marker_at_mm": round(surface_mm / 2 - _INSET_MM, 1)}
    try:
        return GeometrySettings.model_validate({**dict(base), **said, **about}), said
    except ValidationError as error:
        mistake = error.errors(include_url=False)[0]
        raise UserError(
            sentence(
                "{key} = {value}: {why}; measure it anew, in mm",
                key=mistake["loc"][0],
                value=mistake["input"],
                why=f"{mistake['msg'][0].lower()}{mistake['msg'][1:]}",
            )
        ) from error


Measures = MeasureMarkers | MeasureByTiles
"""What somebody typed: side of the surface and of a marker's black square, or the size of the tiles that lie there."""


def solve_surface(
    pictures: Callable[[int], list[Image]],
    camera: CameraSettings,
    base: GeometrySettings,
    measures: Measures,
    folder: Path,
    now: datetime,
) -> SolvedSurface:
    """Solve the camera's place and store it with the table. To be called beside the event loop.

    Args:
        pictures: so many pictures of a table where nothing moves.
        camera: its settings.
        base: the surface as it was taken to be.
        measures: what somebody typed.
        folder: of the table's state.
        now: wall time.

    Raises:
        UnsolvedError: markers are missing or contradict what was typed, or nothing can be stored.
        UserError: the measures are no table's.
    """
    origin: LensOrigin = "settings" if camera.lens is not None else "markers"
    try:
        images = pictures(PICTURES)
        geometry, said, places = _solved(images, camera, base, measures)
        if places.missing:
            raise UnsolvedError(places.warnings[0])
        geometry = places.in_geometry(geometry).model_copy(update=said)
        found = measured(images, camera, geometry, camera.lens, origin)
        store_measured(found, folder, camera.address, now)
    except (CalibrationError, CameraError, StoredCalibrationError) as error:
        raise UnsolvedError(said_by(error)) from error
    report = {**report_document(report_of(found.found, geometry)), "edges": found.edges}
    markers = [place.model_dump() for place in places.places]
    return SolvedSurface(report, {**said, "markers": markers})


def _solved(
    images: list[Image], camera: CameraSettings, base: GeometrySettings, measures: Measures
) -> tuple[GeometrySettings, dict[str, Any], SolvedPlaces]:
    """The surface, what the settings say of its sizes, and the markers' places."""
    if isinstance(measures, MeasureMarkers):
        typed = Typed(measures.surface_mm, measures.marker_mm)
        geometry, said = geometry_by(base, measures.surface_mm, measures.marker_mm)
        return geometry, said, solve_marker_places(images, geometry, camera, typed)
    size = {f"tile_{name}": value for name, value in measures.model_dump(exclude={"action"}).items()}
    scaled = solve_by_tiles(images, base.model_copy(update=size), camera)
    surface_mm, marker_mm = round(scaled.surface_mm, 1), round(scaled.places.table.marker_mm, 1)
    geometry, said = geometry_by(base.model_copy(update=size), surface_mm, marker_mm)
    return geometry, {**said, **size}, scaled.places
