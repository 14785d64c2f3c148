"""Pictures of a tile set laid out in rows on the simulated table, and single tiles in loose crops."""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from hw_sim.felt.scene import Furniture, Piece, Pose, Scene
from hw_sim.picture.appearance import Appearance
from hw_sim.picture.random_scene import random_pose
from hw_sim.picture.renderer import Renderer
from hw_sim.picture.textures import load_faces
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import Tile
from vision.sightings import Image
from vision.tile_sets.set_layout import BASIC_ROWS, BONUS_ROW, RED_ROW

WHOLE_SET = (*BASIC_ROWS, BONUS_ROW, RED_ROW)


def layout_picture(
    rows: Sequence[Sequence[Tile]] = WHOLE_SET,
    style: str = "parlour",
    tilt_deg: float = 0.0,
    seed: int = 1,
    turned: Sequence[Tile] = (),
) -> Image:
    """Rows of face-up tiles before seat 0, as a whole tilted counter-clockwise; `turned` ones lie across.

    Drawn once for all tests that ask for the same; nobody can write into it.
    """
    return _drawn(tuple(tuple(row) for row in rows), style, tilt_deg, seed, tuple(turned))


@functools.cache
def _drawn(
    rows: tuple[tuple[Tile, ...], ...], style: str, tilt_deg: float, seed: int, turned: tuple[Tile, ...]
) -> Image:
    rng = random.Random(seed)
    furniture, scene = Furniture(), Scene()
    tilt = math.radians(tilt_deg)
    for row, tiles in enumerate(rows):
        for place, tile in enumerate(tiles):
            x_mm = -100 + place * 24.0 + rng.uniform(-1, 1)
            y_mm = -92 - row * 42.0 + rng.uniform(-1.5, 1.5)
            turn_deg = tilt_deg + rng.uniform(-2, 2) + (90 if tile in turned else 0)
            number = len(scene.pieces)
            scene.pieces[number] = Piece(
                number,
                SetName.A,
                tile,
                x_mm * math.cos(tilt) - y_mm * math.sin(tilt),
                x_mm * math.sin(tilt) + y_mm * math.cos(tilt),
                rotation_deg=turn_deg % 360,
                pose=Pose.FACE_UP,
            )
    renderer = Renderer(furniture, random_pose(rng, 2304, 1296), replace(Appearance(), style=style), seed=seed)
    picture = renderer.render(scene)
    picture.flags.writeable = False
    return picture


def loose_crop(
    tile: Tile, style: str = "parlour", turn_deg: float = 0.0, width_px: int = 60, spare: float = 0.15
) -> Image:
    """A face on green felt, turned counter-clockwise, with `spare` of its height around it."""
    face = load_faces(style)[tile]
    height, width = face.shape[:2]
    scale = width_px / width
    turn = math.radians(turn_deg)
    high = height * scale * (1 + 2 * spare)
    wide = (width + 2 * spare * height) * scale
    size = (
        round(abs(wide * math.cos(turn)) + abs(high * math.sin(turn))),
        round(abs(wide * math.sin(turn)) + abs(high * math.cos(turn))),
    )
    matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), turn_deg, scale)
    matrix[:, 2] = matrix[:, 2] + (np.array(size) - 1) / 2 - (np.array([width, height]) - 1) / 2
    flags = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    crop = cv2.warpAffine(face, matrix, size, flags=flags, borderMode=cv2.BORDER_CONSTANT, borderValue=(96, 92, 30))
    return np.asarray(crop, np.uint8)


def invented_face(tile: Tile, seed: int = 1) -> Image:
    """A face that no maker ever drew: coloured strokes of chance on ivory (131 x 96 x 3), another for each tile."""
    rng = random.Random(f"{seed}/{tile}")
    face = np.full((131, 96, 3), 240, np.uint8)
    for _ in range(5):
        colour = tuple(rng.choice((20, 60, 150)) for _ in range(3))
        ends = [(rng.randrange(14, 82), rng.randrange(14, 117)) for _ in range(2)]
        cv2.line(face, ends[0], ends[1], colour, rng.randrange(4, 12), cv2.LINE_AA)
    return face
