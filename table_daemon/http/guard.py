"""What the HTTP server refuses and the headers it adds: a table on a home network is reachable by every web page
that a player opens, so requests made by other sites must not steer it.

Rules this file keeps: pure predicates and one middleware; no path lets a cross-site POST through; every refusal is
logged and is a JSON answer with a code of docs/mqtt.md.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from mahjong_rules.told import Told, said_by
from table_daemon.http.nothing_here import nothing_here, wants_page
from wire.commands.refusals import CommandRefusedError
from wire.words import words_document

_log = logging.getLogger(__name__)
BODY_WITHIN_S: Final = 10.0
"""A body that is not whole after so long is given up; a command has at most 16 KiB."""
NO_STORE: Final = {"Cache-Control": "no-store"}
STATUS_BY_CODE: Final[Mapping[str, int]] = {
    "bad_data": 400,
    "login_needed": 401,
    "wrong_pin": 401,
    "forbidden": 403,
    "unknown_command": 404,
    "not_found": 404,
    "too_slow": 408,
    "stale": 409,
    "not_now": 409,
    "expired": 409,
    "conflict": 409,
    "too_large": 413,
    "too_many_tries": 429,
}
"""The status of an answer by its error's code; 500 for the others."""
SECURITY_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "font-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_LOCAL_SUFFIXES: Final = (".local", ".lan", ".home.arpa", ".internal", ".localhost")


def is_own_host(host_header: str, names: frozenset[str]) -> bool:
    """True when the Host header can only mean this table: an address, a local name or one of `names`.

    A foreign name that was made to point here (DNS rebinding) is refused.
    """
    name = urlsplit(f"//{host_header}").hostname or ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return bool(name) and ("." not in name or name.endswith(_LOCAL_SUFFIXES) or name in names)
    return True


def is_same_origin(origin: str | None, fetch_site: str | None, host_header: str) -> bool:
    """True when a request was made by our own page or by a program that is no browser.

    Args:
        origin: the Origin header, None when absent.
        fetch_site: the Sec-Fetch-Site header, None when absent.
        host_header: the Host header.
    """
    if fetch_site is not None and fetch_site not in ("same-origin", "none"):
        return False
    return origin is None or urlsplit(origin).netloc == host_header


def guard(names: frozenset[str]) -> Middleware:
    """The middleware: refuses foreign hosts and cross-site writes, adds the headers to every other response."""

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        problem = _why_not(request, names)
        if problem:
            _log.warning("%s %s from %s refused: %s", request.method, request.path[:80], client_of(request), problem)
            return refused("forbidden", problem)
        try:
            return await handler(request)
        except web.HTTPMethodNotAllowed as error:
            takes = ", ".join(sorted(error.allowed_methods))
            problem = f"this address takes {takes}, not {error.method[:20]}: send it so"
            return _not_found(request, problem, status=error.status, headers={"Allow": takes})
        except web.HTTPNotFound as error:
            answer = _not_found(request, _what_is_missing(error), status=error.status)
            return nothing_here(request) if wants_page(request) else answer

    return middleware


def _what_is_missing(error: web.HTTPNotFound) -> str:
    """What a handler said; where none was found aiohttp says its status alone."""
    said = (error.text or "").partition(": ")
    return "there is nothing at this address" if said[0] == str(error.status) else str(error.text)


def _not_found(
    request: web.Request, problem: str, *, status: int, headers: Mapping[str, str] | None = None
) -> web.StreamResponse:
    """There is nothing at this address, or nothing to be done with it; what was asked for is logged as it came."""
    _log.warning("%s %.80r from %s refused: %s", request.method, request.raw_path, client_of(request), problem)
    return refused("not_found", problem, status=status, headers=headers)


def _why_not(request: web.Request, names: frozenset[str]) -> str:
    """Why a request is refused before anybody looks at it, "" when it is not."""
    host = request.headers.get("Host", "")
    if not is_own_host(host, names):
        return f"the name {host[:80]!r} does not belong to the table; add it to http.hostnames"
    is_write = request.method not in ("GET", "HEAD")
    origin = request.headers.get("Origin")
    if is_write and not is_same_origin(origin, request.headers.get("Sec-Fetch-Site"), host):
        return "commands are accepted from the table's own page only"
    return ""


def client_of(request: web.Request) -> str:
    """The address that asks. Headers of proxies are not believed: anybody can write them."""
    return request.remote or "unknown"


async def read_body(request: web.Request) -> bytes:
    """The whole body of a JSON request.

    Raises:
        CommandRefusedError: another content type or compressed (`bad_data`), too large (`too_large`), or not whole
            after `BODY_WITHIN_S` (`too_slow`).
    """
    if request.content_type != "application/json":
        raise CommandRefusedError("bad_data", "send it with Content-Type: application/json")
    if request.headers.get("Content-Encoding", "identity") != "identity":
        # A few bytes may unpack to gigabytes, and what unpacks to nothing would end in an error of ours.
        raise CommandRefusedError("bad_data", "send it as it is, without Content-Encoding: a command is short")
    try:
        async with asyncio.timeout(BODY_WITHIN_S):
            return await request.read()
    except web.HTTPRequestEntityTooLarge as error:
        raise CommandRefusedError("too_large", "the body is larger than any command; nothing was done") from error
    except TimeoutError as error:
        problem = f"the body was not whole after {BODY_WITHIN_S:.0f} s; nothing was done"
        raise CommandRefusedError("too_slow", problem) from error


def refused(
    code: str,
    message: str | Exception,
    *,
    status: int | None = None,
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> web.Response:
    """A refusal as a command's answer has it (docs/mqtt.md).

    Args:
        code: of the error.
        message: of the error, or what says it; a `Told` is said in words, too.
        status: another one than the code's own.
        headers: besides the usual ones.
        more: stands beside the error's code and message.
    """
    sentence = said_by(message) if isinstance(message, Exception) else message
    error = {"code": code, "message": str(sentence), **more}
    if isinstance(sentence, Told):
        error["words"] = words_document(sentence)
    answer = {"id": "", "ok": False, "seq": 0, "error": error}
    return web.json_response(
        answer, status=status or STATUS_BY_CODE.get(code, 500), headers={**NO_STORE, **(headers or {})}
    )


async def add_security_headers(_request: web.Request, response: web.StreamResponse) -> None:
    """Signal handler for `on_response_prepare`: also reaches errors and streams."""
    response.headers.update(SECURITY_HEADERS)
    response.headers.setdefault("Cache-Control", "no-cache")
    del response.headers["Server"]
