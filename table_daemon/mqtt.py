"""The table on MQTT: documents out, commands in (docs/mqtt.md). The only file that names paho.

Rules this file keeps:
* paho's thread runs none of our logic: each callback ends in one `call_soon_threadsafe`, and each is wrapped,
  because an exception there would kill the thread while the client still claims to be connected.
* State is sent whole on every connection; events are queued while the broker is away, up to a bound.
* What is refused is logged with its reason, answered where an answer is asked for, and changes nothing.
* MQTT 3.1.1 only: the envelope carries everything, no property of version 5 is needed.
"""

from __future__ import annotations

import asyncio
import functools
import json
import logging
import ssl
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, ParamSpec

from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from table_daemon.command_codec import (
    INTERNAL_MESSAGE,
    MAX_ID_LENGTH,
    CommandRefusedError,
    answer_json,
    decode_body,
    parse_command,
)
from table_daemon.documents import status_payload
from table_daemon.home_assistant import discovery_of, discovery_topic
from table_daemon.mqtt_settings import MqttError, MqttSettings
from table_daemon.service import Answer, Envelope, Json, TableService

__all__ = ["MqttError", "MqttPublisher", "MqttSettings"]

_log = logging.getLogger(__name__)
_Parameters = ParamSpec("_Parameters")

_MAX_COMMANDS_AT_ONCE: Final = 32
_REPLY_TO_LENGTH: Final = 128
_CLIENT_LENGTH: Final = 40
_GOODBYE_S: Final = 2.0
_RECONNECT_MIN_S: Final = 1
_RECONNECT_MAX_S: Final = 30


def _never_raises(callback: Callable[_Parameters, None]) -> Callable[_Parameters, None]:
    """A callback for paho's thread whose exceptions end in the log."""

    @functools.wraps(callback)
    def wrapped(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> None:
        try:
            callback(*args, **kwargs)
        except Exception:  # noqa: BLE001 - anything raised here would kill paho's thread silently
            _log.exception("%s failed", callback.__name__)

    return wrapped


@dataclass(frozen=True, slots=True)
class Address:
    """Where the broker listens."""

    host: str
    port: int


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
        self._address = address
        self._boot = boot
        self._version = version
        self._now = now
        self._loop: asyncio.AbstractEventLoop | None = None
        self._client = _make_client(settings)
        self._client.will_set(self._topic("status"), _encode(status_payload("offline", boot)), qos=1, retain=True)
        self._client.on_connect = self._on_connect
        self._client.on_connect_fail = self._on_connect_fail
        self._client.on_disconnect = self._on_disconnect
        self._client.on_message = self._on_message
        self._client.on_publish = self._on_publish
        self._connected = False
        self._dropped = 0
        self._is_behind = False
        self._has_complained = False
        self._discovered: bytes | None = None
        self._commands: set[asyncio.Task[None]] = set()
        self._unsubscribe: Callable[[], None] = lambda: None

    @property
    def is_connected(self) -> bool:
        """True while the broker answers."""
        return self._connected

    @property
    def dropped(self) -> int:
        """Events lost because the queue was full while the broker was away."""
        return self._dropped

    def start(self) -> None:
        """Begin to connect; returns at once and tries for ever."""
        self._loop = asyncio.get_running_loop()
        self._unsubscribe = self._service.subscribe(self._announce)
        self._client.connect_async(self._address.host, self._address.port, self._settings.keepalive_s)
        self._client.loop_start()

    async def stop(self) -> None:
        """Say "offline" and disconnect; waits at most two seconds for a broker that does not answer."""
        self._unsubscribe()
        for task in tuple(self._commands):
            task.cancel()
        await asyncio.to_thread(self._say_goodbye)

    def _say_goodbye(self) -> None:
        if self._connected:
            payload = _encode(status_payload("offline", self._boot))
            goodbye = self._client.publish(self._topic("status"), payload, qos=1, retain=True)
            try:
                goodbye.wait_for_publish(_GOODBYE_S)
            except (ValueError, RuntimeError) as error:
                _log.debug("the broker did not take the goodbye: %s", error)
        self._client.disconnect()
        self._client.loop_stop()

    def _topic(self, name: str) -> str:
        return self._settings.prefix + name

    # On the event loop.

    def _announce(self, envelope: Envelope) -> None:
        if envelope.retained and not self._connected:
            return  # sent whole on the next connection
        info = self._client.publish(self._topic(envelope.topic), _encode(envelope.payload), 1, envelope.retained)
        if info.rc == paho.MQTT_ERR_QUEUE_SIZE:
            self._note_full_queue(envelope)
        elif envelope.topic == "state":
            self._discover(envelope.payload["data"])

    def _note_full_queue(self, envelope: Envelope) -> None:
        """An event is lost; a document is said again as soon as there is room."""
        if envelope.retained:
            self._is_behind = True
            return
        self._dropped += 1
        if self._dropped == 1:
            _log.warning("the broker does not take messages and the queue is full: events are lost from now on")

    def _catch_up(self) -> None:
        if self._is_behind and self._connected:
            self._greet()

    def _discover(self, state: Json | None) -> None:
        """Tell Home Assistant what there is, anew when the players change; where unwanted, that there is nothing."""
        settings = self._settings
        message = b""
        if settings.home_assistant:
            message = _encode(discovery_of(settings.table, settings.prefix, self._version, state))
        if self._connected and message != self._discovered:
            self._client.publish(discovery_topic(settings.table), message, qos=1, retain=True)
            self._discovered = message

    def _greet(self) -> None:
        """Everything a new broker needs to know."""
        if self._dropped:
            _log.warning("%d events were lost while the broker was away", self._dropped)
        self._connected, self._is_behind = True, False
        self._dropped = 0
        self._discovered = None
        documents = {envelope.topic: envelope for envelope in self._service.retained()}
        self._discover(documents["state"].payload["data"] if "state" in documents else None)
        for envelope in documents.values():
            self._announce(envelope)

    def _part(self) -> None:
        self._connected = False

    def _begin_command(self, topic: str, payload: bytes) -> None:
        task = asyncio.get_running_loop().create_task(self._answer(topic, payload))
        self._commands.add(task)
        task.add_done_callback(self._commands.discard)

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
        if len(self._commands) > _MAX_COMMANDS_AT_ONCE:
            raise CommandRefusedError("not_now", f"{_MAX_COMMANDS_AT_ONCE} commands are under way; send it again later")
        client = "" if reply_to is None else f" {reply_to.removeprefix(self._topic('rsp/'))[:_CLIENT_LENGTH]}"
        command = parse_command(name, body, origin=f"mqtt{client}", now=self._now())
        return await self._service.command(command)

    def _newest_seq(self) -> int:
        return max((int(envelope.payload.get("seq", 0)) for envelope in self._service.retained()), default=0)

    def _reply(self, body: Json, answer: Answer) -> None:
        reply_to = body.get("reply_to")
        if not _is_reply_topic(reply_to, self._topic("rsp/")):
            return
        self._client.publish(
            str(reply_to), _encode(answer_json(answer, str(body.get("id") or "")[:MAX_ID_LENGTH])), qos=1
        )

    # On paho's thread.

    def _call(self, function: Callable[_Parameters, None], *args: _Parameters.args, **_: _Parameters.kwargs) -> None:
        """Hand over to the event loop; never raises."""
        if self._loop is None or self._loop.is_closed():
            return
        try:
            self._loop.call_soon_threadsafe(functools.partial(function, *args))
        except RuntimeError:
            _log.debug("the event loop ended before %s", function.__name__)

    @_never_raises
    def _on_connect(self, client: paho.Client, _data: Any, _flags: Any, reason: ReasonCode, _properties: Any) -> None:
        if reason.is_failure:
            _log.warning("the broker at %s:%d refuses us: %s", self._address.host, self._address.port, reason)
            return
        self._has_complained = False
        client.subscribe(self._topic("cmd/+"), qos=1)
        self._call(self._greet)

    @_never_raises
    def _on_connect_fail(self, _client: Any, _data: Any) -> None:
        if not self._has_complained:  # every try fails alike; one line is enough
            self._has_complained = True
            reason = sys.exception()  # paho calls from where it caught it
            place = f"{self._address.host}:{self._address.port}"
            _log.warning("no connection to the broker at %s (%s); it is tried again and again", place, reason)

    @_never_raises
    def _on_disconnect(self, _client: Any, _data: Any, _flags: Any, reason: ReasonCode, _properties: Any) -> None:
        if reason.is_failure:
            _log.warning("the connection to the broker is lost: %s", reason)
        self._call(self._part)

    @_never_raises
    def _on_message(self, _client: Any, _data: Any, message: paho.MQTTMessage) -> None:
        if message.retain:  # a retained command would be carried out again at every connection
            _log.warning("a retained command on %s is ignored; publish commands without the retain flag", message.topic)
            return
        self._call(self._begin_command, message.topic, bytes(message.payload))

    @_never_raises
    def _on_publish(self, _client: Any, _data: Any, _mid: int, _reason: ReasonCode, _properties: Any) -> None:
        if self._is_behind:
            self._call(self._catch_up)


def _make_client(settings: MqttSettings) -> paho.Client:
    client = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv311)
    client.max_queued_messages_set(settings.max_queued_messages)
    client.reconnect_delay_set(_RECONNECT_MIN_S, _RECONNECT_MAX_S)
    if settings.username:
        client.username_pw_set(settings.username, settings.password())
    if settings.tls:
        try:
            client.tls_set_context(ssl.create_default_context(cafile=settings.ca_file))
        except (OSError, ssl.SSLError) as error:
            raise MqttError(f"mqtt.ca_file {settings.ca_file} cannot be used ({error}); give a PEM file") from error
    return client


def _encode(payload: Json) -> bytes:
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()


def _is_reply_topic(topic: object, prefix: str) -> bool:
    """Replies go below rsp/ only: a command cannot make us write anywhere else."""
    if not isinstance(topic, str) or len(topic) > _REPLY_TO_LENGTH:
        return False
    return topic.startswith(prefix) and len(topic) > len(prefix) and not any(sign in topic for sign in "+#\0")
