"""A command over HTTP: read, its sender's role looked at, carried out, answered with a status (docs/mqtt.md)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime

from aiohttp import web

from table_daemon.http.access import LOGIN_CHALLENGE, login_needed, visitor_of
from table_daemon.http.guard import STATUS_BY_CODE, read_body
from table_daemon.http.sender_limits import SLOWED_BY_S, SenderLimits
from table_daemon.received_commands import TOO_FAST, carry_out
from table_daemon.service import TableService
from wire.commands.codec import INTERNAL_MESSAGE, ReceivedCommand, answer_json, decode_body, receive
from wire.commands.refusals import CommandRefusedError
from wire.commands.roles import Role
from wire.messages import Answer

_log = logging.getLogger(__name__)


class CommandRoute:
    """The address of commands of one table.

    Args:
        service: carries them out.
        now: wall time.
        clock: monotonic, in seconds.
    """

    def __init__(self, service: TableService, now: Callable[[], datetime], clock: Callable[[], float]) -> None:
        self._service = service
        self._now = now
        self._limits = SenderLimits(clock)

    async def command(self, request: web.Request) -> web.StreamResponse:
        """`POST /api/cmd/{name}`."""
        try:
            received = await self._receive(request)
        except CommandRefusedError as error:
            visitor, name = visitor_of(request), request.match_info["name"]
            _log.warning("command %.40r of %s refused (%s): %s", name, visitor.origin, error.code, error)
            return _answered(error.answer(newest_seq(self._service)), "")
        if not received.stops and not self._limits.takes(request.remote or ""):
            await asyncio.sleep(SLOWED_BY_S)
            answer = CommandRefusedError("not_now", TOO_FAST).answer(newest_seq(self._service))
            return _answered(answer, received.id)
        if not visitor_of(request).role.covers(received.role):
            said = (received.name, received.origin, received.role)
            _log.warning("command %s of %s refused: it needs the role %s", *said)
            answer = Answer(False, newest_seq(self._service), "login_needed", login_needed(received.role))
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
            return error.answer(newest_seq(self._service))
        except Exception:  # noqa: BLE001 - whoever asked gets an answer, whatever went wrong
            _log.exception("command %s failed", received.name)
            return Answer(ok=False, seq=newest_seq(self._service), error_code="internal", message=INTERNAL_MESSAGE)


def newest_seq(service: TableService) -> int:
    """The newest entry of the journal that a document knows of."""
    return max((int(said.payload.get("seq", 0)) for said in service.retained()), default=0)


def _answered(answer: Answer, command_id: str, *, role: Role | None = None) -> web.Response:
    """An answer with its status; `role` is the one that a refused command needs."""
    status = 200 if answer.ok else STATUS_BY_CODE.get(answer.error_code, 500)
    document = answer_json(answer, command_id)
    if role is not None:
        document["error"]["role"] = role
    return web.json_response(document, status=status, headers=LOGIN_CHALLENGE if role else None)
