"""An arm that reaches over the table."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hw_sim.felt.scene import Arm, Furniture
from hw_sim.picture.appearance import Appearance, Colour
from hw_sim.picture.piece_sprites import Body
from hw_sim.picture.projection import Floats, SimulatedCamera
from hw_sim.picture.sprites import Image, PixelRect, Shade, Sprite

# The usual camera shows the elbow with 1494 px / (900 - 95) mm = 1.86 pixels a millimetre: an arm is not enlarged.
_PX_PER_MM: Final = 2.0
# Size of the picture that holds hand, sleeve and elbow; a forearm with its hand is about half a metre long.
_WIDE_MM: Final = 130.0
_AHEAD_MM: Final = 42.0
"""From the reached point to the end of the picture: fingertips lie just beyond the point."""
# The elbow lies outside the playing surface wherever the hand reaches.
_LONG_MM: Final = 640.0
# Chosen: an arm comes down from the elbow over the table's rim to fingertips on a tile of 16.5 mm.
_ELBOW_Z_MM: Final = 95.0
_TIP_Z_MM: Final = 24.0
# Chosen: the player's shoulder is 19 cm behind the edge of the surface at 370 mm.
_SHOULDER_V_MM: Final = -560.0


def _spot(u_mm: float, along_mm: float) -> tuple[int, int]:
    """A point of the arm's own picture: u to the right, `along_mm` ahead of the reached point."""
    return (round((u_mm + _WIDE_MM / 2) * _PX_PER_MM), round((_AHEAD_MM - along_mm) * _PX_PER_MM))


_FINGERS: Final = (
    (-30, -64, -31, 2, 9.2),
    (-11, -58, -12, 24, 9.8),
    (9, -57, 8, 30, 9.8),
    (29, -61, 27, 14, 9.2),
    (36, -98, 45, -38, 9.5),
)
"""Knuckle u, along, tip u, along, half width in mm; the last is the thumb."""
_PALM: Final = ((-40, -70), (-36, -52), (34, -50), (41, -72), (36, -110), (27, -146), (-26, -150), (-38, -112))
_WRIST: Final = ((-26, -132), (27, -132), (35, -280), (-35, -280))
_SLEEVE: Final = ((-40, -206), (-34, -199), (34, -199), (40, -206), (60, -640), (-60, -640))


def _limb(size: tuple[int, int], points: tuple[tuple[float, float], ...], half_mm: float = 0.0) -> Image:
    """The cover of a polygon, or of a thick line between two points."""
    cover = np.zeros(size, np.uint8)
    spots = [_spot(*point) for point in points]
    if half_mm:
        cv2.line(cover, spots[0], spots[1], 255, round(half_mm * 2 * _PX_PER_MM), cv2.LINE_AA)
    else:
        cv2.fillPoly(cover, [np.array(spots)], 255, cv2.LINE_AA)
    return cover


def _roundness(cover: Image) -> npt.NDArray[np.float32]:
    """How much light a round limb gives back: 0 at its edge, 1 a centimetre inside."""
    depth = cv2.distanceTransform((cover > 127).astype(np.uint8), cv2.DIST_L2, 5) / (10 * _PX_PER_MM)
    return np.asarray(np.sqrt(np.clip(depth, 0, 1)), np.float32)


@lru_cache(maxsize=4)
def _arm_picture(skin: Colour, sleeve: Colour) -> tuple[Image, Image]:
    """The arm seen from above (BGR) and its cover, pointing up."""
    size = (round((_LONG_MM + _AHEAD_MM) * _PX_PER_MM), round(_WIDE_MM * _PX_PER_MM))
    limbs = [_limb(size, ((u, along), (tip_u, tip)), half) for u, along, tip_u, tip, half in _FINGERS]
    back = np.maximum(_limb(size, _PALM), _limb(size, _WRIST))
    cloth = _limb(size, _SLEEVE)
    light = np.zeros(size, np.float32)
    for limb in (*limbs, back):
        round_light = cv2.GaussianBlur(_roundness(limb), (0, 0), 1.5)
        light = np.maximum(light, round_light)
    cloth_light = cv2.GaussianBlur(_roundness(cloth), (0, 0), 3)
    folds = 1 + 0.06 * np.sin(np.arange(size[0]) / 21.0) * np.sin(np.arange(size[0]) / 57.0)
    share = (cloth / 255.0)[..., None]
    bare = np.array(skin) * (0.56 + 0.42 * light[..., None])
    dressed = np.array(sleeve) * (0.5 + 0.5 * cloth_light * folds[:, None])[..., None]
    colour = bare * (1 - share) + dressed * share
    for _, _, tip_u, tip, half in _FINGERS[:4]:
        nail = tuple(min(255, round(part * 1.06 + 10)) for part in skin)
        axes = (round(half * 0.6 * _PX_PER_MM), round(half * 0.75 * _PX_PER_MM))
        cv2.ellipse(colour, _spot(tip_u, tip + half * 0.1), axes, 0, 0, 360, nail, -1, cv2.LINE_AA)
    cover = np.maximum.reduce([*limbs, back, cloth])
    return np.clip(colour, 0, 255).astype(np.uint8), cover


class ArmArtist:
    """Draws the arms over one table in one look for one camera."""

    def __init__(self, furniture: Furniture, pose: SimulatedCamera, look: Appearance) -> None:
        self._furniture = furniture
        self._pose = pose
        self._look = look

    def arm(self, arm: Arm) -> Body | None:
        """The arm with its shadow; None when no part of it is in the picture."""
        corners = self._corners(arm)
        pixels = self._pose.project(corners)
        picture = PixelRect(0, 0, self._pose.width_px, self._pose.height_px)
        left, top = np.floor(pixels.min(axis=0)).astype(int)
        right, bottom = np.ceil(pixels.max(axis=0)).astype(int) + 1
        rect = PixelRect(int(left), int(top), int(right), int(bottom)).common(picture)
        if not rect.area_px:
            return None
        image, cover = _arm_picture(self._look.skin, self._look.sleeve)
        rows, columns = cover.shape
        source = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
        target = (pixels - (rect.left, rect.top)).astype(np.float32)
        warp = cv2.getPerspectiveTransform(source, target)
        size = (rect.right - rect.left, rect.bottom - rect.top)
        alpha = cv2.cvtColor(cv2.warpPerspective(cover, warp, size), cv2.COLOR_GRAY2BGR)
        colour = cv2.multiply(cv2.warpPerspective(image, warp, size), alpha, scale=1 / 255)
        sprite = Sprite(rect, np.asarray(colour, np.uint8), np.asarray(cv2.bitwise_not(alpha), np.uint8))
        return Body(sprite, None, self._shade(rect, np.asarray(alpha[..., 0], np.uint8)))

    def _corners(self, arm: Arm) -> Floats:
        """Corners (4 x 3) of the arm's picture on the table, the hand's end first."""
        target = np.array([arm.x_mm, arm.y_mm])
        along_edge = self._furniture.to_table(arm.seat, 1, 0)
        shoulder_u = 0.35 * float(target @ along_edge) + 60.0
        shoulder = np.array(self._furniture.to_table(arm.seat, shoulder_u, _SHOULDER_V_MM))
        ahead = (target - shoulder) / np.linalg.norm(target - shoulder)
        right = np.array([ahead[1], -ahead[0]]) * (_WIDE_MM / 2)
        tip, elbow = target + ahead * _AHEAD_MM, target - ahead * _LONG_MM
        return np.array(
            [
                (*(tip - right), _TIP_Z_MM),
                (*(tip + right), _TIP_Z_MM),
                (*(elbow + right), _ELBOW_Z_MM),
                (*(elbow - right), _ELBOW_Z_MM),
            ]
        )

    def _shade(self, rect: PixelRect, cover: Image) -> Shade:
        """A wide soft shadow, made at a quarter of the size."""
        margin = 32
        padded = cv2.copyMakeBorder(cover, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=0)
        small = cv2.resize(padded, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(small, (0, 0), 4)
        full = cv2.resize(soft, (padded.shape[1], padded.shape[0]), interpolation=cv2.INTER_LINEAR)
        light = cv2.addWeighted(full, -0.7 * self._look.light.shadow, full, 0, 255)
        angle = math.radians(self._look.light.from_deg + 180)
        lean = 40 * self._look.light.lean
        shift_x, shift_y = round(lean * math.cos(angle)), round(-lean * math.sin(angle))
        grown = rect.grown(margin)
        moved = PixelRect(grown.left + shift_x, grown.top + shift_y, grown.right + shift_x, grown.bottom + shift_y)
        return Shade(moved, np.asarray(light, np.uint8))
