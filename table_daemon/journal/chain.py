"""Checksums that tie each entry of the journal to the one before it.

Rules this file keeps:
* A link is made of the entry's stored texts, not of what they mean: a changed byte is found before it is read.
* The link of an entry covers all entries before it. Who knows the newest link knows whether anything was changed.

The digest finds damage, not malice: whoever may write the file may also compute links (FIPS 180-4 for SHA-256).
"""

from __future__ import annotations

import hashlib
from typing import Final

EntryRow = tuple[int, str, int, str, str, str, str]
"""seq, game, deal, kind, payload, at and cause as they stand in the file."""
GameRow = tuple[int, str, str, str | None, int]
"""number, id, started_at, ended_at and the newest entry before the game, as they stand in the file."""
LINK_BYTES: Final = 16
"""Chosen: 128 bits of SHA-256. That damage gives the right link by chance has the probability 3e-39."""
FIRST_LINK: Final = bytes(LINK_BYTES)
"""What the first entry is tied to."""


def link_of(before: bytes, row: EntryRow) -> bytes:
    """The link of an entry that follows an entry with the link `before`."""
    return _digest(before, row)


def seal_of(row: GameRow) -> bytes:
    """The checksum of a line of the list of games; it is renewed when the game ends."""
    return _digest(b"game", row)


def name_seal(number: int, name: str) -> bytes:
    """The checksum of a name; it is renewed when the name changes."""
    return _digest(b"name", (number, name))


def _digest(before: bytes, row: EntryRow | GameRow | tuple[int, str]) -> bytes:
    # Escapes keep the fields apart whatever stands in them. `repr` would change with the Unicode version of Python.
    return hashlib.sha256(before + ascii(row).encode("ascii")).digest()[:LINK_BYTES]
