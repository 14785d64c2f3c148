"""Who may set a table up.

Rules this file keeps: PINs decide once there are any; before, a page that the network reaches is the first comer's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from table_daemon.access.gatekeeper import Gatekeeper
from table_daemon.http.access import cookie_name, visitor_of
from table_daemon.http.guard import client_of, refused
from table_daemon.setting_up.first_comer import FirstComer, is_at_home
from wire.commands.roles import Role

_OPEN: Final = frozenset({"/", "/static/{name}", "/service_worker.js", "/api/shell", "/healthz", "/api/session"})
"""Addresses that say nothing of the table."""
_DOORS: Final = frozenset({"/api/login", "/api/logout", "/api/set_up/come"})
"""Addresses by which somebody comes in."""


@dataclass(frozen=True)
class SetUpDesk:
    """Who may set up.

    Attributes:
        gatekeeper: of the PINs.
        first: who came before there were any.
        is_public: whether other computers reach the page.
    """

    gatekeeper: Gatekeeper
    first: FirstComer
    is_public: bool

    def why_not(self, request: web.Request) -> str:
        """Which door this request needs: "login_needed", "set_up_taken", "not_home", or "" for none."""
        visitor = visitor_of(request)
        if visitor.is_asked:
            return "" if visitor.role.covers(Role.ADMIN) else "login_needed"
        if not self.is_public:
            return ""
        if not is_at_home(client_of(request)):
            return "not_home"
        return "" if self.first.admits(request.cookies.get(comer_cookie(request), "")) else "set_up_taken"


_SENTENCES: Final = {
    "login_needed": "this needs the role admin: log in with its PIN",
    "set_up_taken": "another browser sets this table up: type the code that it shows, or that the daemon's log says",
    "not_home": "a new table is set up from its own network only: open the page with a device of your home",
}


def shut(why: str) -> web.Response:
    """The answer to whom `SetUpDesk.why_not` refuses."""
    if why == "login_needed":
        return refused(why, _SENTENCES[why], role=Role.ADMIN)
    return refused(why, _SENTENCES[why], status=web.HTTPForbidden.status_code)


def viewer_everywhere(_canonical: str) -> Role:
    """No address of the set-up needs a role of its own: `SetUpDesk` decides."""
    return Role.VIEWER


def admit(desk: SetUpDesk) -> Middleware:
    """The middleware: refuses who may not set up."""

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        resource = request.match_info.route.resource
        address = "" if resource is None else resource.canonical
        why = "" if address in _OPEN or address in _DOORS else desk.why_not(request)
        return shut(why) if why else await handler(request)

    return middleware


def comer_cookie(request: web.Request) -> str:
    """The cookie of a browser that came before there were PINs."""
    return f"{cookie_name(request)}-first"
