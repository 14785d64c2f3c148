"""Backup and restore in a browser: a file to keep, and a file that takes the table's place once a person has agreed.

Rules this file keeps: nothing is held in memory whole; what cannot be used is refused in one sentence and leaves
nothing behind; a restore is not agreed to in the middle of a deal.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import asdict
from typing import Final

from aiohttp import web

from table_daemon.backup_service import MOST_BYTES, BackupError, BackupService, WhyNot
from table_daemon.http.access import visitor_of
from table_daemon.http.guard import NO_STORE, read_body, refused
from table_daemon.http.under_way import under_way
from table_daemon.service import TableService
from wire.commands.codec import decode_body
from wire.commands.refusals import CommandRefusedError

_log = logging.getLogger(__name__)
_PIECE: Final = 1 << 16
"""Chosen: what is in memory of a file at a time."""
_PIECE_WITHIN_S: Final = 30.0
"""Chosen: a browser that sends nothing for so long has gone."""
_CODES: Final = {
    WhyNot.TOO_LARGE: "too_large",
    WhyNot.IN_PLAY: "not_now",
    WhyNot.BUSY: "not_now",
    WhyNot.NO_ROOM: "not_now",
    WhyNot.GONE: "stale",
}
_NO_DESK: Final = "this table makes no backups: it was started without a folder for its state"


def add_backup_routes(app: web.Application, desk: BackupService | None, service: TableService) -> None:
    """Add `/api/backup` and what lies below `/api/restore`, for admins (docs/access.md)."""
    routes = BackupRoutes(desk, service)
    app.router.add_get("/api/backup", routes.backup)
    app.router.add_post("/api/restore", routes.look)
    app.router.add_post("/api/restore/agreed", routes.agree)


class BackupRoutes:
    """The handlers; without a desk each answers that there is none."""

    def __init__(self, desk: BackupService | None, service: TableService) -> None:
        self._desk = desk
        self._service = service

    async def backup(self, request: web.Request) -> web.StreamResponse:
        """`GET /api/backup`: everything of the table in one file."""
        if self._desk is None:
            return refused("not_found", _NO_DESK)
        try:
            file = await self._desk.make()
        except BackupError as error:
            return _refusal(error)
        opened = await asyncio.to_thread(file.open, "rb")
        try:
            size = file.stat().st_size
            file.unlink()  # it lasts as long as it is open
            headers = {**NO_STORE, "Content-Disposition": f'attachment; filename="{self._desk.name}"'}
            response = web.StreamResponse(headers=headers)
            response.content_type, response.content_length = "application/octet-stream", size
            await response.prepare(request)
            while piece := await asyncio.to_thread(opened.read, _PIECE):
                await response.write(piece)
            await response.write_eof()
        finally:
            opened.close()
        _log.info("a backup was taken by %s", visitor_of(request).origin)
        return response

    async def look(self, request: web.Request) -> web.StreamResponse:
        """`POST /api/restore` with the file as the body: whether it can be used, and what is in it."""
        if self._desk is None:
            return refused("not_found", _NO_DESK)
        if request.content_type != "application/octet-stream" or "Content-Encoding" in request.headers:
            return refused("bad_data", "send the file as it is, with Content-Type: application/octet-stream")
        if (request.content_length or 0) > MOST_BYTES:
            problem = f"the file is larger than {MOST_BYTES >> 20} MiB, no backup of a table is; give another file"
            return refused("too_large", problem, why=WhyNot.TOO_LARGE, headers={"Connection": "close"})
        try:
            looked = await self._desk.take_in(_pieces(request))
        except BackupError as error:
            return _refusal(error)
        except TimeoutError:
            return refused("too_slow", f"nothing of the file came for {_PIECE_WITHIN_S:.0f} s; nothing was done")
        return web.json_response({"ok": True, "backup": asdict(looked)}, headers=NO_STORE)

    async def agree(self, request: web.Request) -> web.StreamResponse:
        """`POST /api/restore/agreed` with `{"token"}`: the daemon starts anew with the backup that was looked at."""
        if self._desk is None:
            return refused("not_found", _NO_DESK)
        try:
            token = decode_body(await read_body(request)).get("token")
            self._desk.agree(token if isinstance(token, str) else "", in_play=under_way(self._service) is not None)
        except CommandRefusedError as error:
            return refused(error.code, str(error))
        except BackupError as error:
            return _refusal(error)
        _log.warning("a backup takes the table's place, agreed to by %s", visitor_of(request).origin)
        return web.json_response({"ok": True}, headers=NO_STORE)


async def _pieces(request: web.Request) -> AsyncIterator[bytes]:
    while True:
        async with asyncio.timeout(_PIECE_WITHIN_S):
            piece = await request.content.read(_PIECE)
        if not piece:
            return
        yield piece


def _refusal(error: BackupError) -> web.Response:
    return refused(_CODES.get(error.why, "bad_data"), str(error), why=error.why)
