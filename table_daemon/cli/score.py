"""`jantaku score`: what a finished deal is worth, line by line, and who pays whom."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mahjong_rules.errors import IllegalEvent
from table_daemon.cli.languages import add_language_argument
from table_daemon.cli.rule_arguments import add_rules_arguments, check_valued, rules_of
from table_daemon.cli.score_report import Report
from table_daemon.errors import UserError

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - argparse names it no other way

STANDARD_INPUT = "-"


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the main parser; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "score",
        description="Reads the JSON description of a finished deal and prints every score line with its name and"
        " clause, totals and payments. docs/score.md describes the format, --schema prints it for machines.",
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="the description, - for standard input")
    add_rules_arguments(parser)
    add_language_argument(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")
    parser.add_argument("--schema", action="store_true", help="print the JSON schema of a description")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Value the deal in `args.file`; returns the exit code."""
    from table_daemon.cli.score_input import read_deal, schema

    if args.schema:
        print(json.dumps(schema(), indent=2))
        return 0
    if args.file is None:
        raise UserError("Give a FILE with the description of a finished deal, or - for standard input.")
    rules = rules_of(args)
    check_valued(rules, "value of a hand")
    name, text = _read(args.file)
    deal = read_deal(text, name, rules.traits)
    try:
        scored = rules.score(deal)
    except IllegalEvent as refusal:
        raise UserError(f"{name}: {refusal}.") from refusal
    report = Report(rules, deal, scored, args.lang)
    print(json.dumps(report.document(), ensure_ascii=False) if args.json else "\n".join(report.lines()))
    return 0


def _read(file: str) -> tuple[str, str]:
    """Name and text of a file or of standard input."""
    name = "standard input" if file == STANDARD_INPUT else file
    try:
        data = sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file).read_bytes()
        return name, data.decode("utf-8")
    except OSError as error:
        raise UserError(f"{name} cannot be read: {error.strerror}; check the path.") from error
    except UnicodeDecodeError as error:
        raise UserError(f"{name} is no JSON: it is not even a text in UTF-8.") from error
