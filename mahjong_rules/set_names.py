"""The two tile sets of an automatic table: while one is played, the machine builds walls of the other."""

from __future__ import annotations

from enum import StrEnum


class SetName(StrEnum):
    """Set A and set B; their backs have different colours."""

    A = "A"
    B = "B"

    @property
    def other(self) -> SetName:
        """The set that is built while this one is played."""
        return SetName.B if self is SetName.A else SetName.A

    @property
    def number(self) -> int:
        """As a number: A 1, B 2 (docs/serial_link.md §4)."""
        return 1 if self is SetName.A else 2
