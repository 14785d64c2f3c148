"""The folder of a table's authority and its page's certificate: only the daemon's user may read the keys."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cryptography.x509 import load_pem_x509_certificate

from table_daemon.access.certificates import (
    Pair,
    fingerprint,
    is_due,
    names_of,
    new_authority,
    new_certificate,
    uncovered,
)
from table_daemon.access.files import stamp, write_secret
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
    """

    names: tuple[str, ...]
    until: datetime
    authority_until: datetime
    fingerprint: str
    is_due: bool


class TlsFolder:
    """The certificates of one table.

    Args:
        folder: of the table; need not exist.
    """

    def __init__(self, folder: Path) -> None:
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
            TlsError: the authority that is there may not vouch for a name, or is damaged.
            AccessFileError: the disk refuses.
        """
        if anew or not self._authority_key.exists():
            authority = new_authority(table, names, now)
            write_secret(self._authority_key, authority.key_pem)
            write_secret(self.authority_path, authority.certificate_pem)
        else:
            authority = self._authority()
        if foreign := uncovered(authority.certificate, names):
            raise TlsError(
                f"the table's authority was not made for {', '.join(foreign)}: add --new-authority, after which every"
                " device has to trust the new one"
            )
        pair = new_certificate(authority, names, now)
        write_secret(self._key, pair.key_pem)
        write_secret(self._certificate, pair.certificate_pem + authority.certificate_pem)

    def renew(self, now: datetime) -> None:
        """Make a new certificate for the same names.

        Raises:
            TlsError: there is none, or it is damaged.
            AccessFileError: the disk refuses.
        """
        self.make("", self.report(now).names, now)

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
