"""People and their careers, for a browser: read, and changed by whoever has the table's PIN.

Rules this file keeps: nothing of it is announced; a name reaches only the screen that asked.
"""

from __future__ import annotations

import logging
import re
from typing import Any, Final

from aiohttp import web

from table_daemon.errors import UserError
from table_daemon.http.access import visitor_of
from table_daemon.http.games import NO_LIBRARY, packed
from table_daemon.http.guard import NO_STORE, read_body, refused
from table_daemon.library.careers import Period
from table_daemon.library.library import Library
from table_daemon.library.people import career, carry_out, people_list, people_table
from table_daemon.service import TableService
from wire.commands.codec import decode_body
from wire.commands.refusals import CommandRefusedError, bad_data
from wire.commands.wishes import wish_of
from wire.people_documents import PEOPLE_WISHES

_log = logging.getLogger(__name__)
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{3})?)?Z)?")
_LONGEST_RULES: Final = 64
"""Characters of a preset's name, as in `wire.commands.fields`."""


def add_people_routes(app: web.Application, library: Library | None, service: TableService) -> None:
    """Add what lies below `/api/people`; without a library nobody has a card, and nobody can get one."""
    routes = PeopleRoutes(library, service)
    app.router.add_get("/api/people", routes.people)
    app.router.add_post("/api/people", routes.wish)
    app.router.add_get("/api/people/table", routes.table)
    app.router.add_get("/api/people/{person}", routes.career)


class PeopleRoutes:
    """The handlers below `/api/people`."""

    def __init__(self, library: Library | None, service: TableService) -> None:
        self._library = library
        self._service = service

    async def people(self, _request: web.Request) -> web.StreamResponse:
        """`GET /api/people`: every card."""
        if self._library is None:
            return packed({"people": [], "last_game": [], "pending": 0})
        return await self._answer(people_list)

    async def table(self, request: web.Request) -> web.StreamResponse:
        """`GET /api/people/table?rules=&since=&until=`: everybody who played in a period."""
        try:
            period = _period(request)
        except CommandRefusedError as error:
            return refused(error.code, str(error))
        return await self._answer(people_table, period)

    async def career(self, request: web.Request) -> web.StreamResponse:
        """`GET /api/people/ID?rules=&since=&until=`: a person's games."""
        asked = request.match_info["person"]
        if not (asked.isascii() and asked.isdigit() and len(asked) <= len("999999999")):
            return refused("not_found", "there is no such person; look at the list of people")
        try:
            period = _period(request)
        except CommandRefusedError as error:
            return refused(error.code, str(error))
        return await self._answer(career, int(asked), period)

    async def wish(self, request: web.Request) -> web.StreamResponse:
        """`POST /api/people` with `{"action": "add" | "change" | "merge" | "remove", …}`."""
        try:
            wish = wish_of(PEOPLE_WISHES, decode_body(await read_body(request)), "people")
        except CommandRefusedError as error:
            return refused(error.code, str(error))
        answer = await self._answer(carry_out, wish, self._playing())
        if answer.status == web.HTTPOk.status_code:
            _log.info("people: %s by %s", wish.action, visitor_of(request).origin)  # the log keeps no names
        return answer

    def _playing(self) -> frozenset[str]:
        states = [said.payload["data"] for said in self._service.retained() if said.topic == "state"]
        return frozenset(name for state in states if state["phase"] not in ("idle", "over") for name in state["names"])

    async def _answer(self, ask: Any, *arguments: Any) -> web.Response:
        if self._library is None:
            return refused("not_found", NO_LIBRARY)
        try:
            document = await self._library.do(ask, *arguments)
        except UserError as error:
            return refused("not_now", error)
        return web.json_response({}, headers=NO_STORE) if document is None else packed(document)


def _period(request: web.Request) -> Period:
    """Raises CommandRefusedError."""
    query = request.query
    for key in ("since", "until"):
        if key in query and not _DAY.fullmatch(query[key]):
            raise bad_data(f"{key} must be a day such as 2026-11-22 or a time such as 2026-11-22T18:00Z")
    if len(query.get("rules", "")) > _LONGEST_RULES:
        raise bad_data(f"rules must be the name of a preset, of {_LONGEST_RULES} characters at most")
    return Period(query.get("rules") or None, query.get("since"), query.get("until"))
