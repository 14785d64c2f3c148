"""Who answers at the line: a board of another kind or none is refused at the start in one sentence."""

import dataclasses
from random import Random

import pytest
from machine_bench import MachineBench, machine_bench
from virtual_time import run_virtual

from board_firmware.config import BoardConfig
from firmware_bridge.board import BoardClient
from firmware_bridge.messages import PROTOCOL_MAJOR
from firmware_bridge.serial_port import SerialPortError
from firmware_bridge.settings import MachineSettings
from table_daemon.machine.controller import MachineError
from table_daemon.machine.link import misfit


def test_another_configuration_is_refused_in_one_sentence():
    async def main():
        async with machine_bench(BoardConfig({"lift_limit_ms": 8000})):
            pass

    with pytest.raises(MachineError, match="set up for different machines"):
        run_virtual(main())


def test_another_protocol_is_refused_with_what_to_flash():
    async def main():
        bench = MachineBench()
        client = BoardClient(bench.link, Random(4), lambda _event: None)
        async with bench.link:
            return await client.open()

    newer = dataclasses.replace(run_virtual(main()), protocol_major=PROTOCOL_MAJOR + 1, config_hash=0)
    assert misfit(newer, MachineSettings()) == (
        "the motor board speaks protocol 4, this daemon 3: flash the firmware of this release (board_firmware/)"
    )


def test_a_silent_port_is_reported_at_the_start():
    async def main():
        bench = MachineBench()
        bench.link.to_host = lambda _data: []
        async with bench.link:
            await bench.start()

    with pytest.raises(MachineError, match="no motor board answers"):
        run_virtual(main())


def test_a_missing_port_is_reported_at_the_start():
    async def main():
        bench = MachineBench()
        bench.link.plugged = False
        async with bench.link:
            await bench.start()

    with pytest.raises(SerialPortError, match="not there"):
        run_virtual(main())
