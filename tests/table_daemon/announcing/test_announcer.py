from __future__ import annotations

from datetime import UTC, datetime

import pytest

from table_daemon.announcing.announcer import Announcer
from table_daemon.game.news import Context

NOW = datetime(2026, 11, 21, 10, 0, 0, 123456, tzinfo=UTC)


@pytest.fixture
def announcer():
    return Announcer("boot-1", lambda: NOW)


@pytest.fixture
def heard(announcer):
    messages = []
    announcer.subscribe(messages.append)
    return messages


def test_a_state_document_is_said_once_until_it_changes(announcer, heard):
    assert announcer.state("board", {"a": 1}, Context(1))
    assert not announcer.state("board", {"a": 1}, Context(2))
    assert announcer.state("board", {"a": 2}, Context(3))
    assert [message.payload["data"] for message in heard] == [{"a": 1}, {"a": 2}]


def test_the_state_itself_follows_the_journals_number(announcer, heard):
    announcer.state("state", {}, Context(1))
    announcer.state("state", {}, Context(2))
    assert [message.payload["seq"] for message in heard] == [1, 2]


def test_the_envelope_carries_every_field(announcer, heard):
    announcer.state("state", {"x": 1}, Context(9, game="g-1", deal=3, cause="cmd-1"))
    assert heard[0].payload == {
        "v": 1, "boot": "boot-1", "seq": 9, "ts": "2026-11-21T10:00:00.123Z", "type": "state", "game": "g-1", "deal": 3,
        "cause": "cmd-1", "data": {"x": 1},
    }  # fmt: skip
    assert heard[0].retained


def test_an_event_is_said_and_not_kept(announcer, heard):
    announcer.event("discarded", {"seat": 0}, Context(1))
    announcer.mjai({"type": "dahai"})
    assert [message.topic for message in heard] == ["event/discarded", "mjai"]
    assert heard[1].payload == {"type": "dahai"}
    assert announcer.retained() == ()


def test_the_status_has_no_envelope(announcer, heard):
    announcer.status("online")
    announcer.status("online")
    assert [message.payload for message in heard] == [{"state": "online", "boot": "boot-1"}]


def test_whoever_has_left_hears_nothing(announcer):
    messages = []
    leave = announcer.subscribe(messages.append)
    leave()
    leave()
    announcer.status("online")
    assert messages == []


def test_a_broken_listener_does_not_silence_the_others(announcer, caplog):
    def broken(_):
        raise RuntimeError("no")

    messages = []
    announcer.subscribe(broken)
    announcer.subscribe(messages.append)
    announcer.status("online")
    assert len(messages) == 1
    assert "a listener failed" in caplog.text
