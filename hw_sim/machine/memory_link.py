"""The simulated board on a line that exists in memory only: for tests in virtual time, with damage on demand.

Structurally it is a `firmware_bridge.transport.Connector`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Self

from hw_sim.machine.board import TICK_S, SimulatedBoard
from hw_sim.machine.line_noise import Noise

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
        noise_to_board: what happens to single bytes on the way to the board.
        noise_to_host: what happens to single bytes on the way back.
        plugged: while False, `connect` fails like a missing port.
    """

    def __init__(self, board: SimulatedBoard, missing: Callable[[], Exception] | None = None) -> None:
        self.board = board
        self.to_board: Damage = undamaged
        self.to_host: Damage = undamaged
        self.noise_to_board = Noise()
        self.noise_to_host = Noise()
        self.plugged = True
        self._missing = missing or (lambda: ConnectionError("unplugged"))
        self._transport: MemoryTransport | None = None
        self._next_tick: asyncio.Handle | None = None

    def connect(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> MemoryTransport:
        """Open the line; what `missing` makes is raised while it is unplugged."""
        if not self.plugged:
            raise self._missing()
        self._transport = MemoryTransport(self, receive, lost)
        return self._transport

    def unplug(self) -> None:
        """Pull the cable; the board stays powered."""
        self.plugged = False
        self.noise_to_board.forget()
        self.noise_to_host.forget()
        if self._transport is not None:
            self._transport.break_off()

    def plug_in(self) -> None:
        """The port is there again."""
        self.plugged = True

    def intrude(self, data: bytes) -> None:
        """Another program on the same port sends bytes to the board."""
        if self.plugged:
            self.carry_to_board(data)

    def carry_to_board(self, data: bytes) -> None:
        """Bytes on their way."""
        loop = asyncio.get_running_loop()
        for piece in self.to_board(data):
            self._to_board_later(self.noise_to_board.pass_on(piece, loop.time()))

    async def __aenter__(self) -> Self:
        """Switch the board on."""
        self._next_tick = asyncio.get_running_loop().call_soon(self._tick)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Switch it off."""
        if self._next_tick is not None:
            self._next_tick.cancel()

    def _tick(self) -> None:
        """A timer and no task: it costs half as much, and there are a hundred in every virtual second."""
        self.board.tick()
        self._flush()
        loop = asyncio.get_running_loop()
        now_s = loop.time()
        self._to_board_later(self.noise_to_board.due(now_s))
        self._to_host_later(self.noise_to_host.due(now_s))
        self._next_tick = loop.call_later(TICK_S, self._tick)

    def _to_board_later(self, data: bytes) -> None:
        if data:
            asyncio.get_running_loop().call_later(_DELAY_S, self._board_hears, data)

    def _to_host_later(self, data: bytes) -> None:
        if data and self._transport is not None:
            asyncio.get_running_loop().call_later(_DELAY_S, self._transport.hear, data)

    def _board_hears(self, data: bytes) -> None:
        self.board.receive(data)
        self._flush()

    def _flush(self) -> None:
        output = self.board.take_output()
        if output and self._transport is not None:
            now_s = asyncio.get_running_loop().time()
            for piece in self.to_host(output):
                self._to_host_later(self.noise_to_host.pass_on(piece, now_s))
