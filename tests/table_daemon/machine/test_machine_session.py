"""Consent, stops and faults of one board: found again by itself, moved only after a person said so."""

import asyncio

import pytest
from machine_bench import MachineBench, machine_bench
from virtual_time import run_virtual

from firmware_bridge.messages import PacketType
from firmware_bridge.packets import PacketReader
from mahjong_rules.set_names import SetName
from table_daemon.machine.controller import MachineError


def test_stop_latches_until_the_fault_is_cleared_by_name_then_the_goal_goes_on():
    async def main():
        async with machine_bench() as bench:
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("raising")
            await asyncio.sleep(1)
            await bench.controller.stop("a hand over the lift")
            at_once = bench.mechanics.motors_running
            await asyncio.sleep(5)
            status = bench.controller.status
            with pytest.raises(MachineError, match="is not the one that is latched"):
                await bench.controller.clear_fault("0001-99")
            with pytest.raises(MachineError, match="clear it first"):
                await bench.controller.home()
            assert status.fault is not None
            await bench.controller.clear_fault(status.fault.id)
            return at_once, status, await deal, bench.states()

    at_once, status, setup, states = run_virtual(main())
    assert at_once == frozenset()
    assert status.state == "faulted"
    assert status.text == "The machine stands still: the machine was stopped: a hand over the lift."
    assert status.fault.action == "make sure that nobody reaches into the table, then clear it"
    assert setup.tile_set is SetName.A
    assert states[-6:] == ["faulted", "ready", "homing", "raising", "rolling", "in_play"]


def test_stop_is_said_three_times():
    async def main():
        stops = []
        reader = PacketReader()

        def listen(data: bytes) -> list[bytes]:
            stops.extend(packet for packet in reader.feed(data) if packet.type == PacketType.STOP)
            return [data]

        async with machine_bench() as bench:
            bench.link.to_board = listen
            await bench.controller.stop("test")
            await asyncio.sleep(0.2)
            return len(stops)

    assert run_virtual(main()) == 3


def test_a_stop_that_cannot_be_said_stops_the_machine_by_its_lease():
    async def main():
        async with machine_bench() as bench:
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("building")
            await asyncio.sleep(1)
            kept = PacketReader()

            def without_stops(data: bytes) -> list[bytes]:
                return [] if any(packet.type == PacketType.STOP for packet in kept.feed(data)) else [data]

            bench.link.to_board = without_stops
            await bench.controller.stop("nobody hears this")
            await asyncio.sleep(1)
            deal.cancel()
            return bench.mechanics.motors_running, bench.controller.status

    motors, status = run_virtual(main())
    assert motors == frozenset()
    assert status.fault is not None
    assert status.fault.code == "lease_expired"


def test_the_emergency_stop_at_the_computer_stops_and_must_be_released_first():
    async def main():
        async with machine_bench() as bench:
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("building")
            bench.pins.open = True
            await bench.until("faulted")
            fault = bench.controller.status.fault
            with pytest.raises(MachineError, match="release it first"):
                await bench.controller.clear_fault(fault.id)
            bench.pins.open = False
            with pytest.raises(MachineError, match="release it first"):
                await bench.controller.clear_fault(fault.id)
            await asyncio.sleep(0.5)
            await bench.controller.clear_fault(fault.id)
            await deal
            return fault, bench.pins.relay

    fault, relay = run_virtual(main())
    assert "emergency stop" in fault.text
    assert relay[:3] == [True, False, True]


def test_a_stop_that_opens_between_two_looks_stops_by_its_edge():
    async def main():
        async with machine_bench() as bench:
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("building")
            bench.pins.opened()
            await bench.until("faulted")
            deal.cancel()
            return bench.controller.status.fault

    assert "emergency stop" in run_virtual(main()).text


def test_nobody_consents_while_the_emergency_stop_is_open():
    async def main():
        async with machine_bench() as bench:
            bench.pins.open = True
            bench.link.unplug()
            await bench.until("offline")
            bench.link.plug_in()
            await bench.until("waiting")
            with pytest.raises(MachineError, match="release it first"):
                await bench.controller.resume()
            bench.pins.open = False
            await asyncio.sleep(2)
            await bench.controller.resume()
            return bench.controller.status.fault

    assert run_virtual(main()) is None


def test_the_emergency_stop_of_the_board_is_a_fault_of_its_own():
    async def main():
        async with machine_bench() as bench:
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("building")
            bench.mechanics.press_emergency_stop(pressed=True)
            await bench.until("faulted")
            fault = bench.controller.status.fault
            with pytest.raises(MachineError, match="the emergency stop is pressed"):
                await bench.controller.clear_fault(fault.id)
            bench.mechanics.press_emergency_stop(pressed=False)
            await bench.controller.clear_fault(fault.id)
            await deal
            return fault

    assert run_virtual(main()).code == "emergency_stop"


def test_after_unplugging_the_link_returns_by_itself_but_motion_waits_for_consent():
    async def main():
        async with machine_bench() as bench:
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("in_play")
            await deal
            await asyncio.sleep(40)
            bench.link.unplug()
            await asyncio.sleep(5)
            offline = bench.controller.status
            bench.link.plugged = True
            await bench.until("waiting")
            clearing = asyncio.create_task(bench.clear())
            await asyncio.sleep(30)
            still = bench.mechanics.dome_raised
            await bench.controller.resume()
            await clearing
            return offline, still, bench.controller.status

    offline, still, status = run_virtual(main())
    assert offline.state == "offline"
    assert offline.text == "The motor board is not connected: the serial port is not there."
    assert still == 0.0
    assert status.state == "ready"


def test_a_board_found_again_in_motion_is_stopped_and_waits_for_consent():
    async def main():
        async with machine_bench() as bench:
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("raising")
            await asyncio.sleep(1)
            bench.link.unplug()
            bench.link.plugged = True
            await bench.until("waiting")
            await bench.motors_off()
            motors = set()
            for _ in range(1000):
                motors |= bench.mechanics.motors_running
                await asyncio.sleep(0.01)
            fault = bench.controller.status.fault
            await bench.controller.resume()
            await deal
            return motors, fault

    assert run_virtual(main()) == (set(), None)


def test_a_lease_that_lapsed_in_idleness_is_taken_up_again_by_itself():
    async def main():
        async with machine_bench() as bench:
            await bench.controller.prepare_deal()
            await asyncio.sleep(60)
            bench.link.to_board = lambda _data: []
            await asyncio.sleep(0.7)
            lapsed = bench.board.firmware.machine.armed
            bench.link.to_board = lambda data: [data]
            await asyncio.sleep(0.5)
            return lapsed, bench.board.firmware.machine.armed, bench.controller.status.state

    assert run_virtual(main()) == (False, True, "in_play")


def test_closing_the_daemon_switches_the_motors_off():
    async def main():
        async with machine_bench() as bench:
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("building")
            await asyncio.sleep(1)
            deal.cancel()
            await bench.controller.close()
            return bench.mechanics.motors_running, bench.board.firmware.machine.fault

    assert run_virtual(main()) == (frozenset(), None)


def test_a_cleared_fault_whose_board_cannot_be_armed_leaves_a_machine_that_waits_for_consent():
    async def main():
        async with machine_bench() as bench:
            deal = asyncio.create_task(bench.controller.prepare_deal())
            await bench.until("building")
            await bench.controller.stop("a test")
            fault = bench.controller.status.fault
            bench.link.to_board = press_after(bench, PacketType.COMMAND)
            with pytest.raises(MachineError, match="release it first"):
                await bench.controller.clear_fault(fault.id)
            waiting = bench.controller.status
            bench.mechanics.press_emergency_stop(pressed=False)
            await bench.controller.resume()
            await deal
            return waiting

    waiting = run_virtual(main())
    assert (waiting.state, waiting.fault) == ("waiting", None)
    assert waiting.text == "The machine stands still: the emergency stop is pressed: release it first."


def press_after(bench: MachineBench, kind: PacketType):
    """A line that presses the emergency stop when the second packet of this kind is on its way: the one after CLEAR."""
    reader, seen = PacketReader(), []

    def listen(data: bytes) -> list[bytes]:
        seen.extend(packet for packet in reader.feed(data) if packet.type == kind)
        if len(seen) == 2:
            bench.mechanics.press_emergency_stop(pressed=True)
        return [data]

    return listen
