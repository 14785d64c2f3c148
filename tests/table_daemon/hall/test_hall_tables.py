"""What a hall keeps of its tables, and what it does not believe."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from fake_service import FakeService
from sample_games import game_with_result

from table_daemon.cli.hall import broker_address
from table_daemon.cli.main import main
from table_daemon.errors import UserError
from table_daemon.hall.tables import MAX_MESSAGE_BYTES, MAX_TABLES, NoDocumentError, Tables

WALL = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


@pytest.fixture
def said():
    """The payloads of a table by topic."""
    fake = FakeService()
    fake.announcer.now = lambda: WALL - timedelta(seconds=90)
    fake.show(game_with_result())
    return {envelope.topic: json.dumps(envelope.payload).encode() for envelope in fake.retained()}


def hear(tables, name, part, payload, *, retained=False, now_s=100.0):
    return tables.hear(f"jantaku/v1/{name}/{part}", payload, retained=retained, now_s=now_s, wall=WALL)


def test_a_table_has_its_status_state_and_deals(said):
    tables = Tables()
    for part in ("status", "state", "game"):
        hear(tables, "t1", part, said[part])
    (card,) = tables.cards()
    document = card.document(103.0)
    assert (document["name"], document["status"], document["deals"], document["age_s"]) == ("t1", "online", 6, 3.0)
    assert document["state"] == json.loads(said["state"])["data"]


@pytest.mark.parametrize(
    ("page", "kept"),
    [
        ("http://192.168.1.7:8080/", True),
        ("https://table1.local/", True),
        ("http://[fd00::7]:8080/", True),
        ("", False),
        ("javascript:alert(1)", False),
        ("http://table1.local/?x=<img src=x onerror=alert(1)>", False),
        ("http://user:secret@table1.local/", False),
        ("ftp://table1.local/", False),
        ("http://" + "x" * 10_000 + "/", False),
        (7, False),
        (None, False),
    ],
)
def test_only_the_front_page_of_a_host_becomes_a_link(said, page, kept):
    tables = Tables()
    hear(tables, "t1", "status", said["status"])
    hear(tables, "t1", "info", json.dumps({"data": {"page": page}}).encode())
    assert tables.cards()[0].document(100.0)["page"] == (page if kept else "")


def test_what_was_retained_is_as_old_as_the_table_says(said):
    tables = Tables()
    hear(tables, "t1", "state", said["state"], retained=True)
    assert tables.cards()[0].document(100.0)["age_s"] == 90.0
    hear(tables, "t1", "status", said["status"], retained=True)
    assert tables.cards()[0].document(100.0)["age_s"] == 90.0
    hear(tables, "t1", "state", said["state"], now_s=200.0)
    assert tables.cards()[0].document(201.0)["age_s"] == 1.0


def test_a_table_that_has_said_only_its_status_has_no_age(said):
    tables = Tables()
    hear(tables, "t1", "status", said["status"], retained=True)
    assert tables.cards()[0].document(100.0)["age_s"] is None


def test_tables_stand_in_the_order_of_their_numbers(said):
    tables = Tables()
    for name in ("t10", "t9", "bar", "t1"):
        hear(tables, name, "status", said["status"])
    assert [card.name for card in tables.cards()] == ["bar", "t1", "t9", "t10"]


def test_an_empty_status_takes_a_table_away(said):
    tables = Tables()
    hear(tables, "t1", "state", said["state"])
    assert hear(tables, "t1", "status", b"") is None
    assert tables.cards() == ()


@pytest.mark.parametrize(
    ("topic", "payload"),
    [("jantaku/v1/t1/state", b"not json"), ("jantaku/v1/t1/state", b"[" * 50_000), ("jantaku/v1/t1/state", b"[]"),
     ("jantaku/v1/t1/state", b'{"data": {}}'), ("jantaku/v1/t1/state", b'{"data": {"names": "four"}}'),
     ("jantaku/v1/t1/state", b" " * (MAX_MESSAGE_BYTES + 1)), ("jantaku/v1/t1/status", b'{"state": "<b>"}'),
     ("jantaku/v1/a b/status", b'{"state": "online"}'), ("jantaku/v1/t1/board", b"{}"), ("jantaku/v2/t1/state", b"{}")],
)  # fmt: skip
def test_what_no_table_says_is_not_kept(said, topic, payload):
    tables = Tables()
    hear(tables, "t1", "state", said["state"])
    before = tables.cards()
    with pytest.raises(NoDocumentError):
        tables.hear(topic, payload, retained=False, now_s=101.0, wall=WALL)
    assert tables.cards() == before


def test_a_hall_has_room_for_so_many_tables_and_no_more(said):
    tables = Tables()
    for number in range(MAX_TABLES):
        hear(tables, f"t{number}", "status", said["status"])
    with pytest.raises(NoDocumentError, match="one too many"):
        hear(tables, "late", "status", said["status"])
    hear(tables, "t7", "status", said["status"])


def test_a_game_without_results_counts_none():
    tables = Tables()
    assert hear(tables, "t1", "game", b'{"data": {"results": []}}').deals == 0
    assert hear(tables, "t1", "game", b'{"data": null}').deals == 0


@pytest.mark.parametrize(
    ("text", "tls", "expected"),
    [("hall.local", False, ("hall.local", 1883)), ("hall.local", True, ("hall.local", 8883)),
     ("10.0.0.5:1884", False, ("10.0.0.5", 1884)), ("[fe80::1]:99", False, ("fe80::1", 99)),
     ("[fe80::1]", False, ("fe80::1", 1883)), ("fe80::1", False, ("fe80::1", 1883))],
)  # fmt: skip
def test_a_broker_is_named_by_host_and_port(text, tls, expected):
    assert broker_address(text, tls=tls) == expected


@pytest.mark.parametrize("text", ["", ":1883", "host:", "host:mqtt", "host:0", "host:70000"])
def test_another_name_of_a_broker_is_refused_with_an_example(text):
    with pytest.raises(UserError, match=r"hall\.local:1883"):
        broker_address(text, tls=False)


def test_a_password_that_cannot_be_read_is_said_in_one_sentence(tmp_path, capsys):
    missing = str(tmp_path / "none")
    arguments = ["hall", "--broker", "127.0.0.1:1", "--username", "viewer", "--password-file", missing, "--port", "0"]
    assert main(arguments) == 2
    assert "--password-file" in capsys.readouterr().err
