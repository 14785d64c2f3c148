"""The server of one table's page: it listens, with and without encryption, until it is stopped.

Rules this file keeps: nothing is decided here; every document and every answer is the service's.
"""

from __future__ import annotations

import asyncio
import errno
import ssl
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from aiohttp import web

from mahjong_rules.told import sentence
from table_daemon.access.gatekeeper import Gatekeeper
from table_daemon.access.tls_folder import TlsFolder
from table_daemon.http.games import add_game_routes
from table_daemon.http.house_rules import add_house_rules_routes
from table_daemon.http.people import add_people_routes
from table_daemon.http.routes import make_app
from table_daemon.http.settings import HttpSettings
from table_daemon.http.stream import HEARTBEAT_S
from table_daemon.http.tls import Encryption, Ways
from table_daemon.http.upkeep import Upkeep, add_upkeep_routes
from table_daemon.library.library import Library
from table_daemon.rules.house_rules import HouseRulesFile
from table_daemon.service import TableService

# Event streams never end by themselves: so long they may keep the daemon from ending. Chosen.
_STOP_TIMEOUT_S: Final = 2.0
_IDLE_S: Final = 75.0
"""A connection on which nothing is asked is closed after so long."""


class HttpError(Exception):
    """The server cannot start; the text is one sentence for a person."""


def _utc_now() -> datetime:
    return datetime.now(UTC)


class HttpServer:
    """Serves one table. `start` and `stop` run on the daemon's event loop.

    Args:
        service: the daemon.
        settings: where.
        access: who may do what; without it, on loopback only, everybody may do everything.
        tls: the table's certificates; once there is one for the page it is also served by HTTPS.
        library: the games that were played.
        house_rules: what people play by, under names.
        upkeep: backups, updates and the way into the set-up.
        now: wall time.
        heartbeat_s: between two heartbeats of the event stream.

    Raises:
        ValueError: `settings` open the page to the network without `access`.
    """

    def __init__(  # noqa: PLR0913 - what the page is made of, by name
        self,
        service: TableService,
        settings: HttpSettings,
        *,
        access: Gatekeeper | None = None,
        tls: TlsFolder | None = None,
        library: Library | None = None,
        house_rules: HouseRulesFile | None = None,
        upkeep: Upkeep | None = None,
        now: Callable[[], datetime] = _utc_now,
        heartbeat_s: float = HEARTBEAT_S,
    ) -> None:
        self._settings = settings
        self._tls = tls
        self._now = now
        self._encryption: Encryption | None = None
        self._renewing: asyncio.Task[None] | None = None
        ways = Ways(tls, lambda: self.https_port)
        app = make_app(service, settings, access=access, ways=ways, now=now, heartbeat_s=heartbeat_s)
        add_game_routes(app, library)
        add_people_routes(app, library, service)
        add_house_rules_routes(app, house_rules)
        add_upkeep_routes(app, upkeep or Upkeep(), service)
        self._runner = web.AppRunner(
            app,
            access_log=None,
            keepalive_timeout=_IDLE_S,
            shutdown_timeout=_STOP_TIMEOUT_S,
        )

    async def start(self) -> None:
        """Listen.

        Raises:
            HttpError: a port is taken or the address is not one of this machine's.
            TlsError: the certificate cannot be used.
        """
        await self._runner.setup()
        try:
            await self._listen("http.port", self._settings.port)
            if self._tls is not None and self._tls.is_made:
                self._encryption = Encryption(self._tls, self._now)
                await self._listen("http.https_port", self._settings.https_port, self._encryption.context)
                self._renewing = asyncio.create_task(self._encryption.run(), name="certificate")
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """Close every connection and release the ports."""
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.gather(self._renewing, return_exceptions=True)
        await self._runner.cleanup()

    async def _listen(self, setting: str, port: int, context: ssl.SSLContext | None = None) -> None:
        try:
            await web.TCPSite(self._runner, self._settings.host, port, ssl_context=context).start()
        except OSError as error:
            raise HttpError(why_no_page(f"{self._settings.host}:{port}", setting, error)) from error

    @property
    def port(self) -> int:
        """The port in use, also when the settings asked for any."""
        addresses = self._runner.addresses
        return int(addresses[0][1]) if addresses else self._settings.port

    @property
    def url(self) -> str:
        """The page's address for a browser on this machine."""
        return f"http://{self._own_host}:{self.port}/"

    @property
    def https_port(self) -> int | None:
        """The port of HTTPS, None while it is not served."""
        if self._encryption is None:
            return None
        return int(self._runner.addresses[-1][1])

    @property
    def https_url(self) -> str:
        """The encrypted page's address for a browser on this machine, "" while it is not served."""
        port = self.https_port
        return "" if port is None else f"https://{self._own_host}:{port}/"

    @property
    def _own_host(self) -> str:
        host = self._settings.host
        return "127.0.0.1" if host in ("0.0.0.0", "", "::") else host  # noqa: S104 - compared, not bound


def why_no_page(place: str, setting: str, error: OSError) -> str:
    """Why nothing can listen at an address and port, and what to do."""
    if error.errno == errno.EADDRINUSE:
        return sentence(
            "the page cannot be served at {place}, another program uses that port; choose another with {setting}",
            place=place,
            setting=setting,
        )
    if error.errno == errno.EACCES:
        return sentence(
            "the page cannot be served at {place} without root; choose a port above 1023 with {setting}",
            place=place,
            setting=setting,
        )
    return sentence(
        "the page cannot be served at {place} ({why}); set http.host to an address of this machine",
        place=place,
        why=error.strerror or error,
    )
