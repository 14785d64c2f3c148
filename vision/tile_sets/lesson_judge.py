"""Which lessons of play are believed: each against all that looks the same, then all of them against every kind.

Rules this file keeps:
* Pure: a book goes in, a judged book comes out. The same book and network always give the same verdicts.
* What the owner showed in a lesson is right.
* Each deal is one witness for a name, however many tiles of it lay there: what is mistaken once is mistaken thrice.
* No kind that was seen may be read worse with the lessons than without.
* Flowers that look alike and bear two names teach neither: their pictures do not tell them apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from mahjong_rules.tiles import Tile
from vision.reading.adaptation import LogitCorrection, chances, nothing
from vision.reading.classification import FACES_KNOWN, REJECT, SAMPLE_MARGIN_PX, Classifier
from vision.tile_sets.learnt_set import KindLearnt, LearntSet, Sample, spoiling_samples, trust_in_outputs
from vision.tile_sets.lesson_book import Fate, LessonBook, LessonVerdict, Proof, TileWitness
from vision.tile_sets.two_faces import two_faces

_SAME_LOOK: Final = 0.92
"""Cosine of two crops' features from which on they show the same face.

Measured on pairs of layouts of twelve styles, three of them in no training, with the network before: crops of one face
have 0.93 and more, the nearest other face 0.88 and less, 0.89 in another set. With today's, on 41 sets: 0.96 and more
in 99 of 100 cases, 0.93 in 199 of 200; the nearest other face 0.82 and less, 0.84 in 199 (CLASSIFIER.md)."""
_LIKE_ANOTHER: Final = 0.85
"""From this cosine on two flowers look alike, and a lesson of one names the other, too.

Two faces of a set have 0.84 and less in 199 of 200 cases (CLASSIFIER.md); a plum and a bamboo with one drawing, told by
their numbers alone, had 0.89, and 0.94 with one of them turned (world 10903)."""
_WEIGHTS: Final = {
    Proof.TWIN: 1,
    Proof.ANSWER: 2,
    Proof.SEEN: 3,
    Proof.WIN: 6,
    Proof.MELD: 6,
    Proof.COUNT: 6,
    Proof.NAMED: 13,
}
"""What a deal's word for a name weighs, by its best proof.

Chosen: a proof of the game beats two people's answers; a single answer does not beat a network that was sure in
another deal (people tap wrongly once in fifty), two answers do. Who named two faces side by side beats a network that
was sure in as many deals as a book keeps (`lesson_book.MAX_SEEN`), not three deals that prove otherwise. What is only
lent by the other set gives way to every word about this one."""
_SHOWN_WEIGHT: Final = 1000
"""Of a crop from a lesson of the owner's: above all that a book can hold."""
_WORSE: Final = 0.02
"""By how much the mean chance of a kind may fall: less is the noise of held-out crops. Chosen, not measured."""
_ROUNDS: Final = 6
"""So often a lesson that harms is dropped and the rest learnt again; then all are dropped. Chosen: a second each."""
_STRANGE_LOOK: Final = 0.94
"""Below this cosine to all crops of its kind a face is not the one that was learnt.

Measured on twelve styles with today's network: with this limit 0.13 of a set's own kinds are strange at most, with 0.92
as many; of the pairs of different styles half are noticed, with 0.92 four in nine."""
_STRANGE_SHARE: Final = 0.2
"""From this share of kinds on that look like no crop of theirs another set lies on the table.

Measured with `_STRANGE_LOOK`: half of the pairs of twelve styles of the training are not noticed."""
_STRANGE_KINDS: Final = 12
"""Fewer kinds say nothing: glare may spoil two. Chosen, not measured."""


@dataclass(frozen=True, slots=True)
class Looks:
    """What the network sees in crops, upright and upside down: n x outputs and n x features each."""

    logits: npt.NDArray[np.float32]
    features: npt.NDArray[np.float32]
    turned: npt.NDArray[np.float32]

    @classmethod
    def of(cls, pictures: Sequence[npt.NDArray[np.uint8]], classifier: Classifier) -> Looks:
        """The looks of samples, one at least."""
        inner = np.stack(pictures)[:, SAMPLE_MARGIN_PX:-SAMPLE_MARGIN_PX, SAMPLE_MARGIN_PX:-SAMPLE_MARGIN_PX]
        both = classifier.answers(np.concatenate([inner, inner[:, ::-1, ::-1]]))
        features = _unit(both.features)
        return cls(both.logits[: len(inner)], features[: len(inner)], features[len(inner) :])

    def at(self, rows: Sequence[int]) -> Looks:
        """Those of some crops."""
        chosen = list(rows)
        return Looks(self.logits[chosen], self.features[chosen], self.turned[chosen])

    @property
    def whole(self) -> npt.NDArray[np.float64]:
        """The chance of each crop that it shows a whole tile at all."""
        return np.asarray(1.0 - chances(self.logits)[:, REJECT])

    def likeness(self, other: Looks) -> npt.NDArray[np.float32]:
        """How alike each of these is to each of the others, whichever way up it lay."""
        return np.asarray(np.maximum(self.features @ other.features.T, self.features @ other.turned.T))


def face_chances(
    looks: Looks, kinds: frozenset[Tile], correction: LogitCorrection | None = None
) -> list[dict[Tile, float]]:
    """What each crop may be by the network itself, or by what was learnt, among the faces of a set."""
    logits = looks.logits if correction is None else correction.corrected(looks.logits, looks.features)
    known = np.array([face in kinds for face in FACES_KNOWN])
    both = np.where(known, _of_faces(logits), 0.0)
    shares = both / np.maximum(both.sum(axis=1, keepdims=True), 1e-12)
    return [{FACES_KNOWN[at]: float(row[at]) for at in np.flatnonzero(row > 0)} for row in shares]


def upright(tile: Tile, picture: npt.NDArray[np.uint8], looks: Looks, at: int) -> npt.NDArray[np.uint8]:
    """A crop turned so that it shows the tile upright, as far as the network can tell: it may have read another one."""
    output = 2 * FACES_KNOWN.index(tile)
    is_turned = looks.logits[at, output + 1] > looks.logits[at, output]
    return np.ascontiguousarray(picture[::-1, ::-1]) if is_turned else picture


def is_another_set(known: Sequence[Sample], seen: Sequence[Sample], classifier: Classifier) -> bool | None:
    """Whether crops, named as they were read, are those of another set than the one that is known.

    Returns:
        None where too few kinds are both known and seen to say.
    """
    there = [sample for sample in seen if any(other.tile == sample.tile for other in known)]
    if len({sample.tile for sample in there}) < _STRANGE_KINDS:
        return None
    likeness = Looks.of([one.picture for one in there], classifier).likeness(
        Looks.of([one.picture for one in known], classifier)
    )
    best: dict[Tile | None, float] = {}
    for row, sample in zip(likeness, there, strict=True):
        of_kind = max(float(row[at]) for at, other in enumerate(known) if other.tile == sample.tile)
        best[sample.tile] = max(best.get(sample.tile, -1.0), of_kind)
    return float(np.mean([like < _STRANGE_LOOK for like in best.values()])) >= _STRANGE_SHARE


def judged(book: LessonBook, shown: LearntSet | None, classifier: Classifier) -> LessonBook:
    """The book with the verdict of each lesson, and the correction that all used ones give with the shown set.

    Args:
        book: all witnesses.
        shown: what the owner taught, None for nothing.
        classifier: of the table; what adapts it does not matter.
    """
    if not book.witnesses:
        return _done(book, {}, (), _alone(shown, classifier), shown, classifier)
    base = () if shown is None else shown.samples
    looks = Looks.of([one.picture for one in book.witnesses], classifier)
    likeness = looks.likeness(looks)
    shown_as = _shown_as(looks, base, classifier)
    by_looks = _by_looks(book.witnesses, likeness, shown_as)
    book = replace(book, two_faces=_asked(book, likeness, shown_as, by_looks))
    # What was surely read and is outvoted by now was misread: it judges nothing.
    judging = [at for at, one in enumerate(book.witnesses) if one.teaches or by_looks[one.number].fate is Fate.USED]
    verdicts = {one.number: by_looks[one.number] for one in book.lessons}
    return _tried(book, [book.witnesses[at] for at in judging], looks.at(judging), verdicts, shown, classifier)


def _tried(
    book: LessonBook,
    judges: Sequence[TileWitness],
    looks: Looks,
    verdicts: dict[int, LessonVerdict],
    shown: LearntSet | None,
    classifier: Classifier,
) -> LessonBook:
    """The book with what its lessons make better together; those that harm are dropped one by one."""
    base = () if shown is None else shown.samples
    held_out: tuple[KindLearnt, ...]
    for _ in range(_ROUNDS):
        used = _used(book, verdicts)
        numbers = tuple(one.number for one in used)
        if is_learnt(book, shown, classifier) and numbers == book.learnt_from:
            correction, held_out = book.correction, ()
        elif used:
            learnt = LearntSet.learn("", "", (*base, *(one.sample for one in used)), classifier)
            correction, held_out = learnt.correction, learnt.learnt
        else:
            correction, held_out = _alone(shown, classifier), ()
        if used and not len(correction.keys):
            spoiling = _spoiling(base, used, classifier)
            if not spoiling:
                break
            verdicts |= spoiling
            continue
        harmful = _harmful(judges, looks, correction, held_out, used, verdicts)
        if not harmful:
            return _done(book, verdicts, numbers, correction, shown, classifier)
        verdicts |= harmful
    used = _used(book, verdicts)
    lent = {one.number: LessonVerdict(Fate.EFFECTLESS) for one in used if one.proof is Proof.TWIN}
    if lent and len(lent) < len(used):  # the set's own lessons are tried without what the other one lent
        return _tried(book, judges, looks, verdicts | lent, shown, classifier)
    verdicts |= {one.number: LessonVerdict(Fate.EFFECTLESS) for one in used}
    return _done(book, verdicts, (), _alone(shown, classifier), shown, classifier)


def _used(book: LessonBook, verdicts: Mapping[int, LessonVerdict]) -> tuple[TileWitness, ...]:
    return tuple(one for one in book.lessons if verdicts[one.number].fate is Fate.USED)


def is_learnt(book: LessonBook, shown: LearntSet | None, classifier: Classifier) -> bool:
    """Whether the book's correction belongs to this network and taught set."""
    return (book.fingerprint, book.taught) == (classifier.fingerprint, _name_of(shown))


def _name_of(shown: LearntSet | None) -> str:
    return "" if shown is None else shown.made_at


def _alone(shown: LearntSet | None, classifier: Classifier) -> LogitCorrection:
    """What is read by without any lesson of play."""
    return nothing(trust_in_outputs()) if shown is None else shown.correction_for(classifier)


def _done(
    book: LessonBook,
    verdicts: dict[int, LessonVerdict],
    numbers: tuple[int, ...],
    correction: LogitCorrection,
    shown: LearntSet | None,
    classifier: Classifier,
) -> LessonBook:
    return replace(
        book,
        verdicts=verdicts,
        is_judged=True,
        fingerprint=classifier.fingerprint,
        taught=_name_of(shown),
        learnt_from=numbers,
        correction=correction,
    )


def _by_looks(
    witnesses: Sequence[TileWitness], likeness: npt.NDArray[np.float32], shown_as: Sequence[tuple[Tile, ...]]
) -> dict[int, LessonVerdict]:
    """What each witness is by all that look the same, those too that only judge."""
    verdicts = {}
    either_way = np.maximum(likeness, likeness.T)
    for at, witness in enumerate(witnesses):
        alike = [other for other, like in zip(witnesses, likeness[at], strict=True) if like >= _SAME_LOOK]
        found = _weighed(witness, [*alike, witness], shown_as[at])
        if not shown_as[at]:
            nearly = [other for other, like in zip(witnesses, either_way[at], strict=True) if like >= _LIKE_ANOTHER]
            found = _of_two_flowers(witness, nearly) or found
        verdicts[witness.number] = found
    return verdicts


def _of_two_flowers(witness: TileWitness, alike: Sequence[TileWitness]) -> LessonVerdict | None:
    """That a flower is none to learn: two of this look lay in one deal and bear two names, so that they differ.

    A maker may draw one plant on both and print another number on each. In world 10903 the name heard last was taken
    for both, a win was paid by it, and nobody was asked.
    """
    if not witness.tile.is_bonus:
        return None
    flowers = [one for one in alike if one.tile.is_bonus and one.proof is not Proof.TWIN]
    together = [
        (one, other)
        for one, other in combinations(flowers, 2)
        if one.tile != other.tile and (one.game, one.deal) == (other.game, other.deal)
    ]
    if not together:
        return None
    rival = next(one.tile for one in together[0] if one.tile != witness.tile)
    return LessonVerdict(Fate.CONTRADICTED, rival, 1)


def _shown_as(looks: Looks, base: Sequence[Sample], classifier: Classifier) -> list[tuple[Tile, ...]]:
    """Of each crop the kind of the shown crop that is most alike, if it shows the same face."""
    if not base:
        return [()] * len(looks.logits)
    likeness = looks.likeness(Looks.of([one.picture for one in base], classifier))
    found = [(base[best].tile, row[best]) for row, best in zip(likeness, likeness.argmax(axis=1), strict=True)]
    return [(tile,) if tile is not None and like >= _SAME_LOOK else () for tile, like in found]


def _asked(
    book: LessonBook,
    likeness: npt.NDArray[np.float32],
    shown_as: Sequence[tuple[Tile, ...]],
    by_looks: Mapping[int, LessonVerdict],
) -> tuple[tuple[int, int], ...]:
    """The faces that share a name and for which nobody vouches; what the other set lent is no face of this one."""
    vouched = {
        one.number: one.teaches or one.tile in shown
        for one, shown in zip(book.witnesses, shown_as, strict=True)
        if by_looks[one.number].fate is Fate.USED and one.proof is not Proof.TWIN
    }
    return two_faces(book.witnesses, likeness, vouched)


def _weighed(witness: TileWitness, alike: Sequence[TileWitness], shown: Sequence[Tile]) -> LessonVerdict:
    """Whether the name is the one that most deals give to this look.

    Of two that weigh the same it is the one that was heard last, of flowers none: two of them may look alike.
    """
    by_deal: dict[tuple[Tile, str, int], int] = {}
    newest: dict[Tile, int] = {}
    for other in alike:
        deal = (other.tile, other.game, other.deal)
        by_deal[deal] = max(by_deal.get(deal, 0), _WEIGHTS[other.proof])
        newest[other.tile] = max(newest.get(other.tile, 0), other.number)
    weights: Counter[Tile] = Counter(dict.fromkeys(shown, _SHOWN_WEIGHT))
    for (tile, _, _), weight in by_deal.items():
        weights[tile] += weight
    best = max(weights, key=lambda tile: (weights[tile], newest.get(tile, 0)))
    rival = best if best != witness.tile else _as_heavy_flower(weights, best)
    if rival is None:
        return LessonVerdict()
    return LessonVerdict(Fate.CONTRADICTED, rival, sum(tile == rival for tile, _, _ in by_deal))


def _as_heavy_flower(weights: Mapping[Tile, int], best: Tile) -> Tile | None:
    """Another flower for which as much speaks as for this one."""
    others = (tile for tile in weights if tile.is_bonus and tile != best and weights[tile] == weights[best])
    return next(others, None) if best.is_bonus else None


def _spoiling(base: Sequence[Sample], used: Sequence[TileWitness], classifier: Classifier) -> dict[int, LessonVerdict]:
    """The lessons because of which all of them together name nothing better; what the owner showed is none of them."""
    numbers = spoiling_samples((*base, *(one.sample for one in used)), classifier)
    return {used[at - len(base)].number: LessonVerdict(Fate.EFFECTLESS) for at in numbers if at >= len(base)}


def _harmful(
    witnesses: Sequence[TileWitness],
    looks: Looks,
    correction: LogitCorrection,
    held_out: Sequence[KindLearnt],
    used: Sequence[TileWitness],
    verdicts: dict[int, LessonVerdict],
) -> dict[int, LessonVerdict]:
    """The weakest lesson of the name for which another kind is taken that is read worse with all of them, if any."""
    before = _of_faces(looks.logits)
    after = _of_faces(correction.corrected(looks.logits, looks.features))
    rows_of: dict[Tile, list[int]] = {}
    for at, one in enumerate(witnesses):
        if not one.teaches or verdicts[one.number].fate is Fate.USED:
            rows_of.setdefault(one.tile, []).append(at)
    fallen: list[tuple[Tile, Tile | None]] = [
        (kind.tile, kind.rival) for kind in held_out if kind.certainty < kind.before - _WORSE
    ]
    for kind, rows in rows_of.items():
        place, gained = FACES_KNOWN.index(kind), (after[rows] - before[rows]).mean(axis=0)
        if gained[place] < -_WORSE:
            gained[place] = -1.0
            fallen.append((kind, FACES_KNOWN[int(gained.argmax())]))
    for kind, rival in fallen:
        guilty = [one for one in used if one.tile == rival]
        if guilty:
            weakest = min(guilty, key=lambda one: (_WEIGHTS[one.proof], one.number))
            return {weakest.number: LessonVerdict(Fate.HARMFUL, kind)}
    return {}


def _of_faces(logits: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """The chance of each face, either way up."""
    return np.asarray(chances(logits)[:, :REJECT].reshape(len(logits), -1, 2).sum(axis=2))


def _unit(features: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    return np.asarray(features / np.maximum(np.linalg.norm(features, axis=1, keepdims=True), 1e-9), np.float32)
