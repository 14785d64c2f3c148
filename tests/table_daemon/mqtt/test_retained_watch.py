"""A stranger writes in the table's name, at both brokers."""

from __future__ import annotations

import asyncio
import json

import pytest
from eventually import eventually
from mqtt_reader import PREFIX, publishing, reading
from sample_games import game_in_play, game_with_result


def kept(reader, topic: str) -> bytes:
    """What the broker keeps on a topic, as far as this reader heard."""
    return next((m.payload for m in reversed(reader.messages) if m.topic == PREFIX + topic), b"")


@pytest.mark.parametrize("lie", [b'{"data": {"scores": [99999, 0, 0, 0]}}', b"", b"junk"])
@pytest.mark.parametrize("topic", ["state", "status"])
async def test_what_a_stranger_wrote_is_overwritten_and_told(broker, service, caplog, topic, lie):
    async with publishing(service, broker.port), reading(broker.port) as reader:
        truth = (await reader.topic(topic)).payload
        reader.client.publish(PREFIX + topic, lie, qos=1, retain=True)
        await reader.until(lambda name, _: name == topic and kept(reader, topic) == lie)
        await reader.until(lambda name, _: name == topic and kept(reader, topic) == truth)
        async with reading(broker.port) as late:
            assert (await late.topic(topic)).payload == truth
    assert f"somebody else wrote on {PREFIX}{topic}" in caplog.text


async def test_the_tables_own_words_are_not_said_twice(broker, service, caplog):
    async with publishing(service, broker.port) as publisher, reading(broker.port) as reader:
        await reader.topic("state")
        # The watch's own look, once a second, could fall between two of these, before the broker has the newest words.
        publisher._watch._task.cancel()
        for _ in range(10):
            service.show(game_with_result())
            service.show(game_in_play())
            publisher._watch.look()
            await asyncio.sleep(0)
        await reader.until(lambda name, body: name == "state" and body["data"]["phase"] != "result")
        await eventually(lambda: publisher._watch._ear.heard.get(f"{PREFIX}state") == publisher._said[f"{PREFIX}state"])
        for _ in range(3):
            publisher._watch.look()
    assert "somebody else wrote" not in caplog.text


async def test_a_retained_command_is_removed_and_its_removal_carries_nothing_out(broker, service, caplog):
    async with reading(broker.port) as reader:
        reader.command("start_game", {"id": "old", "data": {}}, retain=True)
        await reader.topic("cmd/start_game")
        async with publishing(service, broker.port):
            await reader.until(lambda name, body: name == "cmd/start_game" and body is None)
            reader.command("hold", {"id": "new", "reply_to": f"{PREFIX}rsp/a"})
            assert json.loads((await reader.topic("rsp/a")).payload)["ok"]
        async with reading(broker.port) as late, publishing(service, broker.port):
            await late.topic("state")
            assert not any(message.topic == f"{PREFIX}cmd/start_game" for message in late.messages)
    assert [command.id for command in service.commands] == ["new"]
    assert "a retained command" in caplog.text
