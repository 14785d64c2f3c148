"""The simulated line has the pace and the bounds of a real one."""

import asyncio

import pytest
from virtual_time import run_virtual

from hw_sim.machine.pty_link import BYTES_PER_S, PacedLine


def test_a_line_takes_the_time_of_115200_baud_and_is_bounded():
    async def main():
        loop = asyncio.get_running_loop()
        arrived = []
        line = PacedLine(lambda data: arrived.append((loop.time(), data)))
        line.push(bytes(range(256)) * 20)
        await asyncio.sleep(1)
        return arrived, line.lost_bytes

    arrived, lost = run_virtual(main())
    assert b"".join(data for _, data in arrived) == (bytes(range(256)) * 20)[:4096]
    assert lost == 5120 - 4096
    assert arrived[-1][0] == pytest.approx(4096 / BYTES_PER_S)
    assert arrived[0][0] <= 0.0021
