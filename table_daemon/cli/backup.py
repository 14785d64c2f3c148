"""`jantaku backup`: everything of a table in one file, made beside a daemon that plays."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from table_daemon.cli.journal_place import add_journal_place, journal_path


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the main parser; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "backup",
        description="Writes the journal with every game, the people, the house rules, the tile sets, the calibration"
        " and the settings of a table into one file, which `jantaku restore` brings to any other machine. A running"
        " daemon is not disturbed, in the middle of a deal either. PINs, logins and keys are not in it.",
    )
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="the file, as evening.jantaku; one of that name is replaced"
    )
    add_journal_place(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Make it, and say what is in it."""
    from table_daemon.backup.making import make_backup_file

    made_at = datetime.now(UTC).isoformat(timespec="seconds")
    state = journal_path(args).parent
    contents = make_backup_file(state, args.config, args.file, made_at=made_at, made_by=version("jantaku"))
    print(f"{args.file}: {', '.join(entry.name for entry in contents.files)}; PINs and keys are not in it")
    return 0
