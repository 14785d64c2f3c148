"""`jantaku calibrate markers`: the markers' places are solved from the picture, and written into the settings."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from table_daemon.cli.geometry_options import add_geometry_options, geometry_of
from table_daemon.errors import UserError

if TYPE_CHECKING:
    from table_daemon.settings import Settings
    from vision.calibrating.marker_places import SolvedPlaces, Typed
    from vision.settings import GeometrySettings
    from vision.sightings import Image

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - argparse names it no other way

_DESCRIPTION: Final = """\
Solves where the markers' centres lie, so that nobody measures them: from the four sides of the felt and the markers
themselves. Clear the table first. Measured with a ruler is only the side of the surface, to the millimetre
(--surface-mm, or surface_mm of the settings); without it the markers' printed size gives the scale (--marker-size).
Where neither is known, 12 tiles or more that lie face down in one or two rows, each pushed together, give it
(--by-tiles, with --tile-mm or the settings' size of a tile): to half a percent or so.
Look at the overlay: the green line must lie on the edge of the surface."""
_EPILOG: Final = """\
  jantaku calibrate markers --config table.toml --surface-mm 740                    tells the places
  jantaku calibrate markers --config table.toml --surface-mm 740 --write            writes them into table.toml
  jantaku calibrate markers --image a.jpg b.jpg --surface-mm 740 --overlay seen.png

Exit status: 0 solved (doubts are told with what to do), 2 not possible: one sentence says why. More: docs/camera.md"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the parser of `jantaku calibrate`; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "markers",
        help="solve the markers' places from the picture",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--image", type=Path, nargs="+", metavar="FILE", help="pictures of the table from one place, not the camera"
    )
    parser.add_argument(
        "--by-tiles", action="store_true", help="rows of tiles lie face down, pushed together: they give the scale"
    )
    parser.add_argument("--write", action="store_true", help="write the places into the file of --config")
    parser.add_argument("--overlay", type=Path, metavar="OUT.png", help="write the picture that shows the places")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")
    add_geometry_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Solve, tell and, where that is asked for, write; returns the exit status."""
    from table_daemon.eyes.lens_measuring import known_lens
    from table_daemon.eyes.scale_by_tiles import solve_by_tiles
    from table_daemon.settings import load_settings
    from vision.calibrating.calibration import CalibrationError
    from vision.calibrating.marker_places import solve_marker_places
    from vision.calibrating.stored_calibration import StoredCalibration, StoredCalibrationError
    from vision.cameras import CameraError
    from vision.pictures.picture_files import PictureError

    if args.write and args.config is None:
        raise UserError("--write: say which file with --config, as --config table.toml --write")
    settings = load_settings(args.config, args.set)
    geometry, _ = geometry_of(args, settings)
    try:
        images = _images(args, settings)
        before = StoredCalibration.load(Path(settings.table.state_dir).expanduser())
        lens, _ = known_lens(settings.camera, before)
        camera = settings.camera.model_copy(update={"lens": lens})
        if args.by_tiles:
            found = solve_by_tiles(images, geometry, camera).places
        else:
            found = solve_marker_places(images, geometry, camera, _typed(args, settings, geometry))
    except (CalibrationError, CameraError, PictureError, StoredCalibrationError) as error:
        raise UserError(f"{_source(args, settings)}: {error}") from error
    if args.overlay:
        _draw(args.overlay, images[-1], found, geometry)
    path = _written(args, found) if args.write else None
    _tell(found, path, as_json=args.json)
    return 0


def _source(args: argparse.Namespace, settings: Settings) -> str:
    return ", ".join(map(str, args.image)) if args.image else settings.camera.address


def _images(args: argparse.Namespace, settings: Settings) -> list[Image]:
    from table_daemon.cli.calibrate import camera_pictures
    from table_daemon.eyes.lens_measuring import PICTURES
    from vision.pictures.picture_files import read_picture

    if args.image:
        images = [read_picture(file) for file in args.image]
        if len({image.shape for image in images}) > 1:
            raise UserError("--image: the pictures have different sizes; take them all with one camera from one place")
        return images
    return [image for _, (image, _) in zip(range(PICTURES), camera_pictures(settings.camera), strict=False)]


def _typed(args: argparse.Namespace, settings: Settings, geometry: GeometrySettings) -> Typed:
    """What the command line or the settings say; a size that nobody has said is none."""
    from vision.calibrating.marker_places import Typed

    said = settings.geometry.model_fields_set
    return Typed(
        geometry.surface_mm if args.surface_mm is not None or "surface_mm" in said else None,
        geometry.marker_mm if args.marker_size is not None or "marker_mm" in said else None,
    )


def _draw(path: Path, image: Image, found: SolvedPlaces, geometry: GeometrySettings) -> None:
    from vision.calibrating.calibration_report import calibration_overlay
    from vision.pictures.picture_files import write_picture

    calibration = found.calibration((image.shape[1], image.shape[0]))
    write_picture(path, calibration_overlay(image, calibration, found.in_geometry(geometry)))


def _written(args: argparse.Namespace, found: SolvedPlaces) -> Path:
    """The places, and the sizes that the command line says: the places hold with these only."""
    from table_daemon.site_file import with_length, with_markers
    from vision.whole_files import write_whole

    file: Path = args.config
    try:
        text = with_markers(file.read_text(encoding="utf-8"), found.places, str(file))
        solved = found.table if args.by_tiles else None
        sizes = (
            ("surface_mm", round(solved.surface_mm, 1) if solved else args.surface_mm),
            ("marker_mm", round(solved.marker_mm, 1) if solved else args.marker_size),
        )
        for key, length_mm in sizes:
            text = text if length_mm is None else with_length(text, key, length_mm, str(file))
        write_whole(file, text.encode())
    except OSError as error:
        raise UserError(f"{file} cannot be written: {error.strerror}") from error
    return file


def _tell(found: SolvedPlaces, path: Path | None, *, as_json: bool) -> None:
    from table_daemon.site_file import markers_toml

    if as_json:
        document = {
            "markers": [place.model_dump() for place in found.places],
            "errors_mm": {str(number): round(error, 2) for number, error in found.table.errors_mm.items()},
            "error_mm": round(found.error_mm, 2),
            "missing": found.missing,
            "sides": found.sides,
            "surface_mm": round(found.table.surface_mm, 1),
            "marker_mm": round(found.table.marker_mm, 2),
            "warnings": found.warnings,
            "written": str(path) if path else None,
        }
        print(json.dumps(document))
        return
    print(markers_toml(found.places), end="")
    print(f"sure to  {found.error_mm:.1f} mm (standard error of the least sure one)")
    print(f"surface  {found.table.surface_mm:.1f} mm; {len(found.sides)} of its 4 sides helped")
    print(f"markers  {found.table.marker_mm:.1f} mm wide")
    for warning in found.warnings:
        print(f"look at  {warning}")
    if path is None:
        print("written  nothing (--write puts it into the file of --config)")
    else:
        print(f"written  {path}; now run `jantaku calibrate --config {path}`")
