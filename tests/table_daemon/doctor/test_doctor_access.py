"""PINs and certificates, as the doctor sees them."""

from __future__ import annotations

from datetime import datetime

import pytest
from doctor_bench import assert_finding, judge

from table_daemon.doctor.access import check_access, check_certificate
from table_daemon.doctor.probe import CertificateLook, Level, PinsLook

OK, WARNING, FAILURE = Level.OK, Level.WARNING, Level.FAILURE
PUBLIC = "http.host=0.0.0.0"
STATE = "table.state_dir=/var/lib/jantaku"
NAMES_OF_PAGE = ("jantaku.local", "192.168.1.5")


def certificate(until: str, *, is_due: bool = False) -> CertificateLook:
    return CertificateLook(names=NAMES_OF_PAGE, until=datetime.fromisoformat(f"{until}T00:00:00+00:00"), is_due=is_due)


@pytest.mark.parametrize(
    ("overrides", "computer", "level", "text", "remedy"),
    [
        ([], {}, OK, "nobody is asked", ""),
        ([], {"kept_pins": PinsLook(roles=("table", "admin"))}, OK, "set for table, admin", ""),
        ([PUBLIC], {"kept_pins": PinsLook(roles=("table", "admin"))}, OK, "set for table, admin", ""),
        ([PUBLIC], {}, WARNING, "none is set yet", "jantaku access set-pin"),
        ([], {"kept_pins": PinsLook("pins.json is damaged (line 1): remove it")}, FAILURE, "damaged", "remove it"),
        ([], {"kept_pins": PinsLook("no PINs")}, FAILURE, "no PINs", "as the daemon's user"),
        ([], {"exposed": frozenset({"/var/lib/jantaku/access"})}, FAILURE, "other users", "chmod -R go="),
    ],
)
def test_the_pins_are_looked_at_where_they_are_needed(overrides, computer, level, text, remedy):
    assert_finding(judge(check_access, computer, STATE, *overrides), level, text, remedy)


@pytest.mark.parametrize(
    ("overrides", "computer", "level", "text", "remedy"),
    [
        ([], {}, OK, "none is needed", ""),
        ([PUBLIC], {}, WARNING, "can read a PIN", "jantaku https"),
        ([PUBLIC], {"kept_certificate": certificate("2027-05-01")}, OK, "jantaku.local, 192.168.1.5 until 2027", ""),
        (
            [],
            {"kept_certificate": certificate("2026-12-01", is_due=True)},
            WARNING,
            "until 2026-12-01 only",
            "the daemon renews it",
        ),
        ([], {"kept_certificate": certificate("2026-11-20", is_due=True)}, FAILURE, "was good", "clock"),
        ([], {"kept_certificate": CertificateLook("ca.crt cannot be used (x): run this")}, FAILURE, "(x)", "run this"),
    ],
)
def test_the_certificate_is_looked_at_where_it_is_needed(overrides, computer, level, text, remedy):
    assert_finding(judge(check_certificate, computer, STATE, *overrides), level, text, remedy)
