"""`jantaku setup`: the first start in a terminal."""

from __future__ import annotations

import argparse
import asyncio
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from table_daemon.cli.languages import add_language_argument
from table_daemon.errors import UserError

if TYPE_CHECKING:
    from table_daemon.setting_up.steps import SetUpPlace

_ANSWER_S: Final = 1.0
"""Chosen: a daemon on this computer answers in milliseconds."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the main parser; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "setup",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Sets a table up by questions in a terminal: the motor board (proved by its emergency stop), the\n"
        "camera, the markers, the tiles, a test of the machine, rules, PINs. The set-up page of\n"
        "`jantaku run` asks the same and shows the camera's picture; answers are kept after every step, so\n"
        "you may leave with Ctrl-C, go on later, or go on there.\n\n"
        "Enter takes the answer in brackets, - leaves a step for later. Nothing moves before you say that\n"
        "all hands are off; then Enter stops. In the end FILE is written: what it said besides stays.",
        epilog="Answers may come from a file or a pipe, a line each. Exit status: 0 the settings are written, 1 they\n"
        "are not (go on with the same command), 2 something is to be mended first.\n\n"
        "example: jantaku setup --config table.toml && jantaku run --config table.toml",
    )
    parser.add_argument("--config", type=Path, metavar="FILE", required=True, help="the settings to write (TOML)")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="SECTION.KEY=VALUE",
        help="a setting that the table is run with, as for `run`; may be repeated",
    )
    add_language_argument(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Ask; 0: the settings are written, 1: not yet.

    Raises:
        UserError: something is to be mended first.
    """
    from table_daemon.setting_up.first_start import check_writable
    from table_daemon.setting_up.steps import SetUpPlace

    place = SetUpPlace(args.config, tuple(args.set))
    check_writable(place)
    _refuse_beside_a_daemon(place)
    return asyncio.run(_talk(place, args.lang))


async def _talk(place: SetUpPlace, language: str) -> int:
    from table_daemon.setting_up.answers import SetUpAnswers
    from table_daemon.setting_up.set_up import SetUp
    from table_daemon.setting_up.steps import reopened_answers
    from table_daemon.setting_up.terminal_set_up import TerminalSetUp
    from table_daemon.setting_up.terminal_talk import Talk, TalkEndedError
    from table_daemon.setting_up.this_computer import tools_here

    if place.is_whole() and SetUpAnswers.load(place.folder) == SetUpAnswers():
        reopened_answers(place).model_copy(update={"step": "language", "reopened": False}).save(place.folder)
    set_up = SetUp(place, tools_here())
    talk = Talk(sys.stdin.readline, _show, language, is_person=sys.stdin.isatty())
    try:
        await set_up.open()
        is_written = await TerminalSetUp(set_up, talk).run()
    except TalkEndedError as error:
        talk.say(f"\n{error}")
        return 1
    finally:
        await set_up.close()
    if not is_written:
        talk.say(talk.t("terminal_ended"))
        return 1
    talk.say(f"✓ {place.file}\njantaku run --config {place.file}")
    return 0


def _show(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _refuse_beside_a_daemon(place: SetUpPlace) -> None:
    """Two programs would open the board and the camera at once; raises UserError."""
    from table_daemon.http.page_address import page_place

    where = page_place(place.settings().http)
    if where is None:
        return
    try:
        socket.create_connection(where, _ANSWER_S).close()
    except OSError:
        return
    raise UserError(
        f"a program answers at http://{where[0]}:{where[1]}/: if it is this table's daemon, set the table up on that "
        "page, or end the daemon first"
    )
