"""A doubt that a person settles with one tap."""

from __future__ import annotations

from dataclasses import dataclass

from mahjong_rules.seats import Seat
from vision.sightings import Zone


@dataclass(frozen=True, slots=True)
class Question:
    """`reason` is a key of the page's catalogues; `candidates` are tile names, most likely first.

    `track` is the piece in doubt; `detail` is the engine's own sentence, for the log and the audit list.
    """

    id: str
    reason: str
    seat: Seat
    zone: Zone
    track: int
    candidates: tuple[str, ...]
    detail: str = ""
