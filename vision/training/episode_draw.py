"""Which crops an episode shows and asks for (`episodes`); without torch, so that it is tested wherever the rest is."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

TRACED = "traced_"
"""Before a set's name where its crops are path-traced: an episode shows a face by one renderer and asks for it by
another, as people show a tile in one light and play with it in others."""


class EpisodeDraw:
    """Draws pairs of crops of one set, each of another kind, half of them upside down both.

    Args:
        kinds: n; -1 is no face and never drawn.
        sets: n; the set of each crop, perhaps with TRACED before its name.
    """

    def __init__(self, kinds: npt.NDArray[np.int64], sets: npt.NDArray[np.str_]) -> None:
        self._sets: list[list[npt.NDArray[np.int64]]] = []
        names = np.array([name.removeprefix(TRACED) for name in sets.tolist()])
        for name in np.unique(names):
            numbers = np.flatnonzero((names == name) & (kinds >= 0))
            of_kinds = [numbers[kinds[numbers] == kind] for kind in np.unique(kinds[numbers])]
            often = [crops for crops in of_kinds if len(crops) > 1]
            if len(often) > 1:
                self._sets.append(often)
        if not self._sets:
            raise ValueError("an episode needs a set with two crops of two kinds: render more tables of each set")

    def __call__(self, count: int, rng: np.random.Generator) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The numbers of up to `count` crops to show and of as many to ask for, kind by kind."""
        of_kinds = self._sets[rng.integers(len(self._sets))]
        chosen = rng.permutation(len(of_kinds))[:count]
        both = np.stack([rng.choice(of_kinds[number], 2, replace=False) for number in chosen])
        return both[:, 0], both[:, 1]
