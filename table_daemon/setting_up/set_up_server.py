"""Serves the set-up page, in the place of a table that is not there yet, until its settings are written."""

from __future__ import annotations

import asyncio
import itertools
import logging
import secrets
import time
from typing import Final

from aiohttp import web

from table_daemon.access.gatekeeper import Gatekeeper
from table_daemon.errors import UserError
from table_daemon.http.home_addresses import home_addresses
from table_daemon.http.server import why_no_page
from table_daemon.http.settings import HttpSettings
from table_daemon.run_end import RunEnd
from table_daemon.service_manager import ServiceManager
from table_daemon.setting_up.first_comer import FirstComer
from table_daemon.setting_up.set_up import SetUp
from table_daemon.setting_up.set_up_desk import SetUpDesk
from table_daemon.setting_up.set_up_routes import make_set_up_app
from table_daemon.setting_up.steps import SetUpPlace
from table_daemon.setting_up.this_computer import now_here, tools_here

_log = logging.getLogger(__name__)
_LAST_ANSWER_S: Final = 1.0
"""How long what the page still wants may take after its last answer. Chosen."""


async def serve(place: SetUpPlace, manager: ServiceManager) -> bool:
    """Serve the page until the settings are written (True) or a signal ends it (False)."""
    end = RunEnd()
    http, set_up = place.settings().http, SetUp(place, tools_here())
    folder = place.settings().table.access_folder
    gatekeeper = Gatekeeper(folder, is_public=False, now=now_here, clock=time.monotonic)
    desk = SetUpDesk(gatekeeper, FirstComer(secrets.token_urlsafe, secrets.randbelow), http.is_public)
    runner = web.AppRunner(make_set_up_app(set_up, http, desk), access_log=None, shutdown_timeout=_LAST_ANSWER_S)
    await runner.setup()
    finishing = asyncio.create_task(end.go_on_after(set_up.finished, "the table starts"))
    beating = asyncio.create_task(manager.run(itertools.count().__next__))
    try:
        await _listen(runner, http)
        await set_up.open()
        _tell(runner, http, desk)
        manager.ready("the set-up page")
        manager.lively()
        await end.due.wait()
        return bool(end.goes_on_for)
    finally:
        await set_up.close()
        await runner.cleanup()
        for task in (finishing, beating):
            task.cancel()
        await asyncio.gather(finishing, beating, return_exceptions=True)


async def _listen(runner: web.AppRunner, http: HttpSettings) -> None:
    """Raises UserError."""
    try:
        await web.TCPSite(runner, http.host, http.port).start()
    except OSError as error:
        raise UserError(why_no_page(f"{http.host}:{http.port}", "http.port", error)) from error


def _tell(runner: web.AppRunner, http: HttpSettings, desk: SetUpDesk) -> None:
    """Say where the page is, for people and for programs that wait for it."""
    port = int(runner.addresses[0][1])
    print(f"set-up http://127.0.0.1:{port}/", flush=True)  # noqa: T201 - people and programs wait for this line
    places = [f"http://{address}:{port}/" for address in home_addresses()] if http.is_public else []
    _log.warning("this table is not set up yet: open %s", " or ".join(places or [f"http://127.0.0.1:{port}/"]))
    if desk.is_public:
        _log.warning(
            "the first browser of your network sets it up; another one goes on with the code %s", desk.first.code
        )
