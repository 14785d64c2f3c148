"""A network between two programs that a test cuts and mends: a TCP proxy."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator


class Gate:
    """Listens on `port` and passes everything on to another port while it is open."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._connections: set[asyncio.StreamWriter] = set()
        self.port = 0
        self.is_open = True

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self.is_open:
            writer.close()
            return
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.close()
            return
        self._connections |= {writer, far_writer}
        await asyncio.gather(self._pass(reader, far_writer), self._pass(far_reader, writer))

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.close()
        self._connections.discard(writer)

    def cut(self) -> None:
        """Every connection breaks and none is made."""
        self.is_open = False
        for writer in tuple(self._connections):
            writer.transport.abort()

    def mend(self) -> None:
        self.is_open = True


@contextlib.asynccontextmanager
async def gate_to(port: int) -> AsyncIterator[Gate]:
    gate = Gate(port)
    server = await asyncio.start_server(gate.serve, "127.0.0.1", 0)
    gate.port = server.sockets[0].getsockname()[1]
    try:
        yield gate
    finally:
        gate.cut()
        server.close()
