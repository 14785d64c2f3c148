"""The eyes of the daemon: camera -> reader -> tracker on a thread of their own, observations out.

Rules this file keeps:
* What the thread knows leaves it as one frozen `EyesSnapshot`, published by a single assignment. Whoever reads takes
  the snapshot once; all that it says belongs to the same moment.
* What others want of the thread reaches it the same way: `use_camera` and `own_what_is_seen` replace one value, which
  the thread looks at before each frame.
* All else that changes belongs to the thread alone.

The callbacks are called on that thread; the daemon passes them on with `loop.call_soon_threadsafe`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

import cv2

from vision.calibrating.calibration_check import CalibrationCheck, check_calibration
from vision.calibrating.pose_watch import PoseWatch
from vision.cameras import FrameSource
from vision.eyes_status import READING_ENDED, EyesSnapshot, EyesStatus, notice_of
from vision.geometry.rectify import TableView
from vision.picture_check import PictureCheck
from vision.pictures.overlay import overlay as draw
from vision.pictures.piece_pictures import PiecePictures, PieceScene, piece_picture
from vision.pose_reader import PoseReader, PoseReaders
from vision.reading.piece_samples import piece_samples
from vision.reading.reader import Kinds, TableReader, agreed
from vision.reading.stick_watch import UNSEEN
from vision.reading.tracking import Tracker
from vision.settings import CameraSettings, VisionSettings
from vision.sightings import Frame, Image, Observation

_FRAME_WAIT_S: Final = 0.5
"""How long the thread waits for a frame before it looks whether it is to end: an end is noticed in half a second."""
_END_WAIT_S: Final = 10.0
"""Chosen, not measured: longer than one reading of a whole table, which `stop` cannot interrupt."""
_JPEG_QUALITY: Final = 85
"""Chosen, not measured: the names in an overlay stay readable, and the page asks for many of these pictures."""


class TableEyes:
    """Watches one table.

    Args:
        settings: the table, the camera and the habits.
        source: where frames come from.
        reader: reads pictures.
        on_observation: called with every observation.
        on_status: called when `problem` changes or the camera was found moved.
        by_pose: what reads the frames of one pose, with what belongs to the table; None: nothing is known of that yet.
    """

    def __init__(
        self,
        settings: VisionSettings,
        source: FrameSource,
        reader: TableReader,
        on_observation: Callable[[Observation], None],
        on_status: Callable[[EyesStatus], None] = lambda _: None,
        by_pose: PoseReaders | None = None,
    ) -> None:
        self._settings = settings
        self._source = source
        self._reader = reader
        self._on_observation = on_observation
        self._on_status = on_status
        self._tracker = Tracker(reader.zones, settings.reading)
        self._check = PictureCheck(settings.camera.wished_size_px)
        self._poses = PoseWatch(settings.geometry, settings.camera, settings.reading.marker_check_s)
        self._by_pose = by_pose or PoseReaders(reader, settings.reading)
        self._pictures = PiecePictures(self._picture_now)
        self._known = EyesSnapshot()
        self._camera = settings.camera
        self._failure: Exception | None = None
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    # From any thread --------------------------------------------------------------------------------

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
        source, known = self._source.status(), self._known
        return EyesStatus(
            source=source,
            is_calibrated=known.is_calibrated,
            read=known.read,
            problem=source.problem or known.problem,
            moved=known.moved,
            newest_frame_at=source.newest_at,
            notice=known.notice,
            busy=known.busy,
            looked_at=known.looked_at,
            seen_at=known.seen_at,
            sticks=known.sticks,
        )

    def check(self) -> None:
        """Raise what ended the eyes' thread, if anything did: blind eyes must not look healthy."""
        if self._failure is not None:
            raise self._failure

    def latest_jpeg(self, *, overlay: bool) -> bytes | None:
        """The newest frame as JPEG, with what was read drawn over it if `overlay`; None before the first frame.

        Nothing is named that lies where a hand stands.
        """
        known = self._known
        if known.frame is None:
            return None
        image = known.frame.image
        if overlay and known.reading is not None and known.view is not None:
            image = draw(image, agreed(known.reading.sightings), known.view, self._reader.geometry, in_play=True)
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

    def piece_samples(self, tracks: Iterable[int]) -> Mapping[int, Image]:
        """Crops of these pieces, by track, as a tile set is learnt from; none of what a hand hides or that stands."""
        known = self._known
        if known.frame is None or known.reading is None or known.view is None:
            return {}
        found = (known.settled.get(track) for track in tracks)
        seen = (piece for piece in found if piece is not None and (piece.zone, piece.seat) not in known.busy)
        return piece_samples(known.frame.image, known.view, seen, self._reader.geometry, self._reader.zones)

    def _picture_now(self, track: int) -> Image | None:
        known = self._known
        piece = known.settled.get(track)
        if piece is None or (piece.zone, piece.seat) in known.busy:
            return None
        if known.frame is None or known.reading is None or known.view is None:
            return None
        geometry, zones = self._reader.geometry, self._reader.zones
        scene = PieceScene(known.frame.image, known.view, known.reading.sightings, geometry, zones)
        return piece_picture(scene, piece)

    @property
    def camera(self) -> CameraSettings:
        """The camera by which frames are read from now on."""
        return self._camera

    @property
    def is_adapted(self) -> bool:
        """Whether they read by what was learnt of a tile set."""
        return self._reader.classifier.correction is not None

    def consider(self, kinds: Kinds | None) -> None:
        """From the next frame on name faces by these kinds only, those of the set in play; None: by all."""
        self._reader.consider(kinds)

    def use_camera(self, camera: CameraSettings) -> None:
        """From the next frame on read by this camera's constants, its place solved anew."""
        # Always another object, so that the same constants once more are solved anew too.
        self._camera = camera.model_copy()

    def own_what_is_seen(self, below: float) -> None:
        """From the next frame on take what is seen now for a part of the table, where it is less sure than `below`."""
        self._by_pose.own_what_is_seen(below)

    @property
    def view(self) -> TableView | None:
        """The top view by which the newest frame was read; None while none can be read."""
        return self._known.view

    def next_frame(self, after: int, timeout_s: float) -> Frame | None:
        """The newest frame with a number above `after`; None when none came in time."""
        return self._source.next_frame(after, timeout_s)

    def check_calibration(self) -> CalibrationCheck | None:
        """What the newest frame says of the calibration; None before the first frame."""
        known = self._known
        if known.frame is None:
            return None
        return check_calibration(known.frame.image, self._reader.geometry, self._camera, known.started_with)

    # On the eyes' thread ----------------------------------------------------------------------------

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
            self._publish(replace(self._known, problem=READING_ENDED))

    def _take_in(self, frame: Frame) -> None:
        if problem := self._check.problem(frame):
            # What cannot be seen is not gone.
            self._publish(replace(self._known, frame=frame, reading=None, view=None, seen_at=None, problem=problem))
            return
        poses = self._poses
        if poses.camera is not self._camera:
            poses.use_camera(self._camera)
        may_be_read = poses.update(frame)
        if poses.calibration is None:
            self._publish(self._without_calibration(frame))
        elif may_be_read:
            self._read(frame, self._by_pose.at(frame, poses.calibration))
        else:
            self._publish(replace(self._known, frame=frame, seen_at=poses.seen_at, problem=poses.problem))

    def _without_calibration(self, frame: Frame) -> EyesSnapshot:
        poses = self._poses
        return replace(
            self._known,
            frame=frame,
            reading=None,
            view=None,
            sticks=UNSEEN,
            seen_at=None,
            is_calibrated=False,
            started_with=poses.started_with,
            problem=poses.problem,
            notice=_notice(self._check, poses),
            moved=poses.moved,
        )

    def _read(self, frame: Frame, by_pose: PoseReader) -> None:
        reading = by_pose.reader.read(frame)
        self._poses.note_change(float(reading.facts.moving.blocks.mean()))
        sticks = by_pose.sticks.update(frame.image, reading)
        observation = self._tracker.update(
            reading.sightings, reading.facts, frame_number=frame.number, at=frame.captured_at
        )
        known, poses = self._known, self._poses
        settled = known.settled
        if observation is not None:
            settled = MappingProxyType({piece.track: piece for piece in observation.tiles})
        self._publish(
            EyesSnapshot(
                frame=frame,
                reading=reading,
                view=by_pose.view,
                read=known.read + 1,
                looked_at=frame.captured_at,
                busy=self._tracker.busy,
                seen_at=poses.seen_at,
                settled=settled,
                sticks=sticks,
                is_calibrated=True,
                started_with=poses.started_with,
                problem=poses.problem,
                notice=_notice(self._check, poses),
                moved=poses.moved,
            )
        )
        if observation is not None:
            self._on_observation(observation)

    def _publish(self, snapshot: EyesSnapshot) -> None:
        """Let others know; the only place where `_known` is replaced."""
        before, self._known = self._known, snapshot
        if snapshot.problem != before.problem:
            self._on_status(self.status())


def _notice(check: PictureCheck, poses: PoseWatch) -> str:
    return notice_of(check.notice, poses.notice)
