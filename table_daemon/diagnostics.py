"""Figures for maintenance: camera, link, host. Slow news, so they are said every few seconds only."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Final

from firmware_bridge.link import LinkFigures
from table_daemon.computer_health import health_of, load_of_a_minute
from vision.eyes_status import EyesStatus
from wire.messages import Json
from wire.table_data import HostFigures

# Slow news: nobody acts on these figures within seconds, and each goes to every listener. Chosen.
PERIOD_S: Final = 5.0


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


def host_figures(state_dir: Path, late_s: float) -> HostFigures:
    """Load of one minute, temperature and free disk where the host tells them, and what troubles it.

    Args:
        state_dir: whose disk is looked at.
        late_s: the longest time of the last minute in which the control loop was not woken.
    """
    health = health_of(state_dir, late_s)
    return {
        "load": load_of_a_minute(),
        "temperature_c": health.temperature_c,
        "free_disk_mib": health.free_disk_mib,
        "late_s": round(late_s, 2),
        "troubles": list(health.troubles),
    }
