"""`jantaku read-tile`: names single cropped tiles, for checking the reader on photographs."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from table_daemon.errors import UserError

if TYPE_CHECKING:
    from vision.reading.classification import Classifier
    from vision.tile_sets.loose_crops import LooseReading

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - argparse names it no other way

# Some files were no pictures; the others were read and printed.
_EXIT_SOME_UNREADABLE = 2
_DESCRIPTION = """\
Names the tile in each picture: one tile with some background, at any angle, of any size from about 16 pixels.

With --json one object a line, in the order of the files:
  {"file": "a.jpg", "kind": "3m", "rotation": 90, "confidence": 0.998}
kind is 1m..9m 1p..9p 1s..9s, 0m 0p 0s (red fives), 1z..7z (east south west north white green red), f1..f4, y1..y4,
or null where no whole face is to be seen (a back, something else); confidence is the chance that this is right.
rotation is 0, 90, 180 or 270: how far the face's top is turned counter-clockwise from up."""
_EPILOG = """\
A file that holds no picture is named on the error output and left out; the others are read all the same.
Exit status: 0 all files were read, 2 at least one was not."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the main parser; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "read-tile",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("crops", type=Path, nargs="+", metavar="CROP", help="a picture of one tile (JPEG, PNG, WebP)")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line instead of text")
    parser.add_argument(
        "--tile-set", type=Path, metavar="FILE", help="what the reader learnt of this set (`jantaku calibrate tiles`)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Name the tile in each of `args.crops`; returns the exit status."""
    from vision.pictures.picture_files import PictureError, read_picture
    from vision.tile_sets.loose_crops import read_loose

    classifier = _classifier(args.tile_set)
    status = 0
    for crop in args.crops:
        try:
            reading = read_loose(read_picture(crop), classifier)
        except PictureError as error:
            print(f"jantaku: {error}", file=sys.stderr, flush=True)
            status = _EXIT_SOME_UNREADABLE
        except ValueError as error:
            print(f"jantaku: {crop}: {error}", file=sys.stderr, flush=True)
            status = _EXIT_SOME_UNREADABLE
        else:
            print(_as_json(crop, reading) if args.json else _as_text(crop, reading), flush=True)
    return status


def _classifier(tile_set: Path | None) -> Classifier:
    from vision.reading.classification import Classifier
    from vision.reading.inference import ModelError
    from vision.tile_sets.learnt_set import LearntSet, LearntSetError

    try:
        classifier = Classifier()
        if tile_set is not None:
            classifier.correction = LearntSet.load(tile_set).correction_for(classifier)
    except (ModelError, LearntSetError) as error:
        raise UserError(str(error)) from error
    return classifier


def _as_json(crop: Path, reading: LooseReading) -> str:
    kind = str(reading.tile) if reading.tile else None
    found = {"file": str(crop), "kind": kind, "rotation": reading.rotation_deg}
    return json.dumps({**found, "confidence": round(reading.confidence, 4)}, ensure_ascii=False)


def _as_text(crop: Path, reading: LooseReading) -> str:
    return f"{reading.tile or '--'!s:3} {reading.rotation_deg:3} deg  {reading.confidence:.3f}  {crop}"
