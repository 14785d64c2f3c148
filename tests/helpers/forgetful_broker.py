"""Stands in for a broker that confirms nothing and loses its connections: what was sent on each of them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Final

_CONNECT: Final = 1
_PUBLISH: Final = 3
_SUBSCRIBE: Final = 8
_CONNACK: Final = bytes((0x20, 2, 0, 0))
_QOS_1: Final = 1


@dataclass
class ForgetfulBroker:
    """Keeps nothing; `sent` has a list for each connection, of topics and payloads in the order in which they came."""

    port: int = 0
    sent: list[list[tuple[str, bytes]]] = field(default_factory=list)
    _writers: list[asyncio.StreamWriter] = field(default_factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard: list[tuple[str, bytes]] = []
        self._writers.append(writer)
        with contextlib.suppress(asyncio.IncompleteReadError, OSError):
            while True:  # until the connection is lost
                kind, body = await _packet(reader)
                if kind == _CONNECT:
                    self.sent.append(heard)
                    writer.write(_CONNACK)
                elif kind == _SUBSCRIBE:
                    writer.write(bytes((0x90, 3)) + body[:2] + bytes((_QOS_1,)))
                elif kind == _PUBLISH:
                    heard.append(_published(body))

    def lose_connections(self) -> None:
        """All of them break without a word; new ones are taken."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()


async def _packet(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    first = (await reader.readexactly(1))[0]
    length = shift = 0
    while True:
        part = (await reader.readexactly(1))[0]
        length |= (part & 0x7F) << shift
        shift += 7
        if not part & 0x80:
            return first >> 4, await reader.readexactly(length)


def _published(body: bytes) -> tuple[str, bytes]:
    """Topic and payload; between them stand the two bytes by which it would be confirmed."""
    end = 2 + int.from_bytes(body[:2], "big")
    return body[2:end].decode(), body[end + 2 :]


@contextlib.asynccontextmanager
async def forgetful_broker() -> AsyncIterator[ForgetfulBroker]:
    broker = ForgetfulBroker()
    server = await asyncio.start_server(broker.serve, "127.0.0.1", 0)
    broker.port = server.sockets[0].getsockname()[1]
    try:
        yield broker
    finally:
        server.close()
        broker.lose_connections()
        await server.wait_closed()
