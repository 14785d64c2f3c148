from __future__ import annotations

from table_daemon.http.sender_limits import SenderLimits
from table_daemon.received_commands import COMMANDS_AT_ONCE, COMMANDS_PER_S

NOISY, QUIET = "192.0.2.7", "192.0.2.8"


def test_who_sends_too_fast_is_slowed_and_named_and_nobody_else_is(caplog):
    limits = SenderLimits(lambda: 100.0)
    assert sum(limits.takes(NOISY) for _ in range(5000)) == COMMANDS_AT_ONCE
    assert limits.takes(QUIET)
    assert [record.getMessage() for record in caplog.records] == [
        f"{NOISY} sends commands faster than {COMMANDS_PER_S:.0f} a second; they are refused"
    ]


def test_after_a_pause_everything_is_taken_again():
    now_s = [0.0]
    limits = SenderLimits(lambda: now_s[0])
    while limits.takes(NOISY):
        pass
    now_s[0] = 60.0
    assert sum(limits.takes(NOISY) for _ in range(1000)) == COMMANDS_AT_ONCE


def test_a_flood_from_a_network_of_one_device_counts_as_one():
    limits = SenderLimits(lambda: 0.0)
    taken = sum(limits.takes(f"2001:db8::{number:x}") for number in range(1000))
    assert taken == COMMANDS_AT_ONCE


def test_so_many_addresses_that_the_first_are_forgotten_stay_within_memory():
    limits = SenderLimits(lambda: 0.0)
    for number in range(5000):
        limits.takes(f"10.0.{number // 256}.{number % 256}")
    assert len(limits._buckets) == 1024
