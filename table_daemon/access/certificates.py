"""A certificate authority for one table, and the certificate that it gives the table's page (RFC 5280).

Rules this file keeps:
* Pure but for the new keys: names and times are arguments.
* The authority can vouch for this table and for home networks only (name constraints): whoever steals its key from the
  table cannot pretend to be anybody's bank.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Self

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

AUTHORITY_LASTS: Final = timedelta(days=3650)
CERTIFICATE_LASTS: Final = timedelta(days=397)
"""Apple's systems trust no server for longer than 825 days, public ones for 398."""
RENEWED_BEFORE: Final = timedelta(days=30)
EARLIEST: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""Chosen: the year in which this program was first made. A clock that says less is a Pi's that nobody has set yet."""
_CLOCKS_DIFFER: Final = timedelta(days=1)
_HOME_DOMAINS: Final = ("local", "lan", "home.arpa", "internal", "localhost")
_HOME_NETWORKS: Final = (
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "169.254.0.0/16",
    "127.0.0.0/8",
    "fc00::/7",
    "fe80::/10",
    "::1/128",
)
_Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Pair:
    """A certificate and its private key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @classmethod
    def from_pem(cls, certificate: str, key: str) -> Self:
        """As they were written.

        Raises:
            ValueError: one of them is damaged, or the key is of another kind.
        """
        private = serialization.load_pem_private_key(key.encode(), password=None)
        if not isinstance(private, ec.EllipticCurvePrivateKey):
            raise ValueError("the key is of another kind")  # noqa: TRY004 - a damaged file, not a caller's mistake
        return cls(x509.load_pem_x509_certificate(certificate.encode()), private)

    @property
    def certificate_pem(self) -> str:
        """The certificate as text."""
        return self.certificate.public_bytes(serialization.Encoding.PEM).decode()

    @property
    def key_pem(self) -> str:
        """The key as text, not encrypted: the daemon starts without anybody."""
        return self.key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        ).decode()


def new_authority(table: str, names: Sequence[str], now: datetime) -> Pair:
    """An authority for home networks and `names`.

    Args:
        table: what it is called in a device's list of authorities.
        names: host names and addresses that it may vouch for besides.
        now: with time zone.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    subject = _subject(f"Jantaku authority of {table}")
    permitted = [*map(x509.DNSName, _permitted_domains(names)), *map(x509.IPAddress, _permitted_networks(names))]
    builder = (
        _builder(subject, subject, key.public_key(), now, AUTHORITY_LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_key_usage(signs_certificates=True), critical=True)
        .add_extension(x509.NameConstraints(permitted_subtrees=permitted, excluded_subtrees=None), critical=True)
    )
    return Pair(builder.sign(key, hashes.SHA256()), key)


def new_certificate(authority: Pair, names: Sequence[str], now: datetime) -> Pair:
    """A certificate of the table's page for `names`: host names and addresses, at least one."""
    key = ec.generate_private_key(ec.SECP256R1())
    issuer = authority.certificate
    builder = (
        # A common name that looks like a host name would be checked against the authority's domains.
        _builder(_subject(f"Jantaku page of {names[0]}"), issuer.subject, key.public_key(), now, CERTIFICATE_LASTS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_key_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName([_general_name(name) for name in names]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key()), critical=False
        )
    )  # fmt: skip
    return Pair(builder.sign(authority.key, hashes.SHA256()), key)


def names_of(certificate: x509.Certificate) -> tuple[str, ...]:
    """The host names and addresses that a page's certificate is good for."""
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return tuple(str(name.value) for name in names)


def uncovered(authority: x509.Certificate, names: Iterable[str]) -> tuple[str, ...]:
    """Those of `names` that an authority must not vouch for, so that browsers would refuse them."""
    permitted = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    domains = [part.value for part in permitted if isinstance(part, x509.DNSName)]
    networks = [part.value for part in permitted if isinstance(part, x509.IPAddress)]
    return tuple(name for name in names if not _is_within(name, domains, networks))


def is_due(certificate: x509.Certificate, now: datetime) -> bool:
    """Whether it should be renewed: little of its time is left, or it was made by a clock that was ahead."""
    return certificate.not_valid_after_utc - now < RENEWED_BEFORE or certificate.not_valid_before_utc > now


def is_of_a_wrong_clock(certificate: x509.Certificate, now: datetime) -> bool:
    """Whether the clock was wrong when it was made, if `now` is right.

    A certificate whose time is over is none of these: that happens with every clock.
    """
    return certificate.not_valid_before_utc > now or certificate.not_valid_before_utc + _CLOCKS_DIFFER < EARLIEST


def fingerprint(certificate: x509.Certificate) -> str:
    """SHA-256 in pairs, as devices show it."""
    return certificate.fingerprint(hashes.SHA256()).hex(":").upper()


def as_address(name: str) -> _Address | None:
    """The address that `name` is; None for a host name."""
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def _is_within(name: str, domains: Iterable[str], networks: Iterable[object]) -> bool:
    address = as_address(name)
    if address is None:
        return any(name == domain or name.endswith(f".{domain}") for domain in domains)
    return any(isinstance(network, _Network) and address in network for network in networks)


def _permitted_domains(names: Iterable[str]) -> list[str]:
    others = [name for name in names if as_address(name) is None and not _is_within(name, _HOME_DOMAINS, ())]
    return [*_HOME_DOMAINS, *others]


def _permitted_networks(names: Iterable[str]) -> list[_Network]:
    home = _home_networks()
    others = [
        ipaddress.ip_network(name) for name in names if as_address(name) is not None and not _is_within(name, (), home)
    ]
    return [*home, *others]


def _home_networks() -> list[_Network]:
    return [ipaddress.ip_network(network) for network in _HOME_NETWORKS]


def _general_name(name: str) -> x509.GeneralName:
    address = as_address(name)
    return x509.DNSName(name) if address is None else x509.IPAddress(address)


def _subject(common_name: str) -> x509.Name:
    return x509.Name(
        [x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Jantaku"), x509.NameAttribute(NameOID.COMMON_NAME, common_name)]
    )


def _builder(
    subject: x509.Name, issuer: x509.Name, public_key: ec.EllipticCurvePublicKey, now: datetime, lasts: timedelta
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(public_key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _CLOCKS_DIFFER)
        .not_valid_after(now + lasts)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public_key), critical=False)
    )


def _key_usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )
