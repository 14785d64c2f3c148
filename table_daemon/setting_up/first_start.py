"""A composition root: serves the set-up page until the settings are whole, then starts the table in its place.

Rules this file keeps: the page has left before the table starts, which is the same command in the same process begun
anew; a table that does not start after its set-up leads back to the page, with the reason: nobody needs a shell for a
camera that was unplugged.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import secrets
import signal
import time
from typing import Final

from aiohttp import web

from table_daemon.access.gatekeeper import Gatekeeper
from table_daemon.anew import begin_anew
from table_daemon.errors import DiskError, UserError
from table_daemon.http.home_addresses import home_addresses
from table_daemon.http.server import why_no_page
from table_daemon.http.settings import HttpSettings
from table_daemon.service_manager import ServiceManager
from table_daemon.setting_up.answers import SetUpAnswers, forget_answers
from table_daemon.setting_up.first_comer import FirstComer
from table_daemon.setting_up.set_up import SetUp
from table_daemon.setting_up.set_up_desk import SetUpDesk
from table_daemon.setting_up.set_up_routes import make_set_up_app
from table_daemon.setting_up.steps import SetUpPlace, reopened_answers
from table_daemon.setting_up.this_computer import now_here, tools_here
from table_daemon.settings import load_settings

_log = logging.getLogger(__name__)
_LAST_ANSWER_S: Final = 1.0
"""How long the answer to the last tap may take on its way before the page leaves. Chosen."""


def start(place: SetUpPlace) -> int:
    """Run the table, or serve the set-up page where it is not set up; the exit status.

    Raises:
        DiskError: the disk refuses the journal.
        UserError: the settings have mistakes or cannot be written, or something is missing or taken.
    """
    is_whole = place.is_whole()
    answers = SetUpAnswers.load(place.folder)
    if not is_whole or answers.failure or answers.reopened:
        return _set_up(place)
    from table_daemon.app import run

    settings = load_settings(place.file, place.overrides)
    try:
        status = run(settings, lambda: _served(place, answers), lambda: _reopen(place))
    except DiskError:
        raise
    except UserError as error:
        if not answers.finished:
            raise
        _log.error("the table does not start: %s", error)
        answers.model_copy(update={"failure": str(error)}).save(place.folder)
        return begin_anew()
    return begin_anew() if SetUpAnswers.load(place.folder).reopened else status


def _served(place: SetUpPlace, answers: SetUpAnswers) -> None:
    """A table that was set up has started: from now on it starts as any other."""
    if answers.finished and not SetUpAnswers.load(place.folder).reopened:  # somebody was quick
        forget_answers(place.folder)
        ServiceManager(os.environ).lively()


def _reopen(place: SetUpPlace) -> None:
    """Somebody wants the set-up of this table again; raises UserError where it could not be written."""
    check_writable(place)
    reopened_answers(place).save(place.folder)
    ServiceManager(os.environ).busy("the set-up is opened")


def _set_up(place: SetUpPlace) -> int:
    check_writable(place)
    manager = ServiceManager(os.environ)
    if not asyncio.run(_serve(place, manager)):
        return 0
    manager.busy("the table starts")
    return begin_anew()


def check_writable(place: SetUpPlace) -> None:
    """Refuse to ask what could not be written in the end.

    Raises:
        UserError: who must be let write what.
    """
    folder = place.file.absolute().parent
    if not os.access(folder, os.W_OK) or (place.file.exists() and not os.access(place.file, os.W_OK)):
        raise UserError(
            f"{place.file} names no motor board or no camera, and the set-up page could not write it there: let the "
            "daemon's user write that file and its folder, or set serial.port and camera.address by hand"
        )


async def _serve(place: SetUpPlace, manager: ServiceManager) -> bool:
    """Serve the page until the settings are written (True) or a signal ends it (False)."""
    ended, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, ended.set)
    http, set_up = place.settings().http, SetUp(place, tools_here())
    folder = place.settings().table.access_folder
    gatekeeper = Gatekeeper(folder, is_public=False, now=now_here, clock=time.monotonic)
    desk = SetUpDesk(gatekeeper, FirstComer(secrets.token_urlsafe, secrets.randbelow), http.is_public)
    runner = web.AppRunner(make_set_up_app(set_up, http, desk), access_log=None, shutdown_timeout=_LAST_ANSWER_S)
    await runner.setup()
    tasks = [asyncio.create_task(ended.wait()), asyncio.create_task(set_up.finished.wait())]
    beating = asyncio.create_task(manager.run(itertools.count().__next__))
    try:
        await _listen(runner, http)
        await set_up.open()
        _tell(runner, http, desk)
        manager.ready("the set-up page")
        manager.lively()
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return set_up.finished.is_set() and not ended.is_set()
    finally:
        await set_up.close()
        await runner.cleanup()
        for task in (*tasks, beating):
            task.cancel()
        await asyncio.gather(*tasks, beating, return_exceptions=True)


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
