"""The shape of `board`: what lies on the felt (docs/mqtt.md)."""

from __future__ import annotations

from typing_extensions import TypedDict  # pydantic reads these before Python 3.12


class RiverTileDocument(TypedDict):
    """One discard."""

    tile: str
    riichi: bool
    claimed_by: int | None


class MeldDocument(TypedDict):
    """One meld; `called_from` is the discarder's seat."""

    kind: str
    tiles: list[str]
    called_from: int | None
    called_tile: str | None


class PlaceDocument(TypedDict):
    """A stack, counted from 1 at its owner's right end, or one tile: `level` is "top", "bottom" or "loose" (on it)."""

    seat: int
    number: int
    level: str | None


class MarkDocument(TypedDict):
    """What is marked on the walls: `mark` is a key of the page's catalogues below `wall.`."""

    mark: str
    places: list[PlaceDocument]


class WallDocument(TypedDict):
    """Where the walls were opened, before whom, and every special place; `lengths` are stacks by seat."""

    opener: int
    lengths: list[int]
    marks: list[MarkDocument]


class BoardEventsDocument(TypedDict):
    """Numbers of the events that laid the tiles of `board`, in the same order: what `correct` is told.

    A meld has the number of its claim (or concealed kong) and, if a tile was added, that of the kong; `indicators` are
    those of `state.dora_indicators`.
    """

    rivers: list[list[int]]
    melds: list[list[list[int]]]
    flowers: list[list[int]]
    indicators: list[int]


class BoardDocument(TypedDict):
    """`board`, by seat: rivers, melds, flowers and seasons laid out, hands opened after a win; None stays closed.

    `wall` is None before the dice are thrown and where nobody recorded them.
    """

    events: BoardEventsDocument

    rivers: list[list[RiverTileDocument]]
    melds: list[list[MeldDocument]]
    flowers: list[list[str]]
    wall: WallDocument | None
    opened: list[list[str] | None]
