"""The publisher against real brokers: iotcore always, Mosquitto where it is installed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from eventually import eventually
from fake_service import FakeService
from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion
from sample_games import game_in_play, game_with_result

from table_daemon.broker import ChildBroker, Iotcore, Mosquitto
from table_daemon.documents import Context
from table_daemon.home_assistant import discovery_message, discovery_topic
from table_daemon.mqtt import Address, MqttPublisher, MqttSettings
from table_daemon.service import Answer

HAS_MOSQUITTO = shutil.which("mosquitto", path="/usr/bin:/usr/sbin:/usr/local/sbin") is not None
PREFIX = "jantaku/v1/table1/"


@pytest.fixture(
    params=[
        "iotcore",
        pytest.param(
            "mosquitto",
            marks=pytest.mark.skipif(not HAS_MOSQUITTO, reason="Mosquitto is not installed (apt install mosquitto)"),
        ),
    ]
)
def broker(request):
    with ChildBroker(0, Iotcore() if request.param == "iotcore" else Mosquitto.installed()) as running:
        yield running


def decoded(message: paho.MQTTMessage) -> Any:
    """The payload as JSON, None for the junk that a test sends."""
    try:
        return json.loads(message.payload)
    except ValueError:
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

    async def until(self, fits: Callable[[str, Any], bool]) -> paho.MQTTMessage:
        """The first message, past or to come, whose topic and decoded payload fit."""
        seen = 0
        async with asyncio.timeout(15):
            while True:
                for message in self.messages[seen:]:
                    if fits(message.topic.removeprefix(PREFIX), decoded(message)):
                        return message
                seen = len(self.messages)
                self.news.clear()
                await self.news.wait()

    async def topic(self, topic: str) -> paho.MQTTMessage:
        return await self.until(lambda name, _: name == topic)

    def command(self, name: str, body: object, *, retain: bool = False) -> None:
        payload = body if isinstance(body, (str, bytes)) else json.dumps(body)
        self.client.publish(f"{PREFIX}cmd/{name}", payload, qos=1, retain=retain)


@contextlib.asynccontextmanager
async def reading(port: int, topics: str = "#") -> AsyncIterator[Reader]:
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    client = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv311)
    reader = Reader(client)
    client.on_message = lambda _c, _d, message: loop.call_soon_threadsafe(reader.heard, message)
    client.on_connect = lambda c, *_: c.subscribe(topics, qos=1)
    client.on_subscribe = lambda *_: loop.call_soon_threadsafe(ready.set)
    client.connect("127.0.0.1", port)
    client.loop_start()
    try:
        async with asyncio.timeout(10):
            await ready.wait()
        yield reader
    finally:
        client.disconnect()
        client.loop_stop()


@contextlib.asynccontextmanager
async def publishing(service: FakeService, port: int, **settings: Any) -> AsyncIterator[MqttPublisher]:
    address = Address("127.0.0.1", port)
    publisher = MqttPublisher(service, MqttSettings(**settings), address, boot="boot-1", version="0.1.0")
    publisher.start()
    try:
        yield publisher
    finally:
        await publisher.stop()


@pytest.fixture
def service():
    fake = FakeService()
    fake.show(game_in_play())
    return fake


async def test_whoever_comes_later_finds_every_document_retained(broker, service):
    async with publishing(service, broker.port), reading(broker.port) as first:
        await first.topic("state")
        async with reading(broker.port) as late:
            for envelope in service.retained():
                message = await late.topic(envelope.topic)
                assert message.retain
                assert json.loads(message.payload) == envelope.payload


async def test_a_change_is_published_and_events_are_not_retained(broker, service):
    async with publishing(service, broker.port), reading(broker.port) as reader:
        await reader.topic("state")
        service.show(game_with_result())
        await reader.until(lambda topic, body: topic == "state" and body["data"]["phase"] == "result")
        service.announcer.event("discarded", {"event": {}, "mjai": []}, Context(5))
        service.announcer.mjai({"type": "dahai", "actor": 0, "pai": "3m", "tsumogiri": False})
        event = await reader.topic("event/discarded")
        assert event.qos == 1
        assert json.loads((await reader.topic("mjai")).payload)["type"] == "dahai"
        async with reading(broker.port) as late:
            await late.topic("state")
            assert not any("event/" in message.topic or message.topic.endswith("mjai") for message in late.messages)


async def test_a_clean_stop_says_offline(broker, service):
    async with reading(broker.port) as reader:
        async with publishing(service, broker.port):
            await reader.until(lambda topic, body: topic == "status" and body["state"] == "online")
        offline = await reader.until(lambda topic, body: topic == "status" and body["state"] == "offline")
        assert json.loads(offline.payload) == {"state": "offline", "boot": "boot-1"}


async def test_the_last_will_says_offline_when_the_connection_breaks(broker, service):
    async with reading(broker.port) as reader, publishing(service, broker.port) as publisher:
        await reader.until(lambda topic, body: topic == "status" and body["state"] == "online")
        publisher._client.loop_stop()
        publisher._client.socket().close()
        await reader.until(lambda topic, body: topic == "status" and body["state"] == "offline")


async def test_a_command_is_carried_out_and_answered(broker, service):
    async with publishing(service, broker.port), reading(broker.port) as reader:
        await reader.topic("state")
        reader.command("hold", {"id": "c-1", "reply_to": f"{PREFIX}rsp/hall", "data": {"on": True}})
        answer = await reader.topic("rsp/hall")
        assert json.loads(answer.payload) == {"id": "c-1", "ok": True, "seq": 0, "error": None}
        assert not answer.retain
        assert service.commands[0].data == {"on": True}


@pytest.mark.parametrize(
    ("name", "body", "code"),
    [("explode", {"id": "c-1", "reply_to": f"{PREFIX}rsp/me"}, "unknown_command"),
     ("hold", {"id": "c-1", "reply_to": f"{PREFIX}rsp/me", "data": 3}, "bad_data")],
)  # fmt: skip
async def test_a_malformed_command_is_answered_with_its_error(broker, service, name, body, code):
    async with publishing(service, broker.port), reading(broker.port) as reader:
        await reader.topic("state")
        reader.command(name, body)
        answer = json.loads((await reader.topic("rsp/me")).payload)
        assert answer["error"]["code"] == code
        assert service.commands == []


async def test_junk_retained_commands_and_foreign_reply_topics_do_no_harm(broker, service):
    async with reading(broker.port) as reader:
        reader.command("hold", {"id": "old", "data": {"on": True}}, retain=True)
        await reader.topic("cmd/hold")
        async with publishing(service, broker.port):
            await reader.topic("state")
            reader.command("hold", b"\xff\x00 not json")
            reader.command("hold", {"id": "c-2", "reply_to": f"{PREFIX}state"})
            reader.command("hold", {"id": "c-3", "reply_to": f"{PREFIX}rsp/a", "data": {}})
            await reader.topic("rsp/a")
            assert [command.id for command in service.commands] == ["c-2", "c-3"]
            assert all("ok" not in json.loads(m.payload) for m in reader.messages if m.topic == f"{PREFIX}state")


async def test_a_failing_service_answers_internal(broker, service):
    async def fail(_command) -> Answer:
        raise RuntimeError("broken")

    service_that_fails = FailingService(service, fail)
    async with publishing(service_that_fails, broker.port), reading(broker.port) as reader:
        await reader.topic("state")
        reader.command("hold", {"id": "c-1", "reply_to": f"{PREFIX}rsp/me"})
        assert json.loads((await reader.topic("rsp/me")).payload)["error"]["code"] == "internal"
        service.seq += 5
        service.show(game_with_result())
        await reader.until(lambda topic, body: topic == "state" and body["data"]["phase"] == "result")


class FailingService:
    """A service whose commands break."""

    def __init__(self, inner: FakeService, command) -> None:
        self.retained, self.subscribe, self.snapshot_jpeg = inner.retained, inner.subscribe, inner.snapshot_jpeg
        self.command = command


async def test_after_a_restart_of_the_broker_everything_is_said_again(service):
    broker = ChildBroker(0, Iotcore())
    broker.start()
    try:
        async with publishing(service, broker.port) as publisher:
            async with reading(broker.port) as reader:
                await reader.topic("state")
            broker.stop()
            await eventually(lambda: not publisher.is_connected)
            service.show(game_with_result())
            service.announcer.event("won", {"event": {}, "mjai": []}, Context(9))
            again = ChildBroker(broker.port, Iotcore())
            again.start()
            try:
                async with reading(broker.port) as reader:
                    await reader.until(lambda topic, body: topic == "state" and body["data"]["phase"] == "result")
                    await reader.topic("event/won")
                    reader.command("hold", {"id": "c", "reply_to": f"{PREFIX}rsp/x"})
                    await reader.topic("rsp/x")
            finally:
                again.stop()
    finally:
        broker.stop()


async def test_without_a_broker_the_table_goes_on_and_counts_what_is_lost(service):
    async with publishing(service, 1, max_queued_messages=10) as publisher:
        for number in range(30):
            service.announcer.event("drawn", {"n": number}, Context(number))
        assert not publisher.is_connected
        assert publisher.dropped >= 20


async def test_home_assistant_finds_the_table(broker, service):
    async with publishing(service, broker.port), reading(broker.port, "homeassistant/#") as reader:
        message = await reader.topic(discovery_topic("table1"))
        assert json.loads(message.payload) == discovery_message("table1", PREFIX, "0.1.0")


async def test_home_assistant_is_left_alone_when_not_wanted(broker, service):
    async with publishing(service, broker.port, home_assistant=False), reading(broker.port) as reader:
        await reader.topic("state")
        assert not any(message.topic.startswith("homeassistant") for message in reader.messages)


def test_the_discovery_message_has_what_home_assistant_requires():
    message = discovery_message("table1", PREFIX, "0.1.0")
    assert message["device"]["identifiers"]
    assert message["origin"]["name"] == "jantaku"
    components = message["components"]
    assert len({component["unique_id"] for component in components.values()}) == len(components)
    for component in components.values():
        assert component["platform"] in ("sensor", "binary_sensor")
        assert "command_topic" not in component
        assert "state_topic" in component
