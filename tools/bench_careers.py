"""How long a career over ten thousand games takes to open, beside SQLite's own pass over the same rows."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from played_library import many_times, recorded_game, write_games

from table_daemon.library import careers
from table_daemon.library.careers import Period
from table_daemon.library.library import Shelf

_TIMES: Final = 10_000
_PERSON: Final = "Aiko"
_LIMIT_S: Final = 0.5
"""What an owner may be made to wait for a career (issue 16, part 9)."""


def bench_careers() -> None:
    """Print the seconds of processor time, what they are of the limit, and of one pass over the rows."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_games(folder / "journal.sqlite3", [recorded_game()])
        shelf = Shelf(folder / "journal.sqlite3", folder / "games.sqlite3")
        while shelf.catch_up():
            pass
        index = many_times(shelf, folder / "many.sqlite3", _TIMES)
        opened = _seconds(lambda: _open_career(index.connection))
        passed = _seconds(lambda: _pass_over(index.connection))
        index.close()
        shelf.close()
    print(
        f"careers: {_TIMES} games opened in {opened:.2f} s, {opened / _LIMIT_S:.2f} of the limit of {_LIMIT_S} s; "
        f"{opened / passed:.0f} times SQLite's pass over the same rows"
    )


def _open_career(connection: sqlite3.Connection) -> None:
    """What the page asks for when somebody opens a card."""
    for ask in (careers.figures_of, careers.best_hand, careers.rivals_of, careers.games_of, careers.rules_played):
        ask(connection, _PERSON, Period())


def _pass_over(connection: sqlite3.Connection) -> None:
    for statement in ("SELECT * FROM games", "SELECT * FROM seats"):
        for _ in connection.execute(statement):
            pass


def _seconds(act: Callable[[], None]) -> float:
    began = time.process_time()
    act()
    return time.process_time() - began
