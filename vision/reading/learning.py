"""What a correction of the network is learnt from: labelled crops of one tile set, each judged by the others.

Pure numbers, no pictures. A key is the stronger the more the network errs at its crop, but where that looks like
another taught face, for which the network takes it: what makes up for that would name the other face's crops, too
(docs/adr/0056). Where light hid what is printed on a taught face, its crop tells little: such a key speaks a little
more softly (docs/adr/0052). How the keys are used: `adaptation`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.reading.adaptation import (
    AT_ONCE,
    DIM,
    LEAST_SHARE,
    MIN_STRENGTH,
    Counts,
    Doubles,
    LogitCorrection,
    OutputTrust,
    Rows,
    chances,
    nothing,
    unit,
)

WAY_OF_LEARNING: Final = 3
"""Counts up whenever the same crops come to teach something else: stored sets are then learnt again."""
_EAGERNESS: Final = 2.0
"""What a key gains for each logit by which the network prefers something else at its crop."""
_HIDDEN_STRENGTH: Final = 11.0
"""Of a key whose face light hid: below `MIN_STRENGTH`, by which it is told from others, and hardly weaker.

On 51 path-traced tables after lessons 97.98 % of the faces are named with 11 and with 8, and 8 and 10 backs taken for
tiles (then each variant of a crop was judged by itself)."""
_FOREIGN_EAGERNESS: Final = 12.0
"""As `_EAGERNESS`, for a set of which the network knows next to nothing: there is nothing to be lost."""
_MAX_LACK: Final = 25.0
"""A larger lack counts as this one: a crop with a wrong label must not shout.

Part of the strength by the network's error (vision/model/CLASSIFIER.md).
"""
_FOREIGN_SHARE: Final = 0.25
"""A set is foreign when the network names less than this share of its crops ..."""
_LEARNT_SHARE: Final = 0.9
"""... and, taught eagerly, this share of those that were held out."""
_FOLDS: Final = 4
"""Each quarter of the crops judges what the others taught (docs/tile_sets.md).

Usual in the field: three quarters still teach.
"""
_SPOILS: Final = 1.0
"""A sample whose right name the others make less sure by more than this, in nats, stands in their way.

Measured on the two books of world 10221, 108 lessons: seven of which light had left nothing, or that lie far from all
others of their name, had 1.3 to 11.2; eight others had more than nothing, 0.02 to 0.41."""
_ANOTHERS: Final = 0.94
"""A crop with this cosine to one of another taught face looks like that one, not like its own.

Crops of one face have 0.96 and more in 99 of 100 cases, two faces 0.84 and less in 199 of 200
(vision/model/CLASSIFIER.md). In the book of world 10801 variants of a thin 2m had 0.98 to its 1m, while the crop itself
had 0.85 and less (docs/adr/0056)."""


@dataclass(frozen=True, slots=True)
class CropLessons:
    """What there is to learn from: one row for every variant of every sample.

    Attributes:
        logits: the network's own answers, n x outputs.
        features: what its last layer saw, n x features.
        rights: the output that is right, n.
        samples: which sample the row is a variant of, n.
    """

    logits: Rows
    features: Rows
    rights: Counts
    samples: Counts

    def chosen(self, rows: npt.NDArray[np.bool_]) -> CropLessons:
        """The lessons of the rows that a mask (n) marks."""
        return CropLessons(self.logits[rows], self.features[rows], self.rights[rows], self.samples[rows])


def learn(lessons: CropLessons, trust: OutputTrust) -> tuple[LogitCorrection, Rows]:
    """The correction that suits the lessons, and the answers that held-out lessons get (n x outputs).

    Every row is held out once: a part of the samples of a kind, or of the variants of its only sample, judges what
    was learnt from the others. Only faces are judges, as these are what is to be read. When fewer of them are named
    rightly than by the network itself, or less surely, the network stays as it is.

    Args:
        lessons: the crops.
        trust: in the outputs.
    """
    own, usual = _Trial(lessons, lessons.logits), _Trial(lessons, _held_out(lessons, trust, _EAGERNESS))
    if own.share < _FOREIGN_SHARE:
        eager = _Trial(lessons, _held_out(lessons, trust, _FOREIGN_EAGERNESS))
        if eager.share >= _LEARNT_SHARE:
            return taught(lessons, trust, _FOREIGN_EAGERNESS), eager.answers
    if usual.share >= own.share and usual.cost < own.cost:
        return taught(lessons, trust, _EAGERNESS), usual.answers
    return nothing(trust), lessons.logits


def spoiling(lessons: CropLessons, trust: OutputTrust) -> Counts:
    """The samples that are read much worse by what the others teach than by the network itself, ascending.

    Light left next to nothing of such a crop, or its name is wrong. A few of them outweigh what many others make
    better: in world 10221 a lamp washed out a part of the table, and of 63 lessons by which 92 in 100 held-out crops
    were named rightly (85 by the network itself) none was used, because of four.
    """
    more = _costs(_held_out(lessons, trust, _EAGERNESS), lessons.rights) - _costs(lessons.logits, lessons.rights)
    faces = lessons.rights < lessons.logits.shape[1] - 1
    there = np.unique(lessons.samples[faces])
    return np.array([one for one in there if more[faces & (lessons.samples == one)].mean() > _SPOILS], np.int64)


def taught(lessons: CropLessons, trust: OutputTrust, eagerness: float = _EAGERNESS) -> LogitCorrection:
    """The correction that has the lessons as keys."""
    lessons = _without_parts_like_strangers(lessons, trust)
    faces = lessons.rights < lessons.logits.shape[1] - 1
    # A part of a tile that the network takes for a face may be one of another tile.
    strengths = MIN_STRENGTH + eagerness * np.clip(_lacks(lessons), 0, _MAX_LACK) * faces
    if eagerness == _EAGERNESS:  # of a foreign set the network cannot say what is hidden, nor what looks alike
        hidden = is_hidden(lessons, trust)
        strengths[_is_like_another(lessons, trust, faces & ~hidden)] = MIN_STRENGTH
        strengths[hidden] = _HIDDEN_STRENGTH
    order = np.argsort(lessons.rights, kind="stable")
    # As exact as they are stored: a set answers the same before and after.
    keys = unit(lessons.features[order]).astype(np.float16).astype(np.float32)
    outputs, strong = lessons.rights[order], np.asarray(strengths[order], np.float32)
    return LogitCorrection(keys, outputs, strong, trust, _disbelief(lessons, trust))


def _without_parts_like_strangers(lessons: CropLessons, trust: OutputTrust) -> CropLessons:
    """Without the parts of taught tiles that the network takes for a face that nobody taught.

    Half a 2p looks like a 1p. Such a key would make every 1p less sure, as none of its own stands beside it.
    """
    is_face = lessons.rights < lessons.logits.shape[1] - 1
    is_part = ~is_face & np.isin(lessons.samples, lessons.samples[is_face])
    said = _untwinned(lessons.logits.argmax(axis=1), trust)
    return lessons.chosen(~is_part | np.isin(said, _untwinned(lessons.rights, trust)))


def is_hidden(lessons: CropLessons, trust: OutputTrust) -> npt.NDArray[np.bool_]:
    """Which lessons (n) are of a face that light hid: it is seen dimly, and the network takes it for another.

    All variants of a sample are one face. What may be blank is never hidden, nor what makers draw as they like: an
    unknown bird is seen as dimly and taken for another in the best of light.
    """
    lengths, lacks = np.linalg.norm(lessons.features, axis=1), _lacks(lessons)
    hidden = np.zeros(len(lengths), np.bool_)
    is_known = (trust.worth == 1.0)[lessons.rights] & ~np.isin(lessons.rights, trust.free)
    for sample in np.unique(lessons.samples[is_known]):
        rows = np.flatnonzero(is_known & (lessons.samples == sample))
        hidden[rows] = np.median(lengths[rows]) < DIM and np.median(lacks[rows]) > 0
    return hidden


def _is_like_another(lessons: CropLessons, trust: OutputTrust, clear: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Which lessons (n) the network takes for another face, and look like a clear lesson of another one.

    Blur or a narrow cut has left them what both faces have. What makers draw as they like is never said to be: the
    network knows too little of it.
    """
    alike = np.zeros(len(lessons.rights), np.bool_)
    faces, features = _untwinned(lessons.rights, trust), unit(lessons.features)
    doubtful = np.flatnonzero(clear & (_lacks(lessons) > 0) & ~np.isin(lessons.rights, trust.free))
    for at in range(0, len(doubtful), AT_ONCE):
        rows = doubtful[at : at + AT_ONCE]
        is_other = faces[rows, None] != faces[clear]
        alike[rows] = (is_other & (features[rows] @ features[clear].T >= _ANOTHERS)).any(axis=1)
    return alike


def _untwinned(rights: Counts, trust: OutputTrust) -> Counts:
    """The face of each output, twins as one."""
    faces = np.arange(len(trust.worth)) // 2
    for one, other in trust.twins // 2:
        faces[faces == one] = other
    return np.asarray(faces[rights])


def _disbelief(lessons: CropLessons, trust: OutputTrust) -> float:
    """The share of the free faces taught that the network itself misnames, as if it had known one more."""
    rows = np.isin(lessons.rights, trust.free)
    faces = lessons.rights[rows] // 2
    if not len(faces):
        return 0.0
    is_wrong = lessons.logits[rows].argmax(axis=1) // 2 != faces
    wrong = [float(is_wrong[faces == face].mean()) for face in np.unique(faces)]
    return sum(wrong) / (len(wrong) + 1)


def _lacks(lessons: CropLessons) -> Rows:
    """By how many logits the network prefers the best wrong answer to the right one; below 0 where it is right."""
    rows, count = np.arange(len(lessons.rights)), lessons.logits.shape[1]
    other_way = np.where(lessons.rights < count - 1, lessons.rights ^ 1, lessons.rights)
    right = np.maximum(lessons.logits[rows, lessons.rights], lessons.logits[rows, other_way])
    others = lessons.logits.copy()
    others[rows, lessons.rights] = others[rows, other_way] = -np.inf
    return np.asarray(others.max(axis=1) - right)


class _Trial:
    """What held-out lessons get, the share of them that is named rightly, and what they lack in certainty."""

    def __init__(self, lessons: CropLessons, answers: Rows) -> None:
        judges = lessons.rights < lessons.logits.shape[1] - 1
        if not judges.any():
            judges = ~judges
        rights = lessons.rights[judges]
        self.answers = answers
        self.cost = float(_costs(answers[judges], rights).mean())
        self.share = float((answers[judges].argmax(axis=1) // 2 == rights // 2).mean())


def _held_out(lessons: CropLessons, trust: OutputTrust, eagerness: float) -> Rows:
    """The answers that each row gets from what was learnt of the other folds."""
    answers, folds = np.empty_like(lessons.logits), _folds(lessons)
    for fold in np.unique(folds):
        judged, rest = lessons.chosen(folds == fold), lessons.chosen(folds != fold)
        correction = taught(rest, trust, eagerness) if len(rest.rights) else nothing(trust)
        answers[folds == fold] = correction.corrected(judged.logits, judged.features)
    return answers


def _costs(logits: npt.NDArray[np.floating], rights: Counts) -> Doubles:
    """What each right answer lacks in certainty, in nats; either way up of a face counts as right."""
    rows, said = np.arange(len(rights)), chances(logits)
    # The two ways up of a face are outputs 2 k and 2 k + 1; the last output, no face, stands alone.
    other = np.where(rights < logits.shape[1] - 1, rights ^ 1, rights)
    both = said[rows, rights] + np.where(other == rights, 0.0, said[rows, other])
    return np.asarray(-np.log(both + LEAST_SHARE))


def _folds(lessons: CropLessons) -> Counts:
    """Which fold holds each row out."""
    folds = np.zeros(len(lessons.rights), np.int64)
    faces = lessons.rights // 2
    for face in np.unique(faces):
        rows = np.flatnonzero(faces == face)
        there, number = np.unique(lessons.samples[rows], return_inverse=True)
        # Variants come in pairs, one for each way up.
        folds[rows] = (number if len(there) > 1 else np.arange(len(rows)) // 2) % _FOLDS
    return folds
