"""Where the upper side of a tile is."""

from __future__ import annotations

import numpy as np

from hw_sim.felt.scene import Piece, Pose
from tools.photoreal.judged_scene import JudgedScene


def _top_mm(judged: JudgedScene, piece: Piece) -> tuple[float, float, float]:
    """Width, depth and height above the felt of a piece's upper side."""
    house = judged.furniture
    if piece.pose is Pose.STANDING:
        return (house.tile_width_mm, house.tile_thickness_mm, piece.z_mm + house.tile_height_mm)
    return (house.tile_width_mm, house.tile_height_mm, piece.z_mm + house.tile_thickness_mm)


def on_top(judged: JudgedScene, piece: Piece, u: float, v: float) -> tuple[float, float, float]:
    """A point of a piece's upper side; u and v from -0.5 to 0.5."""
    width, depth, z_mm = _top_mm(judged, piece)
    turn = np.radians(piece.rotation_deg)
    x, y = u * width, v * depth
    return (
        piece.x_mm + x * float(np.cos(turn)) - y * float(np.sin(turn)),
        piece.y_mm + x * float(np.sin(turn)) + y * float(np.cos(turn)),
        z_mm,
    )
