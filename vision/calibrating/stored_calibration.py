"""What `jantaku calibrate` found, kept as one JSON file with the table: the lens, and where the camera was.

The daemon takes the lens from it; the camera's place it finds by itself, and compares the two.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal, Self

import cv2
import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mahjong_rules.told import sentence
from vision.calibrating.calibration import Calibration
from vision.geometry.lens import Lens
from vision.geometry.pose import CameraPose
from vision.settings import CameraSettings, LensSettings
from vision.whole_files import write_whole

FILE_NAME: Final = "camera.json"
_SAME_SHAPE: Final = 0.01
"""Pictures whose ratio of sides differs by less have one shape: rounding to whole pixels stays below it, 16:9 and
16:10 differ by a tenth.
"""

Three = Annotated[tuple[float, float, float], Field(strict=False)]


class StoredCalibrationError(ValueError):
    """The file cannot be read or written; the text is one sentence for a person."""


class StoredCalibration(BaseModel):
    """The file's content. Lengths in mm, `rotation` as OpenCV's rotation vector."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    version: Literal[1] = 1
    made_at: str
    """ISO 8601."""
    camera: str
    """The camera's address, or the file of the picture."""
    size_px: Annotated[tuple[int, int], Field(strict=False)]
    lens: LensSettings
    lens_from: Literal["markers", "charuco", "settings"]
    rotation: Three
    translation: Three
    residual_px: float = Field(ge=0)
    marker_mm: float = Field(gt=0)

    @classmethod
    def of(
        cls, found: Calibration, *, made_at: str, camera: str, lens_from: Literal["markers", "charuco", "settings"]
    ) -> Self:
        """A solved calibration as it is kept."""
        pose = found.pose
        rotation = np.ravel(cv2.Rodrigues(pose.rotation)[0])
        lens = LensSettings(
            focal_share=pose.focal_px / max(found.size_px), k1=pose.lens.k1, k2=pose.lens.k2, stretch=pose.stretch
        )
        return cls(
            made_at=made_at,
            camera=camera,
            size_px=found.size_px,
            lens=lens,
            lens_from=lens_from,
            rotation=(float(rotation[0]), float(rotation[1]), float(rotation[2])),
            translation=(float(pose.translation[0]), float(pose.translation[1]), float(pose.translation[2])),
            residual_px=pose.residual_px,
            marker_mm=found.marker_mm,
        )

    @property
    def pose(self) -> CameraPose:
        """Where the camera was."""
        focal_px = self.lens.focal_share * max(self.size_px)
        middle = ((self.size_px[0] - 1) / 2, (self.size_px[1] - 1) / 2)
        across_px = focal_px * self.lens.stretch
        intrinsics = np.array([[across_px, 0, middle[0]], [0, focal_px, middle[1]], [0, 0, 1]], np.float64)
        rotation = np.asarray(cv2.Rodrigues(np.array(self.rotation))[0], np.float64)
        return CameraPose(
            intrinsics, rotation, np.array(self.translation), self.residual_px, Lens(self.lens.k1, self.lens.k2)
        )

    def fits(self, size_px: tuple[int, int]) -> bool:
        """Whether a picture of this size may come from the same camera: it has the same shape."""
        return abs(size_px[0] / size_px[1] / (self.size_px[0] / self.size_px[1]) - 1) < _SAME_SHAPE

    def save(self, folder: Path) -> Path:
        """Write the file into a folder, whole or not at all; the folder is made. Returns its path.

        Raises:
            StoredCalibrationError: it cannot be written.
        """
        path = folder / FILE_NAME
        try:
            write_whole(path, f"{self.model_dump_json(indent=1)}\n".encode())
        except OSError as error:
            raise StoredCalibrationError(
                sentence(
                    "{path} cannot be written: {why}; set table.state_dir to another folder, or free the disk",
                    path=path,
                    why=error.strerror,
                )
            ) from error
        return path

    @classmethod
    def load(cls, folder: Path) -> Self | None:
        """Read the file of a folder; None when there is none.

        Raises:
            StoredCalibrationError: it is no such file, or of another version.
        """
        path = folder / FILE_NAME
        try:
            return cls.model_validate_json(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StoredCalibrationError(
                sentence("{path} cannot be read: {why}; remove it or mend that", path=path, why=error.strerror)
            ) from error
        except (ValidationError, UnicodeDecodeError) as error:
            raise StoredCalibrationError(
                sentence(
                    "{path} is not the calibration of this version: run `jantaku calibrate` again, or remove it",
                    path=path,
                )
            ) from error


def with_stored_lens(camera: CameraSettings, stored: StoredCalibration | None) -> CameraSettings:
    """The settings of a camera with its measured lens, unless they name one themselves or ask for another shape."""
    if stored is None or camera.lens is not None or not stored.fits((camera.width, camera.height)):
        return camera
    return camera.model_copy(update={"lens": stored.lens})
