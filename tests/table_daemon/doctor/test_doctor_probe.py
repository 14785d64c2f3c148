"""A finding as a line."""

from __future__ import annotations

from table_daemon.doctor.probe import Finding, Level

OK, WARNING, FAILURE = Level.OK, Level.WARNING, Level.FAILURE


def test_a_finding_is_one_line_with_what_to_do():
    finding = Finding("clock", WARNING, "not synchronised", "connect to a network")
    assert str(finding) == "warning  clock: not synchronised; connect to a network"
    assert str(Finding("python", OK, "3.11.2")) == "ok       python: 3.11.2"
