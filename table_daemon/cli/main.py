"""The command line: `jantaku COMMAND`."""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from table_daemon.errors import DiskError, UserError

# As argparse ends after a mistake on the command line.
EXIT_USER_ERROR = 2
# What shells report of a program that SIGPIPE ended: 128 + 13.
EXIT_BROKEN_PIPE = 141
EXIT_DISK = 74
"""EX_IOERR of sysexits.h."""
_COMMANDS: Final[Mapping[str, str]] = {
    "simulate": "play on a simulated table",
    "doctor": "look for what keeps a table from working",
    "machine": "status, single motions and faults of the machine",
    "replay": "replay game records through the rules engine and compare every figure",
    "games": "list, show and export the games that were played",
    "journal": "check, copy or repair the file that keeps every game",
    "hall": "serve one page for many tables of one broker",
    "calibrate": "calibrate camera and tile set, print the markers",
    "read": "read one picture of a table",
    "read-tile": "name single cropped tiles",
    "rules": "list the rule presets and show their options",
    "score": "value a finished deal",
    "waits": "name the tiles that complete a hand",
    "seats": "draw the seats and the first dealer",
    "wall": "show where the walls are opened",
    "wire": "write the JSON Schemas and the AsyncAPI document of MQTT",
    "access": "set the PINs of the page, see who is logged in",
    "https": "make a certificate, so that the page is encrypted, installable and keeps tablets awake",
}
"""What each command does, in the order of the help, after `run`: each is a module of this package with `add_parser`."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0: done, 1: done but a comparison failed or a part broke, 2: something a person must mend.

    74: the disk refused the journal while the daemon ran.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = _parser(_asked_for(words))
    args = parser.parse_args(words)
    if args.command is None:
        parser.print_help()
        return 0
    logging.basicConfig(level=args.log_level, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    try:
        return int(args.run(args))
    except DiskError as error:
        print(f"jantaku: {error}", file=sys.stderr)
        return EXIT_DISK
    except UserError as error:
        print(f"jantaku: {error}", file=sys.stderr)
        return EXIT_USER_ERROR
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone (`| head`); the interpreter would complain once more when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_BROKEN_PIPE


def _asked_for(words: Sequence[str]) -> str:
    """The command that the words name; "" where they name none.

    Only its module is imported: all together they import the rules engines, OpenCV and a web server.
    """
    is_value = False
    for word in words:
        if not word.startswith("-") and not is_value:
            return word
        is_value = word == "--log-level"
    return ""


def _parser(asked_for: str) -> argparse.ArgumentParser:
    """The parser of one command, which knows of the others what they do."""
    parser = argparse.ArgumentParser(
        prog="jantaku",
        description="Drives an automatic mahjong table, reads its tiles with a camera and keeps the score.",
        epilog="No table at hand? `jantaku simulate` plays on a simulated one.",
    )
    parser.add_argument("--log-level", default="WARNING", choices=["DEBUG", "INFO", "WARNING", "ERROR"])
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND")
    _add_run(commands)
    for name, what in _COMMANDS.items():
        if name == asked_for:
            importlib.import_module(f"table_daemon.cli.{name.replace('-', '_')}").add_parser(commands)
        else:
            commands.add_parser(name, help=what)
    _add_config(commands)
    return parser


def _add_run(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "run",
        help="run the daemon of a real table",
        description="Runs the daemon: opens the motor board and the camera, serves the page, publishes on MQTT. "
        "Ends with SIGINT or SIGTERM, motors off first.",
    )
    _add_settings_arguments(parser)
    parser.set_defaults(run=_run)


def _add_config(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    config = commands.add_parser("config", help="check a configuration file")
    actions = config.add_subparsers(title="actions", dest="action", required=True)
    check = actions.add_parser("check", help="report every mistake of a configuration file")
    check.add_argument("config", type=Path, metavar="FILE")
    check.add_argument("--set", action="append", default=[], metavar="SECTION.KEY=VALUE")
    check.set_defaults(run=_check)


def _add_settings_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, metavar="FILE", required=True, help="the table's settings (TOML)")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="SECTION.KEY=VALUE",
        help="change one setting, for example http.port=8200; may be repeated",
    )


def _run(args: argparse.Namespace) -> int:
    from table_daemon.app import run
    from table_daemon.settings import load_settings

    return run(load_settings(args.config, args.set))


def _check(args: argparse.Namespace) -> int:
    from table_daemon.settings import doubt_of, load_settings

    doubt = doubt_of(load_settings(args.config, args.set))
    print(f"{args.config}: {doubt or 'every setting is in order'}")
    return 0
