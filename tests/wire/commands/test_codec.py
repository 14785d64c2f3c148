from __future__ import annotations

from datetime import UTC, datetime

import pytest

from wire.commands.codec import MAX_COMMAND_BYTES, answer_json, decode_body, parse_command
from wire.commands.machine import HoldData, NextDealData
from wire.commands.refusals import CommandRefusedError
from wire.messages import Answer

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)


def parse(name: str = "hold", **body: object):
    return parse_command(name, body, origin="test", now=NOW)


def refused(call) -> str:
    with pytest.raises(CommandRefusedError) as caught:
        call()
    return caught.value.code


def test_every_field_of_a_command_arrives():
    command = parse(
        id="c-1", expect_seq=7, expect_deal=3, data={"on": True}, reply_to="a/b", expires_at="2026-11-21T10:00:01Z"
    )
    assert (command.name, command.id, command.expect_seq, command.data) == ("hold", "c-1", 7, HoldData(on=True))
    assert (command.origin, command.expect_deal) == ("test", 3)


def test_an_empty_body_is_a_command_without_data():
    command = parse_command("next_deal", decode_body(b""), origin="", now=NOW)
    assert (command.data, command.id, command.expect_seq) == (NextDealData(), "", None)


def test_null_means_left_out():
    assert parse(id=None, expect_seq=None, data=None).expect_seq is None


def test_an_unknown_name_is_refused_with_the_known_ones():
    with pytest.raises(CommandRefusedError, match="next_deal") as caught:
        parse("destroy")
    assert caught.value.code == "unknown_command"


@pytest.mark.parametrize(
    "body",
    [{"data": []}, {"data": 3}, {"expect_seq": "7"}, {"expect_seq": True}, {"expect_deal": "2"}, {"id": 5},
     {"id": "x" * 65}, {"speed": 1}, {"expires_at": "tomorrow"}, {"expires_at": "2026-11-21T10:00:01"}],
)  # fmt: skip
def test_fields_of_the_wrong_kind_are_refused(body):
    assert refused(lambda: parse(**body)) == "bad_data"


def test_a_command_past_its_time_is_refused():
    assert refused(lambda: parse(expires_at="2026-11-21T09:59:59Z")) == "expired"


@pytest.mark.parametrize(
    "payload", [b"[]", b"3", b"{", b"\xff\xfe", b"[" * 5000, b'{"a":"' + b"x" * MAX_COMMAND_BYTES + b'"}']
)
def test_bodies_that_are_no_small_object_are_refused(payload):
    assert refused(lambda: decode_body(payload)) == "bad_data"


def test_an_answer_says_what_went_wrong():
    answer = CommandRefusedError("stale", "look again").answer(12)
    error = {"code": "stale", "message": "look again"}
    assert answer_json(answer, "c-1") == {"id": "c-1", "ok": False, "seq": 12, "error": error}
    assert answer_json(Answer(ok=True, seq=3), "")["error"] is None
