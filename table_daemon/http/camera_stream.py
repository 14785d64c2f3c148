"""The camera as a moving picture for setting up: `GET /camera/stream.mjpg`, which every browser shows in an <img>.

Rules this file keeps:
* All streams and snapshots share their pictures, so that many watchers cost the table one encoding at a time.
* A watcher who takes longer than `WRITE_TIMEOUT_S` for a picture is dropped; one who has watched for `MAX_WATCH_S` asks
  again, which looks at the login anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from aiohttp import web

from table_daemon.http.snapshot import Snapshots

# Four pictures a second are enough to set a camera up by, and encoding leaves the eyes their time. Chosen.
PICTURE_EVERY_S: Final = 0.25
# A forgotten tab does not encode pictures all evening. Chosen.
MAX_WATCH_S: Final = 600.0
# Setting up is looked at by one or two people. Chosen.
MAX_WATCHERS: Final = 4
# Separates a slow network from a browser that is gone. Chosen.
WRITE_TIMEOUT_S: Final = 5.0
_BOUNDARY: Final = "jantaku-picture"


class CameraStreams:
    """The moving pictures of one table.

    Args:
        snapshots: gives the pictures.
        clock: seconds on any monotonic clock.
    """

    def __init__(self, snapshots: Snapshots, clock: Callable[[], float]) -> None:
        self._snapshots = snapshots
        self._clock = clock
        self.watchers = 0
        """How many watch now."""

    async def stream(self, request: web.Request) -> web.StreamResponse:
        """Answer one request until the watcher leaves, has watched for long, or the server stops.

        Raises:
            web.HTTPServiceUnavailable: no picture yet, or enough watchers.
        """
        if self.watchers >= MAX_WATCHERS:
            raise web.HTTPServiceUnavailable(text=f"{MAX_WATCHERS} people watch the camera already; close some")
        overlay = request.query.get("overlay") == "1"
        if await self._snapshots.jpeg(overlay=overlay) is None:
            raise web.HTTPServiceUnavailable(text="the camera has given no picture yet")
        self.watchers += 1
        try:
            return await self._send_pictures(request, overlay=overlay)
        finally:
            self.watchers -= 1

    async def _send_pictures(self, request: web.Request, *, overlay: bool) -> web.StreamResponse:
        kind = f"multipart/x-mixed-replace; boundary={_BOUNDARY}"
        response = web.StreamResponse(headers={"Content-Type": kind, "Cache-Control": "no-store"})
        await response.prepare(request)
        until_s = self._clock() + MAX_WATCH_S
        try:
            while self._clock() < until_s:
                picture = await self._snapshots.jpeg(overlay=overlay)
                if picture is not None:
                    await _send(response, picture)
                await asyncio.sleep(PICTURE_EVERY_S)
        except (ConnectionError, TimeoutError):
            pass  # the watcher has gone, or is too slow
        return response


async def _send(response: web.StreamResponse, picture: bytes) -> None:
    head = f"--{_BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n".encode()
    async with asyncio.timeout(WRITE_TIMEOUT_S):
        await response.write(head + picture + b"\r\n")
