"""Fills the disk under a running daemon at random moments and looks how it ends and what its next start knows.

Again and again, at a new simulated table: the daemon is started, a game begins, the machine builds, and scores are set
one after the other; then no file of the daemon may grow any more (RLIMIT_FSIZE, which needs no root). The daemon must
end with one sentence and its own exit status, motors off, or go on refusing; the next start must know every score that
was answered with yes, and none that was never sent.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import resource
import sys
import tempfile
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final

from aiohttp import ClientError, ClientSession

from hw_sim.felt.deck import chance_deck
from hw_sim.simulated_table import SimulatedTable, TableMake
from table_daemon.cli.main import EXIT_DISK
from table_daemon.rules.presets import load_rules
from tools.attack.attacked_daemon import AttackedDaemon
from tools.attack.tally import Tally

FORBIDDEN: Final = "tracebacks, running motors, scores lost or made up"
_WIDTH_PX, _HEIGHT_PX = 1280, 720
_MACHINE_SPEED: Final = 8.0
"""A build takes 2 to 4 s: the disk fills in the middle of it."""
_LATEST_S: Final = 4.0
"""Chosen: from the beginning of the game to the first deal, and a little more."""
_END_WITHIN_S: Final = 20.0
"""Separates a daemon that ends late from one that goes on: several times a whole build."""
_LOG_BYTES: Final = 200_000
"""Less than the journal's log ever has (64 pages): beyond that it begins anew, and finds room for ever."""
_ROOM_BYTES: Final = 20_000
"""Chosen: up to five entries of the journal still find room."""


_FAILING: Final = "the disk fails under the journal "
"""How `JournalDiskError` begins where nobody can know whether the disk took it."""


class Scores:
    """Sets scores, one after the other, and remembers what was answered."""

    def __init__(self, session: ClientSession, page: str) -> None:
        self._session, self._page = session, page
        self.answered = [25000] * 4
        """The newest that were answered with yes."""
        self.sent = self.answered
        self.failed: list[list[int]] = []
        """Refused since then by a disk that failed: it may have kept them all the same (`JournalDiskError`)."""
        self.refusals: Counter[str] = Counter()
        self.count = 0
        """How many were answered with yes."""

    async def post(self, name: str, **data: Any) -> dict[str, Any]:
        """The answer to a command."""
        async with self._session.post(f"{self._page}api/cmd/{name}", json={"data": data}) as response:
            answer: dict[str, Any] = await response.json()
            return answer

    async def run(self) -> None:
        """Until the daemon is gone."""
        number = 0
        while True:
            number += 1
            self.sent = [25000 + 100 * number, 25000, 25000, 25000 - 100 * number]
            try:
                answer = await self.post("set_scores", scores=self.sent, reason="full disk")
            except (ClientError, ConnectionError):
                return
            if answer["ok"]:
                self.answered, self.failed = self.sent, []
                self.count += 1
            else:
                message = str(answer["error"]["message"])
                self.refusals[message] += 1
                if message.startswith(_FAILING):
                    self.failed.append(self.sent)
            await asyncio.sleep(0.02)


async def blow(folder: Path, chance: random.Random, tally: Tally) -> None:
    """One full disk, at a new table."""
    make = TableMake(
        _MACHINE_SPEED, chance.randrange(1 << 30), load_rules("tenhou").traits.stock, _WIDTH_PX, _HEIGHT_PX, folder
    )
    async with AsyncExitStack() as stack:
        table = await stack.enter_async_context(SimulatedTable(make))
        session = await stack.enter_async_context(ClientSession())
        table.stack_next(chance_deck(make.stock, chance))
        async with AttackedDaemon(table, folder, (_WIDTH_PX, _HEIGHT_PX), rules="tenhou") as daemon:
            scores = Scores(session, daemon.page)
            await scores.post("machine", action="home")
            begun = await scores.post("start_game", rules="tenhou")
            if not begun["ok"]:
                raise RuntimeError(f"no game began: {begun}")
            setting = asyncio.create_task(scores.run())
            await asyncio.sleep(chance.uniform(0, _LATEST_S))
            _stop_growing(daemon.process.pid, chance.randrange(_ROOM_BYTES), folder)
            was_moving = bool(table.mechanics.motors_running)
            await asyncio.wait([asyncio.create_task(daemon.process.wait())], timeout=_END_WITHIN_S)
            ended = daemon.process.returncode is not None
            if ended and table.mechanics.motors_running:
                tally.faults.append("the motors run on")
            setting.cancel()
            await asyncio.gather(setting, return_exceptions=True)
        _judge_end(daemon, scores, tally, ended=ended, was_moving=was_moving)
        async with AttackedDaemon(table, folder, (_WIDTH_PX, _HEIGHT_PX), rules="tenhou") as again:
            await judge_restart(session, again.page, scores, tally)


def _stop_growing(pid: int, room: int, folder: Path) -> None:
    """From now on no file of the process grows beyond the size of the largest of the journal and `room` bytes."""
    largest = max(path.stat().st_size for path in folder.glob("journal.sqlite3*"))
    size = min(largest + room, _LOG_BYTES)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, size))


def _judge_end(daemon: AttackedDaemon, scores: Scores, tally: Tally, *, ended: bool, was_moving: bool) -> None:
    said = daemon.said.decode()
    if "Traceback" in said:
        tally.faults.append(f"a traceback: {said[-600:]}")
    if ended:
        sentences = [line for line in said.splitlines() if line.startswith("jantaku: ")]
        tally.outcomes[f"ended with {daemon.process.returncode}, {'motors' if was_moving else 'nothing'} moving"] += 1
        if daemon.process.returncode != EXIT_DISK or len(sentences) != 1 or "disk" not in sentences[0]:
            tally.faults.append(f"ended with {daemon.process.returncode} and said {said!r}")
    else:
        tally.outcomes["went on, refusing with a sentence"] += 1
        if not any("disk" in refusal for refusal in scores.refusals):
            tally.faults.append(f"went on and refused nothing: {scores.refusals}")
    if any("see the daemon's log" in refusal for refusal in scores.refusals):
        tally.faults.append(f"an answer says nothing: {scores.refusals}")


async def judge_restart(session: ClientSession, page: str, scores: Scores, tally: Tally) -> None:
    """Hold the scores that a daemon knows after its start against those that were answered."""
    async with session.get(f"{page}api/documents") as response:
        documents = await response.json()
    state = documents["state"]["data"]
    known = (scores.answered, *scores.failed, scores.sent)  # the last may have been written and not answered any more
    if state["scores"] not in known:
        tally.faults.append(f"the next start knows {state['scores']}, not one of {known}")
    else:
        tally.outcomes["started again with every score that was answered"] += 1


async def attack(count: int, seed: int) -> Tally:
    """Fill the disk `count` times."""
    chance, tally = random.Random(seed), Tally()
    for number in range(count):
        with tempfile.TemporaryDirectory() as folder:
            await blow(Path(folder), chance, tally)
        print(f"{number + 1} of {count}", file=sys.stderr, end="\r")
    return tally


def main() -> int:
    """The command; exit status 1 when something happened that must not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=50, help="full disks (default: 50)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    tally = asyncio.run(attack(args.count, args.seed))
    return tally.show(FORBIDDEN)


if __name__ == "__main__":
    sys.exit(main())
