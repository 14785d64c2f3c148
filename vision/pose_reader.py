"""What reads the frames of one camera pose, made anew for every other one; of the eyes' thread alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vision.calibrating.calibration import Calibration
from vision.geometry.rectify import TableView
from vision.reading.fixtures import Fixture, Fixtures
from vision.reading.incremental import IncrementalReader
from vision.reading.reader import TableReader
from vision.reading.stick_watch import StickWatch
from vision.settings import ReadingSettings
from vision.sightings import Frame


@dataclass(frozen=True, slots=True)
class PoseReader:
    """The readers of one pose."""

    calibration: Calibration
    view: TableView
    reader: IncrementalReader
    sticks: StickWatch


class PoseReaders:
    """Keeps what belongs to the table while the camera's pose changes.

    Args:
        reader: reads pictures.
        settings: how often a place is read.
        fixtures: what is known to belong to the table.

    Attributes:
        fixtures: what is known now; another tuple after something was learnt. May be read from any thread.
    """

    def __init__(self, reader: TableReader, settings: ReadingSettings, fixtures: Sequence[Fixture] = ()) -> None:
        self._reader = reader
        self._settings = settings
        self._fixtures = Fixtures(fixtures)
        self.fixtures = self._fixtures.known
        self._newest: PoseReader | None = None
        self._own_below: float | None = None

    def own_what_is_seen(self, below: float) -> None:
        """From the next frame on take what is seen now for a part of the table, where it is less sure than `below`.

        May be called from any thread; of two wishes before a frame the larger one counts.
        """
        waiting = self._own_below
        self._own_below = below if waiting is None else max(below, waiting)

    def at(self, frame: Frame, calibration: Calibration) -> PoseReader:
        """What reads this frame by its calibration."""
        # Before another calibration counts: only the reader of the frames before knows what is seen.
        below, self._own_below = self._own_below, None
        if self._newest is not None and below is not None and self._newest.reader.own(frame, below):
            self.fixtures = self._fixtures.known
        if self._newest is None or self._newest.calibration is not calibration:
            self._newest = self._made(calibration)
        return self._newest

    def _made(self, calibration: Calibration) -> PoseReader:
        view = self._reader.view(calibration.pose)
        incremental = IncrementalReader(self._reader, view, self._settings, self._fixtures)
        return PoseReader(
            calibration, view, incremental, StickWatch(view, self._reader.geometry, self._settings.vote_frames)
        )
