"""Where the markers lie on the table, from pictures of it: nobody measures them with a ruler.

The sides of the felt make the table's axes and its middle and, where their length is typed, the scale; where a side is
hidden, the markers serve: people glue them into the corners of a square, a thumb's width beside it. The camera's place
and lens are solved along with them (`marker_problem`).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from mahjong_rules.told import told
from vision.calibrating.agreement import GOOD_RESIDUAL, UNKNOWN_SIDE_SPREAD, CalibrationError
from vision.calibrating.calibration import Calibration, priors_for
from vision.calibrating.marker_problem import MarkerProblem, SolvedTable, Typed
from vision.calibrating.markers import find_markers, mean_corners
from vision.calibrating.solving import Priors
from vision.calibrating.surface_sides import SideSearch, surface_sides
from vision.geometry.lens import Floats
from vision.geometry.pose import CameraPose
from vision.settings import MIN_MARKERS, CameraSettings, GeometrySettings, MarkerPlace
from vision.sightings import Image

__all__ = ["SolvedPlaces", "Typed", "corners_of", "solve_marker_places"]

_CORNERS: Final = 4
"""A square has as many corners as sides."""
_ODD_SIDE: Final = 0.04
"""Sizes that disagree by more are told (`calibration._ODD_SIDE`)."""
_FAR_ASTRAY_MM: Final = 18.0
"""Nobody glues a marker so far beside its place: three times `marker_problem._ASTRAY_MM`."""
_CROOKED_PX: Final = 1.5 / 2304
"""Share of the picture's longer side by which points of the sides may be off. Chosen: in rendered worlds they are
off by a sixth of that."""
_DOUBTFUL_MM: Final = 0.75
"""From this standard error on, advice is given: owners measure to half a millimetre, two of three times."""


@dataclass(frozen=True, slots=True)
class SolvedPlaces:
    """Where the markers lie, and what is missing.

    `table`: everything that was solved, unrounded. `markers_px`: number -> corners as they were found (4 x 2, pixels).
    `missing`: numbers of markers that no picture shows. `sides`: seats whose side of the felt helped. `warnings`: what
    is doubtful and what to do, in sentences.
    """

    places: tuple[MarkerPlace, ...]
    table: SolvedTable
    markers_px: dict[int, Floats]
    missing: tuple[int, ...]
    sides: tuple[int, ...]
    warnings: tuple[str, ...]

    @property
    def error_mm(self) -> float:
        """The standard error of the marker that is least sure."""
        return max(self.table.errors_mm.values())

    def calibration(self, size_px: tuple[int, int]) -> Calibration:
        """The camera as it was solved along with them: for an overlay."""
        table = self.table
        return Calibration(table.pose, self.markers_px, table.residuals_px, table.marker_mm, size_px, self.warnings)

    def in_geometry(self, geometry: GeometrySettings) -> GeometrySettings:
        """The settings with these places, and with the felt's side as it was solved."""
        return geometry.model_copy(update={"markers": self.places, "surface_mm": round(self.table.surface_mm, 1)})


def solve_marker_places(
    images: Sequence[Image], geometry: GeometrySettings, camera: CameraSettings, typed: Typed
) -> SolvedPlaces:
    """Where the markers lie, from pictures that one camera took while it and the table stood still, at least one.

    Args:
        images: BGR, all of one size; of an empty table most is seen.
        geometry: which markers there are, in which corners.
        camera: what is known of it.
        typed: what is known of the table's sizes.

    Raises:
        CalibrationError: fewer than three markers are to be seen, or they contradict what is typed.
    """
    corner_of = corners_of(geometry)
    seen = mean_corners([find_markers(image, tuple(corner_of), geometry.marker_dictionary) for image in images])
    missing = tuple(sorted(set(corner_of) - set(seen)))
    if len(seen) < MIN_MARKERS:
        names = ", ".join(map(str, missing))
        raise CalibrationError(
            told(
                "places_need_markers",
                f"the places are solved from {MIN_MARKERS} markers or more; could not find {names}: uncover them, "
                "turn up the light, and let the picture show the whole table",
                missing=names,
            )
        )
    size_px = (images[-1].shape[1], images[-1].shape[0])
    problem = MarkerProblem(seen, corner_of, size_px, _priors(geometry, camera, typed, size_px), typed)
    unknowns, sides = problem.start(), dict[int, Floats]()
    for reach_mm in problem.reaches_mm():
        search = SideSearch(problem.half_mm(unknowns), reach_mm)
        sides = _sides(images, problem.pose(unknowns), search)
        unknowns = problem.nearer(unknowns, sides)
    table = problem.table(problem.settled(unknowns))
    warnings = tuple(_warnings(table, typed, sides, missing, GOOD_RESIDUAL * max(size_px)))
    places = tuple(
        MarkerPlace(number=number, x_mm=round(x_mm, 1), y_mm=round(y_mm, 1))
        for number, (x_mm, y_mm) in table.centres_mm.items()
    )
    return SolvedPlaces(places, table, seen, missing, tuple(sorted(sides)), warnings)


def corners_of(geometry: GeometrySettings) -> dict[int, tuple[int, int]]:
    """In which corner each marker lies, as signs of x and y.

    Raises:
        CalibrationError: the configured markers do not lie in the four corners.
    """
    signs = {
        number: (int(math.copysign(1, x_mm)), int(math.copysign(1, y_mm)))
        for number, (x_mm, y_mm) in geometry.marker_centres_mm.items()
    }
    if not MIN_MARKERS <= len(signs) <= _CORNERS or len(set(signs.values())) != len(signs):
        names = ", ".join(map(str, sorted(signs)))
        raise CalibrationError(
            told(
                "places_need_corners",
                f"places are solved for three or four markers, each in a corner of its own, not for the markers "
                f"{names}: measure those with a ruler",
                markers=names,
            )
        )
    return signs


def _priors(geometry: GeometrySettings, camera: CameraSettings, typed: Typed, size_px: tuple[int, int]) -> Priors:
    known = priors_for(camera, geometry, size_px)
    if typed.marker_mm is None:
        return replace(known, side_spread=UNKNOWN_SIDE_SPREAD)
    return replace(known, marker_mm=typed.marker_mm)


def _sides(images: Sequence[Image], pose: CameraPose, search: SideSearch) -> dict[int, Floats]:
    """Each side from the picture that shows most of it: an arm hides it in one picture and not in the other."""
    best: dict[int, Floats] = {}
    for image in images:
        for seat, points in surface_sides(image, pose, search).items():
            if seat not in best or len(points) > len(best[seat]):
                best[seat] = points
    return best


def _warnings(
    table: SolvedTable, typed: Typed, sides: Collection[int], missing: tuple[int, ...], good_px: float
) -> Iterator[str]:
    for number in missing:
        yield told(
            "place_missing",
            f"marker {number} was not found, and so has no place: uncover it and solve once more",
            marker=number,
        )
    for number, off_px in table.residuals_px.items():
        if off_px > good_px:
            yield told(
                "place_unclear",
                f"marker {number} does not look like a flat square: press it down, take away what lies on it or "
                "casts a shadow on it, and solve once more",
                marker=number,
            )
    for number, off_mm in table.astray_mm.items():
        if off_mm > _FAR_ASTRAY_MM:
            yield told(
                "place_astray",
                f"marker {number} came out {off_mm:.0f} mm beside its corner of a square: if it was not glued there, "
                "something was taken for a side of the surface; clear the sides and look at the overlay's green line",
                marker=number,
                mm=f"{off_mm:.0f}",
            )
    if len(sides) < _CORNERS:
        yield told(
            "sides_hidden",
            f"only {len(sides)} of the surface's four sides show as clean lines, so the table's middle rests on the "
            "markers: clear the sides, or look whether the overlay's green line lies on them",
            sides=len(sides),
        )
    if table.sides_px > _CROOKED_PX * good_px / GOOD_RESIDUAL:
        yield told(
            "sides_crooked",
            f"the lines that were taken for the surface's sides are {table.sides_px:.1f} pixels from those of a "
            "square: clear its edges, and look at the overlay's green line; else measure with a ruler",
            px=f"{table.sides_px:.1f}",
        )
    if typed.surface_mm and typed.marker_mm and abs(table.marker_mm / typed.marker_mm - 1) > _ODD_SIDE:
        yield told(
            "sizes_disagree",
            f"with a surface of {typed.surface_mm:g} mm the markers' black squares measure {table.marker_mm:.1f} "
            f"mm, not {typed.marker_mm:g}: measure both again and mend the one that is wrong",
            surface=f"{typed.surface_mm:g}",
            seen=f"{table.marker_mm:.1f}",
            wanted=f"{typed.marker_mm:g}",
        )
    worst_mm = max(table.errors_mm.values())
    if worst_mm > _DOUBTFUL_MM:
        yield told(
            "places_doubtful",
            f"the places are sure to {worst_mm:.1f} mm only: type the side of the surface, measured to the millimetre",
            mm=f"{worst_mm:.1f}",
        )
