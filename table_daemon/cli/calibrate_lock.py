"""`jantaku calibrate lock`: the camera's exposure, gain, white balance and focus stay as they are now."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from table_daemon.errors import UserError

_DESCRIPTION: Final = """\
Lets the camera's automatic settle on the table as it is now and tells what it has chosen; with --write that is written
into the settings (camera.locked), and the camera chooses no more: a hand over the table then changes no colour, and the
focus stays what was calibrated. Light the table as it will be lit while you play, and calibrate afterwards."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser of `jantaku calibrate`; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "lock",
        help="lock the camera's exposure, gain, white balance and focus",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="the table's settings (TOML)")
    parser.add_argument("--write", action="store_true", help="write it into the file of --config")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Let it settle, tell and, where that is asked for, write; returns the exit status."""
    from table_daemon.settings import load_settings
    from table_daemon.site_file import locked_toml, with_locked_camera
    from vision.camera_errors import CameraError
    from vision.captures import settled_locks
    from vision.whole_files import write_whole

    if args.write and args.config is None:
        raise UserError("--write: say which file with --config, as --config table.toml --write")
    try:
        locked = settled_locks(load_settings(args.config).camera)
    except CameraError as error:
        raise UserError(str(error)) from error
    print(locked_toml(locked), end="")
    if not args.write:
        print("written  nothing (--write puts it into the file of --config)")
        return 0
    try:
        text = args.config.read_text(encoding="utf-8")
        write_whole(args.config, with_locked_camera(text, locked, str(args.config)).encode())
    except OSError as error:
        raise UserError(f"{args.config} cannot be written: {error.strerror}") from error
    print(f"written  {args.config}; now run `jantaku calibrate --config {args.config}`")
    return 0
