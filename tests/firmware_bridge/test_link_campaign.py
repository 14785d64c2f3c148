"""A small sample of tools/link_campaign.py: damaged packets for both codecs, and on a live link of host and board."""

from random import Random

import pytest
from both_codecs import BOTH
from link_episode import LinkTally, link_episode
from wire_damage import KINDS, MIXED, PacketJudge, damage

from board_firmware.board import Board


@pytest.mark.parametrize("kind", KINDS)
def test_no_damaged_packet_is_accepted_and_no_undamaged_neighbour_is_lost(kind):
    judge = PacketJudge(seed=7)
    for _ in range(1000):
        judge.blow(kind)
    assert judge.tally.packets[kind] >= 1000
    assert judge.tally.violations == []


@pytest.mark.slow
def test_on_a_line_that_hits_up_to_half_of_all_packets_every_command_is_carried_out_once_and_in_order() -> None:
    tally = LinkTally()
    for seed in range(20):
        link_episode(seed, tally)
    assert tally.violations == []
    assert set(tally.damaged) == set(KINDS)
    assert tally.resent > 0
    assert tally.executed > 0.9 * tally.commands


def test_the_same_seed_gives_the_same_damage() -> None:
    tallies = LinkTally(), LinkTally()
    for tally in tallies:
        link_episode(3, tally)
    assert tallies[0] == tallies[1]


def test_the_judge_sees_a_board_that_forgets_what_it_has_carried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    carry_out = Board._command

    def forgetful(board: Board, boot_id: int, seq: int, payload: bytes) -> None:
        board._last.seq = (seq - 1) & 0xFFFF
        carry_out(board, boot_id, seq, payload)

    monkeypatch.setattr(Board, "_command", forgetful)
    tally = LinkTally()
    link_episode(1, tally)
    assert any("executed twice" in violation for violation in tally.violations)


def test_the_judge_sees_a_reader_that_does_not_check_what_it_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_bridge.packets.zlib.crc32", lambda _data: 0)
    monkeypatch.setattr("board_firmware.codec.binascii.crc32", lambda _data: 0)
    judge = PacketJudge(seed=7)
    for _ in range(200):
        judge.blow("burst")
    assert any("nobody sent" in violation for violation in judge.tally.violations)


def test_damage_is_never_none_at_all() -> None:
    rng = Random(1)
    packets = [codec.encode(0x83, 1, 0, bytes(7)) for codec in BOTH]
    packets[1] = BOTH[1].encode(0x82, 1, 5, bytes(4))
    for kind in KINDS:
        for _ in range(200):
            sent = packets if kind == MIXED else packets[:1]
            assert damage(kind, sent, rng) != b"".join(sent)
