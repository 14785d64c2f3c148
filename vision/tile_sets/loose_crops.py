"""Naming the tile in a loose crop: a picture of one tile with some background, at any angle and of any size.

Nobody says where in the picture the tile lies, so it is tried in many places: every angle in steps, a few sizes, then
small shifts around the best. The network itself tells a good place from a bad one; the best places are averaged.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from mahjong_rules.tiles import Tile, parse_tile
from vision.reading.adaptation import chances
from vision.reading.classification import (
    CROP_HEIGHT_PX,
    CROP_MARGIN,
    CROP_WIDTH_PX,
    FACES_KNOWN,
    REJECT,
    SAMPLE_MARGIN_PX,
    Classifier,
)
from vision.sightings import Image

MIN_SIDE_PX: Final = 8
"""Smaller pictures are refused: nothing is to be read in them. docs/tile_sets.md promises 16 pixels and more."""
_SHORT_SIDE_PX: Final = 96
"""Larger pictures are shrunk to this: the network sees 40 pixels across a tile."""
_TILE_RATIO: Final = 0.74
"""Width to height of a tile, from 0.72 to 0.76 in most sets."""
_RATIOS: Final = (0.3, 1.0)
"""What perspective may make of it."""
_ANGLES_DEG: Final = tuple(range(0, 180, 15))
_LONG_RATIO: Final = 0.8
"""A box narrower than this share of its height holds no slanted tile: a tile turned by 30 degrees has a box of 0.92."""
_STRETCHED: Final = 3.0
"""No tile looks so long: the picture itself was stretched."""
_STANDING_RATIO: Final = 0.66
"""A box as narrow as this shows a tile that stands, with some of its top edge above the face, ..."""
_TRIMS: Final = (0.1, 0.2)
"""... which is this much of the height."""
_SIZES: Final = {1.08: 1.0, 1.0: 1.0, 0.94: 1.0, 0.88: 0.8, 0.8: 0.6}
"""Sizes of the tile beside one that fills the picture, and their weights: a part of a tile may look like another."""
_MIN_SHARE: Final = 0.08
"""Of the picture, for what stands out to be the tile."""
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
class CropPlace:
    """Where a tile may lie in a picture: centre, size and rotation (counter-clockwise, 0 upright), in pixels."""

    x: float
    y: float
    width: float
    height: float
    turn_deg: float
    weight: float = 1.0
    """How much it counts beside others."""


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
        self._scale = _scale(width, height)
        self._picture = _resized(picture, self._scale)
        self._classifier = classifier
        self._is_stretched = self._scale[0] != self._scale[1]
        self._outlined = [] if self._is_stretched else _outlined(self._picture)
        filling = _stretched_places(self._picture) if self._is_stretched else _usual_places(self._picture)
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
            place=_enlarged(place, self._scale),
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
        more = [near for number in best for near in _near(self.places[number])]
        self.places += more
        self.chances = np.concatenate([self.chances, self._judge(more)])

    def _judge(self, places: Sequence[CropPlace]) -> npt.NDArray[np.float64]:
        return chances(self._classifier.logits(cut_places(self._picture, places)))


def cut_places(picture: Image, places: Sequence[CropPlace], margin_px: int = 0) -> npt.NDArray[np.uint8]:
    """Upright crops (n x 56 x 40 x 3) of places; with `margin_px` so much larger on each side."""
    size = (CROP_WIDTH_PX + 2 * margin_px, CROP_HEIGHT_PX + 2 * margin_px)
    crops = np.empty((len(places), size[1], size[0], 3), np.uint8)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for crop, place in zip(crops, places, strict=True):
        matrix = _crop_to_picture(place, margin_px)
        cv2.warpAffine(picture, matrix, size, dst=crop, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return crops


def _crop_to_picture(place: CropPlace, margin_px: int) -> npt.NDArray[np.float64]:
    turn = math.radians(place.turn_deg)
    right = np.array([math.cos(turn), -math.sin(turn)]) * place.width * (1 + CROP_MARGIN) / CROP_WIDTH_PX
    down = np.array([math.sin(turn), math.cos(turn)]) * (place.height + place.width * CROP_MARGIN) / CROP_HEIGHT_PX
    middle = (np.array([CROP_WIDTH_PX, CROP_HEIGHT_PX]) - 1) / 2 + margin_px
    return np.column_stack([right, down, np.array([place.x, place.y]) - right * middle[0] - down * middle[1]])


def _usual_places(picture: Image) -> Iterable[CropPlace]:
    """Tiles in the middle of the picture that just fill it, a little larger and smaller ones."""
    height, width = picture.shape[:2]
    middle = ((width - 1) / 2, (height - 1) / 2)
    for turn_deg in _angles_deg(width / height):
        wide, high = _filling(width, height, turn_deg)
        for size, weight in _SIZES.items():
            yield CropPlace(*middle, wide * size, high * size, turn_deg, weight)
    if width / height < _STANDING_RATIO:
        for trim in _TRIMS:
            yield CropPlace(middle[0], middle[1] + trim * height / 2, width, height * (1 - trim), 0.0)


def _stretched_places(picture: Image) -> Iterable[CropPlace]:
    """A tile that fills the picture upright or across: nobody crops a slanted one and stretches it."""
    height, width = picture.shape[:2]
    for turn_deg in (0.0, 90.0):
        for size in (1.0, 0.94):
            yield CropPlace((width - 1) / 2, (height - 1) / 2, width * size, height * size, turn_deg)


def _angles_deg(ratio: float) -> tuple[int, ...]:
    """The angles at which a tile's box may have this ratio of width to height: a long box holds no slanted tile."""
    if ratio < _LONG_RATIO:
        return (-15, 0, 15)
    return (75, 90, 105) if ratio > 1 / _LONG_RATIO else _ANGLES_DEG


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


def _outlined(picture: Image) -> list[CropPlace]:
    """Where something of a tile's shape stands out from what the picture's border shows."""
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (3, 3), 0), cv2.COLOR_BGR2LAB).astype(np.float32)
    ring = np.concatenate([lab[0], lab[-1], lab[:, 0], lab[:, -1]])
    distance = np.linalg.norm(lab - np.median(ring, axis=0), axis=2)
    _, mask = cv2.threshold(np.clip(distance, 0, 255).astype(np.uint8), 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not outlines:
        return []
    (x, y), (wide, high), turn_deg = cv2.minAreaRect(max(outlines, key=cv2.contourArea))
    if wide > high:
        wide, high, turn_deg = high, wide, turn_deg + 90
    if not (wide * high > _MIN_SHARE * mask.size and _RATIOS[0] < wide / high < _RATIOS[1]):
        return []
    # OpenCV turns clockwise.
    return [CropPlace(x, y, wide, high, -turn_deg % 180)]


def _filling(width: float, height: float, turn_deg: float) -> tuple[float, float]:
    """Width and height of the tile that touches all four sides of a box, or else of the largest usual one inside."""
    turn = math.radians(turn_deg)
    cosine, sine = abs(math.cos(turn)), abs(math.sin(turn))
    determinant = cosine**2 - sine**2
    if abs(determinant) > 0.6:
        wide, high = (width * cosine - height * sine) / determinant, (height * cosine - width * sine) / determinant
        if high > 0 and _RATIOS[0] < wide / high < _RATIOS[1]:
            return wide, high
    high = min(width / (_TILE_RATIO * cosine + sine), height / (_TILE_RATIO * sine + cosine))
    return _TILE_RATIO * high, high


def _usualness(place: CropPlace, shape: tuple[int, ...]) -> float:
    """A little for what is likelier when the network knows no better: a tile that fills the picture, upright."""
    fills = math.hypot(place.width, place.height) / math.hypot(*shape[:2])
    return 0.05 * min(fills, 1.0) + 0.02 * math.cos(math.radians(place.turn_deg))


def _is_turned_by(place: CropPlace, rotation_deg: int | None) -> bool:
    return rotation_deg is None or abs((place.turn_deg - rotation_deg + 180) % 360 - 180) < 45


def _near(place: CropPlace) -> Iterable[CropPlace]:
    across, along = place.width * 0.08, place.height * 0.06
    for x, y in ((across, 0.0), (-across, 0.0), (0.0, along), (0.0, -along)):
        yield replace(place, x=place.x + x, y=place.y + y)
    for turn_deg in (-7.5, 7.5):
        yield replace(place, turn_deg=place.turn_deg + turn_deg)
    for size in (0.94, 1.06):
        yield replace(place, width=place.width * size, height=place.height * size)


def _scale(width: int, height: int) -> tuple[float, float]:
    """What a picture is shrunk by across and along: to a bearable size, and to a square when it was stretched."""
    shrink = min(1.0, _SHORT_SIDE_PX / min(height, width))
    if 1 / _STRETCHED < width / height < _STRETCHED:
        return shrink, shrink
    side = min(width, height) * shrink
    return side / width, side / height


def _resized(picture: Image, scale: tuple[float, float]) -> Image:
    if scale == (1.0, 1.0):
        return picture
    return np.asarray(cv2.resize(picture, None, fx=scale[0], fy=scale[1], interpolation=cv2.INTER_AREA), np.uint8)


def _enlarged(place: CropPlace, scale: tuple[float, float]) -> CropPlace:
    # The middle of the first pixel stays where it is only for scale 1.
    x, y = ((value + 0.5) / factor - 0.5 for value, factor in zip((place.x, place.y), scale, strict=True))
    lies = 45 < place.turn_deg % 180 < 135
    across, along = reversed(scale) if lies else scale
    return replace(place, x=x, y=y, width=place.width / across, height=place.height / along)
