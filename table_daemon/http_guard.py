"""What the HTTP server refuses and the headers it adds: a table on a home network is reachable by every web page
that a player opens, so requests made by other sites must not steer it.

Rules this file keeps: pure predicates and one middleware; no path lets a cross-site POST through.
"""

from __future__ import annotations

import ipaddress
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

SECURITY_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
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
        host = request.headers.get("Host", "")
        if not is_own_host(host, names):
            raise web.HTTPForbidden(text="this name does not belong to the table; add it to http.hostnames")
        is_write = request.method not in ("GET", "HEAD")
        origin = request.headers.get("Origin")
        if is_write and not is_same_origin(origin, request.headers.get("Sec-Fetch-Site"), host):
            raise web.HTTPForbidden(text="commands are accepted from the table's own page only")
        return await handler(request)

    return middleware


async def add_security_headers(_request: web.Request, response: web.StreamResponse) -> None:
    """Signal handler for `on_response_prepare`: also reaches errors and streams."""
    response.headers.update(SECURITY_HEADERS)
    response.headers.setdefault("Cache-Control", "no-cache")
    del response.headers["Server"]
