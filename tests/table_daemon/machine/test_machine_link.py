"""Who answers at the line: a board of another kind or none is refused at the start in one sentence."""

import asyncio
import dataclasses
from functools import partial
from random import Random

import pytest
from machine_bench import MachineBench, machine_bench
from virtual_time import run_virtual

from board_firmware import protocol
from board_firmware.config import BoardConfig
from firmware_bridge.board import BoardClient
from firmware_bridge.layout import parse_hello
from firmware_bridge.messages import PROTOCOL_MAJOR
from firmware_bridge.serial_port import SerialPortError
from firmware_bridge.settings import MachineSettings
from table_daemon.machine.controller import MachineError
from table_daemon.machine.link import misfit
from wire.commands.motions import Motion


def test_another_configuration_is_refused_in_one_sentence():
    async def main():
        async with machine_bench(BoardConfig({"lift_limit_ms": 8000})):
            pass

    with pytest.raises(MachineError, match="set up for different machines"):
        run_virtual(main())


@pytest.mark.parametrize(("major", "which"), [(PROTOCOL_MAJOR - 1, "older"), (PROTOCOL_MAJOR + 1, "newer")])
def test_another_protocol_is_refused_with_what_to_flash(major, which):
    async def main():
        bench = MachineBench()
        client = BoardClient(bench.link, Random(4), lambda _event: None)
        async with bench.link:
            return await client.open()

    other = dataclasses.replace(run_virtual(main()), protocol_major=major, config_hash=0)
    assert str(misfit(other, MachineSettings())) == (
        f"the motor board's firmware is {which} than this program (protocol {major}, here 3): "
        "bring it this program's firmware, on the page under Table or by jantaku firmware flash"
    )


@pytest.mark.parametrize(
    ("major", "code"), [(PROTOCOL_MAJOR - 1, "firmware_older"), (PROTOCOL_MAJOR + 1, "firmware_newer")]
)
def test_a_table_waits_for_the_firmware_with_nothing_armed_and_goes_on_once_it_has_come(monkeypatch, major, code):
    async def main():
        bench = MachineBench()
        async with bench.link:
            monkeypatch.setattr(protocol, "MAJOR", major)
            await bench.controller.start(bench.pins, stop_released_s=0.3, waits_for_firmware=True)
            told = bench.controller.status
            assert (told.state, told.refusal) == ("offline", code)
            assert "jantaku firmware flash" in told.text
            await asyncio.sleep(5)
            for wanted in (bench.controller.home, partial(bench.controller.maintain, Motion.DOME_UP)):
                with pytest.raises(MachineError, match="bring it this program's firmware"):
                    await wanted()
            assert bench.board.firmware.executed == 0, "no command was given"
            assert not any(bench.pins.relay), "the motors never had current"
            monkeypatch.setattr(protocol, "MAJOR", PROTOCOL_MAJOR)
            await asyncio.sleep(3)
            assert (bench.controller.status.state, bench.controller.status.refusal) == ("waiting", "")
            await bench.controller.home()
            await bench.controller.close()

    run_virtual(main())


@pytest.mark.parametrize("rest", [b"", b"\x01", bytes(40)])
def test_of_another_protocols_greeting_session_and_version_are_enough(rest):
    hello = parse_hello(7, bytes((0x34, 0x12, PROTOCOL_MAJOR + 1, 2)) + rest)
    assert (hello.nonce, hello.protocol_major, hello.protocol_minor) == (0x1234, PROTOCOL_MAJOR + 1, 2)


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
