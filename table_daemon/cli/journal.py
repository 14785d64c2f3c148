"""`jantaku journal`: whether the journal is what was written, copies of it, and what to do about damage."""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Callable
from datetime import datetime

from table_daemon.cli.journal_place import add_journal_place, journal_path
from table_daemon.errors import UserError
from table_daemon.journal.backups import KEPT, backups_of, make_backup
from table_daemon.journal.errors import JournalError
from table_daemon.journal.examination import examine
from table_daemon.journal.repair import repair

_UNSOUND = 1
"""What `check` exits with when something is wrong."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the main parser; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "journal",
        description="The journal holds every game of a table. Each entry has a checksum that ties it to the one before,"
        " so that a changed or missing entry is found. A running daemon copies the journal once a day.",
    )
    actions = parser.add_subparsers(title="actions", dest="action", required=True, metavar="ACTION")
    checking = actions.add_parser(
        "check",
        help="look at every entry; exit status 1 when something is wrong",
        description="Reads the whole journal, and the copies of it. A running daemon is not disturbed.",
    )
    checking.add_argument("--json", action="store_true", help="print one JSON document")
    backup = actions.add_parser(
        "backup",
        help="copy the journal now",
        description=f"Writes a copy into the folder `backups` beside the journal and looks at every entry of it. The"
        f" copies of the last {KEPT} days stay. To go back to one: stop the daemon, put the copy in the place of the"
        " journal, then `jantaku journal repair`.",
    )
    repairing = actions.add_parser(
        "repair",
        help="keep what is sound of a damaged journal",
        description="Stop the daemon first. The damaged files are copied into a folder of their own. The new journal"
        " holds all entries before the first that is damaged or missing; one that a copy of the last days holds is"
        " taken from there.",
    )
    for action, run in ((checking, _check), (backup, _backup), (repairing, _repair)):
        add_journal_place(action)
        action.set_defaults(run=_explaining(run))


def _explaining(run: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    def explained(args: argparse.Namespace) -> int:
        try:
            return run(args)
        except JournalError as error:
            raise UserError(str(error)) from error

    return explained


def _check(args: argparse.Namespace) -> int:
    path = journal_path(args)
    if not path.exists():
        raise JournalError(f"there is no journal at {path}; give the path of one that a daemon has written")
    found = examine(path)
    copies = {copy: examine(copy) for copy in backups_of(path)}
    if args.json:
        document = {"journal": str(path), **dataclasses.asdict(found)}
        document["backups"] = [{"path": str(copy), **dataclasses.asdict(seen)} for copy, seen in copies.items()]
        print(json.dumps(document, ensure_ascii=False))
        return _UNSOUND if found.faults else 0
    print(f"{path}: {found.games} games, entries 1 to {found.sound} of {found.newest} are sound")
    for fault in found.faults:
        print(f"  {fault}")
    for copy, seen in copies.items():
        print(f"{copy}: {'; '.join(seen.faults) or f'entries 1 to {seen.sound} are sound'}")
    if not copies:
        print("There is no copy yet: a running daemon makes one a day, `jantaku journal backup` makes one now.")
    if found.faults:
        print("Stop the daemon; `jantaku journal repair` keeps what is sound, here and in the copies.")
    return _UNSOUND if found.faults else 0


def _backup(args: argparse.Namespace) -> int:
    print(f"copied to {make_backup(journal_path(args), datetime.now().astimezone().date())}")
    return 0


def _repair(args: argparse.Namespace) -> int:
    path = journal_path(args)
    done = repair(path, backups_of(path), datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S"))
    print(f"{path}: {_kept(done.kept, done.newest)}")
    if done.from_copies:
        print(f"{done.from_copies} of them come from a copy.")
    if done.names_lost:
        print(f"{done.names_lost} names of people are lost: their games stand under a number such as #1.")
    print(f"The damaged files are kept in {done.old}.")
    return 0


def _kept(kept: int, newest: int) -> str:
    if kept >= newest:
        return f"all {kept} entries are kept"
    return f"entries 1 to {kept} are kept; {kept + 1} to {newest} are lost"
