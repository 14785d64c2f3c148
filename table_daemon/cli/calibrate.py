"""`jantaku calibrate`: where the camera is and how its lens bends, the sheets for it, and the tile set."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from table_daemon.cli import calibrate_lock, calibrate_markers, calibrate_tiles
from table_daemon.cli.geometry_options import add_geometry_options, geometry_of
from table_daemon.errors import UserError

if TYPE_CHECKING:
    from table_daemon.eyes.lens_measuring import LensOrigin, Measured
    from table_daemon.settings import Settings
    from vision.calibrating.calibration_report import CalibrationReport
    from vision.calibrating.charuco import BoardCollector
    from vision.calibrating.stored_calibration import StoredCalibration
    from vision.settings import CameraSettings, GeometrySettings, LensSettings
    from vision.sightings import Image

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - argparse names it no other way

_DESCRIPTION: Final = """\
Finds the table's markers with the configured camera, solves where the camera is and how its lens bends, and stores that
with the table. Look at the overlay: the green line must lie on the edge of the surface, the yellow squares on the
markers. The daemon takes the lens from its next start on; it follows the camera's place by itself."""
_EPILOG: Final = """\
  jantaku calibrate --print markers.pdf                     markers to cut out, at true size (or markers.png)
  jantaku calibrate markers --config table.toml --surface-mm 740 --write    solve where they lie
  jantaku calibrate --config table.toml --overlay seen.png  calibrate the table's camera
  jantaku calibrate --config table.toml --charuco           measure the lens first, with a printed board
  jantaku calibrate --print board.pdf --charuco             that board

Exit status: 0 stored (doubts are told with what to do), 2 not possible: one sentence says why. More: docs/camera.md"""
# Views of the board that make a lens: at the lower end of the 10 to 20 that OpenCV's guide advises. Chosen.
_BOARD_VIEWS: Final = 12
# How long somebody may take to show them all. Chosen, not measured.
_BOARD_PATIENCE_S: Final = 120.0


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the main parser; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "calibrate",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--print", type=Path, metavar="FILE", help="write the marker sheet (.pdf or .png) and end")
    parser.add_argument("--image", type=Path, metavar="FILE", help="a picture of the table instead of the camera")
    parser.add_argument(
        "--charuco",
        type=Path,
        nargs="*",
        metavar="FILE",
        help="measure the lens with pictures of the printed board; without files with the camera itself",
    )
    parser.add_argument("--new-lens", action="store_true", help="forget a lens that was measured with the board before")
    parser.add_argument("--overlay", type=Path, metavar="OUT.png", help="write the picture that shows the calibration")
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON document")
    parser.add_argument("--dry-run", action="store_true", help="store nothing")
    add_geometry_options(parser)
    parser.set_defaults(run=run)
    parts = parser.add_subparsers(title="what else is calibrated", metavar="lock | markers | tiles")
    calibrate_lock.add_parser(parts)
    calibrate_markers.add_parser(parts)
    calibrate_tiles.add_parser(parts)


def run(args: argparse.Namespace) -> int:
    """Print, or calibrate and store; returns the exit code."""
    from table_daemon.settings import load_settings
    from vision.calibrating.calibration import CalibrationError
    from vision.calibrating.charuco import CharucoError
    from vision.calibrating.marker_sheets import SheetError
    from vision.calibrating.stored_calibration import StoredCalibrationError
    from vision.cameras import CameraError
    from vision.pictures.picture_files import PictureError

    settings = load_settings(args.config, args.set)
    geometry, _ = geometry_of(args, settings)
    try:
        return _print_sheet(args, geometry) if args.print else _calibrate(args, settings, geometry)
    except (
        *(CalibrationError, CameraError, CharucoError, PictureError),
        *(SheetError, StoredCalibrationError),
    ) as error:
        raise UserError(str(error)) from error


def _print_sheet(args: argparse.Namespace, geometry: GeometrySettings) -> int:
    from vision.calibrating.marker_sheets import board_page, marker_pages, to_pdf, to_png

    pages = [board_page()] if args.charuco is not None else marker_pages(geometry)
    suffix = args.print.suffix.lower()
    if suffix == ".pdf":
        files = {args.print: to_pdf(pages)}
    elif suffix == ".png":
        names = [args.print] + [args.print.with_stem(f"{args.print.stem}-{n + 2}") for n in range(len(pages) - 1)]
        files = {name: to_png(page) for name, page in zip(names, pages, strict=True)}
    else:
        raise UserError(f"--print {args.print}: expected a name that ends with .pdf or .png")
    for path, data in files.items():
        try:
            path.write_bytes(data)
        except OSError as error:
            raise UserError(f"{path} cannot be written: {error.strerror}") from error
        print(f"{path}: print it at 100 %; the ruler on it must measure 100 mm")
    return 0


def _calibrate(args: argparse.Namespace, settings: Settings, geometry: GeometrySettings) -> int:
    from table_daemon.eyes.lens_measuring import store_measured
    from vision.calibrating.calibration_report import calibration_overlay, report_of
    from vision.calibrating.stored_calibration import StoredCalibration
    from vision.pictures.picture_files import write_picture

    folder = Path(settings.table.state_dir).expanduser()
    before = StoredCalibration.load(folder)
    lens, origin = _lens(args, settings.camera, before)
    seen = _look(args, settings.camera, geometry, lens, origin)
    report = report_of(seen.found, geometry, before.pose if before is not None else None)
    if args.overlay:
        write_picture(args.overlay, calibration_overlay(seen.image, seen.found, geometry))
    address = str(args.image or settings.camera.address)
    path = None if args.dry_run else store_measured(seen, folder, address, datetime.now(UTC))
    _tell(report, origin, path, as_json=args.json)
    return 0


def _lens(
    args: argparse.Namespace, camera: CameraSettings, before: StoredCalibration | None
) -> tuple[LensSettings | None, LensOrigin]:
    """A lens that is known before the table is looked at, and where it comes from; None: the markers must tell."""
    from table_daemon.eyes.lens_measuring import known_lens

    if args.charuco is not None:
        return _measured_lens(args.charuco, camera), "charuco"
    return known_lens(camera, before, is_new=args.new_lens)


def _measured_lens(files: list[Path], camera: CameraSettings) -> LensSettings:
    from vision.calibrating.charuco import BoardCollector, find_board, fit_lens
    from vision.pictures.picture_files import read_picture

    if files:
        seen = {file: find_board(read_picture(file)) for file in files}
        for file in (file for file, view in seen.items() if view is None):
            _say(f"{file}: the board is not to be seen; this picture is left out")
        fit = fit_lens(view for view in seen.values() if view is not None)
    else:
        collector = BoardCollector(_BOARD_VIEWS)
        _collect(collector, camera)
        fit = fit_lens(collector.views)
    _say(f"lens: {fit.views} pictures of the board fit to {fit.residual_px:.2f} pixels")
    for warning in fit.warnings:
        _say(warning)
    return fit.lens


def _collect(collector: BoardCollector, camera: CameraSettings) -> None:
    """Views of a board that somebody holds before the camera, with a line for each."""
    _say(
        f"hold the board before the camera: {collector.wanted} times, near and far, in every corner of the picture, "
        "tilted to all sides; keep it still for a moment each time"
    )
    waited_from: float | None = None
    for image, at in camera_pictures(camera):
        waited_from = at if waited_from is None else waited_from
        if collector.take(image):
            waited_from = at
            _say(f"  {len(collector.views)} of {collector.wanted}")
        if collector.is_complete or at - waited_from > _BOARD_PATIENCE_S:
            return


def _look(
    args: argparse.Namespace,
    camera: CameraSettings,
    geometry: GeometrySettings,
    lens: LensSettings | None,
    origin: LensOrigin,
) -> Measured:
    """A picture of the table and what follows from it."""
    from table_daemon.eyes.lens_measuring import PICTURES, measured
    from vision.calibrating.calibration import CalibrationError
    from vision.pictures.picture_files import read_picture

    if args.image:
        images = [read_picture(args.image)]
    else:
        images = [image for _, (image, _) in zip(range(PICTURES), camera_pictures(camera), strict=False)]
    try:
        seen = measured(images, camera, geometry, lens, origin)
    except CalibrationError as error:
        raise UserError(f"{args.image or camera.address}: {error}") from error
    if seen.edges:
        _say(f"lens: {seen.edges} edges of the surface helped to measure it")
    return seen


def camera_pictures(camera: CameraSettings) -> Iterable[tuple[Image, float]]:
    """Pictures of the configured camera with their times in seconds, one after the other, until nobody asks.

    Raises:
        CameraError: it gives none.
    """
    import time

    from vision.cameras import CameraError, VideoCaptureSource

    source = VideoCaptureSource(camera, time.monotonic)
    source.start()
    try:
        number = 0
        while True:
            frame = source.next_frame(number, camera.answer_within_s)
            if frame is None:
                raise CameraError(
                    f"the camera at {camera.address} stopped giving pictures: look at its cable and power"
                )
            number = frame.number
            yield frame.image, frame.captured_at
    finally:
        source.stop()


def _tell(report: CalibrationReport, origin: LensOrigin, path: Path | None, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({**asdict(report), "lens_from": origin, "stored": str(path) if path else None}))
        return
    x_mm, y_mm, height_mm = report.camera_mm
    print(f"camera   {height_mm:.0f} mm above the felt, at x {x_mm:.0f}, y {y_mm:.0f} mm")
    print(f"lens     focal length {report.focal_share:.3f} of the picture's longer side, ", end="")
    print(f"k1 {report.k1:+.4f}, k2 {report.k2:+.4f} (from the {origin})")
    for number, (off_px, off_mm) in report.markers.items():
        print(f"marker {number} {off_px:.2f} px = {off_mm:.2f} mm off")
    print(f"fit      {report.residual_px:.2f} px = {report.residual_mm:.2f} mm")
    print(f"tiles    {min(report.tile_px):.0f} to {max(report.tile_px):.0f} pixels wide")
    if report.moved_mm is not None:
        print(f"moved    {report.moved_mm:.0f} mm since the calibration before")
    for advice in report.advice:
        print(f"look at  {advice}")
    print(f"stored   {path}" if path else "stored   nothing (--dry-run)")


def _say(text: str) -> None:
    """Progress and doubts go beside the result."""
    print(text, file=sys.stderr, flush=True)
