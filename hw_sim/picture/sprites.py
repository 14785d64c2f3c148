"""Solid things as small pictures with soft edges, ready to be laid over the table.

A sprite is drawn once, three times too large, and shrunk; laying it down again is a multiplication and an addition.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hw_sim.picture.appearance import Appearance, Colour
from hw_sim.picture.projection import Floats, SimulatedCamera

Image = npt.NDArray[np.uint8]
# Sprites are drawn so many times too large and reduced: smooth edges. Chosen: four times would be 1.8 times as many
# pixels.
SUPERSAMPLING: Final = 3
# Bits behind the point of the coordinates that OpenCV draws with: a sixteenth of a pixel.
_SHIFT: Final = 4


@dataclass(frozen=True, slots=True)
class PixelRect:
    """A rectangle of pixels; right and bottom are outside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def area_px(self) -> int:
        """Zero when empty."""
        return max(0, self.right - self.left) * max(0, self.bottom - self.top)

    def common(self, other: PixelRect) -> PixelRect:
        """The part both cover; its area is 0 when there is none."""
        return PixelRect(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def overlaps(self, other: PixelRect) -> bool:
        """Whether both cover a pixel."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def joined(self, other: PixelRect) -> PixelRect:
        """The smallest rectangle around both."""
        return PixelRect(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def grown(self, margin_px: int) -> PixelRect:
        """With a margin on every side."""
        return PixelRect(self.left - margin_px, self.top - margin_px, self.right + margin_px, self.bottom + margin_px)

    def within(self, other: PixelRect) -> tuple[slice, slice]:
        """This rectangle as slices of an array that covers `other`."""
        return (
            slice(self.top - other.top, self.bottom - other.top),
            slice(self.left - other.left, self.right - other.left),
        )


@dataclass(frozen=True, slots=True)
class Sprite:
    """`colour` is premultiplied BGR; `keep` (three equal channels) is the share of what lies below, 255 all of it."""

    rect: PixelRect
    colour: Image
    keep: Image
    top_px: Floats = field(default_factory=lambda: np.zeros((0, 2)))
    """Corners of the upper face: top-left, top-right, bottom-right, bottom-left as its picture is read."""

    def lay(self, target: Image, region: PixelRect) -> None:
        """Draw the part inside `region` on `target`, an array that covers just `region`."""
        common = self.rect.common(region)
        if not common.area_px:
            return
        below, own = target[common.within(region)], common.within(self.rect)
        cv2.multiply(below, self.keep[own], dst=below, scale=1 / 255)
        cv2.add(below, self.colour[own], dst=below)


@dataclass(frozen=True, slots=True)
class Shade:
    """A shadow: `light` (one channel) is the share of light that is left, 255 all of it."""

    rect: PixelRect
    light: Image

    def darken(self, light_map: Image, region: PixelRect) -> None:
        """Keep the darker of `light_map` (covering `region`) and this shadow."""
        common = self.rect.common(region)
        if common.area_px:
            part = light_map[common.within(region)]
            cv2.min(part, self.light[common.within(self.rect)], dst=part)


@dataclass(frozen=True, slots=True)
class Prism:
    """An upright body: a convex outline (N x 2 mm, counter-clockwise) between two heights."""

    outline: Floats
    low_mm: float
    high_mm: float
    colour: Colour


def rounded_outline(half_width: float, half_depth: float, radius: float, steps: int = 3) -> Floats:
    """A rectangle with round corners around the origin, counter-clockwise."""
    points = []
    for quarter, (x, y) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for step in range(steps):
            angle = math.pi / 2 * (quarter + step / (steps - 1))
            points.append(
                (
                    x * (half_width - radius) + radius * math.cos(angle),
                    y * (half_depth - radius) + radius * math.sin(angle),
                )
            )
    return np.array(points)


def placed(points: npt.ArrayLike, x_mm: float, y_mm: float, rotation_deg: float) -> Floats:
    """Points (N x 2) turned counter-clockwise and moved."""
    angle = math.radians(rotation_deg)
    cosine, sine = math.cos(angle), math.sin(angle)
    turned: Floats = np.asarray(points, np.float64) @ np.array([[cosine, sine], [-sine, cosine]])
    turned += (x_mm, y_mm)
    return turned


def lifted(points: Floats, z_mm: float) -> Floats:
    """Points (N x 2) as N x 3 at a height."""
    return np.column_stack([points, np.full(len(points), z_mm)])


class Canvas:
    """A three times too large picture of one sprite, in the camera's perspective."""

    def __init__(self, pose: SimulatedCamera, look: Appearance, around: Floats) -> None:
        pixels = pose.project(around)
        left, top = np.floor(pixels.min(axis=0)).astype(int) - 1
        right, bottom = np.ceil(pixels.max(axis=0)).astype(int) + 2
        self.rect = PixelRect(int(left), int(top), int(right), int(bottom))
        size = ((self.rect.bottom - self.rect.top) * SUPERSAMPLING, (self.rect.right - self.rect.left) * SUPERSAMPLING)
        self._pose = pose
        self._colour = np.zeros((*size, 3), np.uint8)
        self._cover = np.zeros(size, np.uint8)
        angle = math.radians(look.light.from_deg)
        self._lamp = np.array([math.cos(angle), math.sin(angle)])

    def _pixels(self, points: Floats) -> Floats:
        moved = self._pose.project(points) - (self.rect.left, self.rect.top)
        return moved * SUPERSAMPLING + (SUPERSAMPLING - 1) / 2

    def fill(self, pixels: Floats, colour: Colour) -> None:
        """Fill a convex polygon of canvas pixels."""
        corners = np.rint(pixels * (1 << _SHIFT)).astype(np.int32)
        cv2.fillConvexPoly(self._colour, corners, colour, cv2.LINE_8, _SHIFT)
        cv2.fillConvexPoly(self._cover, corners, 255, cv2.LINE_8, _SHIFT)

    def fill_plane(self, outline: Floats, z_mm: float, colour: Colour) -> None:
        """Fill a convex outline (N x 2 mm) at a height."""
        self.fill(self._pixels(lifted(outline, z_mm)), colour)

    def prism(self, prism: Prism) -> None:
        """A body with shaded sides and a plain top."""
        count = len(prism.outline)
        both = self._pixels(np.concatenate([lifted(prism.outline, prism.low_mm), lifted(prism.outline, prism.high_mm)]))
        low, high = both[:count], both[count:]
        after = np.roll(prism.outline, -1, axis=0)
        edges = after - prism.outline
        normals = np.column_stack([edges[:, 1], -edges[:, 0]])
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
        to_camera = np.array([self._pose.x_mm, self._pose.y_mm]) - (prism.outline + after) / 2
        seen = np.flatnonzero(np.sum(to_camera * normals, axis=1) > 0)
        brightness = 0.68 + 0.16 * (normals @ self._lamp)
        quads = np.stack([low, np.roll(low, -1, axis=0), np.roll(high, -1, axis=0), high], axis=1)
        for side in seen:
            self.fill(quads[side], scaled(prism.colour, float(brightness[side])))
        self.fill(high, prism.colour)

    def picture(self, quad: Floats, image: Image, outline: Floats | None = None) -> None:
        """An image stretched over four table points (4 x 3: its top-left, then clockwise), cut to `outline` (N x 3)."""
        corners = self._pixels(quad)
        rows, columns = image.shape[:2]
        source = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - 0.5
        warp = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
        size = (self._cover.shape[1], self._cover.shape[0])
        warped = cv2.warpPerspective(image, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        mask = np.zeros_like(self._cover)
        edge = corners if outline is None else self._pixels(outline)
        cv2.fillConvexPoly(mask, np.rint(edge * (1 << _SHIFT)).astype(np.int32), 255, cv2.LINE_8, _SHIFT)
        cv2.copyTo(warped, mask, self._colour)
        cv2.bitwise_or(self._cover, mask, dst=self._cover)

    def rim(self, outline: Floats, z_mm: float, colour: Colour) -> None:
        """The worn edge of an upper face: bright towards the lamp, dark away from it."""
        pixels = np.rint(self._pixels(lifted(outline, z_mm)) * (1 << _SHIFT)).astype(np.int32)
        away = outline - outline.mean(axis=0)
        facing = away @ self._lamp / np.maximum(np.hypot(*away.T), 1e-9)
        ends = np.roll(pixels, -1, axis=0).tolist()
        for start, end, bright in zip(pixels.tolist(), ends, (0.92 + 0.12 * facing).tolist(), strict=True):
            cv2.line(self._colour, start, end, scaled(colour, bright), 3, cv2.LINE_8, _SHIFT)

    def sprite(self, top: Floats | None = None) -> Sprite:
        """The finished sprite; `top` (4 x 3) are the table points of its upper face."""
        cv2.bitwise_and(self._colour, self._colour, dst=self._colour, mask=self._cover)
        size = (self.rect.right - self.rect.left, self.rect.bottom - self.rect.top)
        colour = cv2.resize(self._colour, size, interpolation=cv2.INTER_AREA)
        cover = cv2.resize(self._cover, size, interpolation=cv2.INTER_AREA)
        keep = cv2.cvtColor(cv2.bitwise_not(cover), cv2.COLOR_GRAY2BGR)
        top_px = np.zeros((0, 2)) if top is None else self._pose.project(top)
        return Sprite(self.rect, np.asarray(colour, np.uint8), np.asarray(keep, np.uint8), top_px)


def scaled(colour: Colour, factor: float) -> Colour:
    """A colour made darker or brighter."""
    blue, green, red = colour
    return (_part(blue * factor), _part(green * factor), _part(red * factor))


def _part(value: float) -> int:
    return min(255, max(0, round(value)))


def cast_shade(pose: SimulatedCamera, look: Appearance, prisms: Sequence[Prism], plane_mm: float) -> Shade:
    """The soft shadow of bodies on the plane at `plane_mm`."""
    angle = math.radians(look.light.from_deg + 180)
    lean = np.array([math.cos(angle), math.sin(angle)]) * look.light.lean
    feet = np.concatenate([body.outline + lean * max(0.0, body.low_mm - plane_mm) for body in prisms])
    heads = np.concatenate([body.outline + lean * max(0.0, body.high_mm - plane_mm) for body in prisms])
    pixels = pose.project(lifted(np.concatenate([feet, heads]), plane_mm))
    margin = 12
    left, top = np.floor(pixels.min(axis=0)).astype(int) - margin
    right, bottom = np.ceil(pixels.max(axis=0)).astype(int) + margin
    mask = np.zeros((bottom - top, right - left), np.uint8)
    hull = cv2.convexHull((pixels - (left, top)).astype(np.float32))
    cv2.fillConvexPoly(mask, np.rint(hull * (1 << _SHIFT)).astype(np.int32), 255, cv2.LINE_AA, _SHIFT)
    near = cv2.GaussianBlur(mask, (0, 0), 1.6)
    wide = cv2.GaussianBlur(mask, (0, 0), 4.5)
    light = cv2.addWeighted(near, -0.45 * look.light.shadow, wide, -0.75 * look.light.shadow, 255)
    return Shade(PixelRect(int(left), int(top), int(right), int(bottom)), np.asarray(light, np.uint8))
