"""One picture of the table in, the sightings of every piece out: pure, nothing remembered between pictures.

What decides that a place holds a face-up tile, in this order:
1. It lies on the table, and neither where a marker nor where the console is (`_MIN_ON_FURNITURE`).
2. The detector marks it as face up (`detection._MIN_CERTAINTY`, `_MIN_PRESENCE`), or doubtfully as a back although it
   has the colour of the bodies around it (`_SURE_OF_SIDE`, `side_colours`).
3. The classifier takes its crop for a whole tile (`second_look.MIN_WHOLE`), perhaps only after it was turned
   (`whole_when_turned`). Else the detector must be sure of the place, and where it hardly believes in it the classifier
   of both tile and face (`second_look.is_nothing`).
4. It has a sure name, or is not much darker than every printed face (`side_colours.SideColours.is_shade`).
5. It is no "white dragon" with a back's tint, nor a blank one where the set has none (`second_look`), nor one on a wall
   that looks like the backs beside it (`wall_backs`).
Its name is the likeliest face; a doubtful one without a drawing is a white dragon (`second_look`). Then all faces of
the table are named together (`face_agreement`). How sure a name must be to count in a game is not decided here: the
interpreter knows the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from mahjong_rules.tiles import Tile
from vision.calibrating.calibration import CameraPose, calibrate
from vision.geometry.rectify import TableView
from vision.geometry.zones import ZoneMap
from vision.reading.adaptation import LogitCorrection
from vision.reading.classification import Classifier, Reading, cut
from vision.reading.detection import Box, Detector
from vision.reading.face_agreement import SeenFace, named_together
from vision.reading.inference import MODEL_FOLDER
from vision.reading.second_look import (
    MIN_WHOLE,
    as_back,
    is_doubtful,
    is_framed,
    is_nothing,
    is_white,
    looked_at,
    whole_when_turned,
)
from vision.reading.side_colours import Colours, SideColours, has_print, is_felt, is_washed_out, side_colours
from vision.reading.wall_backs import are_backs, still_there
from vision.settings import CameraSettings, GeometrySettings
from vision.sightings import Face, Frame, Image, Sighting, Zone

_MIN_ON_FURNITURE: Final = 0.8
"""A box on a marker or on the console is a piece from this certainty on: to the networks a marker looks like a tile,
and so do a display's digits.

Measured on the bare tables of worlds 1 to 60 (`hw_sim.picture.scenery`): displays had up to 0.64 (seven of them had
0.4 and more); half of the pieces face up have 0.91 and more.
"""
_OF_MARKER: Final = 0.5
"""So far from a marker's middle, in its sides, a box is taken for the marker itself: farther out a tile lies beside it.

Measured on the bare tables of worlds 1 to 60: 104 times a marker was taken for a piece, always within 0.32. In world
301 a kong's outermost back lay at 0.9, beside the marker's white edge, and was lost: the detector was not 0.8 sure.
"""
_SURE_OF_SIDE: Final = 0.9
"""From this certainty on the detector's word about the side that is up counts, and teaches the colours of both sides.

Chosen, not measured: about the median of pieces face up (0.91, measured) and of backs (0.88), so that half of a table
teaches the colours, and a blank white dragon that is doubtfully a back is judged by them.
"""
Kinds = frozenset[Tile]
"""The faces that a set has."""


class TableReader:
    """Reads pictures of one table.

    Args:
        geometry: sizes and zones of the table.
        model_folder: where detector.onnx and classifier.onnx lie.
        threads: processor cores that one reading may use.

    Raises:
        ModelError: a network is missing or broken.
    """

    def __init__(self, geometry: GeometrySettings, model_folder: Path = MODEL_FOLDER, threads: int = 1) -> None:
        self.geometry = geometry
        self.zones = ZoneMap(geometry)
        self._detector = Detector(model_folder / "detector.onnx", threads)
        self._classifier = Classifier(model_folder / "classifier.onnx", threads)
        self._has_blank_face = True

    @property
    def classifier(self) -> Classifier:
        """The network that names face-up pieces."""
        return self._classifier

    def adapt(self, correction: LogitCorrection | None, *, has_blank_face: bool = True) -> None:
        """Read the tile set that this was learnt from, None: any set; may be called while another thread reads.

        Args:
            correction: what was learnt.
            has_blank_face: whether a face of the set may be blank; False where its owner showed that none is.
        """
        self._classifier.correction = correction
        self._has_blank_face = has_blank_face

    def consider(self, kinds: Kinds | None) -> None:
        """Name faces by these kinds only, those of the set in play; None: by all. At any time, as `adapt`."""
        self._classifier.kinds = kinds

    def calibrated(self, image: Image, camera: CameraSettings) -> TableView:
        """The top view for the camera's pose in this picture.

        Raises:
            CalibrationError: the markers don't tell the pose.
        """
        return self.view(calibrate(image, self.geometry, camera))

    def view(self, pose: CameraPose) -> TableView:
        """The top view for a known pose."""
        return TableView(pose, self.geometry)

    def read(self, frame: Frame, view: TableView) -> list[Sighting]:
        """Every piece in a frame, all faces named together."""
        return agreed(self.name(frame.image, view, self.boxes(view.rectified(frame.image)))[1])

    def boxes(self, rectified: Image) -> list[Box]:
        """Every piece in the top view or a part of it (sides multiples of 16 pixels)."""
        return self._detector.boxes(rectified)

    def faint_boxes(self, rectified: Image) -> list[Box]:
        """Whatever looks a little like a piece there; of use only where none lies."""
        return self._detector.faint_boxes(rectified)

    def name(
        self,
        image: Image,
        view: TableView,
        boxes: Sequence[Box],
        colours: SideColours | None = None,
        felt_at: Callable[[Box], Colours | None] | None = None,
        backs: Sequence[Box] = (),
    ) -> tuple[list[Box], list[Sighting]]:
        """Sightings of boxes given in the top view's pixels; face-up ones are named from the frame's own picture.

        Each is named by itself: what they say together (`agreed`) only the whole table knows.

        Args:
            image: the frame's picture.
            view: the top view of its pose.
            boxes: what the detector found.
            colours: what bodies and backs of this table looked like so far; grows. None: what this picture shows.
            felt_at: the felt's colour where a box's place shows bare felt, lit or in shadow; None: that is not known.
            backs: pieces known to lie face down beside these.

        Returns:
            The boxes that are pieces indeed, and the sighting of each.
        """
        boxes = [box for box in boxes if self._may_lie_there(view, box)]
        colours = SideColours() if colours is None else colours
        boxes = self._sided(image, view, boxes, colours, felt_at)
        up = self._read([box for box in boxes if box.face is Face.UP], image, view)
        odd = [n for n, (_, reading) in enumerate(up) if reading.whole < MIN_WHOLE or is_white(reading)]
        for number, other in zip(odd, self._turned([up[n][0] for n in odd], image, view), strict=True):
            if other[1].whole >= whole_when_turned(*up[number]):
                up[number] = other
        up = [(box, reading) for box, reading in up if not is_nothing(box, reading)]
        others = [(box, None) for box in boxes if box.face is not Face.UP and not is_nothing(box, None)]
        kept = [*self._second_look(up, image, view, colours), *others]
        if colours.are_apart():
            kept = self._without_whites_of_backs(kept, backs, image, view)
        return [box for box, _ in kept], [self._sighting(view, box, reading) for box, reading in kept]

    def _sided(
        self,
        image: Image,
        view: TableView,
        boxes: list[Box],
        colours: SideColours,
        felt_at: Callable[[Box], Colours | None] | None,
    ) -> list[Box]:
        """The boxes, those face up that were taken for backs although they have the colour of the bodies around.

        What was taken for a back on bare felt and has not the colour of the backs is none: a printed logo beside a
        wall, or the felt in the corner of two walls. Both became blank white dragons in a river, counted as discards.
        Where only one picture is known what was taken for a face and has a ground unlike all faces is none either, but
        a letter of a logo on the cloth. A table that is watched knows its logo, and its light changes. There a doubtful
        face that has the colour of the bare felt around is none.
        """
        crops = cut(image, view, boxes, self.geometry)
        seen = side_colours(crops)
        for box, colour, crop in zip(boxes, seen, crops, strict=True):
            if box.certainty >= _SURE_OF_SIDE and box.face is Face.UP:
                colours.learn_body(colour, is_printed=has_print(crop))
            elif box.certainty >= _SURE_OF_SIDE and box.face is Face.DOWN:
                colours.learn_back(colour)
        sided: list[Box] = []
        for box, colour in zip(boxes, seen, strict=True):
            is_doubtful_back = box.face is Face.DOWN and box.certainty < _SURE_OF_SIDE
            is_doubtful_face = box.face is Face.UP and box.certainty < _SURE_OF_SIDE
            if is_doubtful_face and felt_at is None and colours.is_foreign(colour):
                continue
            if is_doubtful_back and colours.is_body(colour):
                sided.append(replace(box, face=Face.UP))
                continue
            felt = felt_at(box) if (is_doubtful_back or is_doubtful_face) and felt_at is not None else None
            is_bare = is_felt if is_doubtful_face else colours.is_no_back
            if felt is None or not is_bare(colour, felt):
                sided.append(box)
        return sided

    def _read(self, boxes: list[Box], image: Image, view: TableView) -> list[tuple[Box, Reading]]:
        crops = cut(image, view, boxes, self.geometry)
        return list(zip(boxes, self._classifier.read_to_compare(crops), strict=True))

    def _turned(self, boxes: list[Box], image: Image, view: TableView) -> list[tuple[Box, Reading]]:
        """Each box turned across, or square to the table, whichever way it holds more of a whole tile.

        Among touching tiles that lie across each other the detector now and then mistakes one side for the other. No
        print tells which way a blank white dragon lies, its edges do: the one that lay sideways in a pung of world
        9210 was found at 40 degrees between its neighbours, and the pung was none.
        """
        ways = [replace(box, axis_deg=axis) for box in boxes for axis in ((box.axis_deg + 90) % 180, 0.0, 90.0)]
        found = self._read(ways, image, view)
        return [max(found[at : at + 3], key=lambda way: way[1].whole) for at in range(0, len(found), 3)]

    def _second_look(
        self, up: list[tuple[Box, Reading]], image: Image, view: TableView, colours: SideColours
    ) -> list[tuple[Box, Reading | None]]:
        """The readings, the doubtful ones looked at once more for a drawing, white dragons for glare and for backs.

        Sides of tiles in the shade, which were taken for doubtful faces, are left out.
        """
        seen: list[tuple[Box, Reading | None] | None] = [*up]
        doubted = [n for n, (_, reading) in enumerate(up) if is_doubtful(reading) or is_white(reading)]
        crops = cut(image, view, [up[number][0] for number in doubted], self.geometry)
        for number, crop in zip(doubted, crops, strict=True):
            seen[number] = looked_at(*up[number], crop, colours, has_blank_face=self._has_blank_face)
        return [piece for piece in seen if piece is not None]

    def _without_whites_of_backs(
        self, kept: list[tuple[Box, Reading | None]], known: Sequence[Box], image: Image, view: TableView
    ) -> list[tuple[Box, Reading | None]]:
        """The pieces, white dragons on a wall that look like the backs beside them as backs."""
        whites = {
            n: reading
            for n, (box, reading) in enumerate(kept)
            if reading is not None and is_white(reading) and self._is_on_wall(view, box)
        }
        found = [box for box, _ in kept]
        crops = cut(image, view, [found[n] for n in whites], self.geometry)
        plain = [
            n
            for (n, reading), crop in zip(whites.items(), crops, strict=True)
            if not (is_washed_out(crop) or is_framed(reading, crop))
        ]
        if not plain:
            return kept
        backs = [*(box for box in found if box.face is Face.DOWN), *still_there(known, found)]

        def ground_of(boxes: Sequence[Box]) -> Colours:
            return side_colours(cut(image, view, boxes, self.geometry))

        are = dict(zip(plain, are_backs([found[n] for n in plain], backs, ground_of), strict=True))
        return [as_back(box) if are.get(n) else (box, reading) for n, (box, reading) in enumerate(kept)]

    def _is_on_wall(self, view: TableView, box: Box) -> bool:
        return self.zones.place(*view.to_mm(box.column, box.row)).zone is Zone.WALL

    def _may_lie_there(self, view: TableView, box: Box) -> bool:
        """Whether a piece may lie in a place: on the table, and only surely on a marker or the console."""
        seen = view.to_mm(box.column, box.row)
        x_mm, y_mm = view.pose.shift_plane(*seen, view.z_mm, 0.0)
        if max(abs(x_mm), abs(y_mm)) > self.geometry.surface_mm / 2:
            return False
        centres = self.geometry.marker_centres_mm.values()
        reach_mm = _OF_MARKER * self.geometry.marker_mm
        is_marker = any(max(abs(x_mm - x), abs(y_mm - y)) < reach_mm for x, y in centres)
        is_console = max(abs(x_mm), abs(y_mm)) < self.geometry.console_mm / 2
        return box.certainty >= _MIN_ON_FURNITURE or not (is_marker or is_console)

    def _sighting(self, view: TableView, box: Box, reading: Reading | None) -> Sighting:
        seen_x, seen_y = view.to_mm(box.column, box.row)
        top_mm = self.zones.top_mm(self.zones.place(seen_x, seen_y).zone, box.face)
        x_mm, y_mm = view.pose.shift_plane(seen_x, seen_y, view.z_mm, top_mm)
        if reading is None:
            return Sighting(box.face, x_mm, y_mm, box.axis_deg, box.certainty)
        return Sighting(
            face=box.face,
            x_mm=x_mm,
            y_mm=y_mm,
            rotation_deg=(box.axis_deg + (180.0 if reading.is_upside_down else 0.0)) % 360.0,
            confidence=reading.candidates[0][1] * reading.whole,
            tile=reading.candidates[0][0],
            candidates=reading.candidates,
            features=reading.features,
        )


def agreed(sightings: Sequence[Sighting]) -> list[Sighting]:
    """All sightings of one table, the faces among them named together; how surely each is a whole tile stays."""
    named = list(sightings)
    seen = [(at, piece, piece.features) for at, piece in enumerate(sightings) if piece.candidates]
    faces = [(at, piece, SeenFace(piece.candidates, features)) for at, piece, features in seen if features is not None]
    for (at, piece, _), candidates in zip(faces, named_together([face for *_, face in faces]), strict=True):
        whole = piece.confidence / piece.candidates[0][1] if piece.candidates[0][1] else 0.0
        (tile, chance), *_ = candidates
        named[at] = replace(piece, tile=tile, candidates=candidates, confidence=chance * whole)
    return named
