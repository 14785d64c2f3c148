"""The addresses of the set-up page; nothing is decided here, and `set_up_desk` says who may ask."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from aiohttp.typedefs import Handler

from table_daemon.errors import UserError
from table_daemon.http.access import AccessRoutes, check_roles, set_login_cookie, visitor_of
from table_daemon.http.guard import NO_STORE, add_security_headers, client_of, guard, read_body, refused
from table_daemon.http.routes import STATIC_FOLDER
from table_daemon.http.screens import ScreenRoutes
from table_daemon.http.settings import HttpSettings
from table_daemon.http.static import PageFiles
from table_daemon.http.tls import Ways
from table_daemon.setting_up.set_up import SetUp
from table_daemon.setting_up.set_up_desk import SetUpDesk, admit, comer_cookie, shut, viewer_everywhere
from table_daemon.setting_up.set_up_view import marker_sheet, set_up_document
from wire.commands.codec import MAX_COMMAND_BYTES, decode_body
from wire.commands.refusals import CommandRefusedError
from wire.commands.wishes import wish_of
from wire.set_up_documents import SET_UP_WISHES, ChoosePins, FinishSetUp

_log = logging.getLogger(__name__)


def make_set_up_app(set_up: SetUp, http: HttpSettings, desk: SetUpDesk) -> web.Application:
    """The aiohttp application of one set-up."""
    files, door = PageFiles(STATIC_FOLDER), AccessRoutes(desk.gatekeeper, Ways(None, lambda: None))
    routes = _SetUpRoutes(set_up, desk, ScreenRoutes(http.model_copy(update={"host": "0.0.0.0"})))  # noqa: S104
    app = web.Application(
        middlewares=[guard(frozenset(http.hostnames)), check_roles(desk.gatekeeper, viewer_everywhere), admit(desk)],
        client_max_size=MAX_COMMAND_BYTES,
    )
    app.on_response_prepare.append(add_security_headers)
    app.router.add_get("/", routes.page(files))
    app.router.add_get("/static/{name:.+}", files.file)
    app.router.add_get("/service_worker.js", files.worker)
    app.router.add_get("/api/shell", files.shell)
    app.router.add_get("/api/session", door.session)
    app.router.add_post("/api/login", door.login)
    app.router.add_post("/api/logout", door.logout)
    app.router.add_get("/healthz", routes.health)
    app.router.add_post("/api/set_up/come", routes.come)
    app.router.add_get("/api/set_up", routes.document)
    app.router.add_post("/api/set_up", routes.wish)
    app.router.add_get("/api/set_up/markers.pdf", routes.sheet)
    app.router.add_get("/camera/set_up.jpg", routes.picture)
    app.router.add_get("/screens/{view}.svg", routes.screens.picture)
    return app


@dataclass
class _SetUpRoutes:
    """The handlers."""

    set_up: SetUp
    desk: SetUpDesk
    screens: ScreenRoutes
    _encoding: asyncio.Lock = field(default_factory=asyncio.Lock)

    def page(self, files: PageFiles) -> Handler:
        """`GET /`, which its address tells that this is a first start."""

        async def page(request: web.Request) -> web.StreamResponse:
            if request.query.get("view") != "set_up":
                raise web.HTTPFound(request.rel_url.update_query(view="set_up"))
            return await files.page(request)

        return page

    async def health(self, _request: web.Request) -> web.StreamResponse:
        """`GET /healthz`: no table, which has a `seq`."""
        return web.json_response({"ok": True, "setting_up": True}, headers=NO_STORE)

    async def come(self, request: web.Request) -> web.StreamResponse:
        """`POST /api/set_up/come` with `{"code"?}`: this browser wants the set-up."""
        why = self.desk.why_not(request)
        if why in ("", "login_needed", "not_home"):
            return web.json_response({"ok": True}) if not why else shut(why)
        try:
            code = decode_body(await read_body(request)).get("code", "")
        except CommandRefusedError as error:
            return refused(error.code, str(error))
        now_s = asyncio.get_running_loop().time()
        token = self.desk.first.come(client_of(request), code if isinstance(code, str) else "", now_s)
        if token is None:
            return shut(why)
        _log.warning(
            "%s sets the table up; another device goes on with the code %s", client_of(request), self.desk.first.code
        )
        response = web.json_response({"ok": True}, headers=NO_STORE)
        response.set_cookie(comer_cookie(request), token, path="/", httponly=True, samesite="Strict")
        return response

    async def document(self, request: web.Request) -> web.StreamResponse:
        """`GET /api/set_up`."""
        return web.json_response(self._document(request), headers=NO_STORE)

    async def wish(self, request: web.Request) -> web.StreamResponse:
        """`POST /api/set_up` with `{"action", …}`; answers with the document."""
        try:
            wish = wish_of(SET_UP_WISHES, decode_body(await read_body(request)), "set_up")
        except CommandRefusedError as error:
            return refused(error.code, str(error))
        try:
            await self.set_up.carry_out(wish)
        except UserError as error:
            return refused("not_now", error)
        if isinstance(wish, FinishSetUp):
            _log.warning("the set-up is over: the table starts with %s", self.set_up.place.file)
        response = web.json_response(self._document(request), headers=NO_STORE)
        if isinstance(wish, ChoosePins) and self.set_up.answers.tablets:
            token, visitor = await self.desk.gatekeeper.login(wish.admin.strip(), address=client_of(request), device="")
            set_login_cookie(response, request, token, visitor.role)
        return response

    async def picture(self, _request: web.Request) -> web.StreamResponse:
        """`GET /camera/set_up.jpg`: the newest picture, encoded one at a time."""
        camera = self.set_up.devices.camera
        async with self._encoding:
            jpeg = await asyncio.to_thread(camera.jpeg) if camera is not None else None
        if jpeg is None:
            raise web.HTTPNotFound(text="the camera has given no picture yet")
        return web.Response(body=jpeg, content_type="image/jpeg", headers=NO_STORE)

    async def sheet(self, _request: web.Request) -> web.StreamResponse:
        """`GET /api/set_up/markers.pdf`: the markers at true size, to be printed and cut out."""
        pdf = await asyncio.to_thread(marker_sheet, self.set_up)
        return web.Response(body=pdf, content_type="application/pdf", headers=NO_STORE)

    def _document(self, request: web.Request) -> Any:
        code = self.desk.first.code if self.desk.is_public and not visitor_of(request).is_asked else ""
        address = self.screens.address_for(request) or ""
        return set_up_document(self.set_up, address=address, code=code)
