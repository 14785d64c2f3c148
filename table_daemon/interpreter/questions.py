"""A doubt that a person settles with one tap."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from mahjong_rules.seats import Seat
from mahjong_rules.tiles import Tile
from vision.sightings import Zone


class QuestionReason(StrEnum):
    """Why a piece or an event is put to a person: keys of the page's catalogues below `question.`."""

    UNCERTAIN_TILE = "uncertain_tile"
    IMPOSSIBLE_TILE = "impossible_tile"
    CHANGED_TILE = "changed_tile"
    """A discard that was counted is not where it lay, and this may be it."""
    UNCERTAIN_INDICATOR = "uncertain_indicator"
    INDICATOR_PLACE = "indicator_place"
    UNCERTAIN_URA = "uncertain_ura"
    IMPOSSIBLE_WIN = "impossible_win"
    WRONG_WINNING_TILE = "wrong_winning_tile"
    WRONG_CALLED_TILE = "wrong_called_tile"
    IMPOSSIBLE_TENPAI = "impossible_tenpai"
    NOTEN_RIICHI = "noten_riichi"
    """A player in riichi shows no waiting hand at a drawn deal."""
    RIICHI_KONG = "riichi_kong"
    """The hand shown says that a kong in riichi was not allowed."""
    UNCERTAIN_FLOWER = "uncertain_flower"
    IMPOSSIBLE_FLOWER = "impossible_flower"
    UNCERTAIN_HAND = "uncertain_hand"
    UNCOUNTED_TILE = "uncounted_tile"
    """It lies in a river and is no tile of the game: a discard was missed."""
    LAID_ON_MELD = "laid_on_meld"
    """The fourth tile may lie on a pung."""
    UNKNOWN_KONG = "unknown_kong"
    """An indicator was turned for a kong that nobody saw."""
    BARE_WALL = "bare_wall"
    """No wall is left, and by the count somebody is to draw from it: a flower or a kong was missed."""
    PROVISIONAL_TILE = "provisional_tile"
    """An event counts with its likeliest tile."""
    MISSING_TILE = "missing_tile"
    """The tile of an event lies on the table no more."""
    SET_ASIDE = "set_aside"
    """An event no longer fits and does not count."""


KONG_REASONS: Final = frozenset({QuestionReason.LAID_ON_MELD, QuestionReason.UNKNOWN_KONG})
"""Somebody may have declared a kong that is not counted."""
HOLDING_REASONS: Final = KONG_REASONS | {
    QuestionReason.UNCERTAIN_URA,
    QuestionReason.IMPOSSIBLE_WIN,
    QuestionReason.WRONG_WINNING_TILE,
    QuestionReason.IMPOSSIBLE_TENPAI,
    QuestionReason.NOTEN_RIICHI,
    QuestionReason.RIICHI_KONG,
    QuestionReason.UNCERTAIN_HAND,
    QuestionReason.UNCOUNTED_TILE,
    QuestionReason.BARE_WALL,
}
"""Reasons that could change how a deal ends: it has no result before they are settled."""
ABOUT_A_HAND: Final = frozenset({QuestionReason.NOTEN_RIICHI, QuestionReason.RIICHI_KONG})
"""Questions about a whole hand: what their piece is does not matter, and a hand that stands has no picture."""
NOT_IN_GAME: Final = "none"
"""The answer that a piece is not part of the game."""


@dataclass(frozen=True, slots=True)
class Question:
    """A doubt that lasts. `candidates` are tiles with probabilities, most likely first.

    `track` is the piece in doubt; `detail` is the engine's own sentence, for the log and the audit list; `place` where
    it lies in an open hand: its number from the player's left, from 1, and how many tiles lie open there.
    """

    id: str
    reason: QuestionReason
    seat: Seat
    zone: Zone
    track: int
    candidates: tuple[tuple[Tile, float], ...]
    detail: str = ""
    place: tuple[int, int] | None = None
