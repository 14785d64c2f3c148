"""What a few labelled crops of a tile set do to the network's answers: what looks like one is likelier what that shows.

Pure numbers, no pictures. The taught crops' features (what the network's last layer sees) are kept as keys. With z the
network's own answer (logits), s the cosine between its features and a key, the adapted answer for each output is
z + worth max over its keys of (strength exp(-12 (1 - s))). How strong a key is: `learning`.
Faces also compete: in another light a crop is far from every key, but farther from the wrong ones. Each output loses
`_NEARER` for each unit of cosine by which its nearest key is farther off than the nearest of all.

A face of which light hid the print competes no more than one that was never shown; of a red five and its plain one,
which differ in colour alone, the one that was seen plainly vouches for both (docs/adr/0052).

What a maker draws as he likes (birds, flowers, seasons) the network may know for a picture and not for which. The more
of those that were taught it had named wrongly, the less its choice among them counts; that it is one of them does.
And the less such a crop looks like the taught one of its name, the likelier it is one that nobody has taught yet.

Only answers near a taught crop move, so that a bad lesson harms what looks like it and nothing else. Moving the last
layer as a whole, or dividing all answers by what held-out crops ask for, was tried before: four photographs of four
sets, or crops cut through tiles, then cost two to eight points (vision/model/CLASSIFIER.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]

_SHARPNESS: Final = 12.0
"""How fast a key's vote fades: at a cosine of 0.9 it is a third, at 0.8 a tenth.

Chosen on the same sets as `MIN_STRENGTH`.
"""
_NEARER: Final = 25.0
"""What a face loses, in logits, for a cosine that is less by 1 than that of the nearest taught face.

Chosen on 24 path-traced trays of eight sets (docs/adr/0047): with 40 flowers gain a little and other faces lose.
"""
_ALIKE: Final = 0.65
"""A crop with a smaller cosine to a key does not look like it at all. Chosen with `_NEARER`."""
_STRANGERS: Final = 0.85
"""So alike are two faces of a set at most: what was not taught loses only where a key is nearer.

Measured on 41 sets: two faces have 0.84 and less in 199 of 200 cases (vision/model/CLASSIFIER.md).
"""
_STRANGE: Final = 0.80
"""A free face that has less than this cosine to the taught one of its name is likelier another one. As `_SAME`."""
_SAME: Final = 0.94
"""A free face is the taught one for sure from this cosine on.

Measured (vision/model/CLASSIFIER.md): clear crops of one face have 0.95 and more in 99 of 100 cases. A summer of an
unknown set had 0.86 to its winter, which alone was taught, was called winter with 0.97, and paid (world 8500).
"""
_MOST_LOST: Final = 0.7
"""The most that such an answer loses: in a poor light a face looks like no crop of its own. Chosen."""
LEAST_SHARE: Final = 1e-12
"""No share counts as less: its logarithm is taken."""
MIN_STRENGTH: Final = 12.0
"""Of a key, in logits.

Chosen on eight sets of photographs with networks that had not seen them (vision/model/CLASSIFIER.md).
"""
DIM: Final = 5.0
"""Features no longer than this are of a face that can hardly be seen: nothing is concluded from how it looks.

Measured on 17 path-traced tables: pairs of one face whose dimmer one has less go down to a cosine of 0.4. In six
path-traced lessons the crops below it are those whose numeral a lamp's reflection or too much light took, and more."""
AT_ONCE: Final = 256
"""Crops whose votes are computed together: beside 2,500 keys a step takes 3 MB. With 2,048 learning took 12 MB more,
and no less time."""


@dataclass(frozen=True, slots=True)
class OutputTrust:
    """What is known of the outputs before any lesson.

    Attributes:
        worth: how far each output is to be believed that a crop like a taught one shows it, 0 to 1.
        free: the outputs of faces that makers draw as they like, ascending; may be none.
        twins: pairs of outputs whose faces differ in colour alone, n x 2; may be none.
    """

    worth: Rows
    free: Counts
    twins: Counts


@dataclass(frozen=True, slots=True)
class LogitCorrection:
    """What is done to the network's answers for one tile set.

    Attributes:
        keys: the features of the taught crops, n x features, each of length 1; none: nothing changes.
        outputs: which output each key speaks for, n, ascending.
        strengths: what a crop like a key adds to that output, n, above 0.
        trust: in the outputs.
        disbelief: how little the network's choice among the free outputs counts, 0 to 1.
    """

    keys: Rows
    outputs: Counts
    strengths: Rows
    trust: OutputTrust
    disbelief: float = 0.0

    @property
    def shown(self) -> npt.NDArray[np.bool_]:
        """Which outputs were taught by a face that was plainly seen."""
        shown = np.zeros(len(self.trust.worth), np.bool_)
        shown[self.outputs[self._is_clear]] = True
        return shown

    @property
    def _is_clear(self) -> npt.NDArray[np.bool_]:
        return self.strengths >= MIN_STRENGTH

    def corrected(self, logits: Rows, features: Rows) -> Rows:
        """The adapted answers (n x outputs) for the network's own and its features (n x features)."""
        if not len(self.keys):
            return logits
        parts = [slice(at, at + AT_ONCE) for at in range(0, max(len(logits), 1), AT_ONCE)]
        own = self._without_choice(logits)
        return np.concatenate([self._of_strangers(own[at] + self._votes(features[at]), features[at]) for at in parts])

    def _of_strangers(self, said: Rows, features: Rows) -> Rows:
        """The answers, those for a taught free face less sure the less a crop looks like it.

        What such an answer loses the free faces get that nobody has taught: one of them may be as near to a taught one.
        """
        taught, first = np.unique(self.outputs, return_index=True)
        others = np.setdiff1d(self.trust.free, taught)
        at = np.flatnonzero(np.isin(taught, self.trust.free))
        if not len(at) or not len(others):
            return np.asarray(said, np.float32)
        nearness = np.maximum.reduceat(unit(features) @ self.keys.T, first, axis=1)[:, at]
        shares = chances(said)
        lost = shares[:, taught[at]] * _MOST_LOST * np.clip((_SAME - nearness) / (_SAME - _STRANGE), 0, 1)
        shares[:, taught[at]] -= lost
        shares[:, others] += lost.sum(axis=1, keepdims=True) / len(others)
        return np.asarray(np.log(np.maximum(shares, LEAST_SHARE)), np.float32)

    def _without_choice(self, logits: Rows) -> Rows:
        """The network's answers, the taught free outputs as alike as its choice among them is disbelieved.

        What was not taught keeps its answer: a bird that the network knows must not become the flower that was shown.
        """
        free = np.intersect1d(self.trust.free, self.outputs)
        if not len(free) or not self.disbelief:
            return logits
        answers, own = logits.copy(), logits[:, free]
        most = own.max(axis=1, keepdims=True)
        of_all = most + np.log(np.exp(own - most).mean(axis=1, keepdims=True))
        answers[:, free] = (1 - self.disbelief) * own + self.disbelief * of_all
        return answers

    def _votes(self, features: Rows) -> Rows:
        """What the keys of each output say of crops (n x outputs)."""
        there, first = np.unique(self.outputs, return_index=True)
        every = unit(features) @ self.keys.T
        votes = np.zeros((len(features), len(self.trust.worth)), np.float32)
        said = _SHARPNESS * (every - 1) + np.log(self.strengths)
        votes[:, there] = np.exp(np.maximum.reduceat(said, first, axis=1))
        # What light hid competes no more than what was never shown: it looks like nothing, not even like itself.
        clear = np.where(self._is_clear, every, -1.0)
        nearness = np.maximum(np.maximum.reduceat(clear, first, axis=1) - _ALIKE, 0)
        # What is hardly believed takes little from others, and loses only where another one is nearer indeed.
        nearest = (self.trust.worth[there] * nearness).max(axis=1, keepdims=True)
        lost = np.repeat(np.maximum(nearest - (_STRANGERS - _ALIKE), 0), votes.shape[1], axis=1)
        shown = self.shown
        lost[:, there[shown[there]]] = np.maximum(nearest - nearness, 0)[:, shown[there]]
        self._vouch_for_twins(votes, lost, shown)
        # "No whole tile" does not compete: it would lose to whichever face a back resembles most.
        lost[:, -1] = 0.0
        lost *= _NEARER
        return np.asarray(self.trust.worth * votes - lost, np.float32)

    def _vouch_for_twins(self, votes: Rows, lost: Rows, shown: npt.NDArray[np.bool_]) -> None:
        """A face of which only the twin was shown is as near as that: their colour alone tells them apart."""
        one, other = np.concatenate([self.trust.twins, self.trust.twins[:, ::-1]]).T
        alone = ~shown[one] & shown[other]
        one, other = one[alone], other[alone]
        votes[:, one], lost[:, one] = np.maximum(votes[:, one], votes[:, other]), lost[:, other]


def nothing(trust: OutputTrust) -> LogitCorrection:
    """The correction that changes no answer."""
    return LogitCorrection(np.empty((0, 0), np.float32), np.empty(0, np.int64), np.empty(0, np.float32), trust)


def chances(logits: npt.NDArray[np.floating]) -> Doubles:
    """Softmax of each row."""
    parts = np.exp(logits - logits.max(axis=1, keepdims=True), dtype=np.float64)
    return np.asarray(parts / parts.sum(axis=1, keepdims=True))


def unit(features: Rows) -> Rows:
    """Rows of length 1."""
    return np.asarray(features / np.maximum(np.linalg.norm(features, axis=1, keepdims=True), 1e-9), np.float32)
