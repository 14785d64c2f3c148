"""Logging in over HTTP, and the check of each request's role (docs/access.md).

Rules this file keeps: the token is seen by the browser's cookie jar and by nobody else; scripts of the page never
have it. Cookies of plain HTTP and HTTPS, and of two tables on one computer, have different names.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from table_daemon.access.files import AccessFileError
from table_daemon.access.gatekeeper import Gatekeeper, TooManyTriesError, Visitor, WrongPasscodeError
from table_daemon.access.roles import role_of_route
from table_daemon.access.sessions import LASTS
from table_daemon.http.guard import NO_STORE, client_of, read_body, refused
from table_daemon.http.tls import Ways
from wire.commands.codec import decode_body
from wire.commands.refusals import CommandRefusedError
from wire.commands.roles import Role
from wire.messages import Json

_log = logging.getLogger(__name__)
_VISITOR: Final = web.RequestKey("visitor", Visitor)
LOGIN_CHALLENGE: Final = {"WWW-Authenticate": 'Bearer realm="jantaku"'}
_LOGIN_KEYS: Final = frozenset({"pin", "device"})


def visitor_of(request: web.Request) -> Visitor:
    """Who asks, as the middleware found out."""
    return request[_VISITOR]


def login_needed(role: Role) -> str:
    """The sentence of the error `login_needed`."""
    return f"this needs the role {role}: log in with its PIN"


def check_roles(desk: Gatekeeper, role_of: Callable[[str], Role] = role_of_route) -> Middleware:
    """The middleware: finds out who asks and refuses addresses that need a higher role.

    Args:
        desk: knows the PINs.
        role_of: the role that an address needs, by its pattern.
    """

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        scheme, _, key = request.headers.get("Authorization", "").partition(" ")
        visitor = desk.visitor(
            client_of(request),
            token=request.cookies.get(cookie_name(request), ""),
            key=key.strip() if scheme == "Bearer" else "",
        )
        request[_VISITOR] = visitor
        resource = request.match_info.route.resource
        needed = Role.VIEWER if resource is None else role_of(resource.canonical)
        if not visitor.role.covers(needed):
            _log.warning("%s was refused to %s: it needs the role %s", request.path[:80], visitor.origin, needed)
            return refused("login_needed", login_needed(needed), role=needed, headers=LOGIN_CHALLENGE)
        return await handler(request)

    return middleware


def cookie_name(request: web.Request) -> str:
    """The cookie of this table, this port and this way."""
    port = request.transport.get_extra_info("sockname")[1] if request.transport else 0
    return f"__Host-jantaku-{port}" if request.secure else f"jantaku-{port}"


def set_login_cookie(response: web.StreamResponse, request: web.Request, token: str, role: Role) -> None:
    """Let the browser that asked keep the token of its login."""
    response.set_cookie(
        cookie_name(request),
        token,
        max_age=int(LASTS[role].total_seconds()),
        path="/",
        secure=request.secure,
        httponly=True,
        samesite="Strict",
    )


class AccessRoutes:
    """The handlers of session, login and logout.

    Args:
        desk: of the table.
        ways: to the page: a browser that came without encryption is told of the other.
    """

    def __init__(self, desk: Gatekeeper, ways: Ways) -> None:
        self._desk = desk
        self._ways = ways

    async def session(self, request: web.Request) -> web.StreamResponse:
        """`GET /api/session`: what this browser may do."""
        return web.json_response(self._document(visitor_of(request)), headers=NO_STORE)

    async def login(self, request: web.Request) -> web.StreamResponse:
        """`POST /api/login` with `{"pin", "device"?}`: opens a session for the role whose PIN it is."""
        if not visitor_of(request).is_asked:
            return refused("not_now", "no PIN is set, so nobody needs to log in")
        try:
            pin, device = _login_fields(await read_body(request))
            token, visitor = await self._desk.login(pin, address=client_of(request), device=device)
        except CommandRefusedError as error:
            return refused(error.code, str(error))
        except WrongPasscodeError:
            return refused("wrong_pin", "this is no PIN of this table", headers=LOGIN_CHALLENGE)
        except TooManyTriesError as error:
            headers = {"Retry-After": str(error.retry_after_s)}
            return refused("too_many_tries", str(error), retry_after_s=error.retry_after_s, headers=headers)
        except AccessFileError as error:
            _log.error("a login of %s could not be kept: %s", client_of(request), error)
            return refused("internal", "the login could not be kept; see the daemon's log")
        response = web.json_response({"ok": True, **self._document(visitor)}, headers=NO_STORE)
        set_login_cookie(response, request, token, visitor.role)
        return response

    async def logout(self, request: web.Request) -> web.StreamResponse:
        """`POST /api/logout`: ends this browser's session."""
        name = cookie_name(request)
        try:
            await self._desk.logout(request.cookies.get(name, ""))
        except AccessFileError as error:  # it is over all the same, and this browser forgets it
            _log.error("a logout of %s could not be kept: %s", client_of(request), error)
        visitor = self._desk.visitor(client_of(request))
        response = web.json_response({"ok": True, **self._document(visitor)}, headers=NO_STORE)
        response.del_cookie(name, path="/", secure=request.secure, httponly=True, samesite="Strict")
        return response

    def _document(self, visitor: Visitor) -> Json:
        until = visitor.session.until if visitor.session else None
        return {
            "role": visitor.role,
            "is_asked": visitor.is_asked,
            "device": visitor.device,
            "until": until,
            "https_port": self._ways.https_port(),
        }


def _login_fields(payload: bytes) -> tuple[str, str]:
    """PIN and device name of a login.

    Raises:
        CommandRefusedError: no JSON object, an unknown key, or no text.
    """
    body = decode_body(payload)
    if unknown := sorted(set(body) - _LOGIN_KEYS):
        raise CommandRefusedError("bad_data", f"unknown key {unknown[0][:40]!r}; expected {sorted(_LOGIN_KEYS)}")
    pin, device = body.get("pin"), body.get("device", "")
    if not isinstance(pin, str) or not isinstance(device, str):
        raise CommandRefusedError("bad_data", "pin and device must be texts")
    return pin, device
