"""Commands that came on MQTT: carried out, and answered where they say.

Rules this file keeps: what is refused is logged with its reason, answered where an answer is asked for, and changes
nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Final

from table_daemon.mqtt.stop_queue import StopMessage, StopQueue
from table_daemon.received_commands import TOO_FAST, carry_out
from table_daemon.service import TableService
from wire.commands.codec import INTERNAL_MESSAGE, MAX_ID_LENGTH, ReceivedCommand, answer_json, decode_body, receive
from wire.commands.command import Command
from wire.commands.machine import StopData
from wire.commands.refusals import CommandRefusedError
from wire.messages import Answer, Json

_log = logging.getLogger(__name__)

# Bounds what commands that take long can occupy; whatever stops the machine is always taken. Chosen.
_MAX_COMMANDS_AT_ONCE: Final = 32
_TURNS: Final = 4
"""Chosen: in one round of the event loop so many commands run, about 12 ms; then the page and stops have theirs."""
# Longer than any reply topic of this table. Chosen.
_REPLY_TO_LENGTH: Final = 128
# As much of a client's name as the audit list shows. Chosen.
_CLIENT_LENGTH: Final = 40


class CommandAnswers:
    """Carries out the commands of one connection, on the event loop.

    Args:
        service: whose commands they are.
        prefix: what every topic of the table begins with.
        publish: sends an answer: topic and document.
        publish_stopped: sends the answer to a stop.
        now: the wall clock.
    """

    def __init__(
        self,
        service: TableService,
        prefix: str,
        *,
        publish: Callable[[str, Json], None],
        publish_stopped: Callable[[str, Json], None],
        now: Callable[[], datetime],
    ) -> None:
        self._service = service
        self._commands, self._replies = f"{prefix}cmd/", f"{prefix}rsp/"
        self._publish = publish
        self._publish_stopped = publish_stopped
        self._now = now
        self._under_way: set[asyncio.Task[None]] = set()
        self._turns = asyncio.Semaphore(_TURNS)
        self._stops = StopQueue(self._carry_out_stops)

    def take(self, topic: str, payload: bytes) -> None:
        """Carry out what came on `topic`; a stop at once, or together with others that came meanwhile."""
        if self._name(topic) == StopData.command:
            self.stop(topic, payload)
        elif payload:
            is_one_too_many = len(self._under_way) >= _MAX_COMMANDS_AT_ONCE
            answer = self._answer(topic, payload, is_one_too_many=is_one_too_many)
            task = asyncio.get_running_loop().create_task(answer)
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)
        else:
            _log.info("an empty message on %.60s carries out nothing: it removes what the broker kept there", topic)

    def stop(self, topic: str, payload: bytes) -> None:
        """Have the machine stopped."""
        self._stops.put(StopMessage(topic, payload))

    def refuse(self, _topic: str, payload: bytes) -> None:
        """Tell the sender of a command that it came too fast."""
        try:
            body = decode_body(payload)
        except CommandRefusedError:
            return
        self._reply(body, CommandRefusedError("not_now", TOO_FAST).answer(self._newest_seq()))

    def close(self) -> None:
        """Leave what is under way."""
        self._stops.close()
        for task in tuple(self._under_way):
            task.cancel()

    async def _answer(self, topic: str, payload: bytes, *, is_one_too_many: bool) -> None:
        """Carry out what came on `topic`, and reply where the command says; of too many only a stop is carried out."""
        body: Json = {}
        try:
            body = decode_body(payload)
            received = self._received(topic, body)
            if received.stops:
                self.stop(topic, payload)
                return
            if is_one_too_many:
                busy = f"{_MAX_COMMANDS_AT_ONCE} commands are under way; send it again later"
                raise CommandRefusedError("not_now", busy)  # noqa: TRY301 - refused like all others
            async with self._turns:
                answer = await carry_out(self._service, received)
            if not answer.ok:
                refusal = (received.name, answer.error_code, answer.message)
                _log.warning("command %s on MQTT refused (%s): %.300s", *refusal)
        except Exception as error:  # noqa: BLE001 - whoever asked gets an answer, whatever went wrong
            answer = self._failure(topic, error)
        self._reply(body, answer)

    async def _carry_out_stops(self, stops: list[StopMessage]) -> None:
        """One stop for all of them; each sender is answered by what it wrote. One that expired stops nothing."""
        written = [self._decoded_stop(stop) for stop in stops]
        leader = next((body for body, refusal in written if refusal is None), None)
        if leader is not None or any(refusal and refusal.error_code != "expired" for _, refusal in written):
            said = await self._stop_once(leader)
        for body, refusal in written:
            self._send(self._publish_stopped, body, refusal or said)

    def _decoded_stop(self, stop: StopMessage) -> tuple[Json, Answer | None]:
        """A stop's body, and why it is refused (it stops all the same); None where it is right."""
        body: Json = {}
        try:
            body = decode_body(stop.payload)
            self._received(stop.topic, body).typed()
        except Exception as error:  # noqa: BLE001 - nothing may keep a stop from stopping
            return body, self._failure(stop.topic, error)
        return body, None

    async def _stop_once(self, body: Json | None) -> Answer:
        """Stop in the name of who wrote `body`; None: of nobody who could be understood."""
        stop = Command(StopData(), origin="mqtt")
        try:
            if body is not None:
                stop = replace(stop, id=str(body.get("id") or ""), origin=self._origin(body))
            return await self._service.command(stop)
        except Exception as error:  # noqa: BLE001 - whoever asked gets an answer, whatever went wrong
            return self._failure(StopData.command, error)

    def _received(self, topic: str, body: Json) -> ReceivedCommand:
        reply_to = body.get("reply_to")
        if reply_to is not None and not _is_reply_topic(reply_to, self._replies):
            raise CommandRefusedError("bad_data", f"reply_to must be a topic below {self._replies}")
        return receive(self._name(topic), body, origin=self._origin(body), now=self._now())

    def _name(self, topic: str) -> str:
        return topic.removeprefix(self._commands)

    def _origin(self, body: Json) -> str:
        reply_to = body.get("reply_to")
        return "mqtt" if reply_to is None else f"mqtt {str(reply_to).removeprefix(self._replies)[:_CLIENT_LENGTH]}"

    def _failure(self, topic: str, error: Exception) -> Answer:
        """The answer to a command that was refused or failed; it is logged."""
        if isinstance(error, CommandRefusedError):
            _log.warning("command %.40s on MQTT refused (%s): %.300s", self._name(topic), error.code, error)
            answer = error.answer(self._newest_seq())
        else:
            _log.error("command %.40s failed", self._name(topic), exc_info=error)
            answer = Answer(ok=False, seq=self._newest_seq(), error_code="internal", message=INTERNAL_MESSAGE)
        return answer

    def _newest_seq(self) -> int:
        return max((int(said.payload.get("seq", 0)) for said in self._service.retained()), default=0)

    def _reply(self, body: Json, answer: Answer) -> None:
        self._send(self._publish, body, answer)

    def _send(self, publish: Callable[[str, Json], None], body: Json, answer: Answer) -> None:
        reply_to = body.get("reply_to")
        if _is_reply_topic(reply_to, self._replies):
            publish(str(reply_to), answer_json(answer, str(body.get("id") or "")[:MAX_ID_LENGTH]))


def _is_reply_topic(topic: object, prefix: str) -> bool:
    """Replies go below rsp/ only: a command cannot make us write anywhere else."""
    if not isinstance(topic, str) or len(topic) > _REPLY_TO_LENGTH:
        return False
    return topic.startswith(prefix) and len(topic) > len(prefix) and not any(sign in topic for sign in "+#\0")
