"""Plays whole games through motors, camera, recogniser and rules, and judges every deal.

    python tools/camera_campaign.py [--faults FILE] [--deals N] [--jobs N] RECORD...
    python tools/camera_campaign.py [--faults FILE] [--deals N] --rules tchou mcr --seed 3
    python tools/camera_campaign.py --worlds 100 RECORD...     (worlds 100, 101, ...: each game in another)

Game records are played by the rules `tenhou`; without one, bots play a game of each of `--rules`. Without `--answers`
nobody answers a question.

Verdict of a deal:
  exact   what everybody pays is what the record (or the bots' own engine) says
  asked   it is another sum, and a question was open in the moment it was counted; questions that had settled themselves
          before excuse nothing
  WRONG   it is another sum, and nobody was asked
A game that cannot go on `waits` when a question is open at its end: its deal has no score yet; otherwise it STOPPED.
Prints a line as each game ends, with the last it said when it was not exact, and the sums at the end; ends with 1 when
anything was WRONG or STOPPED, or, without faults, when anything was not exact.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any, Final, NamedTuple

RECORD_RULES: Final = "tenhou"
BAD: Final = frozenset({"WRONG", "STOPPED"})
GOOD_WITHOUT_FAULTS: Final = frozenset({"exact"})
_LINES_OF_THE_END: Final = 20


def verdicts(figures: dict[str, Any] | None) -> list[str]:
    """One verdict a deal, and one more for a game that did not come to its end.

    Args:
        figures: the last line of `jantaku simulate --json`; None when there was none.
    """
    if figures is None:
        return ["STOPPED"]
    found = [_verdict(deal) for deal in figures["deals"]]
    if figures["gave_up"]:
        found.append("waits" if figures["waiting"] else "STOPPED")
    return found


def _verdict(deal: dict[str, Any]) -> str:
    if deal["deltas"] == deal["expected_deltas"]:
        return "exact"
    return "asked" if deal["asked"] else "WRONG"


def is_good(found: Counter[str], *, with_faults: bool) -> bool:
    """Whether a campaign with these verdicts shows what it should."""
    kinds = {kind for kind, count in found.items() if count}
    return not kinds & BAD if with_faults else kinds <= GOOD_WITHOUT_FAULTS


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", nargs="*", type=Path, metavar="RECORD")
    parser.add_argument("--faults", type=Path, metavar="FILE", help="what goes wrong, see docs/simulated_faults.md")
    parser.add_argument("--deals", type=int, metavar="N", help="no more deals of each game")
    parser.add_argument(
        "--rules",
        nargs="+",
        default=["ema"],
        metavar="NAME",
        help="of the bots' games without a record (default: ema)",
    )
    parser.add_argument("--seed", type=int, default=1, help="of the bots' games (default: %(default)s)")
    parser.add_argument("--worlds", type=int, metavar="FIRST", help="each game in another world, from this number on")
    parser.add_argument("--answers", action="store_true", help="the players answer questions; without it nobody does")
    parser.add_argument("--jobs", type=int, default=1, help="games at once; each takes a core (default: %(default)s)")
    arguments = parser.parse_args()
    common = [*_option("--faults", arguments.faults), *_option("--deals", arguments.deals)]
    games = [["--record", str(record), "--rules", RECORD_RULES] for record in arguments.records]
    games = games or [["--rules", name, "--seed", str(arguments.seed)] for name in arguments.rules]
    if not arguments.answers:
        common.append("--nobody-answers")
    if arguments.worlds is not None:
        games = [[*game, "--world", str(arguments.worlds + place)] for place, game in enumerate(games)]
    sums: Counter[str] = Counter()
    with ThreadPoolExecutor(max(arguments.jobs, 1)) as pool:
        playing = {pool.submit(_play, [*game, *common]): game[1] for game in games}
        for number, done in enumerate(as_completed(playing), start=1):
            played = done.result()
            found = verdicts(played.figures)
            sums.update(found)
            name, took = Path(playing[done]).name, f"{played.took_s:.0f} s"
            print(f"{number}/{len(games)}", name, played.place, *found, took, flush=True)
            if set(found) - GOOD_WITHOUT_FAULTS:
                print(played.end, flush=True)
    print(", ".join(f"{kind} {count}" for kind, count in sorted(sums.items())))
    return 0 if is_good(sums, with_faults=arguments.faults is not None) else 1


def _option(name: str, value: object) -> list[str]:
    return [] if value is None else [name, str(value)]


class Played(NamedTuple):
    """One game: its figures (None: it ended without), how long it took, the end of what it said."""

    figures: dict[str, Any] | None
    took_s: float
    end: str

    @property
    def place(self) -> str:
        """Its world and tiles, how often the tablet asked, and what it counted wrongly for longer than a deal."""
        if self.figures is None:
            return "nowhere"
        world, tiles, questions = (self.figures[key] for key in ("world", "tiles", "questions"))
        room = "clean room" if world is None else f"world {world}"
        return f"[{room}, {tiles}, {questions} questions, {self.figures['lasting_mistakes']} lasting mistakes]"


def _play(arguments: Sequence[str]) -> Played:
    """One game in a process of its own."""
    started = time.monotonic()
    command = [sys.executable, "-m", "table_daemon.cli", "simulate", "--speed", "max", "--headless", "--json"]
    command += ["--broker", "none", "--port", "0", *arguments]
    ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    said = ended.stdout.splitlines()
    lines = [line for line in said if line.startswith('{"scores"')]
    figures = None if not lines else json.loads(lines[-1])
    return Played(figures, time.monotonic() - started, "\n".join(f"    {line}" for line in said[-_LINES_OF_THE_END:]))


if __name__ == "__main__":
    sys.exit(main())
