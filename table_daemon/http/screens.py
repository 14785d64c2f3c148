"""The page on other screens: where they reach it, and that address as a picture for their cameras (QR code).

Rules this file keeps: an address is shown only where another device may open it; the way to the page, and what it
may do there, stay what they are (docs/access.md).
"""

from __future__ import annotations

from typing import Final

from aiohttp import web

from table_daemon.http.guard import NO_STORE
from table_daemon.http.home_addresses import home_addresses, is_of_this_computer
from table_daemon.http.qr_code import qr_svg
from table_daemon.http.settings import HttpSettings

VIEWS: Final = {"table": "/", "seat": "/?view=seat", "tv": "/?view=tv"}
"""What other screens are offered, by the name in the address of its picture."""


class ScreenRoutes:
    """The handlers for one page.

    Args:
        settings: where it listens.
    """

    def __init__(self, settings: HttpSettings) -> None:
        self._settings = settings

    async def address(self, request: web.Request) -> web.StreamResponse:
        """`GET /api/screens`: the address for other devices in this network, null while none reaches the page."""
        return web.json_response({"address": self.address_for(request), "views": list(VIEWS)}, headers=NO_STORE)

    async def picture(self, request: web.Request) -> web.StreamResponse:
        """`GET /screens/{view}.svg`: a view's address for a camera."""
        address, view = self.address_for(request), VIEWS.get(request.match_info["view"])
        if address is None or view is None:
            raise web.HTTPNotFound(text="there is no address of this view for other devices")
        return web.Response(text=qr_svg(address + view), content_type="image/svg+xml", headers=NO_STORE)

    def address_for(self, request: web.Request) -> str | None:
        """Where other devices open the page that this request came to; None while none reaches it."""
        if not self._settings.is_public:
            return None
        if not is_of_this_computer(request.url.host or ""):
            return str(request.url.origin())
        own = next(iter(home_addresses()), None)
        return None if own is None else str(request.url.origin().with_host(own))
