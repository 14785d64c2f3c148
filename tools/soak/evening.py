"""A daemon without devices that is told game after game: `python -m tools.soak.evening FOLDER DEALS SEED`.

The real table, rules, keeper, journal and HTTP server in one process; the events of random games come as those of a
camera do. Prints its page's address, then a line for each deal that it has played; ends when its input is closed.
"""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "helpers"))

from clumsy_evening import real_game
from table_bench import Bench, bench_at

from mahjong_rules.events import GameStarted
from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings
from table_daemon.rules.presets import load_rules

RULES: Final = ("tenhou", "tchou", "ema", "jp_classic", "simple")
"""In turn, a game of each: every family of rules, and every form of the documents."""
_DEALS_OF_A_GAME: Final = 8
"""Chosen: as many as an east round has with some repeated."""


async def play(folder: Path, deals: int, seed: int) -> None:
    """So many deals."""
    async with bench_at(folder, runs=False) as bench:  # a deal begins with its own event, not with the machine
        server = HttpServer(bench.table, HttpSettings(port=0))
        await server.start()
        print(f"page {server.url}", flush=True)
        try:
            await _games(bench, deals, random.Random(seed))
            await asyncio.to_thread(sys.stdin.read)
        finally:
            await server.stop()


async def _games(bench: Bench, deals: int, chance: random.Random) -> None:
    played = games = 0
    while played < deals:
        rules = load_rules(RULES[games % len(RULES)])
        games += 1
        told = 0
        for event in real_game(rules, chance.randrange(1 << 30), _DEALS_OF_A_GAME):
            if isinstance(event, GameStarted):
                bench.parts.keeper.start(event, "camera")
            else:
                bench.parts.keeper.commit(event, "camera")
            bench.table.announce()
            bench.said.clear()  # the bench keeps for its tests what a daemon forgets
            await asyncio.sleep(0)
            game = bench.parts.keeper.game
            if game is not None and len(game.results) != told:
                played, told = played + 1, len(game.results)
                print(f"deal {played}", flush=True)


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
