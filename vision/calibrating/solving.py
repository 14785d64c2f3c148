"""Where the camera is and how its lens bends, from the corners of markers that lie flat: least squares with priors.

Unknown are the camera's place and direction, its focal length, the lens's first coefficient, the markers' side, the
turn of each marker and, where that is asked for, by how much the picture was stretched and where in it the lens's axis
is. What the corners leave open (the focal length, when the camera looks straight down) the priors say.
A prior is a normal distribution, of logarithms for lengths. How noisy the corners are, the corners say themselves: what
the first solution leaves over decides how much they count against the priors in the second.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.calibrating.least_squares import least_squares, moved
from vision.geometry.lens import STRAIGHT, Floats, Lens
from vision.geometry.pose import CameraPose, transform

_USUAL_NOISE_PX: Final = 0.2
"""How noisy corners are taken to be in the first solution; the second takes what the first leaves over.

Chosen, not measured.
"""
_MIN_NOISE_PX: Final = 0.08
"""Corners are never believed to be less noisy: OpenCV's refinement ends at some hundredths of a pixel. Chosen, not
measured.
"""
_MAX_NOISE_PX: Final = 1.5
"""... nor more: beyond it markers are wrong rather than noisy. Chosen, not measured."""
_EDGE_NOISE_PX: Final = 0.5
"""Noise of a point on an edge of the surface, which is rougher than a printed corner. Chosen, not measured."""
_EDGE_WORTH: Final = 8.0
"""An edge counts like so many points that know nothing of each other."""
_FIXED: Final = 1e-6
"""Standard deviation that stands for "known": an unknown with it does not move."""
_MIN_GAIN: Final = 6.0
"""So much less chi square a bent lens must give before a straight one is given up: some two and a half sigma."""
_STARTS: Final = (-0.35, 0.0, 0.35)
"""Logarithms of the focal lengths, against the expected one, from which the search starts."""
_MAX_STARTS: Final = 3
"""From so many of the best first guesses the search starts. Chosen, not measured: one for each focal length tried."""
_STRETCHED_STARTS: Final = (-0.29, -0.1, 0.1, 0.29)
"""Logarithms of the stretches that the search starts from: pictures of 4:3 made 16:9 or the reverse, and halfway."""
_FOCAL, _LENS, _STRETCH, _AXIS, _SIDE, _TURNS = 0, 7, 8, 9, 11, 12
"""Places in the vector of unknowns: these, 1-3 rotation, 4-6 translation."""
_SQUARE: Final = np.array([-0.5 + 0.5j, 0.5 + 0.5j, 0.5 - 0.5j, -0.5 - 0.5j])
"""A marker of side 1 in the order of its corners, as complex numbers: a product turns them."""


class UnsolvableError(ValueError):
    """The markers lie so that no place of the camera follows from them."""


@dataclass(frozen=True, slots=True)
class Priors:
    """What is known before the picture is looked at.

    `focal_spread`, `height_spread`, `side_spread` and `stretch_spread` are standard deviations of logarithms;
    `lens_spread` is one of k1, 0 for a known lens. `stretch` is how many times too wide the picture is; `axis_spread`
    the standard deviation of the lens's axis from the picture's middle, as a share of the focal length.
    """

    focal_px: float
    focal_spread: float
    marker_mm: float
    side_spread: float
    lens: Lens = STRAIGHT
    lens_spread: float = 0.0
    height_mm: float = 1000.0
    height_spread: float = math.inf
    stretch: float = 1.0
    stretch_spread: float = 0.0
    axis_spread: float = 0.0


@dataclass(frozen=True, slots=True)
class Solution:
    """The best explanation of the corners."""

    pose: CameraPose
    marker_mm: float
    chi_square: float
    residuals_px: dict[int, float]
    """Root mean square distance of each marker's corners from where the pose puts them."""


def solve(
    markers: Mapping[int, Floats],
    centres_mm: Mapping[int, tuple[float, float]],
    size_px: tuple[int, int],
    priors: Priors,
    edges: Sequence[Floats] = (),
) -> Solution:
    """The pose that explains three or more markers best; the lens stays straight unless the corners insist.

    Args:
        markers: number -> corners (4 x 2, pixels), clockwise from the marker's own upper left one.
        centres_mm: number -> centre on the table, for each of them.
        size_px: width and height of the picture.
        priors: what is known besides.
        edges: points (n x 2, pixels) of lines that are straight on the table.

    Raises:
        UnsolvableError: the centres lie on one line, or the camera would be below the table.
    """
    problem = _Problem(markers, centres_mm, size_px, priors, edges)
    straight = min(
        (problem.search(start, is_bent=False) for start in problem.starts()[:_MAX_STARTS]), key=lambda found: found[1]
    )
    bent = problem.search(straight[0], is_bent=True) if priors.lens_spread else straight
    problem.adopt_noise(bent[0])
    straight = problem.search(straight[0], is_bent=False)
    if priors.lens_spread:
        bent = problem.search(bent[0], is_bent=True)
        if straight[1] - bent[1] > _MIN_GAIN:
            return problem.solution(*bent)
    return problem.solution(*straight)


class _Problem:
    """The unknowns of one picture and what they predict."""

    def __init__(
        self,
        markers: Mapping[int, Floats],
        centres_mm: Mapping[int, tuple[float, float]],
        size_px: tuple[int, int],
        priors: Priors,
        edges: Sequence[Floats],
    ) -> None:
        self._numbers = sorted(markers)
        self._centres = np.array([centres_mm[number] for number in self._numbers], np.float64)
        self._complex_centres = self._centres[:, :1] + 1j * self._centres[:, 1:]
        self._corners = np.stack([markers[number] for number in self._numbers])
        self._middle = np.array([(size_px[0] - 1) / 2, (size_px[1] - 1) / 2])
        self._priors = priors
        self._noise_px = _USUAL_NOISE_PX
        self._edges = edges
        spread = np.linalg.svd(self._centres - self._centres.mean(axis=0), compute_uv=False)
        if len(self._numbers) < 3 or spread[1] < 0.05 * spread[0]:
            raise UnsolvableError("three markers that do not lie on one line are needed")
        self._freedom = self._corners.size - (_TURNS + len(self._numbers) - 4)

    def adopt_noise(self, unknowns: Floats) -> None:
        """Take what a solution leaves over as the corners' noise."""
        off = self._off_px(self._points(unknowns), self._pose(unknowns))
        left_over = float(np.sum(off**2)) / max(self._freedom, 1)
        self._noise_px = min(max(math.sqrt(left_over), _MIN_NOISE_PX), _MAX_NOISE_PX)

    def starts(self) -> list[Floats]:
        """First guesses, the best first: the two places that a plane leaves open, for several focal lengths."""
        rough = self._rough()
        along = np.stack([transform(rough, corners) for corners in self._corners])
        top = along[:, 1] - along[:, 0] + along[:, 2] - along[:, 3]
        turns = np.arctan2(top[:, 1], top[:, 0])
        sides = np.linalg.norm(along - np.roll(along, 1, axis=1), axis=2)
        side = float(np.median(sides)) if self._priors.side_spread > 0.1 else self._priors.marker_mm
        points = np.column_stack((self._on_table(side, turns), np.zeros(4 * len(turns))))
        pixels = self._corners.reshape(-1, 2)
        found: list[Floats] = []
        steps = _STARTS if self._priors.focal_spread > 0.02 else (0.0,)
        stretches = _STRETCHED_STARTS if self._priors.stretch_spread else (math.log(self._priors.stretch),)
        for step, stretch in itertools.product(steps, stretches):
            focal = self._priors.focal_px * math.exp(step)
            plane = self._priors.lens.straightened((pixels - self._middle) / (focal * math.exp(stretch), focal))
            _, rotations, shifts, _ = cv2.solvePnPGeneric(points, plane, np.eye(3), None, flags=cv2.SOLVEPNP_IPPE)
            for rotation, shift in zip(rotations, shifts, strict=True):
                if not (np.isfinite(rotation).all() and np.isfinite(shift).all()):
                    continue
                camera = np.concatenate((rotation.ravel(), shift.ravel()))
                rest = [self._priors.lens.k1, stretch, 0.0, 0.0, math.log(side)]
                found.append(np.concatenate(([math.log(focal)], camera, rest, turns)))
        if not found:
            raise UnsolvableError("no place of the camera shows the markers like this")
        return sorted(found, key=lambda start: float(np.sum(self._misfits(start) ** 2)))

    def _rough(self) -> Floats:
        """A map (3x3) from pixels to mm through the centres alone."""
        seen = self._corners.mean(axis=1)
        if len(seen) > 3:
            homography, _ = cv2.findHomography(seen, self._centres)
            if homography is not None:
                return np.asarray(homography, np.float64)
        solved, *_ = np.linalg.lstsq(np.column_stack((seen, np.ones(len(seen)))), self._centres, rcond=None)
        return np.vstack((solved.T, (0.0, 0.0, 1.0)))

    def _on_table(self, side: float, turns: Floats) -> Floats:
        """The corners (4 n x 2, mm) of all markers."""
        turned = (np.cos(turns) + 1j * np.sin(turns))[:, None] * _SQUARE
        return np.asarray((self._complex_centres + side * turned).view(np.float64).reshape(-1, 2))

    def _pose(self, unknowns: Floats) -> CameraPose:
        focal = math.exp(unknowns[_FOCAL])
        across = focal * math.exp(unknowns[_STRETCH])
        axis = self._middle + focal * unknowns[_AXIS:_SIDE]
        intrinsics = np.array([[across, 0.0, axis[0]], [0.0, focal, axis[1]], [0.0, 0.0, 1.0]])
        rotation = np.asarray(cv2.Rodrigues(unknowns[1:4])[0], np.float64)
        lens = Lens(float(unknowns[_LENS]), self._priors.lens.k2)
        return CameraPose(intrinsics, rotation, unknowns[4:7].copy(), 0.0, lens)

    def _points(self, unknowns: Floats) -> Floats:
        """The corners (4 n x 3, mm) of all markers: only the unknowns from the side on move them."""
        flat = self._on_table(math.exp(unknowns[_SIDE]), unknowns[_TURNS:])
        points = np.zeros((len(flat), 3))
        points[:, :2] = flat
        return points

    def _off_px(self, points: Floats, pose: CameraPose) -> Floats:
        """How far (4 n x 2) the corners are from where the pose shows these points."""
        return pose.project(points) - self._corners.reshape(-1, 2)

    def _misfits(self, unknowns: Floats) -> Floats:
        """Everything that should be 0, in standard deviations."""
        pose = self._pose(unknowns)
        return np.concatenate((self._off_markers(unknowns, self._points(unknowns), pose), *self._bends(pose)))

    def _off_markers(self, unknowns: Floats, points: Floats, pose: CameraPose) -> Floats:
        """What the corners and the priors should have as 0, in standard deviations."""
        priors = self._priors
        height = abs(float(pose.centre_mm[2]))
        known = (
            (unknowns[_FOCAL] - math.log(priors.focal_px)) / max(priors.focal_spread, _FIXED),
            (unknowns[_LENS] - priors.lens.k1) / max(priors.lens_spread, _FIXED),
            (unknowns[_STRETCH] - math.log(priors.stretch)) / max(priors.stretch_spread, _FIXED),
            *(unknowns[_AXIS:_SIDE] / max(priors.axis_spread, _FIXED)),
            (unknowns[_SIDE] - math.log(priors.marker_mm)) / max(priors.side_spread, _FIXED),
            math.log(max(height, 1.0) / priors.height_mm) / priors.height_spread,
        )
        return np.concatenate((self._off_px(points, pose).ravel() / self._noise_px, known))

    def _bends(self, pose: CameraPose) -> list[Floats]:
        """What the edges should have as 0, in standard deviations: only focal length and lens move it."""
        return [_bend_px(pose, edge) / _EDGE_NOISE_PX for edge in self._edges]

    def search(self, start: Floats, *, is_bent: bool) -> tuple[Floats, float]:
        """The best unknowns near a start and their chi square."""
        fixed = {_LENS} if not is_bent else set()
        fixed |= {_STRETCH} if not self._priors.stretch_spread else set()
        fixed |= {_AXIS, _AXIS + 1} if not self._priors.axis_spread else set()
        free = [place for place in range(len(start)) if place not in fixed]
        return least_squares(start, free, self._misfits, self._slopes)

    def solution(self, unknowns: Floats, chi_square: float) -> Solution:
        """The unknowns as a pose."""
        pose = self._pose(unknowns)
        squares = np.sum(self._off_px(self._points(unknowns), pose) ** 2, axis=1)
        off = np.sqrt(squares.reshape(-1, 4).mean(axis=1))
        if pose.centre_mm[2] <= 0:
            raise UnsolvableError("the numbers run round the table the wrong way")
        return Solution(
            CameraPose(pose.intrinsics, pose.rotation, pose.translation, float(np.sqrt(squares.mean())), pose.lens),
            math.exp(unknowns[_SIDE]),
            chi_square,
            dict(zip(self._numbers, off.tolist(), strict=True)),
        )

    def _slopes(self, place: Floats, off: Floats, free: list[int]) -> Floats:
        """By how much each misfit grows with each free unknown."""
        slopes = np.zeros((len(off), len(free)))
        points, pose = self._points(place), self._pose(place)
        for column, unknown in enumerate(free):
            near, step = moved(place, unknown)
            if unknown == _FOCAL or _LENS <= unknown < _SIDE:
                after = self._misfits(near)
            elif unknown < _SIDE:
                after = self._off_markers(near, points, self._pose(near))
            else:
                after = self._off_markers(near, self._points(near), pose)
            slopes[: len(after), column] = (after - off[: len(after)]) / step
        return slopes


def _bend_px(pose: CameraPose, edge: Floats) -> Floats:
    """How far the points of an edge lie beside the straight line through them, the lens's bend taken out."""
    straight = pose.straightened(edge)
    straight = straight - straight.mean(axis=0)
    across = np.linalg.svd(straight, full_matrices=False)[2][1]
    # Neighbours on an edge err together: all of them count like a few.
    return np.asarray(straight @ across * math.sqrt(_EDGE_WORTH / len(edge)))
