"""What a set-up has of this computer: a shell, with its devices, chance and clocks."""

from __future__ import annotations

import secrets
import time
from datetime import UTC, datetime
from random import Random

from table_daemon.doctor.host import HostProbe
from table_daemon.setting_up.set_up_tools import SetUpTools, proposed_pins


def tools_here() -> SetUpTools:
    """What this computer has."""
    proposed = proposed_pins(secrets.randbelow)
    return SetUpTools(HostProbe(), Random(secrets.randbits(64)), time.monotonic, now_here, proposed)


def now_here() -> datetime:
    """Wall time."""
    return datetime.now(UTC)
