"""The sticks on the table over time: a count is believed once several frames agree about it.

Rules this file keeps:
* A place is looked at when it has not been yet, after something moved over it, and when its pieces have changed.
* What moves or lies under an arm is not looked at: what was known there stays.
* No more than one place is looked at in a frame, which keeps every frame cheap.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from mahjong_rules.seats import SEATS, Seat
from vision.geometry.rectify import TableView
from vision.reading.background import Mask
from vision.reading.incremental import FrameReading
from vision.reading.sticks import StickPlace, lit_felt
from vision.settings import GeometrySettings
from vision.sightings import Image, Sighting

_DISTURBED: Final = 0.02
"""Share of a place that moves while somebody does something there."""
_COVERED: Final = 0.01
"""Share of the place and the way to it that an arm covers which may lie over the place."""


@dataclass(frozen=True, slots=True)
class SticksSeen:
    """How many sticks lie before each seat's river, None where nobody knows.

    `unsettled` are seats where something has happened since they were counted: what is said of them may be old.
    """

    counts: tuple[int | None, ...] = (None,) * len(SEATS)
    unsettled: frozenset[Seat] = frozenset(SEATS)


UNSEEN: Final = SticksSeen()
"""What is known before the first frame."""


@dataclass(slots=True)
class _Watched:
    """One place: what is known there, and the looks at it since something changed."""

    place: StickPlace
    inside: Mask
    on_the_way: Mask
    around: Mask
    pieces: tuple[Sighting, ...] = ()
    known: int | None = None
    votes: list[int | None] = field(default_factory=list)
    is_due: bool = True

    def disturb(self) -> None:
        """Something happens here: look again from the start."""
        self.votes, self.is_due = [], True

    def vote(self, count: int | None, most: int) -> None:
        """Take in one look; `most` that agree, one after the other, settle it."""
        self.votes = [*self.votes, count] if self.votes[-1:] in ([], [count]) else [count]
        if len(self.votes) >= most:
            self.known, self.is_due = count, False


class StickWatch:
    """Counts the sticks of one table, seen by a camera that stays where it is.

    Args:
        view: the top view of the camera's pose.
        geometry: sizes of the table.
        looks: how many that agree settle a count.

    Attributes:
        seen: what is known after the newest frame.
    """

    def __init__(self, view: TableView, geometry: GeometrySettings, looks: int) -> None:
        middles = (np.arange(view.blocks) + 0.5) * view.block_mm - view.half_mm
        middles_mm = np.meshgrid(middles, -middles)
        self._watched = [
            _Watched(at, at.is_inside(*middles_mm), at.is_on_the_way(*middles_mm), at.is_around(*middles_mm))
            for at in (StickPlace(seat, view.pose, geometry) for seat in SEATS)
        ]
        self._looks = looks
        self._sightings: tuple[Sighting, ...] | None = None
        self.seen = UNSEEN

    def update(self, image: Image, reading: FrameReading) -> SticksSeen:
        """Take in one frame.

        Args:
            image: its picture.
            reading: what was read in it.

        Returns:
            What is known of the sticks now.
        """
        moving, covered = reading.facts.moving.blocks, reading.facts.covered.blocks
        self._note_pieces(reading.sightings)
        quiet: list[_Watched] = []
        for watched in self._watched:
            if moving[watched.inside].mean() > _DISTURBED or covered[watched.on_the_way].mean() > _COVERED:
                watched.disturb()
            elif watched.is_due:
                quiet.append(watched)
        if quiet:
            self._count(min(quiet, key=lambda watched: len(watched.votes)), image, reading)
        unsettled = frozenset(watched.place.seat for watched in self._watched if watched.is_due)
        self.seen = SticksSeen(tuple(watched.known for watched in self._watched), unsettled)
        return self.seen

    def _note_pieces(self, sightings: tuple[Sighting, ...]) -> None:
        if sightings is self._sightings:
            return
        self._sightings = sightings
        for watched in self._watched:
            pieces = watched.place.near(sightings)
            if pieces != watched.pieces:
                watched.pieces = pieces
                watched.disturb()

    def _count(self, watched: _Watched, image: Image, reading: FrameReading) -> None:
        felt = lit_felt(reading.blocks, reading.facts.felt.blocks, watched.around)
        if felt is not None:
            watched.vote(watched.place.count(image, watched.pieces, felt), self._looks)
