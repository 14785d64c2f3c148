"""A place of the camera that the markers agree on: all, all of another size or in a changed picture, or all but one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from mahjong_rules.told import told
from vision.calibrating.solving import Priors, Solution, UnsolvableError, solve
from vision.geometry.lens import Floats
from vision.settings import MIN_MARKERS

Markers = Mapping[int, Floats]
"""Number -> corners (4 x 2, pixels)."""
Centres = Mapping[int, tuple[float, float]]
"""Number -> configured centre (mm)."""
UNKNOWN_SIDE_SPREAD: Final = 0.7
"""Standard deviation of the logarithm of the markers' side where it is not known: half to double the usual 30 mm."""
GOOD_RESIDUAL: Final = 0.7 / 2304
"""Share of the picture's longer side by which corners may be off where one freedom more was taken (fewer markers than
there should be, another size, a stretched picture): nothing else would show that this is wrong.

Chosen, not measured; a good fit has 0.1 to 0.3 mm (docs/camera.md).
"""
_MAX_RESIDUAL: Final = 3.0 / 2304
"""The same for all markers as they are configured: 3 pixels of 2304, some 2 mm on the table. Chosen, not measured."""
_TRUSTED_RESIDUAL: Final = 1.5 / 2304
"""Between this and the most another explanation is looked for: places measured to a millimetre give less, a
sixth of the width cut off gives more (2.1 pixels, measured), and so does a marker 5 mm off its place (1.8, measured:
the far side of the table is then read 7 mm beside).
"""
_STRETCH_SPREAD: Final = 0.3
"""Standard deviation of the logarithm of a stretch: a picture of 4:3 that was made 16:9 has 0.29."""
_AXIS_SPREAD: Final = 0.15
"""Standard deviation of the lens's axis from the middle of a picture that was cut, as a share of the focal length: a
fifth of the width cut off on one side has 0.15.
"""
_CHANGED_FOCAL_SPREAD: Final = 0.35
"""The same of the focal length of such pictures: how much of the width is left nobody knows."""
_MIN_STRETCH: Final = 1.05
"""Less is no stretch but markers that were measured wrongly: 4:3 made 5:4, the least that occurs, is 1.067."""


class CalibrationError(ValueError):
    """The picture doesn't tell where the camera is."""


def agreed(
    markers: Markers, centres: Centres, size_px: tuple[int, int], priors: Priors, edges: Sequence[Floats] = ()
) -> Solution:
    """The pose on which the markers agree; `centres` are the configured ones (mm), the rest as for `solving.solve`.

    Raises:
        CalibrationError: they contradict each other, whatever is given up.
    """
    good_px = GOOD_RESIDUAL * max(size_px)
    worst_px = _MAX_RESIDUAL * max(size_px) if len(markers) == len(centres) else good_px
    found = _solved(markers, centres, size_px, priors, edges)
    if isinstance(found, Solution) and found.pose.residual_px <= min(worst_px, _TRUSTED_RESIDUAL * max(size_px)):
        return found
    if (other := _otherwise(markers, centres, size_px, priors)) is not None:
        return other
    if isinstance(found, Solution) and found.pose.residual_px <= worst_px:
        return found
    if not isinstance(found, Solution):
        raise CalibrationError(told("markers_crooked", f"{found}: check that each marker lies flat in its own corner"))
    raise CalibrationError(
        told(
            "markers_apart",
            f"the markers are {found.pose.residual_px:.1f} pixels from where the configured places put them: "
            "check marker_mm and marker_at_mm, and that every number lies in its corner",
            px=f"{found.pose.residual_px:.1f}",
        )
    )


def _otherwise(markers: Markers, centres: Centres, size_px: tuple[int, int], priors: Priors) -> Solution | None:
    """The pose if something is not as it is configured: what explains the corners best, None if nothing does well.

    Markers of another size come first: they are wrong all alike, which nothing else looks like.
    """
    good_px = GOOD_RESIDUAL * max(size_px)
    resized = _resized(markers, centres, size_px, priors)
    if resized is not None and resized.pose.residual_px <= good_px:
        return resized
    ways = (_changed(markers, centres, size_px, priors), _all_but_one(markers, centres, size_px, priors))
    found = [way for way in ways if way is not None and way.pose.residual_px <= good_px]
    return min(found, key=lambda way: way.pose.residual_px, default=None)


def _all_but_one(markers: Markers, centres: Centres, size_px: tuple[int, int], priors: Priors) -> Solution | None:
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


def _resized(markers: Markers, centres: Centres, size_px: tuple[int, int], priors: Priors) -> Solution | None:
    """The pose if the markers were printed in another size."""
    found = _solved(markers, centres, size_px, replace(priors, side_spread=UNKNOWN_SIDE_SPREAD))
    return found if isinstance(found, Solution) else None


def _changed(markers: Markers, centres: Centres, size_px: tuple[int, int], priors: Priors) -> Solution | None:
    """The pose if the picture was cut, or made wider or narrower, after the lens showed it: what explains it better.

    Only more markers than a pose needs say that much, and a lens that was measured shows such pictures from the start.
    """
    if len(markers) <= MIN_MARKERS or not priors.lens_spread:
        return None
    loose = replace(priors, stretch=1.0, focal_spread=max(priors.focal_spread, _CHANGED_FOCAL_SPREAD))
    cut = _solved(markers, centres, size_px, replace(loose, axis_spread=_AXIS_SPREAD))
    stretched = _solved(markers, centres, size_px, replace(loose, stretch_spread=_STRETCH_SPREAD))
    ways = [way for way in (cut, stretched) if isinstance(way, Solution) and not _is_little(way.pose.stretch)]
    return min(ways, key=lambda way: way.pose.residual_px, default=None)


def _is_little(stretch: float) -> bool:
    return stretch != 1.0 and max(stretch, 1 / stretch) < _MIN_STRETCH


def _solved(
    markers: Markers, centres: Centres, size_px: tuple[int, int], priors: Priors, edges: Sequence[Floats] = ()
) -> Solution | UnsolvableError:
    try:
        return solve(markers, centres, size_px, priors, edges)
    except UnsolvableError as error:
        return error
