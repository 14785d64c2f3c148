"""Pictures are taken when nobody reaches over the table any more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from mahjong_rules.seats import Seat
from table_daemon.eyes.still_frames import NotStillError, TroubleKey, still_frames
from vision.cameras import SourceStatus
from vision.eyes_status import EyesStatus
from vision.sightings import Frame, Zone

BUSY = frozenset({(Zone.RIVER, Seat(0))})


@dataclass
class Eyes:
    """Five pictures a second; `busy` says for each whether a hand is in it, the last for all that follow."""

    busy: Sequence[bool]
    problem: str = ""
    is_silent: bool = False
    taken: int = 0

    def next_frame(self, after: int, timeout_s: float) -> Frame | None:
        if self.is_silent:
            return None
        self.taken = max(self.taken, after) + 1
        return Frame(np.full((2, 2, 3), self.taken, np.uint8), self.taken, self.taken / 5)

    def status(self) -> EyesStatus:
        is_busy = self.busy[min(self.taken, len(self.busy)) - 1]
        return EyesStatus(
            SourceStatus(self.taken, 1, 0.0, ""), is_calibrated=True, read=self.taken, problem=self.problem, moved=0,
            newest_frame_at=0.0, busy=BUSY if is_busy else frozenset(),
        )  # fmt: skip


def numbers(frames) -> list[int]:
    return [int(frame[0, 0, 0]) for frame in frames]


def test_the_first_picture_comes_when_nothing_has_moved_for_a_while():
    assert numbers(still_frames(Eyes([False]), 3)) == [6, 7, 8]


def test_a_hand_that_leaves_is_waited_for_and_everything_before_it_is_thrown_away():
    eyes = Eyes([False] * 7 + [True] * 3 + [False])
    assert numbers(still_frames(eyes, 3)) == [15, 16, 17]


def test_a_hand_that_stays_is_a_sentence():
    with pytest.raises(NotStillError, match="take them away") as caught:
        still_frames(Eyes([True]), 3)
    assert caught.value.key is TroubleKey.HANDS


@pytest.mark.parametrize("eyes", [Eyes([False], problem="marker 2 is hidden"), Eyes([False], is_silent=True)])
def test_a_camera_that_shows_nothing_is_a_sentence(eyes):
    with pytest.raises(NotStillError) as caught:
        still_frames(eyes, 3)
    assert caught.value.key is TroubleKey.CAMERA
    assert str(caught.value)
