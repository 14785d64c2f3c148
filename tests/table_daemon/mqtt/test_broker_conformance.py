"""One set of expectations for every broker that a table may have: the embedded one and Mosquitto, open and shipped."""

from __future__ import annotations

import asyncio
import json
import socket
import struct

import pytest
from eventually import eventually
from fake_service import FakeService
from gate import gate_to
from mqtt_reader import PREFIX, PROGRAMS, publishing, reading
from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion
from sample_games import game_in_play, game_with_result
from shipped_broker import CLIENTS_ARE_THERE, Shipped

from table_daemon.game.news import Context
from table_daemon.mqtt.broker import ChildBroker

SHIPPED = pytest.param(
    Shipped,
    id="mosquitto as shipped",
    marks=pytest.mark.skipif(not CLIENTS_ARE_THERE, reason="Mosquitto and its clients are not installed"),
)
KEEPALIVE_S = 2
EVENTS = [f"event/{number}" for number in range(20)]


@pytest.fixture(params=[*PROGRAMS, SHIPPED])
def program(request):
    made = request.param()
    yield made
    if isinstance(made, Shipped):
        made.cleanup()


@pytest.fixture
def broker(program):
    with ChildBroker(0, program) as running:
        yield running


@pytest.fixture
def account(program, tmp_path):
    """Settings with which the daemon enters."""
    if not isinstance(program, Shipped):
        return {}
    secret = tmp_path / "secret"
    secret.write_text("secret\n")
    return {"username": "jantaku", "password_file": secret}


@pytest.fixture
def user(program):
    """Who reads and commands in these tests."""
    return "table" if isinstance(program, Shipped) else ""


@pytest.fixture
def service():
    fake = FakeService()
    fake.show(game_in_play())
    return fake


async def test_documents_are_retained_for_whoever_comes_later(broker, service, account, user):
    async with publishing(service, broker.port, **account), reading(broker.port, PREFIX + "#", user) as first:
        await first.topic("state")
        async with reading(broker.port, PREFIX + "#", user) as late:
            for envelope in service.retained():
                message = await late.topic(envelope.topic)
                assert message.retain
                assert json.loads(message.payload) == envelope.payload


async def test_events_come_once_in_order_with_qos_1_and_are_not_retained(broker, service, account, user):
    async with publishing(service, broker.port, **account), reading(broker.port, PREFIX + "#", user) as reader:
        await reader.topic("state")
        for number in range(20):
            service.announcer.event(str(number), {}, Context(number))
        await reader.topic(EVENTS[-1])
        heard = [message for message in reader.messages if "/event/" in message.topic]
        assert [message.topic.removeprefix(PREFIX) for message in heard] == EVENTS
        assert {message.qos for message in heard} == {1}
        async with reading(broker.port, PREFIX + "#", user) as late:
            await late.topic("state")
            assert not any("/event/" in message.topic for message in late.messages)


async def test_the_last_will_is_said_when_the_connection_is_reset(broker, service, account, user):
    listener = reading(broker.port, PREFIX + "#", user)
    async with listener as reader, publishing(service, broker.port, **account) as publisher:
        await reader.until(lambda topic, body: topic == "status" and body["state"] == "online")
        publisher._client._paho.loop_stop()
        connection = publisher._client._paho.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
        await reader.until(lambda topic, body: topic == "status" and body["state"] == "offline")


async def test_the_last_will_is_said_when_the_table_falls_silent(broker, service, account, user):
    """The cable is pulled: nothing is closed, nothing is said any more."""
    listener = reading(broker.port, PREFIX + "#", user)
    async with listener as reader, publishing(service, broker.port, keepalive_s=KEEPALIVE_S, **account) as publisher:
        await reader.until(lambda topic, body: topic == "status" and body["state"] == "online")
        publisher._client._paho.loop_stop()
        await reader.until(lambda topic, body: topic == "status" and body["state"] == "offline")


async def test_after_a_restart_of_the_broker_documents_are_said_again_and_events_arrive_in_order(
    program, service, account, user
):
    first = ChildBroker(0, program)
    first.start()
    async with gate_to(first.port) as gate, publishing(service, gate.port, **account) as publisher:
        await is_settled(publisher)
        gate.cut()
        first.stop()
        await eventually(lambda: not publisher.is_connected)
        service.show(game_with_result())
        for number in range(20):
            service.announcer.event(str(number), {}, Context(number))
        with ChildBroker(first.port, program):
            async with reading(first.port, PREFIX + "#", user) as reader:
                gate.mend()
                await reader.until(lambda topic, body: topic == "state" and body["data"]["phase"] == "result")
                await reader.topic(EVENTS[-1])
                assert [m.topic.removeprefix(PREFIX) for m in reader.messages if "/event/" in m.topic] == EVENTS
                reader.command("hold", {"id": "c-1", "reply_to": f"{PREFIX}rsp/x"})
                await reader.topic("rsp/x")
        assert [command.id for command in service.commands] == ["c-1"]


async def is_settled(publisher) -> None:
    """Connected, and everything said so far was taken by the broker."""
    await eventually(lambda: publisher.is_connected)
    await eventually(lambda: not publisher._client._paho._out_messages)


async def test_a_message_of_ten_megabytes_harms_neither_broker_nor_table(broker, service, account, user):
    async with publishing(service, broker.port, **account) as publisher:
        async with reading(broker.port, PREFIX + "#", user) as reader:
            await reader.topic("state")
            reader.command("hold", b"x" * 10_000_000)
            await eventually(lambda: reader.is_rid_of_all_it_said)
        async with reading(broker.port, PREFIX + "#", user) as reader:
            await eventually(lambda: publisher.is_connected)
            reader.command("hold", {"id": "after", "reply_to": f"{PREFIX}rsp/x"})
            await reader.topic("rsp/x")
        assert [command.id for command in service.commands] == ["after"]


async def test_events_are_kept_up_to_a_bound_while_the_broker_is_away(program, service, account, user):
    with ChildBroker(0, program) as broker:
        async with (
            gate_to(broker.port) as gate,
            publishing(service, gate.port, max_queued_messages=10, **account) as publisher,
        ):
            await is_settled(publisher)
            gate.cut()
            await eventually(lambda: not publisher.is_connected)
            for number in range(100):
                service.announcer.event(str(number), {}, Context(number))
            service.show(game_with_result())
            assert publisher.dropped == 90
            async with reading(broker.port, PREFIX + "#", user) as reader:
                gate.mend()
                await reader.topic("event/9")
                await reader.until(lambda topic, body: topic == "state" and body["data"]["phase"] == "result")
                await eventually(lambda: publisher.dropped == 0)
                for envelope in service.retained():
                    await reader.until(lambda topic, body, said=envelope: (topic, body) == (said.topic, said.payload))


@pytest.mark.parametrize("program", [SHIPPED], indirect=True)
@pytest.mark.parametrize(("name", "password"), [("", ""), ("jantaku", "wrong"), ("nobody", "secret")])
async def test_who_has_no_account_does_not_enter(broker, name, password):
    refused = asyncio.get_running_loop().create_future()
    client = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv311)
    if name:
        client.username_pw_set(name, password)
    loop = asyncio.get_running_loop()
    client.on_connect = lambda _c, _d, _f, reason, _p: loop.call_soon_threadsafe(refused.set_result, reason)
    client.connect("127.0.0.1", broker.port)
    client.loop_start()
    try:
        assert (await asyncio.wait_for(refused, 10)).is_failure
    finally:
        client.disconnect()
        client.loop_stop()
