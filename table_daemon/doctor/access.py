"""Checks of who gets in: the PINs and the page's certificate. Pure but for the probe."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from table_daemon.doctor.probe import Finding, Level, Probe
from table_daemon.settings import Settings

_DAY: Final = "%Y-%m-%d"


def check_access(probe: Probe, settings: Settings) -> Finding:
    """Both PINs, where other computers reach the page, and nobody else on this computer who reads what is kept."""
    folder = str(settings.table.access_folder)
    if probe.readable_by_others(folder):
        remedy = f"chmod -R go= {folder}, then set the PINs anew with jantaku access set-pin"
        return Finding("pins", Level.FAILURE, f"other users of this computer can read {folder}", remedy)
    look = probe.pins(folder)
    if look.problem:
        return Finding("pins", Level.FAILURE, *_halves(look.problem))
    if look.roles:
        return Finding("pins", Level.OK, f"set for {', '.join(look.roles)}")
    if not settings.http.is_public:
        return Finding("pins", Level.OK, "none, nobody is asked: only this computer reaches the page")
    remedy = (
        "set your own with jantaku access set-pin, or read on its log those that the daemon makes at its next start"
    )
    return Finding("pins", Level.WARNING, "none is set yet", remedy)


def check_certificate(probe: Probe, settings: Settings) -> Finding:
    """The encrypted page, where other computers reach it."""
    look = probe.certificate(str(settings.table.tls_folder))
    if look.problem:
        return Finding("certificate", Level.FAILURE, *_halves(look.problem))
    if look.until is None:
        if not settings.http.is_public:
            return Finding("certificate", Level.OK, "none, and none is needed: only this computer reaches the page")
        remedy = "make one with jantaku https"
        return Finding("certificate", Level.WARNING, "none: others in the network can read a PIN", remedy)
    return _judged(look.names, look.until, probe.now(), is_due=look.is_due)


def _judged(names: tuple[str, ...], until: datetime, now: datetime, *, is_due: bool) -> Finding:
    until_text = f"for {', '.join(names)} until {until:{_DAY}}"
    if until <= now:
        remedy = "start the daemon, which renews it, or jantaku https --renew; look at the clock as well"
        return Finding("certificate", Level.FAILURE, f"it was good {until_text}", remedy)
    if is_due:
        remedy = "the daemon renews it while it runs; by hand: jantaku https --renew"
        return Finding("certificate", Level.WARNING, f"good {until_text} only", remedy)
    return Finding("certificate", Level.OK, f"good {until_text}")


def _halves(problem: str) -> tuple[str, str]:
    """What is wrong, and what to do about it: our own errors say both in one sentence."""
    text, _, remedy = problem.partition("): ")
    return (f"{text})", remedy) if remedy else (problem, "run this as the daemon's user, or set both anew")
