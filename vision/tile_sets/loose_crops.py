"""Naming the tile in a loose crop: a picture of one tile with some background, at any angle and of any size.

Nobody says where in the picture the tile lies, so it is tried in many places: every angle in steps, a few sizes, then
small shifts around the best. The network itself tells a good place from a bad one; the best places are averaged.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from mahjong_rules.tiles import Tile, parse_tile
from vision.reading.adaptation import chances
from vision.reading.classification import (
    FACES_KNOWN,
    REJECT,
    SAMPLE_MARGIN_PX,
    Classifier,
)
from vision.sightings import Image
from vision.tile_sets.crop_places import (
    CropPlace,
    cut_places,
    enlarged,
    outlined_places,
    places_near,
    resized,
    scale_of,
    stretched_places,
    usual_places,
)

MIN_SIDE_PX: Final = 8
"""Smaller pictures are refused: nothing is to be read in them. docs/tile_sets.md promises 16 pixels and more."""
_REFINED: Final = 3
"""So many of the best places are searched around once more. Chosen, not measured: each costs eight more looks."""
_TURNS_DEG: Final = tuple(range(-36, 37, 6))
"""Beside the best place's angle: faces are still known at the nearer of these, and the middle of them is the angle."""
_AGREEING_DEG: Final = 6.0
"""An outline that differs more from that angle is not the tile's, or not only the tile's."""
_MIN_OUTLINED: Final = 0.5
"""... and so is one that shows the kind with less than this share of the best place's chance."""
_BEST: Final = 6
"""So many of the best places say whether there is a tile at all. Chosen, not measured."""
_MIN_WHOLE: Final = 0.3
"""When the best places show less of a tile than this, there is none."""
_WHITE: Final = parse_tile("5z")
_IVORY_LIGHT: Final = 70
"""Lightness, 0 to 255, from which a blank face may be ivory.

Chosen, not measured: darker ones are backs, or lie in the dark.
"""
_IVORY_CHROMA: Final = 0.15
"""Of the light: white dragons in photographs have less, in odd light too; coloured backs and felt have more."""
_BLANK_CONTRAST: Final = 0.1
"""Of the light, as standard deviation: blank dragons have less, whatever is drawn on has more."""
_BLANK_CONFIDENCE: Final = 0.9
"""White backs exist."""
_SUREST: Final = 0.9999
"""No place counts as surer than this: its logarithm must stay finite."""
_AVERAGED: Final = 24
"""The mean over so many of the best places is the confidence: it is then about the share of right answers
(docs/tile_sets.md).
"""


@dataclass(frozen=True, slots=True)
class LooseReading:
    """What a loose crop shows.

    Attributes:
        tile: the kind; None: a back, or no whole tile.
        rotation_deg: 0, 90, 180 or 270, counter-clockwise from upright; for None it means nothing.
        confidence: the chance that `tile` is right.
        place: where it lies in the picture, the rotation exact.
    """

    tile: Tile | None
    rotation_deg: int
    confidence: float
    place: CropPlace


def read_loose(picture: Image, classifier: Classifier) -> LooseReading:
    """Name the tile in a picture.

    Raises:
        ValueError: the picture is smaller than MIN_SIDE_PX.
    """
    return _Search(picture, classifier).reading()


def upright(picture: Image, tile: Tile | None, rotation_deg: int | None, classifier: Classifier) -> Image:
    """The tile of a labelled picture cut out upright, with SAMPLE_MARGIN_PX around it: a sample to learn from.

    Args:
        picture: one tile with some background.
        tile: what it shows; None for a back.
        rotation_deg: 0, 90, 180 or 270 counter-clockwise; None: whatever suits the tile best.
        classifier: tells where in the picture the tile looks most like itself.

    Raises:
        ValueError: the picture is smaller than MIN_SIDE_PX.
    """
    return _Search(picture, classifier).sample(tile, rotation_deg)


class _Search:
    """The places in one picture where a tile may lie, and what the network says of each."""

    def __init__(self, picture: Image, classifier: Classifier) -> None:
        height, width = picture.shape[:2]
        if min(height, width) < MIN_SIDE_PX:
            raise ValueError(f"a picture of a tile has at least {MIN_SIDE_PX} pixels a side, not {width} x {height}")
        self._scale = scale_of(width, height)
        self._picture = resized(picture, self._scale)
        self._classifier = classifier
        self._is_stretched = self._scale[0] != self._scale[1]
        self._outlined = [] if self._is_stretched else outlined_places(self._picture)
        filling = stretched_places(self._picture) if self._is_stretched else usual_places(self._picture)
        self.places = [*self._outlined, *filling]
        self.chances = self._judge(self.places)
        self._refine()

    def reading(self) -> LooseReading:
        """What the places say together: sure ones count more."""
        faces = self.chances[:, :REJECT].reshape(len(self.places), -1, 2)
        each = faces.sum(axis=2)
        weights = np.array([place.weight for place in self.places])[:, None]
        # The chance that every place errs, were each alone: a few sure places outweigh many doubtful ones.
        kind = int(np.log(1 - np.minimum(weights * each**2, _SUREST)).sum(axis=0).argmin())
        best = np.argsort(-(weights * each).max(axis=1), kind="stable")[:_AVERAGED]
        whole = float(each[best[:_BEST]].sum(axis=1).mean())
        confidence = float(each[best, kind].mean())
        place = self._turned(self._likeliest(kind), kind)
        is_tile = whole >= _MIN_WHOLE
        if FACES_KNOWN[kind] == _WHITE and (colour := _blank_colour(self._picture)):
            # A blank face has nothing but its colour to tell it from a back.
            is_tile = colour.is_ivory
            confidence = max(confidence, _BLANK_CONFIDENCE)
        elif not is_tile:
            confidence = 1 - whole
        return LooseReading(
            tile=FACES_KNOWN[kind] if is_tile else None,
            rotation_deg=round(place.turn_deg / 90) % 4 * 90,
            confidence=confidence,
            place=enlarged(place, self._scale),
        )

    def sample(self, tile: Tile | None, rotation_deg: int | None) -> Image:
        """The upright crop of the place that suits a known tile best, with a margin."""
        options = [replace(place, turn_deg=place.turn_deg + 180 * way) for place in self.places for way in (0, 1)]
        said = np.zeros(len(options))
        if tile is not None:
            kind = FACES_KNOWN.index(tile)
            said = self.chances[:, 2 * kind : 2 * kind + 2].ravel()
        usual = np.array([_usualness(option, self._picture.shape) for option in options])
        wanted = np.array([_is_turned_by(option, rotation_deg) for option in options])
        best = int(np.argmax(said + usual + wanted))
        return np.asarray(cut_places(self._picture, [options[best]], SAMPLE_MARGIN_PX)[0], np.uint8)

    def _likeliest(self, kind: int) -> CropPlace:
        """The place where a kind is likeliest, turned by half if it is upside down there."""
        number, half_turns = np.unravel_index(
            int(self.chances[:, 2 * kind : 2 * kind + 2].argmax()), (len(self.places), 2)
        )
        place = self.places[int(number)]
        return replace(place, turn_deg=(place.turn_deg + 180 * int(half_turns)) % 360)

    def _turned(self, place: CropPlace, kind: int) -> CropPlace:
        """A place where a kind was seen, turned as its outline, or else to the middle of where it shows."""
        if self._is_stretched:
            return place
        turn_deg = place.turn_deg
        # The middle of a range that ends beside the tile's angle lies off; from there it is nearly right.
        for _ in range(2):
            turns = [replace(place, turn_deg=turn_deg + more_deg) for more_deg in _TURNS_DEG]
            seen = self._judge(turns)[:, 2 * kind : 2 * kind + 2].sum(axis=1)
            turn_deg += float(seen @ np.array(_TURNS_DEG) / seen.sum())
        for outline in self._outlined:
            said = self.chances[: len(self._outlined), 2 * kind : 2 * kind + 2].sum()
            differs_deg = (outline.turn_deg - turn_deg + 90) % 180 - 90
            if abs(differs_deg) <= _AGREEING_DEG and said >= _MIN_OUTLINED * seen.max():
                turn_deg += differs_deg
        return replace(place, turn_deg=turn_deg % 360)

    def _refine(self) -> None:
        faces = self.chances[:, :REJECT].reshape(len(self.places), -1, 2).sum(axis=2)
        best = np.argsort(-faces.max(axis=1), kind="stable")[:_REFINED]
        more = [near for number in best for near in places_near(self.places[number])]
        self.places += more
        self.chances = np.concatenate([self.chances, self._judge(more)])

    def _judge(self, places: Sequence[CropPlace]) -> npt.NDArray[np.float64]:
        return chances(self._classifier.logits(cut_places(self._picture, places)))


class _Colour(NamedTuple):
    """Light and distance from grey, in OpenCV's 8-bit Lab."""

    light: float
    chroma: float

    @property
    def is_ivory(self) -> bool:
        """Bright and hardly coloured, as tiles are in any usual light."""
        return self.light >= _IVORY_LIGHT and self.chroma <= _IVORY_CHROMA * self.light


def _blank_colour(picture: Image) -> _Colour | None:
    """The colour of the picture's middle; None when something is drawn there."""
    height, width = picture.shape[:2]
    inner = picture[height // 5 : height - height // 5, width // 5 : width - width // 5]
    lab = cv2.cvtColor(inner, cv2.COLOR_BGR2LAB).reshape(-1, 3).astype(np.float64) - (0, 128, 128)
    light, red, yellow = np.median(lab, axis=0)
    return _Colour(light, math.hypot(red, yellow)) if lab[:, 0].std() < _BLANK_CONTRAST * light else None


def _usualness(place: CropPlace, shape: tuple[int, ...]) -> float:
    """A little for what is likelier when the network knows no better: a tile that fills the picture, upright."""
    fills = math.hypot(place.width, place.height) / math.hypot(*shape[:2])
    return 0.05 * min(fills, 1.0) + 0.02 * math.cos(math.radians(place.turn_deg))


def _is_turned_by(place: CropPlace, rotation_deg: int | None) -> bool:
    return rotation_deg is None or abs((place.turn_deg - rotation_deg + 180) % 360 - 180) < 45
