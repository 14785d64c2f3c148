"""A place of the camera that the markers agree on: all of them, of another size, all but one, or all in a stretched
picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from vision.calibrating.solving import Priors, Solution, UnsolvableError, solve
from vision.geometry.lens import Floats
from vision.settings import MIN_MARKERS

UNKNOWN_SIDE_SPREAD: Final = 0.7
"""Standard deviation of the logarithm of the markers' side where it is not known: half to double the usual 30 mm."""
GOOD_RESIDUAL: Final = 0.7 / 2304
"""Share of the picture's longer side by which corners may be off where one freedom more was taken (fewer markers than
there should be, another size, a stretched picture): nothing else would show that this is wrong.

Chosen, not measured; a good fit has 0.1 to 0.3 mm (docs/camera.md).
"""
_MAX_RESIDUAL: Final = 3.0 / 2304
"""The same for all markers as they are configured: 3 pixels of 2304, some 2 mm on the table. Chosen, not measured."""
_STRETCH_SPREAD: Final = 0.3
"""Standard deviation of the logarithm of a stretch: a picture of 4:3 that was made 16:9 has 0.29."""
_STRETCHED_FOCAL_SPREAD: Final = 0.35
"""The same of the focal length then: whether the picture's width or its height was kept nobody knows."""
_MIN_STRETCH: Final = 1.05
"""Less is no stretch but markers that were measured wrongly: 4:3 made 5:4, the least that occurs, is 1.067."""


class CalibrationError(ValueError):
    """The picture doesn't tell where the camera is."""


def agreed(
    markers: Mapping[int, Floats],
    centres: Mapping[int, tuple[float, float]],
    size_px: tuple[int, int],
    priors: Priors,
    edges: Sequence[Floats] = (),
) -> Solution:
    """The pose on which the markers agree; `centres` are the configured ones (mm), the rest as for `solving.solve`.

    Raises:
        CalibrationError: they contradict each other, whatever is given up.
    """
    good_px = GOOD_RESIDUAL * max(size_px)
    worst_px = _MAX_RESIDUAL * max(size_px) if len(markers) == len(centres) else good_px
    found = _solved(markers, centres, size_px, priors, edges)
    if isinstance(found, Solution) and found.pose.residual_px <= worst_px:
        return found
    resized = _solved(markers, centres, size_px, replace(priors, side_spread=UNKNOWN_SIDE_SPREAD))
    for other in (resized, _all_but_one(markers, centres, size_px, priors)):
        if isinstance(other, Solution) and other.pose.residual_px <= good_px:
            return other
    if (unstretched := _unstretched(markers, centres, size_px, priors)) is not None:
        return unstretched
    if not isinstance(found, Solution):
        raise CalibrationError(f"{found}: check that each marker lies flat in its own corner")
    raise CalibrationError(
        f"the markers are {found.pose.residual_px:.1f} pixels from where the configured places put them: "
        "check marker_mm and marker_at_mm, and that every number lies in its corner"
    )


def _all_but_one(
    markers: Mapping[int, Floats],
    centres: Mapping[int, tuple[float, float]],
    size_px: tuple[int, int],
    priors: Priors,
) -> Solution | None:
    """The best pose without one of the markers; None when too few would be left or no pose explains them."""
    if len(markers) <= MIN_MARKERS:
        return None
    rests = ({number: markers[number] for number in markers if number != odd} for odd in markers)
    found = [_solved(rest, centres, size_px, priors) for rest in rests]
    return min(
        (solution for solution in found if isinstance(solution, Solution)),
        key=lambda solution: solution.chi_square,
        default=None,
    )


def _unstretched(
    markers: Mapping[int, Floats],
    centres: Mapping[int, tuple[float, float]],
    size_px: tuple[int, int],
    priors: Priors,
) -> Solution | None:
    """The pose if the picture was made wider or narrower than the lens showed it; None if that explains nothing.

    Only more markers than a pose needs say that much.
    """
    if len(markers) <= MIN_MARKERS:
        return None
    focal_spread = max(priors.focal_spread, _STRETCHED_FOCAL_SPREAD)
    loose = replace(priors, stretch=1.0, stretch_spread=_STRETCH_SPREAD, focal_spread=focal_spread)
    found = _solved(markers, centres, size_px, loose)
    if not isinstance(found, Solution) or found.pose.residual_px > GOOD_RESIDUAL * max(size_px):
        return None
    stretch = found.pose.stretch
    return found if max(stretch, 1 / stretch) >= _MIN_STRETCH else None


def _solved(
    markers: Mapping[int, Floats],
    centres: Mapping[int, tuple[float, float]],
    size_px: tuple[int, int],
    priors: Priors,
    edges: Sequence[Floats] = (),
) -> Solution | UnsolvableError:
    try:
        return solve(markers, centres, size_px, priors, edges)
    except UnsolvableError as error:
        return error
