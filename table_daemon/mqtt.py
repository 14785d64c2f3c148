"""The table on MQTT: documents out, commands in (docs/mqtt.md). The only file that names paho.

Rules this file keeps:
* paho's thread runs none of our logic: each callback ends in one `call_soon_threadsafe`, and each is wrapped,
  because an exception there would kill the thread while the client still claims to be connected.
* State is sent whole on every connection; events are queued while the broker is away, up to a bound.
* MQTT 3.1.1 only: the envelope carries everything, no property of version 5 is needed.
"""

from __future__ import annotations

import asyncio
import functools
import json
import logging
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, ParamSpec

from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from table_daemon.command_codec import INTERNAL_MESSAGE, CommandRefusedError, answer_json, decode_body, parse_command
from table_daemon.documents import status_payload
from table_daemon.home_assistant import discovery_message, discovery_topic
from table_daemon.mqtt_settings import MqttError, MqttSettings
from table_daemon.service import Answer, Envelope, Json, TableService

__all__ = ["MqttError", "MqttPublisher", "MqttSettings"]

_log = logging.getLogger(__name__)
_Parameters = ParamSpec("_Parameters")

_MAX_COMMANDS_AT_ONCE: Final = 32
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
        self._client.on_disconnect = self._on_disconnect
        self._client.on_message = self._on_message
        self._connected = False
        self._dropped = 0
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
            self._dropped += 1
            if self._dropped == 1:
                _log.warning("the broker is away and the queue is full: events are lost from now on")

    def _greet(self) -> None:
        """Everything a new broker needs to know."""
        self._connected = True
        self._dropped = 0
        if self._settings.home_assistant:
            message = discovery_message(self._settings.table, self._settings.prefix, self._version)
            self._client.publish(discovery_topic(self._settings.table), _encode(message), qos=1, retain=True)
        for envelope in self._service.retained():
            self._announce(envelope)

    def _part(self) -> None:
        self._connected = False

    def _begin_command(self, topic: str, payload: bytes) -> None:
        if len(self._commands) >= _MAX_COMMANDS_AT_ONCE:
            _log.warning("too many commands at once on MQTT: %s dropped", topic)
            return
        task = asyncio.get_running_loop().create_task(self._carry_out(topic, payload))
        self._commands.add(task)
        task.add_done_callback(self._commands.discard)

    async def _carry_out(self, topic: str, payload: bytes) -> None:
        name = topic.removeprefix(self._topic("cmd/"))
        body: Json = {}
        try:
            body = decode_body(payload)
            command = parse_command(name, body, origin="mqtt", now=self._now())
            answer = await self._service.command(command)
        except CommandRefusedError as error:
            answer = error.answer(0)
        except Exception:  # noqa: BLE001 - whoever asked gets an answer, whatever went wrong
            _log.exception("command %s failed", name)
            answer = Answer(ok=False, seq=0, error_code="internal", message=INTERNAL_MESSAGE)
        self._reply(body, answer)

    def _reply(self, body: Json, answer: Answer) -> None:
        reply_to = body.get("reply_to")
        if not isinstance(reply_to, str) or not _is_reply_topic(reply_to, self._topic("rsp/")):
            return
        self._client.publish(reply_to, _encode(answer_json(answer, str(body.get("id", ""))[:64])), qos=1)

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
        client.subscribe(self._topic("cmd/+"), qos=1)
        self._call(self._greet)

    @_never_raises
    def _on_disconnect(self, _client: Any, _data: Any, _flags: Any, reason: ReasonCode, _properties: Any) -> None:
        if reason.is_failure:
            _log.warning("the connection to the broker is lost: %s", reason)
        self._call(self._part)

    @_never_raises
    def _on_message(self, _client: Any, _data: Any, message: paho.MQTTMessage) -> None:
        if not message.retain:  # a retained command would be carried out again at every connection
            self._call(self._begin_command, message.topic, bytes(message.payload))


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


def _is_reply_topic(topic: str, prefix: str) -> bool:
    """Replies go below rsp/ only: a command cannot make us write anywhere else."""
    return topic.startswith(prefix) and len(topic) <= 128 and not any(sign in topic for sign in "+#\0")
