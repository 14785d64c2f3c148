"""What teaching and calibrating the eyes looks like in a browser: the calibration's figures and picture, which belong
to the same look at the table, the lens that was measured, and the tile set that is laid out.

Rules this file keeps: one look at a time, made beside the event loop; whoever asks again within `KEPT_S` gets the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from aiohttp import web

from table_daemon.service import TableService
from wire.calibration import CalibrationLook

# Solving takes a large part of a second on a Pi: several browsers that ask at once share one answer. Chosen.
KEPT_S: Final = 2.0
_MOST_DIGITS: Final = 9
"""Of a lesson's number. Chosen: more than all evenings of a table give."""
_NO_STORE: Final = {"Cache-Control": "no-store"}


class CalibrationChecks:
    """Looks at the calibration of one table.

    Args:
        service: its `calibration_check` is called in a worker thread.
        clock: seconds on any monotonic clock.
    """

    def __init__(self, service: TableService, clock: Callable[[], float]) -> None:
        self._service = service
        self._clock = clock
        self._one_at_a_time = asyncio.Lock()
        self._kept: CalibrationLook | None = None
        self._kept_at_s = 0.0

    async def figures(self, _request: web.Request) -> web.StreamResponse:
        """`GET /api/calibration`: problem and report as JSON."""
        check = await self._newest()
        return web.json_response(check.to_json(), headers=_NO_STORE)

    async def picture(self, _request: web.Request) -> web.StreamResponse:
        """`GET /camera/calibration.jpg`: the picture with the calibration drawn over it."""
        check = await self._newest()
        return web.Response(body=check.jpeg, content_type="image/jpeg", headers=_NO_STORE)

    async def lens(self, _request: web.Request) -> web.StreamResponse:
        """`GET /camera/lens.jpg`: the picture in which a lens was measured, until that is stored."""
        return _picture(self._service.lens_jpeg(), "no lens was measured that waits to be stored")

    async def layout(self, _request: web.Request) -> web.StreamResponse:
        """`GET /camera/layout.jpg`: the tile set that is laid out, each tile with its name."""
        return _picture(self._service.layout_jpeg(), "no layout of a tile set is shown")

    async def played(self, request: web.Request) -> web.StreamResponse:
        """`GET /camera/played/{set}/{lesson}.jpg`: the crop of a lesson that was learnt while playing."""
        number = request.match_info["lesson"]
        is_number = number.isdecimal() and len(number) <= _MOST_DIGITS
        jpeg = self._service.played_jpeg(request.match_info["set"], int(number)) if is_number else None
        return _picture(jpeg, "there is no lesson of that number: it may have been taken back")

    async def _newest(self) -> CalibrationLook:
        async with self._one_at_a_time:
            if self._kept is None or self._clock() - self._kept_at_s >= KEPT_S:
                self._kept = await asyncio.to_thread(self._service.calibration_check)
                self._kept_at_s = self._clock()
            if self._kept is None:
                raise web.HTTPServiceUnavailable(text="the camera has given no picture yet")
            return self._kept


def _picture(jpeg: bytes | None, otherwise: str) -> web.Response:
    if jpeg is None:
        raise web.HTTPNotFound(text=otherwise)
    return web.Response(body=jpeg, content_type="image/jpeg", headers=_NO_STORE)
