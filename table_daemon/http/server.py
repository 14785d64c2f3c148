"""The tablet page and its interface over HTTP: docs/mqtt.md.

Rules this file keeps: nothing is decided here; every document and every answer is the service's.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from aiohttp import web

import tablet_page
from table_daemon.access.gatekeeper import Gatekeeper
from table_daemon.access.tls_folder import TlsFolder
from table_daemon.http.access import LOGIN_CHALLENGE, AccessRoutes, check_roles, login_needed, visitor_of
from table_daemon.http.calibration import CalibrationChecks
from table_daemon.http.camera_stream import CameraStreams
from table_daemon.http.guard import NO_STORE, STATUS_BY_CODE, add_security_headers, guard, read_body, refused
from table_daemon.http.settings import HttpSettings
from table_daemon.http.snapshot import Snapshots
from table_daemon.http.static import PageFiles
from table_daemon.http.stream import HEARTBEAT_S, serve_events
from table_daemon.http.tls import Encryption, Ways
from table_daemon.received_commands import carry_out
from table_daemon.service import TableService
from wire.commands.codec import INTERNAL_MESSAGE, MAX_COMMAND_BYTES, ReceivedCommand, answer_json, decode_body, receive
from wire.commands.refusals import CommandRefusedError
from wire.commands.roles import Role
from wire.messages import Answer

_log = logging.getLogger(__name__)
STATIC_FOLDER: Final = Path(tablet_page.__file__).parent / "static"
_MAX_STREAMS: Final = 256
"""Browsers that watch at once; a tablet has one stream, each of its tabs another."""
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
        now: wall time.
        heartbeat_s: between two heartbeats of the event stream.

    Raises:
        ValueError: `settings` open the page to the network without `access`.
    """

    def __init__(
        self,
        service: TableService,
        settings: HttpSettings,
        *,
        access: Gatekeeper | None = None,
        tls: TlsFolder | None = None,
        now: Callable[[], datetime] = _utc_now,
        heartbeat_s: float = HEARTBEAT_S,
    ) -> None:
        self._settings = settings
        self._tls = tls
        self._now = now
        self._encryption: Encryption | None = None
        self._renewing: asyncio.Task[None] | None = None
        ways = Ways(tls, lambda: self.https_port)
        self._runner = web.AppRunner(
            make_app(service, settings, access=access, ways=ways, now=now, heartbeat_s=heartbeat_s),
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
            raise HttpError(_why_not(f"{self._settings.host}:{port}", setting, error)) from error

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


def make_app(
    service: TableService,
    settings: HttpSettings,
    *,
    access: Gatekeeper | None = None,
    ways: Ways | None = None,
    now: Callable[[], datetime] = _utc_now,
    heartbeat_s: float = HEARTBEAT_S,
) -> web.Application:
    """The aiohttp application of one table; arguments as for `HttpServer`, `ways` are those to the page."""
    if access is None:
        if settings.is_public:
            raise ValueError("a page that other computers reach needs an Gatekeeper")
        access = Gatekeeper.without_pins(now=now, clock=time.monotonic)
    ways = ways or Ways(None, lambda: None)
    routes, door, files = _Routes(service, now, heartbeat_s), AccessRoutes(access, ways), PageFiles(STATIC_FOLDER)
    app = web.Application(
        middlewares=[guard(frozenset(settings.hostnames)), check_roles(access)], client_max_size=MAX_COMMAND_BYTES
    )
    app.on_response_prepare.append(add_security_headers)
    app.on_shutdown.append(routes.end_streams)
    app.router.add_get("/", ways.encrypted_first(files.page) if settings.https_redirect else files.page)
    app.router.add_get("/static/{name:.+}", files.file)
    app.router.add_get("/service_worker.js", files.worker)
    app.router.add_get("/api/shell", files.shell)
    app.router.add_get("/ca.crt", ways.authority)
    app.router.add_get("/api/documents", routes.documents)
    app.router.add_get("/api/events", routes.events)
    app.router.add_post("/api/cmd/{name}", routes.command)
    app.router.add_get("/camera/snapshot.jpg", routes.snapshot)
    app.router.add_get("/camera/stream.mjpg", routes.camera_stream)
    app.router.add_get("/camera/question/{question}.jpg", routes.question)
    app.router.add_get("/api/calibration", routes.calibration.figures)
    app.router.add_get("/camera/calibration.jpg", routes.calibration.picture)
    app.router.add_get("/camera/lens.jpg", routes.calibration.lens)
    app.router.add_get("/camera/layout.jpg", routes.calibration.layout)
    app.router.add_get("/api/session", door.session)
    app.router.add_post("/api/login", door.login)
    app.router.add_post("/api/logout", door.logout)
    app.router.add_get("/healthz", routes.health)
    return app


class _Routes:
    """The handlers of one table."""

    def __init__(self, service: TableService, now: Callable[[], datetime], heartbeat_s: float) -> None:
        self._service = service
        self._now = now
        self._heartbeat_s = heartbeat_s
        self._streams: set[asyncio.Task[object]] = set()
        self._snapshots = Snapshots(service, _loop_time_s)
        self._camera_streams = CameraStreams(self._snapshots, _loop_time_s)
        self.calibration = CalibrationChecks(service, _loop_time_s)

    async def documents(self, _request: web.Request) -> web.StreamResponse:
        documents = {envelope.topic: envelope.payload for envelope in self._service.retained()}
        return web.json_response(documents, headers=NO_STORE)

    async def events(self, request: web.Request) -> web.StreamResponse:
        if len(self._streams) >= _MAX_STREAMS:
            return refused("not_now", f"{_MAX_STREAMS} pages watch this table already; close some", status=503)
        with self._endable():
            return await serve_events(request, self._service, self._now, heartbeat_s=self._heartbeat_s)

    async def camera_stream(self, request: web.Request) -> web.StreamResponse:
        with self._endable():
            return await self._camera_streams.stream(request)

    @contextmanager
    def _endable(self) -> Iterator[None]:
        """Have `end_streams` end the task of this request."""
        task = asyncio.current_task()
        assert task is not None
        self._streams.add(task)
        try:
            yield
        finally:
            self._streams.discard(task)

    async def end_streams(self, _app: web.Application) -> None:
        """Signal handler for `on_shutdown`: a stream would otherwise hold the server open."""
        for task in tuple(self._streams):
            task.cancel()

    async def command(self, request: web.Request) -> web.StreamResponse:
        try:
            received = await self._receive(request)
        except CommandRefusedError as error:
            visitor, name = visitor_of(request), request.match_info["name"]
            _log.warning("command %.40r of %s refused (%s): %s", name, visitor.origin, error.code, error)
            return _answered(error.answer(self._newest_seq()), "")
        if not visitor_of(request).role.covers(received.role):
            said = (received.name, received.origin, received.role)
            _log.warning("command %s of %s refused: it needs the role %s", *said)
            answer = Answer(False, self._newest_seq(), "login_needed", login_needed(received.role))
            return _answered(answer, received.id, role=received.role)
        answer = await self._answer_to(received)
        if not answer.ok and not received.is_rehearsal:
            refusal = (received.name, received.origin, answer.error_code, answer.message)
            _log.warning("command %s of %s refused (%s): %.300s", *refusal)
        return _answered(answer, received.id)

    async def _receive(self, request: web.Request) -> ReceivedCommand:
        body = decode_body(await read_body(request))
        origin = visitor_of(request).origin
        return receive(request.match_info["name"], body, origin=origin, now=self._now())

    async def _answer_to(self, received: ReceivedCommand) -> Answer:
        try:
            return await carry_out(self._service, received)
        except CommandRefusedError as error:
            return error.answer(self._newest_seq())
        except Exception:  # noqa: BLE001 - whoever asked gets an answer, whatever went wrong
            _log.exception("command %s failed", received.name)
            return Answer(ok=False, seq=self._newest_seq(), error_code="internal", message=INTERNAL_MESSAGE)

    async def snapshot(self, request: web.Request) -> web.StreamResponse:
        picture = await self._snapshots.jpeg(overlay=request.query.get("overlay") == "1")
        if picture is None:
            raise web.HTTPServiceUnavailable(text="the camera has given no picture yet")
        return web.Response(body=picture, content_type="image/jpeg", headers=NO_STORE)

    async def question(self, request: web.Request) -> web.StreamResponse:
        """What an open question is about; in memory only while it is open."""
        picture = self._service.question_jpeg(request.match_info["question"])
        if picture is None:
            raise web.HTTPNotFound(text="there is no picture of an open question by this name")
        return web.Response(body=picture, content_type="image/jpeg", headers=NO_STORE)

    async def health(self, _request: web.Request) -> web.StreamResponse:
        return web.json_response({"ok": True, "seq": self._newest_seq()}, headers=NO_STORE)

    def _newest_seq(self) -> int:
        return max((int(envelope.payload.get("seq", 0)) for envelope in self._service.retained()), default=0)


def _loop_time_s() -> float:
    return asyncio.get_running_loop().time()


def _answered(answer: Answer, command_id: str, *, role: Role | None = None) -> web.Response:
    """An answer with its status; `role` is the one that a refused command needs."""
    status = 200 if answer.ok else STATUS_BY_CODE.get(answer.error_code, 500)
    document = answer_json(answer, command_id)
    if role is not None:
        document["error"]["role"] = role
    return web.json_response(document, status=status, headers=LOGIN_CHALLENGE if role else None)


def _why_not(place: str, setting: str, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"the page cannot be served at {place}, another program uses that port; choose another with {setting}"
    if error.errno == errno.EACCES:
        return f"the page cannot be served at {place} without root; choose a port above 1023 with {setting}"
    return (
        f"the page cannot be served at {place} ({error.strerror or error}); set http.host to an address of this machine"
    )
