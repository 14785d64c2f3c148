"""A piece on the table beside what it is in the game: for whoever learns from how a deal was played."""

from __future__ import annotations

from dataclasses import dataclass

from mahjong_rules.tiles import Tile
from table_daemon.interpreter.bindings import Anchor
from vision.sightings import SettledTile


@dataclass(frozen=True, slots=True)
class LyingPiece:
    """As the camera saw it last.

    Attributes:
        piece: as it is read, with no person's word.
        anchor: which tile of the game it is; None where it is none, or one of an open hand.
        said: what a person answered about it in this deal.
    """

    piece: SettledTile
    anchor: Anchor | None
    said: Tile | None
