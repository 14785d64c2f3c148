"""What troubles the computer itself, from the files in which Linux and a Raspberry Pi tell it.

A Pi's firmware tells of its supply in `get_throttled`: bits 0 to 3 of this moment (undervoltage, capped, throttled, too
hot), the same 16 bits higher since the start (Raspberry Pi documentation, vcgencmd get_throttled). Where that file is
missing the kernel's own sensor (`rpi_volt`) tells of undervoltage. No program is started for it.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wire.table_data import HostTrouble

_MIB: Final = 1 << 20
"""Bytes of one."""
_HOT_C: Final = 80.0
"""Raspberry Pi documentation, frequency management: from 80 degrees on the processor is slowed down."""
_FULL_MIB: Final = 100
"""As `jantaku doctor`: below this nobody has room."""
_SCARCE_MIB: Final = 1000
"""As `jantaku doctor` (doctor.computer): below this logs and updates soon have no room."""
_UNDERVOLTAGE, _CAPPED, _THROTTLED, _TOO_HOT = 1, 2, 4, 8
_SINCE_START: Final = 16
"""Raspberry Pi documentation, vcgencmd get_throttled: so much higher stand the bits of what happened before."""
LATE_S: Final = 0.4
"""Chosen: the board switches its motors off after 0.5 s without a lease (docs/serial_link.md §4); that was close."""


@dataclass(frozen=True, slots=True)
class Health:
    """How the computer is: degrees Celsius, free MiB, what somebody should look after, the worst first."""

    temperature_c: float | None
    free_disk_mib: int | None
    troubles: tuple[HostTrouble, ...]


def health_of(state_dir: Path, late_s: float, root: Path = Path("/")) -> Health:
    """Look now.

    Args:
        state_dir: whose disk is looked at.
        late_s: the longest time of the last minute in which the control loop was not woken.
        root: where the files of /sys lie.
    """
    temperature_c, free_mib = _temperature_c(root), _free_disk_mib(state_dir)
    troubles = [
        *_power_troubles(root, is_hot=temperature_c is not None and temperature_c >= _HOT_C),
        *_disk_troubles(free_mib),
    ]
    if late_s >= LATE_S:
        troubles.append("late")
    return Health(temperature_c, free_mib, tuple(troubles))


def _power_troubles(root: Path, *, is_hot: bool) -> list[HostTrouble]:
    word = _throttled_word(root)
    found: list[HostTrouble] = []
    if word & _UNDERVOLTAGE:
        found.append("undervoltage")
    elif word >> _SINCE_START & _UNDERVOLTAGE:
        found.append("undervoltage_before")
    if is_hot or word & _TOO_HOT:
        found.append("hot")
    elif word & (_CAPPED | _THROTTLED):
        found.append("throttled")
    return found


def _throttled_word(root: Path) -> int:
    # A Pi 5 names the folder by an address: soc@107c000000.
    for file in sorted((root / "sys/devices/platform").glob("soc*/soc*firmware/get_throttled")):
        text = _read(file)
        try:
            return int(text, 16)
        except ValueError:
            continue
    for sensor in sorted((root / "sys/class/hwmon").glob("*")):
        if _read(sensor / "name") == "rpi_volt" and _read(sensor / "in0_lcrit_alarm") == "1":
            return _UNDERVOLTAGE
    return 0


def _disk_troubles(free_mib: int | None) -> list[HostTrouble]:
    if free_mib is None or free_mib >= _SCARCE_MIB:
        return []
    return ["disk_full" if free_mib < _FULL_MIB else "disk_scarce"]


def _free_disk_mib(folder: Path) -> int | None:
    try:
        return shutil.disk_usage(folder).free // _MIB
    except OSError:
        return None


def _temperature_c(root: Path) -> float | None:
    try:
        return int(_read(root / "sys/class/thermal/thermal_zone0/temp")) / 1000
    except ValueError:
        return None


def _read(file: Path) -> str:
    """Its text, "" where it cannot be had."""
    try:
        return file.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def load_of_a_minute() -> float:
    """Processes that wanted to run, over the last minute."""
    return round(os.getloadavg()[0], 2)
