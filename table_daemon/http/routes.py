"""Which address of the page leads where: documents, events, commands, pictures, logging in (docs/mqtt.md)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from aiohttp import web

import tablet_page
from table_daemon.access.gatekeeper import Gatekeeper
from table_daemon.http.access import AccessRoutes, check_roles
from table_daemon.http.calibration import CalibrationChecks
from table_daemon.http.camera_stream import CameraStreams
from table_daemon.http.command_route import CommandRoute, newest_seq
from table_daemon.http.guard import NO_STORE, add_security_headers, guard, refused
from table_daemon.http.screens import ScreenRoutes
from table_daemon.http.settings import HttpSettings
from table_daemon.http.snapshot import Snapshots
from table_daemon.http.static import PageFiles
from table_daemon.http.stream import HEARTBEAT_S, serve_events
from table_daemon.http.tls import Ways
from table_daemon.service import TableService
from wire.commands.codec import MAX_COMMAND_BYTES

STATIC_FOLDER: Final = Path(tablet_page.__file__).parent / "static"
_MAX_STREAMS: Final = 256
"""Browsers that watch at once; a tablet has one stream, each of its tabs another."""


def _utc_now() -> datetime:
    return datetime.now(UTC)


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
    app.router.add_post("/api/cmd/{name}", CommandRoute(service, now, access.clock).command)
    app.router.add_get("/camera/snapshot.jpg", routes.snapshot)
    app.router.add_get("/camera/stream.mjpg", routes.camera_stream)
    app.router.add_get("/camera/question/{question}.jpg", routes.question)
    app.router.add_get("/api/calibration", routes.calibration.figures)
    app.router.add_get("/camera/calibration.jpg", routes.calibration.picture)
    app.router.add_get("/camera/lens.jpg", routes.calibration.lens)
    app.router.add_get("/camera/layout.jpg", routes.calibration.layout)
    app.router.add_get("/camera/played/{set}/{lesson}.jpg", routes.calibration.played)
    app.router.add_get("/api/session", door.session)
    app.router.add_post("/api/login", door.login)
    app.router.add_post("/api/logout", door.logout)
    screens = ScreenRoutes(settings)
    app.router.add_get("/api/screens", screens.address)
    app.router.add_get("/screens/{view}.svg", screens.picture)
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
        documents = {said.topic: said.payload for said in self._service.retained()}
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
        return web.json_response({"ok": True, "seq": newest_seq(self._service)}, headers=NO_STORE)


def _loop_time_s() -> float:
    return asyncio.get_running_loop().time()
