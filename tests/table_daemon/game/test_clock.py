"""The clock of all screens: since when the game and its deal last, from the journal."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta

from short_deals import SELF_DRAWN
from table_bench import bench_at, in_virtual_time

BEGIN = datetime(2026, 11, 23, 18, 0, tzinfo=UTC)


class Minutes:
    """A wall clock on which a minute passes between two looks."""

    def __init__(self) -> None:
        self._count = itertools.count()

    def __call__(self) -> datetime:
        return BEGIN + timedelta(minutes=next(self._count))


@in_virtual_time
async def test_before_a_game_the_clock_tells_nothing(tmp_path):
    async with bench_at(tmp_path) as bench:
        assert set(bench.state["clock"].values()) == {None}


@in_virtual_time
async def test_game_and_deal_begin_with_their_entries_and_keep_that_after_a_restart(tmp_path):
    async with bench_at(tmp_path, now=Minutes()) as bench:
        await bench.begin_with_discards(4)
        clock = bench.state["clock"]
        entries = {entry.payload["type"]: entry.at for entry in reversed(bench.entries()) if "type" in entry.payload}
        assert clock["game_since"] == entries["game_started"]
        assert clock["deal_since"] == entries["deal_started"]
        assert clock["game_since"] < clock["deal_since"]
        assert (clock["game_until"], clock["deal_until"]) == (None, None)
        felt, machine = bench.felt, bench.machine
    async with bench_at(tmp_path, now=Minutes(), felt=felt, machine=machine) as bench:
        assert bench.state["clock"] == clock


@in_virtual_time
async def test_a_deal_that_ended_counts_no_further(tmp_path):
    async with bench_at(tmp_path, now=Minutes()) as bench:
        await bench.begin(SELF_DRAWN)
        await bench.perform(*SELF_DRAWN.moves)
        await bench.wait(2)
        assert bench.state["phase"] == "result"
        clock = bench.state["clock"]
        assert clock["deal_since"] < clock["deal_until"]
        assert clock["game_until"] is None
