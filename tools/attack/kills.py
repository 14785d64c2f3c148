"""Kills the daemon at random moments of whole play and looks whether the games stay right.

Four bots play at a simulated table: motors, serial line, camera, recogniser, rules, tablet. Every few seconds the
daemon is killed (`kill -9`) and started again. Every motor must stand still then, and every deal must end as the bots'
own engine settles it; the journal must be sound at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import random
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

from hw_sim.people.bots import BotPlan
from hw_sim.people.choreography import Choreography
from hw_sim.people.evening_plan import Evening, Habits
from hw_sim.people.gestures import Gestures, Pace
from hw_sim.people.players import Players
from hw_sim.people.tablet_watcher import TabletWatcher
from hw_sim.simulated_table import SimulatedTable, TableMake
from table_daemon.journal.examination import examine
from table_daemon.rules.presets import load_rules
from tools.attack.attacked_daemon import AttackedDaemon, free_port
from tools.attack.tally import Tally
from wire.messages import Json

KILLS: Final = "kills"
FORBIDDEN: Final = "wrong scores, running motors, damaged journals, evenings given up"
_SIZE_PX: Final = (1920, 1080)
_MACHINE_SPEED: Final = 8.0
"""A build takes 2 to 4 s, longer than the lease of half a second: kills meet it in the middle."""
_PAUSE_S: Final = (1.0, 8.0)
"""Chosen: between a start and the next kill, from before the first picture is read to the middle of a deal."""
_LONG_PAUSE_S: Final = (12.0, 20.0)
_LONG_SHARE: Final = 0.25
"""Of the lives last long: a drawn deal ends after five quiet seconds (`play.abort_s`), which no short life has once the
table is read anew. Without long lives three evenings of 200 kills stood still at a drawn deal."""
_STILL_WITHIN_S: Final = 5.0
"""Ten times the lease, for a busy computer."""
_PATIENCE_S: Final = 60.0


async def play_and_kill(rules_name: str, deals: int, kills: int, chance: random.Random, tally: Tally) -> None:
    """One evening of `deals`, with up to `kills` kills."""
    rules = load_rules(rules_name)
    with tempfile.TemporaryDirectory() as folder:
        make = TableMake(_MACHINE_SPEED, chance.randrange(1 << 30), rules.traits.stock, *_SIZE_PX, Path(folder))
        pace = Pace(math.inf, min_gesture_s=0.005)
        async with AsyncExitStack() as stack:
            table = await stack.enter_async_context(SimulatedTable(make))
            daemon = AttackedDaemon(table, Path(folder), _SIZE_PX, rules=rules_name, port=free_port())
            await daemon.start()
            stack.push_async_callback(daemon.end)
            watcher = await stack.enter_async_context(TabletWatcher(daemon.page))
            people = Choreography(Gestures(table.world, pace), random.Random(chance.randrange(1 << 30)))
            plan = BotPlan(rules, random.Random(chance.randrange(1 << 30)))
            killing = asyncio.create_task(_kill(daemon, table, kills, chance, tally))
            evening = await Players(table, people, watcher, plan, _habits(rules_name, deals), pace).play()
            killing.cancel()
            await asyncio.gather(killing, return_exceptions=True)
            asked = watcher.tablet.documents.get("questions", {}).get("questions", ())
        _judge(evening, asked, Path(folder) / "journal.sqlite3", tally)


def _habits(rules_name: str, deals: int) -> Habits:
    """People who wait until the daemon lives again, for a result through several lives."""
    return Habits(rules_name, deals, patience_s=_PATIENCE_S, result_patience_s=2 * _PATIENCE_S)


async def _kill(daemon: AttackedDaemon, table: SimulatedTable, kills: int, chance: random.Random, tally: Tally) -> None:
    for _ in range(kills):
        await asyncio.sleep(chance.uniform(*(_LONG_PAUSE_S if chance.random() < _LONG_SHARE else _PAUSE_S)))
        await daemon.kill()
        tally.outcomes[KILLS] += 1
        if not await _stands_still(table):
            tally.faults.append(f"motors ran {_STILL_WITHIN_S} s after a kill")
        await daemon.start()


async def _stands_still(table: SimulatedTable) -> bool:
    try:
        async with asyncio.timeout(_STILL_WITHIN_S):
            while table.mechanics.motors_running:  # noqa: ASYNC110 - nobody is told when a motor stops
                await asyncio.sleep(0.01)
    except TimeoutError:
        return False
    return True


def _judge(evening: Evening, asked: Sequence[Json], journal: Path, tally: Tally) -> None:
    if evening.gave_up:
        questions = [f"{question['text']} of seat {question['seat']}" for question in asked]
        tally.faults.append(f"the players gave up: {evening.gave_up}; questions: {questions}")
    for deal in evening.deals:
        is_exact = deal.deltas == deal.expected_deltas
        tally.outcomes["deals exact" if is_exact else "deals wrong"] += 1
        if not is_exact:
            tally.faults.append(f"a deal was settled as {deal.deltas}, not {deal.expected_deltas}")
    tally.faults += [f"the journal: {fault}" for fault in examine(journal).faults]


async def attack(rules: list[str], kills: int, deals: int, seed: int) -> Tally:
    """Evenings of each rule system in turn, until the daemon was killed `kills` times."""
    chance, tally, number = random.Random(seed), Tally(), 0
    while tally.outcomes[KILLS] < kills:
        await play_and_kill(rules[number % len(rules)], deals, kills - tally.outcomes[KILLS], chance, tally)
        number += 1
        print(
            f"{tally.outcomes[KILLS]} of {kills} kills, {tally.outcomes.total()} kills and deals",
            file=sys.stderr,
            flush=True,
        )
    return tally


def main() -> int:
    """The command; exit status 1 when something happened that must not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200, help="kills in all (default: 200)")
    parser.add_argument("--deals", type=int, default=3, help="deals of an evening (default: 3)")
    parser.add_argument("--rules", action="append", help="a preset; may be repeated (default: tenhou and tchou)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    tally = asyncio.run(attack(args.rules or ["tenhou", "tchou"], args.kills, args.deals, args.seed))
    return tally.show(FORBIDDEN)


if __name__ == "__main__":
    sys.exit(main())
