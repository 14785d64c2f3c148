"""A plain MQTT client for tests, and the publisher under test."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import ssl
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion

from table_daemon.mqtt.broker import Iotcore, Mosquitto
from table_daemon.mqtt.publisher import Address, MqttPublisher, MqttSettings

SEARCH = "/usr/bin:/usr/sbin:/usr/local/bin:/usr/local/sbin"
HAS_MOSQUITTO = shutil.which("mosquitto", path=SEARCH) is not None
needs_mosquitto = pytest.mark.skipif(not HAS_MOSQUITTO, reason="Mosquitto is not installed (apt install mosquitto)")
PROGRAMS = [
    pytest.param(Iotcore, id="iotcore"),
    pytest.param(Mosquitto.installed, id="mosquitto", marks=needs_mosquitto),
]
PREFIX = "jantaku/v1/table1/"


def decoded(message: paho.MQTTMessage) -> Any:
    """The payload as JSON, None for the junk that a test sends."""
    try:
        return json.loads(message.payload)
    except (ValueError, RecursionError):
        return None


@dataclass
class Reader:
    """A plain MQTT client whose messages arrive on the event loop."""

    client: paho.Client
    messages: list[paho.MQTTMessage] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def heard(self, message: paho.MQTTMessage) -> None:
        self.messages.append(message)
        self.news.set()

    async def until(self, fits: Callable[[str, Any], bool], *, is_live: bool = False) -> paho.MQTTMessage:
        """The first message, past or to come, whose topic and decoded payload fit.

        With `is_live` one that was said since this client listens, not one that the broker had kept: whoever says it
        hears commands by now.
        """
        seen = 0
        async with asyncio.timeout(30):
            while True:
                for message in self.messages[seen:]:
                    if not (is_live and message.retain) and fits(message.topic.removeprefix(PREFIX), decoded(message)):
                        return message
                seen = len(self.messages)
                self.news.clear()
                await self.news.wait()

    async def topic(self, topic: str) -> paho.MQTTMessage:
        return await self.until(lambda name, _: name == topic)

    @property
    def is_rid_of_all_it_said(self) -> bool:
        """Whether the broker has taken all commands, or has thrown this client out for one."""
        return not (self.client.is_connected() and (self.client.want_write() or self.client._out_messages))

    def command(self, name: str, body: object, *, retain: bool = False) -> None:
        payload = body if isinstance(body, (str, bytes)) else json.dumps(body)
        self.client.publish(f"{PREFIX}cmd/{name}", payload, qos=1, retain=retain)


@contextlib.asynccontextmanager
async def reading(
    port: int, topics: str = "#", user: str = "", *, tls: ssl.SSLContext | None = None
) -> AsyncIterator[Reader]:
    """A client that has subscribed to these topics."""
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    client = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv311)
    if user:
        client.username_pw_set(user, "secret")
    if tls is not None:
        client.tls_set_context(tls)
    reader = Reader(client)

    def heard(_client: paho.Client, _data: object, message: paho.MQTTMessage) -> None:
        loop.call_soon_threadsafe(reader.heard, message)

    def subscribe(connected: paho.Client, *_: object) -> None:
        connected.subscribe(topics, qos=1)

    def subscribed(*_: object) -> None:
        loop.call_soon_threadsafe(ready.set)

    client.on_message, client.on_connect, client.on_subscribe = heard, subscribe, subscribed
    client.connect("127.0.0.1", port)
    client.loop_start()
    try:
        async with asyncio.timeout(30):
            await ready.wait()
        yield reader
    finally:
        client.disconnect()
        client.loop_stop()


@contextlib.asynccontextmanager
async def publishing(service: Any, port: int, **settings: Any) -> AsyncIterator[MqttPublisher]:
    address = Address("127.0.0.1", port)
    publisher = MqttPublisher(service, MqttSettings(**settings), address, boot="boot-1", version="0.1.0")
    publisher.start()
    try:
        yield publisher
    finally:
        await publisher.stop()
