"""Where the camera hangs, from pictures of the surface and two measures that a person typed.

Nobody measures where the markers lie: their places are solved from the same pictures, and stored with the sizes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from mahjong_rules.told import said_by
from table_daemon.errors import UserError
from table_daemon.eyes.lens_measuring import PICTURES, LensOrigin, measured, store_measured
from vision.calibrating.agreement import CalibrationError
from vision.calibrating.calibration_report import report_of
from vision.calibrating.marker_places import Typed, solve_marker_places
from vision.calibrating.stored_calibration import StoredCalibrationError
from vision.cameras import CameraError
from vision.settings import CameraSettings, GeometrySettings
from vision.sightings import Image
from wire.messages import Json

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
            f"{mistake['loc'][0]} = {mistake['input']}: {mistake['msg'][0].lower()}{mistake['msg'][1:]}; "
            "measure it anew, in mm"
        ) from error


def solve_surface(
    pictures: Callable[[int], list[Image]],
    camera: CameraSettings,
    base: GeometrySettings,
    measures: tuple[float, float],
    folder: Path,
    now: datetime,
) -> SolvedSurface:
    """Solve the camera's place and store it with the table. To be called beside the event loop.

    Args:
        pictures: so many pictures of a table where nothing moves.
        camera: its settings.
        base: the surface as it was taken to be.
        measures: side of the surface and of a marker's black square, in mm.
        folder: of the table's state.
        now: wall time.

    Raises:
        UnsolvedError: markers are missing or contradict what was typed, or nothing can be stored.
        UserError: the measures are no table's.
    """
    geometry, said = geometry_by(base, *measures)
    origin: LensOrigin = "settings" if camera.lens is not None else "markers"
    try:
        images = pictures(PICTURES)
        places = solve_marker_places(images, geometry, camera, Typed(*measures))
        if places.missing:
            raise UnsolvedError(places.warnings[0])
        geometry = places.in_geometry(geometry).model_copy(update=said)
        found = measured(images, camera, geometry, camera.lens, origin)
        store_measured(found, folder, camera.address, now)
    except (CalibrationError, CameraError, StoredCalibrationError) as error:
        raise UnsolvedError(said_by(error)) from error
    report = {**asdict(report_of(found.found, geometry)), "edges": found.edges}
    markers = [place.model_dump() for place in places.places]
    return SolvedSurface(report, {**said, "markers": markers})
