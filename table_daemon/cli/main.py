"""The command line: `jantaku COMMAND`."""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from table_daemon.errors import DiskError, UserError

# As argparse ends after a mistake on the command line.
EXIT_USER_ERROR = 2
# What shells report of a program that SIGPIPE ended: 128 + 13.
EXIT_BROKEN_PIPE = 141
EXIT_DISK = 74
"""EX_IOERR of sysexits.h."""
GROUPS: Final[Mapping[str, Mapping[str, str]]] = {
    "play": {
        "simulate": "play on a simulated table",
        "games": "list, show and export the games that were played",
        "rules": "list, show and compare the rule presets",
        "score": "value a finished deal",
        "waits": "name the tiles that complete a hand",
        "seats": "draw the seats and the first dealer",
        "wall": "show where the walls are opened",
    },
    "owner of a table": {
        "run": "run the daemon of a real table",
        "setup": "set a table up in a terminal, step by step, as its page does",
        "config": "check a configuration file",
        "doctor": "look for what keeps a table from working",
        "calibrate": "calibrate camera and tile set, print the markers",
        "machine": "status, single motions and faults of the machine",
        "firmware": "compare the motor board's firmware with this program's, and bring that one onto it",
        "journal": "check, copy or repair the file that keeps every game",
        "backup": "write everything of a table into one file",
        "restore": "bring a table back from such a file, here or on another machine",
        "update": "see what is new, install it, go back to the version before",
        "access": "set the PINs of the page, see who is logged in",
        "https": "make a certificate, so that the page is encrypted, installable and keeps tablets awake",
        "hall": "serve one page for many tables of one broker",
    },
    "tools": {
        "read": "read one picture of a table",
        "read-tile": "name single cropped tiles",
        "replay": "replay game records through the rules engine and compare every figure",
        "completion": "print what completes commands in bash, zsh or fish",
    },
    "developer": {
        "wire": "write the JSON Schemas and the AsyncAPI document of MQTT",
    },
}
"""What each command does, by who needs it, in the order of the help.

Each but `run` and `config`, which stand here, is a module of this package with `add_parser`.
"""
COMMANDS: Final = {name: what for group in GROUPS.values() for name, what in group.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0: done, 1: done but a comparison failed or a part broke, 2: something a person must mend.

    74: the disk refused the journal while the daemon ran.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    if "_ARGCOMPLETE" in os.environ:  # a shell asks what may come next (docs/adr/0041)
        from table_daemon.cli.completion import complete

        complete(lambda line: _parser(_asked_for(line)))
    try:
        args = _parser(_known(_asked_for(words))).parse_args(words)
        logging.basicConfig(level=args.log_level, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
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


def _known(word: str) -> str:
    """The command itself.

    Raises:
        UserError: there is none of this name.
    """
    if not word or word in COMMANDS:
        return word
    from table_daemon.spelling import did_you_mean

    raise UserError(f"there is no command {word!r}{did_you_mean(word, COMMANDS)}; `jantaku --help` names them all")


class _Version(argparse.Action):
    """Says the version without looking it up for every other command."""

    def __call__(self, parser: argparse.ArgumentParser, *_rest: object) -> None:
        """Print it and end."""
        from importlib.metadata import version

        print(f"jantaku {version('jantaku')}")
        parser.exit()


def _groups() -> str:
    """The commands, a group below the other."""
    width = max(map(len, COMMANDS)) + 2
    return "\n".join(
        f"{group}:\n" + "".join(f"    {name:{width}}{what}\n" for name, what in commands.items())
        for group, commands in GROUPS.items()
    )


def _parser(asked_for: str) -> argparse.ArgumentParser:
    """The parser of one command, which knows of the others what they do."""
    parser = argparse.ArgumentParser(
        prog="jantaku",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Drives an automatic mahjong table, reads its tiles with a camera and keeps the score.",
        epilog=f"{_groups()}\nNo table at hand? `jantaku simulate` plays on a simulated one.\n"
        "`jantaku COMMAND --help` says more of each.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and end")
    parser.add_argument("--log-level", default="WARNING", choices=["DEBUG", "INFO", "WARNING", "ERROR"])
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", help="one of those below")
    own = {"run": _add_run, "config": _add_config}
    for name in COMMANDS:
        if name in own:
            own[name](commands)
        elif name == asked_for:
            importlib.import_module(f"table_daemon.cli.{name.replace('-', '_')}").add_parser(commands)
        else:
            commands.add_parser(name)

    def _help(_args: argparse.Namespace) -> int:
        parser.print_help()
        return 0

    parser.set_defaults(run=_help)
    return parser


def _add_run(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "run",
        description="Runs the daemon: opens the motor board and the camera, serves the page, publishes on MQTT. "
        "While the settings name no board or no camera, or are not there yet, it serves the set-up page instead and "
        "starts the table when that is done. Ends with SIGINT or SIGTERM, motors off first.",
    )
    _add_settings_arguments(parser)
    parser.set_defaults(run=_run)


def _add_config(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    config = commands.add_parser("config")
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
    from table_daemon.backup.agreed import restore_agreed
    from table_daemon.cli.parent_process import end_with_parent
    from table_daemon.setting_up.first_start import start
    from table_daemon.setting_up.steps import SetUpPlace

    end_with_parent()
    now = datetime.now().astimezone()
    restore_agreed(args.config, args.set, now.strftime("%Y-%m-%d-%H%M%S"), now.timestamp())
    return start(SetUpPlace(args.config, tuple(args.set)))


def _check(args: argparse.Namespace) -> int:
    from table_daemon.settings import doubt_of, load_settings

    doubt = doubt_of(load_settings(args.config, args.set))
    print(f"{args.config}: {doubt or 'every setting is in order'}")
    return 0
