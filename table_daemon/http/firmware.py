"""The board's firmware in a browser: what it runs, what this program carries, one button, how far it is; for admins."""

from __future__ import annotations

import logging
from typing import Final

from aiohttp import web

from table_daemon.firmware_service import FirmwareError, FirmwareService, FirmwareWhy
from table_daemon.http.access import visitor_of
from table_daemon.http.guard import NO_STORE, read_body, refused
from table_daemon.http.under_way import UnderWay, under_way
from table_daemon.service import TableService
from wire.commands.codec import decode_body
from wire.commands.refusals import CommandRefusedError
from wire.commands.wishes import wish_of
from wire.firmware_documents import FIRMWARE_WISHES

_log = logging.getLogger(__name__)
_NO_DESK: Final = "this page brings no firmware: run the table by jantaku run"
_NOT_NOW: Final = {
    UnderWay.START: (FirmwareWhy.MOVING, "the table has not started yet: ask again"),
    UnderWay.DEAL: (FirmwareWhy.IN_PLAY, "a deal is being played: end the game and let all tiles in first"),
    UnderWay.MOTION: (FirmwareWhy.MOVING, "the machine is moving: wait until it rests, then bring the firmware"),
}


def add_firmware_routes(app: web.Application, desk: FirmwareService | None, service: TableService) -> None:
    """Add `/api/firmware` (docs/access.md)."""
    routes = FirmwareRoutes(desk, service)
    app.router.add_get("/api/firmware", routes.document)
    app.router.add_post("/api/firmware", routes.wish)


class FirmwareRoutes:
    """The handlers; without a desk each answers that there is none."""

    def __init__(self, desk: FirmwareService | None, service: TableService) -> None:
        self._desk, self._service = desk, service

    async def document(self, _request: web.Request) -> web.StreamResponse:
        """`GET /api/firmware`: what the board runs, what this program carries, how far it is."""
        if self._desk is None:
            return refused("not_found", _NO_DESK)
        return web.json_response(self._desk.document(), headers=NO_STORE)

    async def wish(self, request: web.Request) -> web.StreamResponse:
        """`POST /api/firmware` with `{"action": "bring"}`: the document."""
        if self._desk is None:
            return refused("not_found", _NO_DESK)
        try:
            wish_of(FIRMWARE_WISHES, decode_body(await read_body(request)), "firmware")
            _refuse_while(under_way(self._service))
            _log.warning("the board's firmware is wished for by %s", visitor_of(request).origin)
            await self._desk.bring()
        except CommandRefusedError as error:
            return refused(error.code, str(error))
        except FirmwareError as error:
            return refused("not_now", str(error), why=error.why)
        return web.json_response(self._desk.document(), headers=NO_STORE)


def _refuse_while(what: UnderWay | None) -> None:
    """Raises FirmwareError."""
    if what is not None:
        why, text = _NOT_NOW[what]
        raise FirmwareError(text, why)
