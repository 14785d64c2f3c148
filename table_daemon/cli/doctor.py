"""`jantaku doctor`: what is in order on this computer, what is not, and what to do about it."""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from table_daemon.cli.colours import painted, takes_colours

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - argparse names it no other way

# Something keeps the table from working; 2 is a mistake on the command line.
_EXIT_FAILURE = 1
_EPILOG = "Nothing is moved or changed; the camera takes one picture. Exit status: 0 no failure, 1 a check failed."


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the main parser; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "doctor",
        description="Checks this computer and what hangs on it: a line for each check, ok, warning or failure, and"
        " what to do.",
        epilog=_EPILOG,
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="the table's settings (TOML); defaults without it")
    parser.add_argument("--set", action="append", default=[], metavar="SECTION.KEY=VALUE", help="change one setting")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the findings; returns the exit status."""
    from table_daemon.doctor.examination import check_configuration, examine
    from table_daemon.doctor.host import HostProbe
    from table_daemon.doctor.probe import Level

    configuration, settings = check_configuration(args.config, args.set)
    findings = [configuration, *examine(HostProbe(), settings)]
    failed = sum(finding.level is Level.FAILURE for finding in findings)
    if args.json:
        print(json.dumps({"ok": not failed, "findings": list(map(asdict, findings))}, ensure_ascii=False))
    else:
        paint = takes_colours(sys.stdout, os.environ)
        print(*(painted(str(finding), finding.level) if paint else finding for finding in findings), sep="\n")
    return _EXIT_FAILURE if failed else 0
