"""What a place holds by a look at its own pixels: a face, how surely, a back, or nothing. One piece by itself; pure.

A drawn face that glare washed out may pass for a white dragon in two ways: by its own name, or by
`side_colours.is_blank`, whose limits say how much drawing and how much glare a blank face may have. Such a white dragon
gets `_SURE_OF_KIND`, which is above what counts at once in a game (`interpreter.certainty`). One that is named under
glare gets `_UNDER_GLARE`, which is below: it is waited for, seen again while the hand is there, and asked about last.
A "white dragon" whose tint no printed body of this table has (`side_colours.is_no_body`) is a back, unless every back
seen is of another colour, and so is a blank face of a set whose owner has shown a white dragon with print.

"Measured" below is one run of `reader` over the first 18 rendered tables of `hw_sim.picture.dataset` with seed 7801:
1,308 face-up pieces that show nine tenths or more, and 372 backs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from mahjong_rules.tiles import parse_tile
from vision.reading.classification import Reading
from vision.reading.detection import Box
from vision.reading.side_colours import SideColours, has_print, is_blank, is_washed_out, side_colour
from vision.sightings import Face

MIN_WHOLE: Final = 0.5
"""Parts tiles from what is none: the classifier's chance that a crop shows a whole tile, more likely than not.

Measured: all face-up pieces but one had more (that one 0.42), 3 of 25 half hidden ones less; the two places of the
committed pictures where nothing lies had 0.02 and 0.48.
"""
_SURELY_WHOLE: Final = 0.95
"""From this chance on a whole tile is seen for sure: a turned crop, or a place that the detector hardly believes in.

Measured: 6 of 1,308 face-up pieces had less.
"""
_CLEARLY_MORE: Final = 0.05
"""So much more of a whole tile a white dragon must be when it is turned.

Measured: of 409 on 126 rendered and 60 path-traced tables none had so much more the wrong way; one that was turned by a
degree for less was taken for a back. Those of world 9210 that lay askew had 0.18 more and up.
"""
_NO_TOP: Final = 0.45
"""From this certainty on what looks blank is no top of a standing tile, and `_WHOLE_ENOUGH` turns it.

Measured on 60 path-traced tables: of 39 tops that were taken for pieces face up one had more (0.51), the next 0.42. The
sideways blank white dragon of world 9210, found askew between its neighbours, had 0.49 to 0.63 in eight pictures.
"""
_WHOLE_ENOUGH: Final = 0.8
"""So much of a whole tile turns a blank face that is `_NO_TOP`.

Measured: that one had 0.82 to 0.92 in five pictures where it was no whole tile as it was found, the two surest tops
0.66 and 0.73; a top less sure (0.40) had 0.81, so that both limits are needed.
"""
_SURE_OF_KIND: Final = 0.6
"""Below this confidence a kind is anybody's guess, and the crop is looked at once more for a drawing.

Chosen, not measured, after a blank white dragon with a shadow was named y3 with 0.2 (vision/model/README.md).
"""
_UNDER_GLARE: Final = 0.5
"""A white dragon whose face is mostly glare is no surer than this: whatever is drawn there would look the same.

Below `interpreter.certainty.MIN_TO_COUNT`, so that another moment of the same piece decides, or a person.
"""
_SURE_OF_PLACE: Final = 0.7
"""From this certainty on a piece is there even if the classifier knows no tile in it: somebody can be asked.

Measured: 18 of 1,308 face-up pieces had less. Chosen, not measured: what is no tile.
"""
_MIN_PLACE: Final = 0.4
"""A place of which the detector is less sure holds a tile only if it is `_SURELY_WHOLE` and a sure face or some flower.

Measured: every face-up piece that shows nine tenths had more (0.42 and up), 3 of 25 half hidden ones less; the two
places of the committed pictures where nothing lies had 0.26 and 0.28.
"""
_MIN_BACK: Final = 0.5
"""What may show either side is a back only where the detector leans to it: a stick or a die shows neither.

Measured: 372 backs had 0.52 and more, the one back that was seen where none lies had 0.51.
"""
_SURE_OF_FACE: Final = 0.95
"""From this chance on the face itself is plain: what is said with it is right in nearly all cases.

The classifier's model card: of photographs 232 of 233 answers between 0.97 and 0.99 are right, and more above that.
"""
_SURELY_A_FLOWER: Final = 0.75
"""From this chance of any flower or season on it is one, whichever.

Measured where the detector hardly believes in a whole tile (0.2 to 0.4), on 60 path-traced and 100 rendered tables: a
blue card with a red disc that is the spring of an unknown set had 0.79 and 0.84, of all else no place more than 0.31.
"""
_WHITE: Final = parse_tile("5z")
_SURELY_FRAMED: Final = 0.97
"""A printed white dragon that is this sure is no back, whatever colour light gives it.

Measured on 60 path-traced tables: of 30 printed ones of another colour than the bodies six are framed white dragons,
with 0.991 and more, the others backs and parts of the console, with 0.93 and less."""


def whole_when_turned(box: Box, reading: Reading) -> float:
    """How much of a whole tile a box must hold the other way round to be turned that way.

    What is no tile as it lies must be one surely: the top of a standing tile would pass for a white dragon.
    """
    if reading.whole >= MIN_WHOLE:
        return reading.whole + _CLEARLY_MORE
    return _WHOLE_ENOUGH if is_white(reading) and box.certainty >= _NO_TOP else _SURELY_WHOLE


def is_nothing(box: Box, reading: Reading | None) -> bool:
    """Whether nothing lies in a box; `reading` is None for backs and standing pieces."""
    if reading is None:
        return box.certainty < _MIN_BACK
    if box.certainty < _MIN_PLACE:
        return reading.whole < _SURELY_WHOLE or not _is_surely_something(reading)
    return reading.whole < MIN_WHOLE and box.certainty < _SURE_OF_PLACE


def _is_surely_something(reading: Reading) -> bool:
    """Whether one face is sure, or that it is one of the flowers and seasons: of an unknown set nothing says which."""
    flowers = sum(chance for tile, chance in reading.candidates if tile.is_bonus)
    return reading.candidates[0][1] >= _SURE_OF_FACE or flowers >= _SURELY_A_FLOWER


def is_doubtful(reading: Reading) -> bool:
    """Whether a whole tile is seen whose kind is anybody's guess."""
    return reading.whole >= MIN_WHOLE and reading.candidates[0][1] * reading.whole < _SURE_OF_KIND


def is_white(reading: Reading) -> bool:
    """Whether a white dragon is the likeliest face."""
    return reading.candidates[0][0] == _WHITE


def looked_at(
    box: Box, reading: Reading, crop: npt.NDArray[np.uint8], colours: SideColours, *, has_blank_face: bool = True
) -> tuple[Box, Reading | None] | None:
    """A doubtful face or a white dragon after a look at its own pixels; a back has no reading, what is none is None.

    `has_blank_face` is False where the set is known to have none: what is blank is a back then.
    """
    if is_doubtful(reading) and colours.is_shade(side_colour(crop)):
        return None
    if (is_doubtful(reading) or is_white(reading)) and is_blank(crop):
        if not has_blank_face:
            return as_back(box)
        reading = as_white(reading) if is_doubtful(reading) else reading
    if not is_white(reading):
        return box, reading
    if is_washed_out(crop):
        return box, under_glare(reading)
    if reading.whole >= MIN_WHOLE and is_back(reading, crop, colours):
        return as_back(box)
    return box, reading


def as_back(box: Box) -> tuple[Box, None]:
    """What was taken for a face as a back, which has no reading."""
    return replace(box, face=Face.DOWN, certainty=max(box.certainty, _MIN_BACK)), None


def is_back(reading: Reading, crop: npt.NDArray[np.uint8], colours: SideColours) -> bool:
    """Whether what is read as a white dragon has no body's tint, may be a back, and has no frame that is surely seen.

    A lamp bleaches a blank dragon: in world 10940 two had another tint than the bodies, and were no more like the
    green backs than those.
    """
    colour = side_colour(crop)
    return colours.is_no_body(colour) and not colours.is_unlike_backs(colour) and not is_framed(reading, crop)


def is_framed(reading: Reading, crop: npt.NDArray[np.uint8]) -> bool:
    """Whether what is read as a white dragon surely has a frame or a letter."""
    return has_print(crop) and reading.candidates[0][1] * reading.whole >= _SURELY_FRAMED


def under_glare(reading: Reading) -> Reading:
    """The reading of a face that glare washed out: a white dragon or anything else, compared with no other face."""
    (white, chance), *others = reading.candidates
    return replace(reading, candidates=((white, min(chance, _UNDER_GLARE)), *others), features=None)


def as_white(reading: Reading) -> Reading:
    """The doubtful reading of a face without a drawing: a white dragon, as likely as a doubt allows.

    The network sees each crop with its contrast stretched: noise and a shadow then look like a drawing, and nothing is
    to be compared with other faces.
    """
    others = [(tile, chance) for tile, chance in reading.candidates if tile != _WHITE]
    share = (1 - _SURE_OF_KIND) / max(sum(chance for _, chance in others), 1 - _SURE_OF_KIND)
    candidates = ((_WHITE, _SURE_OF_KIND), *((tile, chance * share) for tile, chance in others))
    return replace(reading, candidates=candidates, is_upside_down=False, features=None)
