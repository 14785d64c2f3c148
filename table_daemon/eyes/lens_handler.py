"""Calibrates the camera from the page: measures the lens in the present picture, and stores it when a person says so.

Rules this file keeps: nothing changes before it is stored; what was stored before is kept; the eyes read by the new
lens from the next picture on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Protocol

import cv2

from mahjong_rules.told import said_by, sentence
from table_daemon.errors import UserError
from table_daemon.eyes.calibration_look import report_document
from table_daemon.eyes.camera_settings import camera_of
from table_daemon.eyes.kept_files import change_with_before
from table_daemon.eyes.lens_measuring import PICTURES, Measured, known_lens, measured, store_measured
from table_daemon.eyes.what_is_stored import lens_path
from table_daemon.settings import Settings
from vision.calibrating.calibration import CalibrationError, calibration_for
from vision.calibrating.calibration_report import calibration_overlay, report_of
from vision.calibrating.stored_calibration import StoredCalibration, StoredCalibrationError
from vision.settings import CameraSettings
from vision.sightings import Frame, Image
from wire.messages import Json

_FRAME_WAIT_S: Final = 5.0
"""Without a frame for so long the camera has no picture to give.

Chosen, not measured: many frames even of a slow one.
"""
_JPEG_QUALITY: Final = 85
"""Chosen, not measured: the thin lines of the overlay stay readable."""
_log = logging.getLogger(__name__)


class CalibratedEyes(Protocol):
    """What is asked of `vision.eyes.TableEyes`."""

    @property
    def camera(self) -> CameraSettings:
        """The camera by which frames are read."""

    def use_camera(self, camera: CameraSettings) -> None:
        """From the next frame on read by this one."""

    def next_frame(self, after: int, timeout_s: float) -> Frame | None:
        """The newest frame with a number above `after`; None when none came in time."""


@dataclass(frozen=True, slots=True)
class _Proposal:
    """A measured lens that waits for a person's word."""

    number: int
    seen: Measured
    jpeg: bytes


class LensHandler:
    """One measurement at a time, and nothing else meanwhile that changes what is stored.

    Args:
        settings: of the table; its camera is as configured, without what is stored.
        eyes: give pictures and take the lens.
        now: wall time.
    """

    def __init__(
        self, settings: Settings, eyes: CalibratedEyes, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._settings = settings
        self._eyes = eyes
        self._now = now
        self._measured = 0
        self._proposal: _Proposal | None = None
        self._one_at_a_time = asyncio.Lock()

    @property
    def jpeg(self) -> bytes | None:
        """The picture of what was measured last, the calibration drawn over it; None while nothing waits."""
        return None if self._proposal is None else self._proposal.jpeg

    async def measure(self) -> Json:
        """Solve the lens from the present picture; nothing is stored.

        Returns:
            The figures `before` (by the lens in use; null where it explains nothing) and `after`, the number `measured`
            that storing names, `lens_from`, and how many `edges` of the surface helped.

        Raises:
            UserError: the picture doesn't show what is needed.
        """
        async with self._one_at_a_time:
            self._measured += 1
            try:
                self._proposal, answer = await asyncio.to_thread(self._propose, self._measured)
            except (CalibrationError, StoredCalibrationError) as error:
                raise UserError(said_by(error)) from error
        return answer

    async def store(self, number: int) -> None:
        """Keep what was measured, and read by it.

        Raises:
            UserError: it was stored already, something else was measured since, or the disk refuses.
        """
        async with self._one_at_a_time:
            proposal = self._proposal
            if proposal is None or proposal.number != number:
                raise UserError(sentence("this measurement is no longer there: measure the lens again, then store it"))
            await asyncio.to_thread(self._store, proposal.seen)
            _log.info("the lens was measured from the page and stored")
            self._proposal = None

    async def go_back(self) -> None:
        """Take the calibration that was stored before, and read by it.

        Raises:
            UserError: there is none.
        """
        async with self._one_at_a_time:
            await asyncio.to_thread(self._go_back)

    def drop(self) -> None:
        """Forget what was measured."""
        self._proposal = None

    # On a worker thread -----------------------------------------------------------------------------

    def _propose(self, number: int) -> tuple[_Proposal, Json]:
        geometry, camera = self._settings.geometry, self._settings.camera
        stored = StoredCalibration.load(lens_path(self._settings.table).parent)
        lens, origin = known_lens(camera, stored)
        images = self._pictures()
        # A search for hidden markers takes long: one picture tells whether it is worth looking at all of them.
        calibration_for(images[-1], geometry, self._eyes.camera)
        seen = measured(images, camera, geometry, lens, origin)
        overlay = calibration_overlay(seen.image, seen.found, geometry)
        answer: Json = {
            "measured": number,
            "lens_from": origin,
            "edges": seen.edges,
            "before": self._figures_now(seen.image),
            "after": report_document(report_of(seen.found, geometry, stored.pose if stored is not None else None)),
        }
        return _Proposal(number, seen, _jpeg(overlay)), answer

    def _figures_now(self, image: Image) -> Json | None:
        """What the lens in use makes of the same picture."""
        try:
            found = calibration_for(image, self._settings.geometry, self._eyes.camera)
        except CalibrationError:
            return None
        return report_document(report_of(found, self._settings.geometry))

    def _pictures(self) -> list[Image]:
        images: list[Image] = []
        # What lies ready may have been taken before somebody uncovered a marker.
        stale = self._eyes.next_frame(0, _FRAME_WAIT_S)
        number = 0 if stale is None else stale.number
        while len(images) < PICTURES:
            frame = self._eyes.next_frame(number, _FRAME_WAIT_S)
            if frame is None:
                raise UserError(sentence("the camera gives no new picture: look at its cable and power"))
            number = frame.number
            images.append(frame.image)
        return images

    def _store(self, seen: Measured) -> None:
        folder = lens_path(self._settings.table).parent
        try:
            store_measured(seen, folder, self._settings.camera.address, self._now())
        except StoredCalibrationError as error:
            raise UserError(said_by(error)) from error
        self._read_by_what_is_stored()

    def _go_back(self) -> None:
        change_with_before(lens_path(self._settings.table))
        self._read_by_what_is_stored()

    def _read_by_what_is_stored(self) -> None:
        try:
            self._eyes.use_camera(camera_of(self._settings))
        except StoredCalibrationError as error:
            raise UserError(said_by(error)) from error


def _jpeg(image: Image) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])[1].tobytes()
