"""What surrounds tiles on artificial tables: felts and prints, things that are no tiles, light and camera.

Everything is drawn by chance from a seeded generator; colours are BGR, lengths in millimetres of a `Canvas`.
"""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.calibrating.calibration import Floats
from vision.sightings import Image

Rng = np.random.Generator
Colour = tuple[float, float, float]
_SHIFT: Final = 4
"""Fractional bits of OpenCV's drawing."""


@dataclass(slots=True)
class Canvas:
    """A top view that is being painted: `half_mm` from middle to border, y up; `shown` names the piece seen."""

    image: Image
    shown: npt.NDArray[np.int32]
    half_mm: float
    px_per_mm: float

    @classmethod
    def empty(cls, half_mm: float, px_per_mm: float) -> Canvas:
        """A black one."""
        side = round(2 * half_mm * px_per_mm)
        return cls(np.zeros((side, side, 3), np.uint8), np.zeros((side, side), np.int32), half_mm, px_per_mm)

    def to_px(self, points_mm: Floats) -> Floats:
        """Pixels (n x 2) of points (n x 2)."""
        return (points_mm * (1, -1) + self.half_mm) * self.px_per_mm - 0.5

    def polygon(self, points_mm: Floats, colour: Colour, number: int = 0) -> None:
        """Fill a convex polygon; it hides what was there."""
        corners = np.round(self.to_px(points_mm) * (1 << _SHIFT)).astype(np.int32)
        cv2.fillConvexPoly(self.image, corners, colour, cv2.LINE_AA, _SHIFT)
        cv2.fillConvexPoly(self.shown, corners, number, cv2.LINE_8, _SHIFT)


def any_colour(rng: Rng, value: tuple[float, float] = (0.1, 1.0), most_saturated: float = 0.9) -> Colour:
    """A colour by chance."""
    red, green, blue = colorsys.hsv_to_rgb(rng.random(), rng.uniform(0, most_saturated), rng.uniform(*value))
    return (blue * 255, green * 255, red * 255)


def smooth_noise(rng: Rng, side: int, cells: tuple[int, int]) -> npt.NDArray[np.float32]:
    """Clouds (side x side, about -1..1) with so many cells down and across."""
    grid = rng.normal(0, 0.5, (cells[0] + 3, cells[1] + 3)).astype(np.float32)
    return np.asarray(cv2.resize(grid, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)


def paint_felt(canvas: Canvas, rng: Rng) -> None:
    """Cover everything with one of many cloths or boards."""
    side = canvas.image.shape[0]
    cloth = np.empty((side, side, 3), np.float32)
    cloth[:] = any_colour(rng, (0.08, 0.9), 0.85)
    if rng.random() < 0.25:
        other = np.array(any_colour(rng), np.float32)
        share = np.clip(smooth_noise(rng, side, (3, 3)) * rng.uniform(0.5, 4), 0, 1)[..., None] * rng.uniform(0.2, 0.8)
        cloth = cloth * (1 - share) + other * share
    strength = rng.uniform(0, 14)
    for cells in (6, 40, side // 6):
        across = cells if rng.random() < 0.8 else max(cells // 12, 2)
        cloth += (smooth_noise(rng, side, (cells, across)) * strength * rng.random())[..., None]
    grain = rng.normal(0, rng.uniform(0, 9), (side // 2 + 1, side // 2 + 1)).astype(np.float32)
    cloth += cv2.resize(grain, (side, side), interpolation=cv2.INTER_LINEAR)[..., None]
    canvas.image[:] = np.clip(cloth, 0, 255).astype(np.uint8)
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
        _print(canvas, rng)


def _print(canvas: Canvas, rng: Rng) -> None:
    """A pattern or a logo on the cloth."""
    layer = canvas.image.copy()
    colour, side = any_colour(rng), layer.shape[0]
    kind, step = rng.integers(6), int(rng.uniform(8, 60) * canvas.px_per_mm)
    wide = max(1, round(rng.uniform(0.4, 3) * canvas.px_per_mm))
    if kind <= 1:
        for at in range(int(rng.integers(step)), side, step):
            cv2.line(layer, (at, 0), (at + int(rng.normal(0, 30)), side), colour, wide, cv2.LINE_AA)
            if kind == 1:
                cv2.line(layer, (0, at), (side, at), colour, wide, cv2.LINE_AA)
    elif kind == 2:
        for x, y in np.ndindex(side // step + 1, side // step + 1):
            cv2.circle(layer, (x * step, y * step), max(step // 5, 2), colour, -1, cv2.LINE_AA)
    elif kind == 3:
        text = "".join(chr(65 + int(letter)) for letter in rng.integers(0, 26, rng.integers(2, 9)))
        place = (int(rng.integers(side)) - side // 5, int(rng.integers(side)))
        cv2.putText(layer, text, place, int(rng.integers(8)), rng.uniform(1, 9), colour, wide * 2, cv2.LINE_AA)
    elif kind == 4:
        for _ in range(rng.integers(1, 8)):
            place, radius = rng.integers(0, side, 2).tolist(), int(rng.uniform(5, 120) * canvas.px_per_mm)
            cv2.circle(layer, place, radius, colour, wide if rng.random() < 0.7 else -1, cv2.LINE_AA)
    else:
        for _ in range(rng.integers(1, 14)):
            one, two = rng.integers(0, side, (2, 2)).tolist()
            cv2.rectangle(layer, one, two, colour, wide, cv2.LINE_AA)
    share = rng.uniform(0.15, 0.9)
    cv2.addWeighted(layer, share, canvas.image, 1 - share, 0, dst=canvas.image)


def rectangle(x_mm: float, y_mm: float, width_mm: float, height_mm: float, turn_deg: float) -> Floats:
    """The corners (4 x 2) of a turned rectangle, from the upper left one clockwise when it stands upright."""
    turn = np.radians(turn_deg)
    right, up = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    signs = ((-1, 1), (1, 1), (1, -1), (-1, -1))
    return np.array([x_mm, y_mm]) + np.array([a * right * width_mm / 2 + b * up * height_mm / 2 for a, b in signs])


def ellipse(x_mm: float, y_mm: float, radius_mm: float) -> Floats:
    """A circle as a polygon."""
    angle = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    return np.array([x_mm, y_mm]) + radius_mm * np.column_stack((np.cos(angle), np.sin(angle)))


def paint_thing(canvas: Canvas, rng: Rng) -> None:
    """Something that is no tile: a stick, a die, a cup, a phone, a card, a coin, a pen."""
    x_mm, y_mm = rng.uniform(-canvas.half_mm, canvas.half_mm, 2)
    turn, kind = rng.uniform(0, 360), rng.integers(7)
    if kind == 0:
        wide = rng.uniform(5, 9)
        canvas.polygon(rectangle(x_mm, y_mm, rng.uniform(70, 100), wide, turn), any_colour(rng, (0.8, 1), 0.2))
        canvas.polygon(ellipse(x_mm, y_mm, wide / 4), any_colour(rng, (0.1, 0.9)))
    elif kind == 1:
        _paint_die(canvas, rng, x_mm, y_mm, turn)
    elif kind == 2:
        radius = rng.uniform(15, 48)
        for share in (1.0, rng.uniform(0.8, 0.95), rng.uniform(0.3, 0.75)):
            canvas.polygon(ellipse(x_mm, y_mm, radius * share), any_colour(rng))
    elif kind == 3:
        canvas.polygon(rectangle(x_mm, y_mm, 78, 160, turn), any_colour(rng, (0.05, 0.6)))
        canvas.polygon(rectangle(x_mm, y_mm, 70, 150, turn), any_colour(rng, (0.02, 1)))
    elif kind == 4:
        width, height = rng.uniform(35, 140, 2)
        canvas.polygon(rectangle(x_mm, y_mm, width, height, turn), any_colour(rng, (0.5, 1)))
        canvas.polygon(rectangle(x_mm, y_mm, width * 0.8, height * 0.15, turn), any_colour(rng))
    elif kind == 5:
        canvas.polygon(ellipse(x_mm, y_mm, rng.uniform(7, 14)), any_colour(rng, (0.2, 0.9)))
    else:
        canvas.polygon(rectangle(x_mm, y_mm, rng.uniform(2, 12), rng.uniform(60, 190), turn), any_colour(rng))


def _paint_die(canvas: Canvas, rng: Rng, x_mm: float, y_mm: float, turn_deg: float) -> None:
    side = rng.uniform(8, 17)
    body = any_colour(rng, (0.7, 1), 0.3) if rng.random() < 0.7 else any_colour(rng)
    canvas.polygon(rectangle(x_mm, y_mm - side * 0.2, side, side * 1.2, turn_deg), tuple(0.7 * c for c in body))
    canvas.polygon(rectangle(x_mm, y_mm, side, side, turn_deg), body)
    ink = any_colour(rng, (0, 0.4)) if rng.random() < 0.6 else (30.0, 30.0, 190.0)
    for dx, dy in rng.permutation([(-1, -1), (0, 0), (1, 1), (-1, 1), (1, -1), (1, 0), (-1, 0)])[: rng.integers(1, 7)]:
        canvas.polygon(ellipse(x_mm + dx * side * 0.27, y_mm + dy * side * 0.27, side * 0.1), ink)


def paint_arm(canvas: Canvas, rng: Rng) -> None:
    """A hand with some fingers and a sleeve that reach in from outside."""
    tip = rng.uniform(-0.8, 0.8, 2) * canvas.half_mm
    angle = rng.uniform(0, 2 * np.pi)
    away = np.array([np.cos(angle), np.sin(angle)])
    skin, wide = np.array(any_colour(rng, (0.35, 0.95), 0.5)), rng.uniform(38, 70)
    skin = np.sort(skin) if rng.random() < 0.8 else skin

    def limb(start: Floats, end: Floats, width_mm: float, colour: npt.ArrayLike) -> None:
        pixels = np.round(canvas.to_px(np.array([start, end]))).astype(int)
        thick = max(2, round(width_mm * canvas.px_per_mm))
        shade = tuple(float(c) for c in np.asarray(colour))
        cv2.line(canvas.image, pixels[0].tolist(), pixels[1].tolist(), shade, thick, cv2.LINE_AA)
        cv2.line(canvas.shown, pixels[0].tolist(), pixels[1].tolist(), 0, thick)

    wrist = tip + away * 105
    for finger in range(rng.integers(1, 6)):
        spread = angle + np.pi + (finger - 2) * rng.uniform(0.1, 0.3)
        reach = tip + away * 45 + rng.uniform(40, 75) * np.array([np.cos(spread), np.sin(spread)])
        limb(tip + away * 50, reach, rng.uniform(12, 18), skin * rng.uniform(0.85, 1.05))
    limb(tip + away * 55, wrist, wide * 1.1, skin)
    limb(wrist, tip + away * 900, wide, skin * 0.92)
    if rng.random() < 0.7:
        limb(tip + away * rng.uniform(130, 260), tip + away * 900, wide * 1.4, any_colour(rng))


def lit(image: Image, rng: Rng) -> Image:
    """The picture in another light: uneven, tinted, with reflections of lamps and soft shadows."""
    side = image.shape[0]
    light = 1 + smooth_noise(rng, side, (2, 2)) * rng.uniform(0, 0.5)
    light = np.maximum(light, 0.25) * rng.uniform(0.45, 1.25)
    tint = rng.uniform(0.85, 1.12, 3)
    lit_up = image.astype(np.float32) * (light[..., None] * tint).astype(np.float32)
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        spot = np.zeros((side // 8, side // 8), np.float32)
        place, axes = rng.integers(0, side // 8, 2).tolist(), rng.integers(2, side // 30, 2).tolist()
        cv2.ellipse(spot, place, axes, rng.uniform(0, 180), 0, 360, rng.uniform(30, 200), -1)
        spot = cv2.GaussianBlur(spot, (0, 0), rng.uniform(1, 8))
        lit_up += cv2.resize(spot, (side, side))[..., None]
    return np.clip(lit_up, 0, 255).astype(np.uint8)


def photographed(image: Image, rng: Rng) -> Image:
    """What a camera's noise, sharpening and JPEG leave of a picture of the same size."""
    picture = image.astype(np.float32)
    blur = rng.uniform(0, 1.2)
    if blur > 0.3:
        picture = cv2.GaussianBlur(picture, (0, 0), blur)
    if rng.random() < 0.3:
        picture += (picture - cv2.GaussianBlur(picture, (0, 0), 1.5)) * rng.uniform(0, 1.2)
    picture += rng.normal(0, rng.uniform(0, 7), picture.shape)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 96))]
    data = cv2.imencode(".jpg", np.clip(picture, 0, 255).astype(np.uint8), quality)[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
