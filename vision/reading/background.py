"""What lies bare on a table: the felt by its colour, and whatever else has lain there unmoved for long.

A phone at the edge, a tray, a cup, the second colour of a patterned cloth: such things are no arm and hide no tile.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.sightings import Image

Mask = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]

_COLOUR_TOLERANCE: Final = 10.0
"""Distance in the a, b plane of Lab (OpenCV's 8-bit scale) up to which a colour is the same.

Chosen, not measured; the tests hold it to grey and dark cloth, shade and patterns.
"""
_NO_COLOUR: Final = 128.0
"""OpenCV adds this to a and b, so that they fit into 8 bits."""
_BLACK: Final = 16.0 * 2.55
"""L + 16 is what light multiplies in Lab; OpenCV's 8-bit L is 2.55 times as large."""
_DARKEST: Final = (0.45, 15.0)
_BRIGHTEST: Final = (1.5, 15.0)
"""Felt is between these shares of its usual lightness and so much beyond: a black sleeve on grey is no shadow."""
_LEARNED_AFTER: Final = 60
"""A place that has been strange and still for so many frames belongs to the table (docs/adr/0005).

Chosen, not measured: longer than a hand rests on the table.
"""


class Background:
    """Learns one table's surface, block by block.

    Args:
        playing: where felt is to be expected.
    """

    def __init__(self, playing: Mask) -> None:
        self._playing = playing.astype(np.uint8)
        self._still_for = np.zeros(playing.shape, np.int64)
        self._is_learned = np.zeros(playing.shape, np.bool_)
        self._learned: Image = np.zeros((*playing.shape, 3), np.uint8)
        self._lab: Image = self._learned
        self._usual = 0.0

    def bare(self, blocks: Image) -> Mask:
        """Where the table lies bare in this frame (blocks: n x n x 3, BGR)."""
        self._lab = np.asarray(cv2.cvtColor(blocks, cv2.COLOR_BGR2LAB), np.uint8)
        felt = self._felt()
        # What shows felt again was not the table's own.
        self._is_learned &= ~felt
        if not self._is_learned.any():
            return felt
        usual: tuple[Floats, ...] = tuple(self._learned[..., channel].astype(np.float32) for channel in range(3))
        return felt | (self._is_learned & _is_alike(self._lab, usual))

    def dark(self) -> Mask:
        """Where the frame last judged is as dark as felt in deep shade or darker, whatever the colour."""
        return np.asarray(self._lab[..., 0] < self._usual * _DARKEST[0])

    def learn(self, strange: Mask) -> None:
        """Take in what is neither bare nor a piece nor moving in the frame last judged."""
        self._still_for = np.where(strange, self._still_for + 1, 0)
        new = self._still_for >= _LEARNED_AFTER
        if new.any():
            self._learned[new] = self._lab[new]
            self._is_learned |= new
            self._still_for[new] = 0

    def _felt(self) -> Mask:
        """Where the colour is that most of the surface has."""
        lab = self._lab
        histogram = cv2.calcHist([lab], [1, 2], self._playing, [64, 64], [0, 256, 0, 256])
        first, second = np.unravel_index(int(cv2.blur(histogram, (3, 3)).argmax()), histogram.shape)
        low, high = ([0, first * 4 - 7, second * 4 - 7], [255, first * 4 + 11, second * 4 + 11])
        near = cv2.inRange(lab, np.array(low, np.float64), np.array(high, np.float64))
        table = cv2.bitwise_and(near, near, mask=self._playing)
        _, *colour, _ = cv2.mean(lab, table)
        # The median: white tiles on grey cloth have its colour, and are not its lightness.
        counts = np.cumsum(cv2.calcHist([lab], [0], table, [256], [0, 256]))
        self._usual = float(np.searchsorted(counts, counts[-1] / 2))
        return _is_alike(lab, (self._usual, *colour))


def _is_alike(lab: Image, usual: tuple[float | Floats, ...]) -> Mask:
    """Where a surface of the usual lightness, a and b may be seen, in light or shade.

    Light that is k times as strong multiplies L + 16, a and b of Lab alike, by the cube root of k.
    """
    lightness = lab[..., 0].astype(np.float32)
    stronger = (lightness + _BLACK) / (usual[0] + _BLACK)
    across, along = (lab[..., n].astype(np.float32) - _NO_COLOUR - (usual[n] - _NO_COLOUR) * stronger for n in (1, 2))
    darkest, brightest = usual[0] * _DARKEST[0] - _DARKEST[1], usual[0] * _BRIGHTEST[0] + _BRIGHTEST[1]
    is_lit = (lightness > darkest) & (lightness < brightest)
    return np.asarray((across**2 + along**2 < _COLOUR_TOLERANCE**2) & is_lit)
