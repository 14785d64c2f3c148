"""Rendered pictures with their truth -> top views with labelled centres, and face-up crops with labels.

A data set is a folder of NAME.jpg and NAME.json as `python -m hw_sim.picture.dataset` writes them. Everything goes
through the product's own calibration and cutting, so that the networks learn on what they will see, errors included.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from mahjong_rules.tiles import parse_tile
from vision.calibrating.calibration import CalibrationError, calibrate
from vision.geometry.rectify import TableView
from vision.reading.classification import CROP_HEIGHT_PX, CROP_WIDTH_PX, FACES_KNOWN, crop_to_table
from vision.reading.detection import FACES
from vision.settings import CameraSettings, GeometrySettings
from vision.sightings import Face, Image

CANVAS_MARGIN_PX = 14
"""Crops are kept with this much more around them, so that training can shift and turn them."""
CANVAS_SHAPE = (CROP_HEIGHT_PX + 2 * CANVAS_MARGIN_PX, CROP_WIDTH_PX + 2 * CANVAS_MARGIN_PX, 3)


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the truth in the top view's pixels; `kind` counts in FACES_KNOWN, -1 unless it lies face up."""

    face: int
    column: float
    row: float
    rotation_deg: float
    visible: float
    kind: int


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture of a data set, its top view and its pieces; `style` is the tiles' (one of `picture.textures`)."""

    name: str
    style: str
    image: Image
    geometry: GeometrySettings
    view: TableView
    pieces: tuple[Piece, ...]


def scenes(folder: Path) -> Iterator[Scene]:
    """Every picture of a data set whose markers are to be seen."""
    for path in sorted(folder.glob("*.json")):
        picture = next((p for p in (path.with_suffix(".jpg"), path.with_suffix(".png")) if p.exists()), None)
        if picture is None:
            continue
        image = np.asarray(cv2.imread(str(picture)), np.uint8)
        truth = json.loads(path.read_text())
        geometry = _geometry(truth)
        try:
            pose = calibrate(image, geometry, CameraSettings())
        except CalibrationError:
            continue
        view = TableView(pose, geometry)
        pieces = tuple(_piece(piece, view) for piece in truth["pieces"])
        yield Scene(path.stem, truth.get("style", ""), image, geometry, view, pieces)


def _geometry(truth: dict[str, Any]) -> GeometrySettings:
    """What the owner of this table would have configured."""
    tile = truth["tile_mm"]
    return GeometrySettings(
        surface_mm=truth.get("surface_mm", 740.0),
        tile_width_mm=tile["width"],
        tile_height_mm=tile["height"],
        tile_thickness_mm=tile["thickness"],
        marker_mm=truth["marker_mm"],
        marker_at_mm=truth["marker_at_mm"],
    )


def _piece(truth: dict[str, Any], view: TableView) -> Piece:
    corners = view.pose.to_plane(np.array(truth["quad_px"], np.float64), view.z_mm)
    column, row = view.to_px(*corners.mean(axis=0))
    face = Face(truth["face"])
    kind = FACES_KNOWN.index(parse_tile(truth["tile"])) if face is Face.UP else -1
    return Piece(FACES.index(face), column, row, truth["rotation_deg"], truth["visible_fraction"], kind)


def canvas(scene: Scene, column: float, row: float, axis_deg: float) -> Image:
    """The crop of a place with CANVAS_MARGIN_PX more on each side."""
    place = crop_to_table(
        *scene.view.to_mm(column, row), axis_deg, scene.geometry.tile_width_mm, scene.geometry.tile_height_mm
    )
    shift = np.array([[1, 0, -CANVAS_MARGIN_PX], [0, 1, -CANVAS_MARGIN_PX], [0, 0, 1]], np.float64)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (CANVAS_SHAPE[1], CANVAS_SHAPE[0])
    cut = scene.view.pose.local_homography(place @ shift, scene.view.z_mm, size)
    return np.asarray(cv2.warpPerspective(scene.image, cut, size, flags=flags), np.uint8)


def face_crops(scene: Scene, least_visible: float = 0.9) -> Iterator[tuple[Image, int]]:
    """Upright canvases of the face-up pieces of a scene with their kinds."""
    for piece in scene.pieces:
        if piece.kind >= 0 and piece.visible >= least_visible:
            yield canvas(scene, piece.column, piece.row, piece.rotation_deg), piece.kind


def other_crops(scene: Scene, rng: Random, count: int) -> Iterator[Image]:
    """Canvases of what is no whole face-up tile: backs, standing tiles, hidden tiles, felt, arms, console."""
    others = [piece for piece in scene.pieces if piece.kind < 0 or piece.visible < 0.5]
    for piece in rng.sample(others, min(len(others), count // 2)):
        turn = piece.rotation_deg + rng.choice((0, 90, 180, 270)) + rng.uniform(-10, 10)
        yield canvas(scene, piece.column + rng.uniform(-4, 4), piece.row + rng.uniform(-4, 4), turn)
    for _ in range(count - count // 2):
        column, row = (rng.uniform(30, scene.view.size_px - 30) for _ in range(2))
        if all(math.hypot(column - piece.column, row - piece.row) > 11 or piece.kind < 0 for piece in scene.pieces):
            yield canvas(scene, column, row, rng.uniform(0, 360))


def prepare(folders: list[Path], out: Path, rng: Random) -> None:
    """Write OUT/views.npz (top views and pieces) and OUT/crops.npz (canvases and labels) of data sets."""
    out.mkdir(parents=True, exist_ok=True)
    views: list[Image] = []
    pieces: list[npt.NDArray[np.float32]] = []
    crops: list[Image] = []
    kinds: list[int] = []
    styles: list[str] = []
    for scene in (scene for folder in folders for scene in scenes(folder)):
        views.append(scene.view.rectified(scene.image))
        rows = [(p.face, p.column, p.row, p.rotation_deg, p.visible, len(views) - 1) for p in scene.pieces]
        pieces.append(np.array(rows, np.float32).reshape(-1, 6))
        for crop, kind in face_crops(scene):
            crops.append(crop)
            kinds.append(kind)
        for crop in other_crops(scene, rng, 12):
            crops.append(crop)
            kinds.append(-1)
        styles += [scene.style] * (len(kinds) - len(styles))
    if not views:
        raise ValueError(
            f"{folders[0]} holds no picture with all four markers: make one with python -m hw_sim.picture.dataset"
        )
    np.savez(out / "views.npz", views=_stacked(views), pieces=np.concatenate(pieces))
    np.savez(out / "crops.npz", crops=np.stack(crops), kinds=np.array(kinds, np.int64), styles=np.array(styles))
    print(f"{len(views)} views, {sum(map(len, pieces))} pieces, {len(crops)} crops in {out}")


def _stacked(views: list[Image]) -> Image:
    """Square top views in one array: the view's size follows the tile's; smaller ones get black beyond their edge."""
    size = max(len(view) for view in views)
    return np.stack([np.pad(view, ((0, size - len(view)), (0, size - len(view)), (0, 0))) for view in views])
