"""Learning one tile set from a few labelled crops: the network's last layer is moved, as little as the crops demand.

Pure numbers, no pictures. With z the network's own answer (logits) and x its features, the adapted answer is
(z + x W) / T. W minimises the cross entropy of the crops plus a penalty on its squares, and only the columns of kinds
that crops show, and hardly that of "no face", may differ from 0: kinds without a crop keep the network's own answer.
The penalty and T (never under 1) come from crops that were held out, and no W at all is one of the choices.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]

_PENALTIES: Final = (0.03, 0.01, 0.003, 0.001)
"""Faces like those that the network knows need a large one, foreign ones a small one (docs/tile_sets.md)."""
_NO_FACE_PENALTY: Final = 100.0
"""How much dearer it is to move "no face": what makes it likelier for this set's parts hides whole tiles elsewhere."""
_STEPS: Final = 200
_ENOUGH: Final = 1e-6
"""A step that gains less than this share of the loss is the last."""
_MEMORY: Final = 8
_TEMPERATURES: Final = np.geomspace(1.0, 5.0, 41)
_FOLDS: Final = 2


@dataclass(frozen=True, slots=True)
class Correction:
    """What is done to the network's answers for one tile set: `weights` is features x outputs."""

    weights: Rows
    temperature: float

    def corrected(self, logits: Rows, features: Rows) -> Rows:
        """The adapted answers (n x outputs) for the network's own and its features (n x features)."""
        return np.asarray((logits + features @ self.weights) / np.float32(self.temperature), np.float32)


@dataclass(frozen=True, slots=True)
class Lessons:
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

    def chosen(self, rows: npt.NDArray[np.bool_]) -> Lessons:
        """Some of the rows."""
        return Lessons(self.logits[rows], self.features[rows], self.rights[rows], self.samples[rows])


def learn(lessons: Lessons) -> tuple[Correction, Rows]:
    """The correction that suits the lessons, and the answers that held-out lessons get (n x outputs).

    Every row is held out once: half of the samples of a kind, or half of the variants of its only sample, judge what
    was learnt from the others. Only faces are judges, as these are what is to be read. A penalty is taken only if no
    fewer of them are named rightly than by the network itself, and with more certainty; if there is none, the network
    stays as it is. The temperature is the one under which the held-out answers are likeliest.
    """
    judges = lessons.rights < lessons.logits.shape[1] - 1
    if not judges.any():
        judges = ~judges
    own = _Trial(None, lessons.logits, lessons, judges)
    trials = [own, *(_Trial(penalty, _held_out(lessons, penalty), lessons, judges) for penalty in _PENALTIES)]
    best = min((trial for trial in trials if trial.right >= own.right), key=lambda trial: trial.cost)
    weights = _weights(lessons, best.penalty) if best.penalty is not None else _no_weights(lessons)
    temperature = best_temperature(best.answers[judges], lessons.rights[judges])
    return Correction(weights, temperature), best.answers / np.float32(temperature)


class _Trial:
    """What held-out lessons get under a penalty (None: from the network itself), and how good that is."""

    def __init__(self, penalty: float | None, answers: Rows, lessons: Lessons, judges: npt.NDArray[np.bool_]) -> None:
        self.penalty = penalty
        self.answers = answers
        rights = lessons.rights[judges]
        self.cost = _cost(answers[judges], rights)
        self.right = int((answers[judges].argmax(axis=1) // 2 == rights // 2).sum())


def _held_out(lessons: Lessons, penalty: float) -> Rows:
    """The answers that each row gets from what was learnt of the other fold."""
    answers, folds = np.empty_like(lessons.logits), _folds(lessons)
    for fold in range(_FOLDS):
        taught, judged = lessons.chosen(folds != fold), lessons.chosen(folds == fold)
        answers[folds == fold] = Correction(_weights(taught, penalty), 1.0).corrected(judged.logits, judged.features)
    return answers


def best_temperature(logits: Rows, rights: Counts) -> float:
    """The divisor, at least 1, that makes the right answers likeliest; either way up counts as right."""
    return float(min(_TEMPERATURES, key=lambda temperature: _cost(logits / temperature, rights)))


def chances(logits: npt.NDArray[np.floating]) -> Doubles:
    """Softmax of each row."""
    parts = np.exp(logits - logits.max(axis=1, keepdims=True), dtype=np.float64)
    return np.asarray(parts / parts.sum(axis=1, keepdims=True))


def _cost(logits: npt.NDArray[np.floating], rights: Counts) -> float:
    """The mean of what the right answers lack in certainty, in nats; either way up of a face counts as right."""
    rows, said = np.arange(len(rights)), chances(logits)
    # The two ways up of a face are outputs 2 k and 2 k + 1; the last output, no face, stands alone.
    other = np.where(rights < logits.shape[1] - 1, rights ^ 1, rights)
    both = said[rows, rights] + np.where(other == rights, 0.0, said[rows, other])
    return float(-np.log(both + 1e-12).mean())


def _folds(lessons: Lessons) -> Counts:
    """Which fold holds each row out."""
    folds = np.zeros(len(lessons.rights), np.int64)
    faces = lessons.rights // 2
    for face in np.unique(faces):
        rows = np.flatnonzero(faces == face)
        there, number = np.unique(lessons.samples[rows], return_inverse=True)
        # Variants come in pairs, one for each way up.
        folds[rows] = (number if len(there) > 1 else np.arange(len(rows)) // 2) % _FOLDS
    return folds


def _weights(lessons: Lessons, penalty: float) -> Rows:
    """The weights of least loss; every kind counts as the square root of how often it is there."""
    if not len(lessons.rights):
        return _no_weights(lessons)
    size = float(np.sqrt((lessons.features.astype(np.float64) ** 2).sum(axis=1).mean())) or 1.0
    features, logits = lessons.features / np.float64(size), lessons.logits.astype(np.float64)
    weight = 1 / np.sqrt(np.bincount(lessons.rights, minlength=logits.shape[1])[lessons.rights])
    rows = np.arange(len(weight))
    is_free = np.isin(np.arange(logits.shape[1]), lessons.rights)
    is_free[-1] = True
    prices = np.full(logits.shape[1], penalty)
    prices[-1] *= _NO_FACE_PENALTY

    def loss(weights: Doubles) -> tuple[float, Doubles]:
        said = chances(logits + features @ weights)
        cost = -(weight * np.log(said[rows, lessons.rights] + 1e-300)).sum()
        said[rows, lessons.rights] -= 1
        slope = features.T @ (said * weight[:, None] * is_free) + prices * weights
        return float(cost + (prices * weights**2).sum() / 2), slope

    found = _lowest(loss, np.zeros((features.shape[1], logits.shape[1])))
    return np.asarray(found / size, np.float32)


def _no_weights(lessons: Lessons) -> Rows:
    return np.zeros((lessons.features.shape[1], lessons.logits.shape[1]), np.float32)


def _lowest(loss: Callable[[Doubles], tuple[float, Doubles]], start: Doubles) -> Doubles:
    """Where a smooth convex function is lowest: limited-memory BFGS (Nocedal 1980) with halved steps."""
    place, (value, slope) = start, loss(start)
    past: list[tuple[Doubles, Doubles]] = []
    for _ in range(_STEPS):
        way = _direction(slope, past)
        gain, step = float((slope * way).sum()), 1.0
        next_value, next_slope = loss(place - way)
        while next_value > value - 1e-4 * step * gain and step > 1e-6:
            step /= 2
            next_value, next_slope = loss(place - step * way)
        moved, turned = -step * way, next_slope - slope
        if (moved * turned).sum() > 0:
            past = [*past[1 - _MEMORY :], (moved, turned)]
        is_enough = value - next_value <= _ENOUGH * abs(value)
        place, value, slope = place + moved, next_value, next_slope
        if is_enough:
            break
    return place


def _direction(slope: Doubles, past: list[tuple[Doubles, Doubles]]) -> Doubles:
    """The slope times the inverse curvature as the last moves showed it (two loops over them)."""
    way, shares = slope.copy(), []
    for moved, turned in reversed(past):
        shares.append((moved * way).sum() / (moved * turned).sum())
        way -= shares[-1] * turned
    if past:
        moved, turned = past[-1]
        way *= (moved * turned).sum() / (turned**2).sum()
    else:
        way /= max(1.0, float(np.abs(way).max()))
    for (moved, turned), share in zip(past, reversed(shares), strict=True):
        way += moved * (share - (turned * way).sum() / (moved * turned).sum())
    return way
