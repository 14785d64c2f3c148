"""Commands and stops carried out without a broker: what comes in, what is said."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime

import pytest
from fake_service import FakeService
from hurried_time import let_pass
from mqtt_reader import PREFIX

from table_daemon.mqtt.command_answers import CommandAnswers
from wire.commands.command import Command
from wire.messages import Answer

REPLY = f"{PREFIX}rsp/me"
STOP, HOLD, MACHINE = f"{PREFIX}cmd/stop", f"{PREFIX}cmd/hold", f"{PREFIX}cmd/machine"


class Bench:
    def __init__(self, service: FakeService) -> None:
        self.service = service
        self.said: list[dict] = []
        self.answers = CommandAnswers(
            service, PREFIX, publish=self.say, publish_stopped=self.say, now=lambda: datetime.now(UTC)
        )

    def say(self, topic: str, body: dict) -> None:
        self.said.append({"topic": topic, **body})

    def send(self, topic: str, **body: object) -> None:
        self.answers.take(topic, json.dumps({"reply_to": REPLY, **body}).encode())

    @property
    def carried_out(self) -> list[tuple[str, str]]:
        return [(command.name, command.id) for command in self.service.commands]


class BrokenService(FakeService):
    async def command(self, command: Command) -> Answer:
        raise RuntimeError("broken")


class EndlessService(FakeService):
    """Ends no command but a stop."""

    async def command(self, command: Command) -> Answer:
        if command.name != "stop":
            await asyncio.Event().wait()
        return await super().command(command)


@pytest.fixture
def bench() -> Bench:
    return Bench(FakeService())


async def test_stops_that_come_together_are_one_stop_and_each_sender_is_answered(bench):
    bench.send(STOP, id="first")
    await asyncio.sleep(0)
    for number in range(40):
        bench.send(STOP, id=str(number))
    bench.send(MACHINE, id="form", data={"action": "stop"})
    await let_pass(0.5)
    assert {name for name, _ in bench.carried_out} == {"stop"}
    assert len(bench.carried_out) <= 3
    assert {body["id"] for body in bench.said} == {"first", "form", *map(str, range(40))}
    assert all(body["ok"] for body in bench.said)


@pytest.mark.parametrize(
    "payload", [b"", b"\xff junk", b"[]", b'{"data": {"why": "x"}}', b'{"data": 3}', b'{"who": 1}']
)
async def test_a_stop_stops_whatever_is_written_in_it(bench, payload):
    bench.answers.take(STOP, payload)
    await let_pass(0.1)
    assert [name for name, _ in bench.carried_out] == ["stop"]


async def test_a_wrong_stop_stops_and_its_sender_is_told_what_is_wrong(bench):
    bench.send(STOP, id="right")
    bench.send(STOP, id="wrong", data={"why": "x"})
    await let_pass(0.5)
    assert {body["id"]: body["ok"] for body in bench.said} == {"right": True, "wrong": False}


async def test_a_stop_that_expired_stops_nothing(bench):
    bench.send(STOP, id="late", expires_at="2020-01-01T00:00:00Z")
    await let_pass(0.5)
    assert bench.carried_out == []
    assert bench.said[0]["error"]["code"] == "expired"


async def test_an_empty_message_carries_out_nothing(bench):
    bench.answers.take(HOLD, b"")
    await let_pass(0.5)
    assert bench.carried_out == []
    assert bench.said == []


async def test_a_command_of_a_flood_is_refused_with_its_id(bench):
    bench.answers.refuse(HOLD, json.dumps({"id": "many", "reply_to": REPLY}).encode())
    bench.answers.refuse(HOLD, b"junk")
    bench.answers.refuse(HOLD, json.dumps({"id": "many", "reply_to": f"{PREFIX}state"}).encode())
    assert [(body["topic"], body["id"], body["error"]["code"]) for body in bench.said] == [(REPLY, "many", "not_now")]


async def test_a_service_that_fails_is_answered_internal_for_stops_too(caplog):
    bench = Bench(BrokenService())
    bench.send(STOP, id="s")
    bench.send(HOLD, id="h")
    await let_pass(0.1)
    assert {body["id"]: body["error"]["code"] for body in bench.said} == {"s": "internal", "h": "internal"}
    assert "broken" in caplog.text


async def test_more_commands_than_the_table_takes_at_once_are_refused_and_a_stop_is_not():
    bench = Bench(EndlessService())
    for number in range(40):
        bench.send(HOLD, id=str(number))
    await let_pass(0.1)
    assert {body["error"]["code"] for body in bench.said} == {"not_now"}
    assert len(bench.said) == 8
    bench.send(MACHINE, id="stop", data={"action": "stop"})
    await let_pass(0.1)
    assert [name for name, _ in bench.carried_out] == ["stop"]
    bench.answers.close()


async def test_what_is_under_way_when_it_closes_is_left():
    bench = Bench(EndlessService())
    bench.send(HOLD, id="h")
    await let_pass(0.1)
    bench.answers.close()
    await let_pass(0.1)
    assert bench.said == []
