"""`python -m hw_sim.picture.dataset --out build/dataset --count N --seed S`: pictures of tables with what they show.

Each `NNNNN.jpg` has a `NNNNN.json` beside it: the pieces (`truth.PieceTruth.as_json`), the markers' corners in
the picture by id, the size, the style and the tile's measures. The same arguments give the same files.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import cv2

from hw_sim.felt.scene import Furniture
from hw_sim.picture.appearance import Appearance, random_look
from hw_sim.picture.random_scene import TableArranger, random_furniture, random_pose
from hw_sim.picture.renderer import Renderer
from hw_sim.picture.textures import UnknownStyleError, style_names
from hw_sim.picture.truth import marker_truths, piece_truths


def write_picture(
    folder: Path,
    number: int,
    seed: int,
    size_px: tuple[int, int],
    look_of: Callable[[Random], Appearance] = random_look,
) -> Path:
    """Render picture `number` of the series `seed` into `folder`; returns the picture's path.

    `look_of` gives the room and the tile set.

    Raises:
        UnknownStyleError: there is no such style.
        OSError: the folder cannot be written.
    """
    rng = Random(f"{seed}/{number}")
    look = look_of(rng)
    furniture = random_furniture(rng)
    pose = random_pose(rng, *size_px)
    scene = TableArranger(furniture, rng).arranged()
    renderer = Renderer(furniture, pose, look, seed=rng.getrandbits(31))
    image = renderer.render(scene)
    file = folder / f"{number:05d}.jpg"
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, look.sensor.jpeg_quality])
    if not done:
        raise OSError(f"{file} could not be encoded as JPEG")
    file.write_bytes(data.tobytes())
    truth = {
        "picture": file.name,
        "size_px": list(size_px),
        "style": Path(look.style).stem,
        "tile_mm": _tile_mm(furniture),
        "marker_mm": furniture.marker_mm,
        "marker_at_mm": furniture.marker_at_mm,
        "markers_px": marker_truths(renderer),
        "pieces": [truth.as_json() for truth in piece_truths(renderer, scene)],
    }
    file.with_suffix(".json").write_text(json.dumps(truth, separators=(",", ":")), encoding="utf-8")
    return file


def _tile_mm(furniture: Furniture) -> dict[str, float]:
    return {
        "width": round(furniture.tile_width_mm, 2),
        "height": round(furniture.tile_height_mm, 2),
        "thickness": round(furniture.tile_thickness_mm, 2),
    }


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise argparse.ArgumentTypeError(f"expected WIDTHxHEIGHT such as 2304x1296, not {text!r}")
    return (int(width), int(height))


def _atlases(folder: Path) -> list[str]:
    found = sorted(map(str, folder.glob("*.webp")))
    if not found:
        raise UnknownStyleError(f"{folder} holds no atlas (*.webp)")
    return found


def main(arguments: list[str] | None = None) -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m hw_sim.picture.dataset", description="Renders labelled table pictures."
    )
    parser.add_argument("--out", type=Path, default=Path("build/dataset"), help="folder for the files")
    parser.add_argument("--count", type=int, default=100, help="how many pictures")
    parser.add_argument("--first", type=int, default=0, help="number of the first picture, to go on with a series")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other pictures")
    parser.add_argument("--size", type=_size, default=(2304, 1296), help="WIDTHxHEIGHT in pixels")
    faces = parser.add_mutually_exclusive_group()
    faces.add_argument("--style", choices=style_names(), help="only this tile style")
    faces.add_argument("--atlases", type=Path, help="folder of atlases (docs/tile_sets.md): each picture another one")
    options = parser.parse_args(arguments)
    try:
        options.out.mkdir(parents=True, exist_ok=True)
        atlases = _atlases(options.atlases) if options.atlases else [options.style]
        for number in range(options.first, options.first + options.count):
            look_of = partial(random_look, style=atlases[number % len(atlases)])
            write_picture(options.out, number, options.seed, options.size, look_of)
    except (OSError, UnknownStyleError) as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
