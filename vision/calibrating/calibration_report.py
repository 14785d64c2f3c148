"""What a calibration is worth: figures and advice for a person, and a picture that shows whether it is right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from mahjong_rules.seats import SEATS
from mahjong_rules.told import joined, sentence
from vision.calibrating.calibration import Calibration
from vision.geometry.lens import Floats
from vision.geometry.pose import CameraPose
from vision.geometry.zones import ZoneMap, to_table
from vision.settings import GeometrySettings, Rect
from vision.sightings import Image

_MIN_TILE_PX: Final = 24.0
"""Width of a tile below which advice is given: the least that docs/camera.md names."""
_GOOD_TILE_PX: Final = 30.0
"""Up to this width names get surer: crops have 40 pixels for a tile and a tenth (`classification.CROP_WIDTH_PX`).

Chosen, not measured.
"""
_MAX_RESIDUAL_MM: Final = 0.6
"""A worse fit of the markers is advised against: twice the 0.3 mm below which it should be (docs/camera.md)."""
_GREEN: Final = (90, 220, 90)
_YELLOW: Final = (60, 220, 240)
_RED: Final = (60, 60, 255)
_BLUE: Final = (230, 160, 70)
_DARK: Final = (20, 20, 20)
_STEPS: Final = 24
"""Parts in which a straight line of the table is drawn: a lens bends it."""
_SUBPIXEL_BITS: Final = 4
"""OpenCV draws lines at sixteenths of a pixel with it."""


@dataclass(frozen=True, slots=True)
class CalibrationReport:
    """Figures of one calibration; `tile_px`: width of a tile in the farthest corner, and of one below the camera."""

    markers: dict[int, tuple[float, float]]
    """Number -> root mean square misfit of its corners in pixels and in mm on the felt."""
    residual_px: float
    residual_mm: float
    camera_mm: tuple[float, float, float]
    """The camera's place: x, y, and height above the felt."""
    tile_px: tuple[float, float]
    focal_share: float
    k1: float
    k2: float
    marker_mm: float
    moved_mm: float | None
    """How far the camera is from where it was when the table was calibrated; None when that is not known."""
    advice: tuple[str, ...]
    """What is doubtful and what to do about it; sentences with their words."""


def report_of(
    found: Calibration, geometry: GeometrySettings, calibrated: CameraPose | None = None
) -> CalibrationReport:
    """The figures of a calibration; `calibrated` is the pose that was stored before."""
    pose = found.pose
    scale = found.px_per_mm
    x_mm, y_mm, height_mm = (float(value) for value in pose.centre_mm)
    tile_px = _tile_px(pose, geometry)
    moved_mm = None if calibrated is None else float(np.linalg.norm(pose.centre_mm - calibrated.centre_mm))
    return CalibrationReport(
        markers={number: (off, off / scale) for number, off in sorted(found.residuals_px.items())},
        residual_px=pose.residual_px,
        residual_mm=pose.residual_px / scale,
        camera_mm=(x_mm, y_mm, height_mm),
        tile_px=tile_px,
        focal_share=pose.focal_px / max(found.size_px),
        k1=pose.lens.k1,
        k2=pose.lens.k2,
        marker_mm=found.marker_mm,
        moved_mm=moved_mm,
        advice=(*found.warnings, *_advice(found, geometry, tile_px[0], pose.residual_px / scale)),
    )


def _tile_px(pose: CameraPose, geometry: GeometrySettings) -> tuple[float, float]:
    """Widths of tiles in pixels: the smallest of those in the corners, and one below the camera."""
    half, width, top = geometry.surface_mm / 2, geometry.tile_width_mm, geometry.tile_thickness_mm
    places = [(x, y) for x in (-half, half) for y in (-half, half)]
    below = np.clip(pose.centre_mm[:2], -half, half)
    widths = []
    for place in (*places, (float(below[0]), float(below[1]))):
        ends = np.array([place, place]) + np.array([(-width / 2, 0.0), (width / 2, 0.0)])
        seen = pose.plane_pixels(ends, top)
        widths.append(float(np.linalg.norm(seen[1] - seen[0])))
    return (min(widths[:-1]), widths[-1])


def _advice(found: Calibration, geometry: GeometrySettings, least_tile_px: float, residual_mm: float) -> list[str]:
    advice: list[str] = []
    if residual_mm > _MAX_RESIDUAL_MM:
        advice.append(
            sentence(
                "the markers fit to {mm} mm only: press them flat, and measure their places and size anew",
                mm=f"{residual_mm:.1f}",
            )
        )
    if least_tile_px < _MIN_TILE_PX:
        advice.append(
            sentence(
                "tiles in a far corner are only {px} pixels wide, {needed} are needed: hang the camera lower or choose "
                "a larger picture",
                px=f"{least_tile_px:.0f}",
                needed=f"{_MIN_TILE_PX:.0f}",
            )
        )
    elif least_tile_px < _GOOD_TILE_PX:
        advice.append(
            sentence(
                "tiles in a far corner are {px} pixels wide; names get surer up to {good}: choose a larger picture if "
                "the camera gives one",
                px=f"{least_tile_px:.0f}",
                good=f"{_GOOD_TILE_PX:.0f}",
            )
        )
    half = geometry.surface_mm / 2
    corners = found.pose.plane_pixels(np.array([(-half, -half), (half, -half), (half, half), (-half, half)]), 0.0)
    names = (sentence("south-west"), sentence("south-east"), sentence("north-east"), sentence("north-west"))
    right, bottom = found.size_px[0] - 1, found.size_px[1] - 1
    hidden = [
        name
        for name, (column, row) in zip(names, corners.tolist(), strict=True)
        if not (0 <= column <= right and 0 <= row <= bottom)
    ]
    if hidden:
        advice.append(
            sentence(
                "the surface's corner {corners} is outside the picture: turn or raise the camera",
                corners=joined(hidden, " and "),
            )
        )
    return advice


def calibration_overlay(image: Image, found: Calibration, geometry: GeometrySettings) -> Image:
    """A copy of the picture with the surface, the zones and the markers where the calibration puts them.

    Green: the surface's edge and the console. Blue: zones of the tiles. Yellow squares: where the markers should be;
    red crosses: their corners as they were found, with the misfit beside them.
    """
    drawn = image.copy()
    width = max(1, round(max(image.shape) / 1200))
    half, console = geometry.surface_mm / 2, geometry.console_mm / 2
    for corners in _zone_corners(geometry):
        _draw_line(drawn, found.pose, corners, _BLUE, width)
    for reach in (half, console):
        _draw_line(drawn, found.pose, _square(0.0, 0.0, 2 * reach), _GREEN, width + 1)
    for number, (x_mm, y_mm) in geometry.marker_centres_mm.items():
        _draw_marker(drawn, found, number, (x_mm, y_mm), width)
    text = f"{found.pose.residual_px:.2f} px = {found.pose.residual_px / found.px_per_mm:.2f} mm"
    _write(drawn, text, (12 * width, 24 * width), width)
    return drawn


def _draw_marker(drawn: Image, found: Calibration, number: int, centre_mm: tuple[float, float], width: int) -> None:
    corners = found.markers.get(number)
    if corners is None:
        _draw_line(drawn, found.pose, _square(*centre_mm, found.marker_mm), _RED, width)
        column, row = found.pose.plane_pixels(np.array([centre_mm]), 0.0)[0]
        _write(drawn, f"{number}?", (int(column), int(row)), width)
        return
    on_felt = found.pose.to_plane(corners, 0.0)
    top = on_felt[1] - on_felt[0]
    turn = float(np.arctan2(top[1], top[0]))
    _draw_line(drawn, found.pose, _square(*centre_mm, found.marker_mm, turn), _YELLOW, width)
    for column, row in np.round(corners).astype(int):
        cv2.drawMarker(drawn, (int(column), int(row)), _RED, cv2.MARKER_CROSS, 7 * width, width)
    off = found.residuals_px[number]
    below = (int(corners[:, 0].min()), int(corners[:, 1].max() + 14 * width))
    _write(drawn, f"{number}: {off:.2f} px {off / found.px_per_mm:.2f} mm", below, width)


def _square(x_mm: float, y_mm: float, side_mm: float, turn: float = 0.0) -> Floats:
    corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * side_mm
    turned = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray(corners @ turned + (x_mm, y_mm))


def _zone_corners(geometry: GeometrySettings) -> list[Floats]:
    """The corners (4 x 2, mm) of every zone of every seat."""
    return [
        np.array([to_table(seat, u_mm, v_mm) for u_mm, v_mm in _corners(rect)])
        for seat in SEATS
        for _, rect in ZoneMap(geometry).rects
    ]


def _corners(rect: Rect) -> tuple[tuple[float, float], ...]:
    return (
        (rect.u_from_mm, rect.v_from_mm),
        (rect.u_to_mm, rect.v_from_mm),
        (rect.u_to_mm, rect.v_to_mm),
        (rect.u_from_mm, rect.v_to_mm),
    )


def _draw_line(drawn: Image, pose: CameraPose, corners: Floats, colour: tuple[int, int, int], width: int) -> None:
    """A closed outline (n x 2, mm on the felt), bent as the lens bends it."""
    shares = np.linspace(0, 1, _STEPS, endpoint=False)[:, None]
    following = np.roll(corners, -1, axis=0)
    points = np.concatenate([start + (end - start) * shares for start, end in zip(corners, following, strict=True)])
    pixels = np.round(pose.plane_pixels(points, 0.0) * (1 << _SUBPIXEL_BITS)).astype(np.int32)
    cv2.polylines(drawn, [pixels], True, colour, width, cv2.LINE_AA, _SUBPIXEL_BITS)


def _write(drawn: Image, text: str, place: tuple[int, int], width: int) -> None:
    for colour, thickness in ((_DARK, 3 * width), (_YELLOW, width)):
        cv2.putText(drawn, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.38 * width, colour, thickness, cv2.LINE_AA)
