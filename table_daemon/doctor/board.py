"""What the motor board says of itself: whether it fits this program. Pure but for the probe."""

from __future__ import annotations

from typing import Final

from firmware_bridge.messages import PROTOCOL_MAJOR
from table_daemon.doctor.probe import Finding, Level, Probe
from table_daemon.firmware.shipped import firmware_hash, shipped_files
from table_daemon.settings import Settings

_FLASH: Final = "bring it this program's firmware: jantaku firmware flash, or on the page under Table"


def check_board(probe: Probe, settings: Settings) -> Finding:
    """The board at the port speaks this program's protocol; whether it runs this very firmware is said too."""
    port = settings.serial.port
    if not (probe.is_device(port) and probe.may_use(port)):
        return Finding("motor board", Level.OK, "not asked: its port cannot be opened")
    answer = probe.greet_board(settings.serial)
    if answer.problem:
        return Finding("motor board", Level.OK, f"not asked: {answer.problem}")
    if answer.protocol != PROTOCOL_MAJOR:
        which = "an older" if answer.protocol < PROTOCOL_MAJOR else "a newer"
        text = f"{which} protocol ({answer.protocol}) than this program's ({PROTOCOL_MAJOR}): nothing moves"
        return Finding("motor board", Level.FAILURE, f"it speaks {text}", _FLASH)
    ours = firmware_hash(shipped_files())
    if answer.firmware_hash != ours:
        text = f"it runs firmware {answer.firmware_hash:08x}, this program brings {ours:08x}"
        return Finding("motor board", Level.WARNING, text, _FLASH)
    return Finding("motor board", Level.OK, f"firmware {ours:08x}, protocol {PROTOCOL_MAJOR}")
