"""`jantaku doctor`: everything that usually keeps a table from working, one finding each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from table_daemon.doctor.access import check_access, check_certificate
from table_daemon.doctor.board import check_board
from table_daemon.doctor.computer import (
    check_clock,
    check_disk,
    check_groups,
    check_opencv,
    check_power,
    check_python,
)
from table_daemon.doctor.devices import (
    check_camera,
    check_cameras,
    check_grabbers,
    check_serial_port,
    check_serial_ports,
)
from table_daemon.doctor.network import check_broker, check_page
from table_daemon.doctor.pins import check_gpio_module, check_released_outputs
from table_daemon.doctor.probe import Finding, Level, Probe
from table_daemon.settings import Settings, SettingsError, doubt_of, load_settings

Check = Callable[[Probe, Settings], Finding]
CHECKS: Final[tuple[Check, ...]] = (
    check_python,
    check_opencv,
    check_groups,
    check_serial_ports,
    check_serial_port,
    check_board,
    check_grabbers,
    check_power,
    check_gpio_module,
    check_released_outputs,
    check_cameras,
    check_camera,
    check_broker,
    check_clock,
    check_disk,
    check_page,
    check_access,
    check_certificate,
)


def check_configuration(file: Path | None, overrides: Iterable[str]) -> tuple[Finding, Settings]:
    """Whether the configuration can be used, and what to judge the rest by: the defaults where it cannot."""
    try:
        settings = load_settings(file, overrides)
    except SettingsError as error:
        first, *others = str(error).splitlines()
        more = f" and {len(others)} more" if others else ""
        remedy = "the rest is judged by the defaults; jantaku config check names every mistake"
        return Finding("configuration", Level.FAILURE, f"{first}{more}", remedy), Settings()
    if file is None:
        remedy = "name the table's file with --config"
        return Finding("configuration", Level.WARNING, "none given, the defaults are judged", remedy), settings
    doubt, _, remedy = doubt_of(settings).partition("; ")
    if doubt:
        return Finding("configuration", Level.WARNING, doubt, remedy), settings
    return Finding("configuration", Level.OK, str(file)), settings


def examine(probe: Probe, settings: Settings) -> list[Finding]:
    """Every check but that of the configuration, in order."""
    return [check(probe, settings) for check in CHECKS]
