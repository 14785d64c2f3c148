"""The colours of the two sides of a tile set: a second opinion on pieces that the detector takes for backs.

A blank white dragon in dim light looks like a back to the detector, and a back like a blank dragon to the classifier,
which never sees brightness. The bodies of the faces around it tell them apart, as far as body and back differ.
"""

from __future__ import annotations

from collections import deque
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

Colours = npt.NDArray[np.float64]
_KEPT: Final = 150
"""So many colours of each side are remembered, the newest.

Chosen, not measured: about as many as pieces lie on a table.
"""
_MIN_SAMPLES: Final = 3
"""Fewer pieces of a side say nothing of its colour. Chosen, not measured: a median of three bears one wrong one."""
_LUMINANCE_WEIGHT: Final = 0.35
"""Light differs over a table, colour hardly does."""
_MIN_APART: Final = 0.25
"""Body and back nearer than this (logarithms of ratios) cannot be told apart."""
_MUCH_NEARER: Final = 0.5
"""A body's colour lies at most this share of its distance from the backs away from the bodies.

Chosen, not measured: what lies in the middle is left to the detector.
"""
_MAX_OFF: Final = 0.3
"""No body of the same set is farther from the others; felt that lies nearer to them than a back does is."""
_NO_BACK: Final = 0.75
"""What is farther from every back seen so far is no back.

Measured on 80 rendered tables: of 1,404 backs none was farther than 0.58 from the median of the sure ones; the four
boxes beside sure ones that were taken for backs and were none lay 1.22 to 1.94 away. Shadows of walls that were taken
for backs in worlds 7017 and 7019 lay 0.91 to 1.14 away. Two blank white dragons under a lamp, whose tint had become
another than the bodies', lay 1.2 from their median (world 10940).
"""
_MUCH_NEARER_TO_FELT: Final = 0.5
"""What lies on bare felt and is nearer to its colour than this share of its distance from every back is felt.

Without brightness: felt lies in light and in shadow. Measured on 126 rendered and 34 path-traced tables: 53 of 2,122
backs lay where half of the place has the felt's colour, and none had less than 7.9; of seven boxes there that were
taken for backs and were none the most had 0.21. In world 9500 the backs of the other set lie 0.41 from the felt, nearer
than `_NO_BACK`: the corner of two walls became a white dragon in a river.
"""
_LIKE_FELT: Final = 0.035
"""A doubtful face on bare felt whose ground lies nearer to the felt's is felt, brightness counted.

Measured on 126 rendered tables of three groups: of 376 true faces where half of the place passes for bare felt (most of
them on six cloths as pale as the tiles) none had less than 0.054; of 87 boxes there that were none nine had 0.034 and
less. In world 9935 the bare cloth beside a discard was a doubtful face (0.45) with 0.02 and less, which nobody could
name, and kept a win waiting.
"""
_MAX_DRAWN: Final = 0.02
"""Of the light, as standard deviation, that a blank face has at most.

Measured on 10,000 crops of 35 sets, a few of them path-traced: 53 blank white dragons had 0.002 to 0.016, framed ones
0.042 and more, drawn faces 0.025 and more; the least of these lay in the glare of a lamp, which leaves a pale drawing.
"""
_WASHED_OUT: Final = 245
"""From here on in every channel a pixel is no more than glare: what was drawn there is gone, or a shadow of itself.

Not 255: a sensor presses highlights together before it cuts them off, and noise and JPEG pull them apart again.
Chosen below that; what it separates stands with `_MAX_WASHED_OUT`.
"""
_MAX_WASHED_OUT: Final = 0.3
"""A face with more glare than this share is not judged blank: a third of it may hold all of a drawing such as 1p's.

Measured on 12 path-traced tables with bright lamps, of a seed and sets that do not judge: drawn faces that were called
white dragons had 0.53 to 0.97. On 120 rendered tables 54 of 56 blank white dragons had none; of two the picture was
overexposed as a whole.
"""
_MIN_PRINT: Final = 0.03
"""Of the light, as standard deviation, that a face with print surely has, even where the rest of it is glare.

Between `_MAX_DRAWN` and the 0.042 of the palest framed white dragon measured there. On the 12 tables the faces that
glare washed out and that were surely called white dragons had 0.011 and 0.013. Without what is brighter than the ground
(`has_ink`) 28 blank white dragons of 72 rendered tables had 0.011 and less, 116 printed ones 0.056 and more; on 24
path-traced trays one blank one with a lamp mirrored in it 0.011 (0.031 with the lamp), printed ones that light had not
washed out 0.045 and more.
"""
_MAX_TINT_OFF: Final = 0.05
"""So near to each other lie the bodies of a table at most (logarithms of ratios, without brightness).

Measured on the same tables: of 56 blank white dragons the third nearest body lay at 0.029 and nearer; of 12 backs that
were called white dragons without any glare 7 lay beyond 0.05.
"""
_MIN_TINT_OFF: Final = 0.02
"""So near they lie at least; between the two the bodies of the table themselves say how near."""
_OF_SPREAD: Final = 0.7
"""A white dragon, blank or framed, lies no farther from the bodies than this share of how far these spread.

Measured on 120 rendered and 4 path-traced tables, as shares of how far the third nearest body lies from any printed
one: 239 white dragons 0.45 and less; 7 backs called white dragons 0.86 and more, in two of them glare looks like print.
"""
_FOREIGN_TINT: Final = 0.32
"""A face whose ground is this far in tint from the third nearest printed body is none: cloth with a letter on it.

Measured: of 10,733 true faces on 29 path-traced and 126 rendered tables none lay beyond 0.28 (green dragons and birds
that cover their paper); four letters of printed logos that were called faces with up to 0.88 lay at 0.35 to 0.48.
"""
_SHADE: Final = 1.3
"""A ground this much darker than printed bodies (logarithm of light) is no face, but a side of a tile in the shade.

Measured against the third darkest printed body: of 12,559 true faces on 126 rendered and 60 path-traced tables none
was more than 0.82 darker; the backs of a standing hand, which together with their shadows were called doubtful faces
in world 9323, were 1.81 to 1.91 darker.
"""
_MIN_BODIES: Final = 8
"""From fewer bodies nobody knows how their colours spread. Chosen: the least on the 120 rendered tables were 9."""
_TILE: Final = (slice(8, 48), slice(6, 34))
"""The part of a crop that is tile whatever the box's small errors."""


def side_colour(crop: npt.NDArray[np.uint8]) -> Colours:
    """The ground colour of a piece's visible side: of the brighter half of its pixels, so that no ink counts.

    Args:
        crop: height x width x 3, BGR, upright, as `vision.reading.classification.cut` gives it.

    Returns:
        Three numbers: weighted logarithm of brightness, logarithms of blue and of red over green.
    """
    return np.asarray(side_colours(crop[np.newaxis])[0])


def side_colours(crops: npt.NDArray[np.uint8]) -> Colours:
    """`side_colour` of each of n crops (n x height x width x 3): n x 3."""
    tiles = crops[:, *_TILE]
    return _ground_colours(tiles.reshape(len(tiles), tiles.shape[1] * tiles.shape[2], 3))


def ground_colour(pixels: npt.NDArray[np.uint8]) -> Colours:
    """The colour of the brighter half of some pixels (n x 3, BGR), as `side_colour` gives it."""
    return np.asarray(_ground_colours(pixels[np.newaxis])[0])


def _ground_colours(pixels: npt.NDArray[np.uint8]) -> Colours:
    """The colour of the brighter half of each group of pixels (groups x n x 3, BGR)."""
    light = pixels.sum(axis=2, dtype=np.uint16)
    is_bright = light >= _medians_of_least(light, np.full(len(light), light.shape[1]))[:, np.newaxis]
    counts = is_bright.sum(axis=1)
    # No level of a pixel reaches 256: what is not bright comes after all that is.
    levels = np.where(is_bright[..., np.newaxis], pixels, np.uint16(256))
    blue, green, red = (_medians_of_least(levels[..., channel], counts) + 1.0 for channel in range(3))
    return np.stack([_LUMINANCE_WEIGHT * np.log(green), np.log(blue / green), np.log(red / green)], axis=1)


def _medians_of_least(values: npt.NDArray[np.uint16], counts: npt.NDArray[np.intp]) -> npt.NDArray[np.float64]:
    """The median of so many of the least values of each row (rows x n)."""
    ordered, row = np.sort(values, axis=1), np.arange(len(values))
    low, high = (ordered[row, place].astype(np.float64) for place in ((counts - 1) // 2, counts // 2))
    return (low + high) / 2


def is_washed_out(crop: npt.NDArray[np.uint8]) -> bool:
    """Whether so much of a face is glare, and so little print is left, that any drawing may be gone.

    `crop` as for `side_colour`. A white dragon with a frame or a letter shows it in the same glare.
    """
    share = float((crop[_TILE].min(axis=2) >= _WASHED_OUT).mean())
    return share > _MAX_WASHED_OUT and not has_print(crop)


def has_print(crop: npt.NDArray[np.uint8]) -> bool:
    """Whether something is surely drawn on a piece. `crop` as for `side_colour`."""
    return _drawn(crop) >= _MIN_PRINT


def is_blank(crop: npt.NDArray[np.uint8]) -> bool:
    """Whether nothing is drawn on a piece; an even fall of the light is no drawing. `crop` as for `side_colour`.

    A face that is all glare may bear any drawing: it is not called blank.
    """
    if is_washed_out(crop):
        return False
    return _drawn(crop) < _MAX_DRAWN


def has_ink(crop: npt.NDArray[np.uint8]) -> bool:
    """Whether something darker than its ground is surely drawn on a piece, as no reflection of a lamp is.

    `crop` as for `side_colour`.
    """
    light = _light(crop)
    return _unevenness(np.minimum(light, np.median(light))) >= _MIN_PRINT


def _drawn(crop: npt.NDArray[np.uint8]) -> float:
    """How much is drawn on a piece, or mirrored in it."""
    return _unevenness(_light(crop))


def _light(crop: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
    return np.asarray(crop[_TILE].astype(np.float64).sum(axis=2))


def _unevenness(light: npt.NDArray[np.float64]) -> float:
    """Standard deviation of light beside an even fall of it, as a share of its mean."""
    falls = _even_falls(*light.shape)
    fitted = falls @ (falls.T @ light.ravel())
    return float(np.std(light.ravel() - fitted)) / max(float(light.mean()), 1.0)


@cache
def _even_falls(height: int, width: int) -> npt.NDArray[np.float64]:
    """An orthonormal basis of every even fall of light over so many pixels: height * width x 3."""
    down, across = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    return np.linalg.qr(np.column_stack([np.ones(down.size), down.ravel(), across.ravel()])).Q


def is_felt(colour: Colours, felt: Colours) -> bool:
    """Whether a doubtful face's ground colour is the felt's; both as `side_colour` gives them."""
    return float(np.linalg.norm(colour - felt)) < _LIKE_FELT


class SideColours:
    """The ground colours of bodies and backs seen so far on one table."""

    def __init__(self) -> None:
        self._bodies: deque[Colours] = deque(maxlen=_KEPT)
        self._printed: deque[Colours] = deque(maxlen=_KEPT)
        self._backs: deque[Colours] = deque(maxlen=_KEPT)
        self._typical: tuple[Colours, Colours] | None = None

    def learn_body(self, colour: Colours, *, is_printed: bool) -> None:
        """Remember the colour of a piece that surely shows its face, and whether something is drawn on it."""
        self._bodies.append(colour)
        self._typical = None
        if is_printed:
            self._printed.append(colour)

    def learn_back(self, colour: Colours) -> None:
        """Remember the colour of a piece that surely lies face down."""
        self._backs.append(colour)
        self._typical = None

    def are_apart(self) -> bool:
        """Whether bodies and backs of this table differ enough to be told apart by their colour."""
        if min(len(self._bodies), len(self._backs)) < _MIN_SAMPLES:
            return False
        body, back = self._medians()
        return bool(np.linalg.norm(body - back) >= _MIN_APART)

    def is_body(self, colour: Colours) -> bool:
        """Whether a ground colour is a body's rather than a back's; False where nobody can tell."""
        if not self.are_apart():
            return False
        body, back = self._medians()
        off = float(np.linalg.norm(colour - body))
        return off < _MAX_OFF and off < _MUCH_NEARER * float(np.linalg.norm(colour - back))

    def is_no_back(self, colour: Colours, felt: Colours) -> bool:
        """Whether a ground colour is the felt's, or unlike every back seen so far; False where nobody can tell.

        Each back counts, not their median: a table owns two sets, whose backs differ.

        Args:
            colour: of what was taken for a back, on a place that shows bare felt.
            felt: of the felt; how bright it is does not count, as it lies in light and in shadow.
        """
        if len(self._backs) < _MIN_SAMPLES:
            return False
        tint_off = float(np.linalg.norm((np.stack(self._backs) - colour)[:, 1:], axis=1).min())
        is_felt = float(np.linalg.norm((colour - felt)[1:])) < _MUCH_NEARER_TO_FELT * tint_off
        return is_felt or self.is_unlike_backs(colour)

    def is_unlike_backs(self, colour: Colours) -> bool:
        """Whether a ground colour is far from that of every back seen so far; False where nobody can tell."""
        if len(self._backs) < _MIN_SAMPLES:
            return False
        return float(np.linalg.norm(np.stack(self._backs) - colour, axis=1).min()) > _NO_BACK

    def is_no_body(self, colour: Colours) -> bool:
        """Whether a ground colour has a tint that hardly a body seen so far has; False where nobody can tell.

        Only printed bodies count: a row of pale backs that the detector takes for faces would bear each other out (seen
        on a path-traced table, mint backs called white dragons with 0.99). They count one by one, as backs do: two sets
        may be of different ivory. A few wrong ones bear nothing out.
        """
        return len(self._printed) >= _MIN_BODIES and self._off_print(colour) > _spread(np.stack(self._printed)[:, 1:])

    def is_foreign(self, colour: Colours) -> bool:
        """Whether a ground colour is of no tile at all, by the printed bodies seen so far; False where nobody can tell.

        Unlike `is_no_body` this is said of faces, whose ink may cover most of the ground.
        """
        return len(self._printed) >= _MIN_BODIES and self._off_print(colour) > _FOREIGN_TINT

    def is_shade(self, colour: Colours) -> bool:
        """Whether a ground is much darker than the printed bodies seen so far; False where nobody can tell."""
        if len(self._printed) < _MIN_BODIES:
            return False
        lights = np.sort(np.stack(self._printed)[:, 0])
        return bool(lights[_MIN_SAMPLES - 1] - colour[0] > _LUMINANCE_WEIGHT * _SHADE)

    def _medians(self) -> tuple[Colours, Colours]:
        """The typical colours of bodies and of backs: a table is asked for them often between two that it learns."""
        if self._typical is None:
            body, back = (np.asarray(np.median(np.stack(seen), axis=0)) for seen in (self._bodies, self._backs))
            self._typical = body, back
        return self._typical

    def _off_print(self, colour: Colours) -> float:
        """How far the tint of the third nearest printed body is."""
        tints = np.linalg.norm(np.stack(self._printed)[:, 1:] - colour[1:], axis=1)
        return float(np.sort(tints)[_MIN_SAMPLES - 1])


def _spread(tints: Colours) -> float:
    """How far the third nearest body lies from any of these bodies (n x 2), within its bounds."""
    apart = np.sort(np.linalg.norm(tints[:, None] - tints[None], axis=2), axis=1)
    # Each body is its own nearest.
    return float(np.clip(_OF_SPREAD * apart[:, _MIN_SAMPLES].max(), _MIN_TINT_OFF, _MAX_TINT_OFF))
