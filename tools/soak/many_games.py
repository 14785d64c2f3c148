"""Journals of many games: what they cost at a start, to read, to check and to copy."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from aiohttp import ClientSession

from hw_sim.simulated_table import SimulatedTable
from table_daemon.game.archive import chosen
from table_daemon.game.keeper import GameKeeper
from table_daemon.journal.backups import make_backup
from table_daemon.journal.examination import examine
from table_daemon.journal.journal import Journal
from table_daemon.rules.presets import load_rules
from tools.attack.attacked_daemon import AttackedDaemon
from tools.soak.measuring import Sample, look

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "helpers"))

from clumsy_evening import real_game
from keepers import keeper_on

NAME: Final = "journal.sqlite3"
_DEALS: Final = 1
"""Of each game: 10,000 games of one deal are as many entries as 1,250 of eight, and every list has 10,000 rows."""
_KINDS: Final = 20
"""Different games; the others repeat them under other numbers."""
SIZE_PX: Final = (640, 480)


@dataclass(frozen=True, slots=True)
class Cost:
    """Of a journal with so many games: its size; seconds to list the games, to show the newest, to check every entry
    and to copy it; seconds until a daemon with it serves its page, and what that daemon takes then.
    """

    games: int
    entries: int
    size_mb: float
    list_s: float
    newest_s: float
    check_s: float
    copy_s: float
    start_s: float
    sample: Sample


def write(path: Path, games: int, seed: int) -> Iterator[int]:
    """Write more games into the journal until it has so many; yields how many it has, now and then."""
    chance = random.Random(seed)
    rules = load_rules("tenhou")
    kinds = [real_game(rules, chance.randrange(1 << 30), _DEALS) for _ in range(_KINDS)]
    with Journal.open(path) as journal:
        keeper: GameKeeper = keeper_on(journal)
        keeper.restore()
        for number in range(len(journal.games()), games):
            start, *others = kinds[number % _KINDS]
            keeper.start(start, "camera")  # type: ignore[arg-type] # a game begins with its start
            for event in others:
                keeper.commit(event, "camera")
            if number % 100 == 0:
                yield number


async def cost(table: SimulatedTable, session: ClientSession, folder: Path) -> Cost:
    """Measure the journal in `folder`, first by itself and then under a daemon at this table."""
    path = folder / NAME
    began_s = time.perf_counter()
    with Journal.open(path, read_only=True) as journal:
        games = len(journal.games())
        list_s = time.perf_counter() - began_s
        began_s = time.perf_counter()
        journal.entries(chosen(journal, "last").id)
        newest_s = time.perf_counter() - began_s
        entries = journal.newest_seq()
    began_s = time.perf_counter()
    examine(path)
    check_s = time.perf_counter() - began_s
    began_s = time.perf_counter()
    make_backup(path, date(2026, 11, 22)).unlink()
    copy_s = time.perf_counter() - began_s
    began_s = time.perf_counter()
    async with AttackedDaemon(table, folder, SIZE_PX, rules="tenhou") as daemon:
        start_s = time.perf_counter() - began_s
        sample = await look(session, daemon.page, daemon.process.pid, games)
    size_mb = path.stat().st_size / 1e6
    return Cost(games, entries, size_mb, list_s, newest_s, check_s, copy_s, start_s, sample)
