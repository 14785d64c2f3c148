"""Whether the surface's edges are where they were: what vouches for a corner of the table whose marker is hidden.

A marker in its place shows two things: that the camera has not moved, and that nothing covers this part of the picture.
Two markers show the first for all; the two sides that meet in a corner show the second for that corner.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

import numpy as np

from mahjong_rules.told import told
from vision.calibrating.straight_edges import straight_edges
from vision.geometry.lens import Floats
from vision.geometry.pose import CameraPose
from vision.settings import GeometrySettings
from vision.sightings import Frame, Image

_MAX_SHIFT_PX: Final = 2.5
"""A side that lies farther from where it was is another line, or the camera moved.

The same as for markers (`pose_watch._MOVED_PX`): points of an edge are found to half a pixel, and this is the median of
36 of them or more.
"""
_WHILE_S: Final = 600.0
"""They vouch for so long: two markers don't show a camera that sags slowly around the line between them.

Chosen, not measured: a deal or two, time enough to lift what lies on a marker.
"""
_DEGREE: Final = 2
"""A straight side that a lens bends is a parabola to a fraction of a pixel (`straight_edges`)."""


class _Side(NamedTuple):
    """A side as a curve in the picture: `origin`, the direction `along` it, and its height over that line."""

    origin: Floats
    along: Floats
    curve: np.polynomial.Polynomial

    def shift_px(self, points: Floats) -> float:
        """How far points (n x 2, pixels) lie beside the curve, in the middle of them."""
        run, rise = _in_line(points, self.origin, self.along)
        return float(abs(np.median(rise - self.curve(run))))


class EdgesInPlace:
    """Remembers where each side of the surface showed while the camera's place was sure.

    Args:
        pose: where the camera is.
        geometry: size of the surface, and where the markers are.

    Attributes:
        notice: which markers it vouches for, one sentence; "" while that is not needed.
    """

    def __init__(self, pose: CameraPose, geometry: GeometrySettings) -> None:
        self._pose = pose
        self._geometry = geometry
        self._sides: dict[int, _Side] = {}
        self._since: float | None = None
        self.notice = ""

    def remember(self, image: Image) -> None:
        """Take in a picture in which the markers are in their places; sides known already stay as they are."""
        self._since, self.notice = None, ""
        if len(self._sides) == len(_CORNERS_OF):
            return
        for seat, points in straight_edges(image, self._pose, self._geometry).items():
            self._sides.setdefault(seat, _side(points))

    def vouch_for(self, frame: Frame, hidden: Collection[int]) -> bool:
        """Whether both sides that meet next to each hidden marker are to be seen where they were; for a while."""
        self._since = frame.captured_at if self._since is None else self._since
        is_over = frame.captured_at - self._since > _WHILE_S
        if is_over or not self._are_in_place(frame.image, {seat for at in hidden for seat in self._sides_at(at)}):
            self.notice = ""
            return False
        markers = ", ".join(map(str, sorted(hidden)))
        self.notice = told(
            "edges_serve",
            f"the markers {markers} are hidden; for {_WHILE_S / 60:.0f} minutes the edges "
            "of the surface serve instead: uncover them",
            markers=markers,
            minutes=f"{_WHILE_S / 60:.0f}",
        )
        return True

    def _are_in_place(self, image: Image, seats: set[int]) -> bool:
        if not seats <= self._sides.keys():
            return False
        seen = straight_edges(image, self._pose, self._geometry)
        return all(seat in seen and self._sides[seat].shift_px(seen[seat]) <= _MAX_SHIFT_PX for seat in seats)

    def _sides_at(self, number: int) -> tuple[int, ...]:
        """The seats whose sides meet in the corner that a marker lies nearest to."""
        x_mm, y_mm = self._geometry.marker_centres_mm[number]
        corner = (x_mm > 0, y_mm > 0)
        return tuple(seat for seat, corners in _CORNERS_OF.items() if corner in corners)


_CORNERS_OF: Final = {
    0: ((False, False), (True, False)),
    1: ((True, False), (True, True)),
    2: ((True, True), (False, True)),
    3: ((False, True), (False, False)),
}
"""The two corners (right, far) of each side as seen from seat 0: seats follow each other counter-clockwise."""


def _side(points: Floats) -> _Side:
    origin = points.mean(axis=0)
    along = points[-1] - points[0]
    along /= np.linalg.norm(along)
    run, rise = _in_line(points, origin, along)
    return _Side(origin, along, np.polynomial.Polynomial.fit(run, rise, _DEGREE))


def _in_line(points: Floats, origin: Floats, along: Floats) -> tuple[Floats, Floats]:
    """Points as lengths along a line and across it."""
    off = points - origin
    return off @ along, off @ np.array([-along[1], along[0]])
