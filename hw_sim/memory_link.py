"""The simulated board on a line that exists in memory only: for tests in virtual time, with damage on demand.

Structurally it is a `firmware_bridge.transport.Connector`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Self

from hw_sim.board import TICK_S, SimulatedBoard, report_failure

_DELAY_S = 0.003
"""About what 35 bytes take at 115200 baud."""
Damage = Callable[[bytes], list[bytes]]
"""What the line makes of one write: [] loses it, two entries duplicate it."""


def undamaged(data: bytes) -> list[bytes]:
    """A perfect line."""
    return [data]


class MemoryTransport:
    """An open line; see `firmware_bridge.transport.Transport`."""

    def __init__(self, link: MemoryLink, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> None:
        self._link = link
        self._receive = receive
        self._lost = lost
        self.open = True

    def send(self, data: bytes) -> None:
        """To the board, a little later."""
        if self.open:
            self._link.carry_to_board(data)

    def close(self) -> None:
        """Nothing is heard any more."""
        self.open = False

    def hear(self, data: bytes) -> None:
        """From the board."""
        if self.open:
            self._receive(data)

    def break_off(self) -> None:
        """The cable is pulled."""
        if self.open:
            self.open = False
            self._lost("the cable was pulled")


class MemoryLink:
    """A board, its tick and the line to it; an asynchronous context manager like `PtyLink`.

    Attributes:
        to_board: damage on the way to the board.
        to_host: damage on the way back.
        plugged: while False, `connect` fails like a missing port.
    """

    def __init__(self, board: SimulatedBoard, missing: Callable[[], Exception] | None = None) -> None:
        self.board = board
        self.to_board: Damage = undamaged
        self.to_host: Damage = undamaged
        self.plugged = True
        self._missing = missing or (lambda: ConnectionError("unplugged"))
        self._transport: MemoryTransport | None = None
        self._task: asyncio.Task[None] | None = None

    def connect(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> MemoryTransport:
        """Open the line; what `missing` makes is raised while it is unplugged."""
        if not self.plugged:
            raise self._missing()
        self._transport = MemoryTransport(self, receive, lost)
        return self._transport

    def unplug(self) -> None:
        """Pull the cable; the board stays powered."""
        self.plugged = False
        if self._transport is not None:
            self._transport.break_off()

    def carry_to_board(self, data: bytes) -> None:
        """Bytes on their way."""
        for piece in self.to_board(data):
            asyncio.get_running_loop().call_later(_DELAY_S, self._board_hears, piece)

    async def __aenter__(self) -> Self:
        """Switch the board on."""
        self._task = asyncio.create_task(self._run(), name="simulated motor board")
        self._task.add_done_callback(report_failure)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Switch it off."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            self.board.tick()
            self._flush()
            await asyncio.sleep(TICK_S)

    def _board_hears(self, data: bytes) -> None:
        self.board.receive(data)
        self._flush()

    def _flush(self) -> None:
        output, transport = self.board.take_output(), self._transport
        if output and transport is not None:
            for piece in self.to_host(output):
                asyncio.get_running_loop().call_later(_DELAY_S, transport.hear, piece)
