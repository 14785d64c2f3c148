"""Eyes that look at pictures of a test, one after the other."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any

from sample_pictures import Sample

from vision.cameras import NewestFrame, SourceStatus
from vision.eyes import TableEyes
from vision.settings import ReadingSettings, VisionSettings
from vision.sightings import Frame, Image, Observation


class Album:
    """A frame source that shows the next picture, `every_s` later, when the last one was taken."""

    def __init__(self, pictures: Iterable[Image], *, every_s: float = 0.1, is_frozen: bool = False) -> None:
        self._pictures = list(pictures)
        self._slot: NewestFrame[Frame] = NewestFrame()
        self._every_s = every_s
        self._is_frozen = is_frozen
        self._shown = 0
        self.all_taken = threading.Event()

    def start(self) -> None:
        pass

    def next_frame(self, after: int, timeout_s: float) -> Frame | None:
        if self._shown >= len(self._pictures):
            self.all_taken.set()
            return self._slot.get(after, timeout_s)
        self._shown += 1
        picture = self._pictures[self._shown - 1]
        if not self._is_frozen:
            picture = picture.copy()
            picture[0, 0] = self._shown % 256  # no sensor gives the same picture twice
        self._slot.put(Frame(picture, self._shown, self._shown * self._every_s))
        return self._slot.get(after, timeout_s)

    def add(self, pictures: Iterable[Image]) -> None:
        self.all_taken.clear()
        self._pictures += pictures

    def status(self) -> SourceStatus:
        return SourceStatus(self._shown, 1, self._shown * self._every_s, "")

    def stop(self) -> None:
        self._slot.close()


def watch(
    sample: Sample,
    pictures: Iterable[Image],
    *,
    every_s: float = 0.1,
    is_frozen: bool = False,
    **habits: Any,
) -> tuple[TableEyes, list[Observation], list[tuple[str, int]]]:
    """Eyes that have looked at all of these; what they observed, and their problems with how often the camera moved."""
    source = Album(pictures, every_s=every_s, is_frozen=is_frozen)
    observations: list[Observation] = []
    problems: list[tuple[str, int]] = []
    settings = VisionSettings(geometry=sample.reader.geometry, reading=ReadingSettings(**habits))
    eyes = TableEyes(
        settings,
        source,
        sample.reader,
        observations.append,
        lambda status: problems.append((status.problem, status.moved)),
    )
    eyes.start()
    assert source.all_taken.wait(60)
    eyes.stop()
    return eyes, observations, problems
