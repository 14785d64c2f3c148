"""The publisher against real brokers: iotcore always, Mosquitto where it is installed."""

from __future__ import annotations

import json
import socket
import threading

import pytest
from eventually import eventually
from fake_service import FakeService
from forgetful_broker import forgetful_broker
from mqtt_reader import PREFIX, publishing, reading
from sample_games import game_with_result
from wire_judge import objections

from table_daemon.game.news import Context
from table_daemon.mqtt.broker import ChildBroker, Iotcore
from table_daemon.mqtt.client import MqttClient
from wire.messages import Answer


async def test_whoever_comes_later_finds_every_document_retained(broker, service):
    async with publishing(service, broker.port), reading(broker.port) as first:
        await first.topic("state")
        async with reading(broker.port) as late:
            for envelope in service.retained():
                message = await late.topic(envelope.topic)
                assert message.retain
                assert json.loads(message.payload) == envelope.payload
                assert objections(envelope.topic, envelope.payload) == []


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


async def test_a_short_message_leaves_at_once_and_waits_for_no_other(broker, service, monkeypatch):
    opened = []
    real = socket.socket.setsockopt
    monkeypatch.setattr(socket.socket, "setsockopt", lambda *call: (opened.append(call[1:]), real(*call))[1])
    async with reading(broker.port) as reader, publishing(service, broker.port):
        await reader.topic("state")
    assert (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1) in opened


async def test_a_clean_stop_says_offline(broker, service):
    async with reading(broker.port) as reader:
        async with publishing(service, broker.port):
            await reader.until(lambda topic, body: topic == "status" and body["state"] == "online")
        offline = await reader.until(lambda topic, body: topic == "status" and body["state"] == "offline")
        assert json.loads(offline.payload) == {"state": "offline", "boot": "boot-1"}


async def test_the_last_will_says_offline_when_the_connection_breaks(broker, service):
    async with reading(broker.port) as reader, publishing(service, broker.port) as publisher:
        await reader.until(lambda topic, body: topic == "status" and body["state"] == "online")
        publisher._client._paho.loop_stop()
        publisher._client._paho.socket().close()
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
            for foreign in (f"{PREFIX}state", f"{PREFIX}rsp/", f"{PREFIX}rsp/#", f"{PREFIX}rsp/{'x' * 200}", 3):
                reader.command("hold", {"id": "c-2", "reply_to": foreign})
            reader.command("hold", {"id": "c-3", "reply_to": f"{PREFIX}rsp/a", "data": {}})
            await reader.topic("rsp/a")
            assert [command.id for command in service.commands] == ["c-3"]
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


async def test_what_a_lost_connection_left_unconfirmed_never_follows_what_is_newer(service, monkeypatch):
    hand_over = MqttClient._call

    def hand_over_and_wait(client: MqttClient, function) -> None:
        """As if paho's thread were held up until the table has said everything."""
        if function == client._connected:
            has_said = threading.Event()
            hand_over(client, lambda: (function(), has_said.set()))
            has_said.wait(30)
        else:
            hand_over(client, function)

    monkeypatch.setattr(MqttClient, "_call", hand_over_and_wait)
    async with forgetful_broker() as broker, publishing(service, broker.port) as publisher:
        await eventually(lambda: states_of(broker)[-1:] == [["play"]])
        broker.lose_connections()
        await eventually(lambda: not publisher.is_connected)
        service.show(game_with_result())
        await eventually(lambda: "play" in states_of(broker)[-1] and "result" in states_of(broker)[-1])
        assert states_of(broker)[-1][-1] == "result"


def states_of(broker) -> list[list[str]]:
    """The phases of the game that each connection has told."""
    told = [
        [json.loads(payload)["data"]["phase"] for topic, payload in sent if topic == PREFIX + "state"]
        for sent in broker.sent
    ]
    return [phases for phases in told if phases]


async def test_without_a_broker_the_table_goes_on_and_counts_what_is_lost(service):
    async with publishing(service, 1, max_queued_messages=10) as publisher:
        for number in range(30):
            service.announcer.event("drawn", {"n": number}, Context(number))
        assert not publisher.is_connected
        assert publisher.dropped >= 20
