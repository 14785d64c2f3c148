"""What only fine print tells apart, in pieces: `python -m tools.tile_art.fine_faces --out build/fine.npz`.

What plant a maker draws says nothing of which flower it is; the number and the character that he prints beside it do.
The file holds plants and birds alone, and marks alone in many type faces: numbers, and the names of flowers and
seasons. `vision.training.printed_faces` lays new marks on new plants for each batch. `--judges` takes the drawings and
type faces that no training shows.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import cv2
import numpy as np
import resvg_py
from fontTools.ttLib import TTLibError

from hw_sim.picture.textures import CELL_HEIGHT_PX, CELL_WIDTH_PX
from tools.tile_art.chance_faces import figure
from tools.tile_art.chance_sets import Pixels, drawn, engraved, fonts
from tools.tile_art.chance_style import random_style
from tools.tile_art.clip_art import birds, plants
from tools.tile_art.glyphs import character_path, letter_path
from tools.tile_art.hands import HANDS
from tools.tile_art.styles import FontFile
from tools.tile_art.svg import path
from vision.reading.fine_print import FLOWERS_AND_BIRD
from vision.training.printed_faces import NAMES

_NAMES: Final = ("梅", "蘭兰", "菊", "竹", "春", "夏", "秋", "冬")
"""The characters of the flowers and seasons, in the order of `BONUS_TILES`; one has a simplified form."""
_CHINESE: Final = "一二三四"
_ROMAN: Final = ("I", "II", "III", "IV")
_MARK_PX: Final = 64
_MARGIN_PX: Final = 4
_BOLD: Final = (0.0, 1.5, 4.0)
"""How much strokes are thickened, in pixels of a mark."""
_TYPE_FACES: Final = 50
"""So many of characters and as many of digits, beside the hands: as many as `glyphs` keeps open at once."""


def digit_fonts(also: list[FontFile]) -> list[FontFile]:
    """Type faces for digits: all that are installed and have them, and those of the characters."""
    command = [shutil.which("fc-list") or "fc-list", "-f", "%{file}\n", ":lang=en"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True)
    files = sorted({line for line in listed.stdout.splitlines() if line.endswith((".ttf", ".otf"))})
    return sorted((font for font in {*map(FontFile, files), *also} if _has_digits(font)), key=str)


def _has_digits(font: FontFile) -> bool:
    try:
        for digit in "1234":
            letter_path(font, digit, (0, 0, 1, 1))
    except (TTLibError, OSError, ValueError):
        return False
    return True


def _marks(written: list[FontFile], digits: list[FontFile], rng: Random) -> Iterator[tuple[Pixels, int]]:
    """Marks as masks (64 x 64) with what they say (`vision.training.printed_faces`)."""
    side = _MARK_PX - 2 * _MARGIN_PX
    for font in digits:
        for number in range(4):
            wide = side * (0.3 if number == 0 else rng.uniform(0.5, 0.8))
            yield _mask(letter_path(font, str(number + 1), (_MARGIN_PX, _MARGIN_PX, wide, side)), rng), number
            if rng.random() < 0.1:
                yield _mask(" ".join(_roman(font, _ROMAN[number], side)), rng), number
    for font in written:
        for says, forms in enumerate((*_NAMES, *_CHINESE), start=NAMES):
            for form in forms:
                try:
                    outline = character_path(font, form, (_MARGIN_PX, _MARGIN_PX, side, side))
                except ValueError:
                    continue  # hardly a type face has both forms
                yield _mask(outline, rng), says


def _roman(font: FontFile, letters: str, side: float) -> Iterator[str]:
    each = side / len(letters)
    for at, letter in enumerate(letters):
        wide = each * (0.4 if letter == "I" else 0.9)
        yield letter_path(font, letter, (_MARGIN_PX + each * at, _MARGIN_PX, wide, side))


def _mask(outline: str, rng: Random) -> Pixels:
    """An outline as ink: 0 none, 255 full."""
    art = path(outline, "#000", "#000", rng.choice(_BOLD))
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_MARK_PX} {_MARK_PX}">{art}</svg>'
    data = resvg_py.svg_to_bytes(svg_string=svg, width=_MARK_PX, background="#ffffff", skip_system_fonts=True)
    return np.asarray(255 - cv2.imdecode(np.frombuffer(bytes(data), np.uint8), cv2.IMREAD_GRAYSCALE), np.uint8)


def main(arguments: list[str] | None = None) -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.tile_art.fine_faces", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("build/fine.npz"), help="the file")
    parser.add_argument("--count", type=int, default=1800, help="how many plants and birds")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other faces")
    parser.add_argument("--judges", action="store_true", help="in drawings and type faces that no training shows")
    options = parser.parse_args(arguments)
    try:
        written = fonts(judges=options.judges)
        flock, garden = birds(judges=options.judges), plants(judges=options.judges)
    except FileNotFoundError as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    rng = Random(f"fine {options.seed}/{options.judges}")
    written = rng.sample(written, min(len(written), _TYPE_FACES))
    if not options.judges:
        written += [style.font for style in HANDS]
    digits = digit_fonts(written)
    marks, says = zip(*_marks(written, rng.sample(digits, min(len(digits), _TYPE_FACES)), rng), strict=True)
    faces = []
    for number in range(options.count):
        style = replace(random_style("fine", rng, written, flock, garden), inked_figures=rng.random() < 0.4)
        tile = FLOWERS_AND_BIRD[number % len(FLOWERS_AND_BIRD)]
        large = engraved(drawn(style, [], figure(style, tile), tile), style.engraving, rng.uniform(0, 360))
        faces.append(cv2.resize(large, (CELL_WIDTH_PX, CELL_HEIGHT_PX), interpolation=cv2.INTER_AREA))
        if (number + 1) % 500 == 0:
            print(f"{number + 1} of {options.count} plants and birds", flush=True)
    is_bird = np.arange(options.count) % len(FLOWERS_AND_BIRD) == len(FLOWERS_AND_BIRD) - 1
    options.out.parent.mkdir(parents=True, exist_ok=True)
    np.savez(options.out, faces=np.stack(faces), is_bird=is_bird, marks=np.stack(marks), says=np.array(says, np.int64))
    return 0


if __name__ == "__main__":
    sys.exit(main())
