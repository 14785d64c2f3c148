"""A doubt that a person settles with one tap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mahjong_rules.seats import Seat
from vision.sightings import Zone

REASONS: Final[tuple[str, ...]] = (
    "uncertain_tile",
    "impossible_tile",
    "changed_tile",
    "uncertain_indicator",
    "indicator_place",
    "uncertain_ura",
    "impossible_win",
    "wrong_winning_tile",
    "impossible_tenpai",
    "uncertain_flower",
    "impossible_flower",
    "uncertain_hand",
)
"""Why a piece is put to a person: keys of the page's catalogues."""
NOT_IN_GAME: Final = "none"
"""The answer that a piece is not part of the game."""


@dataclass(frozen=True, slots=True)
class Question:
    """`reason` is one of REASONS; `candidates` are tile names, most likely first.

    `track` is the piece in doubt; `detail` is the engine's own sentence, for the log and the audit list.
    """

    id: str
    reason: str
    seat: Seat
    zone: Zone
    track: int
    candidates: tuple[str, ...]
    detail: str = ""
