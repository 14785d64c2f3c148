"""The pictures that questions are asked with: of the piece alone, and only while the question is open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Protocol

import cv2

from vision.sightings import Image

MAX_PICTURES: Final = 24
"""Questions beyond so many are asked without a picture: it bounds the memory for them. Chosen, not measured."""
_JPEG_QUALITY: Final = 88
"""Chosen, not measured: fine enough to tell two faces apart, small enough for a page."""


class Cutter(Protocol):
    """What this needs of the eyes."""

    def want_pictures(self, tracks: Iterable[int]) -> None:
        """Keep a picture of each of these pieces and forget all others."""

    def piece_picture(self, track: int) -> Image | None:
        """The kept picture of a piece, None where there is none."""


class QuestionPictures:
    """A picture for each open question whose piece can be shown.

    Args:
        eyes: keep the pictures, in memory only, and never of a hand that stands.
    """

    def __init__(self, eyes: Cutter) -> None:
        self._eyes = eyes
        self._tracks: Mapping[str, int] = {}

    def keep(self, tracks: Mapping[str, int]) -> None:
        """These questions are open, each about the piece with this track; the pictures of all others go."""
        self._tracks = dict(list(tracks.items())[:MAX_PICTURES])
        self._eyes.want_pictures(self._tracks.values())

    def has(self, question: str) -> bool:
        """Whether the piece of this question can be shown."""
        return self._of(question) is not None

    def jpeg(self, question: str) -> bytes | None:
        """The picture of an open question; None where there is none."""
        picture = self._of(question)
        if picture is None:
            return None
        done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
        return data.tobytes() if done else None

    def _of(self, question: str) -> Image | None:
        track = self._tracks.get(question)
        return None if track is None else self._eyes.piece_picture(track)
