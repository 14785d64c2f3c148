"""Sets get other tiles at run time: the machine leads, people carry, the board counts; nothing begins unasked."""

import asyncio
from contextlib import AbstractAsyncContextManager

import pytest
from campaign_cases import more, sampled
from machine_bench import MachineBench, SetSize, machine_bench
from virtual_time import run_virtual

from mahjong_rules.set_names import SetName
from table_daemon.machine.controller import DealSetup, MachineError
from table_daemon.machine.set_exchange import exchange_text

SECOND = "a second piece of each flower and season (8 tiles)"
HONOURS, BONUS = "the 28 tiles that sets of 108 are without", "the flowers and seasons (8 tiles)"


SPEED = 8.0
"""Of the mechanics. Chosen: nothing breaks here, and people who carry tiles take the longest."""
BUILD_S = 5.0
"""Longer than any build at that speed (18 to 35 s of the table)."""


def quick_bench(tile_count: SetSize = 136, record: bytes | None = None) -> AbstractAsyncContextManager[MachineBench]:
    return machine_bench(tile_count=tile_count, record=record, speed=SPEED)


async def carry(bench: MachineBench, needed: int) -> None:
    """A person who does what an exchange asks for, for ever: takes tiles out, puts tiles in, pushes in the rest."""
    mechanics = bench.mechanics
    while True:
        await asyncio.sleep(0.05)
        status = bench.controller.status
        if status.state != "counting" or status.tile_set is None:
            continue
        tile_set = status.tile_set
        if mechanics.tiles_of(tile_set) > needed:
            mechanics.take_out(tile_set, mechanics.tiles_of(tile_set) - needed)
        elif not mechanics.accept_tile(tile_set) and mechanics.tiles_of(tile_set) < needed:
            mechanics.add_tile(tile_set)


async def asked(bench: MachineBench, needed: int) -> asyncio.Task[DealSetup]:
    """A game with other sets is wanted, and the machine asks for a person's word; its deal is under way."""
    bench.controller.use_sets(needed)
    deal = asyncio.create_task(bench.controller.prepare_deal())
    await bench.until("exchange")
    return deal


async def agreed(bench: MachineBench, needed: int) -> asyncio.Task[DealSetup]:
    """Somebody gives it."""
    deal = await asked(bench, needed)
    bench.controller.exchange_sets(needed)
    return deal


async def play_once(bench: MachineBench) -> None:
    """A deal with the sets as they are."""
    await bench.controller.prepare_deal()
    await asyncio.sleep(BUILD_S)


async def exchanged(bench: MachineBench, needed: int) -> SetName:
    """A game with other sets is wanted, somebody agrees, people carry: the set on the table in the end."""
    deal = await agreed(bench, needed)
    person = asyncio.create_task(carry(bench, needed))
    setup = await deal
    person.cancel()
    return setup.tile_set


def sizes_of(bench: MachineBench) -> tuple[int, ...]:
    """What the board and the boxes say of both sets: the board's two numbers, then the true ones."""
    return (*bench.board.firmware.machine.record.sizes[1:], *map(bench.mechanics.tiles_of, SetName))


def walls_of(bench: MachineBench) -> int:
    """Tiles on the table."""
    tile_set = bench.mechanics.raised_set
    assert tile_set is not None
    return bench.mechanics.tiles_of(tile_set) - bench.mechanics.tiles_inside(tile_set)


@pytest.mark.parametrize(
    ("first", "second"), [(136, 144), more(144, 136), more(136, 108), more(108, 144), more(144, 152), (152, 136)]
)
def test_both_sets_are_exchanged_once_and_back_and_each_game_has_its_walls(first, second):
    async def main():
        async with quick_bench(first) as bench:
            await bench.controller.prepare_deal()
            walls = [walls_of(bench)]
            await bench.until("in_play")
            await asyncio.sleep(BUILD_S)
            sizes = []
            for needed in (second, first):
                await exchanged(bench, needed)
                walls.append(walls_of(bench))
                sizes.append(sizes_of(bench))
                await asyncio.sleep(BUILD_S)
                await bench.clear()
                await bench.controller.prepare_deal()
                walls.append(walls_of(bench))
                await asyncio.sleep(BUILD_S)
            return walls, sizes, bench.board.firmware.machine.fault, bench.controller.status.exchange

    walls, sizes, fault, exchange = run_virtual(main())
    assert walls == [first, second, second, first, first]
    assert sizes == [(second,) * 4, (first,) * 4]
    assert (fault, exchange) == (None, None)


def test_nothing_moves_before_somebody_agrees_to_that_very_number():
    async def main():
        async with quick_bench() as bench:
            await play_once(bench)
            deal = await asked(bench, 144)
            question, seconds = bench.controller.status, bench.mechanics.motor_seconds
            await asyncio.sleep(60)
            moved = bench.mechanics.motor_seconds - seconds
            with pytest.raises(MachineError, match="144 tiles, not 108"):
                bench.controller.exchange_sets(108)
            deal.cancel()
            await asyncio.gather(deal, return_exceptions=True)
            return question, moved, bench.controller.status.state

    question, moved, after = run_virtual(main())
    assert (question.state, question.exchange.present, question.exchange.needed, question.exchange.agreed) == (
        "exchange",
        136,
        144,
        False,
    )
    assert f"put {BONUS} into both sets, one after the other" in question.text
    assert (moved, after) == (0, "in_play")


@pytest.mark.parametrize("put_in", sampled([3], [0, 3, 8]))
def test_another_game_in_the_middle_of_an_exchange_leads_back(put_in):
    async def main():
        async with quick_bench() as bench:
            await play_once(bench)
            deal = await agreed(bench, 144)
            await bench.until("counting")
            while bench.mechanics.accept_tile(SetName.A):
                pass
            for _ in range(put_in):
                bench.mechanics.add_tile(SetName.A)
            await asyncio.sleep(0.05)
            bench.controller.use_sets(136)
            person = asyncio.create_task(carry(bench, 136))
            while not deal.done():
                await asyncio.sleep(1)
                if bench.controller.status.state == "exchange":
                    bench.controller.exchange_sets(136)
                if put_in and bench.controller.status.missing:
                    bench.mechanics.add_tile(SetName.A)
            walls = [walls_of(bench)]
            await bench.clear()
            await bench.controller.prepare_deal()
            person.cancel()
            return [*walls, walls_of(bench)], sizes_of(bench), bench.controller.status.fault

    assert run_virtual(main()) == ([136, 136], (136,) * 4, None)


def test_people_are_told_for_each_set_what_to_put_in_or_take_out():
    async def main(first, second):
        async with quick_bench(first) as bench:
            await play_once(bench)
            await exchanged(bench, second)
            return [status.text for status in bench.statuses if status.state == "counting"]

    put_in = run_virtual(main(136, 144))
    assert f"Set A: please put {BONUS} in and push in all its other tiles: 0 of 144 are in." in put_in
    assert f"Set B: please put {BONUS} in and push in all its other tiles: 87 of 144 are in." in put_in
    assert "All tiles are in." in put_in
    assert not [text for text in put_in if "136 of 136" in text or "144 of 144" in text]
    taken_out = run_virtual(main(144, 136))
    assert f"Set B: please take {BONUS} out and push in all its other tiles: 87 of 136 are in." in taken_out


def test_a_new_board_is_filled_set_by_set_without_a_fault():
    async def main():
        async with quick_bench(record=b"") as bench:
            for tile_set in SetName:
                bench.mechanics.empty_hopper(tile_set)
            deal = asyncio.create_task(bench.controller.prepare_deal())
            person = asyncio.create_task(carry(bench, 136))
            await deal
            person.cancel()
            return bench.states(), [status.text for status in bench.statuses], sizes_of(bench), walls_of(bench)

    states, texts, sizes, walls = run_virtual(main())
    assert "faulted" not in states
    assert "exchange" not in states
    assert "Please put all 136 tiles of set A in: 0 are in." in texts
    assert "Please put all 136 tiles of set B in: 99 are in." in texts
    assert (sizes, walls) == ((136,) * 4, 136)


def test_a_new_board_in_a_machine_that_is_full_takes_a_persons_word_for_each_set():
    async def main():
        async with quick_bench(record=b"") as bench:
            deal = asyncio.create_task(bench.controller.prepare_deal())
            for _ in SetName:
                while not bench.controller.status.missing:  # noqa: ASYNC110 - virtual time: a poll costs nothing
                    await asyncio.sleep(1)
                await bench.controller.all_tiles_in(bench.controller.status.missing)
                await asyncio.sleep(0.05)
            await deal
            return bench.states(), sizes_of(bench), walls_of(bench)

    states, sizes, walls = run_virtual(main())
    assert "faulted" not in states
    assert (sizes, walls) == ((136,) * 4, 136)


def test_a_board_remembers_the_sizes_beyond_a_power_cut_and_another_daemon_asks_again():
    async def main():
        async with quick_bench() as bench:
            await play_once(bench)
            deal = await agreed(bench, 144)
            person = asyncio.create_task(carry(bench, 144))
            await bench.until("counting")
            await asyncio.sleep(1)
            person.cancel()
            await asyncio.sleep(0.1)
            bench.board.cut_power()
            await bench.until("offline")
            bench.board.restore_power()
            await bench.until("waiting")
            sizes = sizes_of(bench)[:2]
            await bench.controller.resume()
            person = asyncio.create_task(carry(bench, 144))
            await deal
            person.cancel()
            return sizes, sizes_of(bench), walls_of(bench)

    sizes, after, walls = run_virtual(main())
    assert sizes == (144, 136)
    assert (after, walls) == ((144,) * 4, 144)


@pytest.mark.parametrize(
    ("present", "needed", "text"),
    [
        (136, 144, f"put {BONUS} into both sets"),
        (144, 136, f"take {BONUS} out of both sets"),
        (136, 108, f"take {HONOURS} out of both sets"),
        (108, 136, f"put {HONOURS} into both sets"),
        (144, 108, f"take {HONOURS} and {BONUS} out of both sets"),
        (108, 144, f"put {HONOURS} and {BONUS} into both sets"),
        (144, 152, f"put {SECOND} into both sets"),
        (152, 136, f"take {BONUS} and {SECOND} out of both sets"),
        (136, 136, "leave the sets as they are"),
    ],
)
def test_the_tiles_between_two_sets_are_named(present, needed, text):
    assert exchange_text(present, needed) == text
