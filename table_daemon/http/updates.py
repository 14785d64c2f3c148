"""Updates in a browser: what is new, one button, how far it is, the way back; for admins.

Rules this file keeps: nothing is installed here; a wish is written down, and root decides.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from aiohttp import web

from table_daemon.http.access import visitor_of
from table_daemon.http.guard import NO_STORE, read_body, refused
from table_daemon.update_service import UpdateError, UpdateService, UpdateWhy
from wire.commands.codec import decode_body
from wire.commands.refusals import CommandRefusedError
from wire.commands.wishes import wish_of
from wire.update_documents import UPDATE_WISHES, InstallVersion

_log = logging.getLogger(__name__)
_NO_DESK: Final = "this page installs nothing: run the table by jantaku run"


def add_update_routes(app: web.Application, desk: UpdateService | None) -> None:
    """Add `/api/update` (docs/access.md)."""
    routes = UpdateRoutes(desk)
    app.router.add_get("/api/update", routes.document)
    app.router.add_post("/api/update", routes.wish)


class UpdateRoutes:
    """The handlers; without a desk each answers that there is none."""

    def __init__(self, desk: UpdateService | None) -> None:
        self._desk = desk

    async def document(self, _request: web.Request) -> web.StreamResponse:
        """`GET /api/update`: what runs, what is offered, how far an installation is."""
        if self._desk is None:
            return refused("not_found", _NO_DESK)
        return web.json_response(await asyncio.to_thread(self._desk.document), headers=NO_STORE)

    async def wish(self, request: web.Request) -> web.StreamResponse:
        """`POST /api/update` with `{"action": "look"}` or `{"action": "install", "version"}`: the document."""
        if self._desk is None:
            return refused("not_found", _NO_DESK)
        try:
            wish = wish_of(UPDATE_WISHES, decode_body(await read_body(request)), "update")
            if isinstance(wish, InstallVersion):
                _log.warning("version %s is wished for by %s", wish.version, visitor_of(request).origin)
                await asyncio.to_thread(self._desk.install, wish.version)
            else:
                await asyncio.to_thread(self._desk.look)
        except CommandRefusedError as error:
            return refused(error.code, str(error))
        except UpdateError as error:
            return refused("stale" if error.why == UpdateWhy.NOT_OFFERED else "not_now", str(error), why=error.why)
        return web.json_response(await asyncio.to_thread(self._desk.document), headers=NO_STORE)
