"""Words of updates that root's program knows too, which imports nothing but Python's own library."""

from __future__ import annotations

from typing import Final, Literal

DEBIAN_VERSION: Final = r"[0-9][A-Za-z0-9.+~]{0,47}(-[A-Za-z0-9.+~]{1,15})?"
"""Debian Policy 5.6.12 without an epoch, which our versions never have; the lengths are chosen."""
UpdatePhase = Literal["asked", "looking", "fetching", "waiting", "installing", "done", "failed"]
