"""Writes what a table keeps, as fast as it can, and says what was announced; `power_cuts` starts it.

The real journal, cards of people, taught files, PIN files and daily copies. A line is said only after the call that
writes has returned, when a daemon would tell it to everybody. Ends by being killed.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, Final

from table_daemon.access.files import write_secret
from table_daemon.journal.backups import make_backup
from table_daemon.journal.entries import EntryKind
from table_daemon.journal.journal import Journal
from table_daemon.library.people_file import PeopleFile
from vision.whole_files import write_whole

JOURNAL: Final = "journal.sqlite3"
PEOPLE: Final = "people.sqlite3"
TAUGHT: Final = "camera.json"
SECRET: Final = "pins.json"  # noqa: S105 - a file's name
UNFLUSHED: Final = "unflushed.txt"
_AT: Final = "2026-11-23T20:00:00.000Z"
FILE_BYTES: Final = 20_000
"""Chosen: several pages, so that a file that is not whole shows."""
_CARDS: Final = 200
"""Chosen: more than one life makes, far below what a table keeps."""


class TableWriter:
    """Everything that one life writes.

    Args:
        folder: the table's state.
        say: tells what was announced.
        chance: what is written next.
    """

    def __init__(self, folder: Path, say: Callable[[dict[str, Any]], None], chance: random.Random) -> None:
        self._folder, self._say, self._chance = folder, say, chance
        self._journal = Journal.open(folder / JOURNAL)
        self._people = PeopleFile(folder / PEOPLE)
        self._unflushed = (folder / UNFLUSHED).open("a")
        self._number = chance.randrange(1 << 40)
        """Of what is written; another in every life, so that old and new are never alike."""

    def run(self) -> None:
        """For ever."""
        works = {
            self.entry: 60,
            self.several: 6,
            self.game: 4,
            self.taught: 4,
            self.secret: 4,
            self.card: 4,
            self.copy: 1,
        }
        self.game()
        while True:
            self._number += 1
            self._chance.choices(list(works), weights=list(works.values()))[0]()
            self._unflushed.write(f"{self._number}\n")
            self._unflushed.flush()
            self._say({"what": "unflushed"})

    def entry(self) -> None:
        """One event of the game."""
        self._say(self._append())

    def several(self) -> None:
        """Some that reach the disk together."""
        with self._journal.all_or_nothing():
            said = [self._append() for _ in range(self._chance.randrange(2, 5))]
        for entry in said:
            self._say(entry)

    def _append(self) -> dict[str, Any]:
        payload = {"type": "discarded", "number": self._number, "why": "é雀" * self._chance.randrange(200)}
        kind = self._chance.choice([EntryKind.EVENT, EntryKind.EVENT, EntryKind.AUDIT])
        game = self._journal.current_game()
        assert game is not None
        number = self._journal.append(payload, game=game, cause="camera", at=_AT, kind=kind)
        return {"what": "entry", "seq": number, "game": game, "payload": payload}

    def game(self) -> None:
        """The game ends, another begins."""
        if (current := self._journal.current_game()) is not None:
            self._journal.end_game(current, at=_AT)
            self._say({"what": "ended", "game": current})
        name = f"g-{len(self._journal.games()) + 1}"
        self._journal.start_game(name, at=_AT)
        self._say({"what": "game", "game": name})
        names = {"type": "game_started", "names": ["Aiko", f"Benoît {self._number}", "雀", "D" * 40]}
        number = self._journal.append(names, game=name, cause="people", at=_AT)
        self._say({"what": "entry", "seq": number, "game": name, "payload": names})

    def taught(self) -> None:
        """A calibration is stored."""
        write_whole(self._folder / TAUGHT, str(self._number).rjust(FILE_BYTES).encode())
        self._say({"what": TAUGHT, "number": self._number})

    def secret(self) -> None:
        """A PIN is set."""
        write_secret(self._folder / SECRET, str(self._number).rjust(FILE_BYTES))
        self._say({"what": SECRET, "number": self._number})

    def card(self) -> None:
        """A person gets a card; the oldest go, so that there is always room."""
        if len(cards := self._people.cards()) > _CARDS:
            self._people.remove(cards[0])
        self._say({"what": "card", "name": self._people.add(f"P {self._number}", "red", "").name})

    def copy(self) -> None:
        """The copy of a day."""
        make_backup(self._folder / JOURNAL, date(2026, 11, self._chance.randrange(1, 28)))
        self._say({"what": "copy"})


def _say(line: dict[str, Any]) -> None:
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    TableWriter(Path(sys.argv[1]), _say, random.Random(int(sys.argv[2]))).run()
