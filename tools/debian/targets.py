"""The computers that a package is for, and the wheels that fit them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

PYTHONS: Final = ("3.13", "3.11")
"""Of Debian 13 (Trixie) and 12 (Bookworm), newest first, as the launcher tries them."""
_GLIBC: Final = 36
"""Bookworm has glibc 2.36, Trixie a later one: a wheel for any earlier one runs on both."""
_OLDEST_GLIBC: Final = 17
"""manylinux2014, the oldest for which wheels of these packages are made."""


@dataclass(frozen=True, slots=True)
class Target:
    """An architecture as Debian and as Python call it."""

    debian: str
    machine: str

    @property
    def platforms(self) -> tuple[str, ...]:
        """Platform tags that fit, best first."""
        by_glibc = [f"manylinux_2_{minor}_{self.machine}" for minor in range(_GLIBC, _OLDEST_GLIBC - 1, -1)]
        return (*by_glibc, f"manylinux2014_{self.machine}")


TARGETS: Final = {"arm64": Target("arm64", "aarch64"), "amd64": Target("amd64", "x86_64")}
"""arm64: a Raspberry Pi 4 or 5; amd64: a small computer beside the table."""
