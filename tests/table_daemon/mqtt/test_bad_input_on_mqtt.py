"""Whatever comes over MQTT to the real table: refused with the documented error, logged, nothing changed."""

from __future__ import annotations

import json

import pytest
from eventually import eventually
from mqtt_reader import PREFIX, PROGRAMS, publishing, reading
from right_commands import RIGHT_COMMANDS, with_unknown_fields
from table_bench import bench_at
from wire_judge import objections
from wrong_commands import SCORES, WRONG_COMMANDS

from table_daemon.mqtt.broker import ChildBroker

REPLY = f"{PREFIX}rsp/me"
NEVER_ANSWERED = {
    "no JSON": b"\xff\x00 not json",
    "a list": b"[1, 2, 3]",
    "a hundred thousand brackets": b"[" * 100_000,
    "nested objects": b'{"data":' * 1_500 + b"{}" + b"}" * 1_500,
    "seventeen kilobytes": json.dumps({"reply_to": REPLY, "data": {"reason": "x" * 17_000}}).encode(),
    "an answer to a document": json.dumps({"reply_to": f"{PREFIX}state", "data": SCORES}).encode(),
    "an answer to another table": json.dumps({"reply_to": "jantaku/v1/other/rsp/me", "data": SCORES}).encode(),
    "an answer to everybody": json.dumps({"reply_to": f"{PREFIX}rsp/#", "data": SCORES}).encode(),
}


@pytest.fixture(scope="module", params=PROGRAMS)
def broker(request):
    with ChildBroker(0, request.param()) as running:
        yield running


@pytest.fixture
async def table(tmp_path, broker):
    """A game on a table, and somebody who listens."""
    async with (
        bench_at(tmp_path) as bench,
        reading(broker.port, PREFIX + "#") as reader,
        publishing(bench.table, broker.port),
    ):
        assert (await bench.send("start_game")).ok
        await reader.until(
            lambda topic, body: topic == "state" and body["data"]["phase"] == "play" and body["seq"] == bench.seq,
            is_live=True,
        )
        yield bench, reader


def standing(bench):
    """Everything that a command could have changed."""
    return bench.state["scores"], bench.state["phase"], bench.state["hold"], bench.seq, len(bench.entries())


@pytest.mark.parametrize("mistake", WRONG_COMMANDS)
async def test_a_wrong_command_is_answered_with_its_error_logged_and_changes_nothing(table, mistake, caplog):
    bench, reader = table
    name, body, code, text = WRONG_COMMANDS[mistake]
    before = standing(bench)
    reader.command(name, {"id": "c-1", "reply_to": REPLY, **body})
    answer = json.loads((await reader.topic("rsp/me")).payload)
    assert objections("rsp/{client}", answer) == []
    assert (answer["ok"], answer["error"]["code"]) == (False, code)
    assert text in answer["error"]["message"]
    assert answer["seq"] == bench.seq
    assert standing(bench) == before
    assert f"refused ({code})" in caplog.text


async def test_an_unknown_field_in_the_data_of_any_command_is_refused_with_its_name(table):
    bench, reader = table
    before = standing(bench)
    wrong = [
        (name, data) for name, right in RIGHT_COMMANDS.values() for _, data in with_unknown_fields(right, "dryrun")
    ]
    for number, (name, data) in enumerate(wrong, 1):
        reader.command(name, {"id": str(number), "reply_to": REPLY, "data": data})
        await eventually(lambda number=number: len(answers(reader)) == number)
    assert {answer["error"]["code"] for answer in answers(reader)} == {"bad_data"}
    assert all("dryrun" in answer["error"]["message"] for answer in answers(reader))
    assert standing(bench)[:3] == before[:3]
    assert any(entry.startswith("stop") for entry in bench.machine.log), "a stop stops, however it is written"


@pytest.mark.parametrize("mistake", NEVER_ANSWERED)
async def test_what_nobody_can_be_told_about_is_logged_and_changes_nothing(table, mistake, caplog):
    bench, reader = table
    before = standing(bench)
    reader.command("set_scores", NEVER_ANSWERED[mistake])
    await eventually(lambda: "refused (bad_data)" in caplog.text)
    await still_works(reader)
    assert standing(bench) == before
    assert [message.topic for message in reader.messages if "/rsp/" in message.topic] == [f"{PREFIX}rsp/well"]


async def test_a_retained_command_is_ignored_and_logged(broker, tmp_path, caplog):
    async with reading(broker.port, PREFIX + "#") as reader:
        reader.command("set_scores", {"id": "old", "reply_to": REPLY, "data": SCORES}, retain=True)
        await reader.topic("cmd/set_scores")
        try:
            async with bench_at(tmp_path) as bench, publishing(bench.table, broker.port):
                await eventually(lambda: "retained command" in caplog.text)
                await still_works(reader)
                assert not any("/rsp/me" in message.topic for message in reader.messages)
        finally:
            reader.command("set_scores", b"", retain=True)
            await reader.until(lambda topic, body: topic == "cmd/set_scores" and body is None)


@pytest.mark.parametrize("topic", ["cmd", "cmd/hold/now", "CMD/hold", "rsp/hold", "event/discarded", "state"])
async def test_what_comes_on_another_topic_is_no_command(table, topic):
    bench, reader = table
    before = standing(bench)
    reader.client.publish(PREFIX + topic, json.dumps({"id": "c", "reply_to": REPLY, "data": {"on": True}}), qos=1)
    await still_works(reader)
    assert standing(bench) == before
    assert not any(message.topic == REPLY for message in reader.messages)


async def test_a_command_in_the_name_of_another_table_is_not_heard(table):
    bench, reader = table
    before = standing(bench)
    reader.client.publish("jantaku/v1/other/cmd/hold", json.dumps({"id": "c", "reply_to": REPLY}), qos=1)
    await still_works(reader)
    assert standing(bench) == before


async def test_more_commands_at_once_than_the_table_takes_are_told_so(table):
    _, reader = table
    for number in range(200):
        reader.command("events", {"id": str(number), "reply_to": REPLY})
    await eventually(lambda: len([message for message in reader.messages if message.topic == REPLY]) == 200)
    codes = {(answer["error"] or {}).get("code") for answer in answers(reader)}
    assert codes <= {None, "not_now"}
    assert {answer["id"] for answer in answers(reader)} == set(map(str, range(200)))


async def test_a_command_that_comes_twice_is_carried_out_once_and_answered_twice_alike(table):
    bench, reader = table
    for _ in range(2):
        reader.command("set_scores", {"id": "same", "reply_to": REPLY, "data": SCORES})
    await eventually(lambda: len(answers(reader)) == 2)
    first, second = answers(reader)
    assert first == second
    assert first["ok"]
    assert len(bench.events("scores_set")) == 1


async def test_a_command_is_written_down_with_who_sent_it(table):
    bench, reader = table
    reader.command("set_scores", {"id": "by hall", "reply_to": f"{PREFIX}rsp/hall", "data": SCORES})
    await reader.topic("rsp/hall")
    assert bench.entries()[-1].cause == "mqtt hall"


def answers(reader):
    return [json.loads(message.payload) for message in reader.messages if message.topic == REPLY]


async def still_works(reader):
    """A command that nothing is wrong with is carried out."""
    reader.command("events", {"id": "well", "reply_to": f"{PREFIX}rsp/well"})
    assert json.loads((await reader.topic("rsp/well")).payload)["id"] == "well"
