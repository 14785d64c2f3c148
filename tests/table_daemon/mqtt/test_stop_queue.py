from __future__ import annotations

import asyncio

from hurried_time import let_pass

from table_daemon.mqtt.stop_queue import StopMessage, StopQueue


def message(number: int) -> StopMessage:
    return StopMessage("cmd/stop", str(number).encode())


class Machine:
    """Notes which stops were carried out together."""

    def __init__(self) -> None:
        self.stopped: list[list[int]] = []

    async def stop(self, together: list[StopMessage]) -> None:
        await asyncio.sleep(0.05)
        self.stopped.append([int(stop.payload) for stop in together])


async def test_one_stop_is_carried_out_at_once():
    machine = Machine()
    queue = StopQueue(machine.stop)
    queue.put(message(1))
    await let_pass(0.06)
    assert machine.stopped == [[1]]


async def test_those_that_come_meanwhile_are_carried_out_together_after_the_last_of_them():
    machine = Machine()
    queue = StopQueue(machine.stop)
    queue.put(message(0))
    await let_pass(0.01)
    for number in range(1, 30):
        queue.put(message(number))
    await let_pass(0.2)
    assert machine.stopped == [[0], list(range(1, 30))]


async def test_of_three_thousand_stops_few_are_carried_out_and_the_last_is_among_them():
    machine = Machine()
    queue = StopQueue(machine.stop)
    for number in range(3000):
        queue.put(message(number))
        if number % 100 == 99:
            await let_pass(0.01)
    await let_pass(0.2)
    assert len(machine.stopped) < 12
    assert machine.stopped[-1][-1] == 2999


async def test_a_stop_that_comes_later_is_carried_out_again():
    machine = Machine()
    queue = StopQueue(machine.stop)
    for number in range(3):
        queue.put(message(number))
        await let_pass(1.0)
    assert machine.stopped == [[0], [1], [2]]
