"""A stand-in for the module `picamera2`: what a table needs of its documented interface, and its strictness.

No Raspberry Pi is needed: what cannot be had where tests run is stood for by this. A test puts it in the place of the
module (`sys.modules["picamera2"]`) and plugs in cameras (`plug_in`). As on a Pi a camera belongs to one program at a
time, is configured before it starts, refuses controls that it has not, and stands still when requests are kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Mode = dict[str, Any]
# libcamera's AfModeContinuous.
_CONTINUOUS: Final = 2
# Chosen: what the automatic of this camera finds for its scene.
_FOUND: Final = {"ExposureTime": 9000, "AnalogueGain": 2.0, "ColourGains": (1.9, 1.6), "LensPosition": 1.05}


def _mode(size: tuple[int, int], crop: tuple[int, int, int, int], fps: float) -> Mode:
    return {"size": size, "crop_limits": crop, "bit_depth": 10, "fps": fps, "format": "SRGGB10", "unpacked": "SRGGB10"}


IMX708: Final = (
    _mode((1536, 864), (768, 432, 3072, 1728), 120.13),
    _mode((2304, 1296), (0, 0, 4608, 2592), 56.03),
    _mode((4608, 2592), (0, 0, 4608, 2592), 14.35),
)
"""Camera Module 3: its fast mode sees two thirds of the field."""
IMX219: Final = (
    _mode((640, 480), (1000, 752, 1280, 960), 103.33),
    _mode((1640, 1232), (0, 0, 3280, 2464), 41.85),
    _mode((1920, 1080), (680, 692, 1920, 1080), 47.57),
    _mode((3280, 2464), (0, 0, 3280, 2464), 21.19),
)
"""Camera Module 2: 4 to 3, without a motor for its focus."""


@dataclass(slots=True)
class Plugged:
    """A camera on a ribbon cable."""

    model: str
    name: str
    modes: tuple[Mode, ...]
    has_focus: bool = True
    is_taken: bool = False
    is_dead: bool = False
    """Its cable was pulled: no request is ever completed."""
    given_out: int = 0
    """Requests that nobody has given back."""
    configuration: dict[str, Any] = field(default_factory=dict)
    controls: dict[str, Any] = field(default_factory=dict)


_PLUGGED: Final[list[Plugged]] = []


def plug_in(*cameras: Plugged) -> None:
    """From now on these cameras are there, and no others."""
    _PLUGGED[:] = cameras


class _Job:
    """What `capture_request(wait=False)` gives."""


class _Request:
    """A picture with what the camera says of it, until it is given back."""

    def __init__(self, camera: Plugged, metadata: dict[str, Any]) -> None:
        self._camera = camera
        self._metadata = metadata

    def make_array(self, _stream: str) -> npt.NDArray[np.uint8]:
        """The picture of a stream: blue, green, red for the format RGB888."""
        width, height = self._camera.configuration["main"]["size"]
        picture = np.zeros((height, width, 3), np.uint8)
        picture[:] = (200, 90, 30)
        return picture

    def get_metadata(self) -> dict[str, Any]:
        """What the camera says of it."""
        return self._metadata

    def release(self) -> None:
        """Give it back."""
        self._camera.given_out -= 1


class Picamera2:
    """One camera, opened."""

    def __init__(self, camera_num: int = 0) -> None:
        if not 0 <= camera_num < len(_PLUGGED):
            raise IndexError("list index out of range")
        if _PLUGGED[camera_num].is_taken:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self._camera = _PLUGGED[camera_num]
        self._camera.is_taken = True
        self._is_started = False

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        """What libcamera knows of the cameras that are there."""
        return [
            {"Model": c.model, "Location": 2, "Rotation": 180, "Id": c.name, "Num": n} for n, c in enumerate(_PLUGGED)
        ]

    @property
    def sensor_modes(self) -> list[Mode]:
        """Asking configures the camera anew: never once it runs."""
        if self._is_started:
            raise RuntimeError("Camera must be stopped before configuring")
        return list(self._camera.modes)

    @property
    def camera_controls(self) -> dict[str, tuple[Any, Any, Any]]:
        """Name -> least, most and usual value of what this camera takes."""
        known: dict[str, tuple[Any, Any, Any]] = {
            "AeEnable": (False, True, None),
            "AnalogueGain": (1.0, 16.0, None),
            "AwbEnable": (False, True, None),
            "ColourGains": (0.0, 32.0, None),
            "ExposureTime": (26, 112015096, None),
            "FrameDurationLimits": (17849, 220535845, None),
        }
        return known | ({"AfMode": (0, 2, 0), "LensPosition": (0.0, 32.0, 1.0)} if self._camera.has_focus else {})

    def create_video_configuration(
        self, *, main: dict[str, Any], sensor: dict[str, Any], buffer_count: int, controls: dict[str, Any]
    ) -> dict[str, Any]:
        """A configuration for `configure`."""
        return {"main": main, "sensor": sensor, "buffer_count": buffer_count, "controls": controls}

    def configure(self, configuration: dict[str, Any]) -> None:
        """Take it over."""
        if self._is_started:
            raise RuntimeError("Camera must be stopped before configuring")
        sizes = [mode["size"] for mode in self._camera.modes]
        if configuration["sensor"]["output_size"] not in sizes:
            raise ValueError("the sensor has no such mode")
        self._camera.configuration = configuration
        self._camera.controls = dict(configuration["controls"])

    def set_controls(self, controls: dict[str, Any]) -> None:
        """Ask for these values."""
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self._camera.controls |= controls

    def start(self) -> None:
        """Give pictures."""
        if not self._camera.configuration:
            raise RuntimeError("Camera has not been configured")
        self._is_started = True

    def capture_request(self, *, wait: bool) -> _Job:
        """Ask for the next picture, without waiting for it."""
        if wait or not self._is_started:
            raise RuntimeError("Camera has not been started, or would be waited for without end")
        return _Job()

    def wait(self, _job: _Job, timeout: float) -> _Request:
        """The picture that was asked for."""
        if self._camera.is_dead or self._camera.given_out >= self._camera.configuration["buffer_count"]:
            raise TimeoutError(f"no picture within {timeout} s")
        self._camera.given_out += 1
        chosen = {name: value for name, value in _FOUND.items() if name in self.camera_controls}
        asked = {name: value for name, value in self._camera.controls.items() if name in chosen}
        return _Request(self._camera, chosen | asked)

    def stop(self) -> None:
        """Give no more pictures."""
        self._is_started = False

    def close(self) -> None:
        """Give the camera back."""
        self._camera.is_taken = False
