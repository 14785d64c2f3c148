"""Cuts the power of the disk while a table writes, and looks whether anything that was announced is lost.

Again and again: a process writes journal entries, games, cards of people, taught files, PIN files and daily copies on
a disk that can lose what nobody flushed (`losing_disk`), and says what is announced; at a random moment the disk goes
down and the process is killed (`kill -9`). The disk is mounted anew: the journal must open, every announced entry,
game, card and file must be there, every file whole, and at most what was being written at that moment may be there
unsaid.
Beside all of that lines are written that nobody flushes: that some of them are lost shows that the cuts cut.

With --whole the writer is a whole daemon at a simulated table, and what must be known again are the scores that it has
answered with yes (20 s a cut). Needs root and loop devices.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from aiohttp import ClientSession

from hw_sim.felt.deck import chance_deck
from hw_sim.simulated_table import SimulatedTable, TableMake
from table_daemon.journal.backups import backups_of
from table_daemon.journal.errors import JournalError
from table_daemon.journal.examination import examine
from table_daemon.journal.journal import Journal
from table_daemon.library.people_file import PeopleFile
from table_daemon.rules.presets import load_rules
from tools.attack import table_writer
from tools.attack.attacked_daemon import AttackedDaemon
from tools.attack.full_disk import Scores, judge_restart
from tools.attack.losing_disk import LosingDisk, NoLosingDisk
from tools.attack.tally import Tally

FORBIDDEN: Final = "announced and lost, made up, not whole, or not to be opened"
ANNOUNCED: Final = "entries announced"
UNFLUSHED_LOST: Final = "lines lost that nobody flushed (proof that the cuts cut)"
_LIFE_S: Final = (0.2, 1.5)
"""Chosen: from before the first write to a hundred entries, over several checkpoints of SQLite (64 pages, some 20
entries)."""
_LIVES_OF_A_DISK: Final = 20
"""Chosen: an old journal in most of the cuts, a new one now and then."""
_MOST_UNSAID: Final = 4
"""The longest transaction of the writer: so much may be on the disk without having been said."""
_SIZE_PX: Final = (1280, 720)
_MACHINE_SPEED: Final = 8.0
_LATEST_OF_A_DAEMON_S: Final = 4.0


@dataclass
class Announced:
    """What was said, over all lives of one disk; files and cards of the newest life only."""

    entries: dict[int, tuple[str, dict[str, Any]]] = field(default_factory=dict)
    begun: set[str] = field(default_factory=set)
    ended: set[str] = field(default_factory=set)
    cards: set[str] = field(default_factory=set)
    files: dict[str, int] = field(default_factory=dict)
    unflushed: int = 0

    def new_life(self) -> None:
        """Files and cards are replaced and removed: only what the newest life said of them counts."""
        self.cards.clear()
        self.files.clear()

    def hear(self, line: dict[str, Any]) -> None:
        """Take one line of the writer."""
        match line["what"]:
            case "entry":
                self.entries[line["seq"]] = (line["game"], line["payload"])
            case "game":
                self.begun.add(line["game"])
            case "ended":
                self.ended.add(line["game"])
            case "card":
                self.cards.add(line["name"])
            case "unflushed":
                self.unflushed += 1
            case table_writer.TAUGHT | table_writer.SECRET as name:
                self.files[name] = line["number"]


def attack(cuts: int, seed: int) -> Tally:
    """Cut the power so often under the writer.

    Raises:
        NoLosingDisk: there can be none on this computer.
    """
    chance, tally, done = random.Random(seed), Tally(), 0
    while done < cuts:
        with tempfile.TemporaryDirectory() as folder, LosingDisk(Path(folder)) as disk:
            announced = Announced()
            for _ in range(min(_LIVES_OF_A_DISK, cuts - done)):
                _live_and_cut(disk, announced, chance, tally)
                _judge(disk.place / "state", announced, tally)
                done += 1
                print(f"{done} of {cuts} cuts", file=sys.stderr, end="\r", flush=True)
    if cuts >= _LIVES_OF_A_DISK and not tally.outcomes[UNFLUSHED_LOST]:
        tally.faults.append("not even what nobody flushed was lost: these cuts prove nothing")
    return tally


def _live_and_cut(disk: LosingDisk, announced: Announced, chance: random.Random, tally: Tally) -> None:
    """One life of the writer, until the power is gone; what it said stands on another disk."""
    command = [sys.executable, "-m", "tools.attack.table_writer", str(disk.place / "state")]
    announced.new_life()
    before = len(announced.entries)
    with tempfile.TemporaryFile("w+") as said, tempfile.TemporaryFile("w+") as complaints:
        writer = subprocess.Popen([*command, str(chance.randrange(1 << 30))], stdout=said, stderr=complaints)
        try:
            writer.wait(chance.uniform(*_LIFE_S))
            complaints.seek(0)
            tally.faults.append(f"the writer ended by itself: {complaints.read()[-600:]}")
        except subprocess.TimeoutExpired:
            disk.cut()
            writer.kill()
            writer.wait()
        said.seek(0)
        for line in said:
            if line.endswith("\n"):  # the last may be cut off
                announced.hear(json.loads(line))
    disk.restore_power()
    tally.outcomes["cuts"] += 1
    tally.outcomes[ANNOUNCED] += len(announced.entries) - before


def _judge(state: Path, announced: Announced, tally: Tally) -> None:
    """Hold what the disk has against what was said."""
    try:
        with Journal.open(state / table_writer.JOURNAL) as journal:
            games = {game.id: game.ended_at for game in journal.games()}
            found = {entry.seq: (game, dict(entry.payload)) for game in games for entry in journal.entries(game)}
    except JournalError as error:
        tally.faults.append(f"the journal cannot be opened: {error}")
        return
    lost = [seq for seq, entry in announced.entries.items() if found.get(seq) != entry]
    tally.outcomes["entries lost"] += len(lost)
    if lost:
        tally.faults.append(f"{len(lost)} of {len(announced.entries)} entries lost or changed, the first {lost[0]}")
    unsaid = found.keys() - announced.entries.keys()
    tally.largest("entries on the disk at most that nobody had heard of yet", len(unsaid))
    if len(unsaid) > _MOST_UNSAID:
        tally.faults.append(f"{len(unsaid)} entries that were never said")
    announced.entries |= {seq: found[seq] for seq in unsaid}
    if missing := announced.begun - games.keys():
        tally.faults.append(f"games lost: {missing}")
    if unended := {game for game in announced.ended & games.keys() if games[game] is None}:
        tally.faults.append(f"games that had ended go on: {unended}")
    _judge_files(state, announced, tally)


def _judge_files(state: Path, announced: Announced, tally: Tally) -> None:
    for name, number in announced.files.items():
        text = (state / name).read_text() if (state / name).exists() else ""
        tally.outcomes["files stored"] += 1
        if len(text) != table_writer.FILE_BYTES:
            tally.faults.append(f"{name} is not whole: {len(text)} bytes")
        elif int(text) < number:
            tally.faults.append(f"{name} is one from before what was said to be stored")
    people = PeopleFile(state / table_writer.PEOPLE)
    names = {card.name for card in people.cards()}
    people.close()
    tally.outcomes["cards announced"] += len(announced.cards)
    if missing := announced.cards - names:
        tally.faults.append(f"{len(missing)} of {len(announced.cards)} cards of people lost")
    for copy in backups_of(state / table_writer.JOURNAL):
        tally.outcomes["copies looked at"] += 1
        if faults := examine(copy).faults:
            tally.faults.append(f"a copy of the journal is damaged: {faults[0]}")
    unflushed = state / table_writer.UNFLUSHED
    kept = unflushed.read_bytes().count(b"\n") if unflushed.exists() else 0
    tally.outcomes[UNFLUSHED_LOST] += max(0, announced.unflushed - kept)
    announced.unflushed = kept


async def attack_whole(cuts: int, seed: int) -> Tally:
    """Cut the power so often under a whole daemon, at a new table each time."""
    chance, tally = random.Random(seed), Tally()
    for number in range(cuts):
        with tempfile.TemporaryDirectory() as folder, LosingDisk(Path(folder)) as disk:
            await _cut_daemon(Path(folder), disk, chance, tally)
        print(f"{number + 1} of {cuts} cuts", file=sys.stderr, end="\r", flush=True)
    return tally


async def _cut_daemon(folder: Path, disk: LosingDisk, chance: random.Random, tally: Tally) -> None:
    stock = load_rules("tenhou").traits.stock
    make = TableMake(_MACHINE_SPEED, chance.randrange(1 << 30), stock, *_SIZE_PX, folder)
    async with AsyncExitStack() as stack:
        table = await stack.enter_async_context(SimulatedTable(make))
        session = await stack.enter_async_context(ClientSession())
        table.stack_next(chance_deck(make.stock, chance))
        daemon = AttackedDaemon(table, disk.place, _SIZE_PX, rules="tenhou")
        await daemon.start()
        scores = Scores(session, daemon.page)
        await scores.post("machine", action="home")
        await scores.post("start_game", rules="tenhou")
        setting = asyncio.create_task(scores.run())
        await asyncio.sleep(chance.uniform(0, _LATEST_OF_A_DAEMON_S))
        disk.cut()
        await daemon.kill()
        await asyncio.wait([setting])
        disk.restore_power()
        tally.outcomes["cuts"] += 1
        tally.outcomes["scores answered"] += scores.count
        async with AttackedDaemon(table, disk.place, _SIZE_PX, rules="tenhou") as again:
            await judge_restart(session, again.page, scores, tally)


def main() -> int:
    """The command; exit status 1 when something happened that must not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cuts", type=int, default=200, help="power cuts (default: 200)")
    parser.add_argument("--whole", action="store_true", help="under a whole daemon at a simulated table")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    try:
        tally = asyncio.run(attack_whole(args.cuts, args.seed)) if args.whole else attack(args.cuts, args.seed)
    except NoLosingDisk as error:
        print(f"no power was cut: {error}", file=sys.stderr)
        return 2
    return tally.show(FORBIDDEN)


if __name__ == "__main__":
    sys.exit(main())
