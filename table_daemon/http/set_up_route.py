"""The way from a running table back into its set-up (docs/first_start.md).

Rules this file keeps: no deal is cut short for it, and nothing that moves.
"""

from __future__ import annotations

from collections.abc import Callable

from aiohttp import web

from table_daemon.errors import UserError
from table_daemon.http.guard import NO_STORE, refused
from table_daemon.service import TableService

_AT_REST = frozenset(
    {"idle", "ready", "in_play", "waiting", "faulted", "offline", "refused", "exchange", "maintenance"}
)
"""States of the machine in which nothing moves (`firmware_bridge.cycle.State`)."""


def add_set_up_route(app: web.Application, service: TableService, begin: Callable[[], None] | None) -> None:
    """Add `POST /api/set_up/again`.

    Args:
        app: of the page.
        service: the table.
        begin: ends the table and has the set-up served in its place; None where nobody could.
    """

    async def again(_request: web.Request) -> web.StreamResponse:
        states = [said.payload["data"] for said in service.retained() if said.topic == "state"]
        why = next(map(_why_not, states), "the table has not started yet: ask again") if begin else _NOBODY
        if why or begin is None:
            return refused("not_now", why)
        try:
            begin()
        except UserError as error:
            return refused("not_now", str(error))
        return web.json_response({"ok": True}, headers=NO_STORE)

    app.router.add_post("/api/set_up/again", again)


_NOBODY = "this page has no set-up: run the table by jantaku run"


def _why_not(state: dict[str, object]) -> str:
    if state["phase"] in ("play", "machine"):
        return "a deal is being played: open the set-up when it has its result"
    machine = state["machine"]
    if isinstance(machine, dict) and machine["state"] not in _AT_REST:
        return "the machine is moving: wait until it rests, then open the set-up"
    return ""
