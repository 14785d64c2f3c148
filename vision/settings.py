"""What the eyes must be told about one physical table: sizes, marker places, zones, camera, reading habits.

Every model is frozen and refuses unknown keys; a length in a TOML file may be an integer.
"""

from __future__ import annotations

import math
from typing import Annotated, Final, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

_USUAL_TILE_MM2: Final = 20.5 * 28.0
"""Face of the tile that all distances of the eyes are meant for."""

_STRICT = ConfigDict(extra="forbid", frozen=True, strict=True)


class Rect(BaseModel):
    """A rectangle in seat-local millimetres: u to the player's right, v away from the player."""

    model_config = _STRICT

    u_from_mm: float
    u_to_mm: float
    v_from_mm: float
    v_to_mm: float

    @model_validator(mode="after")
    def _is_ordered(self) -> Self:
        if self.u_from_mm >= self.u_to_mm or self.v_from_mm >= self.v_to_mm:
            raise ValueError("a zone must be given from the smaller to the larger u_mm and v_mm; exchange the two ends")
        return self


def _rect(u_from_mm: float, u_to_mm: float, v_from_mm: float, v_to_mm: float) -> Rect:
    return Rect(u_from_mm=u_from_mm, u_to_mm=u_to_mm, v_from_mm=v_from_mm, v_to_mm=v_to_mm)


Rects = Annotated[tuple[Rect, ...], Field(min_length=1, strict=False)]


class ZoneSettings(BaseModel):
    """Where things lie before one player (docs/table_manners.md); the same for all four sides."""

    model_config = _STRICT

    river: Rects = (_rect(-78, 78, -172, -74), _rect(-78, 166, -172, -118))
    """Six tiles a row; the third row goes on to the right."""
    wall: Rects = (_rect(-184, 184, -207, -173),)
    ura: Rects = (_rect(-184, 184, -246, -210),)
    hand: Rects = (_rect(-230, 112, -288, -247),)
    melds: Rects = (_rect(-60, 345, -355, -289), _rect(112, 345, -355, -250))
    reach_mm: float = Field(default=12.0, ge=0)
    """A piece outside all zones still belongs to one this near, otherwise to the centre."""


MARKER_DICTIONARIES: Final = (
    *("4X4_50", "4X4_100", "4X4_250", "4X4_1000", "5X5_50", "5X5_100", "5X5_250", "5X5_1000", "6X6_50", "6X6_100"),
    *("6X6_250", "6X6_1000", "7X7_50", "7X7_100", "7X7_250", "7X7_1000", "ARUCO_ORIGINAL", "ARUCO_MIP_36h12"),
    *("APRILTAG_16h5", "APRILTAG_25h9", "APRILTAG_36h10", "APRILTAG_36h11"),
)
"""OpenCV's families of markers without the prefix DICT_; the first one is ours."""
MIN_MARKERS: Final = 3
"""Fewer markers do not tell where the camera is; three leave nothing to check them by."""


class MarkerPlace(BaseModel):
    """One marker's number and the measured place of its centre."""

    model_config = _STRICT

    number: int = Field(ge=0, lt=1024)
    x_mm: float = Field(ge=-1000, le=1000)
    y_mm: float = Field(ge=-1000, le=1000)


class GeometrySettings(BaseModel):
    """Sizes of the playing surface, its markers and its tiles, in mm."""

    model_config = _STRICT

    surface_mm: float = Field(default=740.0, ge=300, le=1500)
    """Side of the square playing surface."""
    marker_mm: float = Field(default=30.0, ge=10, le=100)
    """Side of a marker's black square."""
    marker_dictionary: str = MARKER_DICTIONARIES[0]
    """Family of the markers: OpenCV's name without DICT_."""
    marker_at_mm: float = Field(default=350.0, ge=100, le=750)
    """Marker centres lie at (+-this, +-this): ids 0 south-west, 1 south-east, 2 north-east, 3 north-west."""
    markers: Annotated[tuple[MarkerPlace, ...], Field(strict=False)] = ()
    """Measured centres instead, when they lie elsewhere: { number = 0, x_mm = -348, y_mm = -351.5 } for each marker."""
    tile_height_mm: float = Field(default=28.0, ge=15, le=60)
    tile_width_mm: float = Field(default=20.5, ge=10, le=45)
    tile_thickness_mm: float = Field(default=16.5, ge=8, le=40)
    console_mm: float = Field(default=120.0, ge=0)
    """Side of the square console in the centre, where no tile lies."""
    zones: ZoneSettings = ZoneSettings()

    @field_validator("marker_dictionary")
    @classmethod
    def _is_known(cls, name: str) -> str:
        if name not in MARKER_DICTIONARIES:
            raise ValueError(f"there is no such family of markers; choose one of {', '.join(MARKER_DICTIONARIES)}")
        return name

    @field_validator("markers")
    @classmethod
    def _are_enough(cls, places: tuple[MarkerPlace, ...]) -> tuple[MarkerPlace, ...]:
        numbers = [place.number for place in places]
        if places and len(numbers) < MIN_MARKERS:
            raise ValueError(f"{MIN_MARKERS} markers or more tell where the camera is; give each one's centre")
        if len(set(numbers)) < len(numbers):
            raise ValueError("a marker's number is given twice; every marker needs a number of its own")
        return places

    @property
    def tile_scale(self) -> float:
        """How much larger these tiles are than those of 20.5 x 28 mm, for which the eyes' distances are meant."""
        return math.sqrt(self.tile_width_mm * self.tile_height_mm / _USUAL_TILE_MM2)

    @property
    def marker_centres_mm(self) -> dict[int, tuple[float, float]]:
        """Marker id -> centre on the table."""
        if self.markers:
            return {place.number: (place.x_mm, place.y_mm) for place in self.markers}
        far = self.marker_at_mm
        return {0: (-far, -far), 1: (far, -far), 2: (far, far), 3: (-far, far)}


class LensSettings(BaseModel):
    """A camera's own constants, as `jantaku calibrate` finds them."""

    model_config = _STRICT

    focal_share: float = Field(ge=0.2, le=5)
    """Focal length as a share of the picture's longer side, measured as the picture is high."""
    k1: float = Field(default=0.0, ge=-1, le=1)
    """Radial distortion, OpenCV's first coefficient: below 0 a barrel, above a pincushion."""
    k2: float = Field(default=0.0, ge=-1, le=1)
    stretch: float = Field(default=1.0, ge=0.3, le=3)
    """How many times too wide the camera's pictures are; 1 for a picture of the camera's own shape."""


class LockedCamera(BaseModel):
    """What a camera no longer chooses by itself, as `jantaku calibrate lock` finds it; the rest stays automatic."""

    model_config = _STRICT

    exposure_us: int | None = Field(default=None, ge=10, le=1_000_000)
    """How long each picture is exposed."""
    gain: float | None = Field(default=None, ge=0, le=1000)
    """How much it is amplified: libcamera's analogue gain, or the driver's own figure of a USB camera."""
    red_gain: float | None = Field(default=None, gt=0, le=32)
    """White balance of a camera on a ribbon cable: red against green."""
    blue_gain: float | None = Field(default=None, gt=0, le=32)
    """The same of blue."""
    white_balance_k: int | None = Field(default=None, ge=1000, le=15000)
    """White balance of a USB camera, in kelvins."""
    focus: float | None = Field(default=None, ge=0, le=10_000)
    """Dioptres of a camera on a ribbon cable (1 at a metre), or the driver's own figure of a USB camera."""


class CameraSettings(BaseModel):
    """Where the pictures come from."""

    model_config = _STRICT

    address: str = "0"
    """A device number or path, csi:0 or csi:imx708 (a Pi's ribbon cable), or what OpenCV opens (http, rtsp, a file)."""
    width: int = Field(default=2304, ge=640, le=8192)
    height: int = Field(default=1296, ge=480, le=8192)
    field_of_view_deg: float = Field(default=72.0, ge=20, le=150)
    """Horizontal, roughly: settles the camera's height when it looks straight down; the markers decide otherwise."""
    lens: LensSettings | None = None
    """Known constants, as { focal_share = 0.66, k1 = -0.03, k2 = 0.0 }; without, what `jantaku calibrate` stored."""
    locked: LockedCamera | None = None
    """Exposure, gain, white balance and focus, as { exposure_us = 9000, gain = 2.0, focus = 1.05 }; else automatic."""
    answer_within_s: float = Field(default=6.0, gt=0)
    """A start without a picture in this time is an error."""
    most_frames_per_s: float = Field(default=10.0, gt=0, le=240)
    """Pictures taken in a second at most; what the camera sends beyond is thrown away, most of it undecoded."""
    silent_after_s: float = Field(default=3.0, gt=0)
    """A stream without a picture for so long is opened again."""

    @property
    def wished_size_px(self) -> tuple[int, int] | None:
        """The pictures' width and height where somebody has said them; None where that is left to the camera."""
        is_said = {"width", "height"} <= self.model_fields_set
        return (self.width, self.height) if is_said else None


class ReadingSettings(BaseModel):
    """Habits of the reader and the tracker; the defaults suit every table known so far."""

    model_config = _STRICT

    threads: int = Field(default=1, ge=1, le=16)
    """Processor cores that one reading may use."""
    settle_frames: int = Field(default=2, ge=1, le=10)
    """A piece must be seen alike in so many frames one after the other."""
    vote_frames: int = Field(default=3, ge=1, le=10)
    """A changed place is read so many times, each a vote."""
    gone_frames: int = Field(default=2, ge=1, le=20)
    """A piece must be absent so long, with its place bare or taken."""
    forgotten_frames: int = Field(default=15, ge=2, le=500)
    """An absent piece whose place is neither bare nor taken nor covered is given up after so many still frames."""
    marker_check_s: float = Field(default=1.0, gt=0)
    """How often the markers are looked at again, to notice a camera that was moved or covered."""


class VisionSettings(BaseModel):
    """Everything the eyes need."""

    model_config = _STRICT

    geometry: GeometrySettings = GeometrySettings()
    camera: CameraSettings = CameraSettings()
    reading: ReadingSettings = ReadingSettings()
