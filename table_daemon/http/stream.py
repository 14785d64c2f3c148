"""Server-sent events: every retained document first, then each change, and a heartbeat.

Rules this file keeps:
* A client owns at most one waiting version of each document: a newer one replaces it, so memory stays bounded
  and a slow tablet sees the present, never a backlog.
* A client that takes longer than `WRITE_TIMEOUT_S` for one write is dropped; its page connects again.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import datetime
from typing import Final

from aiohttp import web

from table_daemon.service import TableService
from wire.messages import Announcement, Json
from wire.wall_time import wall_time

# The page calls its documents old after 5 s: two heartbeats may be lost.
HEARTBEAT_S: Final = 2.0
# Separates a slow network from a browser that is gone. Chosen.
WRITE_TIMEOUT_S: Final = 5.0
# What the browser is told to wait before it connects again. Chosen.
RECONNECT_MS: Final = 1000


def encode_event(name: str, payload: Json) -> bytes:
    """One server-sent event."""
    return f"event: {name}\ndata: {json.dumps(payload, ensure_ascii=False, separators=(',', ':'))}\n\n".encode()


class Mailbox:
    """The newest unsent version of each document for one client."""

    def __init__(self) -> None:
        self._waiting: dict[str, Json] = {}
        self._news = asyncio.Event()

    def put(self, said: Announcement) -> None:
        """Keep a state document for sending; events are not for the page."""
        if said.retained:
            self._waiting[said.topic] = said.payload
            self._news.set()

    async def take(self, timeout_s: float) -> dict[str, Json]:
        """What is waiting by topic; empty when nothing came for `timeout_s`."""
        try:
            async with asyncio.timeout(timeout_s):
                await self._news.wait()
        except TimeoutError:
            return {}
        self._news.clear()
        waiting, self._waiting = self._waiting, {}
        return waiting


async def serve_events(
    request: web.Request, service: TableService, now: Callable[[], datetime], *, heartbeat_s: float = HEARTBEAT_S
) -> web.StreamResponse:
    """Answer one `GET /api/events` until the client leaves or the server stops."""
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
    await response.prepare(request)
    mailbox = Mailbox()
    unsubscribe = service.subscribe(mailbox.put)
    for said in service.retained():
        mailbox.put(said)
    try:
        await _send(response, f"retry: {RECONNECT_MS}\n\n".encode())
        while True:
            chunks = [encode_event(topic, payload) for topic, payload in (await mailbox.take(heartbeat_s)).items()]
            chunks.append(encode_event("heartbeat", {"ts": wall_time(now())}))
            await _send(response, b"".join(chunks))
    except (ConnectionError, TimeoutError):
        return response
    finally:
        unsubscribe()


async def _send(response: web.StreamResponse, data: bytes) -> None:
    async with asyncio.timeout(WRITE_TIMEOUT_S):
        await response.write(data)
