"""What a rendered picture really shows, piece by piece: labels for training, never for the daemon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from hw_sim.felt.scene import Piece, Pose, Scene
from hw_sim.picture.furniture_sprites import marker_corners_mm
from hw_sim.picture.projection import Floats
from hw_sim.picture.renderer import DrawnThing, Renderer
from hw_sim.picture.sprites import PixelRect

_FACES: Final = {Pose.FACE_UP: "up", Pose.FACE_DOWN: "down", Pose.STANDING: "standing"}


@dataclass(frozen=True, slots=True)
class PieceTruth:
    """One piece: its upper face's corners in the picture and how much of that face is to be seen, 0..1."""

    piece: Piece
    z_top_mm: float
    quad_px: Floats
    visible_fraction: float

    def as_json(self) -> dict[str, Any]:
        """Plain values for a JSON file."""
        return {
            "tile": str(self.piece.tile),
            "face": _FACES[self.piece.pose],
            "set": self.piece.tile_set.value,
            "x_mm": round(self.piece.x_mm, 2),
            "y_mm": round(self.piece.y_mm, 2),
            "z_top_mm": round(self.z_top_mm, 2),
            "rotation_deg": round(self.piece.rotation_deg % 360, 2),
            "visible_fraction": round(self.visible_fraction, 3),
            "quad_px": np.round(self.quad_px, 2).tolist(),
        }


def piece_truths(renderer: Renderer, scene: Scene) -> list[PieceTruth]:
    """The pieces of `scene`, which must be the one `renderer` drew last."""
    items = sorted(renderer.drawn.values(), key=lambda item: item.order)
    owners = _owners(renderer, items)
    truths = []
    for number, piece in scene.pieces.items():
        drawn = renderer.drawn["piece", number]
        height = (
            renderer.furniture.tile_height_mm if piece.pose is Pose.STANDING else renderer.furniture.tile_thickness_mm
        )
        quad = drawn.body.sprite.top_px
        visible = _visible_fraction(owners, items.index(drawn) + 1, quad)
        truths.append(PieceTruth(piece, piece.z_mm + height, quad, visible))
    return truths


def _owners(renderer: Renderer, items: list[DrawnThing]) -> npt.NDArray[np.int16]:
    """For each pixel the place (from 1) of the uppermost thing in `items`, 0 for the background."""
    whole = PixelRect(0, 0, renderer.pose.width_px, renderer.pose.height_px)
    owners = np.zeros((renderer.pose.height_px, renderer.pose.width_px), np.int16)
    for place, item in enumerate(items, start=1):
        sprite = item.body.sprite
        common = sprite.rect.common(whole)
        if common.area_px:
            covered = sprite.keep[common.within(sprite.rect)][..., 0] < 128
            owners[common.within(whole)][covered] = place
    return owners


def _visible_fraction(owners: npt.NDArray[np.int16], place: int, quad_px: Floats) -> float:
    """The share of the quad's pixels that belong to `place`; what lies outside the picture is not visible."""
    left, top = np.floor(quad_px.min(axis=0)).astype(int)
    right, bottom = np.ceil(quad_px.max(axis=0)).astype(int) + 1
    mask = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillConvexPoly(mask, np.rint((quad_px - (left, top)) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    box = PixelRect(int(left), int(top), int(right), int(bottom))
    whole = PixelRect(0, 0, owners.shape[1], owners.shape[0])
    common = box.common(whole)
    if not common.area_px:
        return 0.0
    shown = (owners[common.within(whole)] == place) & (mask[common.within(box)] > 0)
    return min(1.0, float(shown.sum()) / max(1, int(mask.sum())))


def marker_truths(renderer: Renderer) -> dict[str, list[list[float]]]:
    """Corners (top-left, then clockwise) of the four markers in the picture by their id."""
    return {
        str(marker): np.round(renderer.pose.project(marker_corners_mm(renderer.furniture, marker)), 2).tolist()
        for marker in range(4)
    }
