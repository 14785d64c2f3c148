"""The control loop: renews while the machine may be armed, is silent after a stop, greets a lost board again."""

import asyncio

from virtual_time import run_virtual

from firmware_bridge.board import BoardClient
from firmware_bridge.emergency_stop import EmergencyStopMonitor
from firmware_bridge.gpio import NoPins
from table_daemon.machine.facts import MachineFacts
from table_daemon.machine.lease import LEASE_PERIOD_S, LeaseKeeper


class Line(BoardClient):
    """A board of which only the line's state matters; it counts its leases."""

    def __init__(self, *, is_up: bool) -> None:
        self.is_up = is_up
        self.leases = 0

    @property
    def up(self) -> bool:
        return self.is_up

    def renew_lease(self) -> None:
        self.leases += 1


class Contact(NoPins):
    """The contact of the emergency stop in a test's hand."""

    is_open = False

    def emergency_stop_open(self) -> bool:
        return self.is_open


def run_for(seconds: float, facts: MachineFacts, *, is_up: bool = True, is_pressed: bool = False):
    """What the loop did in so long: leases, greetings, stops."""

    async def main():
        line, contact = Line(is_up=is_up), Contact()
        greetings, stops = [], []

        async def greet() -> None:
            greetings.append(asyncio.get_running_loop().time())

        lease = LeaseKeeper(line, lambda: facts, stop=stops.append, reconnect=greet)
        lease.begin(contact, EmergencyStopMonitor(0.3, is_open=False))
        contact.is_open = is_pressed
        await asyncio.sleep(seconds)
        await lease.end()
        return line.leases, len(greetings), stops

    return run_virtual(main())


def test_the_lease_is_renewed_ten_times_a_second_whether_or_not_anything_may_move():
    assert run_for(0.95, MachineFacts()) == (10, 0, [])
    assert run_for(0.95, MachineFacts(has_consent=True)) == (10, 0, [])


def test_after_a_stop_that_the_board_has_not_reported_no_lease_is_renewed():
    assert run_for(1.0, MachineFacts(is_stopping=True)) == (0, 0, [])


def test_a_lost_board_is_greeted_once_a_second_and_gets_no_lease():
    assert run_for(2.95, MachineFacts(), is_up=False) == (0, 3, [])


def test_an_open_emergency_stop_stops_what_may_move_and_nothing_else():
    _, _, stops = run_for(LEASE_PERIOD_S / 2, MachineFacts(has_consent=True), is_pressed=True)
    assert stops == ["the emergency stop is pressed"]
    assert run_for(0.5, MachineFacts(), is_pressed=True)[2] == []
