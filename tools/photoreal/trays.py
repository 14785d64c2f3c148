"""Path-traces trays: `python -m tools.photoreal.trays --atlases FOLDER --out FOLDER --count N`.

A tray is the part of a table's picture in which all faces of one set and some more lie close together, as large as
they are on a table: ten seconds of a core for fifty faces, where a whole table takes two minutes for seventy. Trays are
there to learn from (`vision.training.trays`), with other sets and seeds than the tables that judge.
"""

from __future__ import annotations

import argparse
import json
import math
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hw_sim.felt.scene import Furniture, Piece, Pose, Scene
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import ALL_KINDS, BONUS_TILES, RED_FIVES, Tile
from tools.photoreal.develop import developed_part
from tools.photoreal.judged_scene import JudgedScene, judged_scene
from tools.photoreal.stage import Stage
from tools.photoreal.tile_tops import on_top

_FACES: Final = (*ALL_KINDS, *RED_FIVES, *BONUS_TILES)
_COLUMNS: Final = 8
_ROWS: Final = 7
_SIZES_PX: Final = ((1600, 900), (1920, 1080), (2304, 1296))
"""Of the whole pictures: a tile is 28 to 40 pixels wide in them."""
_EDGE_PX: Final = 14
"""Around the outermost tiles: what crops for the training have beyond a tile."""
_CORNERS: Final = ((-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5))
_SAMPLES: Final = 16


def tray_scene(seed: int, number: int) -> JudgedScene:
    """Tray `number` of the series `seed`: room, lamps, camera and make of the tiles as on a table that judges."""
    rng = Random(f"tray {seed}/{number}")
    judged = judged_scene(seed, number, rng.choice(_SIZES_PX))
    scene = Scene(pieces={piece.number: piece for piece in _laid(judged.furniture, rng)})
    return replace(judged, scene=scene, camera=replace(judged.camera, distortion=0.0))


def _laid(furniture: Furniture, rng: Random) -> list[Piece]:
    """Every face once and some twice, in a loose grid somewhere on the table."""
    faces: list[Tile] = rng.sample(_FACES, len(_FACES))
    faces += rng.choices(_FACES, k=_COLUMNS * _ROWS - len(faces))
    middle = complex(rng.uniform(-200, 200), rng.uniform(-200, 200))
    turn_deg = rng.uniform(0, 360)
    turn = complex(math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg)))
    wide_mm = furniture.tile_width_mm * rng.uniform(1.02, 1.5)
    high_mm = furniture.tile_height_mm * rng.uniform(1.02, 1.35)
    pieces = []
    for number, face in enumerate(faces):
        row, column = divmod(number, _COLUMNS)
        u_mm = (column - (_COLUMNS - 1) / 2) * wide_mm + rng.uniform(-0.5, 0.5) * (wide_mm - furniture.tile_width_mm)
        v_mm = (row - (_ROWS - 1) / 2) * high_mm + rng.uniform(-0.5, 0.5) * (high_mm - furniture.tile_height_mm)
        at = middle + complex(u_mm, v_mm) * turn
        rotation_deg = (turn_deg + rng.gauss(0, 1.5) + rng.choice((0, 180))) % 360
        pieces.append(Piece(number, SetName.A, face, at.real, at.imag, 0.0, rotation_deg, Pose.FACE_UP))
    return pieces


def write_tray(folder: Path, number: int, seed: int, atlas: Path, threads: int) -> Path:
    """Render one tray: NAME.jpg, and NAME.json with each tile and the corners of its upper side in that picture."""
    judged = tray_scene(seed, number)
    stage = Stage(judged, atlas)
    pieces = judged.scene.pieces.values()
    quads = np.stack(
        [judged.camera.project([on_top(judged, piece, *corner) for corner in _CORNERS]) for piece in pieces]
    )
    least = np.maximum(quads.min(axis=(0, 1)) - _EDGE_PX, 0).astype(int)
    most = np.minimum(quads.max(axis=(0, 1)) + _EDGE_PX, (judged.camera.width_px, judged.camera.height_px)).astype(int)
    stage.frame(*least, *most)
    with tempfile.TemporaryDirectory() as scratch:
        light = stage.render(Path(scratch) / "light.hdr", _SAMPLES, threads)
    quads = quads - least
    picture = developed_part(light, _is_cloth(light.shape[:2], quads), judged.optics, seed * 100_000 + number)
    file = folder / f"{seed}_{number:05d}.jpg"
    cv2.imwrite(str(file), picture, [cv2.IMWRITE_JPEG_QUALITY, judged.optics.jpeg_quality])
    furniture = judged.furniture
    truth = {
        "style": atlas.stem,
        "tile_mm": [furniture.tile_width_mm, furniture.tile_height_mm],
        "tiles": [str(piece.tile) for piece in pieces],
        "quads_px": np.round(quads, 2).tolist(),
    }
    file.with_suffix(".json").write_text(json.dumps(truth, separators=(",", ":")), encoding="utf-8")
    return file


def _is_cloth(shape: tuple[int, int], quads: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """Where no tile lies: their upper sides, and as much around them as their sides show."""
    tiles = np.zeros(shape, np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(tiles, np.round(quad).astype(np.int32), 1)
    return np.asarray(cv2.dilate(tiles, np.ones((5, 5), np.uint8)) == 0)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("build/trays"))
    parser.add_argument("--atlases", type=Path, nargs="+", required=True, help="folders of atlases (*.webp)")
    parser.add_argument("--count", type=int, default=100, help="trays; those that are there already are kept")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="processor cores")
    options = parser.parse_args()
    atlases = sorted(atlas for folder in options.atlases for atlas in folder.glob("*.webp"))
    if not atlases:
        parser.error(f"no atlas (*.webp) in {', '.join(map(str, options.atlases))}: see tools.tile_art.chance_sets")
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(options.count):
        if (options.out / f"{options.seed}_{number:05d}.json").exists():
            continue
        since = time.monotonic()
        atlas = Random(f"atlas {options.seed}/{number}").choice(atlases)
        file = write_tray(options.out, number, options.seed, atlas, options.threads)
        print(f"{number + 1} of {options.count}: {file} after {time.monotonic() - since:.0f} s", flush=True)


if __name__ == "__main__":
    main()
