"""A new journal from all that is sound in the damaged one and in its copies; the damaged one is kept.

Rules this file keeps:
* Nothing is taken into the new journal that was not written: every entry fits the link of the one before.
* The damaged files are copied before anything else, and the new journal is whole before it takes their place.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from table_daemon.flushing import flush_folder
from table_daemon.journal.chain import EntryRow, GameRow, seal_of
from table_daemon.journal.database import connect
from table_daemon.journal.errors import JournalError, explained
from table_daemon.journal.examination import examine, sound_entries
from table_daemon.journal.journal import Journal
from table_daemon.journal.lock_file import take_lock
from table_daemon.journal.names import numbers_in, put_name, removed_name
from table_daemon.journal.sound_parts import SoundParts
from table_daemon.journal.witness import witness_path

_BESIDE: Final = ("", "-wal", "-shm", ".witness")
"""What belongs to a journal: the file, SQLite's log and its index, the witness."""


@dataclass(frozen=True, slots=True)
class Repair:
    """What was done: entries kept, how many of them came from copies, the newest there ever was, where the old lies.

    `names_lost`: how many people no file knows any more; their games stand under a number.
    """

    kept: int
    from_copies: int
    names_lost: int
    newest: int
    old: Path


def repair(path: Path, copies: Sequence[Path], stamp: str) -> Repair:
    """Put a journal of all sound entries in the place of the one at `path`.

    Args:
        path: the damaged journal; no daemon may have it open.
        copies: other files with entries of it, the best first.
        stamp: names the folder of the damaged files.

    Raises:
        JournalError: a daemon has the journal open, there is none, or the disk refuses.
    """
    if not path.exists() and not copies:
        raise JournalError(f"there is no journal at {path}, and no copy of one; give the path of one")
    lock_fd = take_lock(path)
    try:
        said = examine(path).newest
        old = _kept(path, path.with_name(f"damaged-{stamp}"))
        fresh = path.with_name(path.name + ".repairing")
        _remove(fresh)
        kept, from_copies, names_lost = _collect(path, copies, fresh)
        _remove(path)
        fresh.replace(path)
        witness_path(fresh).replace(witness_path(path))
        flush_folder(path.absolute().parent)
    except OSError as error:
        raise JournalError(f"the journal {path} cannot be repaired ({error}); free the disk and try again") from error
    finally:
        os.close(lock_fd)
    return Repair(kept, from_copies, names_lost, said, old)


def _kept(path: Path, folder: Path) -> Path:
    """Copy the journal's files into a folder of their own, and wait until the disk has them."""
    folder.mkdir(parents=True)
    for ending in _BESIDE:
        file = path.with_name(path.name + ending)
        if file.exists():
            shutil.copy2(file, folder / file.name)
            with (folder / file.name).open("rb+") as copy:
                os.fsync(copy.fileno())
    return folder


def _remove(path: Path) -> None:
    for ending in _BESIDE:
        path.with_name(path.name + ending).unlink(missing_ok=True)


def _collect(path: Path, copies: Sequence[Path], fresh: Path) -> tuple[int, int, int]:
    """Write all sound entries into `fresh`; how many they are, how many of them only copies had, how many names not."""
    begun: list[EntryRow] = []
    kept = from_copies = 0
    with ExitStack() as stack:
        sources = [stack.enter_context(SoundParts(file)) for file in (path, *copies)]
        connection = stack.enter_context(closing(connect(fresh, read_only=False)[0]))
        stack.enter_context(explained(fresh))
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("BEGIN")
        for entry in sound_entries(*sources):
            connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*entry.row, entry.link))
            kept += 1
            from_copies += entry.source > 0
            if not begun or begun[-1][1] != entry.row[1]:
                begun.append(entry.row)
        known = _known_names(sources)
        lost = {number for row in begun for number in numbers_in(json.loads(row[4]))} - known.keys()
        for number, name in (known | {number: removed_name(number) for number in lost}).items():
            put_name(connection, number, name)
        for game in _games(begun, [game for source in sources for game in source.games()]):
            connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)", (*game, seal_of(game)))
        connection.execute("COMMIT")
    Journal.open(fresh).close()  # looks at it, and writes its witness
    return kept, from_copies, len(lost)


def _known_names(sources: Sequence[SoundParts]) -> dict[int, str]:
    """Who the numbers of people are, each from the first source that knows it."""
    known: dict[int, str] = {}
    for source in reversed(sources):
        known |= source.names()
    return known


def _games(begun: Sequence[EntryRow], known: Sequence[GameRow]) -> Iterator[GameRow]:
    """The list of games; a line that no source has is made again from the game's first entry.

    Args:
        begun: the first entry of every game.
        known: the lines that are sound somewhere.
    """
    for number, (seq, name, _, _, _, at, _) in enumerate(begun, 1):
        same = [game for game in known if game[1] == name and game[-1] == seq - 1]
        started_at = same[0][2] if same else at
        ended_at = next((game[3] for game in same if game[3] is not None), None)
        if ended_at is None and number < len(begun):
            ended_at = begun[number][5]  # the next game ended it
        yield number, name, started_at, ended_at, seq - 1
