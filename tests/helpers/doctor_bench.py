"""The doctor's checks on computers of paper: every outcome, without any of the hardware."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fake_probe import FakeProbe

from table_daemon.doctor.probe import Finding, Level
from table_daemon.settings import Settings, load_settings


def judge(check: Callable[[Any, Settings], Finding], computer: dict[str, Any], *overrides: str) -> Finding:
    """What `check` finds on a computer that differs from the usual one by the fields of `computer`."""
    return check(FakeProbe(**computer), load_settings(None, overrides))


def assert_finding(finding: Finding, level: Level, text: str, remedy: str) -> None:
    """The finding has this level, names this, and says what to do unless all is well."""
    assert finding.level is level, finding
    assert text in finding.text, finding
    assert remedy in finding.remedy, finding
    assert (finding.level is Level.OK) == (finding.remedy == ""), "whatever is not in order says what to do"
