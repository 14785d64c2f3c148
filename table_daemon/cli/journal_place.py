"""Where a command finds the journal of a table: `--config FILE` or `--state-dir FOLDER`."""

from __future__ import annotations

import argparse
from pathlib import Path

from table_daemon.settings import TableSettings, load_settings


def add_journal_place(action: argparse.ArgumentParser) -> None:
    """Add both options; only one of them may be given."""
    place = action.add_mutually_exclusive_group()
    place.add_argument("--config", type=Path, metavar="FILE", help="the table's settings: where its journal lies")
    place.add_argument("--state-dir", type=Path, metavar="FOLDER", help="the folder of the journal itself")


def journal_path(args: argparse.Namespace) -> Path:
    """The journal that the command is about."""
    settings = load_settings(args.config, []).table if args.config is not None else TableSettings()
    if args.state_dir is not None:
        settings = settings.model_copy(update={"state_dir": str(args.state_dir)})
    return settings.journal_path
