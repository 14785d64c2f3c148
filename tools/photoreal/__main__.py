"""The command: `python -m tools.photoreal --help`."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from hw_sim.felt.scene import Pose
from hw_sim.picture.furniture_sprites import marker_corners_mm
from tools.photoreal.develop import developed
from tools.photoreal.judged_scene import JudgedScene, judged_scene
from tools.photoreal.stage import Stage
from tools.photoreal.tile_tops import on_top

_POSES: Final = {Pose.FACE_UP: "up", Pose.FACE_DOWN: "down", Pose.STANDING: "standing"}
_LOOKS_A_SIDE: Final = 9
"""So many points a side of a piece's top are looked at: what is visible is known to a hundredth."""


def _truths(judged: JudgedScene, stage: Stage) -> Iterator[dict[str, Any]]:
    """The pieces as in `hw_sim.picture.truth`."""
    camera = judged.camera
    shares = (np.arange(_LOOKS_A_SIDE) + 0.5) / _LOOKS_A_SIDE * 0.84 - 0.42
    for number, piece in judged.scene.pieces.items():
        corners = [on_top(judged, piece, u, v) for u, v in ((-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5))]
        quad = camera.project(corners)
        inside = (quad > -1).all() and (quad < (camera.width_px, camera.height_px)).all()
        seen = [stage.sees(on_top(judged, piece, float(u), float(v)), number) for u in shares for v in shares]
        yield {
            "tile": str(piece.tile),
            "face": _POSES[piece.pose],
            "set": piece.tile_set.value,
            "x_mm": round(piece.x_mm, 2),
            "y_mm": round(piece.y_mm, 2),
            "z_top_mm": round(corners[0][2], 2),
            "rotation_deg": round(piece.rotation_deg % 360, 2),
            "visible_fraction": round(float(np.mean(seen)) if inside else 0.0, 3),
            "quad_px": np.round(quad, 2).tolist(),
        }


def write_picture(
    folder: Path, number: int, seed: int, size_px: tuple[int, int], atlas: Path, effort: tuple[int, int]
) -> Path:
    """Render picture `number` of the series `seed`; `effort`: samples a pixel and processor cores."""
    judged = judged_scene(seed, number, size_px)
    stage = Stage(judged, atlas)
    with tempfile.TemporaryDirectory() as scratch:
        light = stage.render(Path(scratch) / "light.hdr", *effort)
    picture = developed(light, judged.camera, judged.optics, seed * 100_000 + number)
    file = folder / f"{number:05d}.jpg"
    cv2.imwrite(str(file), picture, [cv2.IMWRITE_JPEG_QUALITY, judged.optics.jpeg_quality])
    house = judged.furniture
    corners = {
        str(marker): judged.camera.project(marker_corners_mm(house, marker)).round(2).tolist() for marker in range(4)
    }
    sizes = {"width": house.tile_width_mm, "height": house.tile_height_mm, "thickness": house.tile_thickness_mm}
    truth = {
        "picture": file.name,
        "size_px": list(size_px),
        "style": atlas.stem,
        "tile_mm": {name: round(value, 2) for name, value in sizes.items()},
        "marker_mm": house.marker_mm,
        "marker_at_mm": house.marker_at_mm,
        "markers_px": corners,
        "pieces": list(_truths(judged, stage)),
    }
    file.with_suffix(".json").write_text(json.dumps(truth, separators=(",", ":")), encoding="utf-8")
    return file


def main() -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.photoreal", description="Path-traces labelled table pictures."
    )
    parser.add_argument("--out", type=Path, default=Path("build/photoreal"), help="folder for the files")
    parser.add_argument(
        "--atlases", type=Path, required=True, help="folder of atlases (tools.tile_art.chance_sets --judges)"
    )
    parser.add_argument(
        "--count", type=int, default=10, help="how many pictures; those that are there already are kept"
    )
    parser.add_argument("--seed", type=int, default=1, help="another seed, other tables")
    parser.add_argument("--width", type=int, default=1920, help="of the pictures, in pixels; 16:9")
    parser.add_argument(
        "--samples", type=int, default=16, help="light paths a pixel: more is slower and has less noise"
    )
    parser.add_argument("--threads", type=int, default=1, help="processor cores")
    options = parser.parse_args()
    atlases = sorted(options.atlases.glob("*.webp"))
    if not atlases:
        sys.stderr.write(
            f"{options.atlases} holds no atlas (*.webp): make some with python -m tools.tile_art.chance_sets\n"
        )
        return 1
    options.out.mkdir(parents=True, exist_ok=True)
    size = (options.width, options.width * 9 // 16)
    for number in range(options.count):
        if (options.out / f"{number:05d}.json").exists():
            continue
        since = time.monotonic()
        atlas = atlases[number % len(atlases)]
        file = write_picture(options.out, number, options.seed, size, atlas, (options.samples, options.threads))
        print(f"{number + 1} of {options.count}: {file} after {time.monotonic() - since:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
