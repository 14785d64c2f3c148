"""Cameras on the ribbon cable of a Raspberry Pi: the only file that knows Picamera2, imported when one is asked for.

It comes with the system (python3-picamera2): it belongs to the libcamera that is installed, and cannot be brought.
What it is asked for here is in its manual ("The Picamera2 Library", Raspberry Pi Ltd): `global_camera_info`,
`sensor_modes`, `create_video_configuration` with `sensor`, `capture_request`, `set_controls`, `camera_controls`.

Rules this file keeps:
* The sensor's whole field of view: a mode that reads all of it, a picture of its shape unless the settings say other.
* It has the four methods of OpenCV's capture that `cameras` uses, and like it raises nothing once it is open.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mahjong_rules.told import sentence, told
from vision.camera_errors import CameraError
from vision.settings import CameraSettings, LockedCamera
from vision.sightings import Image

ADDRESS: Final = re.compile(r"(?:csi|picamera2):(.+)")
"""`csi:0` by its number, `csi:imx708` by its sensor or a part of libcamera's name; `picamera2:` means the same."""
_FAILURES: Final = (RuntimeError, OSError, TimeoutError, LookupError, ValueError, AttributeError)
"""What Picamera2 raises in its versions when a camera is gone, taken, late or asked for what it has not."""
_BGR: Final = "RGB888"
"""libcamera names formats by their last byte first: the bytes of this one are blue, green, red."""
_BUFFERS: Final = 4
"""Chosen: one is read while others fill; each takes 9 MB of the Pi's memory for pictures."""
_FULL_VIEW: Final = 0.98
"""Share of the largest field of view from which on a mode counts as whole: some leave out a few rows."""
_MANUAL_FOCUS: Final = 0
"""libcamera's AfModeManual."""
_CONTINUOUS_FOCUS: Final = 2
"""libcamera's AfModeContinuous."""
_CONNECTORS: Final = {"i2c@88000": "connector CAM/DISP 0", "i2c@80000": "connector CAM/DISP 1"}
"""The lines of a Raspberry Pi 5's two connectors, as they stand in libcamera's names of cameras."""


@dataclass(frozen=True, slots=True)
class CsiCamera:
    """A camera that is there: its number, sensor, libcamera's name, and where it is plugged in ("": not known)."""

    number: int
    model: str
    name: str
    place: str

    @property
    def address(self) -> str:
        """For `camera.address`."""
        return f"csi:{self.number}"


def csi_cameras() -> list[CsiCamera]:
    """Every camera that libcamera knows.

    Raises:
        CameraError: Picamera2 is not installed, or libcamera fails.
    """
    module = _picamera2()
    try:
        infos: Sequence[Mapping[str, Any]] = module.Picamera2.global_camera_info()
    except _FAILURES as error:
        raise CameraError(
            sentence("libcamera lists no cameras ({why}); look at the ribbon cable, and restart the Pi", why=str(error))
        ) from error
    return [_described(number, info) for number, info in enumerate(infos)]


def _described(number: int, info: Mapping[str, Any]) -> CsiCamera:
    name = str(info.get("Id", ""))
    place = next((place for line, place in _CONNECTORS.items() if line in name), "")
    return CsiCamera(int(info.get("Num", number)), str(info.get("Model", "camera")), name, place)


def _picamera2() -> Any:
    try:
        import picamera2
    except (ImportError, OSError) as error:
        raise CameraError(
            told(
                "no_picamera2",
                f"a camera on the ribbon cable needs python3-picamera2, which does not start here ({error}): sudo apt "
                "install python3-picamera2; a virtual environment must be made with --system-site-packages",
            )
        ) from error
    return picamera2


def _chosen(wanted: str) -> CsiCamera:
    """The camera that an address means; its name may be short where it fits one camera only."""
    there = csi_cameras()
    if wanted.isdecimal():
        found = [camera for camera in there if camera.number == int(wanted)]
    else:
        found = [camera for camera in there if wanted.lower() in f"{camera.model} {camera.name}".lower()]
    if len(found) == 1:
        return found[0]
    listed = ", ".join(f"{camera.address} ({camera.model})" for camera in there) or "none is plugged in"
    raise CameraError(
        told(
            "no_such_csi",
            f"camera.address csi:{wanted} means {len(found) or 'none'} of the cameras on ribbon cables ({listed}): "
            "name one of them by its number",
            wanted=wanted,
            listed=listed,
        )
    )


class CsiCapture:
    """An open camera.

    Args:
        settings: address, size, patience and what is locked.

    Raises:
        CameraError: there is none of this address, or another program has it.
    """

    def __init__(self, settings: CameraSettings) -> None:
        match = ADDRESS.fullmatch(settings.address)
        camera = _chosen(match[1] if match else settings.address)
        self._patience_s = settings.silent_after_s
        self._image: Image | None = None
        self._metadata: Mapping[str, Any] = {}
        try:
            self._camera = _picamera2().Picamera2(camera.number)
        except _FAILURES as error:
            raise CameraError(
                told(
                    "csi_taken",
                    f"the camera at {camera.address} ({camera.model}) cannot be opened ({error}): another program may "
                    "have it, or its cable sits loosely",
                    address=camera.address,
                )
            ) from error
        try:
            self._begin(settings)
        except _FAILURES as error:
            self._camera.close()
            raise CameraError(
                sentence(
                    "the camera at {address} ({model}) does not take its settings ({why}): mend camera.width, "
                    "camera.height or camera.locked",
                    address=camera.address,
                    model=camera.model,
                    why=str(error),
                )
            ) from error

    def _begin(self, settings: CameraSettings) -> None:
        mode = full_view_mode(self._camera.sensor_modes, settings.height)
        size = settings.wished_size_px or size_of_shape(mode["crop_limits"][2:], settings.height)
        frame_us = round(1e6 / min(settings.most_frames_per_s, float(mode.get("fps", settings.most_frames_per_s))))
        configuration = self._camera.create_video_configuration(
            main={"size": size, "format": _BGR},
            sensor={"output_size": mode["size"], "bit_depth": mode["bit_depth"]},
            buffer_count=_BUFFERS,
            controls={"FrameDurationLimits": (frame_us, frame_us)},
        )
        self._camera.configure(configuration)
        known = self._camera.camera_controls
        self._camera.set_controls(
            {name: value for name, value in controls_of(settings.locked).items() if name in known}
        )
        self._camera.start()

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """It is: what cannot be opened is told by `__init__`."""
        return True

    def grab(self) -> bool:
        """Take the next picture; False when none came in time."""
        try:
            job = self._camera.capture_request(wait=False)
            request = self._camera.wait(job, timeout=self._patience_s)
        except _FAILURES:
            self._image = None
            return False
        try:
            self._image = request.make_array("main")
            self._metadata = request.get_metadata()
        finally:
            request.release()
        return True

    def retrieve(self) -> tuple[bool, Image | None]:
        """The picture that was taken."""
        return self._image is not None, self._image

    def release(self) -> None:
        """Stop and close."""
        try:
            self._camera.stop()
        finally:
            self._camera.close()

    def locks(self) -> LockedCamera:
        """What the automatic has chosen for the newest picture."""
        said = self._metadata
        red, blue = said.get("ColourGains", (None, None))
        return LockedCamera(
            exposure_us=said.get("ExposureTime"),
            gain=_rounded(said.get("AnalogueGain")),
            red_gain=_rounded(red),
            blue_gain=_rounded(blue),
            focus=_rounded(said.get("LensPosition")),
        )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(float(value), 3)


def controls_of(locked: LockedCamera | None) -> dict[str, Any]:
    """Libcamera's controls for what is locked; everything else is left to its automatic."""
    if locked is None:
        return {"AfMode": _CONTINUOUS_FOCUS}
    controls: dict[str, Any] = {}
    if locked.exposure_us is not None and locked.gain is not None:
        controls |= {"AeEnable": False, "ExposureTime": locked.exposure_us, "AnalogueGain": locked.gain}
    if locked.red_gain is not None and locked.blue_gain is not None:
        controls |= {"AwbEnable": False, "ColourGains": (locked.red_gain, locked.blue_gain)}
    if locked.focus is not None:
        controls |= {"AfMode": _MANUAL_FOCUS, "LensPosition": locked.focus}
    return controls


def full_view_mode(modes: Sequence[Mapping[str, Any]], height: int) -> Mapping[str, Any]:
    """The sensor's mode that sees everything, with the fewest lines that are enough; where none has enough the most."""

    def seen(mode: Mapping[str, Any]) -> int:
        _, _, across, down = mode["crop_limits"]
        return int(across * down)

    usable = [mode for mode in modes if "crop_limits" in mode and "size" in mode]
    most = max(seen(mode) for mode in usable)
    whole = [mode for mode in usable if seen(mode) >= _FULL_VIEW * most]
    enough = [mode for mode in whole if mode["size"][1] >= height]
    if enough:
        return min(enough, key=lambda mode: (mode["size"][1], -mode["bit_depth"]))
    return max(whole, key=lambda mode: (mode["size"][1], mode["bit_depth"]))


def size_of_shape(shape: Sequence[int], height: int) -> tuple[int, int]:
    """A picture as high as the settings say, and as wide as the sensor is for that; even, as formats want it."""
    across, down = shape
    return (round(across / down * height / 2) * 2, height // 2 * 2)
