from __future__ import annotations

import pytest

from table_daemon.access.tries import (
    FORGOTTEN_S,
    FREE_TRIES,
    FREE_TRIES_OF_ALL,
    LOCK_S,
    LOCKED_AT,
    Tries,
    household,
    pause_s,
)

TABLET = "192.0.2.7"


def guess(tries: Tries, times: int, address: str = TABLET) -> float:
    """So many wrong PINs, each as soon as it is allowed; the time after the last."""
    now_s = 0.0
    for _ in range(times):
        now_s += tries.wait_s(address, now_s)
        tries.wrong(address, now_s)
    return now_s


def test_a_slip_of_the_finger_costs_no_time():
    tries = Tries()
    now_s = guess(tries, FREE_TRIES - 1)
    assert tries.wait_s(TABLET, now_s) == 0


def test_pauses_grow_and_ten_wrong_pins_lock_for_minutes():
    assert [pause_s(wrong) for wrong in range(1, 13)] == [0, 0, 0, 0, 2, 4, 8, 16, 32, 300, 600, 1200]
    tries = Tries()
    now_s = guess(tries, LOCKED_AT)
    assert tries.wait_s(TABLET, now_s) == LOCK_S
    assert tries.wait_s(TABLET, now_s + LOCK_S) == 0


def test_the_lock_never_grows_beyond_an_evening():
    assert pause_s(1000) == LOCK_S * 16


def test_another_device_does_not_wait_for_a_locked_one():
    tries = Tries()
    assert tries.wait_s("192.0.2.8", guess(tries, LOCKED_AT)) == 0


def test_a_right_pin_forgives():
    tries = Tries()
    guess(tries, FREE_TRIES - 1)
    tries.right(TABLET)
    assert tries.wrong(TABLET, 1.0) == 1


def test_an_address_is_forgiven_after_a_while():
    tries = Tries()
    now_s = guess(tries, FREE_TRIES)
    assert tries.wait_s(TABLET, now_s + 2 + FORGOTTEN_S) == 0
    assert tries.wrong(TABLET, now_s + 2 + FORGOTTEN_S) == 1


def test_many_addresses_at_once_slow_everybody_down():
    tries = Tries()
    for number in range(FREE_TRIES_OF_ALL):
        tries.wrong(f"198.51.100.{number}", 0.0)
    assert tries.wait_s(TABLET, 0.0) == 0
    tries.wrong("203.0.113.9", 0.0)
    assert 0 < tries.wait_s(TABLET, 0.0) < 10


def test_ten_thousand_addresses_do_not_fill_the_memory():
    tries = Tries()
    for number in range(10_000):
        tries.wrong(f"10.0.{number // 256}.{number % 256}", float(number) / 1000)
    assert len(tries._by_address) <= 4096


@pytest.mark.parametrize(
    ("address", "who"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%wlan0", "fe80::/64"),
        ("unknown", "unknown"),
    ],
)
def test_one_device_is_one_address_however_many_it_has(address, who):
    assert household(address) == who
