"""`jantaku games`: the games that the journal keeps, on the terminal and as files."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mahjong_rules.records import RecordError
from mahjong_rules.seats import SEATS
from mahjong_rules.tenhou6 import Tenhou6Error
from table_daemon.cli.columns import cells, right
from table_daemon.cli.game_names import game_called, length, short_names
from table_daemon.cli.journal_place import add_journal_place, journal_path
from table_daemon.cli.languages import add_language_argument
from table_daemon.cli.rule_arguments import add_rules_arguments, rules_of
from table_daemon.errors import UserError
from table_daemon.game.archive import ArchivedGame, replayed
from table_daemon.game.files import game_as_json, tenhou6_file
from table_daemon.journal.errors import JournalError
from table_daemon.journal.journal import Journal
from table_daemon.library.exports import FORMS, exported
from table_daemon.rules.replay import replay_file
from tablet_page.game_document import game_document
from vision.whole_files import write_whole

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - argparse names it no other way

_RECORD_SUFFIX = ".jsonl"


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the main parser; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "games",
        description="Reads the journal of a table; a running daemon is not disturbed.",
    )
    actions = parser.add_subparsers(title="actions", dest="action", required=True, metavar="ACTION")
    listing = actions.add_parser("list", help="every game, newest last")
    showing = actions.add_parser("show", help="one game, deal by deal")
    exporting = actions.add_parser(
        "export",
        help="write one game as a file",
        description="mjai: one message a line, what nobody saw is '?'. tenhou6: for log viewers; only where hands and"
        " draws are known, so not for games that a camera read; give a record (.mjai.jsonl) instead of a game. csv: a"
        " row a deal, for spreadsheets. json: everything, with every score line and event. html: one page that needs"
        " nothing else.",
    )
    for action in (showing, exporting):
        help_text = "when it began as `games list` says it (2026-11-22-0848, or less of it), its id, or `last`"
        action.add_argument("game", metavar="GAME", help=help_text)
    for action in (listing, showing, exporting):
        add_journal_place(action)
    for action in (listing, showing):
        action.add_argument("--json", action="store_true", help="print one JSON document")
    exporting.add_argument("--format", required=True, choices=FORMS)
    exporting.add_argument("--out", type=Path, metavar="FILE", help="write here (default: standard output)")
    add_language_argument(exporting)
    add_rules_arguments(exporting)
    listing.set_defaults(run=_list)
    showing.set_defaults(run=_show)
    exporting.set_defaults(run=_export)


def _list(args: argparse.Namespace) -> int:
    with _journal(args) as journal:
        records = journal.games()
        names = short_names(records)
        games = [_row(replayed(journal, record)) | {"name": names[record.id]} for record in records]
    if args.json:
        print(json.dumps(games, ensure_ascii=False))
        return 0
    if not games:
        print("No game has been played yet.")
    for row in games:
        about = f"{row['length']:>10}  {row['rules']:10} {row['deals']:3} {_deals(row['deals'])}"
        print(f"{row['name']}  {about}  {_state(row):8}  {_places(row)}")
    return 0


def _deals(count: int) -> str:
    return "deal " if count == 1 else "deals"


def _places(row: Mapping[str, Any]) -> str:
    """Who came where, with the points; who leads while nothing is decided."""
    order = sorted(row["seats"], key=lambda seat: (row["places"][seat] or 0, -row["scores"][seat]))
    return ", ".join(
        f"{place}. {row['names'][seat]} {row['scores'][seat]}"
        if (place := row["places"][seat]) is not None
        else f"{row['names'][seat]} {row['scores'][seat]}"
        for seat in order
    )


def _row(archived: ArchivedGame) -> dict[str, Any]:
    game, record = archived.game, archived.record
    places = {line.seat: line.rank for line in game.standings}
    return {
        "id": record.id,
        "started_at": record.started_at,
        "ended_at": record.ended_at,
        "length": length(record),
        "rules": game.rules,
        "names": list(game.names),
        "deals": len(game.results),
        "is_over": game.is_over,
        "scores": list(game.scores),
        "seats": list(game.header.seats),
        "places": [places.get(seat) for seat in SEATS],
    }


def _state(row: Mapping[str, Any]) -> str:
    if row["is_over"]:
        return "over"
    return "given up" if row["ended_at"] else "in play"


def _show(args: argparse.Namespace) -> int:
    with _journal(args) as journal:
        archived = replayed(journal, game_called(journal, args.game))
    if args.json:
        print(json.dumps(game_as_json(archived), ensure_ascii=False))
        return 0
    row = _row(archived)
    document = game_document(archived.game, archived.rules.traits)
    print(f"{row['id']}: {row['rules']}, begun {row['started_at']}, {_state(row)}")
    width = max(8, *(cells(name) for name in row["names"])) + 2
    print(f"  {'':6} {'':16}" + "".join(right(name, width) for name in row["names"]))
    print(f"  {'start':6} {'':16}" + "".join(f"{score:{width}d}" for score in document["start_scores"]))
    for deal in document["results"]:
        print(f"  {deal['deal_label']:6} {deal['outcome']:16}" + "".join(f"{s:{width}d}" for s in deal["scores"]))
    for line in document["standings"]:
        print(f"  {line['rank']}. {row['names'][line['seat']]}: {line['points']} ({line['score']:+d})")
    return 0


def _export(args: argparse.Namespace) -> int:
    try:
        content = _record_file(args) if args.game.endswith(_RECORD_SUFFIX) else _game_file(args)
    except (Tenhou6Error, RecordError) as error:
        raise UserError(str(error)) from error
    if args.out is None:
        sys.stdout.write(content)
    else:
        _write(args.out, content)
    return 0


def _game_file(args: argparse.Namespace) -> str:
    with _journal(args) as journal:
        archived = replayed(journal, game_called(journal, args.game))
    return exported(archived, args.format, args.lang).text


def _record_file(args: argparse.Namespace) -> str:
    """A record whose hands are known, replayed through the rules."""
    if args.format != "tenhou6":
        raise UserError(f"A record is exported as tenhou6 only (it is mjai already), not as {args.format}.")
    path = Path(args.game)
    replay = replay_file(path, rules_of(args))
    if replay.game is None or replay.difference is not None:
        raise UserError(f"{path}: {replay.difference}; give the rules that it was played by with --rules.")
    messages = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return tenhou6_file(messages, replay.game.results, replay.game.names)


@contextmanager
def _journal(args: argparse.Namespace) -> Iterator[Journal]:
    try:
        with Journal.open(journal_path(args), read_only=True) as journal:
            yield journal
    except JournalError as error:
        raise UserError(str(error)) from error


def _write(path: Path, content: str) -> None:
    """The whole file or nothing."""
    if not path.parent.is_dir():  # a folder that nobody made is a slip of the keyboard
        raise UserError(f"{path} cannot be written (there is no folder {path.parent}); choose another place.")
    try:
        write_whole(path, content.encode())
    except OSError as error:
        raise UserError(f"{path} cannot be written ({error.strerror}); choose another place.") from error
