"""What a set-up has of the computer: devices, chance, time, and PINs that nobody guesses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from random import Random

from table_daemon.access.passcode_file import PIN_ROLES
from table_daemon.access.passcodes import new_passcode
from table_daemon.doctor.probe import Probe
from wire.commands.roles import Role


@dataclass(frozen=True, slots=True)
class SetUpTools:
    """What the set-up has of the computer.

    Attributes:
        probe: its devices.
        rng: chance for the link's sessions.
        clock: monotonic, in seconds.
        now: wall time.
        proposed: a PIN for each role that nobody guesses.
    """

    probe: Probe
    rng: Random
    clock: Callable[[], float]
    now: Callable[[], datetime]
    proposed: dict[Role, str]


def proposed_pins(below: Callable[[int], int]) -> dict[Role, str]:
    """A PIN for each role that nobody guesses; `below` is unforeseeable: `secrets.randbelow`."""
    return {role: new_passcode(role, below) for role in PIN_ROLES}
