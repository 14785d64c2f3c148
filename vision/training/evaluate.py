"""Judge the shipped networks on a rendered data set: python -m vision.training.evaluate DATASET.. [--model FOLDER].

Prints one JSON object. "clear" pieces are seen to nine tenths or more; a whole picture is right when every clear
face-up piece was found and named and nothing else was named. `--lessons DATASET..`: each tile set is first taught from
the tables of these data sets that show it; `--trays FOLDER..`: from path-traced trays (`tools.photoreal.trays`), each
with every face, as a lesson's layout has them; `--one-of-each` from one crop of each kind only. `--played FOLDER`: what
evenings of play taught, as STYLE.played.npz for each tile set (`a.played.npz` of the table that played with it).
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from vision.reading.adaptation import LogitCorrection
from vision.reading.classification import FACES_KNOWN, SAMPLE_MARGIN_PX, Classifier
from vision.reading.detection import FACES, Box
from vision.reading.inference import MODEL_FOLDER
from vision.reading.reader import TableReader, agreed
from vision.sightings import Face, Image, Sighting
from vision.tile_sets.learnt_set import LearntSet, Sample
from vision.tile_sets.lesson_book import LessonBook
from vision.tile_sets.lesson_judge import judged
from vision.training.scenes import CANVAS_MARGIN_PX, Piece, Scene, face_crops, scenes
from vision.training.trays import tray_faces

_NO_TIME = "1970-01-01T00:00:00"
_MARGIN_PX = CANVAS_MARGIN_PX - SAMPLE_MARGIN_PX
_NEAR_PX = 7.0
"""A box this near to a piece is meant for it: a third of a tile's width."""
_CLEAR = 0.9
"""A piece is judged when this share of its top is to be seen, as the model cards say."""
_ANY = 0.1
"""A box on a piece of which less is to be seen counts as invented."""


@dataclass(slots=True)
class Score:
    """Counts over many pictures."""

    pictures: int = 0
    right_pictures: int = 0
    clear: Counter[Face] = field(default_factory=Counter)
    found: Counter[Face] = field(default_factory=Counter)
    invented: Counter[Face] = field(default_factory=Counter)
    hidden_named: Counter[Face] = field(default_factory=Counter)
    """Pieces face down and standing that were named: a back that passes for a white dragon."""
    named: int = 0
    named_rightly: int = 0
    upright_rightly: int = 0
    confusions: Counter[str] = field(default_factory=Counter)
    confidences: list[tuple[float, bool]] = field(default_factory=list)
    rows: list[tuple[int, int, int, float]] = field(default_factory=list)
    """Picture, face, face said and confidence of each clear face-up piece that was found."""
    centre_px: list[float] = field(default_factory=list)
    turn_deg: list[float] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)

    def take(self, scene: Scene, boxes: list[Box], sightings: list[Sighting]) -> None:
        """Count one picture."""
        before = len(self.mistakes)
        free = set(range(len(boxes)))
        for piece in sorted(scene.pieces, key=lambda p: -p.visible):
            number = _nearest(piece, boxes, free)
            if number is not None and piece.visible >= _ANY:
                free.discard(number)
            if piece.visible >= _CLEAR:
                self._piece(scene, piece, None if number is None else (boxes[number], sightings[number]))
        for number in free:
            self.invented[boxes[number].face] += 1
            if boxes[number].face is Face.UP:
                self._miss(scene, boxes[number], f"invented {sightings[number].tile}")
        self.pictures += 1
        self.right_pictures += len(self.mistakes) == before

    def _piece(self, scene: Scene, piece: Piece, seen: tuple[Box, Sighting] | None) -> None:
        face = FACES[piece.face]
        self.clear[face] += 1
        if seen is None or seen[0].face is not face:
            if face is Face.UP:
                self._miss(scene, piece, f"{FACES_KNOWN[piece.kind]} not found, {seen and seen[0].face}")
            elif seen is not None and seen[0].face is Face.UP:
                self.hidden_named[face] += 1
                self._miss(scene, piece, f"{face} as {seen[1].tile} {seen[1].confidence:.3f}")
            return
        box, sighting = seen
        self.found[face] += 1
        self.centre_px.append(math.hypot(box.column - piece.column, box.row - piece.row))
        self.turn_deg.append(abs((box.axis_deg - piece.rotation_deg + 90) % 180 - 90))
        if face is Face.UP:
            self._name(scene, piece, sighting)

    def _name(self, scene: Scene, piece: Piece, sighting: Sighting) -> None:
        is_right = sighting.tile == FACES_KNOWN[piece.kind]
        self.named += 1
        self.named_rightly += is_right
        self.confidences.append((sighting.confidence, is_right))
        said = FACES_KNOWN.index(sighting.tile) if sighting.tile is not None else -1
        self.rows.append((self.pictures, piece.kind, said, sighting.confidence))
        self.upright_rightly += abs((sighting.rotation_deg - piece.rotation_deg + 180) % 360 - 180) < 45
        if not is_right:
            self.confusions[f"{FACES_KNOWN[piece.kind]} as {sighting.tile}"] += 1
            self._miss(scene, piece, f"{FACES_KNOWN[piece.kind]} as {sighting.tile} {sighting.confidence:.3f}")

    def _miss(self, scene: Scene, at: Piece | Box, what: str) -> None:
        self.mistakes.append(f"{scene.name} ({at.column:.0f}, {at.row:.0f}): {what}")

    def as_json(self) -> dict[str, Any]:
        """The figures."""
        return {
            "pictures": self.pictures,
            "pictures_without_a_mistake": self.right_pictures,
            **{f"{face}_recall": _share(self.found[face], self.clear[face]) for face in FACES},
            **{f"{face}_invented": self.invented[face] for face in FACES},
            **{f"{face}_named": self.hidden_named[face] for face in (Face.DOWN, Face.STANDING)},
            "clear_up": self.clear[Face.UP],
            "named_rightly": _share(self.named_rightly, self.named),
            "rotation_rightly": _share(self.upright_rightly, self.named),
            "centre_px_p50_p99": [round(float(np.percentile(self.centre_px, p)), 2) for p in (50, 99)],
            "turn_deg_p50_p99": [round(float(np.percentile(self.turn_deg, p)), 2) for p in (50, 99)],
            "confusions": dict(self.confusions.most_common(20)),
            "said_and_true": _reliability(self.confidences),
        }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 5) if whole else None


def _nearest(piece: Piece, boxes: list[Box], free: set[int]) -> int | None:
    distance = {n: math.hypot(boxes[n].column - piece.column, boxes[n].row - piece.row) for n in free}
    best = min(distance, key=distance.__getitem__, default=None)
    return best if best is not None and distance[best] < _NEAR_PX else None


def _reliability(confidences: list[tuple[float, bool]]) -> dict[str, list[float | int]]:
    """For each class of confidence: how many, mean confidence, share that was right."""
    table: dict[str, list[float | int]] = {}
    for low, high in ((0.0, 0.5), (0.5, 0.8), (0.8, 0.9), (0.9, 0.97), (0.97, 0.99), (0.99, 0.999), (0.999, 1.01)):
        part = [(said, right) for said, right in confidences if low <= said < high]
        if part:
            mean, share = np.mean([said for said, _ in part]), np.mean([right for _, right in part])
            table[f"{low}-{min(high, 1.0)}"] = [len(part), round(float(mean), 4), round(float(share), 4)]
    return table


def evaluate(
    folders: list[Path],
    model: Path,
    score: Score | None = None,
    corrections: Mapping[str, LogitCorrection] | None = None,
    printed: Collection[str] = (),
) -> Score:
    """Read every picture of the data sets as the product does.

    Counts on in `score` when one is given; `corrections` are what was learnt of tile sets, by the name of their style,
    `printed` the styles whose owner showed that no face is blank.
    """
    score = score or Score()
    for folder in folders:
        for scene in scenes(folder):
            reader = TableReader(scene.geometry, model)
            reader.adapt((corrections or {}).get(scene.style), has_blank_face=scene.style not in printed)
            boxes = reader.boxes(scene.view.rectified(scene.image))
            pieces, sightings = reader.name(scene.image, scene.view, boxes)
            score.take(scene, pieces, agreed(sightings))
    return score


def taught(
    folders: list[Path], model: Path, *, trays: Sequence[Path] = (), one_of_each: bool = False
) -> dict[str, LearntSet]:
    """What the reader learns of each tile set from tables and trays of it: their clear faces, named by the truth."""
    samples: dict[str, list[Sample]] = {}
    for style, canvas, kind in _shown(folders, trays):
        of_the_set, face = samples.setdefault(style, []), FACES_KNOWN[kind]
        if not (one_of_each and any(sample.tile == face for sample in of_the_set)):
            inner = canvas[_MARGIN_PX:-_MARGIN_PX, _MARGIN_PX:-_MARGIN_PX]
            of_the_set.append(Sample(face, np.ascontiguousarray(inner)))
    classifier = Classifier(model / "classifier.onnx")
    return {style: LearntSet.learn(style, _NO_TIME, crops, classifier) for style, crops in samples.items()}


def _shown(folders: list[Path], trays: Sequence[Path]) -> Iterator[tuple[str, Image, int]]:
    """The clear faces of labelled tables and of trays: style, canvas (`vision.training.scenes`) and kind."""
    for folder in folders:
        for scene in scenes(folder):
            yield from ((scene.style, canvas, kind) for canvas, kind in face_crops(scene))
    for folder in trays:
        yield from tray_faces(folder)


def played(folder: Path, model: Path) -> dict[str, LogitCorrection]:
    """What play taught of each tile set, from the books of a folder, judged anew where they belong to another network.

    Raises:
        LearntSetError: a book cannot be read.
    """
    classifier = Classifier(model / "classifier.onnx")
    books = {path.name.split(".")[0]: LessonBook.load(path) for path in sorted(folder.glob("*.played.npz"))}
    return {style: judged(book, None, classifier).correction for style, book in books.items()}


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("datasets", type=Path, nargs="+")
    parser.add_argument("--model", type=Path, default=MODEL_FOLDER)
    parser.add_argument("--mistakes", type=int, default=0, help="print so many mistakes too")
    parser.add_argument("--rows", type=Path, help="write what was said of each tile (JSON lines)")
    parser.add_argument("--lessons", type=Path, nargs="*", default=[], help="tables that teach their tile sets first")
    parser.add_argument("--trays", type=Path, nargs="*", default=[], help="path-traced trays that teach, too")
    parser.add_argument("--one-of-each", action="store_true", help="take one crop of each kind from them")
    parser.add_argument("--played", type=Path, help="folder of books of lessons that play taught")
    arguments = parser.parse_args()
    sets = taught(arguments.lessons, arguments.model, trays=arguments.trays, one_of_each=arguments.one_of_each)
    corrections = {style: learnt.correction for style, learnt in sets.items()}
    if arguments.played:
        corrections |= played(arguments.played, arguments.model)
    printed = [style for style, learnt in sets.items() if not learnt.has_blank_face]
    score = evaluate(arguments.datasets, arguments.model, corrections=corrections, printed=printed)
    if arguments.rows:
        arguments.rows.write_text("".join(json.dumps(row) + "\n" for row in score.rows))
    print("\n".join(score.mistakes[: arguments.mistakes]))
    print(json.dumps(score.as_json(), indent=1))


if __name__ == "__main__":
    main()
