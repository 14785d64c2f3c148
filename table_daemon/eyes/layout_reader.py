"""One picture of a laid-out tile set: each piece with its name, a labelled crop of it, and the picture to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from mahjong_rules.tiles import Tile
from vision.calibrating.calibration import CalibrationError
from vision.geometry.rectify import TableView
from vision.reading.classification import cut
from vision.reading.detection import Box
from vision.reading.reader import TableReader
from vision.sightings import Image
from vision.tile_sets.layout_pictures import mistaken_picture, named_picture
from vision.tile_sets.learnt_set import Sample
from vision.tile_sets.set_layout import (
    Laid,
    LayoutDoubt,
    LayoutError,
    Mistake,
    Rows,
    assigned,
    doubts,
    in_order,
    rows_of,
    samples,
    whole_set,
)


@dataclass(frozen=True, slots=True)
class Layout:
    """One picture of the laid-out set: each piece with its name by place, what looks otherwise, the picture drawn."""

    laid: tuple[Laid, ...]
    samples: tuple[Sample, ...]
    doubts: tuple[LayoutDoubt, ...]
    drawn: Image


class SeenLayoutError(LayoutError):
    """A layout that is not as asked; `drawn` shows which row is meant."""

    def __init__(self, text: str, mistake: Mistake, drawn: Image) -> None:
        super().__init__(text, mistake)
        self.drawn = drawn


class LayoutReader:
    """Turns pictures of a layout into labelled crops.

    Args:
        reader: finds the pieces.
        view_of: the top view of the table in a picture; raises CalibrationError.
        again: the kinds that are laid out, in as many rows as the owner likes; none: a whole set.
        whole: the rows of the whole set; None: the basic ones, and those more that lie there.
    """

    def __init__(
        self,
        reader: TableReader,
        view_of: Callable[[Image], TableView],
        again: Sequence[Tile] = (),
        whole: Rows | None = None,
    ) -> None:
        self._reader = reader
        self._view_of = view_of
        self._again = tuple(again)
        self._whole = whole

    def read(self, image: Image) -> Layout:
        """The layout in one picture.

        Raises:
            CalibrationError: the markers are not to be seen.
            SeenLayoutError: the pieces don't lie as asked.
        """
        view = self._view_of(image)
        laid = self._laid(image, view)
        geometry = self._reader.geometry
        readings = self._reader.classifier.read(cut(image, view, [piece.box for piece in laid], geometry))
        found = doubts(laid, readings)
        return Layout(
            tuple(laid),
            tuple(samples(image, view, laid, geometry)),
            tuple(found),
            named_picture(image, view, laid, geometry, [doubt.laid for doubt in found]),
        )

    def further_samples(self, images: Iterable[Image], confirmed: Layout) -> list[Sample]:
        """The crops of more pictures of a layout, of those in which it is the same still."""
        found: list[Sample] = []
        for image in images:
            try:
                layout = self.read(image)
            except (CalibrationError, LayoutError):
                continue
            if len(layout.laid) == len(confirmed.laid):
                found += layout.samples
        return found

    def _laid(self, image: Image, view: TableView) -> list[Laid]:
        geometry = self._reader.geometry
        boxes = self._reader.boxes(view.rectified(image))
        pieces, _ = self._reader.name(image, view, boxes)
        rows = rows_of(pieces, view, geometry)
        try:
            return self._assigned(rows)
        except LayoutError as error:
            first = error
        try:
            # Faces of a foreign set may look like no tile at all: take them all the same if that makes the rows whole.
            return self._assigned(rows_of(boxes, view, geometry))
        except LayoutError:
            drawn = mistaken_picture(image, view, rows, geometry, first.mistake)
            raise SeenLayoutError(str(first), first.mistake, drawn) from first

    def _assigned(self, rows: Sequence[Sequence[Box]]) -> list[Laid]:
        lengths = [len(row) for row in rows]
        if self._again:
            return assigned(rows, in_order(self._again, lengths))
        return assigned(rows, self._whole if self._whole is not None else whole_set(lengths))
