"""Tile sets by chance: `python -m tools.tile_art.chance_sets --out build/chance_sets --count 300 --seed 1`.

Each set is an atlas (docs/tile_sets.md) in type faces, birds, plants, dots and bamboos that no other set has together.
They are for training; `--judges` draws sets for those that judge, in type faces and drawings that no training shows.
`CREDITS.md` lists what must be installed. The same arguments give the same files on the same machine.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
import resvg_py
from fontTools.ttLib import TTLibError

from hw_sim.picture.textures import CELL_HEIGHT_PX, CELL_WIDTH_PX, COLUMNS, FACE_ORDER
from mahjong_rules.tiles import Tile
from tools.tile_art.chance_faces import figure, strokes
from tools.tile_art.chance_style import ChanceStyle, random_style
from tools.tile_art.clip_art import Drawing, birds, plants
from tools.tile_art.glyphs import Box, character_path
from tools.tile_art.styles import FontFile
from tools.tile_art.svg import WIDTH, document

Pixels = npt.NDArray[np.uint8]

_NEEDED: Final = "一二三四五伍六七八九萬万東南西北白發中梅蘭菊竹春夏秋冬國"
_NEVER: Final = ("kouzan", "aoyagi", "notoserifcjk-light", "notoserifcjk-extralight")
"""Hands and a weight that judge: those of the held-out styles (`styles.HELD_OUT`)."""
_JUDGES: Final = ("cwtex", "babelstone", "ipamj", "smiley", "oradano", "sung", "zenhei", "dejima")
"""Parts of the file names of type faces that only judging sets have."""
_SCALE: Final = 3
"""Faces are drawn so many times as large as in the atlas: thin strokes keep their edges."""
_DRAWN_OUT: Final = 1.4
"""How much taller or wider than drawn a figure may become, as makers do to fill a tile. Looked at."""
_INK_LEVELS: Final = (70, 130, 200)
"""Greys of a coloured drawing between which the inks change from black over blue and green to red. Looked at."""


def fonts(*, judges: bool) -> list[FontFile]:
    """The installed type faces that have every character a set needs."""
    command = [shutil.which("fc-list") or "fc-list", "-f", "%{file}\n"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True)
    files = sorted({line for line in listed.stdout.splitlines() if line.endswith((".ttf", ".otf", ".ttc"))})
    found = []
    for file in files:
        name = Path(file).name.lower()
        if any(part in file.lower() for part in _NEVER) or judges != any(part in name for part in _JUDGES):
            continue
        if _draws_all(FontFile(file)):
            found.append(FontFile(file))
    if not found:
        raise FileNotFoundError("no type face with all characters is installed: see tools/tile_art/CREDITS.md")
    return found


def _draws_all(file: FontFile) -> bool:
    """Whether a type face can be read and has an outline for every character; some map characters to empty ones."""
    try:
        for character in _NEEDED:
            character_path(file, character, (0, 0, 1, 1))
    except (TTLibError, OSError, ValueError):
        return False
    return True


def atlas(style: ChanceStyle, rng: Random) -> Pixels:
    """All faces in the order of `FACE_ORDER`, nine a row, on white."""
    rows = -(-len(FACE_ORDER) // COLUMNS)
    sheet = np.full((rows * CELL_HEIGHT_PX, COLUMNS * CELL_WIDTH_PX, 3), 255, np.uint8)
    light = rng.uniform(0, 360)
    for place, tile in enumerate(FACE_ORDER):
        large = engraved(drawn(style, strokes(style, tile), figure(style, tile), tile), style.engraving, light)
        cell = cv2.resize(large, (CELL_WIDTH_PX, CELL_HEIGHT_PX), interpolation=cv2.INTER_AREA)
        y, x = place // COLUMNS * CELL_HEIGHT_PX, place % COLUMNS * CELL_WIDTH_PX
        sheet[y : y + CELL_HEIGHT_PX, x : x + CELL_WIDTH_PX] = cell
    return sheet


def drawn(style: ChanceStyle, art: list[str], stands: tuple[Drawing, Box] | None, tile: Tile) -> Pixels:
    """The face of a tile on white, `_SCALE` times as large as in the atlas: its strokes, and what stands on it."""
    width, height = CELL_WIDTH_PX * _SCALE, CELL_HEIGHT_PX * _SCALE
    data = resvg_py.svg_to_bytes(
        svg_string=document(art, None), width=width, background="#ffffff", skip_system_fonts=True
    )
    lines = cv2.imdecode(np.frombuffer(bytes(data), np.uint8), cv2.IMREAD_COLOR)
    face = np.asarray(cv2.resize(lines, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    if stands is not None:
        drawing, box = stands
        _lay(face, _as_painted(style, drawing.picture, is_bird=not tile.is_bonus), box)
    return face


def _as_painted(style: ChanceStyle, picture: Pixels, *, is_bird: bool) -> Pixels:
    """A drawing (BGRA) as the maker of this set paints it: in the set's inks, or in outlines."""
    looks_back, outlined = style.bird_ways if is_bird else (False, False)
    painted = picture[:, ::-1].copy() if looks_back else picture.copy()
    if style.inked_figures:
        grey = cv2.cvtColor(painted[..., :3], cv2.COLOR_BGR2GRAY)
        inks = [_bgr(ink) for ink in (style.inks.black, style.inks.blue, style.inks.green, style.inks.red)]
        painted[..., :3] = np.array(inks, np.uint8)[np.digitize(grey, _INK_LEVELS)]
    if outlined:
        edges = cv2.Canny(cv2.cvtColor(picture[..., :3], cv2.COLOR_BGR2GRAY), 40, 120)
        edges |= cv2.Canny(picture[..., 3], 40, 120)
        edges = edges[:, ::-1] if looks_back else edges
        painted[..., 3] = np.minimum(cv2.dilate(edges, np.ones((4, 4), np.uint8)), 255)
    return painted


def _bgr(ink: str) -> tuple[int, int, int]:
    return (int(ink[5:7], 16), int(ink[3:5], 16), int(ink[1:3], 16))


def _lay(face: Pixels, picture: Pixels, box: Box) -> None:
    """Lay a drawing (BGRA) into the middle of a box of tile units, as large as fits, drawn out a little to fill it."""
    left, top, width, height = box
    unit = face.shape[1] / WIDTH
    wide, high = width * unit / picture.shape[1], height * unit / picture.shape[0]
    share = min(wide, high)
    size = (
        round(picture.shape[1] * min(wide, share * _DRAWN_OUT)),
        round(picture.shape[0] * min(high, share * _DRAWN_OUT)),
    )
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    x, y = round((left + width / 2) * unit - size[0] / 2), round((top + height / 2) * unit - size[1] / 2)
    part = face[y : y + size[1], x : x + size[0]]
    alpha = small[..., 3:].astype(np.float32) / 255
    part[:] = np.rint(part * (1 - alpha) + small[..., :3] * alpha).astype(np.uint8)


def engraved(face: Pixels, depth: float, light_deg: float) -> Pixels:
    """The face with its drawings cut in: the edge towards the lamp lies in shade, the far one shines."""
    if depth <= 0:
        return face
    ink = 255 - cv2.cvtColor(face, cv2.COLOR_BGR2GRAY)
    soft = cv2.GaussianBlur(ink, (0, 0), 1.6).astype(np.float32)
    across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    slope = across * np.cos(np.radians(light_deg)) + down * np.sin(np.radians(light_deg))
    shade = np.clip(-slope * 0.35 * depth, -70, 40)[..., None]
    return np.clip(face.astype(np.float32) + shade, 0, 255).astype(np.uint8)


def main(arguments: list[str] | None = None) -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.tile_art.chance_sets", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("build/chance_sets"), help="folder for the atlases")
    parser.add_argument("--count", type=int, default=100, help="how many sets")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other sets")
    parser.add_argument("--judges", action="store_true", help="sets that judge: other type faces and drawings")
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    try:
        faces, flock = fonts(judges=options.judges), birds(judges=options.judges)
        garden = plants(judges=options.judges)
    except FileNotFoundError as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    for number in range(options.count):
        rng = Random(f"set {options.seed}/{options.judges}/{number}")
        style = random_style(
            f"{'judge' if options.judges else 'set'}_{options.seed}_{number:04d}", rng, faces, flock, garden
        )
        cv2.imwrite(str(options.out / f"{style.name}.webp"), atlas(style, rng), [cv2.IMWRITE_WEBP_QUALITY, 92])
    return 0


if __name__ == "__main__":
    sys.exit(main())
