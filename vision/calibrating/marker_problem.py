"""The unknowns of a table whose markers nobody has measured, and what they predict: for `marker_places`.

Unknown are the camera's place, focal length and first coefficient of its lens, the markers' side, half the side of the
felt, half the side of the square that the markers are glued to, and the centre and turn of every marker. The sides of
the felt make the axes and the middle; what they leave open the priors say.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from mahjong_rules.told import told
from vision.calibrating.agreement import CalibrationError
from vision.calibrating.least_squares import least_squares, slopes_of
from vision.calibrating.solving import Priors, UnsolvableError, solve
from vision.geometry.lens import Floats, Lens
from vision.geometry.pose import CameraPose
from vision.settings import GeometrySettings

_ASTRAY_MM: Final = 6.0
"""Standard deviation of how far beside its corner of a square somebody glues a marker by eye. Chosen, not measured."""
_MARGIN: Final = 0.055
"""Where the markers' square ends before the felt's, as a share of half its side: 20 mm of 370, as the sheet advises."""
_MARGIN_SPREAD: Final = 0.05
"""Standard deviation of that. Chosen, not measured: markers at the very edge, or a hand's width inside."""
_STATED_SURFACE_SPREAD: Final = 0.001
"""Standard deviation of the logarithm of the felt's side where it is typed: a folding rule is read to 0.7 mm of 740."""
_UNKNOWN_SPREAD: Final = 0.3
"""The same where it is not: tables have 650 to 900 mm."""
_CORNER_NOISE_PX: Final = 0.2
"""The corners' noise at first (`solving._USUAL_NOISE_PX`)."""
_LEAST_NOISE_PX: Final = 0.08
"""Less it is never taken to be (`solving._MIN_NOISE_PX`)."""
_MOST_NOISE_PX: Final = 1.5
"""... nor more (`solving._MAX_NOISE_PX`)."""
_SIDE_NOISE_PX: Final = 0.5
"""Noise of a point on a side of the felt (`solving._EDGE_NOISE_PX`)."""
_SIDE_WORTH: Final = 8.0
"""A side counts like so many points that know nothing of each other (`solving._EDGE_WORTH`)."""
_EVERY: Final = 3
"""Every third point of a side counts: its neighbours say the same, and cost time."""
_MIN_GAIN: Final = 6.0
"""So much less chi square a bent lens must give before a straight one is given up (`solving._MIN_GAIN`)."""
_REACHES_MM: Final = (28.0, 8.0, 5.0)
"""How far beside where they should be the sides are looked for, from the first guess to the last: markers glued 10 mm
beside their corners and a scale that is 3 % off bring the first 21 mm away. Chosen."""
_UNTYPED_REACH: Final = 0.11
"""The first of them as a share of half the side where that is not typed, too."""
_FOCAL, _ROTATION, _SHIFT, _BEND, _SIDE, _HALF, _AT, _PLACES = 0, 1, 4, 7, 8, 9, 10, 11
"""Places in the vector of unknowns; from the last on x, y and turn of each marker."""
_SQUARE: Final = np.array([-0.5 + 0.5j, 0.5 + 0.5j, 0.5 - 0.5j, -0.5 - 0.5j])
"""A marker of side 1 in the order of its corners."""


@dataclass(frozen=True, slots=True)
class SolvedTable:
    """The best explanation: what was solved, and by number each marker's centre, its standard error and its misfit.

    `sides_px`: root mean square distance of the sides' points from where the felt should end.
    """

    pose: CameraPose
    surface_mm: float
    marker_mm: float
    centres_mm: dict[int, tuple[float, float]]
    errors_mm: dict[int, float]
    residuals_px: dict[int, float]
    sides_px: float
    astray_mm: dict[int, float]
    """How far each marker is beside its corner of the square that they were glued to."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What somebody has measured and typed, in mm; None: nobody has."""

    surface_mm: float | None
    marker_mm: float | None


class MarkerProblem:
    """The unknowns of one table under one camera, and what they predict."""

    def __init__(
        self,
        seen: Mapping[int, Floats],
        corner_of: Mapping[int, tuple[int, int]],
        size_px: tuple[int, int],
        priors: Priors,
        typed: Typed,
    ) -> None:
        self.numbers = sorted(seen)
        self._seen = seen
        self._corners = np.concatenate([seen[number] for number in self.numbers])
        self._signs = np.array([corner_of[number] for number in self.numbers], np.float64)
        self._size_px = size_px
        self._priors = priors
        self._typed = typed
        self._noise_px = _CORNER_NOISE_PX
        self._first = np.empty(0)
        self._sides = np.empty((0, 2))
        self._outward = np.empty(0, int)
        self._side_weights = np.empty(0)

    def half_mm(self, unknowns: Floats) -> float:
        """Half the side of the felt."""
        return math.exp(unknowns[_HALF])

    def reaches_mm(self) -> tuple[float, ...]:
        """How far beside where they should be the sides are looked for, one after the other."""
        if self._typed.surface_mm is not None:
            return _REACHES_MM
        return (_UNTYPED_REACH * self._half_mm, *_REACHES_MM[1:])

    @property
    def _half_mm(self) -> float:
        return (self._typed.surface_mm or GeometrySettings().surface_mm) / 2

    def start(self) -> Floats:
        """A first guess: the markers in a square's corners, as large as their own size or the felt's says.

        Raises:
            CalibrationError: they cannot lie like that.
        """
        at_mm = self._half_mm * (1 - _MARGIN)
        if self._typed.marker_mm is not None and self._typed.surface_mm is None:
            at_mm = self._square_by_markers()
        centres = {number: tuple(at_mm * sign) for number, sign in zip(self.numbers, self._signs, strict=True)}
        # Where each marker lies is guessed: a lens bent to explain that would be a worse start than a straight one.
        straight = replace(self._priors, lens_spread=0.0)
        try:
            found = solve(self._seen, centres, self._size_px, straight)
        except UnsolvableError as error:
            raise CalibrationError(
                told("markers_crooked", f"{error}: check that each marker lies flat in its own corner")
            ) from error
        pose = found.pose
        tops = [pose.to_plane(self._seen[number], 0.0) for number in self.numbers]
        turns = [math.atan2(*(corners[1] - corners[0])[::-1]) for corners in tops]
        half = at_mm / (1 - _MARGIN) if self._typed.surface_mm is None else self._half_mm
        rotation = np.asarray(cv2.Rodrigues(pose.rotation)[0], np.float64).ravel()
        shift = pose.translation * (self._priors.focal_px / pose.focal_px)
        first = [math.log(pose.focal_px), *rotation, *shift, pose.lens.k1]
        sizes = [math.log(self._priors.marker_mm), math.log(half), math.log(at_mm)]
        places = [value for sign, turn in zip(self._signs, turns, strict=True) for value in (*(at_mm * sign), turn)]
        self._first = np.array([*first, *sizes, *places])
        return self._first

    def _square_by_markers(self) -> float:
        """Half the side of the markers' square in mm, by their own size in the picture."""
        centres = np.array([self._seen[number].mean(axis=0) for number in self.numbers])
        far = np.linalg.norm(centres[:, None] - centres[None], axis=2)
        step = self._signs[:, None] - self._signs[None]
        is_side = np.abs(step).sum(axis=2) == 2
        sides_px = float(far[is_side].mean())
        side_px = float(
            np.mean([np.linalg.norm(c - np.roll(c, 1, axis=0), axis=1).mean() for c in self._seen.values()])
        )
        return sides_px / side_px * self._priors.marker_mm / 2

    def pose(self, unknowns: Floats) -> CameraPose:
        """Where the camera is then."""
        focal = math.exp(unknowns[_FOCAL])
        middle = (np.array(self._size_px) - 1) / 2
        across = focal * self._priors.stretch
        intrinsics = np.array([[across, 0.0, middle[0]], [0.0, focal, middle[1]], [0.0, 0.0, 1.0]])
        rotation = np.asarray(cv2.Rodrigues(unknowns[_ROTATION:_SHIFT])[0], np.float64)
        lens = Lens(float(unknowns[_BEND]), self._priors.lens.k2)
        # The shift grows with the focal length: then a longer one leaves the picture as large as it was, and the search
        # goes straight along what corners hardly tell apart instead of creeping round a bend.
        shift = unknowns[_SHIFT:_BEND] * (focal / self._priors.focal_px)
        return CameraPose(intrinsics, rotation, shift, 0.0, lens)

    def nearer(self, start: Floats, sides: Mapping[int, Floats]) -> Floats:
        """Better unknowns, by these sides."""
        fewer = {seat: points[::_EVERY] for seat, points in sides.items()}
        self._sides = np.concatenate([np.empty((0, 2)), *fewer.values()])
        self._outward = np.repeat(np.array([*fewer], int), [len(points) for points in fewer.values()])
        counts = np.bincount(self._outward, minlength=4)[self._outward]
        self._side_weights = np.sqrt(_SIDE_WORTH / np.maximum(counts, 1)) / _SIDE_NOISE_PX
        # With a bent lens and a focal length that nobody knows a search may run away and never come back (at 4K one of
        # 36 did): the straight lens is solved first, and the first guess of all is tried again beside the newest.
        found = [self._search(self._straight(guess), is_bent=False) for guess in (start, self._first)]
        if self._priors.lens_spread:
            found += [self._search(min(found, key=_cost)[0], is_bent=True)]
        return min(found, key=_cost)[0]

    def _straight(self, unknowns: Floats) -> Floats:
        """The same with the lens that is expected."""
        straight = unknowns.copy()
        straight[_BEND] = self._priors.lens.k1
        return straight

    def settled(self, start: Floats) -> Floats:
        """The best unknowns, with the corners' noise by what was left over; a straight lens unless it must bend."""
        left_over = float(np.mean(self.off_corners(start) ** 2))
        self._noise_px = min(max(math.sqrt(left_over), _LEAST_NOISE_PX), _MOST_NOISE_PX)
        straight, cost = self._search(self._straight(start), is_bent=False)
        if not self._priors.lens_spread:
            return straight
        bent, bent_cost = min((self._search(guess, is_bent=True) for guess in (start, straight)), key=_cost)
        return bent if cost - bent_cost > _MIN_GAIN else straight

    def table(self, unknowns: Floats) -> SolvedTable:
        """The unknowns with names, and how sure they are: what corners, sides and priors together leave open."""
        pose = self.pose(unknowns)
        free = self._free(is_bent=bool(pose.lens.k1))
        slopes = slopes_of(self.misfits)(unknowns, self.misfits(unknowns), free)
        variances = dict(zip(free, np.diag(np.linalg.inv(slopes.T @ slopes)), strict=True))
        squares = np.sum(self.off_corners(unknowns) ** 2, axis=1)
        off = np.sqrt(squares.reshape(-1, 4).mean(axis=1))
        firsts = {number: _PLACES + 3 * index for index, number in enumerate(self.numbers)}
        return SolvedTable(
            replace(pose, residual_px=float(np.sqrt(squares.mean()))),
            2 * math.exp(unknowns[_HALF]),
            math.exp(unknowns[_SIDE]),
            {number: (float(unknowns[at]), float(unknowns[at + 1])) for number, at in firsts.items()},
            {number: math.sqrt(variances[at] + variances[at + 1]) for number, at in firsts.items()},
            dict(zip(self.numbers, off.tolist(), strict=True)),
            self._sides_px(unknowns),
            dict(zip(self.numbers, np.linalg.norm(self._astray(unknowns), axis=1).tolist(), strict=True)),
        )

    def _astray(self, unknowns: Floats) -> Floats:
        """How far (n x 2, mm) each marker is beside its corner of their square."""
        return np.asarray(unknowns[_PLACES:].reshape(-1, 3)[:, :2] - math.exp(unknowns[_AT]) * self._signs)

    def _sides_px(self, unknowns: Floats) -> float:
        off = self._off_sides(self.pose(unknowns), self.half_mm(unknowns)) / np.maximum(self._side_weights, 1e-9)
        return float(np.sqrt(np.mean(off**2))) if len(off) else 0.0

    def _free(self, *, is_bent: bool) -> list[int]:
        count = _PLACES + 3 * len(self.numbers)
        return [place for place in range(count) if place != _BEND or is_bent]

    def _search(self, start: Floats, *, is_bent: bool) -> tuple[Floats, float]:
        return least_squares(start, self._free(is_bent=is_bent), self.misfits, slopes_of(self.misfits))

    def off_corners(self, unknowns: Floats) -> Floats:
        """How far (4 n x 2, pixels) the corners are from where they should be seen."""
        places = unknowns[_PLACES:].reshape(-1, 3)
        turned = np.exp(1j * places[:, 2:]) * _SQUARE[None] * math.exp(unknowns[_SIDE])
        points = (places[:, :1] + 1j * places[:, 1:2] + turned).ravel()
        flat = np.column_stack((points.real, points.imag))
        return np.asarray(self.pose(unknowns).plane_pixels(flat, 0.0) - self._corners)

    def misfits(self, unknowns: Floats) -> Floats:
        """Everything that should be 0, in standard deviations."""
        pose, priors = self.pose(unknowns), self._priors
        half = math.exp(unknowns[_HALF])
        side_spread, half_spread = priors.side_spread, _STATED_SURFACE_SPREAD
        if self._typed.surface_mm is None:
            half_spread = _UNKNOWN_SPREAD
        known = [
            (unknowns[_FOCAL] - math.log(priors.focal_px)) / priors.focal_spread,
            (unknowns[_BEND] - priors.lens.k1) / (priors.lens_spread or 1.0),
            (unknowns[_SIDE] - math.log(priors.marker_mm)) / side_spread,
            (unknowns[_HALF] - math.log(self._half_mm)) / half_spread,
            (math.exp(unknowns[_AT] - unknowns[_HALF]) - 1 + _MARGIN) / _MARGIN_SPREAD,
        ]
        return np.concatenate(
            (
                self.off_corners(unknowns).ravel() / self._noise_px,
                known,
                self._astray(unknowns).ravel() / _ASTRAY_MM,
                self._off_sides(pose, half),
            )
        )

    def _off_sides(self, pose: CameraPose, half_mm: float) -> Floats:
        """How far the points of the sides lie beside the felt's end, in standard deviations."""
        if not len(self._sides):
            return np.empty(0)
        x_mm, y_mm = pose.to_plane(self._sides, 0.0).T
        outward = np.choose(self._outward, (-y_mm, x_mm, y_mm, -x_mm)) - half_mm
        return np.asarray(outward * pose.focal_px / abs(float(pose.centre_mm[2])) * self._side_weights)


def _cost(found: tuple[Floats, float]) -> float:
    return found[1]
