"""The link's core alone: bytes and times in, bytes and happenings out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import layout
from firmware_bridge.link import (
    RETRANSMIT_S,
    Answered,
    Connected,
    Disconnected,
    EventsMissed,
    Happened,
    LinkCore,
    LinkState,
)
from firmware_bridge.messages import PROTOCOL_MAJOR, CommandOutcome, CountsChanged, MessageError, PacketType, Verb
from firmware_bridge.packets import Packet, PacketReader, encode

BOOT = 0x00A7
DONE = bytes((5, 0, 0, 0, 1, 1))
"""The answer to STATUS in session 5, without its data."""


class FakeHost:
    """A core, and the board's side of the talk written out by the test."""

    def __init__(self) -> None:
        self.core = LinkCore()
        self.heard = PacketReader()

    def sent(self) -> list[Packet]:
        return self.heard.feed(self.core.take_output())

    def say(self, kind: PacketType, payload: bytes, seq: int = 0, boot_id: int = BOOT, now_s: float = 0.0) -> list:
        self.core.receive(encode(Packet(kind, boot_id, seq, payload)), now_s)
        return self.core.take_events()

    def greet(self, nonce: int = 5, last_command: int = 0, now_s: float = 0.0) -> list:
        self.core.open(nonce, now_s)
        self.sent()
        payload = nonce.to_bytes(2, "little") + bytes((PROTOCOL_MAJOR, 0)) + bytes(8) + bytes((1, 7, 0, 9, 0))
        return self.say(PacketType.HELLO_REPLY, payload + last_command.to_bytes(2, "little"), now_s=now_s)

    def event(self, seq: int) -> list:
        return self.say(PacketType.EVENT, b"\x04\x00\x00\x88\x88", seq)


@pytest.fixture
def host() -> FakeHost:
    """A host with an open session that has seen events up to 9."""
    host = FakeHost()
    host.greet()
    return host


def test_the_host_speaks_first_and_repeats_itself_five_times() -> None:
    host = FakeHost()
    host.core.open(0x1234, 0.0)
    hellos = host.sent()
    while (deadline_s := host.core.deadline_s()) is not None:
        host.core.tick(deadline_s)
        hellos += host.sent()
    assert hellos == [Packet(PacketType.HELLO, 0, 0, bytes.fromhex("34120300"))] * 5
    assert host.core.take_events() == [Disconnected("the board does not answer")]
    assert host.core.state is LinkState.CLOSED


def test_an_answer_to_an_older_hello_is_not_taken() -> None:
    host = FakeHost()
    host.core.open(5, 0.0)
    assert host.say(PacketType.HELLO_REPLY, bytes((6, 0, 1, 0)) + bytes(15)) == []
    assert host.core.state is LinkState.GREETING


def test_command_numbers_go_on_where_the_board_says() -> None:
    host = FakeHost()
    (connected,) = host.greet(last_command=0xFFFE)
    assert isinstance(connected, Connected)
    assert host.core.submit(0, Verb.STATUS, b"", 0.0) == 0xFFFF
    assert host.core.submit(0, Verb.STATUS, b"", 0.0) == 0


def test_a_command_without_a_session_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="needs an open session"):
        LinkCore().submit(0, Verb.STATUS, b"", 0.0)


def test_a_command_is_sent_again_as_the_same_bytes_after_50_to_400_ms_and_given_up_after_five() -> None:
    host = FakeHost()
    host.greet()
    host.core.submit(37, Verb.HOME, b"", 0.0)
    first = host.core.take_output()
    times = []
    while host.core.state is LinkState.UP:
        deadline_s = host.core.deadline_s()
        host.core.receive(encode(Packet(PacketType.LEASE_REPLY, BOOT, 0, bytes((1, 0, 9, 0, 136, 136, 1)))), deadline_s)
        host.core.tick(deadline_s)
        output = host.core.take_output()
        if output:
            assert output == first
            times.append(round(deadline_s, 6))
    assert times == [0.05, 0.15, 0.35, 0.75]
    assert sum(RETRANSMIT_S) == pytest.approx(1.15)
    assert host.core.take_events()[-1] == Disconnected("the board does not answer")


def test_one_command_is_on_the_way_at_a_time(host):
    first = host.core.submit(0, Verb.STATUS, b"", 0.0)
    second = host.core.submit(0, Verb.STATUS, b"", 0.0)
    assert [packet.seq for packet in host.sent()] == [first]
    (answered,) = host.say(PacketType.REPLY, DONE, first)
    assert isinstance(answered, Answered)
    assert answered.reply.outcome is CommandOutcome.DONE
    assert [packet.seq for packet in host.sent()] == [second]


def test_a_reply_that_comes_twice_counts_once(host):
    seq = host.core.submit(0, Verb.STATUS, b"", 0.0)
    assert len(host.say(PacketType.REPLY, DONE, seq)) == 1
    assert host.say(PacketType.REPLY, DONE, seq) == []


@pytest.mark.parametrize("other", ["060000000101", "050001000101", "050000000301"], ids=["host", "operation", "verb"])
def test_the_answer_to_another_hosts_command_of_the_same_number_is_not_taken_for_ours(host, other):
    seq = host.core.submit(0, Verb.STATUS, b"", 0.0)
    assert host.say(PacketType.REPLY, bytes.fromhex(other), seq) == []
    assert host.core.figures.foreign == 1
    (answered,) = host.say(PacketType.REPLY, DONE, seq)
    assert isinstance(answered, Answered)


def test_a_number_that_another_program_has_used_ends_the_session_with_what_to_do(host):
    seq = host.core.submit(0, Verb.STATUS, b"", 0.0)
    taken = bytes((5, 0, 0, 0, 1, CommandOutcome.NUMBER_TAKEN))
    lost = Disconnected("another program gives the board commands: stop the other one")
    assert host.say(PacketType.REPLY, taken, seq) == [lost]


def test_an_event_that_is_not_understood_does_not_hold_up_those_after_it(host):
    assert host.say(PacketType.EVENT, b"\x63\x00\x00\x88\x88", 10) == []
    assert len(host.event(11)) == 1


def test_events_are_taken_in_order_and_once(host):
    assert host.event(11) == []
    (happened,) = host.event(10)
    assert isinstance(happened, Happened)
    assert happened.event.what == CountsChanged()
    assert host.event(10) == []
    assert len(host.event(11)) == 1
    host.core.renew_lease()
    assert host.sent()[-1] == Packet(PacketType.LEASE, BOOT, 0, b"\x05\x00\x0b\x00")


def test_events_the_board_no_longer_keeps_are_reported_as_missed(host):
    events = host.say(PacketType.LEASE_REPLY, bytes((20, 0, 51, 0, 136, 136, 1)))
    assert events[-1] == EventsMissed()
    assert len(host.event(20)) == 1


def test_silence_of_a_second_ends_the_session(host):
    host.core.tick(0.99)
    assert host.core.state is LinkState.UP
    host.core.tick(1.0)
    assert host.core.take_events() == [Disconnected("the board has been silent for a second")]


@pytest.mark.parametrize(("after_s", "is_over"), [(0.9, False), (1.4, False), (1.6, True)])
def test_a_computer_that_stood_still_ends_the_session_though_an_old_answer_waits_in_its_buffer(host, after_s, is_over):
    answer = Packet(PacketType.LEASE_REPLY, BOOT, 0, bytes((1, 0, 0, 0, 136, 136, 0)))
    host.core.receive(encode(answer), after_s)
    assert (host.core.state is not LinkState.UP) == is_over
    host.core.tick(after_s)
    ended = Disconnected("this computer stood still for more than a second") in host.core.take_events()
    assert ended == is_over


def test_a_packet_of_another_boot_ends_the_session(host):
    events = host.say(PacketType.LEASE_REPLY, bytes((1, 0, 0, 0, 136, 136, 0)), boot_id=BOOT + 1)
    assert events == [Disconnected("the board has restarted")]


def test_stop_goes_out_at_once_and_three_times_even_without_a_session() -> None:
    host = FakeHost()
    host.core.stop(1, 0.0)
    sent = host.sent()
    while (deadline_s := host.core.deadline_s()) is not None:
        host.core.tick(deadline_s)
        sent += host.sent()
    assert sent == [Packet(PacketType.STOP, 0, 0, b"\x01")] * 3
    assert deadline_s is None


def test_clearing_ends_the_repetition_of_the_stop_it_clears(host):
    host.core.stop(1, 0.0)
    host.core.submit(0, Verb.CLEAR, b"\x01\x00", 0.01)
    host.core.tick(0.03)
    assert [packet.type for packet in host.sent()] == [PacketType.STOP, PacketType.COMMAND]


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        (PacketType.EVENT, b"\x63\x00\x00\x88\x88"),
        (PacketType.EVENT, b"\x01\x00\x00\x88\x88"),
        (PacketType.EVENT, b"\x03\x00\x00\x88\x88" + bytes.fromhex("0300631200000000") + b"\x00"),
        (PacketType.EVENT, b"\x03\x00\x00\x88\x88" + bytes.fromhex("0300051200000000") + b"\x02\x01"),
        (PacketType.REPLY, b"\x05\x00\x00\x00\x01\x63"),
        (PacketType.REPLY, b"\x05\x00\x00\x00\x01"),
        (PacketType.LEASE_REPLY, b"\x00"),
        (PacketType.HELLO_REPLY, b"\x00"),
        (PacketType.HELLO, b"\x00\x00\x01\x00"),
    ],
)
def test_an_undamaged_packet_that_makes_no_sense_is_counted_and_ignored(host, kind, payload):
    host.core.submit(0, Verb.STATUS, b"", 0.0)
    assert host.say(kind, payload, 10 if kind is PacketType.EVENT else 1) == []
    assert host.core.figures.unknown == 1
    assert host.core.state is LinkState.UP


def test_a_status_with_unknown_numbers_is_refused() -> None:
    golden = bytes.fromhex("cf00" + "020100" + "8800" + "0304" + "0000" * 4 + "8890")
    assert layout.parse_status(golden).dice == (3, 4)
    with pytest.raises(MessageError, match="a tile set is 0, 1 or 2"):
        layout.parse_status(golden[:2] + b"\x03" + golden[3:])
    with pytest.raises(MessageError, match="19 bytes was expected, 18 came"):
        layout.parse_status(golden[:-1])


@given(now_s=st.floats(0, 1e7))
def test_a_tick_at_the_time_the_core_named_always_leads_on(now_s):
    host = FakeHost()
    host.greet(now_s=now_s)
    host.core.tick(host.core.deadline_s())
    assert host.core.take_events() == [Disconnected("the board has been silent for a second")]
