"""Tables with real faces: python -m vision.training.artificial_tables PHOTOS.. --out OUT [--views N] [--pictures N].

--views writes OUT/views.npz, material for the detector's training. --pictures writes whole pictures with markers and
their truth in the format of `picture.dataset`, for `vision.training.evaluate`: any size of table and of tile. The
photographs tell no rotation, so rotations of that truth count modulo 180 degrees.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random

import cv2
import numpy as np
import numpy.typing as npt

from vision.calibrating.calibration import Floats, transform
from vision.reading.classification import FACES_KNOWN
from vision.sightings import Face, Image
from vision.training.cameras import HangingCamera, hanging_camera
from vision.training.composites import (
    Eye,
    Seen,
    Table,
    lay,
    paint,
    random_back,
    random_size,
    rows_of,
    training_view,
)
from vision.training.filled_faces import filled_faces
from vision.training.real_tiles import RealTile, real_tiles
from vision.training.rooms import Canvas, Rng, any_colour, lit, paint_felt, photographed, rectangle

VIEW_PX = 384
"""Side of an artificial view: large enough for several windows of the training, small enough to be drawn fast."""


def view(bank: list[RealTile], rng: Rng, number: int) -> tuple[Image, npt.NDArray[np.float32]]:
    """A top view (VIEW_PX square, one pixel a mm) as a camera of some resolution lets it be seen, and its pieces."""
    canvas, seen = training_view(bank, rng, VIEW_PX)
    camera_px = round(VIEW_PX * rng.uniform(1.1, 3.0))
    picture = cv2.resize(lit(canvas.image, rng), (camera_px, camera_px), interpolation=cv2.INTER_AREA)
    picture = photographed(np.asarray(picture, np.uint8), rng)
    how = cv2.INTER_AREA if camera_px > 2 * VIEW_PX else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, (VIEW_PX, VIEW_PX), interpolation=how), np.uint8), rows_of(
        seen, canvas, 1.0, number
    )


def write_views(bank: list[RealTile], out: Path, count: int, seed: int) -> None:
    """Write OUT/views.npz as `vision.training.scenes.prepare` does."""
    made = [view(bank, np.random.default_rng((seed, number)), number) for number in range(count)]
    views, pieces = zip(*made, strict=True)
    out.mkdir(parents=True, exist_ok=True)
    np.savez(out / "views.npz", views=np.stack(views), pieces=np.concatenate(pieces))
    print(f"{count} views, {sum(map(len, pieces))} pieces in {out}")


def write_picture(bank: list[RealTile], out: Path, number: int, seed: int, size_px: tuple[int, int]) -> None:
    """Write OUT/NNNNN.jpg and OUT/NNNNN.json: one whole table."""
    rng = np.random.default_rng((seed, number))
    surface_mm = float(rng.uniform(700, 1000))
    camera = hanging_camera(Random(f"{seed}/{number}"), surface_mm, size_px)
    size, marker_mm = random_size(rng), float(rng.uniform(28, 40))
    marker_at_mm = surface_mm / 2 - marker_mm * float(rng.uniform(0.75, 1.0))
    x_mm, y_mm, height_mm = (float(part) for part in camera.pose.centre_mm)
    eye = Eye(x_mm, y_mm, height_mm)
    table = Table(surface_mm / 2 - 4, size, eye, random_back(rng))
    canvas = Canvas.empty(surface_mm / 2 + 30, 1.5 * camera.pose.focal_px / height_mm)
    paint_felt(canvas, rng)
    _paint_markers(canvas, table, marker_mm, marker_at_mm)
    _paint_console(canvas, table, rng)
    lay(table, bank, rng, int(rng.integers(8, 40)))
    seen = paint(table, canvas, rng, things=int(rng.integers(0, 6)), arms=int(rng.random() < 0.3))
    image, to_pixels = _through(canvas, camera, size.thickness, rng)
    truth = {
        "picture": f"{number:05d}.jpg",
        "size_px": list(size_px),
        "surface_mm": surface_mm,
        "tile_mm": {"width": size.width, "height": size.height, "thickness": size.thickness},
        "marker_mm": marker_mm,
        "marker_at_mm": marker_at_mm,
        "pieces": [_truth(s, to_pixels) for s in seen],
    }
    out.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(out / f"{number:05d}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    (out / f"{number:05d}.json").write_text(json.dumps(truth, separators=(",", ":")), encoding="utf-8")


def _paint_markers(canvas: Canvas, table: Table, marker_mm: float, at_mm: float) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, (x, y) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
        paper = rectangle(x * at_mm, y * at_mm, marker_mm * 1.35, marker_mm * 1.35, 0)
        table.taken.append(paper)
        canvas.polygon(table.eye.shown(paper, 0, table.size.thickness), (235, 238, 240))
        cells = cv2.aruco.generateImageMarker(dictionary, number, 6) > 0
        for row, column in np.argwhere(~cells):
            side = marker_mm / 6
            place = (x * at_mm + (column - 2.5) * side, y * at_mm - (row - 2.5) * side)
            square = rectangle(*place, side * 1.02, side * 1.02, 0)
            canvas.polygon(table.eye.shown(square, 0, table.size.thickness), (28, 26, 24))


def _paint_console(canvas: Canvas, table: Table, rng: Rng) -> None:
    if rng.random() < 0.4:
        return
    side = float(rng.uniform(90, 180))
    square = rectangle(0, 0, side, side, 0)
    table.taken.append(square)
    canvas.polygon(square, any_colour(rng, (0.05, 0.5)))
    for _ in range(8):
        x, y = rng.uniform(-side * 0.4, side * 0.4, 2)
        canvas.polygon(rectangle(x, y, *rng.uniform(4, side / 4, 2), 0), any_colour(rng))


def _through(canvas: Canvas, camera: HangingCamera, plane_mm: float, rng: Rng) -> tuple[Image, Floats]:
    """The camera's picture of the canvas and the homography from mm of the plane to its pixels."""
    square = rectangle(0, 0, 200, 200, 0)
    pixels = camera.pose.project(np.column_stack((square, np.full(4, plane_mm))))
    to_pixels = np.asarray(
        cv2.getPerspectiveTransform(square.astype(np.float32), pixels.astype(np.float32)), np.float64
    )
    corners = rectangle(0, 0, 2 * canvas.half_mm, 2 * canvas.half_mm, 0)
    place = cv2.getPerspectiveTransform(
        canvas.to_px(corners).astype(np.float32), transform(to_pixels, corners).astype(np.float32)
    )
    image = np.empty((*camera.size_px[::-1], 3), np.uint8)
    image[:] = any_colour(rng, (0.05, 0.6))
    soft = cv2.GaussianBlur(lit(canvas.image, rng), (0, 0), 0.6)
    cv2.warpPerspective(soft, place, camera.size_px, image, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    return photographed(image, rng), to_pixels


def _truth(seen: Seen, to_pixels: Floats) -> dict[str, object]:
    is_up = seen.laid.face is Face.UP
    return {
        "tile": str(FACES_KNOWN[seen.laid.tile.kind]) if is_up else None,
        "face": seen.laid.face.value,
        "rotation_deg": round(seen.laid.turn_deg % 360, 2),
        "visible_fraction": round(seen.visible, 3),
        "quad_px": transform(to_pixels, seen.corners_mm).round(2).tolist(),
    }


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=Path, nargs="+", help="folders of labelled photographs")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--views", type=int, default=0, help="how many views for training")
    parser.add_argument("--filled", type=int, default=0, help="drawn faces full of ink among those of the views")
    parser.add_argument("--pictures", type=int, default=0, help="how many whole pictures")
    parser.add_argument("--size", default="1920x1080", help="of the whole pictures, in pixels")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    bank = real_tiles(arguments.photos)
    print(f"{len(bank)} faces of real tiles")
    if arguments.views:
        filled = filled_faces(arguments.filled, np.random.default_rng(arguments.seed))
        write_views([*bank, *filled], arguments.out, arguments.views, arguments.seed)
    width, height = (int(side) for side in arguments.size.split("x"))
    for number in range(arguments.pictures):
        write_picture(bank, arguments.out, number, arguments.seed, (width, height))


if __name__ == "__main__":
    main()
