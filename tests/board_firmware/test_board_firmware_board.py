"""The board's end of the link: each command once, events until they are seen, leases of one program alone."""

import pytest
from board_bench import BoardBench

from firmware_bridge import layout
from firmware_bridge.messages import (
    CommandOutcome,
    PacketType,
    Verb,
)
from firmware_bridge.packets import Packet, encode


@pytest.fixture
def bench() -> BoardBench:
    """A board that is greeted, armed and homed."""
    bench = BoardBench()
    bench.ready()
    return bench


def test_a_command_from_before_a_reset_is_refused(bench):
    old_boot, seq = bench.boot_id, bench.seq + 1
    bench.board.reset()
    (answer,) = bench.send(PacketType.COMMAND, layout.command_payload(bench.session, 1, Verb.HOME), seq, old_boot)
    assert layout.parse_reply(answer.payload).outcome is CommandOutcome.WRONG_BOOT
    assert answer.boot_id != old_boot
    assert bench.board.firmware.executed == 0


def test_a_repeated_command_gets_the_same_reply_and_runs_once(bench):
    executed = bench.board.firmware.executed
    bench.seq += 1
    data = encode(
        Packet(PacketType.COMMAND, bench.boot_id, bench.seq, layout.command_payload(bench.session, 9, Verb.DICE)),
    )
    first = bench.send_bytes(data)
    assert bench.send_bytes(data) == first
    bench.run(2.0)
    assert bench.send_bytes(data) == first
    assert bench.board.firmware.executed == executed + 1


def test_an_old_or_a_skipped_number_is_ignored(bench):
    executed = bench.board.firmware.executed
    for seq in (bench.seq - 1, bench.seq + 2, bench.seq + 500):
        assert bench.send(PacketType.COMMAND, layout.command_payload(bench.session, 9, Verb.DICE), seq) == []
    assert bench.board.firmware.executed == executed


def test_a_repeated_hello_does_not_reopen_the_session(bench):
    executed = bench.board.firmware.executed
    bench.seq += 1
    command = layout.command_payload(bench.session, 9, Verb.DICE)
    bench.send(PacketType.COMMAND, command, bench.seq)
    bench.send(PacketType.HELLO, layout.hello_payload(7))
    bench.send(PacketType.COMMAND, command, bench.seq)
    assert bench.board.firmware.executed == executed + 1


def test_events_not_acknowledged_are_sent_again_and_only_the_last_32_are_kept(bench):
    ring = bench.board.firmware.events
    for _ in range(40):
        ring.append(b"\x04\x00\x00\x88\x88")
    assert ring.newest - ring.oldest == 31
    assert [seq for seq, _ in ring.fresh(10_000)] == list(range(ring.oldest, ring.newest + 1))
    assert ring.fresh(10_010) == []
    assert ring.missing(ring.newest - 3, 10_050) == []
    sent = [seq for seq, _ in ring.missing(ring.newest - 3, 10_080)]
    assert sent == [ring.newest - 2, ring.newest - 1, ring.newest]
    assert ring.missing(ring.newest - 3, 10_100) == []
    assert ring.missing(ring.newest, 20_000) == []
