"""A Pi has no clock battery: whatever its wall clock says, an evening is the same evening."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from scripted_machine import ScriptedMachine
from short_deals import DISCARDS, INDICATOR, TURNS
from table_bench import Bench, Felt, bench_at
from virtual_time import run_virtual

RIGHT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
JUMPS = (-20, 15, -40)
"""Years."""


class JumpingClock:
    """A wall clock that stands until it is made to jump."""

    def __init__(self) -> None:
        self.wall = RIGHT

    def now(self) -> datetime:
        return self.wall

    def jump(self, years: int) -> None:
        self.wall += timedelta(days=365 * years)


Jump = Callable[[JumpingClock, int], None]
"""What happens to the clock at each of the moments of an evening, numbered from 0."""


def stands(_clock: JumpingClock, _moment: int) -> None:
    """Nothing happens to it."""


def jumps(clock: JumpingClock, moment: int) -> None:
    clock.jump(JUMPS[moment % len(JUMPS)])


def goes_back_by_a_second(clock: JumpingClock, _moment: int) -> None:
    clock.wall -= timedelta(seconds=1)


async def evening(folder: Path, happens: Jump) -> list[Any]:
    """Two games, the first with a restart in the middle of a deal; all that is told of them but times."""
    clock, felt, machine = JumpingClock(), Felt(), ScriptedMachine()
    told: list[Any] = []
    happens(clock, 0)
    async with bench_at(folder, "play.next_deal_s=5", felt=felt, machine=machine, now=clock.now) as bench:
        await bench.begin(DISCARDS)
        await bench.perform(INDICATOR)
        for number, turn in enumerate(TURNS[:3]):
            happens(clock, 1 + number)
            await bench.perform(*turn)
        told.append(await undone_and_laid_again(bench))
    happens(clock, 4)
    felt.look_anew()
    async with bench_at(folder, "play.next_deal_s=5", felt=felt, machine=machine, now=clock.now) as bench:
        bench.show()
        await bench.wait(1)
        told.append((bench.rivers, bench.state["phase"], bench.seq))
        happens(clock, 5)
        await bench.perform(*TURNS[3])
        answer = await bench.send("declare", kind="chombo", seat=2, id="one")
        happens(clock, 6)
        told.append(answer == await bench.send("declare", kind="chombo", seat=2, id="one"))
        told.append(await countdown(bench, lambda moment: happens(clock, 7 + moment)))
        happens(clock, 1)
        assert (await bench.send("start_game", abandon=True)).ok
        told.append(bench.state["phase"])
        games = [game.id for game in bench.journal.games()]
        entries = [(e.seq, e.deal, e.kind, e.payload, e.cause) for game in games for e in bench.journal.entries(game)]
        assert len(set(games)) == len(games) == 2
    return [*told, entries]


async def undone_and_laid_again(bench: Bench) -> Any:
    """The last discard is taken back and seen again: the rivers and the questions then."""
    await bench.undo()
    await bench.wait(3)
    return (bench.rivers, bench.questions)


async def countdown(bench: Bench, happens: Callable[[int], None]) -> list[int]:
    """The seconds to the next deal as they are announced while the clock does what it does."""
    said: list[int] = []
    for moment in range(60):
        left = bench.state["next_deal_in_s"]
        if left is None:
            break
        said.append(left)
        happens(moment)
        await bench.wait(0.2)
    return list(dict.fromkeys(said))


@pytest.mark.parametrize("happens", [jumps, goes_back_by_a_second], ids=lambda happens: happens.__name__)
def test_an_evening_on_a_clock_that_jumps_is_the_evening_on_one_that_does_not(tmp_path, happens):
    right = run_virtual(evening(tmp_path / "right", stands))
    assert [5, 4, 3, 2, 1] in right
    assert run_virtual(evening(tmp_path / "wrong", happens)) == right
