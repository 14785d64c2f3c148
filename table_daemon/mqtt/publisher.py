"""The table on MQTT: documents out, commands in (docs/mqtt.md).

Rules this file keeps:
* State is sent whole on every connection; events are queued while the broker is away, up to a bound.
* What is refused is logged with its reason, answered where an answer is asked for, and changes nothing.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from table_daemon.announcing.announcer import status_payload
from table_daemon.mqtt.client import Address, MqttClient, Retained
from table_daemon.mqtt.home_assistant import discovery_of, discovery_topic
from table_daemon.mqtt.settings import MqttError, MqttSettings
from table_daemon.received_commands import carry_out
from table_daemon.service import TableService
from wire.commands.codec import INTERNAL_MESSAGE, MAX_ID_LENGTH, answer_json, decode_body, receive
from wire.commands.refusals import CommandRefusedError
from wire.messages import Announcement, Answer, Json

__all__ = ["Address", "MqttError", "MqttPublisher", "MqttSettings"]

_log = logging.getLogger(__name__)

# Bounds what a flood of commands can occupy; whatever stops the machine is always taken. Chosen.
_MAX_COMMANDS_AT_ONCE: Final = 32
_ALWAYS_TAKEN: Final = ("stop", "machine")
"""Commands that stop: nobody waits with those."""
# Longer than any reply topic of this table. Chosen.
_REPLY_TO_LENGTH: Final = 128
# As much of a client's name as the audit list shows. Chosen.
_CLIENT_LENGTH: Final = 40


class MqttPublisher:
    """Connects one table to one broker and keeps trying. Create, `start` and `stop` it on the event loop."""

    def __init__(
        self,
        service: TableService,
        settings: MqttSettings,
        address: Address,
        *,
        boot: str,
        version: str = "",
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._service = service
        self._settings = settings
        self._version = version
        self._now = now
        self._farewell = Retained(self._topic("status"), _encode(status_payload("offline", boot)))
        self._client = MqttClient(settings, address, self, (self._topic("cmd/+"),), will=self._farewell)
        self._dropped = 0
        self._is_behind = False
        self._discovered: bytes | None = None
        self._commands: set[asyncio.Task[None]] = set()
        self._unsubscribe: Callable[[], None] = lambda: None

    @property
    def is_connected(self) -> bool:
        """True while the broker answers."""
        return self._client.is_connected

    @property
    def dropped(self) -> int:
        """Events lost because the queue was full while the broker was away."""
        return self._dropped

    def start(self) -> None:
        """Begin to connect; returns at once and tries for ever."""
        self._unsubscribe = self._service.subscribe(self._announce)
        self._client.start()

    async def stop(self) -> None:
        """Say "offline" and disconnect; waits at most two seconds for a broker that does not answer."""
        self._unsubscribe()
        for task in tuple(self._commands):
            task.cancel()
        await self._client.stop(self._farewell)

    # The connection's listener (mqtt.client.Listener) ------------------------------------------------

    def connected(self) -> None:
        """Everything a new broker needs to know."""
        if self._dropped:
            _log.warning("%d events were lost while the broker was away", self._dropped)
        self._dropped, self._is_behind, self._discovered = 0, False, None
        documents = {said.topic: said for said in self._service.retained()}
        self._discover(documents["state"].payload["data"] if "state" in documents else None)
        for said in documents.values():
            self._announce(said)

    def parted(self) -> None:
        """Documents are said whole when the broker is back."""

    def received(self, topic: str, payload: bytes, *, retained: bool) -> None:
        """A command; a retained one would be carried out again at every connection."""
        if retained:
            _log.warning("a retained command on %s is ignored; publish commands without the retain flag", topic)
            return
        task = asyncio.get_running_loop().create_task(self._answer(topic, payload))
        self._commands.add(task)
        task.add_done_callback(self._commands.discard)

    def has_room(self) -> None:
        """What did not fit is said now."""
        if self._is_behind and self.is_connected:
            self.connected()

    # Announcements -----------------------------------------------------------------------------------

    def _topic(self, name: str) -> str:
        return self._settings.prefix + name

    def _announce(self, said: Announcement) -> None:
        if said.retained and not self.is_connected:
            return  # sent whole on the next connection
        if not self._client.publish(self._topic(said.topic), _encode(said.payload), retain=said.retained):
            self._note_full_queue(said)
        elif said.topic == "state":
            self._discover(said.payload["data"])

    def _note_full_queue(self, said: Announcement) -> None:
        """An event is lost; a document is said again as soon as there is room."""
        if said.retained:
            self._is_behind = True
            return
        self._dropped += 1
        if self._dropped == 1:
            _log.warning("the broker does not take messages and the queue is full: events are lost from now on")

    def _discover(self, state: Json | None) -> None:
        """Tell Home Assistant what there is, anew when the players change; where unwanted, that there is nothing."""
        settings = self._settings
        message = b""
        if settings.home_assistant:
            message = _encode(discovery_of(settings.table, settings.prefix, self._version, state))
        if self.is_connected and message != self._discovered:
            self._client.publish(discovery_topic(settings.table), message, retain=True)
            self._discovered = message

    # Commands ----------------------------------------------------------------------------------------

    async def _answer(self, topic: str, payload: bytes) -> None:
        """Carry out what came on `topic`, and reply where the command says."""
        name = topic.removeprefix(self._topic("cmd/"))
        body: Json = {}
        try:
            body = decode_body(payload)
            answer = await self._carry_out(name, body)
        except CommandRefusedError as error:
            answer = error.answer(self._newest_seq())
        except Exception:  # noqa: BLE001 - whoever asked gets an answer, whatever went wrong
            _log.exception("command %s failed", name)
            answer = Answer(ok=False, seq=self._newest_seq(), error_code="internal", message=INTERNAL_MESSAGE)
        if not answer.ok:
            _log.warning("command %.40s on MQTT refused (%s): %.300s", name, answer.error_code, answer.message)
        self._reply(body, answer)

    async def _carry_out(self, name: str, body: Json) -> Answer:
        reply_to = body.get("reply_to")
        if reply_to is not None and not _is_reply_topic(reply_to, self._topic("rsp/")):
            raise CommandRefusedError("bad_data", f"reply_to must be a topic below {self._topic('rsp/')}")
        if len(self._commands) > _MAX_COMMANDS_AT_ONCE and name not in _ALWAYS_TAKEN:
            raise CommandRefusedError("not_now", f"{_MAX_COMMANDS_AT_ONCE} commands are under way; send it again later")
        client = "" if reply_to is None else f" {reply_to.removeprefix(self._topic('rsp/'))[:_CLIENT_LENGTH]}"
        received = receive(name, body, origin=f"mqtt{client}", now=self._now())
        return await carry_out(self._service, received)

    def _newest_seq(self) -> int:
        return max((int(said.payload.get("seq", 0)) for said in self._service.retained()), default=0)

    def _reply(self, body: Json, answer: Answer) -> None:
        reply_to = body.get("reply_to")
        if not _is_reply_topic(reply_to, self._topic("rsp/")):
            return
        self._client.publish(str(reply_to), _encode(answer_json(answer, str(body.get("id") or "")[:MAX_ID_LENGTH])))


def _encode(payload: Json) -> bytes:
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()


def _is_reply_topic(topic: object, prefix: str) -> bool:
    """Replies go below rsp/ only: a command cannot make us write anywhere else."""
    if not isinstance(topic, str) or len(topic) > _REPLY_TO_LENGTH:
        return False
    return topic.startswith(prefix) and len(topic) > len(prefix) and not any(sign in topic for sign in "+#\0")
