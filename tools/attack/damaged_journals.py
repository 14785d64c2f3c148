"""Damages the files of a journal at random and looks what is told, lost and repaired.

A journal is written by a process that is killed, so that the newest entries stand only in SQLite's log. Then, again and
again: a bit is flipped, a stretch zeroed, a file cut off or taken away; the journal is opened, read and repaired. What
is read must be what was written. What a repair keeps must be the beginning of what was written.
"""

from __future__ import annotations

import argparse
import logging
import random
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Final

from table_daemon.journal.backups import make_backup
from table_daemon.journal.entries import Entry, EntryKind
from table_daemon.journal.errors import JournalError
from table_daemon.journal.journal import GameRecord, Journal
from table_daemon.journal.repair import repair
from tools.attack.tally import Tally

FORBIDDEN: Final = "tracebacks or changes that nobody told"
NAME: Final = "journal.sqlite3"
_FILES: Final = (NAME, NAME + "-wal", NAME + ".witness")
_AT: Final = "2026-11-22T20:{:02d}:{:02d}.000Z"
_DAY: Final = date(2026, 11, 22)
Content = tuple[list[GameRecord], list[list[Entry]]]
"""Every game and every entry of it."""


def write_journal(folder: Path, entries: int, chance: random.Random) -> Content:
    """A journal in `folder` as a killed process leaves it, with a copy of the day before; what it says."""
    writing = folder / "writing"
    journal = Journal.open(writing / NAME)
    for number in range(3):
        if number:
            journal.end_game(f"g-{number}", at=_AT.format(number, 0))
        journal.start_game(f"g-{number + 1}", at=_AT.format(number, 1))
        for entry in range(entries // 3):
            _append(journal, number, entry, chance)
        if number == 1:
            make_backup(writing / NAME, _DAY)
    content = content_of(journal)
    shutil.copytree(writing, folder / "killed")  # with the log, as long as the journal is open
    journal.close()
    shutil.rmtree(writing)
    return content


def _append(journal: Journal, game: int, number: int, chance: random.Random) -> None:
    payload = {
        "type": "discarded",
        "seat": number % 4,
        "tile": f"{chance.randrange(1, 10)}m",
        "why": "é雀" * (number % 7),
    }
    if number == 0:
        payload = {"type": "game_started", "names": ["Aiko", f"Benoît {game}", "雀", "D" * 40]}
    kind = chance.choice([EntryKind.EVENT, EntryKind.EVENT, EntryKind.AUDIT])
    at = _AT.format(game, 2 + number % 58)
    journal.append(payload, game=f"g-{game + 1}", cause="camera", at=at, deal=number // 60, kind=kind)


def content_of(journal: Journal) -> Content:
    """All that the journal says; raises JournalError."""
    games = journal.games()
    return games, [journal.entries(game.id) for game in games]


def damage(folder: Path, chance: random.Random) -> str:
    """Change one of the journal's files in `folder`; what was done."""
    file = folder / chance.choices(_FILES, weights=(5, 4, 1))[0]
    whole = file.read_bytes()
    place = chance.randrange(len(whole))
    changes: dict[str, Callable[[], bytes | None]] = {
        "a flipped bit": lambda: whole[:place] + bytes([whole[place] ^ 1 << chance.randrange(8)]) + whole[place + 1 :],
        "a stretch of zeros": lambda: _with_zeros(whole, place, chance.randrange(1, 5000)),
        "an end cut off": lambda: whole[:place],
        "a file taken away": lambda: None,
        "a stretch of another place": lambda: _with_stretch(whole, place, chance),
    }
    kind = chance.choice(list(changes))
    changed = changes[kind]()
    if changed is None:
        file.unlink()
    else:
        file.write_bytes(changed)
    return f"{kind}, {file.name}"


def _with_zeros(whole: bytes, place: int, length: int) -> bytes:
    length = min(length, len(whole) - place)
    return whole[:place] + bytes(length) + whole[place + length :]


def _with_stretch(whole: bytes, place: int, chance: random.Random) -> bytes:
    other = chance.randrange(len(whole))
    stretch = whole[other : other + 4096][: len(whole) - place]
    return whole[:place] + stretch + whole[place + len(stretch) :]


def attack(folder: Path, count: int, seed: int, entries: int = 240, *, with_copies: bool = True) -> Tally:
    """Damage the journal `count` times, each time the whole one."""
    chance, tally = random.Random(seed), Tally()
    content = write_journal(folder, entries, chance)
    for _ in range(count):
        place = folder / "damaged"
        shutil.copytree(folder / "killed", place)
        try:
            _judge(place, damage(place, chance), content, tally, with_copies=with_copies)
        finally:
            shutil.rmtree(place)
    return tally


def _judge(place: Path, what: str, content: Content, tally: Tally, *, with_copies: bool) -> None:
    path = place / NAME
    try:
        with Journal.open(path) as journal:
            found = content_of(journal)
        tally.outcomes["read, nothing lost"] += 1
        if found != content:
            tally.faults.append(f"{what}: changed, and nobody told")
    except JournalError as error:
        if "\n" in str(error):
            tally.faults.append(f"{what}: more than a sentence: {error}")
        _judge_repair(path, what, content, tally, with_copies=with_copies)
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        tally.faults.append(f"{what}: {error!r}")


def _nameless(entries: list[Entry]) -> list[Entry]:
    return [replace(entry, payload={**entry.payload, "names": None}) for entry in entries]


def _judge_repair(path: Path, what: str, content: Content, tally: Tally, *, with_copies: bool) -> None:
    written = [entry for game in content[1] for entry in game]
    try:
        copies = sorted((path.parent / "backups").iterdir()) if with_copies else []
        if not path.exists():
            tally.outcomes["told: the file is gone"] += 1
            return
        done = repair(path, copies, "now")
        with Journal.open(path) as journal:
            kept = [entry for game in content_of(journal)[1] for entry in game]
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        tally.faults.append(f"{what}: the repair ended with {error!r}")
        return
    lost = len(written) - len(kept)
    tally.largest("entries lost at most", lost)
    tally.outcomes["told, repaired without loss" if lost == 0 else "told, repaired, the end lost"] += 1
    if done.names_lost:  # and told: what stands in their place is no name
        kept, written = _nameless(kept), _nameless(written)
    if kept != written[: len(kept)] or done.kept != len(kept):
        tally.faults.append(f"{what}: the repair made something that was never written")


def main() -> int:
    """The command; exit status 1 when something happened that must not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=2000, help="damages (default: 2000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-copies", action="store_true", help="repair without the copies of the last days")
    args = parser.parse_args()
    logging.disable(logging.CRITICAL)  # every damage of the witness would be told here too
    with tempfile.TemporaryDirectory() as folder:
        tally = attack(Path(folder), args.count, args.seed, with_copies=not args.no_copies)
    return tally.show(FORBIDDEN)


if __name__ == "__main__":
    sys.exit(main())
