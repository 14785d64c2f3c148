"""How much room a piece takes: rectangles on the felt and whether two of them are in each other's way.

Lengths in mm, angles in degrees counter-clockwise, coordinates as in `hw_sim.felt.scene`.
"""

from __future__ import annotations

import math

from hw_sim.felt.scene import Furniture, Piece, Pose

Point = tuple[float, float]


def size_mm(pose: Pose, furniture: Furniture) -> tuple[float, float, float]:
    """Width, depth and height of an upright piece that lies or stands like this."""
    if pose is Pose.STANDING:
        return (furniture.tile_width_mm, furniture.tile_thickness_mm, furniture.tile_height_mm)
    return (furniture.tile_width_mm, furniture.tile_height_mm, furniture.tile_thickness_mm)


def corners(piece: Piece, furniture: Furniture) -> tuple[Point, ...]:
    """The four corners on the plane, counter-clockwise."""
    width, depth, _ = size_mm(piece.pose, furniture)
    cosine, sine = math.cos(math.radians(piece.rotation_deg)), math.sin(math.radians(piece.rotation_deg))
    halves = ((-width / 2, -depth / 2), (width / 2, -depth / 2), (width / 2, depth / 2), (-width / 2, depth / 2))
    return tuple((piece.x_mm + a * cosine - b * sine, piece.y_mm + a * sine + b * cosine) for a, b in halves)


def reach_mm(turn_deg: float, pose: Pose, furniture: Furniture) -> tuple[float, float]:
    """Half the room a piece takes along and across its owner's edge when it is turned by `turn_deg`."""
    width, depth, _ = size_mm(pose, furniture)
    cosine, sine = abs(math.cos(math.radians(turn_deg))), abs(math.sin(math.radians(turn_deg)))
    return ((width * cosine + depth * sine) / 2, (width * sine + depth * cosine) / 2)


def overlap_mm(first: Piece, second: Piece, furniture: Furniture) -> float:
    """How deep two pieces are in each other; 0 when they touch or lie apart, also one above the other."""
    tall_first, tall_second = size_mm(first.pose, furniture)[2], size_mm(second.pose, furniture)[2]
    if first.z_mm + tall_first <= second.z_mm or second.z_mm + tall_second <= first.z_mm:
        return 0.0
    if math.hypot(first.x_mm - second.x_mm, first.y_mm - second.y_mm) > 2 * furniture.tile_height_mm:
        return 0.0
    outlines = (corners(first, furniture), corners(second, furniture))
    depth = math.inf
    for axis_deg in (first.rotation_deg, first.rotation_deg + 90, second.rotation_deg, second.rotation_deg + 90):
        axis = (math.cos(math.radians(axis_deg)), math.sin(math.radians(axis_deg)))
        spans = [sorted(x * axis[0] + y * axis[1] for x, y in outline) for outline in outlines]
        depth = min(depth, spans[0][-1] - spans[1][0], spans[1][-1] - spans[0][0])
    return max(depth, 0.0)
