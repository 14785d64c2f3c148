"""The simulated board at a pseudo-terminal: for the host a serial port like any other.

Rules this file keeps:
* The terminal is raw before anyone can open it (a fresh one is cooked and echoes).
* Bytes take the time they take at 115200 baud; what the host does not read is lost beyond a bound, as on a real line.
* The far side stays open here, so that a host that goes away and comes back is no error.
* Noise damages bytes where they leave the line; a pulled cable is a terminal that is gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pty
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Self

from hw_sim.machine.board import TICK_S, SimulatedBoard, report_failure
from hw_sim.machine.line_noise import Noise

BYTES_PER_S = 11_520
"""115200 baud, 8N1."""
# What a Linux terminal holds back for a reader who does not read (N_TTY_BUF_SIZE).
_BOUND_BYTES = 4096
# Chosen: 23 bytes at 115200 baud, so that a packet comes in pieces as it does from a real port.
_CHUNK_S = 0.002


class PacedLine:
    """One direction of a serial line: bytes leave it no faster than 115200 baud, at most 4096 wait.

    Attributes:
        noise: what happens to the bytes on their way.
        lost_bytes: how many found no room.
    """

    def __init__(self, deliver: Callable[[bytes], None]) -> None:
        self._deliver = deliver
        self.noise = Noise()
        self._waiting = bytearray()
        self._free_at_s = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self.lost_bytes = 0

    def push(self, data: bytes) -> None:
        """Bytes enter the line; what does not fit is lost."""
        room = _BOUND_BYTES - len(self._waiting)
        self._waiting += data[:room]
        self.lost_bytes += max(0, len(data) - room)
        if self._timer is None and self._waiting:
            self._schedule()

    def close(self) -> None:
        """Nothing that is on its way is delivered any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._waiting.clear()
        self.noise.forget()

    def release(self) -> None:
        """Deliver what the noise held back until now."""
        self._hand_over(self.noise.due(asyncio.get_running_loop().time()))

    def _hand_over(self, data: bytes) -> None:
        if data:
            self._deliver(data)

    def _schedule(self) -> None:
        loop = asyncio.get_running_loop()
        size = min(len(self._waiting), int(BYTES_PER_S * _CHUNK_S))
        self._free_at_s = max(self._free_at_s, loop.time()) + size / BYTES_PER_S
        self._timer = loop.call_at(self._free_at_s, self._arrive, size)

    def _arrive(self, size: int) -> None:
        chunk = bytes(self._waiting[:size])
        del self._waiting[:size]
        self._timer = None
        self._hand_over(self.noise.pass_on(chunk, asyncio.get_running_loop().time()))
        if self._waiting and self._timer is None:
            self._schedule()


class PtyLink:
    """Connects a simulated board with a stable path, `folder`/`name`, that pyserial can open.

    Use it as an asynchronous context manager: inside, the board runs.
    """

    def __init__(self, board: SimulatedBoard, folder: Path, name: str = "motor_board") -> None:
        self._board = board
        self.path = folder / name
        self._to_board = PacedLine(self._board_hears)
        self._to_host = PacedLine(self._host_hears)
        self._near = self._far = -1
        self._task: asyncio.Task[None] | None = None

    @property
    def noise_to_board(self) -> Noise:
        """What happens to bytes on their way to the board."""
        return self._to_board.noise

    @property
    def noise_to_host(self) -> Noise:
        """What happens to bytes on their way back."""
        return self._to_host.noise

    async def __aenter__(self) -> Self:
        """Plug the board in and switch it on."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.plug_in()
        self._task = asyncio.create_task(self._run(), name="simulated motor board")
        self._task.add_done_callback(report_failure)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Unplug it and switch it off."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self.unplug()

    def plug_in(self) -> None:
        """The port appears; nothing happens when it is there."""
        if self._near >= 0:
            return
        self._near, self._far = pty.openpty()
        tty.setraw(self._far)
        os.set_blocking(self._near, False)
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(self._far))
        asyncio.get_running_loop().add_reader(self._near, self._read)

    def unplug(self) -> None:
        """The port is gone, whoever holds it open; the board stays powered."""
        if self._near < 0:
            return
        asyncio.get_running_loop().remove_reader(self._near)
        self._to_board.close()
        self._to_host.close()
        self.path.unlink(missing_ok=True)
        os.close(self._near)
        os.close(self._far)
        self._near = self._far = -1

    def intrude(self, data: bytes) -> None:
        """Another program on the same port sends bytes to the board."""
        if self._near >= 0:
            self._to_board.push(data)

    async def _run(self) -> None:
        while True:
            self._board.tick()
            self._send(self._board.take_output())
            self._to_board.release()
            self._to_host.release()
            await asyncio.sleep(TICK_S)

    def _read(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._to_board.push(os.read(self._near, _BOUND_BYTES))

    def _board_hears(self, data: bytes) -> None:
        self._board.receive(data)
        self._send(self._board.take_output())

    def _send(self, data: bytes) -> None:
        if self._near >= 0:
            self._to_host.push(data)

    def _host_hears(self, data: bytes) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self._near, data)
