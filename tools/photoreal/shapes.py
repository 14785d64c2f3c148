"""The forms of things, as Blender meshes; lengths in metres."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import bmesh
import bpy
from mathutils import Matrix, Vector

Mesh = Any
Point = tuple[float, float, float]
_FACE_MARGIN = 0.06
"""Of a tile's width and height, on each side: the drawing does not reach the rounded edge."""


def box(name: str, size: Point, corner: float = 0.0) -> Mesh:
    """A box around its centre, with rounded edges."""
    form = bmesh.new()
    bmesh.ops.create_cube(form, size=1.0)
    bmesh.ops.scale(form, vec=Vector(size), verts=form.verts)
    if corner:
        bmesh.ops.bevel(form, geom=form.edges[:], offset=corner, segments=4, profile=0.5, affect="EDGES")
    return _mesh(name, form, is_smooth=bool(corner))


def tile(name: str, size: Point, corner: float, back_share: float) -> Mesh:
    """A tile lying face up: material 0 is its body, 1 its back, 2 its face, which has the drawing's coordinates."""
    mesh = box(name, size, corner)
    layer = mesh.uv_layers.new(name="face")
    seam = size[2] * (back_share - 0.5)
    for polygon in mesh.polygons:
        polygon.material_index = 2 if polygon.normal.z > 0.7 else int(polygon.center.z < seam)
        for loop in polygon.loop_indices:
            at = mesh.vertices[mesh.loops[loop].vertex_index].co
            u, v = (at.x / size[0] + 0.5, at.y / size[1] + 0.5)
            layer.data[loop].uv = (
                (u - _FACE_MARGIN) / (1 - 2 * _FACE_MARGIN),
                (v - _FACE_MARGIN) / (1 - 2 * _FACE_MARGIN),
            )
    return mesh


def sheet(name: str, side: float) -> Mesh:
    """A square with the picture's coordinates."""
    form = bmesh.new()
    bmesh.ops.create_grid(form, x_segments=1, y_segments=1, size=side / 2, calc_uvs=True)
    mesh = _mesh(name, form, is_smooth=False)
    if not mesh.uv_layers:
        layer = mesh.uv_layers.new(name="picture")
        for loop in mesh.loops:
            at = mesh.vertices[loop.vertex_index].co
            layer.data[loop.index].uv = (at.x / side + 0.5, at.y / side + 0.5)
    return mesh


def letters(text: str, height: float) -> Any:
    """A curve of letters around their middle; Blender's own type face."""
    curve = bpy.data.curves.new(f"letters {text}", "FONT")
    curve.body, curve.size, curve.extrude = text, height, 0.0001
    curve.align_x, curve.align_y = "CENTER", "CENTER"
    return curve


_FINGERS: tuple[tuple[float, float], ...] = ((-0.031, 0.066), (-0.011, 0.078), (0.01, 0.074), (0.029, 0.058))
"""Where each finger begins across the palm, and how long it is."""


def hand(spread: float, bend: float) -> Mesh:
    """A right hand reaching along +y from its wrist at the origin, palm down."""
    parts: list[tuple[Sequence[Point], float]] = [
        ([(-0.028, 0, 0.02), (0.028, 0, 0.02), (0.036, 0.085, 0.022), (-0.036, 0.085, 0.022)], 0.014)
    ]
    for across, length in _FINGERS:
        lean = spread * across / 0.03
        knuckle = (across, 0.085, 0.024)
        middle = (across + lean * length / 2, 0.085 + length * 0.55, 0.026)
        tip = (across + lean * length, 0.085 + length * (1 - 0.3 * bend), 0.026 - 0.02 * bend)
        parts += [([knuckle, middle], 0.0095), ([middle, tip], 0.0082)]
    parts += [
        ([(0.03, 0.025, 0.018), (0.062, 0.065, 0.016)], 0.012),
        ([(0.062, 0.065, 0.016), (0.07, 0.1, 0.012)], 0.009),
    ]
    return _hulls("hand", parts)


def forearm(length: float, radius: float) -> Mesh:
    """A sleeve from the wrist at the origin back along -y."""
    return _hulls("sleeve", [([(0, 0.01, 0.03), (0, -length, 0.09)], radius)])


def _hulls(name: str, parts: Sequence[tuple[Sequence[Point], float]]) -> Mesh:
    """Balls of one radius at some points, wrapped together part by part."""
    whole = bmesh.new()
    for points, radius in parts:
        form = bmesh.new()
        for point in points:
            bmesh.ops.create_icosphere(form, subdivisions=2, radius=radius, matrix=Matrix.Translation(Vector(point)))
        hull = bmesh.ops.convex_hull(form, input=form.verts[:])
        inside = [element for element in hull["geom_interior"] if isinstance(element, bmesh.types.BMVert)]
        bmesh.ops.delete(form, geom=inside, context="VERTS")
        part = bpy.data.meshes.new("part")
        form.to_mesh(part)
        form.free()
        whole.from_mesh(part)
    return _mesh(name, whole, is_smooth=True)


def _mesh(name: str, form: Any, *, is_smooth: bool) -> Mesh:
    mesh = bpy.data.meshes.new(name)
    form.to_mesh(mesh)
    form.free()
    for polygon in mesh.polygons:
        polygon.use_smooth = is_smooth
    return mesh


def turned(x: float, y: float, z: float, degrees: float) -> Matrix:
    """Where something lies, turned counter-clockwise."""
    return Matrix.Translation((x, y, z)) @ Matrix.Rotation(math.radians(degrees), 4, "Z")
