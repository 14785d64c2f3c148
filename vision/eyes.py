"""The eyes of the daemon: camera -> reader -> tracker on a thread of their own, observations out.

The callbacks are called on that thread; the daemon passes them on with `loop.call_soon_threadsafe`.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

import cv2

from mahjong_rules.seats import Seat
from vision.calibrating.calibration import Calibration, CalibrationError, calibration_for, marker_shift_px
from vision.calibrating.calibration_check import CalibrationCheck, check_calibration
from vision.cameras import FrameSource, SourceStatus
from vision.geometry.pose import CameraPose
from vision.geometry.rectify import TableView
from vision.pictures.overlay import overlay as draw
from vision.pictures.piece_pictures import PiecePictures, PieceScene, piece_picture
from vision.reading.incremental import IncrementalReader, Look
from vision.reading.reader import TableReader
from vision.reading.stick_watch import UNSEEN, SticksSeen, StickWatch
from vision.reading.tracking import Tracker
from vision.settings import CameraSettings, GeometrySettings, ReadingSettings, VisionSettings
from vision.sightings import Frame, Image, Observation, SettledTile, Zone

_FRAME_WAIT_S: Final = 0.5
_END_WAIT_S: Final = 10.0
_MOVED_PX: Final = 2.5
_MOVED_TIMES: Final = 2
"""A camera has moved when the markers are elsewhere in so many checks one after the other."""
_SEARCH_EVERY_S: Final = 1.0
"""Markers that are not to be seen are looked for so often: the search takes much longer than any reading."""
_MUCH_CHANGED: Final = 0.5
"""When so much of the table changed at once, perhaps it was the camera that moved: the markers are looked at."""
_JPEG_QUALITY: Final = 85
_DARK: Final = "the picture is dark: switch on the light over the table, or uncover the camera"
_DARK_LEVEL: Final = 14.0
"""Mean grey level, 0 to 255, of a picture in which nothing is to be read."""


@dataclass(frozen=True, slots=True)
class EyesStatus:
    """How the eyes fare.

    `problem` is one sentence, "" while all is well; `moved` counts how often the camera was found moved.
    """

    source: SourceStatus
    is_calibrated: bool
    read: int
    """Frames read so far."""
    problem: str
    moved: int
    newest_frame_at: float | None
    notice: str = ""
    """What somebody should look at some time, although reading goes on."""
    busy: frozenset[tuple[Zone, Seat]] = frozenset()
    """Zones with a hand or motion over them in the newest frame that was read."""
    looked_at: float | None = None
    """When the frame was taken from which `busy` was read, or one before it: `newest_frame_at` may be far ahead."""
    sticks: SticksSeen = UNSEEN
    """How many riichi sticks lie before each seat's river."""


class TableEyes:
    """Watches one table.

    Args:
        settings: the table, the camera and the habits.
        source: where frames come from.
        reader: reads pictures.
        on_observation: called with every observation.
        on_status: called when `problem` changes or the camera was found moved.
    """

    def __init__(
        self,
        settings: VisionSettings,
        source: FrameSource,
        reader: TableReader,
        on_observation: Callable[[Observation], None],
        on_status: Callable[[EyesStatus], None] = lambda _: None,
    ) -> None:
        self._settings = settings
        self._source = source
        self._reader = reader
        self._on_observation = on_observation
        self._on_status = on_status
        self._tracker = Tracker(reader.zones, settings.reading)
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self._watch: _Watch | None = None
        self._newest: tuple[Frame, Look | None, TableView | None] | None = None
        self._settled: dict[int, SettledTile] = {}
        self._pictures = PiecePictures(self._picture_now)
        self._read = 0
        self._looked_at: float | None = None
        self._moved = 0
        self._moved_text = ""
        self._search_from = -math.inf
        self._started_with: CameraPose | None = None
        self._begins_anew = threading.Event()
        self._problem = ""
        self._failure: Exception | None = None

    def start(self) -> None:
        """Open the camera and begin to watch.

        Raises:
            CameraError: the camera gives no picture.
        """
        cv2.setNumThreads(self._settings.reading.threads)
        self._source.start()
        self._thread = threading.Thread(target=self._run, name="eyes", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the watch and close the camera; may be called twice."""
        self._ended.set()
        self._source.stop()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(_END_WAIT_S)

    def status(self) -> EyesStatus:
        """How the eyes fare now."""
        source = self._source.status()
        looked_at = self._looked_at  # before `busy`, which may become newer meanwhile but never older
        return EyesStatus(
            source=source,
            is_calibrated=self._watch is not None,
            read=self._read,
            problem=source.problem or self._problem,
            moved=self._moved,
            newest_frame_at=source.newest_at,
            busy=self._tracker.busy,
            notice=self._notice(),
            looked_at=looked_at,
            sticks=watch.sticks.seen if (watch := self._watch) is not None else UNSEEN,
        )

    def _notice(self) -> str:
        watch = self._watch
        warnings = watch.calibration.warnings if watch is not None else ()
        return "; ".join(text for text in (self._moved_text, *warnings) if text)

    def check(self) -> None:
        """Raise what ended the eyes' thread, if anything did: blind eyes must not look healthy."""
        if self._failure is not None:
            raise self._failure

    def latest_jpeg(self, *, overlay: bool) -> bytes | None:
        """The newest frame as JPEG, with what was read drawn over it if `overlay`; None before the first frame.

        Nothing is named that lies where a hand stands.
        """
        newest = self._newest
        if newest is None:
            return None
        frame, look, view = newest
        image = frame.image
        if overlay and look is not None and view is not None:
            image = draw(image, look.sightings, view, self._reader.geometry, in_play=True)
        done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
        return data.tobytes() if done else None

    def want_pictures(self, tracks: Iterable[int]) -> None:
        """Keep a picture of each of these pieces, by its track, and forget all others; cheap when nothing is new.

        Whoever asks people about pieces calls this again and again with all that are asked about now.
        """
        self._pictures.want(tracks)

    def piece_picture(self, track: int) -> Image | None:
        """The kept picture (BGR, upright for its player) of a wanted piece; None as long as there is none."""
        return self._pictures.of(track)

    def _picture_now(self, track: int) -> Image | None:
        piece, newest = self._settled.get(track), self._newest
        if piece is None or newest is None or (piece.zone, piece.seat) in self._tracker.busy:
            return None
        frame, look, view = newest
        if look is None or view is None:
            return None
        scene = PieceScene(frame.image, view, look.sightings, self._reader.geometry, self._reader.zones)
        return piece_picture(scene, piece)

    @property
    def camera(self) -> CameraSettings:
        """The camera by which frames are read."""
        return self._settings.camera

    @property
    def is_adapted(self) -> bool:
        """Whether they read by what was learnt of a tile set."""
        return self._reader.classifier.correction is not None

    def use_camera(self, camera: CameraSettings) -> None:
        """From the next frame on read by this camera's constants, its place solved anew; from any thread."""
        self._settings = self._settings.model_copy(update={"camera": camera})
        self._begins_anew.set()

    @property
    def view(self) -> TableView | None:
        """The top view by which the newest frame was read, from any thread; None while none can be read."""
        newest = self._newest
        return newest[2] if newest is not None else None

    def next_frame(self, after: int, timeout_s: float) -> Frame | None:
        """The newest frame with a number above `after`, from any thread; None when none came in time."""
        return self._source.next_frame(after, timeout_s)

    def check_calibration(self) -> CalibrationCheck | None:
        """What the newest frame says of the calibration, from any thread; None before the first frame."""
        newest = self._newest
        if newest is None:
            return None
        return check_calibration(newest[0].image, self._reader.geometry, self._settings.camera, self._started_with)

    def _run(self) -> None:
        """The eyes' thread; a fault of ours in it blinds them, which `check` tells whoever supervises them."""
        number = 0
        try:
            while not self._ended.is_set():
                frame = self._source.next_frame(number, _FRAME_WAIT_S)
                if frame is not None:
                    number = frame.number
                    self._take_in(frame)
        except Exception as failure:  # noqa: BLE001 - kept for `check`, which raises it in the supervisor's thread
            self._failure = failure
            self._tell("reading ended by a mistake of this program: look into the log and start it again")

    def _take_in(self, frame: Frame) -> None:
        if _is_dark(frame.image):
            # What cannot be seen is not gone.
            self._newest = (frame, None, None)
            self._tell(_DARK)
            return
        if self._problem == _DARK:
            self._tell("")
        if self._begins_anew.is_set():
            self._begins_anew.clear()
            self._watch, self._started_with, self._moved_text = None, None, ""
        watch = self._watch or (self._begin(frame) if frame.captured_at >= self._search_from else None)
        if watch is None:
            self._newest = (frame, None, None)
            return
        if watch.is_due(frame, self._settings.reading):
            shift_px = watch.shift_px(frame, self._settings.geometry)
            if shift_px > _MOVED_PX:
                # What would be read now lies elsewhere.
                self._suspect(watch, shift_px)
                return
        look = watch.reader.look(frame)
        watch.note(look)
        watch.sticks.look(frame.image, look)
        self._newest = (frame, look, watch.view)
        self._read += 1
        observation = self._tracker.update(look.sightings, look.facts, frame_number=frame.number, at=frame.captured_at)
        self._looked_at = frame.captured_at
        if observation is not None:
            self._settled = {piece.track: piece for piece in observation.tiles}
            self._on_observation(observation)

    def _suspect(self, watch: _Watch, shift_px: float) -> None:
        """The markers are elsewhere: once may be a mistake, then the place is found anew."""
        if watch.times_moved < _MOVED_TIMES:
            return
        shift_mm = shift_px / watch.calibration.px_per_mm
        self._watch = None
        self._moved += 1
        self._moved_text = (
            f"the camera has moved, last by {shift_px:.0f} pixels ({shift_mm:.0f} mm on the table); it is followed, "
            "but fasten it and look at its picture in the set-up"
        )
        self._tell("the camera has moved and is being calibrated anew")

    def _begin(self, frame: Frame) -> _Watch | None:
        """Calibrate on a frame; None, and a problem told, when it does not show the markers."""
        try:
            found = calibration_for(frame.image, self._reader.geometry, self._settings.camera)
        except CalibrationError as error:
            self._tell(f"the camera has moved: {error}" if self._moved else str(error))
            self._search_from = frame.captured_at + _SEARCH_EVERY_S
            return None
        view = self._reader.view(found.pose)
        reader = IncrementalReader(self._reader, view, self._settings.reading)
        self._started_with = self._started_with or found.pose
        sticks = StickWatch(view, self._reader.geometry, self._settings.reading.vote_frames)
        self._watch = _Watch(found, view, reader, sticks, frame.captured_at)
        self._tell("")
        return self._watch

    def _tell(self, problem: str) -> None:
        if problem != self._problem:
            self._problem = problem
            self._on_status(self.status())


class _Watch:
    """What belongs to one camera pose."""

    def __init__(
        self,
        calibration: Calibration,
        view: TableView,
        reader: IncrementalReader,
        sticks: StickWatch,
        checked_at: float,
    ) -> None:
        self.calibration = calibration
        self.view = view
        self.reader = reader
        self.sticks = sticks
        self.times_moved = 0
        """Checks one after the other that found the markers elsewhere."""
        self._checked_at = checked_at
        self._is_suspicious = False

    def is_due(self, frame: Frame, habits: ReadingSettings) -> bool:
        """Whether to look at the markers again: regularly, and at once when something is suspicious."""
        return self._is_suspicious or frame.captured_at - self._checked_at >= habits.marker_check_s

    def note(self, look: Look) -> None:
        """Take notice of how much changed."""
        self._is_suspicious = float(look.facts.moving.blocks.mean()) > _MUCH_CHANGED

    def shift_px(self, frame: Frame, geometry: GeometrySettings) -> float:
        """How far the markers are from where they were; 0 when they cannot be seen."""
        self._checked_at = frame.captured_at
        shift = marker_shift_px(frame.image, self.view.pose, geometry) or 0.0
        self.times_moved = self.times_moved + 1 if shift > _MOVED_PX else 0
        self._is_suspicious = self.times_moved > 0
        return shift


def _is_dark(image: Image) -> bool:
    return float(image[::16, ::16].mean()) < _DARK_LEVEL
