"""The folder of a table's authority and its page's certificate: only the daemon's user may read the keys."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cryptography.x509 import load_pem_x509_certificate

from table_daemon.access.certificates import (
    EARLIEST,
    Pair,
    fingerprint,
    is_due,
    is_of_a_wrong_clock,
    names_of,
    new_authority,
    new_certificate,
    uncovered,
)
from table_daemon.access.files import stamp, write_secrets
from table_daemon.access.known_time import is_clock_set
from table_daemon.errors import UserError


class TlsError(UserError):
    """The certificates cannot be used or made; the text says what to do."""


@dataclass(frozen=True, slots=True)
class TlsReport:
    """What is there.

    Attributes:
        names: host names and addresses that the page's certificate is good for.
        until: when it ends.
        authority_until: when the authority ends.
        fingerprint: SHA-256 of the authority, as devices show it.
        is_due: the page's certificate should be renewed.
        authority_since: when the authority begins.
        authority_is_wrong: it was made while the clock was wrong, so that no device trusts it.
    """

    names: tuple[str, ...]
    until: datetime
    authority_until: datetime
    fingerprint: str
    is_due: bool
    authority_since: datetime
    authority_is_wrong: bool


class TlsFolder:
    """The certificates of one table.

    Args:
        folder: of the table; need not exist.
        is_clock_set: whether somebody who knows the time has set the clock, without whom the daemon takes no
            authority for one of a wrong time.
    """

    def __init__(self, folder: Path, is_clock_set: Callable[[], bool] = is_clock_set) -> None:
        self.is_clock_set = is_clock_set
        self.authority_path = folder / "ca.crt"
        self._authority_key = folder / "ca.key"
        self._certificate = folder / "server.crt"
        self._key = folder / "server.key"

    @property
    def is_made(self) -> bool:
        """Whether there is a certificate for the page."""
        return self._certificate.is_file()

    @property
    def stamp(self) -> tuple[int, int, int] | None:
        """Changes whenever the page's certificate was replaced."""
        return stamp(self._certificate)

    def authority_pem(self) -> str:
        """What devices have to trust, "" where there is none."""
        try:
            return self.authority_path.read_text(encoding="ascii")
        except OSError:
            return ""

    def make(self, table: str, names: Sequence[str], now: datetime, *, anew: bool = False) -> None:
        """Make a certificate for `names`, and an authority where there is none or a new one is wanted.

        Args:
            table: what a new authority is called.
            names: host names and addresses, at least one.
            now: with time zone.
            anew: replace the authority that is there: every device has to trust anew.

        Raises:
            TlsError: the authority that is there may not vouch for a name, is of a wrong clock, or is damaged; or
                the clock is wrong now.
            AccessFileError: the disk refuses; what lay there is as it was.
        """
        if now < EARLIEST:
            raise TlsError(f"the clock says {now.date()}, which cannot be: set it, then make the certificate")
        texts: dict[Path, str] = {}
        if anew or not self._authority_key.exists():
            authority = new_authority(table, names, now)
            texts |= {self._authority_key: authority.key_pem, self.authority_path: authority.certificate_pem}
        else:
            authority = self._authority()
        if is_of_a_wrong_clock(authority.certificate, now):
            raise TlsError(
                f"the table's authority begins on {authority.certificate.not_valid_before_utc.date()} and the clock"
                f" says {now.date()}: if the clock is right now, add --new-authority, after which every device has to"
                " trust the new one"
            )
        if foreign := uncovered(authority.certificate, names):
            raise TlsError(
                f"the table's authority was not made for {', '.join(foreign)}: add --new-authority, after which every"
                " device has to trust the new one"
            )
        pair = new_certificate(authority, names, now)
        texts |= {self._key: pair.key_pem, self._certificate: pair.certificate_pem + authority.certificate_pem}
        write_secrets(texts)

    def renew(self, now: datetime, *, anew: bool = False) -> None:
        """Make a new certificate for the same names; with `anew` a new authority too.

        Raises:
            TlsError: there is none, it is damaged, or a clock is or was wrong.
            AccessFileError: the disk refuses; what lay there is as it was.
        """
        names = self.report(now).names
        self.make(names[0], names, now, anew=anew)

    def report(self, now: datetime) -> TlsReport:
        """What is there.

        Raises:
            TlsError: nothing, or it is damaged.
        """
        try:
            certificate = load_pem_x509_certificate(self._certificate.read_bytes())
            authority = load_pem_x509_certificate(self.authority_path.read_bytes())
            names = names_of(certificate)
        except OSError as error:
            raise TlsError(
                f"there is no certificate ({error.filename}: {error.strerror}): `jantaku https` makes one"
            ) from error
        except ValueError as error:
            raise self._damaged(error) from error
        return TlsReport(
            names,
            certificate.not_valid_after_utc,
            authority.not_valid_after_utc,
            fingerprint(authority),
            is_due(certificate, now),
            authority.not_valid_before_utc,
            is_of_a_wrong_clock(authority, now),
        )

    def load_into(self, context: ssl.SSLContext) -> None:
        """Have `context` show the present certificate from its next connection on.

        Raises:
            TlsError: it is damaged or another user's.
        """
        try:
            context.load_cert_chain(self._certificate, self._key)
        except OSError as error:  # also ssl.SSLError
            raise self._damaged(error) from error

    def _authority(self) -> Pair:
        try:
            return Pair.from_pem(self.authority_pem(), self._authority_key.read_text(encoding="ascii"))
        except (OSError, ValueError) as error:
            raise self._damaged(error) from error

    def _damaged(self, error: Exception) -> TlsError:
        return TlsError(
            f"the certificates in {self.authority_path.parent} cannot be used ({error}): run this as the daemon's user,"
            " or make them anew with `jantaku https --new-authority`"
        )
