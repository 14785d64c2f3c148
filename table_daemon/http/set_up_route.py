"""The way from a running table back into its set-up (docs/first_start.md).

Rules this file keeps: no deal is cut short for it, and nothing that moves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aiohttp import web

from mahjong_rules.told import sentence
from table_daemon.errors import UserError
from table_daemon.http.guard import NO_STORE, refused
from table_daemon.http.under_way import UnderWay, under_way
from table_daemon.service import TableService

_NOBODY: Final = "this page has no set-up: run the table by jantaku run"
_NOT_NOW: Final = {
    UnderWay.START: sentence("the table has not started yet: ask again"),
    UnderWay.DEAL: sentence("a deal is being played: open the set-up when it has its result"),
    UnderWay.MOTION: sentence("the machine is moving: wait until it rests, then open the set-up"),
}


def add_set_up_route(app: web.Application, service: TableService, begin: Callable[[], None] | None) -> None:
    """Add `POST /api/set_up/again`.

    Args:
        app: of the page.
        service: the table.
        begin: ends the table and has the set-up served in its place; None where nobody could.
    """

    async def again(_request: web.Request) -> web.StreamResponse:
        if begin is None:
            return refused("not_now", _NOBODY)
        if (why := under_way(service)) is not None:
            return refused("not_now", _NOT_NOW[why])
        try:
            begin()
        except UserError as error:
            return refused("not_now", error)
        return web.json_response({"ok": True}, headers=NO_STORE)

    app.router.add_post("/api/set_up/again", again)
