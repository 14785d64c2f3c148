"""This computer's addresses in its home network: what certificates name, and what other devices open."""

from __future__ import annotations

import ipaddress
import socket
from typing import Final

_PROBES: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses for documentation (RFC 5737, 3849): asking for the way there sends nothing."""


def home_addresses() -> list[str]:
    """The addresses, the older family first; one in the internet changes, and is none of them."""
    found: list[str] = []
    for family, probe in _PROBES:
        with socket.socket(family, socket.SOCK_DGRAM) as sock:
            try:
                sock.connect((probe, 9))
            except OSError:
                continue  # no network of this family
            address = ipaddress.ip_address(str(sock.getsockname()[0]).partition("%")[0])
            if not address.is_global:
                found.append(str(address))
    return found


def is_of_this_computer(host: str) -> bool:
    """Whether a name or address means the computer itself, to whichever computer it is said."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
