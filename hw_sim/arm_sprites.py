"""An arm that reaches over the table."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from hw_sim.looks import Colour, Look
from hw_sim.piece_sprites import Body
from hw_sim.projection import CameraPose, Floats
from hw_sim.scene import Arm, Furniture
from hw_sim.sprites import Image, Rect, Shade, Sprite

_PX_PER_MM: Final = 2.0
_WIDE_MM: Final = 130.0
_AHEAD_MM: Final = 42.0
"""From the reached point to the end of the picture: fingertips lie just beyond the point."""
_LONG_MM: Final = 640.0
_ELBOW_Z_MM: Final = 95.0
_TIP_Z_MM: Final = 24.0
_SHOULDER_V_MM: Final = -560.0


def _spot(u_mm: float, along_mm: float) -> tuple[int, int]:
    """A point of the arm's own picture: u to the right, `along_mm` ahead of the reached point."""
    return (round((u_mm + _WIDE_MM / 2) * _PX_PER_MM), round((_AHEAD_MM - along_mm) * _PX_PER_MM))


_FINGERS: Final = (
    (-27, -66, -22, 6, 9),
    (-11, -60, -9, 26, 9),
    (6, -60, 6, 30, 9),
    (22, -62, 19, 18, 8.5),
    (38, -92, 34, -36, 10),
)
"""Knuckle u, along, tip u, along, half width in mm; the last is the thumb."""


@lru_cache(maxsize=4)
def _arm_picture(skin: Colour, sleeve: Colour) -> tuple[Image, Image]:
    """The arm seen from above (BGR) and its cover, pointing up."""
    size = (round((_LONG_MM + _AHEAD_MM) * _PX_PER_MM), round(_WIDE_MM * _PX_PER_MM))
    height = np.zeros(size, np.float32)
    hand = np.zeros(size, np.uint8)
    for u, along, tip_u, tip, half in _FINGERS:
        cv2.line(hand, _spot(u, along), _spot(tip_u, tip), 255, round(half * 2 * _PX_PER_MM), cv2.LINE_AA)
    palm = [_spot(*point) for point in ((-37, -62), (31, -60), (40, -92), (30, -140), (-26, -146), (-38, -110))]
    cv2.fillPoly(hand, [np.array(palm)], 255, cv2.LINE_AA)
    wrist = [_spot(*point) for point in ((-27, -130), (28, -130), (36, -260), (-36, -260))]
    cv2.fillPoly(hand, [np.array(wrist)], 255, cv2.LINE_AA)
    cloth = np.zeros(size, np.uint8)
    cuff = [_spot(*point) for point in ((-38, -205), (38, -205), (60, -640), (-60, -640))]
    cv2.fillPoly(cloth, [np.array(cuff)], 255, cv2.LINE_AA)
    cover = cv2.max(hand, cloth)
    height = np.sqrt(cv2.distanceTransform((cover > 127).astype(np.uint8), cv2.DIST_L2, 5))
    light = cv2.GaussianBlur(np.clip(0.62 + 0.06 * height, 0, 1.0), (0, 0), 3)[..., None]
    folds = 1 + 0.05 * np.sin(np.arange(size[0]) / 23.0)[:, None, None]
    share = (cloth / 255.0)[..., None]
    colour = (np.array(skin) * (1 - share) + np.array(sleeve) * folds * share) * light
    return np.clip(colour, 0, 255).astype(np.uint8), np.asarray(cover, np.uint8)


class ArmArtist:
    """Draws the arms over one table in one look for one camera."""

    def __init__(self, furniture: Furniture, pose: CameraPose, look: Look) -> None:
        self._furniture = furniture
        self._pose = pose
        self._look = look

    def arm(self, arm: Arm) -> Body | None:
        """The arm with its shadow; None when no part of it is in the picture."""
        corners = self._corners(arm)
        pixels = self._pose.project(corners)
        picture = Rect(0, 0, self._pose.width_px, self._pose.height_px)
        left, top = np.floor(pixels.min(axis=0)).astype(int)
        right, bottom = np.ceil(pixels.max(axis=0)).astype(int) + 1
        rect = Rect(int(left), int(top), int(right), int(bottom)).common(picture)
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

    def _shade(self, rect: Rect, cover: Image) -> Shade:
        """A wide soft shadow, made at a quarter of the size."""
        margin = 32
        padded = cv2.copyMakeBorder(cover, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=0)
        small = cv2.resize(padded, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(small, (0, 0), 4)
        full = cv2.resize(soft, (padded.shape[1], padded.shape[0]), interpolation=cv2.INTER_LINEAR)
        light = cv2.addWeighted(full, -0.7 * self._look.shadow, full, 0, 255)
        angle = math.radians(self._look.light_from_deg + 180)
        lean = 40 * self._look.light_lean
        shift_x, shift_y = round(lean * math.cos(angle)), round(-lean * math.sin(angle))
        grown = rect.grown(margin)
        moved = Rect(grown.left + shift_x, grown.top + shift_y, grown.right + shift_x, grown.bottom + shift_y)
        return Shade(moved, np.asarray(light, np.uint8))
