"""What the eyes say of themselves: the snapshot that their thread publishes, and the status that others are given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from mahjong_rules.seats import Seat
from mahjong_rules.told import joined, told
from vision.cameras import SourceStatus
from vision.geometry.pose import CameraPose
from vision.geometry.rectify import TableView
from vision.reading.incremental import FrameReading
from vision.reading.stick_watch import UNSEEN, SticksSeen
from vision.sightings import Frame, SettledTile, Zone

READING_ENDED: Final = told("ended", "reading ended by a mistake of this program: look into the log and start it again")


def notice_of(*notices: str) -> str:
    """What somebody should look at some time, of all who have something to tell; "" where nobody has."""
    return joined(notices)


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
    """When the frame was taken from which `busy` was read: `newest_frame_at` may be far ahead."""
    seen_at: float | None = None
    """When the whole table was last seen for certain, by its markers; None since it is out of sight."""
    sticks: SticksSeen = UNSEEN
    """How many riichi sticks lie before each seat's river."""


@dataclass(frozen=True, slots=True)
class EyesSnapshot:
    """What the eyes know after a frame.

    `reading` and `view` are what was read in `frame` and the top view by which; None where it could not be read.
    `settled`, `busy`, `looked_at` and `read` are those of the last frame that was read; `seen_at` is that of `frame`.
    """

    frame: Frame | None = None
    reading: FrameReading | None = None
    view: TableView | None = None
    read: int = 0
    looked_at: float | None = None
    busy: frozenset[tuple[Zone, Seat]] = frozenset()
    seen_at: float | None = None
    settled: Mapping[int, SettledTile] = field(default_factory=lambda: MappingProxyType({}))
    """Every settled piece by its track."""
    sticks: SticksSeen = UNSEEN
    is_calibrated: bool = False
    started_with: CameraPose | None = None
    problem: str = ""
    notice: str = ""
    moved: int = 0
