"""`jantaku restore`: a backup takes the place of what a table has; what was there is kept."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path

from table_daemon.cli.journal_place import add_journal_place
from table_daemon.settings import TableSettings, load_settings


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the main parser; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "restore",
        description="Stop the daemon first. The file is looked at whole before anything changes. What the table had"
        " goes into a folder before-restore-... of its state folder; its PINs, logins and keys stay. The settings of"
        " the backup are written to the file of --config, and name this table's state folder.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="what `jantaku backup` has written")
    add_journal_place(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Put it in place, and say what was done."""
    from table_daemon.backup.restoring import restore

    stamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    done = restore(args.file, _state_folder(args), args.config, stamp)
    print(f"restored: the backup of {done.contents.made_at}, made by Jantaku {done.contents.made_by}")
    if done.settings is not None:
        print(f"settings: {done.settings}; look at serial.port and camera.address, they may differ on this machine")
    print(f"kept:     what was there before is in {done.aside}" if done.aside else "kept:     there was nothing before")
    print("next:     start the daemon; PINs are those of this machine (`jantaku access`)")
    return 0


def _state_folder(args: argparse.Namespace) -> Path:
    """The folder of this table's state: a settings file that is not there yet says nothing of it."""
    if args.state_dir is not None:
        return Path(args.state_dir)
    is_there = args.config is not None and args.config.is_file()
    table = load_settings(args.config).table if is_there else TableSettings()
    return table.journal_path.parent
