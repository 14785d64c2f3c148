"""`jantaku firmware`: which firmware the motor board runs, and the one of this program onto it."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from table_daemon.errors import UserError

if TYPE_CHECKING:
    from table_daemon.settings import Settings

_EPILOG: Final = """\
Stop the daemon first: the port belongs to one program. `flash` asks before it begins. It is refused while the machine
moves and while tiles are on the table or on the lifts. What the board had is kept in the folder `firmware` of the
table's state, and written back when the new firmware does not answer, or does not pass the self-test. Where the tiles
are stays known. A board with MicroPython and nothing else gets its first firmware the same way.

exit status: 0 the board runs the firmware of this program; 1 it runs another (check), or has its old one again
(flash); 2 nobody answers, no consent, or a mistake in the arguments
"""
_EXIT_ANOTHER: Final = 1
"""As other commands end after a comparison that failed (`main`)."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the main parser; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "firmware",
        description="Compares the motor board's firmware with the one of this program, and brings that one onto it.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    actions = parser.add_subparsers(title="actions", dest="action", required=True, metavar="ACTION")
    for name, what in (
        ("check", "ask the board which firmware it runs; nothing is changed"),
        ("flash", "bring the firmware of this program onto the board"),
    ):
        action = actions.add_parser(
            name, help=what, epilog=_EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        action.add_argument(
            "--config", type=Path, metavar="FILE", help="the table's settings (TOML); defaults without it"
        )
        action.add_argument(
            "--port", metavar="DEVICE", help="the board's path, in place of serial.port of the settings"
        )
        action.set_defaults(run=run)
    action.add_argument("--yes", action="store_true", help="nobody reaches into the table: begin without asking")
    action.add_argument("--again", action="store_true", help="bring it although the board runs it already")
    action.add_argument(
        "--self-test", action="store_true", help="move every mechanism afterwards, and go back if one fails"
    )


def run(args: argparse.Namespace) -> int:
    """Carry out `args.action`; the exit status.

    Raises:
        UserError: nobody answers, the board refuses, or a person has not consented.
    """
    from table_daemon.firmware.at_port import greeted_at
    from table_daemon.firmware.shipped import firmware_hash, shipped_files
    from table_daemon.settings import load_settings

    port = [f"serial.port={json.dumps(args.port)}"] if args.port else []
    settings = load_settings(args.config, port)
    files = shipped_files()
    ours = firmware_hash(files)
    hello = greeted_at(settings.serial)
    said = f"the board runs firmware {hello.firmware_hash:08x}" if hello else "no firmware of Jantaku answers"
    print(f"{said}; this program brings {ours:08x}")
    is_ours = hello is not None and hello.firmware_hash == ours
    if args.action == "check":
        if hello is None:
            raise UserError(
                "nobody answers at the board's port: `jantaku doctor` says why, `firmware flash` brings one"
            )
        return 0 if is_ours else _EXIT_ANOTHER
    if is_ours and not args.again:
        return 0
    _ask_consent(is_given=args.yes)
    return _flash(settings, files, self_test=args.self_test)


def _flash(settings: Settings, files: dict[str, bytes], *, self_test: bool) -> int:
    from table_daemon.firmware.at_port import flashing_at, kept_folder
    from table_daemon.firmware.flashing import FlashingError

    kept = kept_folder(settings.table.journal_path.parent, datetime.now().astimezone())
    flashing = flashing_at(settings.serial, kept, _tell)
    try:
        flashing.bring(files, lambda: _self_tested(settings) if self_test else "")
    except FlashingError as error:
        print(f"\njantaku: {error}", file=sys.stderr)
        return _EXIT_ANOTHER
    print(f"\nthe board runs the firmware of this program; what it had before is in {kept}")
    return 0


def _self_tested(settings: Settings) -> str:
    from table_daemon.cli.machine import follow
    from table_daemon.cli.machine_board import BareBoard
    from table_daemon.cli.machine_report import Order, OrderRefusedError

    async def tested() -> str:
        async with BareBoard(settings) as machine:
            try:
                for action in ("home", "self_test"):
                    await follow(machine, Order(action), None)
            except OrderRefusedError as error:
                return str(error)
        return ""

    try:
        return asyncio.run(tested())
    except UserError as error:
        return str(error)


def _tell(doing: str, done: int, of: int) -> None:
    print(f"\r{doing} {done + 1} of {of}        ", end="", file=sys.stderr, flush=True)


def _ask_consent(*, is_given: bool) -> None:
    if is_given:
        return
    if sys.stdin.isatty():
        print(
            "Nobody reaches into the table, and it stays switched on? Type yes: ", end="", file=sys.stderr, flush=True
        )
        if sys.stdin.readline().strip().lower() == "yes":
            return
    raise UserError("nothing was changed: look that nobody reaches into the table, then say so with --yes")
