"""`jantaku read`: one picture of a table through the reader, without motors, game or page."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from table_daemon.cli.geometry_options import add_geometry_options, geometry_of
from table_daemon.cli.rule_arguments import kinds_under
from table_daemon.errors import UserError

if TYPE_CHECKING:
    from table_daemon.settings import Settings
    from vision.calibrating.calibration import Calibration
    from vision.calibrating.solving import Priors
    from vision.settings import GeometrySettings
    from vision.sightings import Image, Sighting

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - argparse names it no other way

_DESCRIPTION: Final = """\
Finds the markers and every tile in a picture of a table. The camera's place, its focal length and the bend of its lens
are estimated from the markers; nothing need be known of the camera, and the picture may have any size.

Places are millimetres from the middle of the surface, x to the right and y up seen from seat 0; rotation is in degrees
counter-clockwise, 0 when the top of a face points to y up (a tile face down has none: 0 to 180).
Kinds: 1m-9m 1p-9p 1s-9s, 0m 0p 0s red fives, 1z-4z East South West North, 5z white, 6z green, 7z red, f1-f4 flowers,
y1-y4 seasons."""
# Separates a picture of the calibrated camera, at any size, from one of another camera or a cropped one: common shapes
# (4:3, 16:10, 16:9) differ by 10 % and more, rounding to whole pixels by 0.2 %.
_SAME_SHAPE: Final = 0.01
_EPILOG: Final = """\
Standing tiles are somebody's hand: they are never named, and listed only with --standing.
Nothing leaves this computer; pictures are written only where --overlay says.
Exit status: 0 read (doubts about the markers are told on stderr), 2 the picture cannot be read: one sentence says why.

  jantaku read table.jpg --config table.toml --rules tenhou --json
  jantaku read table.jpg --surface-mm 840 --tile-mm 28x20.5x16.5 \\
      --markers-mm "0:-392,-392 1:392,-392 2:392,392 3:-392,392" --overlay seen.png"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the main parser; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "read",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("image", type=Path, metavar="IMAGE", help="a picture of the whole table (JPEG, PNG or WebP)")
    parser.add_argument("--json", action="store_true", help="print a JSON list instead of text")
    parser.add_argument(
        "--overlay", type=Path, metavar="OUT.png", help="write the picture with what was read drawn over it"
    )
    parser.add_argument("--standing", action="store_true", help="list standing tiles too, without a name")
    parser.add_argument(
        "--tile-set", type=Path, metavar="FILE", help="what `jantaku calibrate tiles` learnt of this set"
    )
    parser.add_argument(
        "--rules",
        metavar="NAME",
        help="name only faces that a set for these rules has, see `rules list`; without it every face is considered",
    )
    add_geometry_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read `args.image` and print what lies on the table; returns the exit code."""
    from table_daemon.settings import load_settings
    from vision.calibrating.calibration import CalibrationError
    from vision.calibrating.stored_calibration import StoredCalibrationError
    from vision.pictures.overlay import overlay
    from vision.pictures.picture_files import PictureError, read_picture, write_picture
    from vision.reading.inference import ModelError
    from vision.reading.reader import TableReader
    from vision.sightings import Frame
    from vision.tile_sets.learnt_set import LearntSet, LearntSetError

    settings = load_settings(args.config, args.set) if args.config or args.set else None
    geometry, marker_mm = geometry_of(args, settings)
    kinds = None if args.rules is None else kinds_under(args.rules)
    try:
        learnt = LearntSet.load(args.tile_set) if args.tile_set else None
        image = read_picture(args.image)
        reader = TableReader(geometry)
        reader.consider(kinds)
        if learnt is not None:
            reader.adapt(learnt.correction_for(reader.classifier), has_blank_face=learnt.has_blank_face)
        found = _calibration(args, image, settings, geometry, marker_mm)
        view = reader.view(found.pose)
        sightings = reader.read(Frame(image, 1, 0.0), view)
        if args.overlay:
            write_picture(args.overlay, overlay(image, sightings, view, geometry))
    except CalibrationError as error:
        raise UserError(f"{args.image}: {error}") from error
    except (ModelError, PictureError, StoredCalibrationError, LearntSetError) as error:
        raise UserError(str(error)) from error
    for warning in found.warnings:
        print(f"jantaku: {args.image}: {warning}", file=sys.stderr)
    _print(sightings, as_json=args.json, with_standing=args.standing)
    return 0


def _calibration(
    args: argparse.Namespace,
    image: Image,
    settings: Settings | None,
    geometry: GeometrySettings,
    marker_mm: float | None,
) -> Calibration:
    """Where the camera was: by its measured lens if the picture may be its own, else by the markers alone."""
    from vision.calibrating.calibration import CalibrationError, calibration_of, wide_priors
    from vision.calibrating.markers import family_of

    priors = wide_priors((image.shape[1], image.shape[0]), marker_mm)
    try:
        return _as_measured(image, settings, geometry, priors)
    except CalibrationError:
        family = None if args.marker_dictionary else family_of(image, tuple(geometry.marker_centres_mm))
        if family is None or family == geometry.marker_dictionary:
            raise
    found = calibration_of(image, geometry.model_copy(update={"marker_dictionary": family}), priors)
    hint = f"the markers are of the family {family}, not {geometry.marker_dictionary}: say --marker-dictionary {family}"
    return replace(found, warnings=(*found.warnings, hint))


def _as_measured(image: Image, settings: Settings | None, geometry: GeometrySettings, priors: Priors) -> Calibration:
    """By the lens that the settings or `jantaku calibrate` know, where pictures of that camera have this shape."""
    from table_daemon.eyes.camera_settings import camera_of
    from vision.calibrating.calibration import calibration_for, calibration_of

    camera = camera_of(settings) if settings is not None else None
    height, width = image.shape[:2]
    if camera is None or camera.lens is None or abs(width / height / (camera.width / camera.height) - 1) > _SAME_SHAPE:
        return calibration_of(image, geometry, priors)
    return calibration_for(image, geometry, camera, priors)


def _print(sightings: Sequence[Sighting], *, as_json: bool, with_standing: bool) -> None:
    from vision.sightings import Face

    shown = [sighting for sighting in sightings if with_standing or sighting.face is not Face.STANDING]
    pieces = sorted(map(_described, shown), key=lambda p: (p["face"] != "up", -p["centre_mm"][1], p["centre_mm"][0]))
    if as_json:
        print(json.dumps(pieces))
        return
    if not sightings:
        print("The markers were found, but no tile on the table.")
    for piece in pieces:
        x_mm, y_mm = piece["centre_mm"]
        print(f"{piece['kind'] or '--':3} {piece['face']:9} {x_mm:8.1f} {y_mm:8.1f} mm", end="")
        print(f" {piece['rotation_deg']:6.1f} deg  {piece['confidence']:.3f}")
    hidden = len(sightings) - len(shown)
    if hidden:
        print(f"{hidden} standing: hands are not read (--standing lists where they stand)")


def _described(sighting: Sighting) -> dict[str, Any]:
    return {
        "kind": str(sighting.tile) if sighting.tile else None,
        "centre_mm": [round(sighting.x_mm, 1), round(sighting.y_mm, 1)],
        "rotation_deg": round(sighting.rotation_deg, 1) % 360,
        "face": sighting.face.value,
        "confidence": round(sighting.confidence, 4),
    }
