"""Journals of random games of several ways to play and of a record: what lists, replays and careers are made of."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from compact_record import record_lines
from random_play import RandomTable

from mahjong_rules.events import Drawn, Event, GameStarted
from mahjong_rules.records import record_events
from mahjong_rules.seats import Seat
from table_daemon.game.keeper import GameKeeper
from table_daemon.journal.journal import Journal
from table_daemon.rules.presets import load_rules

FIRST_EVENING = datetime(2026, 9, 4, 20, 0, tzinfo=UTC)
PEOPLE = ("Aiko", "Benoît", "Chen", "Dorothea", "Emil", "Fumiko")


def recorded_game(names: Sequence[str] = PEOPLE[:4]) -> list[Event]:
    """The whole game of tests/data/records as a camera sees it: without the draws."""
    contents = [item.content for item in record_events(record_lines("whole_game"), "tenhou")]
    events = [content for content in contents if isinstance(content, Event)]
    start = events[0]
    assert isinstance(start, GameStarted)
    one, two, three, four = names
    seen = [Drawn(event.seat) if isinstance(event, Drawn) else event for event in events[1:]]
    return [GameStarted(start.rules, (one, two, three, four), start.first_dealer, start.settings), *seen]


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


def write_games(path: Path, games: Iterable[Sequence[Event]]) -> None:
    """A game a week, by the keeper, so that the journal is what a daemon writes."""
    now = [FIRST_EVENING]
    with Journal.open(path) as journal:
        keeper = GameKeeper(journal, load_rules, lambda: now[0])
        keeper.restore()
        for week, (start, *events) in enumerate(games):
            now[0] = FIRST_EVENING + timedelta(weeks=week)
            assert isinstance(start, GameStarted)
            keeper.start(start, "page")
            for event in events:
                now[0] += timedelta(seconds=7)
                keeper.commit(event, "camera")
