"""Follows where the camera is: calibrates on a frame that shows the markers, and notices when the camera has moved.

It also knows whether the table is in sight at all: a covered lens, noise and a blurred picture show no markers.

Rules this file keeps:
* One look at the markers that finds them elsewhere may be a mistake: nothing is read by that frame, and the next one
  is looked at too. Two such looks one after the other mean that the camera has moved.
* A frame that comes after a push is not read by the old calibration, nor is one that shows too few markers:
  where half a lens is covered, half of the pieces would be gone. For a while two markers suffice, if the edges of the
  surface show that nothing covers the corners of the others.
"""

from __future__ import annotations

import math
from typing import Final

from mahjong_rules.told import joined, said_by, told
from vision.calibrating.calibration import Calibration, CalibrationError, calibration_for
from vision.calibrating.edges_in_place import EdgesInPlace
from vision.calibrating.markers import MarkersInPlace, markers_in_place
from vision.geometry.pose import CameraPose
from vision.settings import MIN_MARKERS, CameraSettings, GeometrySettings
from vision.sightings import Frame

_MOVED_PX: Final = 2.5
"""Farther from their places than this the markers have moved.

Chosen, not measured: corners of markers are found to some tenths of a pixel (`solving._USUAL_NOISE_PX`), and in the
usual picture of 2304 pixels 2.5 of them are 1.6 mm on the table, far less than a piece may move and be the same one.
"""
_MOVED_TIMES: Final = 2
"""So many checks one after the other must find the markers elsewhere: a single one may be a misread marker."""
_SEARCH_EVERY_S: Final = 1.0
"""Markers that are not to be seen are looked for so often: the search takes much longer than any reading."""
_MUCH_CHANGED: Final = 0.5
"""When this share of the table changed at once, the markers are looked at in the next frame.

Chosen, not measured: a push changes nearly every block of the table, a hand or two do not.
"""
_BY_EDGES: Final = 2
"""With so many markers the edges of the surface may vouch for the others."""
_TOLD_AFTER_S: Final = 3.0
"""Markers that are out of sight for so long are told: arms over two pass sooner. Chosen, not measured."""


class _Sight:
    """Since when the table is, or is not, to be seen."""

    def __init__(self) -> None:
        self.seen_at: float | None = None
        self._hidden_since: float | None = None

    def lose(self) -> None:
        """What was seen before does not count any more."""
        self.seen_at = None

    def note(self, now_s: float, seen: int) -> str:
        """Take in how many markers a frame shows in their places; what to tell people, "" for the first seconds."""
        if seen >= MIN_MARKERS:
            self.seen_at, self._hidden_since = now_s, None
            return ""
        self.seen_at = None
        self._hidden_since = now_s if self._hidden_since is None else self._hidden_since
        if now_s - self._hidden_since < _TOLD_AFTER_S:
            return ""
        return told(
            "covered",
            f"only {seen} of the table's markers in sight, and {MIN_MARKERS} show that nothing covers the table: "
            "uncover the camera and the markers, clean and focus the lens",
            seen=seen,
            needed=MIN_MARKERS,
        )


class PoseWatch:
    """Where one camera is, frame by frame.

    Args:
        geometry: sizes of the table and places of its markers.
        camera: the camera's constants.
        check_every_s: how often the markers are looked at while nothing is suspicious.

    Attributes:
        camera: the constants that it calibrates by.
        calibration: what frames are read by; None while that is not known.
        started_with: the first pose that was found by these constants.
        moved: how often the camera was found moved.
        problem: why nothing can be read, one sentence; "" while something can.
    """

    def __init__(self, geometry: GeometrySettings, camera: CameraSettings, check_every_s: float) -> None:
        self.camera = camera
        self.calibration: Calibration | None = None
        self.started_with: CameraPose | None = None
        self.moved = 0
        self.problem = ""
        self._sight = _Sight()
        self._geometry = geometry
        self._check_every_s = check_every_s
        self._shape: tuple[int, ...] = ()
        """Of the pictures that it calibrates by."""
        self._moved_text = ""
        self._times_moved = 0
        self._checked_at = -math.inf
        self._search_from = -math.inf
        self._is_suspicious = False
        self._edges: EdgesInPlace | None = None

    @property
    def seen_at(self) -> float | None:
        """When the newest frame was taken that showed enough markers in their places to see the whole table.

        None since one showed fewer, or shows them elsewhere.
        """
        return self._sight.seen_at

    @property
    def notice(self) -> str:
        """What somebody should look at some time, although reading goes on."""
        warnings = self.calibration.warnings if self.calibration is not None else ()
        by_edges = self._edges.notice if self._edges is not None else ""
        return joined((self._moved_text, by_edges, *warnings))

    def use_camera(self, camera: CameraSettings) -> None:
        """Calibrate anew by other constants; that the camera has moved before does not count any more."""
        self.camera = camera
        self.calibration, self.started_with, self._moved_text, self._edges = None, None, "", None
        self._sight.lose()

    def update(self, frame: Frame) -> bool:
        """Take in one frame.

        Returns:
            Whether the frame may be read by `calibration`.
        """
        if frame.image.shape != self._shape:
            # Pictures of another size are calibrated anew: the camera has not moved.
            self.use_camera(self.camera)
            self._shape = frame.image.shape
        if self.calibration is None:
            return frame.captured_at >= self._search_from and self._calibrate(frame)
        is_due = frame.captured_at - self._checked_at >= self._check_every_s
        if not (is_due or self._is_suspicious or self.seen_at is None):
            return True
        return self._is_in_place(frame, self.calibration)

    def note_change(self, share: float) -> None:
        """What share of the table changed in the frame that was read last: perhaps it was the camera that moved."""
        self._is_suspicious = share > _MUCH_CHANGED

    def _calibrate(self, frame: Frame) -> bool:
        try:
            found = calibration_for(frame.image, self._geometry, self.camera)
        except CalibrationError as error:
            why = said_by(error)
            self.problem = joined((told("has_moved", "the camera has moved"), why), ": ") if self.moved else why
            self._search_from = frame.captured_at + _SEARCH_EVERY_S
            return False
        self.calibration, self.problem = found, ""
        self.started_with = self.started_with or found.pose
        self._checked_at, self._times_moved, self._is_suspicious = frame.captured_at, 0, False
        self._edges = EdgesInPlace(found.pose, self._geometry)
        self._edges.remember(frame.image)
        self._sight.note(frame.captured_at, MIN_MARKERS)
        return True

    def _is_in_place(self, frame: Frame, calibration: Calibration) -> bool:
        """Whether enough markers show to see the whole table, and none says that the camera has moved."""
        found = self._look(frame, calibration)
        self._checked_at = frame.captured_at
        shift_px = found.shift_px or 0.0
        has_moved = shift_px > _MOVED_PX
        self._times_moved = self._times_moved + 1 if has_moved else 0
        self._is_suspicious = has_moved
        is_in_sight = not has_moved and self._suffice(frame, found)
        in_their_places = 0 if has_moved else found.seen
        self.problem = self._sight.note(frame.captured_at, MIN_MARKERS if is_in_sight else in_their_places)
        if self._times_moved >= _MOVED_TIMES:
            self._give_up(calibration, shift_px)
        return is_in_sight

    def _suffice(self, frame: Frame, found: MarkersInPlace) -> bool:
        """Whether the markers in their places, with the edges of the surface for a while, show the whole table."""
        edges = self._edges
        if edges is None or found.seen < _BY_EDGES:
            return False
        if found.seen >= MIN_MARKERS:
            edges.remember(frame.image)
            return True
        return edges.vouch_for(frame, set(self._geometry.marker_centres_mm) - found.numbers)

    def _look(self, frame: Frame, calibration: Calibration) -> MarkersInPlace:
        anywhere = frame.captured_at >= self._search_from
        found = markers_in_place(frame.image, calibration.pose, self._geometry, anywhere=anywhere)
        if found.seen < 2 and anywhere:
            self._search_from = frame.captured_at + _SEARCH_EVERY_S
        return found

    def _give_up(self, calibration: Calibration, shift_px: float) -> None:
        shift_mm = shift_px / calibration.px_per_mm
        self.calibration, self._edges = None, None
        self.moved += 1
        self.problem = told("moved_anew", "the camera has moved and is being calibrated anew")
        self._moved_text = told(
            "followed",
            f"the camera has moved, last by {shift_px:.0f} pixels ({shift_mm:.0f} mm on the table); it is followed, "
            "but fasten it and look at its picture in the set-up",
            mm=f"{shift_mm:.0f}",
        )
