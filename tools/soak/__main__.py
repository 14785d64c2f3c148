"""Plays a thousand deals in one process, fills a journal with ten thousand games, and measures whether anything grows.

Prints a table, writes build/soak.svg with the curves. Four browsers' event streams listen to the evening all the time.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Final

from aiohttp import ClientError, ClientSession, ClientTimeout

from hw_sim.simulated_table import SimulatedTable, TableMake
from mahjong_rules.tiles import TileStock
from tools.soak.curves import Panel, picture
from tools.soak.many_games import NAME, SIZE_PX, Cost, cost, write
from tools.soak.measuring import Sample, look

ROOT: Final = Path(__file__).parents[2]
_LISTENERS: Final = 4
_LOOKS: Final = 40
"""At an evening; each takes a tenth of a second of the daemon's time."""


async def evening(deals: int, seed: int) -> list[Sample]:
    """Play so many deals in a process of their own and look at it now and then."""
    with tempfile.TemporaryDirectory() as folder:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tools.soak.evening", folder, str(deals), str(seed)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=ROOT,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        page = (await process.stdout.readline()).decode().split()[1]
        samples: list[Sample] = []
        async with ClientSession(timeout=ClientTimeout(total=None)) as session:
            listeners = [asyncio.create_task(_listen(session, page)) for _ in range(_LISTENERS)]
            async for line in process.stdout:
                played = int(line.split()[1])
                if played % max(1, deals // _LOOKS) == 0:
                    samples.append(await look(session, page, process.pid, played))
                    print(f"{played} of {deals} deals", file=sys.stderr, end="\r", flush=True)
                if played >= deals:
                    break
            for listener in listeners:
                listener.cancel()
            await asyncio.gather(*listeners, return_exceptions=True)
        process.stdin.close()
        if await process.wait():
            raise RuntimeError("the evening ended too early; what it said stands above")
        return samples


async def _listen(session: ClientSession, page: str) -> None:
    """Read everything that a browser would hear."""
    with suppress(ClientError):
        async with session.get(f"{page}api/events") as response:
            async for _ in response.content.iter_any():
                pass


async def journals(counts: Sequence[int], seed: int) -> list[Cost]:
    """What journals of so many games cost, one grown out of the other."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make = TableMake(math.inf, seed, TileStock(), *SIZE_PX, folder)
        costs: list[Cost] = []
        async with AsyncExitStack() as stack:
            table = await stack.enter_async_context(SimulatedTable(make))
            session = await stack.enter_async_context(ClientSession())
            for count in counts:
                for written in write(folder / NAME, count, seed):
                    print(f"{written} of {count} games", file=sys.stderr, end="\r", flush=True)
                costs.append(await cost(table, session, folder))
        return costs


def panels(samples: Sequence[Sample], costs: Sequence[Cost]) -> list[Panel]:
    """The curves of both."""
    evening_of: list[tuple[str, list[float]]] = [
        ("memory, MB", [s.memory_mb for s in samples]),
        ("open handles", [s.handles for s in samples]),
        ("threads", [s.threads for s in samples]),
        ("all documents, kB", [s.documents_kb for s in samples]),
        ("all documents answered in, ms", [s.page_ms for s in samples]),
        ("a command answered in, ms", [s.command_ms for s in samples]),
    ]
    journal_of: list[tuple[str, list[float]]] = [
        ("daemon's start, s", [c.start_s for c in costs]),
        ("its memory then, MB", [c.sample.memory_mb for c in costs]),
        ("list of all games, s", [c.list_s for c in costs]),
        ("newest game read, s", [c.newest_s for c in costs]),
        ("every entry checked, s", [c.check_s for c in costs]),
        ("a copy made, s", [c.copy_s for c in costs]),
    ]
    drawn = [Panel(title, "deals", _points(samples, values)) for title, values in evening_of if samples]
    drawn += [
        Panel(title, "games", _points([c.sample for c in costs], values)) for title, values in journal_of if costs
    ]
    return drawn


def _points(samples: Sequence[Sample], values: Sequence[float]) -> list[tuple[float, float]]:
    return [(sample.count, value) for sample, value in zip(samples, values, strict=True)]


def show(samples: Sequence[Sample], costs: Sequence[Cost]) -> None:
    """Print the first, the middle and the last look, and every journal."""
    if samples:
        print(f"{'deals':>8}{'memory MB':>11}{'handles':>9}{'threads':>9}{'docs kB':>9}{'page ms':>9}{'cmd ms':>8}")
        for s in (samples[0], samples[len(samples) // 2], samples[-1]):
            print(
                f"{s.count:8d}{s.memory_mb:11.1f}{s.handles:9d}{s.threads:9d}"
                f"{s.documents_kb:9.1f}{s.page_ms:9.1f}{s.command_ms:8.1f}"
            )
    if costs:
        heads = ("games", "entries", "MB", "list s", "newest s", "check s", "copy s", "start s", "memory MB", "page ms")
        print("".join(f"{head:>10}" for head in heads))
        for c in costs:
            print(
                f"{c.games:10d}{c.entries:10d}{c.size_mb:10.1f}{c.list_s:10.3f}{c.newest_s:10.3f}{c.check_s:10.2f}"
                f"{c.copy_s:10.2f}{c.start_s:10.2f}{c.sample.memory_mb:10.1f}{c.sample.page_ms:10.1f}"
            )


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.soak", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=1000, help="deals of the evening; 0: none (default: 1000)")
    parser.add_argument("--games", type=int, default=10_000, help="games of the journal; 0: none (default: 10000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "soak.svg", help="the curves")
    args = parser.parse_args()
    samples = asyncio.run(evening(args.deals, args.seed)) if args.deals else []
    counts = sorted({max(1, args.games * share // 100) for share in (1, 10, 25, 50, 75, 100)})
    costs = asyncio.run(journals(counts, args.seed)) if args.games else []
    show(samples, costs)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text(picture(panels(samples, costs)), encoding="utf-8")
    print(f"curves in {args.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
