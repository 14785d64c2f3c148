"""A doubt that a person settles with one tap."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from mahjong_rules.seats import Seat
from mahjong_rules.tiles import Tile
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
    "wrong_called_tile",
    "impossible_tenpai",
    "uncertain_flower",
    "impossible_flower",
    "uncertain_hand",
    "uncounted_tile",
    "laid_on_meld",
    "unknown_kong",
)
"""Why a piece is put to a person: keys of the page's catalogues."""
KONG_REASONS: Final = frozenset({"laid_on_meld", "unknown_kong"})
"""Somebody may have declared a kong that is not counted."""
HOLDING_REASONS: Final = KONG_REASONS | {
    "uncertain_ura",
    "impossible_win",
    "wrong_winning_tile",
    "impossible_tenpai",
    "uncertain_hand",
    "uncounted_tile",
}
"""Reasons that could change how a deal ends: it has no result before they are settled."""
NOT_IN_GAME: Final = "none"
"""The answer that a piece is not part of the game."""


class EventReason(StrEnum):
    """Why an event is put to a person: keys of the page's catalogues too."""

    PROVISIONAL_TILE = "provisional_tile"
    """It counts with its likeliest tile."""
    MISSING_TILE = "missing_tile"
    """Its tile lies on the table no more."""
    SET_ASIDE = "set_aside"
    """It no longer fits and does not count."""


@dataclass(frozen=True, slots=True)
class Question:
    """`reason` is one of REASONS; `candidates` are tiles with probabilities, most likely first.

    `track` is the piece in doubt; `detail` is the engine's own sentence, for the log and the audit list.
    """

    id: str
    reason: str
    seat: Seat
    zone: Zone
    track: int
    candidates: tuple[tuple[Tile, float], ...]
    detail: str = ""
