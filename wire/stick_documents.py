"""The `sticks` document (docs/mqtt.md): riichi sticks that the eyes count, and where they differ from the game."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict  # pydantic reads these before Python 3.12

StickDifference = Literal["missing", "stray"]
"""`missing`: a riichi stands and no stick lies before that river; `stray`: one lies there without a riichi."""


class StickNoticeDocument(TypedDict):
    """One difference that has lasted; `notice` is a key of the page's catalogues below `sticks.`."""

    notice: StickDifference
    seat: int


class SticksDocument(TypedDict):
    """`sticks`: how many lie before each river by seat, None where nobody knows, and what people should look at."""

    seen: list[int | None]
    notices: list[StickNoticeDocument]
