"""Measures what a table takes of its computer: bytes written in an hour, memory, seconds until the page answers.

Plays at a simulated table (motors, camera at full size, recogniser, rules, journal, broker) with people as quick as
people are (--speed 1) for some minutes, and scales to an hour. Bytes are counted twice: what the daemon and its
children handed to the file system (`write_bytes` of /proc/PID/io), and, as root, what reached the disk: the state
folder lies on an ext4 of its own on a loop device, whose statistics count the file system's journal too. That is what
wears a card. Memory is that of the daemon and its children, each page counted once (Pss), and the daemon's own (Rss).

The daemon has the environment of its unit (config/systemd). The start is measured from the first instruction to the
answer of the page, each time at a table that stands already.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from hw_sim.people.bots import BotPlan
from hw_sim.people.choreography import Choreography
from hw_sim.people.evening_plan import Evening, Habits
from hw_sim.people.gestures import Gestures, Pace
from hw_sim.people.players import Players
from hw_sim.people.tablet_watcher import TabletWatcher
from hw_sim.simulated_table import SimulatedTable, TableMake
from mahjong_rules.tiles import TileStock
from table_daemon.journal.journal import Journal
from table_daemon.rules.presets import load_rules
from tools.attack.attacked_daemon import AttackedDaemon, free_port
from tools.attack.losing_disk import LosingDisk, NoLosingDisk

GOALS: Final = {"MB written in an hour": 20.0, "MB of memory at most": 350.0}
"""Issue 15 §6."""
_LOOK_S: Final = 2.0
_TRY_S: Final = 0.02
"""Chosen: far below a start, and nothing beside it."""
_SIZE_PX: Final = (2304, 1296)
_UNIT: Final = Path(__file__).parents[1] / "config" / "systemd" / "jantaku.service"


@dataclass
class Play:
    """What was seen while a table played.

    Attributes:
        seconds: from the first look to the last.
        disk_bytes: written to the disk, None where it could not be counted.
    """

    seconds: float = 0.0
    entries: int = 0
    handed_bytes: int = 0
    disk_bytes: int | None = None
    most_pss: int = 0
    most_rss: int = 0
    journal_bytes: int = 0
    book_bytes: int = 0
    handed: dict[int, int] = field(default_factory=dict)

    def figures(self) -> dict[str, float]:
        """By name with unit."""
        hours = self.seconds / 3600
        figures = {
            "minutes of play": self.seconds / 60,
            "journal entries in an hour": self.entries / hours,
            "MB handed to the file system in an hour": self.handed_bytes / 1e6 / hours,
            "MB of memory at most": self.most_pss / 1e6,
            "MB of memory at most, the daemon alone (Rss)": self.most_rss / 1e6,
            "kB of the journal in the end": self.journal_bytes / 1e3,
            "kB of the books of lessons in the end": self.book_bytes / 1e3,
        }
        if self.disk_bytes is not None:
            figures["MB written in an hour"] = self.disk_bytes / 1e6 / hours
        return figures


async def play(minutes: float, speed: float, seed: int, rules: str, options: str) -> Play:
    """Let a simulated table play for so long, and look at its daemon."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        try:
            disk: LosingDisk | None = stack.enter_context(LosingDisk(folder, options))
        except NoLosingDisk as error:
            print(f"what reaches the disk is not counted: {error}", file=sys.stderr)
            disk = None
        state = (folder if disk is None else disk.place) / "state"
        stock = load_rules(rules).traits.stock
        make = TableMake(speed, seed, stock, *_SIZE_PX, folder)
        table = await stack.enter_async_context(SimulatedTable(make))
        daemon = await stack.enter_async_context(AttackedDaemon(table, state, _SIZE_PX, rules=rules, broker="embedded"))
        watcher = await stack.enter_async_context(TabletWatcher(daemon.page))
        pace = Pace(speed)
        people = Choreography(Gestures(table.world, pace), random.Random(seed))
        plan = BotPlan(load_rules(rules), random.Random(seed))
        playing = asyncio.create_task(Players(table, people, watcher, plan, Habits(rules, None), pace).play())
        try:
            return await _watch(daemon.process.pid, playing, state, disk, minutes * 60)
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)


async def _watch(
    daemon: int, playing: asyncio.Task[Evening], state: Path, disk: LosingDisk | None, seconds: float
) -> Play:
    seen = Play()
    while not _entries(state) and not playing.done():  # noqa: ASYNC110 - nobody is told when a deal begins
        await asyncio.sleep(_LOOK_S)
    os.sync()
    began_s, before = time.monotonic(), _entries(state)
    written_before = disk.bytes_written() if disk is not None else 0
    handed_before = sum(_look(daemon, seen).values())
    while seen.seconds < seconds and not playing.done():
        await asyncio.sleep(_LOOK_S)
        seen.seconds = time.monotonic() - began_s
        seen.handed |= _look(daemon, seen)
    os.sync()  # what still waits in memory was written in this time
    seen.entries = _entries(state) - before
    seen.handed_bytes = sum(seen.handed.values()) - handed_before
    seen.journal_bytes = (state / "journal.sqlite3").stat().st_size
    seen.book_bytes = sum(book.stat().st_size for book in (state / "tile_sets").glob("*.npz"))
    if disk is not None:
        seen.disk_bytes = disk.bytes_written() - written_before
    return seen


def _entries(state: Path) -> int:
    path = state / "journal.sqlite3"
    if not path.exists():
        return 0
    with Journal.open(path, read_only=True) as journal:
        return journal.newest_seq()


def _children(parent: int) -> Iterator[int]:
    for task in Path(f"/proc/{parent}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield int(child)


def _look(daemon: int, seen: Play) -> dict[int, int]:
    """Bytes written by the daemon and each of its children; memory goes into `seen`."""
    written, together = {}, 0
    for pid in (daemon, *_children(daemon)):
        with suppress(OSError):  # a child that has just ended
            together += 1024 * _number(pid, "smaps_rollup", "Pss")
            written[pid] = _number(pid, "io", "write_bytes")
    seen.most_pss = max(seen.most_pss, together)
    seen.most_rss = max(seen.most_rss, 1024 * _number(daemon, "status", "VmHWM"))
    return written


def _number(pid: int, file: str, name: str) -> int:
    for line in Path(f"/proc/{pid}/{file}").read_text().splitlines():
        label, _, value = line.partition(":")
        if label == name:
            return int(value.split()[0])
    return 0


async def starts(count: int) -> dict[str, float]:
    """Median seconds from the start of the process until its page answers, and until it says that it serves."""
    answered, ready = [], []
    with tempfile.TemporaryDirectory() as name:
        make = TableMake(1.0, random.Random(1).randrange(1 << 30), TileStock(), *_SIZE_PX, Path(name))
        async with SimulatedTable(make) as table:
            for _ in range(count + 1):  # the first compiles
                daemon = AttackedDaemon(table, Path(name), _SIZE_PX, rules="ema", port=free_port())
                began_s = time.perf_counter()
                waiting = asyncio.create_task(asyncio.to_thread(_answered, daemon.page))
                await daemon.start()
                ready.append(time.perf_counter() - began_s)
                answered.append(await waiting - began_s)
                await daemon.end()
    return {
        "seconds until the page answers": statistics.median(answered[1:]),
        "seconds until board and camera are there too": statistics.median(ready[1:]),
    }


def _answered(page: str) -> float:
    """When the page was there."""
    while True:
        try:
            with urlopen(page, timeout=5) as response:  # noqa: S310 - our own address
                response.read()
                return time.perf_counter()
        except (URLError, OSError):
            time.sleep(_TRY_S)


def unit_environment(unit: str) -> dict[str, str]:
    """The variables that systemd gives the service, by the text of its unit."""
    lines = (line.removeprefix("Environment=") for line in unit.splitlines() if line.startswith("Environment="))
    return dict(variable.split("=", 1) for line in lines for variable in line.split())


def main() -> int:
    """The command; exit status 1 when a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=20.0, help="of play (default: 20); 0: only starts")
    parser.add_argument("--speed", type=float, default=1.0, help="of the people and the machine (default: 1)")
    parser.add_argument("--starts", type=int, default=5, help="starts that are timed (default: 5); 0: none")
    parser.add_argument("--rules", default="ema", help="what is played (default: ema)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mount", default="noatime", help="options of the disk (default: noatime)")
    parser.add_argument("--json", action="store_true", help="figures as one JSON object")
    args = parser.parse_args()
    os.environ.update(unit_environment(_UNIT.read_text(encoding="utf-8")))
    figures = asyncio.run(starts(args.starts)) if args.starts else {}
    if args.minutes:
        figures |= asyncio.run(play(args.minutes, args.speed, args.seed, args.rules, args.mount)).figures()
    if args.json:
        print(json.dumps(figures))
    else:
        for what, value in figures.items():
            print(f"{value:10.1f}  {what}" + (f" (goal: below {GOALS[what]:.0f})" if what in GOALS else ""))
    return 1 if any(figures.get(what, 0.0) >= goal for what, goal in GOALS.items()) else 0


if __name__ == "__main__":
    sys.exit(main())
