"""Where the camera is, from one picture of the table: its markers found, the pose solved, every doubt put into words.

Lens model: `geometry.lens`, square pixels, the principal point in the middle of the picture. The daemon, `jantaku read`
and `jantaku calibrate` all come through here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from mahjong_rules.told import joined, said_by, told
from vision.calibrating.agreement import GOOD_RESIDUAL, UNKNOWN_SIDE_SPREAD, CalibrationError, agreed
from vision.calibrating.markers import find_markers
from vision.calibrating.solving import Priors, Solution
from vision.calibrating.straight_edges import straight_edges
from vision.geometry.lens import Floats, Lens
from vision.geometry.pose import CameraPose, transform
from vision.settings import MIN_MARKERS, CameraSettings, GeometrySettings
from vision.sightings import Image

__all__ = [
    "Calibration",
    "CalibrationError",
    "CameraPose",
    "Floats",
    "calibrate",
    "calibration_for",
    "calibration_from",
    "calibration_of",
    "find_markers",
    "priors_for",
    "transform",
    "wide_priors",
    "with_edges",
]

_KNOWN_FOCAL_SPREAD: Final = 0.01
"""Standard deviation of the logarithm of a measured focal length.

Chosen, not measured: focus moves it by about a hundredth.
"""
_STATED_FOCAL_SPREAD: Final = 0.15
"""The same for a stated field of view, which people know roughly. Chosen, not measured."""
_WIDE_FOCAL_SPREAD: Final = 0.35
"""The same for any camera: from a telephone's wide lens to its normal one. Chosen, not measured."""
_USUAL_FOCAL_SHARE: Final = 0.62
"""Focal length as a share of the picture's diagonal: some 70 degrees across a 16:9 picture."""
_USUAL_HEIGHT_SPREAD: Final = 0.4
"""The same of the height above the felt, expected at 1 m (`solving.Priors`): cameras hang at 0.56 to 1.20 m
(docs/camera.md).
"""
_LENS_SPREAD: Final = 0.06
"""Standard deviation of k1 of an unknown lens; lenses up to 0.15 are tested (docs/camera.md)."""
_STATED_SIDE_SPREAD: Final = 0.01
"""Standard deviation of the logarithm of the markers' side where it is stated: a print is off by up to some
hundredths.
"""
_ODD_SIDE: Final = 0.04
"""A side that differs more than this from the stated one is a warning: four times `_STATED_SIDE_SPREAD`."""
_ODD_STRETCH: Final = 1e-3
"""A pixel in a thousand: what is solved as square is so to the last digit, and stretches below 1.05 are not solved."""
_ODD_AXIS_PX: Final = 1.0
"""Only a picture that was taken for a cut one has its axis elsewhere than in the middle, and then by many pixels.

Chosen, not measured."""
_MIN_EDGES: Final = 2
"""Fewer straight edges of the surface say nothing of the lens: two check each other."""
_WORSE_WITH_EDGES: Final = 1.15
"""Edges by which the markers fit worse than this are not straight.

Trusted, a curved rim would shift the table's middle by 7 mm (docs/adr/0018).
"""
_OTHER_LENS: Final = told(
    "other_lens", "the lens is not the one that was measured: run `jantaku calibrate` for this camera and focus"
)


@dataclass(frozen=True, slots=True)
class Calibration:
    """The camera's pose and what it rests on.

    `markers`: number -> corners (4 x 2, pixels). `warnings`: sentences that say what is doubtful and what to do.
    """

    pose: CameraPose
    markers: dict[int, Floats]
    residuals_px: dict[int, float]
    marker_mm: float
    size_px: tuple[int, int]
    warnings: tuple[str, ...] = ()

    @property
    def px_per_mm(self) -> float:
        """Scale on the felt below the camera."""
        return float(self.pose.focal_px / self.pose.centre_mm[2])


def priors_for(camera: CameraSettings, geometry: GeometrySettings, size_px: tuple[int, int]) -> Priors:
    """What the settings say of a camera whose pictures have this size (width, height)."""
    if camera.lens is not None:
        lens = Lens(camera.lens.k1, camera.lens.k2)
        focal_px = camera.lens.focal_share * max(size_px)
        side = (geometry.marker_mm, _STATED_SIDE_SPREAD)
        return Priors(focal_px, _KNOWN_FOCAL_SPREAD, *side, lens, stretch=camera.lens.stretch)
    focal_px = size_px[0] / 2 / math.tan(math.radians(camera.field_of_view_deg) / 2)
    side = (geometry.marker_mm, _STATED_SIDE_SPREAD)
    return Priors(focal_px, _STATED_FOCAL_SPREAD, *side, lens_spread=_LENS_SPREAD)


def wide_priors(size_px: tuple[int, int], marker_mm: float | None) -> Priors:
    """What holds for any camera that somebody holds or hangs over a table; `marker_mm` None: not known either."""
    side = (30.0, UNKNOWN_SIDE_SPREAD) if marker_mm is None else (marker_mm, _STATED_SIDE_SPREAD)
    return Priors(
        _USUAL_FOCAL_SHARE * math.hypot(*size_px),
        _WIDE_FOCAL_SPREAD,
        *side,
        lens_spread=_LENS_SPREAD,
        height_spread=_USUAL_HEIGHT_SPREAD,
    )


def calibrate(image: Image, geometry: GeometrySettings, camera: CameraSettings) -> CameraPose:
    """The camera's pose from one picture of the table.

    Raises:
        CalibrationError: markers are missing, or their places contradict the configured ones.
    """
    return calibration_for(image, geometry, camera).pose


def calibration_for(
    image: Image, geometry: GeometrySettings, camera: CameraSettings, otherwise: Priors | None = None
) -> Calibration:
    """The pose of the table's own camera; its known lens is given up, with a warning, when it explains nothing.

    `otherwise` is what then holds instead of the camera's stated field of view.

    Raises:
        CalibrationError: markers are missing, or their places contradict the configured ones.
    """
    size_px = (image.shape[1], image.shape[0])
    markers = find_markers(image, tuple(geometry.marker_centres_mm), geometry.marker_dictionary)
    known: Calibration | None = None
    try:
        known = calibration_from(markers, geometry, size_px, priors_for(camera, geometry, size_px))
    except CalibrationError:
        if camera.lens is None:
            raise
    if known is not None and (camera.lens is None or known.pose.residual_px <= GOOD_RESIDUAL * max(size_px)):
        return known
    unknown = otherwise or priors_for(camera.model_copy(update={"lens": None}), geometry, size_px)
    found = calibration_from(markers, geometry, size_px, unknown)
    if known is not None and found.pose.residual_px > known.pose.residual_px / 2:
        return known
    return replace(found, warnings=(*found.warnings, _OTHER_LENS))


def calibration_of(image: Image, geometry: GeometrySettings, priors: Priors) -> Calibration:
    """The camera's pose from one picture, with everything that is doubtful about it.

    One marker may be hidden or misplaced when the others agree; that is a warning.

    Raises:
        CalibrationError: too few markers are to be seen, or their places contradict the configured ones.
    """
    markers = find_markers(image, tuple(geometry.marker_centres_mm), geometry.marker_dictionary)
    return calibration_from(markers, geometry, (image.shape[1], image.shape[0]), priors)


def calibration_from(
    markers: dict[int, Floats],
    geometry: GeometrySettings,
    size_px: tuple[int, int],
    priors: Priors,
    edges: Sequence[Floats] = (),
) -> Calibration:
    """The camera's pose from markers that were found in a picture of a size; see `calibration_of`.

    `edges` are points (n x 2, pixels) of lines that are straight on the table.

    Raises:
        CalibrationError: there are too few markers, or their places contradict the configured ones.
    """
    centres = geometry.marker_centres_mm
    missing = sorted(set(centres) - set(markers))
    if len(markers) < MIN_MARKERS:
        raise CalibrationError(_missing_text(centres, missing))
    try:
        found = agreed(markers, centres, size_px, priors, edges)
    except CalibrationError as error:
        if not missing:
            raise
        sentences = (_missing_text(centres, missing), said_by(error))
        raise CalibrationError(joined(sentences, "; without it ")) from error
    return _with_warnings(found, markers, geometry, size_px, priors)


def with_edges(image: Image, found: Calibration, geometry: GeometrySettings, priors: Priors) -> tuple[Calibration, int]:
    """The calibration once more, the straight edges of the surface counted too, and how many of them.

    Edges that contradict the markers are not straight, or not the surface's: then it stays as it was.
    """
    edges = list(straight_edges(image, found.pose, geometry).values()) if priors.lens_spread else []
    if len(edges) < _MIN_EDGES:
        return found, 0
    again = calibration_from(found.markers, geometry, found.size_px, priors, edges)
    if again.pose.residual_px > _WORSE_WITH_EDGES * found.pose.residual_px:
        return found, 0
    return replace(again, warnings=found.warnings), len(edges)


def _stretched_text(stretch: float, size_px: tuple[int, int]) -> str:
    wide = f"{stretch:.2f} times too wide" if stretch > 1 else f"{1 / stretch:.2f} times too high"
    return told(
        "stretched",
        f"the picture of {size_px[0]} x {size_px[1]} is {wide}; it is read as it is, but less sharply than need be: "
        "choose a picture size of the camera's own shape",
    )


def _missing_text(centres: Mapping[int, tuple[float, float]], missing: list[int]) -> str:
    wanted = ", ".join(map(str, sorted(centres)))
    if sorted(centres) == list(range(len(centres))):
        wanted = f"0 to {len(centres) - 1}"
    names = ", ".join(map(str, missing))
    return told(
        "markers_missing",
        f"expected the markers {wanted} in the picture but could not find {names}: uncover them or turn up the light",
        wanted=wanted,
        missing=names,
    )


def _with_warnings(
    found: Solution,
    markers: dict[int, Floats],
    geometry: GeometrySettings,
    size_px: tuple[int, int],
    priors: Priors,
) -> Calibration:
    used = {number: markers[number] for number in found.residuals_px}
    warnings: list[str] = [
        told(
            "marker_hidden",
            f"marker {number} was not found; the camera's place rests on the other {len(used)}: uncover it",
            marker=number,
        )
        for number in sorted(set(geometry.marker_centres_mm) - set(markers))
    ]
    warnings += [
        told(
            "marker_elsewhere",
            f"marker {number} does not lie where it is configured and was left out: measure its centre anew",
            marker=number,
        )
        for number in sorted(set(markers) - set(used))
    ]
    if priors.side_spread <= _STATED_SIDE_SPREAD and abs(found.marker_mm / priors.marker_mm - 1) > _ODD_SIDE:
        warnings.append(
            told(
                "marker_size",
                f"the markers' black squares measure {found.marker_mm:.1f} mm, not {priors.marker_mm:g}: mend "
                "marker_mm, or measure the markers' places anew",
                seen=f"{found.marker_mm:.1f}",
                wanted=f"{priors.marker_mm:g}",
            )
        )
    if abs(math.log(found.pose.stretch / priors.stretch)) > _ODD_STRETCH:
        warnings.append(_stretched_text(found.pose.stretch, size_px))
    off_px = float(np.linalg.norm(found.pose.middle - (np.array(size_px) - 1) / 2))
    if off_px > _ODD_AXIS_PX:
        warnings.append(
            told(
                "off_axis",
                f"the lens looks {off_px:.0f} pixels beside the picture's middle: the picture was cut, or the "
                "markers' places are measured wrongly",
            )
        )
    return Calibration(found.pose, used, found.residuals_px, found.marker_mm, size_px, tuple(warnings))
