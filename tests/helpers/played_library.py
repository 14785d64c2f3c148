"""Journals of random games of several ways to play and of a record: what lists, replays and careers are made of."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from compact_record import record_lines
from random_play import RandomTable

from mahjong_rules.codec import event_to_json
from mahjong_rules.events import Drawn, Event, GameStarted
from mahjong_rules.records import record_events
from mahjong_rules.seats import Seat
from table_daemon.journal.journal import Journal
from table_daemon.library.index import GameIndex, open_index
from table_daemon.library.library import Shelf
from table_daemon.rules.presets import load_rules
from wire.wall_time import wall_time

FIRST_EVENING = datetime(2026, 9, 4, 20, 0, tzinfo=UTC)
PEOPLE = ("Aiko", "Benoît", "Chen", "Dorothea", "Emil", "Fumiko")


def recorded_game(names: Sequence[str] = PEOPLE[:4], lines: Sequence[str] | None = None) -> list[Event]:
    """A game as a camera sees it, without the draws: of these lines of a record, or the whole game of tests/data."""
    contents = [item.content for item in record_events(lines or record_lines("whole_game"), "tenhou")]
    events = [content for content in contents if isinstance(content, Event)]
    start = events[0]
    assert isinstance(start, GameStarted)
    one, two, three, four = names
    seen = [Drawn(event.seat) if isinstance(event, Drawn) else event for event in events[1:]]
    return [GameStarted(start.rules, (one, two, three, four), start.first_dealer, start.settings), *seen]


def other_records() -> list[list[str]]:
    """The lines of the records (mjai, one JSON object a line) in the folder `JANTAKU_RECORDS`, where it is set."""
    folder = os.environ.get("JANTAKU_RECORDS")
    paths = [] if folder is None else sorted(Path(folder).glob("*.mjai.jsonl"))
    return [path.read_text(encoding="utf-8").splitlines() for path in paths]


def random_game(rules: str, seed: int, names: Sequence[str] = PEOPLE[:4], most_deals: int = 10_000) -> list[Event]:
    """A game of random moves."""
    table = RandomTable(load_rules(rules), random.Random(seed))
    table.play(most_deals)
    one, two, three, four = names
    return [GameStarted(rules, (one, two, three, four), _first_dealer(table)), *table.events]


def _first_dealer(table: RandomTable) -> Seat:
    """Who dealt first: of a table whose people may have changed places since."""
    first = table.game.results[0].header if table.game.results else table.game.header
    return first.dealer


def write_games(path: Path, games: Iterable[Sequence[Event]], apart: timedelta = timedelta(weeks=1)) -> None:
    """A game a week or so, each in one write: what a daemon writes, without its wait for the disk after every tile."""
    with Journal.open(path) as journal:
        for number_of_game, events in enumerate(games):
            began = FIRST_EVENING + number_of_game * apart
            at = [wall_time(began + timedelta(seconds=7 * number)) for number in range(len(events))]
            game = f"g-{at[0].replace(':', '').replace('-', '')}-{journal.newest_seq()}"
            with journal.all_or_nothing():
                if (before := journal.current_game()) is not None:
                    journal.end_game(before, at=at[0])
                journal.start_game(game, at=at[0])
                for moment, event in zip(at, events, strict=True):
                    journal.append(event_to_json(event), game=game, cause="camera", at=moment)


def many_times(shelf: Shelf, path: Path, times: int) -> GameIndex:
    """An index at `path` that holds the games of this shelf so many times over; the caller closes it."""
    shelf.index.connection.execute("VACUUM INTO ?", (str(path),))
    index = GameIndex(open_index(path))
    connection = index.connection
    count = connection.execute("SELECT MAX(number) FROM games").fetchone()[0]
    columns = [row[1] for row in connection.execute("PRAGMA table_info(seats)")][1:]
    connection.execute("BEGIN")
    for place in range(1, times):
        connection.execute(
            "INSERT INTO games SELECT number + ?, id || '-' || ?, started_at, ended_at, until, rules, unit, outcome,"
            f" curve, deals FROM games WHERE number <= {count:d}",
            (place * count, place),
        )
        copied = f"SELECT game + ?, {', '.join(columns)} FROM seats WHERE game <= {count:d}"
        connection.execute(f"INSERT INTO seats {copied}", (place * count,))
    connection.execute("COMMIT")
    return index
