"""Before there are PINs a new table is the first comer's, from its own network."""

from __future__ import annotations

from itertools import count

import pytest

from table_daemon.setting_up.first_comer import FirstComer, is_at_home


def first_comer() -> FirstComer:
    numbers = count()
    return FirstComer(lambda: f"token {next(numbers)}", lambda below: 7 % below)


@pytest.mark.parametrize(
    "address", ["192.168.1.7", "10.0.0.2", "127.0.0.1", "fe80::1%eth0", "fd12::3", "::ffff:192.168.1.7"]
)
def test_addresses_of_the_home_network_may_come(address: str) -> None:
    assert is_at_home(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2a00:1450::1", "::ffff:8.8.8.8", "unknown", ""])
def test_addresses_of_the_internet_may_not(address: str) -> None:
    assert not is_at_home(address)


def test_the_first_browser_has_the_set_up_and_another_one_needs_its_code() -> None:
    door = first_comer()
    token = door.come("192.168.1.7", "", 0.0)
    assert token is not None
    assert door.admits(token)
    assert not door.admits("")
    assert door.come("192.168.1.8", "", 0.0) is None
    assert door.come("192.168.1.8", "wrong", 0.0) is None
    other = door.come("192.168.1.8", f" {door.code.upper()} ", 0.0)
    assert other is not None
    assert door.admits(other)
    assert door.admits(token), "the first one stays"


def test_codes_are_not_guessed_quickly() -> None:
    door = first_comer()
    door.come("192.168.1.7", "", 0.0)
    for _ in range(20):
        door.come("192.168.1.9", "wrong", 0.0)
    assert door.come("192.168.1.9", door.code, 0.0) is None
    assert door.come("192.168.1.9", door.code, 1000.0) is not None
