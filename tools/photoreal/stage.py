"""One table in Blender: things, lamps, camera; rendered to light, not yet to a picture."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import bpy
import cv2
import numpy as np
import numpy.typing as npt
from mathutils import Matrix, Vector

from hw_sim.felt.scene import Arm, Piece, Pose, angle_of
from hw_sim.picture.textures import load_faces
from mahjong_rules.seats import SEATS
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import Tile
from tools.photoreal import materials, shapes
from tools.photoreal.judged_scene import JudgedScene, Lamp

_M: Final = 0.001
_BACK_SHARE: Final = 0.36
"""The coloured layer's share of a tile's thickness."""
_SENSOR_MM: Final = 6.2
"""Width of the sensor of a usual webcam; with the f-number it decides the depth of field."""
_MARKERS: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_GLOW: Final = 4.0


class Stage:
    """One table as Blender's scene; Blender has one at a time.

    Args:
        judged: what is on it.
        atlas: the tiles' faces.
    """

    def __init__(self, judged: JudgedScene, atlas: Path) -> None:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self._judged = judged
        self._scene = bpy.context.scene
        self._faces = load_faces(str(atlas))
        self.pieces: dict[int, Any] = {}
        """The objects of the pieces, by number."""
        self._furnish()
        self._lay_tiles()
        for arm in judged.scene.arms:
            self._reach(arm)
        for lamp in judged.room.lamps:
            self._light(lamp)
        self._look()
        bpy.context.view_layer.update()

    def frame(self, left: int, top: int, right: int, bottom: int) -> None:
        """Render this part of the picture alone, in its pixels."""
        render = self._scene.render
        width, height = render.resolution_x, render.resolution_y
        render.use_border = render.use_crop_to_border = True
        render.border_min_x, render.border_max_x = left / width, right / width
        render.border_min_y, render.border_max_y = 1 - bottom / height, 1 - top / height

    def render(self, path: Path, samples: int, threads: int) -> npt.NDArray[np.float32]:
        """Light on the sensor (h x w x 3, BGR, linear), through the file `path`."""
        render = self._scene.render
        render.engine = "CYCLES"
        cycles = self._scene.cycles
        cycles.device, cycles.samples, cycles.max_bounces = "CPU", samples, 4
        cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
        render.threads_mode, render.threads = "FIXED", threads
        render.image_settings.file_format = "HDR"
        render.filepath = str(path)
        bpy.ops.render.render(write_still=True)
        return np.asarray(cv2.imread(str(path), cv2.IMREAD_UNCHANGED), np.float32)

    def sees(self, point_mm: tuple[float, float, float], number: int) -> bool:
        """Whether the camera sees this point of a piece and nothing before it."""
        eye = self._scene.camera.matrix_world.translation
        target = Vector(point_mm) * _M
        way = target - eye
        graph = bpy.context.evaluated_depsgraph_get()
        hit, place, _, _, thing, _ = self._scene.ray_cast(graph, eye, way.normalized(), distance=way.length + 0.01)
        return bool(hit) and thing.name == self.pieces[number].name and (place - target).length < 0.0015

    # Things -----------------------------------------------------------------------------------------

    def _add(self, data: Any, place: Matrix, *made_of: Any) -> Any:
        thing = bpy.data.objects.new(data.name, data)
        thing.matrix_world = place
        if made_of and not data.materials:
            for material in made_of:
                data.materials.append(material)
        self._scene.collection.objects.link(thing)
        return thing

    def _furnish(self) -> None:
        room, furniture = self._judged.room, self._judged.furniture
        side = furniture.surface_mm * _M
        self._add(shapes.sheet("felt", side), Matrix(), materials.felt(room.felt, room.felt_grain))
        self._add(shapes.sheet("floor", 6.0), shapes.turned(0, 0, -0.75, 0), materials.plain("floor", room.floor, 0.7))
        rim = materials.plain("rim", room.rim, 0.35)
        for seat in SEATS:
            edge = shapes.turned(0, 0, 0, angle_of(seat)) @ shapes.turned(0, -(side / 2 + 0.035), 0.004, 0)
            self._add(shapes.box("rim", (side + 0.14, 0.07, 0.03), 0.006), edge, rim)
        for marker, (x, y) in enumerate(_MARKERS):
            self._add(
                shapes.sheet("marker", furniture.marker_mm * 4 / 3 * _M),
                shapes.turned(x * furniture.marker_at_mm * _M, y * furniture.marker_at_mm * _M, 0.0002, 0),
                self._printed(f"marker {marker}", _marker_picture(marker)),
            )
        self._console()
        if room.logo:
            dark = materials.plain("logo", tuple(0.45 * part for part in room.felt), 0.9)
            self._add(shapes.letters(room.logo, 0.05), shapes.turned(0.14, 0.15, 0.0004, 30.0), dark)

    def _console(self) -> None:
        room, scene = self._judged.room, self._judged.scene
        side = self._judged.furniture.console_mm * _M
        z = 0.006 + 0.06 * scene.dome_raised
        self._add(
            shapes.box("console", (side, side, 0.012), 0.004),
            shapes.turned(0, 0, z - 0.006, 0),
            materials.plain("console", (0.02, 0.02, 0.025), 0.3),
        )
        if room.display:
            lit = materials.plain("display", (0.9, 0.2, 0.1), 0.4, glow=_GLOW)
            self._add(shapes.letters(room.display, 0.016), shapes.turned(0, -0.048, z + 0.0005, 0), lit)
        white, pip = materials.plain("die", (0.85, 0.85, 0.82), 0.2), materials.plain("pip", (0.03, 0.03, 0.04), 0.4)
        for place, value in enumerate(scene.dice or ()):
            at = shapes.turned(
                (-0.011, 0.012)[place], (0.005, -0.006)[place], z + 0.0055, 17.0 + 31 * place + 11 * value
            )
            self._add(shapes.box("die", (0.011, 0.011, 0.011), 0.0016), at, white)
            for x, y in _PIPS[value]:
                self._add(
                    shapes.box("pip", (0.0019, 0.0019, 0.0004), 0.0002),
                    at @ Matrix.Translation((x * 0.0028, y * 0.0028, 0.0055)),
                    pip,
                )

    def _lay_tiles(self) -> None:
        look, furniture = self._judged.tiles, self._judged.furniture
        size = tuple(
            part * _M
            for part in (furniture.tile_width_mm - 0.3, furniture.tile_height_mm - 0.3, furniture.tile_thickness_mm)
        )
        body = materials.body(look)
        backs = {
            name: materials.plain(f"back {name}", colour, look.roughness)
            for name, colour in zip(SetName, look.backs, strict=True)
        }
        meshes: dict[tuple[Tile, SetName], Any] = {}
        for piece in self._judged.scene.pieces.values():
            key = (piece.tile, piece.tile_set)
            if key not in meshes:
                mesh = shapes.tile(f"{piece.tile} {piece.tile_set}", size, look.corner_mm * _M, _BACK_SHARE)
                for material in (body, backs[piece.tile_set], self._face(piece.tile)):
                    mesh.materials.append(material)
                meshes[key] = mesh
            self.pieces[piece.number] = self._add(meshes[key], self._place(piece))

    def _place(self, piece: Piece) -> Matrix:
        furniture = self._judged.furniture
        x, y, z = piece.x_mm * _M, piece.y_mm * _M, piece.z_mm * _M
        match piece.pose:
            case Pose.STANDING:
                upright = Matrix.Rotation(math.radians(90), 4, "X")
                return shapes.turned(x, y, z + furniture.tile_height_mm / 2 * _M, piece.rotation_deg) @ upright
            case Pose.FACE_DOWN:
                over = Matrix.Rotation(math.pi, 4, "Y")
                return shapes.turned(x, y, z + furniture.tile_thickness_mm / 2 * _M, piece.rotation_deg) @ over
            case _:
                return shapes.turned(x, y, z + furniture.tile_thickness_mm / 2 * _M, piece.rotation_deg)

    def _face(self, tile: Tile) -> Any:
        name = f"face {tile}"
        if name in bpy.data.materials:
            return bpy.data.materials[name]
        return materials.face(name, _as_image(name, _ink_of(self._faces[tile])), self._judged.tiles)

    def _printed(self, name: str, picture: npt.NDArray[np.uint8]) -> Any:
        paper = materials.plain(name, (0.9, 0.9, 0.88), 0.8)
        art = paper.node_tree.nodes.new("ShaderNodeTexImage")
        art.image = _as_image(name, picture)
        art.interpolation = "Linear"
        paper.node_tree.links.new(art.outputs["Color"], paper.node_tree.nodes["Principled BSDF"].inputs["Base Color"])
        return paper

    def _reach(self, arm: Arm) -> None:
        room = self._judged.room
        turn = angle_of(arm.seat)
        at = shapes.turned(arm.x_mm * _M, arm.y_mm * _M, 0.03, turn) @ Matrix.Translation((0, -0.13, 0))
        self._add(shapes.hand(0.12, 0.5), at, materials.plain("skin", room.skin, 0.55))
        self._add(shapes.forearm(0.6, 0.042), at, materials.plain("sleeve", room.sleeve, 0.9))

    # Light and camera -------------------------------------------------------------------------------

    def _light(self, lamp: Lamp) -> None:
        data = bpy.data.lights.new("lamp", "AREA")
        data.energy, data.size = lamp.watts, lamp.side
        data.color = (1.0, 1 - 0.12 * max(lamp.warmth, 0) + 0.02 * min(lamp.warmth, 0), 1 - 0.35 * max(lamp.warmth, 0))
        if lamp.warmth < 0:
            data.color = (1 + 0.2 * lamp.warmth, 1 + 0.08 * lamp.warmth, 1.0)
        place = Vector((lamp.x, lamp.y, lamp.z))
        thing = self._add(data, Matrix())
        thing.matrix_world = Matrix.Translation(place) @ (-place).to_track_quat("-Z", "Y").to_matrix().to_4x4()

    def _look(self) -> None:
        """The camera of `SimulatedCamera` without its distortion, which is added to the picture."""
        pose, optics = self._judged.camera, self._judged.optics
        world = bpy.data.worlds.new("world")
        self._scene.world = world
        world.use_nodes = True
        world.node_tree.nodes["Background"].inputs["Strength"].default_value = self._judged.room.sky
        camera = bpy.data.cameras.new("camera")
        camera.sensor_fit, camera.sensor_width = "HORIZONTAL", _SENSOR_MM
        camera.lens = pose.focal_px * _SENSOR_MM / pose.width_px
        camera.dof.use_dof = True
        camera.dof.focus_distance = pose.height_mm * _M * (1 + optics.focus_off)
        camera.dof.aperture_fstop = optics.f_number
        right, down, view = (Vector(axis) for axis in pose.axes)
        turn = Matrix((right, -down, -view)).transposed().to_4x4()
        eye = Matrix.Translation(Vector((pose.x_mm, pose.y_mm, pose.height_mm)) * _M)
        self._scene.camera = self._add(camera, eye @ turn)
        self._scene.render.resolution_x, self._scene.render.resolution_y = pose.width_px, pose.height_px


_PIPS: Final[Mapping[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}


def _marker_picture(marker: int) -> npt.NDArray[np.uint8]:
    """A marker of `jantaku markers` with its white border (BGRA)."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    square = cv2.aruco.generateImageMarker(dictionary, marker, 240)
    paper = cv2.copyMakeBorder(square, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=255)
    return np.asarray(cv2.cvtColor(paper, cv2.COLOR_GRAY2BGRA), np.uint8)


def _ink_of(face: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """A face on white as ink that covers what is below (BGRA): white is none."""
    large = cv2.resize(face, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    cover = 255 - large.min(axis=2)
    alpha = np.clip(cover.astype(np.float32) * 1.6, 0, 255)
    share = np.maximum(alpha[..., None] / 255, 1e-3)
    ink = np.clip((large - 255 * (1 - share)) / share, 0, 255)
    return np.dstack([ink, alpha]).astype(np.uint8)


def _as_image(name: str, picture: npt.NDArray[np.uint8]) -> Any:
    """Blender's own copy of a picture (BGRA)."""
    height, width = picture.shape[:2]
    image = bpy.data.images.new(name, width, height, alpha=True)
    rows = picture[::-1, :, [2, 1, 0, 3]].astype(np.float32) / 255
    image.pixels.foreach_set(np.ascontiguousarray(rows).ravel())
    image.pack()
    return image
