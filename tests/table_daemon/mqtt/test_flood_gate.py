from __future__ import annotations

from collections import Counter

import pytest
from mqtt_reader import PREFIX

from table_daemon.mqtt.flood_gate import STOP_LATER_S, FloodGate, Verdict, is_stop
from table_daemon.received_commands import COMMANDS_AT_ONCE, COMMANDS_PER_S

HOLD = f"{PREFIX}cmd/hold"
STOPS = [
    (f"{PREFIX}cmd/stop", b"{}"),
    (f"{PREFIX}cmd/stop", b"\xff junk"),
    (f"{PREFIX}cmd/machine", b'{"data": {"action": "stop"}}'),
]


def flood(gate: FloodGate, count: int, payload: bytes = b"{}") -> Counter[Verdict]:
    return Counter(gate.verdict(HOLD, payload) for _ in range(count))


def test_what_people_send_passes():
    now_s = [0.0]
    gate = FloodGate(lambda: now_s[0])
    for _ in range(1000):
        now_s[0] += 1.5 / COMMANDS_PER_S
        assert gate.verdict(HOLD, b"{}") is Verdict.TAKEN


def test_of_a_flood_a_bounded_number_passes_and_a_few_are_told():
    gate = FloodGate(lambda: 7.0)
    verdicts = flood(gate, 20_000)
    assert verdicts[Verdict.TAKEN] == COMMANDS_AT_ONCE
    assert verdicts[Verdict.REFUSED] == 200
    assert verdicts[Verdict.DROPPED] == 20_000 - COMMANDS_AT_ONCE - 200


@pytest.mark.parametrize(("topic", "payload"), STOPS)
def test_a_stop_passes_in_the_middle_of_a_flood(topic, payload):
    gate = FloodGate(lambda: 7.0)
    flood(gate, 5_000)
    assert gate.verdict(topic, payload) is Verdict.TAKEN


def test_another_command_of_the_machine_is_no_stop():
    assert not is_stop(f"{PREFIX}cmd/machine", b'{"data": {"action": "build"}}')
    assert not is_stop(HOLD, b'{"data": {"action": "stop"}}')


def test_the_log_names_the_sender_once_in_a_while(caplog):
    now_s = [100.0]
    gate = FloodGate(lambda: now_s[0])
    flood(gate, 5_000, b'{"reply_to": "jantaku/v1/table1/rsp/noisy-tablet", "data": {}}')
    assert len(caplog.records) == 1
    now_s[0] = 110.0
    flood(gate, 5_000, b"{}")
    first, second = (record.getMessage() for record in caplog.records)
    assert "'noisy-tablet'" in first
    assert "cmd/hold" in first
    assert "a client that asks for no answers" in second
    assert f"{5_000 - COMMANDS_AT_ONCE} were not carried out" in second


def test_of_a_flood_of_stops_each_is_carried_out_or_one_that_comes_after_it():
    now_s, carried_out, came = [50.0], [], []
    gate = FloodGate(lambda: now_s[0])
    for _ in range(3000):
        now_s[0] += 0.0003
        came.append(now_s[0])
        match gate.verdict(*STOPS[0]):
            case Verdict.TAKEN:
                carried_out.append(now_s[0])
            case Verdict.TAKEN_LATER:
                carried_out.append(now_s[0] + STOP_LATER_S)
    assert len(carried_out) < 120
    assert all(any(at <= later <= at + STOP_LATER_S for later in carried_out) for at in came)
