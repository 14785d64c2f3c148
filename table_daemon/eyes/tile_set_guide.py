"""Laying out a tile set before the camera, led from the command line: every name is confirmed by the set's owner."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

from mahjong_rules.tiles import Tile, tiles_text
from table_daemon.errors import UserError
from table_daemon.eyes.layout_reader import Layout, LayoutReader
from vision.calibrating.calibration import CalibrationError
from vision.cameras import FrameSource
from vision.pictures.picture_files import PictureError, read_picture, write_picture
from vision.sightings import Image
from vision.tile_sets.learnt_set import Sample
from vision.tile_sets.set_layout import BASIC_ROWS, BONUS_ROW, RED_ROW, LayoutError

Ask = Callable[[str], str]
"""Puts a question to the owner, gives the answer."""
Say = Callable[[str], None]
_FRAMES: Final = 3
"""So many pictures of one layout: each has other noise."""
_FRAME_WAIT_S: Final = 5.0
"""Without a frame for so long the camera has no picture to give.

Chosen, not measured: many frames even of a slow one.
"""
_YES: Final = ("y", "yes", "")
_DONE: Final = ("n", "no", "done", "q")


def instructions(again: Sequence[Tile]) -> str:
    """What to lay out, as text."""
    rules = (
        "Lay the tiles face up between the four markers, upright as seen from seat 0, in this order:\n"
        "rows from the far edge to seat 0, each from left to right; half a tile free between the rows,\n"
        "and no other tile face up on the table."
    )
    if again:
        return f"{rules}\n  {tiles_text(again)}"
    rows = [tiles_text(row) for row in BASIC_ROWS]
    rows += [f"{tiles_text(BONUS_ROW)}   flowers (plum orchid chrysanthemum bamboo) and seasons, if the set has them"]
    rows += [f"{tiles_text(RED_ROW)}   red fives, if the set has them"]
    return "\n".join([rules, *(f"  {number}  {row}" for number, row in enumerate(rows, 1))])


class Guide:
    """Leads the owner through the layouts, from pictures in files or from the camera.

    Args:
        layouts: reads the pictures.
        overlay: where the picture with the names is written for the owner to look at.
        ask: puts a question; None: nobody is there to confirm, so every name that looks otherwise is only told.
        say: tells what happens.
    """

    def __init__(self, layouts: LayoutReader, overlay: Path, ask: Ask | None, say: Say) -> None:
        self._layouts = layouts
        self._overlay = overlay
        self._ask = ask
        self._say = say

    def from_files(self, files: Iterable[Path]) -> list[Sample]:
        """The crops of every picture, each confirmed.

        Raises:
            UserError: a picture cannot be used, or the owner refused it.
        """
        found: list[Sample] = []
        for file in files:
            try:
                layout = self._layouts.read(read_picture(file))
            except PictureError as error:
                raise UserError(str(error)) from error
            except (CalibrationError, LayoutError) as error:
                raise UserError(f"{file}: {error}") from error
            if not self._is_confirmed(layout):
                raise UserError(f"{file}: nothing was learnt, as a name was not right; lay the tiles in order again")
            found += layout.samples
        return found

    def from_camera(self, source: FrameSource, ask: Ask) -> list[Sample]:
        """The crops of as many layouts as the owner makes, at least one.

        Raises:
            UserError: the camera stopped giving pictures.
        """
        found: list[Sample] = []
        prompt = "Press Enter when they lie, and keep your hands out of the picture: "
        while True:
            answer = ask(prompt).strip().lower()
            if found and answer in _DONE:
                return found
            found += self._layout_seen(source)
            if found:
                prompt = "Lay them once more elsewhere or in other light and press Enter, or type n to go on without: "

    def _layout_seen(self, source: FrameSource) -> list[Sample]:
        """The crops of the layout that lies before the camera now; none when it is not as it should be."""
        frames = _newest(source)
        try:
            layout = self._layouts.read(frames[0])
        except (CalibrationError, LayoutError) as error:
            self._say(f"Not yet: {error}.")
            return []
        if not self._is_confirmed(layout):
            self._say("Then nothing of this picture is kept. Lay the tiles in the order shown and try again.")
            return []
        return [*layout.samples, *self._layouts.further_samples(frames[1:], layout)]

    def _is_confirmed(self, layout: Layout) -> bool:
        try:
            write_picture(self._overlay, layout.drawn)
        except PictureError as error:
            raise UserError(str(error)) from error
        self._say(f"Found {len(layout.laid)} tiles in {layout.laid[-1].row} rows; their names are in {self._overlay}.")
        for doubt in layout.doubts:
            self._say(f"  Look again: {doubt}.")
        if self._ask is None:
            return True
        return self._ask("Is every name in that picture right? [Y/n] ").strip().lower() in _YES


def _newest(source: FrameSource) -> list[Image]:
    """A few pictures that were taken from now on."""
    frames: list[Image] = []
    # What lies ready may have been taken before the hands were gone.
    stale = source.next_frame(0, _FRAME_WAIT_S)
    number = stale.number if stale is not None else 0
    while len(frames) < _FRAMES:
        frame = source.next_frame(number, _FRAME_WAIT_S)
        if frame is None:
            raise UserError(source.status().problem or "the camera gives no new picture; look at its cable")
        number = frame.number
        frames.append(frame.image)
    return frames
