"""HTTPS with the table's own certificate: the context, the certificate to trust, and renewing in time."""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Callable
from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler

from table_daemon.access.files import AccessFileError
from table_daemon.access.tls_folder import TlsError, TlsFolder, TlsReport

_log = logging.getLogger(__name__)
# A Pi without a clock battery hears the right time within a minute or two of its start: the next look finds a
# certificate of the wrong time. It costs two small files. Chosen.
_LOOK_S: Final = 60.0
AUTHORITY_TYPE: Final = "application/x-x509-ca-cert"


class Encryption:
    """The certificate in use.

    Args:
        folder: of the table's certificates; there is one for the page.
        now: wall time with time zone.

    Raises:
        TlsError: the certificate cannot be used.
    """

    def __init__(self, folder: TlsFolder, now: Callable[[], datetime]) -> None:
        self._folder = folder
        self._now = now
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self._stamp: tuple[int, int, int] | None = None
        self._told = ""
        self.update()

    def update(self) -> None:
        """Renew the certificate when it is due, and use the newest: the daemon's, or one of `jantaku https`.

        Raises:
            TlsError: the certificate cannot be used.
        """
        report = self._folder.report(self._now())
        if report.authority_is_wrong:
            self._replace_authority(report)
        elif report.is_due:
            self._renew(report)
        if self._folder.stamp != self._stamp:
            self._folder.load_into(self.context)
            self._stamp = self._folder.stamp

    def _replace_authority(self, report: TlsReport) -> None:
        """A new authority costs every device a visit: it waits for a clock that is known to be right."""
        now, since = self._now(), report.authority_since.date()
        if not self._folder.is_clock_set():
            self._tell(
                f"the table's authority begins on {since} and the clock says {now.date()}, which nobody has confirmed:"
                " connect the table to a network with the time, or set the clock and say `jantaku https"
                " --new-authority`"
            )
            return
        try:
            self._folder.renew(now, anew=True)
        except (TlsError, AccessFileError) as error:
            self._tell(f"the table's authority begins on {since} and was not made anew: {error}")
        else:
            self._tell(
                f"the table's authority was made while the clock was wrong ({since}) and is made anew: every device has"
                " to install it again from /ca.crt (`jantaku https --show` says how)"
            )

    def _renew(self, report: TlsReport) -> None:
        until = report.until.date()
        try:
            self._folder.renew(self._now())
        except (TlsError, AccessFileError) as error:
            self._tell(f"the page's certificate ends on {until} and was not renewed: {error}")
        else:
            self._tell(f"the page's certificate, which ends on {until}, was renewed")

    def _tell(self, sentence: str) -> None:
        """Warn once: a look comes every minute."""
        if sentence != self._told:
            _log.warning("%s", sentence)
        self._told = sentence

    async def run(self) -> None:
        """Look every minute until cancelled."""
        while True:
            await asyncio.sleep(_LOOK_S)
            try:
                self.update()
            except TlsError as error:
                self._tell(f"the certificate in use stays: {error}")


class Ways:
    """The ways to the page: plain, encrypted, and the certificate to trust.

    Args:
        folder: of the table's certificates, None without one.
        https_port: where the page is served encrypted, None while it is not.
    """

    def __init__(self, folder: TlsFolder | None, https_port: Callable[[], int | None]) -> None:
        self._folder = folder
        self.https_port = https_port

    async def authority(self, _request: web.Request) -> web.StreamResponse:
        """`GET /ca.crt`, also over plain HTTP: it is public, and the first thing that a device needs."""
        pem = self._folder.authority_pem() if self._folder else ""
        if not pem:
            raise web.HTTPNotFound(text="the table has no certificate of its own: `jantaku https` makes one")
        headers = {"Content-Disposition": 'attachment; filename="jantaku-ca.crt"', "Cache-Control": "no-store"}
        return web.Response(text=pem, content_type=AUTHORITY_TYPE, headers=headers)

    def encrypted_first(self, handler: Handler) -> Handler:
        """`handler`, for those who came by HTTPS; the others are sent there while it is served.

        A browser on the table's own computer is not: nobody reads along there, and it need not trust anything.
        """

        async def redirecting(request: web.Request) -> web.StreamResponse:
            port = self.https_port()
            if port is not None and not request.secure and not _is_own_computer(request):
                raise web.HTTPTemporaryRedirect(encrypted_address(request, port))
            return await handler(request)

        return redirecting


def _is_own_computer(request: web.Request) -> bool:
    return urlsplit(f"//{request.host}").hostname in ("127.0.0.1", "::1", "localhost")


def encrypted_address(request: web.Request, port: int) -> str:
    """Where a request for a page should have gone, encrypted: the same name and path at `port`."""
    host = urlsplit(f"//{request.host}").hostname or "localhost"
    name = f"[{host}]" if ":" in host else host
    return f"https://{name}:{port}{request.rel_url}"
