"""The loop that jumps."""

import asyncio
import itertools
import time

import pytest
from virtual_time import NothingScheduledError, VirtualTimeLoop, run_virtual


def test_an_hour_passes_at_once_and_to_the_second():
    async def main():
        await asyncio.sleep(3600)
        return asyncio.get_running_loop().time()

    began_s = time.monotonic()
    assert run_virtual(main(), limit_s=4000) == 3600
    assert time.monotonic() - began_s < 10


def test_timers_fire_in_the_order_of_their_times():
    async def main():
        heard = []

        async def say(word, after_s):
            await asyncio.sleep(after_s)
            heard.append((word, asyncio.get_running_loop().time()))

        await asyncio.gather(say("late", 2.5), say("early", 0.5), say("middle", 1))
        return heard

    assert run_virtual(main()) == [("early", 0.5), ("middle", 1), ("late", 2.5)]


def test_waiting_for_nothing_raises_instead_of_hanging():
    loop = VirtualTimeLoop()
    with pytest.raises(NothingScheduledError):
        loop.run_until_complete(asyncio.Event().wait())
    loop.close()


def test_a_loop_that_never_ends_is_stopped_by_the_limit():
    async def main():
        for second in itertools.count():
            await asyncio.sleep(second)

    with pytest.raises(TimeoutError):
        run_virtual(main(), limit_s=30)
