"""`jantaku calibrate tiles`: the reader learns the owner's tile set, from the camera, from pictures or from crops."""

from __future__ import annotations

import argparse
import json
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from table_daemon.cli.geometry_options import add_geometry_options, geometry_of
from table_daemon.errors import UserError

if TYPE_CHECKING:
    from mahjong_rules.tiles import Tile
    from table_daemon.settings import Settings
    from vision.geometry.rectify import TableView
    from vision.reading.reader import TableReader
    from vision.settings import CameraSettings
    from vision.sightings import Image
    from vision.tile_sets.learnt_set import LearntSet, Sample

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - argparse names it no other way

# A longer list is read by nobody; the rest is counted. Chosen.
_MAX_LISTED = 12
# Separates a set that the reader knew already from one that it had to learn, for the sentence about it only. Chosen.
_KNOWN_BEFORE = 0.97
_DESCRIPTION = """\
Teaches the reader the faces of one tile set, so that it reads them more surely. It takes seconds; the result is kept
with the table (--tiles A or B) or in a file (--out). Without it tiles are read all the same, less surely.

Where the pictures come from:
  the camera          (default) you lay the set out in the order shown and press Enter
  --image FILE...     pictures of the whole table with the set laid out in that order
  --from-crops CSV    pictures of single tiles, listed with the columns file,kind[,rotation]; paths relative to the
                      list; kind as 3m, 0p, 7z, f2, y4 or back; rotation 0, 90, 180 or 270 counter-clockwise"""
_EPILOG = """\
examples:
  jantaku calibrate tiles --config table.toml --tiles A
  jantaku calibrate tiles --config table.toml --tiles A --again "1s 5m 0m"     show three kinds once more
  jantaku calibrate tiles --from-crops labels.csv --out parlour.npz

A running daemon takes over what is stored with --tiles within a second. While it runs it holds the camera: stop it, or
give pictures with --image."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the parser of `jantaku calibrate`; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "tiles",
        help="teach the reader a tile set",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--tiles", type=str.upper, choices=["A", "B"], help="which of the table's two sets this is")
    where.add_argument("--out", type=Path, metavar="FILE", help="write a file for `--tile-set` instead")
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--image", type=Path, nargs="+", metavar="FILE", help="pictures of the laid-out set")
    source.add_argument("--from-crops", type=Path, metavar="CSV", help="a list of pictures of single tiles")
    parser.add_argument("--again", default="", metavar="KINDS", help="lay out only these kinds and add them to the set")
    parser.add_argument("--add", action="store_true", help="add to what is stored instead of beginning anew")
    parser.add_argument("--name", default="", help="what the set is called")
    parser.add_argument("--overlay", type=Path, metavar="OUT", help="the picture with the names (default: beside it)")
    parser.add_argument("--yes", action="store_true", help="take the names by their places without asking")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of text")
    add_geometry_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Learn a set and store it; returns the exit status."""
    from table_daemon.eyes.tile_set_files import store_tile_set
    from table_daemon.settings import load_settings
    from vision.calibrating.stored_calibration import StoredCalibrationError
    from vision.reading.inference import ModelError
    from vision.reading.reader import TableReader
    from vision.tile_sets.learnt_set import LearntSetError

    settings = load_settings(args.config)
    out = _destination(args, settings)
    again = _kinds(args.again)
    if args.from_crops and again:
        raise UserError("--again goes with the camera or --image; in a list of crops give only the kinds you want")
    try:
        reader = TableReader(geometry_of(args, settings)[0])
        earlier = _earlier(out) if args.add or again else None
        if earlier is not None:
            reader.adapt(earlier.correction_for(reader.classifier), has_blank_face=earlier.has_blank_face)
        found = (
            _from_crops(args.from_crops, reader) if args.from_crops else _from_layouts(args, settings, reader, again)
        )
        _say(f"Learning from {len(found)} crops ...")
        began = time.monotonic()
        learnt = _learnt(args, earlier, found, reader, out)
        learnt.save(out) if args.out else store_tile_set(learnt, out)
    except (ModelError, StoredCalibrationError, LearntSetError) as error:
        raise UserError(str(error)) from error
    if args.json:
        print(json.dumps(_as_json(learnt, out), ensure_ascii=False))
    else:
        print(_report(learnt, out, time.monotonic() - began, f"--tiles {args.tiles}" if args.tiles else f"--out {out}"))
    return 0


def _destination(args: argparse.Namespace, settings: Settings) -> Path:
    from mahjong_rules.set_names import SetName
    from table_daemon.eyes.tile_set_files import teachable_path

    return Path(args.out) if args.out else teachable_path(settings.table, SetName(args.tiles))


def _kinds(text: str) -> tuple[Tile, ...]:
    from mahjong_rules.tiles import TileError, parse_tiles

    try:
        return parse_tiles(text.replace(",", " "))
    except TileError as error:
        raise UserError(f"--again {text}: {error}") from error


def _earlier(out: Path) -> LearntSet:
    from vision.tile_sets.learnt_set import LearntSet

    return LearntSet.load(out)


def _learnt(
    args: argparse.Namespace, earlier: LearntSet | None, found: list[Sample], reader: TableReader, out: Path
) -> LearntSet:
    from vision.tile_sets.learnt_set import LearntSet

    now = datetime.now(UTC).isoformat(timespec="seconds")
    name = args.name or (earlier.name if earlier else f"set {args.tiles}" if args.tiles else out.stem)
    samples = (*earlier.samples, *found) if earlier else found
    return LearntSet.learn(name, now, samples, reader.classifier)


def _from_crops(path: Path, reader: TableReader) -> list[Sample]:
    from vision.pictures.picture_files import read_picture
    from vision.tile_sets.labelled_crops import LabelError, doubts, read_labels
    from vision.tile_sets.learnt_set import Sample
    from vision.tile_sets.loose_crops import upright

    try:
        labels = read_labels(path)
    except LabelError as error:
        raise UserError(str(error)) from error
    found: list[Sample] = []
    for number, label in enumerate(labels, 1):
        picture = read_picture(label.file)
        found.append(Sample(label.tile, upright(picture, label.tile, label.rotation_deg, reader.classifier)))
        if number % 50 == 0:
            _say(f"{number} of {len(labels)} crops looked at")
    doubtful = doubts(labels, found, reader.classifier)
    if doubtful:
        shown = "; ".join(str(doubt) for doubt in doubtful[:_MAX_LISTED])
        more = f"; and {len(doubtful) - _MAX_LISTED} more" if len(doubtful) > _MAX_LISTED else ""
        _say(
            f"In {len(doubtful)} of {len(labels)} crops the tile of the label is not to be seen: {shown}{more}.\n"
            "Wrong labels and parts of tiles teach wrong things: mend the list and learn again. Faces that the reader "
            "never saw are told here too; leave them."
        )
    return found


def _from_layouts(
    args: argparse.Namespace, settings: Settings, reader: TableReader, again: tuple[Tile, ...]
) -> list[Sample]:
    from table_daemon.eyes.layout_reader import LayoutReader
    from table_daemon.eyes.tile_set_guide import Guide, instructions
    from vision.calibrating.stored_calibration import StoredCalibration, with_stored_lens
    from vision.cameras import CameraError, VideoCaptureSource

    camera = with_stored_lens(settings.camera, StoredCalibration.load(Path(settings.table.state_dir).expanduser()))
    confirm = None if args.yes else _ask if sys.stdin.isatty() else _nobody
    guide = Guide(
        LayoutReader(reader, lambda image: _view(image, reader, camera), again),
        args.overlay or _beside(_destination(args, settings)),
        confirm,
        _say,
    )
    if args.image:
        return guide.from_files(args.image)
    if not sys.stdin.isatty():
        raise UserError("nobody is at the terminal to say when the tiles lie: give pictures with --image FILE instead")
    source = VideoCaptureSource(camera, time.monotonic)
    try:
        source.start()
        _say(instructions(again))
        return guide.from_camera(source, _ask)
    except CameraError as error:
        raise UserError(str(error)) from error
    finally:
        source.stop()


def _beside(out: Path) -> Path:
    """The picture with the names beside a tile set, in a folder that is there."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            f"the folder {out.parent} cannot be made: {error.strerror}; mend that or choose --out"
        ) from error
    return out.with_suffix(".png")


def _view(image: Image, reader: TableReader, camera: CameraSettings) -> TableView:
    """The top view as the table's camera sees it; for a picture of another camera from the markers alone."""
    from vision.calibrating.calibration import CalibrationError, calibration_of, wide_priors

    try:
        return reader.calibrated(image, camera)
    except CalibrationError:
        priors = wide_priors((image.shape[1], image.shape[0]), reader.geometry.marker_mm)
        return reader.view(calibration_of(image, reader.geometry, priors).pose)


def _ask(question: str) -> str:
    print(question, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        raise KeyboardInterrupt
    return line


def _nobody(_question: str) -> str:
    raise UserError("nobody is at the terminal to confirm the names: look at that picture, then add --yes")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _report(learnt: LearntSet, out: Path, took_s: float, where: str) -> str:
    """What it learned, what it is unsure of, what to do."""
    before = sum(kind.before for kind in learnt.learnt) / max(len(learnt.learnt), 1)
    after = sum(kind.certainty for kind in learnt.learnt) / max(len(learnt.learnt), 1)
    lines = [
        f"{learnt.name}: {len(learnt.learnt)} kinds learnt from {len(learnt.samples)} crops in {took_s:.1f} s.",
        f"Crops that it did not learn from get {after:.1%} for their kind on average; before it was {before:.1%}.",
    ]
    if learnt.is_without_effect:
        lines.append(
            "Nothing was learnt: with these crops others of the same kinds are named no better than without. Show "
            "one set, whole tiles, each kind twice or more."
        )
    elif before >= _KNOWN_BEFORE:
        lines.append("The reader knew these faces before: there was little to learn.")
    if learnt.unsure:
        doubtful = sorted(learnt.unsure, key=lambda kind: kind.certainty)
        lines.append(f"Unsure of {len(doubtful)}, the least sure first:")
        lines += [
            f"  {kind.tile}  {kind.certainty:.0%}" + (f", most like {kind.rival}" if kind.rival else "")
            for kind in doubtful[:_MAX_LISTED]
        ]
        again = " ".join(str(kind.tile) for kind in doubtful[:_MAX_LISTED])
        lines.append("Show them once more, where no lamp is reflected in them:")
        lines.append(f'jantaku calibrate tiles {where} --again "{again}"')
    else:
        lines.append("Sure of every kind that it has seen.")
    if learnt.missing:
        lines.append(f"Never seen of this set, read as without it: {' '.join(map(str, learnt.missing))}")
    return "\n".join([*lines, f"Stored in {out}"])


def _as_json(learnt: LearntSet, out: Path) -> dict[str, Any]:
    return {
        "file": str(out),
        "name": learnt.name,
        "made_at": learnt.made_at,
        "crops": len(learnt.samples),
        "without_effect": learnt.is_without_effect,
        "kinds": [
            {
                "kind": str(kind.tile),
                "crops": kind.crops,
                "before": round(kind.before, 4),
                "certainty": round(kind.certainty, 4),
                "rival": str(kind.rival) if kind.rival else None,
                "sure": kind.is_sure,
            }
            for kind in learnt.learnt
        ],
        "missing": [str(tile) for tile in learnt.missing],
    }
