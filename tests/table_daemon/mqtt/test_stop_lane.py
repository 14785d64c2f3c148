from __future__ import annotations

import pytest
from hurried_time import let_pass
from mqtt_reader import PREFIX

from table_daemon.mqtt.client import Address
from table_daemon.mqtt.flood_gate import FloodGate
from table_daemon.mqtt.settings import MqttSettings
from table_daemon.mqtt.stop_lane import StopLane

TOPIC = f"{PREFIX}cmd/stop"


@pytest.fixture
def stopped() -> list[bytes]:
    return []


@pytest.fixture
def lane(stopped) -> StopLane:
    gate = FloodGate(lambda: 0.0)
    return StopLane(MqttSettings(), Address("127.0.0.1", 1), gate, lambda _topic, payload: stopped.append(payload))


async def test_a_stop_that_the_other_connection_has_brought_is_left_to_it(lane, stopped):
    lane.note(b"{}")
    lane.received(TOPIC, b"{}", retained=False)
    await let_pass(1.0)
    assert stopped == []


async def test_a_stop_that_the_other_connection_brings_a_little_later_is_left_to_it(lane, stopped):
    lane.received(TOPIC, b"{}", retained=False)
    await let_pass(0.01)
    lane.note(b"{}")
    await let_pass(1.0)
    assert stopped == []


async def test_a_stop_that_the_other_connection_does_not_bring_is_carried_out(lane, stopped):
    lane.note(b'{"id": "another"}')
    lane.received(TOPIC, b"{}", retained=False)
    await let_pass(0.2)
    assert stopped == [b"{}"]


async def test_an_earlier_stop_of_the_same_words_is_not_taken_for_this_one(lane, stopped):
    lane.note(b"{}")
    await let_pass(0.5)
    lane.received(TOPIC, b"{}", retained=False)
    await let_pass(0.2)
    assert stopped == [b"{}"]


async def test_a_stop_that_the_broker_had_kept_is_none(lane, stopped):
    lane.received(TOPIC, b"{}", retained=True)
    await let_pass(0.2)
    assert stopped == []
