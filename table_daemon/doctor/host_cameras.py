"""The cameras of the computer that `jantaku doctor` runs on."""

from __future__ import annotations

import time

from table_daemon.doctor.probe import CameraTrial, CsiLook
from vision.cameras import CameraError, VideoCaptureSource
from vision.csi_camera import ADDRESS as CSI_ADDRESS
from vision.csi_camera import csi_cameras
from vision.settings import CameraSettings


class HostCameras:
    """See `probe.CameraProbe` for what each question means."""

    def csi_cameras(self) -> CsiLook:
        """What libcamera lists."""
        try:
            there = csi_cameras()
        except CameraError as error:
            return CsiLook(problem=str(error))
        named = ((camera.address, ", ".join(filter(None, (camera.model, camera.place)))) for camera in there)
        return CsiLook(tuple(named))

    def try_camera(self, settings: CameraSettings) -> CameraTrial:
        """Take one picture, as the daemon does."""
        source = VideoCaptureSource(settings, time.monotonic)
        try:
            source.start()
            frame = source.next_frame(0, settings.answer_within_s)
        except CameraError as error:
            if CSI_ADDRESS.fullmatch(settings.address):
                return CameraTrial(str(error))
            frame = None
        finally:
            source.stop()
        if frame is None:
            return CameraTrial(f"{settings.address} gave no picture within {settings.answer_within_s:g} s")
        height, width = frame.image.shape[:2]
        return CameraTrial("", width, height)
