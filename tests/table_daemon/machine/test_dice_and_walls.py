"""What differs between rule systems for the machine: throws of the dice, tiles of a set."""

import asyncio

from machine_bench import machine_bench
from virtual_time import run_virtual

from mahjong_rules.set_names import SetName
from table_daemon.machine.controller import DealSetup

THROWS = [(1, 2), (3, 4), (5, 6), (6, 6)]


def test_the_dice_are_thrown_as_often_as_the_rules_say_and_every_throw_is_told():
    async def main():
        async with machine_bench() as bench:
            throws = iter(THROWS)
            bench.mechanics.set_dice_source(lambda: next(throws))
            setup = await bench.controller.prepare_deal(throws=2)
            state = bench.controller.status.state
            await bench.clear()
            return setup, state, bench.states(), next(throws)

    setup, state, states, unused = run_virtual(main())
    assert setup == DealSetup(SetName.A, (1, 2, 3, 4))
    assert unused == (5, 6)
    assert state == "in_play"
    assert states[states.index("raising") :][:5] == ["raising", "rolling", "in_play", "rolling", "in_play"]


def test_a_second_throw_that_was_cut_short_is_thrown_again_and_the_first_one_counts():
    async def main():
        async with machine_bench() as bench:
            begun = []

            def throw():
                begun.append(THROWS[len(begun)])
                return begun[-1]

            bench.mechanics.set_dice_source(throw)
            deal = asyncio.create_task(bench.controller.prepare_deal(throws=2))
            while len(begun) < 2:  # noqa: ASYNC110 - virtual time: a poll costs nothing
                await asyncio.sleep(0.05)
            await asyncio.sleep(0.3)
            await bench.controller.stop("somebody reaches for the dice")
            assert bench.controller.status.fault is not None
            assert not deal.done()
            await bench.controller.clear_fault(bench.controller.status.fault.id)
            return await deal

    assert run_virtual(main()) == DealSetup(SetName.A, (1, 2, 5, 6))


def test_a_machine_of_144_tiles_builds_and_counts_144():
    async def main():
        async with machine_bench(tile_count=144) as bench:
            await bench.controller.prepare_deal(throws=2)
            out = bench.mechanics.tiles_inside(SetName.A.value)
            clearing = asyncio.create_task(bench.clear())
            await bench.until("counting")
            text = bench.controller.status.text
            await clearing
            following = (await bench.controller.prepare_deal(throws=2)).tile_set
            return out, text, bench.mechanics.tiles_of(SetName.A.value), following

    out, text, count, following = run_virtual(main())
    assert (out, count, following) == (0, 144, SetName.B)
    assert "of 144 are in" in text


def test_where_the_break_is_fixed_the_dice_that_the_board_shows_do_not_count():
    async def main():
        async with machine_bench() as bench:
            setup = await bench.controller.prepare_deal(throws=0)
            await bench.clear()
            return setup

    assert run_virtual(main()) == DealSetup(SetName.A, ())
