"""Tiles, sticks and dice as sprites."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from hw_sim.felt.scene import Furniture, Piece, Pose, Stick
from hw_sim.picture.appearance import Appearance, Colour
from hw_sim.picture.projection import Floats, SimulatedCamera
from hw_sim.picture.sprites import (
    Canvas,
    Image,
    Prism,
    Shade,
    Sprite,
    cast_shade,
    lifted,
    placed,
    rounded_outline,
    scaled,
)
from hw_sim.picture.textures import load_faces
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import Tile

_BACK_SHARE: Final = 0.36
"""The coloured layer's share of a tile's thickness."""
# Chosen, not measured: how round the corners of a tile are.
_CORNER_MM: Final = 1.7
_GLARE_AT_MM: Final = 450.0
"""Distance of the lamp's reflection from the middle for a light lean of one."""
# Chosen, not measured: the reflection of a lamp covers some tiles of the table, never all.
_GLARE_WIDE_MM: Final = 130.0
_STICK_MM: Final = (66.0, 6.0, 3.0)
# The dice of table machines are smaller than those of board games (16 mm). Chosen to fit the box.
DIE_MM: Final = 11.0


@dataclass(frozen=True, slots=True)
class Body:
    """A thing ready for drawing: `sprite`, the shadow on the felt and, when it lies higher, on what is below it."""

    sprite: Sprite
    on_felt: Shade | None = None
    on_lower: Shade | None = None


@lru_cache(maxsize=256)
def _painted_face(style: str, tile: Tile, ivory: Colour, ink: float) -> Image:
    """The art on ivory."""
    art = cv2.addWeighted(load_faces(style)[tile], ink, load_faces(style)[tile], 0, 255 * (1 - ink))
    return np.asarray(cv2.multiply(art, np.full_like(art, ivory), scale=1 / 255), np.uint8)


@lru_cache(maxsize=8)
def _painted_back(colour: Colour) -> Image:
    """A plain back with a faint sheen."""
    ramp = np.linspace(1.06, 0.95, 32)[:, None, None]
    return np.clip(np.full((32, 24, 3), colour) * ramp, 0, 255).astype(np.uint8)


def back_colour(look: Appearance, tile_set: SetName) -> Colour:
    """The back of a set."""
    return look.back_a if tile_set is SetName.A else look.back_b


def _corners(half_width: float, half_depth: float) -> Floats:
    """Top-left, top-right, bottom-right, bottom-left of an upright face."""
    return np.array(
        [(-half_width, half_depth), (half_width, half_depth), (half_width, -half_depth), (-half_width, -half_depth)]
    )


class PieceArtist:
    """Draws the pieces of one table in one look for one camera."""

    def __init__(self, furniture: Furniture, pose: SimulatedCamera, look: Appearance) -> None:
        self._pose = pose
        self._look = look
        self._thickness_mm = furniture.tile_thickness_mm
        self._height_mm = furniture.tile_height_mm
        self._half_width = furniture.tile_width_mm / 2 - 0.15
        self._half_height = furniture.tile_height_mm / 2 - 0.15
        self._flat = rounded_outline(self._half_width, self._half_height, _CORNER_MM)
        self._standing = rounded_outline(self._half_width, self._thickness_mm / 2, _CORNER_MM)

    def piece(self, piece: Piece) -> Body:
        """A tile as it lies or stands."""
        if piece.pose is Pose.STANDING:
            return self._stand(piece)
        return self._lie(piece)

    def _ivory(self, piece: Piece) -> Colour:
        """No two tiles are quite alike."""
        return scaled(self._look.ivory, 0.985 + 0.015 * (piece.number * 37 % 11 - 5) / 5)

    def _face(self, piece: Piece, ivory: Colour) -> Image:
        return _painted_face(self._look.style, piece.tile, ivory, self._look.ink)

    def _glossy(self, image: Image, x_mm: float, y_mm: float) -> Image:
        """With the lamp's reflection, which lies on its side of the table."""
        angle = math.radians(self._look.light.from_deg)
        reach = _GLARE_AT_MM * self._look.light.lean
        distance = math.hypot(x_mm - reach * math.cos(angle), y_mm - reach * math.sin(angle))
        sheen = self._look.gloss * math.exp(-((distance / _GLARE_WIDE_MM) ** 2))
        if sheen < 0.01:
            return image
        return np.asarray(cv2.addWeighted(image, 1 - sheen, image, 0, 255 * sheen), np.uint8)

    def _lie(self, piece: Piece) -> Body:
        face_up = piece.pose is Pose.FACE_UP
        outline = placed(self._flat, piece.x_mm, piece.y_mm, piece.rotation_deg)
        top_mm = piece.z_mm + self._thickness_mm
        back, ivory = back_colour(self._look, piece.tile_set), self._ivory(piece)
        back_mm = self._thickness_mm * _BACK_SHARE
        seam_mm = piece.z_mm + (back_mm if face_up else self._thickness_mm - back_mm)
        lower, upper = (back, ivory) if face_up else (ivory, back)
        prisms = (Prism(outline, piece.z_mm, seam_mm, lower), Prism(outline, seam_mm, top_mm, upper))
        corners = placed(_corners(self._half_width, self._half_height), piece.x_mm, piece.y_mm, piece.rotation_deg)
        quad = lifted(corners, top_mm)
        canvas = Canvas(self._pose, self._look, np.concatenate([lifted(outline, piece.z_mm), lifted(outline, top_mm)]))
        for prism in prisms:
            canvas.prism(prism)
        image = self._face(piece, ivory) if face_up else _painted_back(back)
        canvas.picture(quad, self._glossy(image, piece.x_mm, piece.y_mm), lifted(outline, top_mm))
        canvas.rim(outline, top_mm, upper)
        return self._body(canvas.sprite(quad), prisms, piece.z_mm)

    def _stand(self, piece: Piece) -> Body:
        half = self._thickness_mm / 2
        seam = half - self._thickness_mm * _BACK_SHARE
        front = np.clip(self._standing, (-np.inf, -np.inf), (np.inf, seam))
        rear = np.clip(self._standing, (-np.inf, seam), (np.inf, np.inf))
        low, high = piece.z_mm, piece.z_mm + self._height_mm
        back, ivory = back_colour(self._look, piece.tile_set), self._ivory(piece)

        def here(points: Floats) -> Floats:
            return placed(points, piece.x_mm, piece.y_mm, piece.rotation_deg)

        halves = [Prism(_distinct(here(front)), low, high, ivory), Prism(_distinct(here(rear)), low, high, back)]
        if self._sees_face(piece):
            halves.reverse()
        outline = here(self._standing)
        canvas = Canvas(self._pose, self._look, np.concatenate([lifted(outline, low), lifted(outline, high)]))
        for prism in halves:
            canvas.prism(prism)
        if self._sees_face(piece):
            edge = here(np.array([(-self._half_width, -half), (self._half_width, -half)]))
            face = np.concatenate([lifted(edge, high), lifted(edge[::-1], low)])
            canvas.picture(face, self._face(piece, scaled(ivory, 0.8)))
        canvas.rim(outline, high, scaled(ivory, 0.97))
        quad = lifted(here(_corners(self._half_width, half)), high)
        return self._body(canvas.sprite(quad), tuple(halves), low)

    def _sees_face(self, piece: Piece) -> bool:
        """True when the camera stands on the side to which a standing tile's face points."""
        angle = math.radians(piece.rotation_deg - 90)
        to_camera = (self._pose.x_mm - piece.x_mm, self._pose.y_mm - piece.y_mm)
        return to_camera[0] * math.cos(angle) + to_camera[1] * math.sin(angle) > self._thickness_mm / 2

    def _body(self, sprite: Sprite, prisms: tuple[Prism, ...], base_mm: float) -> Body:
        on_felt = cast_shade(self._pose, self._look, prisms, 0.0)
        on_lower = cast_shade(self._pose, self._look, prisms, base_mm) if base_mm > 1 else None
        return Body(sprite, on_felt, on_lower)

    def stick(self, stick: Stick) -> Body:
        """A white stick with one red dot."""
        length, width, height = _STICK_MM
        outline = placed(rounded_outline(length / 2, width / 2, 2.0), stick.x_mm, stick.y_mm, stick.rotation_deg)
        corners = placed(_corners(length / 2, width / 2), stick.x_mm, stick.y_mm, stick.rotation_deg)
        return self._solid(outline, corners, (0.0, height), (236, 240, 242), _stick_picture())

    def die(self, x_mm: float, y_mm: float, z_mm: float, rotation_deg: float, value: int) -> Body:
        """A die that shows `value`, 1 to 6."""
        half = DIE_MM / 2
        outline = placed(rounded_outline(half, half, 1.6), x_mm, y_mm, rotation_deg)
        corners = placed(_corners(half, half), x_mm, y_mm, rotation_deg)
        return self._solid(outline, corners, (z_mm, z_mm + DIE_MM), (238, 240, 242), _die_picture(value))

    def _solid(
        self, outline: Floats, corners: Floats, heights_mm: tuple[float, float], colour: Colour, image: Image
    ) -> Body:
        low, high = heights_mm
        prism = Prism(outline, low, high, colour)
        canvas = Canvas(self._pose, self._look, np.concatenate([lifted(outline, low), lifted(outline, high)]))
        canvas.prism(prism)
        canvas.picture(lifted(corners, high), image, lifted(outline, high))
        sprite = canvas.sprite(lifted(corners, high))
        if low > 1:
            return Body(sprite, None, cast_shade(self._pose, self._look, (prism,), low))
        return Body(sprite, cast_shade(self._pose, self._look, (prism,), 0.0))


def _distinct(points: Floats) -> Floats:
    """Without neighbours that coincide."""
    distinct: Floats = points[np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1) > 1e-6]
    return distinct


@lru_cache
def _stick_picture() -> Image:
    image = np.full((36, 396, 3), (236, 240, 242), np.uint8)
    cv2.circle(image, (198, 18), 11, (40, 40, 200), -1, cv2.LINE_AA)
    return image


_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}


@lru_cache
def _die_picture(value: int) -> Image:
    image = np.full((96, 96, 3), (238, 240, 242), np.uint8)
    for x, y in _PIPS[value]:
        ink, radius = ((40, 40, 200), 15) if value == 1 else ((40, 34, 30), 9)
        cv2.circle(image, (48 + 26 * x, 48 - 26 * y), radius, ink, -1, cv2.LINE_AA)
    return image
