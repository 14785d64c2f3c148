"""`jantaku read`: one picture of a table through the reader, without motors, game or page."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from table_daemon.errors import UserError

if TYPE_CHECKING:
    from vision.sightings import Image, Sighting

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - argparse names it no other way


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the main parser; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "read",
        help="read one picture of a table",
        description="Finds the four markers and every tile in a picture. Places are millimetres from the middle of the "
        "surface, x to the right and y up seen from seat 0; rotation is counter-clockwise, 0 when the top points up.",
    )
    parser.add_argument("image", type=Path, metavar="IMAGE", help="a picture of the whole table (JPEG or PNG)")
    parser.add_argument("--config", type=Path, metavar="FILE", help="the table's settings; the defaults without")
    parser.add_argument("--json", action="store_true", help="print a JSON list instead of text")
    parser.add_argument(
        "--overlay", type=Path, metavar="OUT", help="write the picture with what was read drawn over it"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read `args.image` and print what lies on the table; returns the exit code."""
    from table_daemon.settings import load_settings
    from vision.calibration import CalibrationError
    from vision.engines import ModelError
    from vision.overlay import overlay
    from vision.reader import TableReader
    from vision.settings import CameraSettings, GeometrySettings
    from vision.sightings import Frame

    settings = load_settings(args.config, []) if args.config else None
    geometry = settings.geometry if settings else GeometrySettings()
    image = _load(args.image)
    try:
        reader = TableReader(geometry)
        view = reader.calibrated(image, settings.camera if settings else CameraSettings())
    except (CalibrationError, ModelError) as error:
        raise UserError(f"{args.image}: {error}") from error
    sightings = reader.read(Frame(image, 1, 0.0), view)
    if args.overlay:
        _save(args.overlay, overlay(image, sightings, view, geometry))
    _print(sightings, as_json=args.json)
    return 0


def _load(path: Path) -> Image:
    import cv2
    import numpy as np

    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from error
    image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if image is None:
        raise UserError(f"{path} is not a picture that OpenCV knows; give a JPEG or PNG file")
    return np.asarray(image, np.uint8)


def _save(path: Path, image: Image) -> None:
    import cv2

    suffix = path.suffix if path.suffix in (".jpg", ".jpeg", ".png") else ".png"
    data = cv2.imencode(suffix, image)[1]
    try:
        path.write_bytes(data.tobytes())
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from error


def _print(sightings: Iterable[Sighting], *, as_json: bool) -> None:
    pieces = [_described(sighting) for sighting in sightings]
    if as_json:
        print(json.dumps(pieces))
        return
    if not pieces:
        print("All four markers found, but no piece on the table.")
    for piece in sorted(pieces, key=lambda p: (p["face"] != "up", -p["centre_mm"][1], p["centre_mm"][0])):
        x_mm, y_mm = piece["centre_mm"]
        name = piece["kind"] or "--"
        print(f"{name:3} {piece['face']:9} {x_mm:8.1f} {y_mm:8.1f} mm {piece['rotation_deg']:6.1f} deg", end="")
        print(f"  {piece['confidence']:.3f}")


def _described(sighting: Sighting) -> dict[str, Any]:
    return {
        "kind": str(sighting.tile) if sighting.tile else None,
        "centre_mm": [round(sighting.x_mm, 1), round(sighting.y_mm, 1)],
        "rotation_deg": round(sighting.rotation_deg, 1) % 360,
        "face": sighting.face.value,
        "confidence": round(sighting.confidence, 4),
    }
