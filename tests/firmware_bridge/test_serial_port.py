"""The serial port with pyserial over real pseudo-terminals, on the real clock but without a fixed wait."""

import asyncio
import contextlib
import errno
import os
import tty
from pathlib import Path
from random import Random

import pytest
import serial

from firmware_bridge.gpio import NoPins
from firmware_bridge.serial_port import SerialConnector, SerialPortError
from firmware_bridge.settings import MachineSettings, SerialSettings
from hw_sim.machine.board import SimulatedBoard
from hw_sim.machine.mechanics import Mechanics
from hw_sim.machine.pty_link import PtyLink
from table_daemon.machine.controller import MachineController


def open_port(path: Path) -> None:
    SerialConnector(SerialSettings(port=str(path))).connect(lambda _data: None, lambda _reason: None).close()


async def push_tiles(mechanics: Mechanics) -> None:
    tile_set = mechanics.raised_set
    while tile_set is not None and mechanics.raised_set is tile_set:
        await asyncio.sleep(0)
        mechanics.accept_tile(tile_set)


async def test_two_deals_over_a_real_terminal_with_pyserial(tmp_path: Path) -> None:
    mechanics = Mechanics(Random(2), speed=200)
    throws = iter([(6, 1), (2, 2)])
    mechanics.set_dice_source(lambda: next(throws))
    async with PtyLink(SimulatedBoard(mechanics, asyncio.get_running_loop().time), tmp_path) as link:
        controller = MachineController(SerialConnector(SerialSettings(port=str(link.path))), MachineSettings())
        await controller.start(NoPins(), 0.0)
        setups = []
        for _ in range(2):
            setups.append(await controller.prepare_deal())
            await asyncio.gather(controller.clear_table(), push_tiles(mechanics))
        await controller.close()
    assert [(setup.tile_set.value, setup.dice) for setup in setups] == [("A", (6, 1)), ("B", (2, 2))]
    assert mechanics.motors_running == frozenset()
    assert not link.path.exists()


async def test_a_board_that_is_unplugged_and_plugged_in_again_is_found(tmp_path: Path) -> None:
    board = SimulatedBoard(Mechanics(Random(2), speed=200), asyncio.get_running_loop().time)

    async def until(controller: MachineController, state: str) -> None:
        while controller.status.state != state:
            await controller._session.wait_for_news()

    async with PtyLink(board, tmp_path) as link:
        controller = MachineController(SerialConnector(SerialSettings(port=str(link.path))), MachineSettings())
        await controller.start(NoPins(), 0.0)
    await until(controller, "offline")
    async with PtyLink(board, tmp_path):
        await until(controller, "waiting")
        await controller.resume()
        assert controller.status.state == "idle"
        await controller.close()


async def test_a_missing_port_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SerialPortError, match=r"absent does not exist: plug in the motor board, or set serial\.port"):
        open_port(tmp_path / "absent")


async def test_what_is_no_serial_port_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SerialPortError, match=r"file is not a serial port: set serial\.port to"):
        open_port(tmp_path / "file")


async def test_a_port_without_permission_names_the_group(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_named: object) -> None:
        raise serial.SerialException(errno.EACCES, "could not open port: Permission denied")

    monkeypatch.setattr(serial, "Serial", refuse)
    with pytest.raises(SerialPortError, match="add the user to the group dialout"):
        open_port(Path("/dev/ttyACM0"))


async def test_a_port_in_use_is_one_sentence() -> None:
    near, far = os.openpty()
    tty.setraw(far)
    connector = SerialConnector(SerialSettings(port=os.ttyname(far)))
    first = connector.connect(lambda _data: None, lambda _reason: None)
    with pytest.raises(SerialPortError, match="is in use: stop the other program"):
        connector.connect(lambda _data: None, lambda _reason: None)
    first.close()
    os.close(near)
    os.close(far)


async def test_the_far_side_going_away_is_told_once() -> None:
    near, far = os.openpty()
    tty.setraw(far)
    reasons = asyncio.Queue()
    transport = SerialConnector(SerialSettings(port=os.ttyname(far))).connect(lambda _data: None, reasons.put_nowait)
    os.close(far)
    os.close(near)
    assert (await reasons.get()).startswith("the serial port is gone")
    transport.send(b"into the void")
    transport.close()
    assert reasons.empty()


async def test_a_full_port_loses_bytes_instead_of_blocking() -> None:
    near, far = os.openpty()
    tty.setraw(far)
    transport = SerialConnector(SerialSettings(port=os.ttyname(far))).connect(lambda _data: None, lambda _reason: None)
    for _ in range(100):
        transport.send(bytes(1000))
    os.set_blocking(near, False)
    arrived = 0
    with contextlib.suppress(BlockingIOError):
        while data := os.read(near, 65536):
            arrived += len(data)
    assert 0 < arrived < 100_000
    transport.close()
    os.close(near)
    os.close(far)
