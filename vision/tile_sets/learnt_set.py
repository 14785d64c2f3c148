"""What the reader has learnt of one tile set: the crops that taught it, the correction they gave, how sure it is now.

Rules this file keeps:
* A stored tile set is one small file (numpy's .npz without pickled objects; the crops as one PNG in it).
* It belongs to one network. For another the correction is learnt again from the stored crops, in seconds.
* The same crops and the same network always give the same correction.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from mahjong_rules.tiles import BONUS_TILES, RED_FIVES, Tile, TileError, parse_tile
from mahjong_rules.told import sentence
from vision.reading.adaptation import LogitCorrection, OutputTrust, chances, nothing
from vision.reading.classification import (
    CROP_HEIGHT_PX,
    CROP_WIDTH_PX,
    FACES_KNOWN,
    OUTPUTS,
    REJECT,
    SAMPLE_MARGIN_PX,
    Classifier,
)
from vision.reading.learning import CropLessons, is_hidden, learn, spoiling
from vision.reading.side_colours import has_ink, is_blank
from vision.tile_sets.crop_augmentation import cut_short, spoilt, variants
from vision.tile_sets.packed_crops import (
    correction_from_arrays,
    correction_to_arrays,
    pictures_from_png,
    pictures_to_png,
)
from vision.whole_files import write_whole

SAMPLE_SHAPE: Final = (CROP_HEIGHT_PX + 2 * SAMPLE_MARGIN_PX, CROP_WIDTH_PX + 2 * SAMPLE_MARGIN_PX, 3)
SURELY_LEARNT: Final = 0.95
"""A kind whose held-out crops get less than this on average is one to be unsure of.

Chosen, not measured: what is said with less is asked about sooner or later.
"""
BACK: Final = "back"
"""The word for the back of a tile where kinds are listed."""
_VERSION: Final = 2
"""Of the file's format."""
_WITHOUT_KEYS: Final = 1
"""The version before: its crops are learnt again."""
_SEED: Final = 1
"""The variants of crops are the same each time, so that the same crops always teach the same."""
_VARIANTS_WANTED: Final = 1600
"""So many crops are learnt from where there are few samples: looking at them takes a second or two
(docs/tile_sets.md).
"""
_MIN_VARIANTS: Final = 4
"""... but so many of each sample at least, two for each way up."""
_MAX_VARIANTS: Final = 16
"""... and at most. Chosen, not measured: more of one picture teach nothing new."""
_BIRD: Final = parse_tile("1s")
_WHITE: Final = parse_tile("5z")
_WHITE_WORTH: Final = 0.25
"""How far a crop like a taught white dragon is believed: blank parts of every tile look like one.

Chosen on eight sets of photographs (vision/model/CLASSIFIER.md).
"""
_NO_FACE_WORTH: Final = 0.75
"""The same for "no whole tile": a blank part of a tile looks like a white dragon of another set.

Chosen on the same sets.
"""
_FILE_LIMIT_BYTES: Final = 64_000_000
"""A longer file is refused unread. Chosen, not measured: thousands of crops of 12 kB each."""


class LearntSetError(ValueError):
    """A tile set that cannot be read, written or learnt."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One labelled crop: upright, SAMPLE_SHAPE, BGR; `tile` is None for a back."""

    tile: Tile | None
    picture: npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class KindLearnt:
    """How well one kind was learnt.

    Attributes:
        tile: the kind.
        crops: how many crops taught it.
        certainty: the mean chance that held-out crops of it got; before adaptation in `before`. Both are the same where
            light hid the face in every crop.
        rival: what they are most likely taken for instead, None when nothing else got a hundredth.
    """

    tile: Tile
    crops: int
    before: float
    certainty: float
    rival: Tile | None

    @property
    def is_sure(self) -> bool:
        """Whether it needs no further pictures."""
        return self.certainty >= SURELY_LEARNT


@dataclass(frozen=True, slots=True)
class LearntSet:
    """One set of tiles as the reader knows it.

    Attributes:
        name: what the owner calls it.
        made_at: date and time, ISO 8601.
        samples: the crops that taught it.
        fingerprint: of the network that the correction belongs to.
        correction: see `vision.reading.adaptation`.
        learnt: one entry for each kind that was taught, in the order of FACES_KNOWN.
    """

    name: str
    made_at: str
    samples: tuple[Sample, ...]
    fingerprint: str
    correction: LogitCorrection
    learnt: tuple[KindLearnt, ...]

    @property
    def unsure(self) -> tuple[KindLearnt, ...]:
        """The kinds to show again."""
        return tuple(kind for kind in self.learnt if not kind.is_sure)

    @property
    def missing(self) -> tuple[Tile, ...]:
        """The kinds that no crop showed; they are read as without a tile set."""
        there = {kind.tile for kind in self.learnt}
        return tuple(tile for tile in FACES_KNOWN if tile not in there)

    @property
    def has_blank_face(self) -> bool:
        """Whether a face may be blank: False where the owner showed a white dragon with print, and none without."""
        inner = slice(SAMPLE_MARGIN_PX, -SAMPLE_MARGIN_PX)
        whites = [sample.picture[inner, inner] for sample in self.samples if sample.tile == _WHITE]
        return not any(map(has_ink, whites)) or any(map(is_blank, whites))

    @property
    def is_without_effect(self) -> bool:
        """True when held-out crops were named no better with what was learnt: then nothing of it is used."""
        return not len(self.correction.keys)

    @classmethod
    def learn(cls, name: str, made_at: str, samples: Iterable[Sample], classifier: Classifier) -> LearntSet:
        """Adapt the network to the crops of a set.

        Raises:
            LearntSetError: there is no crop.
        """
        samples = tuple(samples)
        if not samples:
            raise LearntSetError("a tile set is learnt from crops of its tiles, but there is none: give at least one")
        lessons = _lessons(samples, classifier)
        correction, held_out = learn(lessons, trust_in_outputs())
        learnt = _learnt(samples, lessons, held_out, correction)
        return cls(name, made_at, samples, classifier.fingerprint, correction, learnt)

    def for_network(self, classifier: Classifier) -> LearntSet:
        """The same set for another network, learnt again from its crops; itself for the network it belongs to."""
        if classifier.fingerprint == self.fingerprint:
            return self
        return LearntSet.learn(self.name, self.made_at, self.samples, classifier)

    def correction_for(self, classifier: Classifier) -> LogitCorrection:
        """What adapts this network to the set; learnt again from the crops where they taught another network."""
        return self.for_network(classifier).correction

    def with_more(self, samples: Iterable[Sample], made_at: str, classifier: Classifier) -> LearntSet:
        """The set learnt from these crops and the ones before."""
        return LearntSet.learn(self.name, made_at, (*self.samples, *samples), classifier)

    def save(self, path: Path) -> None:
        """Write the file, whole or not at all; folders are made.

        Raises:
            LearntSetError: it cannot be written.
        """
        try:
            write_whole(path, packed_set(self))
        except OSError as error:
            raise LearntSetError(
                sentence(
                    "the tile set cannot be written to {path}: {why}; mend that or give another file",
                    path=path,
                    why=error.strerror,
                )
            ) from error

    @classmethod
    def load(cls, path: Path) -> LearntSet:
        """Read a file that `save` wrote.

        Raises:
            LearntSetError: it is missing or no tile set of this version.
        """
        try:
            if path.stat().st_size > _FILE_LIMIT_BYTES:
                raise LearntSetError(
                    sentence("{path} is too large for a tile set: give a file of `jantaku calibrate tiles`", path=path)
                )
            data = path.read_bytes()
        except OSError as error:
            raise LearntSetError(
                sentence(
                    "{path} cannot be read: {why}; make it with `jantaku calibrate tiles`",
                    path=path,
                    why=error.strerror,
                )
            ) from error
        try:
            return unpacked_set(data)
        except (KeyError, ValueError, TypeError, EOFError, zipfile.BadZipFile, cv2.error, TileError) as error:
            raise LearntSetError(
                sentence(
                    "{path} is not a tile set of version {version}: make it anew with `jantaku calibrate tiles`",
                    path=path,
                    version=_VERSION,
                )
            ) from error


def spoiling_samples(samples: Sequence[Sample], classifier: Classifier) -> tuple[int, ...]:
    """The numbers of the samples that stand in the way of the others: see `adaptation.spoiling`."""
    return tuple(spoiling(_lessons(samples, classifier), trust_in_outputs()).tolist())


def _lessons(samples: Sequence[Sample], classifier: Classifier) -> CropLessons:
    wanted = _VARIANTS_WANTED // len(samples) // 2 * 2
    count = min(max(wanted, _MIN_VARIANTS), _MAX_VARIANTS)
    pictures = np.stack([sample.picture for sample in samples])
    everyone = np.arange(len(samples))
    # A white dragon looks the same askew and in part.
    drawn = everyone[[sample.tile != _WHITE for sample in samples]]
    upright = np.array([output_of(sample.tile) for sample in samples], np.int64)
    # One part after the other: the crops of all would be a third of what the process that learns needs.
    parts = [_looked_at(variants(pictures, count, Random(_SEED)), everyone, upright, classifier)]
    if len(drawn):
        faceless = np.full(len(samples), REJECT)
        parts.append(_looked_at(spoilt(pictures[drawn], count // 2, Random(_SEED)), drawn, faceless, classifier))
        parts.append(_looked_at(cut_short(pictures[drawn], count * 3 // 4, Random(_SEED)), drawn, faceless, classifier))
    return CropLessons(
        np.concatenate([part.logits for part in parts]),
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.rights for part in parts]),
        np.concatenate([part.samples for part in parts]),
    )


def _looked_at(
    crops: npt.NDArray[np.uint8],
    samples: npt.NDArray[np.int64],
    upright: npt.NDArray[np.int64],
    classifier: Classifier,
) -> CropLessons:
    """What the network says of crops, as many of each of these samples, in turn upright and upside down.

    `upright` is the output that is right for each sample. REJECT for crops that show a tile askew or in part: the
    network refuses them; without them the set's faces are seen there after adaptation, and a reader that tries many
    places finds four dots in six.
    """
    numbers = np.repeat(samples, len(crops) // len(samples))
    rights = upright[numbers]
    rights = np.where(rights < REJECT, rights + np.arange(len(crops)) % 2, REJECT)
    answers = classifier.answers(crops)
    return CropLessons(answers.logits, answers.features, rights, numbers)


def trust_in_outputs() -> OutputTrust:
    """What is known of the network's outputs before any lesson."""
    worth = np.ones(OUTPUTS, np.float32)
    worth[REJECT] = _NO_FACE_WORTH
    white = output_of(_WHITE)
    worth[white : white + 2] = _WHITE_WORTH
    free = sorted(output_of(face) + turned for face in (_BIRD, *BONUS_TILES) for turned in (0, 1))
    twins = [(output_of(red) + turned, output_of(red.plain) + turned) for red in RED_FIVES for turned in (0, 1)]
    return OutputTrust(worth, np.array(free, np.int64), np.array(twins, np.int64))


def output_of(tile: Tile | None) -> int:
    """The network's output for an upright tile; a back is no face."""
    return REJECT if tile is None else 2 * FACES_KNOWN.index(tile)


def _learnt(
    samples: Sequence[Sample], lessons: CropLessons, held_out: npt.NDArray[np.float32], correction: LogitCorrection
) -> tuple[KindLearnt, ...]:
    before, after = _of_faces(lessons.logits), _of_faces(held_out)
    kinds = lessons.rights // 2
    # Crops of one picture in which light hides a face vouch for each other, not for the face; beside clear ones they
    # judge nothing.
    never_clear = np.isin(kinds, np.setdiff1d(correction.outputs, np.flatnonzero(correction.shown)) // 2)
    after = np.where(never_clear[:, None], before, after)
    judges = never_clear | ~is_hidden(lessons, correction.trust)
    learnt = []
    for kind in np.unique(kinds[lessons.rights < REJECT]):
        of_kind = kinds == kind
        rows = of_kind & judges if (of_kind & judges).any() else of_kind
        mean = after[rows].mean(axis=0)
        others = np.where(np.arange(len(mean)) == kind, 0.0, mean)
        rival = FACES_KNOWN[int(others.argmax())] if others.max() >= 0.01 else None
        tile = FACES_KNOWN[int(kind)]
        count = sum(sample.tile == tile for sample in samples)
        learnt.append(KindLearnt(tile, count, float(before[rows, kind].mean()), float(mean[kind]), rival))
    return tuple(learnt)


def _of_faces(logits: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    return np.asarray(chances(logits)[:, :REJECT].reshape(len(logits), -1, 2).sum(axis=2))


def packed_set(tile_set: LearntSet) -> bytes:
    """A set as the bytes of its file."""
    png = pictures_to_png([sample.picture for sample in tile_set.samples])
    about = {
        "version": _VERSION,
        "name": tile_set.name,
        "made_at": tile_set.made_at,
        "fingerprint": tile_set.fingerprint,
        "kinds": [str(sample.tile) if sample.tile else BACK for sample in tile_set.samples],
        "learnt": [
            [str(kind.tile), kind.crops, kind.before, kind.certainty, str(kind.rival) if kind.rival else None]
            for kind in tile_set.learnt
        ],
    }
    buffer = io.BytesIO()
    np.savez(buffer, about=np.array(json.dumps(about)), png=png, **correction_to_arrays(tile_set.correction))
    return buffer.getvalue()


def unpacked_set(data: bytes) -> LearntSet:
    """What `packed_set` packed; raises what numpy and json raise where it is something else."""
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        about: dict[str, Any] = json.loads(str(file["about"]))
        png = np.asarray(file["png"], np.uint8)
        is_old = about["version"] == _WITHOUT_KEYS
        correction = nothing(trust_in_outputs()) if is_old else correction_from_arrays(file, trust_in_outputs())
    if about["version"] not in (_VERSION, _WITHOUT_KEYS):
        raise ValueError(f"version {about['version']}")
    kinds = [None if kind == BACK else parse_tile(kind) for kind in about["kinds"]]
    pictures = pictures_from_png(png, len(kinds), SAMPLE_SHAPE)
    learnt = tuple(
        KindLearnt(parse_tile(tile), int(crops), float(before), float(certainty), parse_tile(rival) if rival else None)
        for tile, crops, before, certainty, rival in about["learnt"]
    )
    return LearntSet(
        name=str(about["name"]),
        made_at=str(about["made_at"]),
        samples=tuple(Sample(tile, picture) for tile, picture in zip(kinds, pictures, strict=True)),
        fingerprint="" if is_old else str(about["fingerprint"]),
        correction=correction,
        learnt=learnt,
    )
