"""Starts the table, or serves the set-up page in its place until the settings are whole.

Rules this file keeps: the page has left before the table starts, which is the same command in the same process begun
anew; a table that does not start after its set-up leads back to the page, with the reason: nobody needs a shell for a
camera that was unplugged.
"""

from __future__ import annotations

import asyncio
import logging
import os

from table_daemon.errors import DiskError, UserError
from table_daemon.run_end import begin_anew
from table_daemon.service_manager import ServiceManager
from table_daemon.setting_up.answers import SetUpAnswers, forget_answers
from table_daemon.setting_up.set_up_server import serve
from table_daemon.setting_up.steps import SetUpPlace, reopened_answers
from table_daemon.settings import load_settings

_log = logging.getLogger(__name__)


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
        return run(settings, lambda: _served(place, answers), lambda: _reopen(place))
    except DiskError:
        raise
    except UserError as error:
        if not answers.finished:
            raise
        _log.error("the table does not start: %s", error)
        answers.failed(error).save(place.folder)
        return begin_anew()


def _served(place: SetUpPlace, answers: SetUpAnswers) -> None:
    """A table that was set up has started: from now on it starts as any other."""
    if answers.finished and not SetUpAnswers.load(place.folder).reopened:  # somebody was quick
        forget_answers(place.folder)
        ServiceManager(os.environ).lively()


def _reopen(place: SetUpPlace) -> None:
    """Somebody wants the set-up of this table again; raises UserError where it could not be written."""
    check_writable(place)
    reopened_answers(place).save(place.folder)


def _set_up(place: SetUpPlace) -> int:
    check_writable(place)
    manager = ServiceManager(os.environ)
    if not asyncio.run(serve(place, manager)):
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
