"""What the board must know of its machine. The same values stand in the host's machine file.

The hash over them is compared before arming: two sides that disagree about a limit must not move anything.
"""

import binascii

DEFAULTS = {
    "build_limit_ms": 80000,
    "dice_limit_ms": 5000,
    "dome_limit_ms": 6000,
    "lease_ms": 500,
    "lift_limit_ms": 9000,
    "push_limit_ms": 6000,
}
"""Longest times before a mechanism counts as stuck, and the dead man's time."""


class BoardConfig:
    """The values of `DEFAULTS`, some replaced by `changes`; read like a dictionary.

    Raises:
        ValueError: a name is unknown.
    """

    def __init__(self, changes: "dict[str, int] | None" = None) -> None:
        self._values = dict(DEFAULTS)
        for name, value in (changes or {}).items():
            if name not in DEFAULTS:
                raise ValueError(f"the board knows no setting {name}; it knows {sorted(DEFAULTS)}")
            self._values[name] = value

    def __getitem__(self, name: str) -> int:
        return self._values[name]

    def hash(self) -> int:
        """CRC-32 over `name=value` lines in alphabetical order, each ended by a line feed."""
        text = "".join(f"{name}={self._values[name]}\n" for name in sorted(self._values))
        return binascii.crc32(text.encode())
