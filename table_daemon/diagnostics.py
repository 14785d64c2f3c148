"""Figures for maintenance: camera, link, host. Slow news, so they are said every few seconds only."""

from __future__ import annotations

import os
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Final

from firmware_bridge.link import LinkFigures
from vision.eyes_status import EyesStatus
from wire.messages import Json

# Slow news: nobody acts on these figures within seconds, and each goes to every listener. Chosen.
PERIOD_S: Final = 5.0
_TEMPERATURE_FILE: Final = Path("/sys/class/thermal/thermal_zone0/temp")
# Bytes of a MiB.
_MIB: Final = 1 << 20


def camera_figures(status: EyesStatus) -> Json:
    """What the eyes have done and what troubles them."""
    return {
        "frames": status.source.frames,
        "opened": status.source.opened,
        "read": status.read,
        "calibrated": status.is_calibrated,
        "moved": status.moved,
        "problem": status.problem,
        "notice": status.notice,
    }


def link_figures(figures: LinkFigures) -> Json:
    """Packets on the serial line."""
    return asdict(figures)


def host_figures(state_dir: Path) -> Json:
    """Load of one minute, temperature of the processor in degrees Celsius where the host tells it, free disk in MiB."""
    return {
        "load": round(os.getloadavg()[0], 2),
        "temperature_c": _temperature_c(),
        "free_disk_mib": _free_disk_mib(state_dir),
    }


def _free_disk_mib(folder: Path) -> int | None:
    try:
        return shutil.disk_usage(folder).free // _MIB
    except OSError:
        return None


def _temperature_c() -> float | None:
    try:
        return int(_TEMPERATURE_FILE.read_text(encoding="ascii")) / 1000
    except (OSError, ValueError):
        return None
