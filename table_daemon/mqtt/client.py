"""One connection to a broker, as the event loop sees it. The only file that names paho.

Rules this file keeps:
* paho's thread runs none of our logic but a gate, which keeps a flood from the event loop. Each callback ends in one
  `call_soon_threadsafe`, and each is wrapped, because an exception there would kill the thread while the client still
  claims to be connected.
* It subscribes on every connection, because a broker that was restarted knows nothing. The connection counts as made
  once the broker has confirmed that: until then paho's thread sends again what the last connection left unconfirmed,
  and an old document that came after a new one would stay the one that the broker keeps.
* MQTT 3.1.1 only: messages carry everything, no property of version 5 is needed.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import socket
import ssl
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, ParamSpec, Protocol

from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from mahjong_rules.told import sentence
from table_daemon.mqtt.flood_gate import STOP_LATER_S, Verdict
from table_daemon.mqtt.settings import MqttError, MqttSettings

_log = logging.getLogger(__name__)
_Parameters = ParamSpec("_Parameters")
# How long the last messages may take to leave at the end. Chosen.
_GOODBYE_S: Final = 2.0
# paho waits between these before it connects again, twice as long each time. Chosen.
_RECONNECT_MIN_S: Final = 1
_RECONNECT_MAX_S: Final = 30


@dataclass(frozen=True, slots=True)
class Address:
    """Where the broker listens."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class Retained:
    """A message that the broker keeps: the last will, or the goodbye."""

    topic: str
    payload: bytes


class Listener(Protocol):
    """Who uses the connection; everything is called on the event loop."""

    def connected(self) -> None:
        """The broker answers, for the first time or again."""

    def parted(self) -> None:
        """The connection is gone; it is tried again and again."""

    def received(self, topic: str, payload: bytes, *, retained: bool) -> None:
        """A message of a topic that was subscribed to; `retained` ones were said before we came."""

    def refused(self, topic: str, payload: bytes) -> None:
        """A message that the gate did not let through, and whose sender is to be told."""

    def has_room(self) -> None:
        """The broker has taken a message."""


class Gate(Protocol):
    """What of the messages comes through; asked on the connection's own thread."""

    def verdict(self, topic: str, payload: bytes) -> Verdict:
        """What becomes of a message."""


def _never_raises(callback: Callable[_Parameters, None]) -> Callable[_Parameters, None]:
    """A callback for paho's thread whose exceptions end in the log."""

    @functools.wraps(callback)
    def wrapped(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> None:
        try:
            callback(*args, **kwargs)
        except Exception:  # noqa: BLE001 - anything raised here would kill paho's thread silently
            _log.exception("%s failed", callback.__name__)

    return wrapped


class MqttClient:
    """Connects and keeps trying. Create, `start` and `stop` it on the event loop.

    Args:
        settings: account, encryption, bounds.
        address: of the broker.
        listener: who uses it.
        topics: what to subscribe to, with QoS 1.
        will: what the broker says when we are gone without a goodbye.
        gate: what of a flood comes through; without one everything does.
    """

    def __init__(
        self,
        settings: MqttSettings,
        address: Address,
        listener: Listener,
        topics: tuple[str, ...],
        will: Retained | None = None,
        gate: Gate | None = None,
    ) -> None:
        self._address = address
        self._gate = gate
        self._keepalive_s = settings.keepalive_s
        self._listener = listener
        self._topics = topics
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_connected = False
        self._has_complained = False
        self._paho = _make_client(settings)
        if will is not None:
            self._paho.will_set(will.topic, will.payload, qos=1, retain=True)
        self._paho.on_socket_open = self._on_socket_open
        self._paho.on_connect = self._on_connect
        self._paho.on_subscribe = self._on_subscribe
        self._paho.on_connect_fail = self._on_connect_fail
        self._paho.on_disconnect = self._on_disconnect
        self._paho.on_message = self._on_message
        self._paho.on_publish = self._on_publish

    @property
    def is_connected(self) -> bool:
        """True while the broker answers."""
        return self._is_connected

    def start(self) -> None:
        """Begin to connect; returns at once and tries for ever."""
        self._loop = asyncio.get_running_loop()
        self._paho.connect_async(self._address.host, self._address.port, self._keepalive_s)
        self._paho.loop_start()

    async def stop(self, goodbye: Retained | None = None) -> None:
        """Say goodbye and disconnect; waits at most two seconds for a broker that does not answer."""
        await asyncio.to_thread(self._leave, goodbye)

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> bool:
        """Send with QoS 1, or keep it until the broker is back; False when no more can be kept."""
        return self._paho.publish(topic, payload, 1, retain).rc != paho.MQTT_ERR_QUEUE_SIZE

    def _leave(self, goodbye: Retained | None) -> None:
        if self._is_connected and goodbye is not None:
            said = self._paho.publish(goodbye.topic, goodbye.payload, qos=1, retain=True)
            try:
                said.wait_for_publish(_GOODBYE_S)
            except (ValueError, RuntimeError) as error:
                _log.debug("the broker did not take the goodbye: %s", error)
        self._paho.disconnect()
        self._paho.loop_stop()

    def _call(self, function: Callable[[], None]) -> None:
        """Hand over to the event loop; never raises."""
        if self._loop is None or self._loop.is_closed():
            return
        try:
            self._loop.call_soon_threadsafe(function)
        except RuntimeError:
            _log.debug("the event loop ended before a message was handed over")

    # On the event loop.

    def _connected(self) -> None:
        self._is_connected = True
        self._listener.connected()

    def _later(self, function: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_later(STOP_LATER_S, function)

    def _parted(self) -> None:
        self._is_connected = False
        self._listener.parted()

    # On paho's thread.

    @_never_raises
    def _on_socket_open(self, _client: Any, _data: Any, opened: Any) -> None:
        # A message is a few hundred bytes and leaves alone: to wait for more (Nagle) until the broker confirms what it
        # has (delayed ACK) made an answer 40 ms later, with both brokers on this computer (2026-11).
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    @_never_raises
    def _on_connect(self, client: paho.Client, _data: Any, _flags: Any, reason: ReasonCode, _properties: Any) -> None:
        if reason.is_failure:
            _log.warning("the broker at %s:%d refuses us: %s", self._address.host, self._address.port, reason)
            return
        self._has_complained = False
        client.subscribe([(topic, 1) for topic in self._topics])

    @_never_raises
    def _on_subscribe(self, _client: Any, _data: Any, _mid: int, reasons: list[ReasonCode], _properties: Any) -> None:
        if any(reason.is_failure for reason in reasons):
            _log.warning("the broker lets us hear nothing on %s", " and ".join(self._topics))
        self._call(self._connected)

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
        self._call(self._parted)

    @_never_raises
    def _on_message(self, _client: Any, _data: Any, message: paho.MQTTMessage) -> None:
        topic, payload, retained = message.topic, bytes(message.payload), message.retain
        match Verdict.TAKEN if self._gate is None else self._gate.verdict(topic, payload):
            case Verdict.TAKEN:
                self._call(lambda: self._listener.received(topic, payload, retained=retained))
            case Verdict.TAKEN_LATER:
                self._call(lambda: self._later(lambda: self._listener.received(topic, payload, retained=retained)))
            case Verdict.REFUSED:
                self._call(lambda: self._listener.refused(topic, payload))

    @_never_raises
    def _on_publish(self, _client: Any, _data: Any, _mid: int, _reason: ReasonCode, _properties: Any) -> None:
        self._call(self._listener.has_room)


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
            raise MqttError(
                sentence(
                    "mqtt.ca_file {path} cannot be used ({why}); give a PEM file", path=settings.ca_file, why=str(error)
                )
            ) from error
    return client
