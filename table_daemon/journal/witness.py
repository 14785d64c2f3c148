"""The small file beside the journal that knows how far it went.

SQLite gives back what it finds sound. Where the end of a journal is gone, what is left is a sound shorter journal, and
nothing in it says that there was more: this file says it.

Rules this file keeps:
* It is written after the journal, so it never knows more than the journal held at that moment.
* It is flushed when it is opened and not again: after a power cut it may know less than the journal, which is no
  damage, but it is a whole line. The journal is flushed with every entry.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

_DIGEST_CHARACTERS: Final = 16
"""Chosen: 64 bits, for a line of 90 characters."""
_LOOKS: Final = 3
"""Chosen: a reader may come while the daemon writes; the next look is a whole write later."""


@dataclass(frozen=True, slots=True)
class Witness:
    """How far the journal went: its newest entry with its link, and how many games began and ended."""

    newest: int
    link: bytes
    begun: int
    ended: int

    def line(self) -> bytes:
        """As it stands in the file: always equally long, so that one write replaces the whole."""
        text = f"{self.newest:020d} {self.link.hex()} {self.begun:010d} {self.ended:010d}"
        return f"{text} {_digest(text)}\n".encode("ascii")

    @classmethod
    def parse(cls, line: bytes) -> Self:
        """The witness in a file's content.

        Raises:
            ValueError: the content is damaged.
        """
        text, _, digest = line.decode("ascii").rstrip("\n").rpartition(" ")
        if digest != _digest(text):
            raise ValueError("its checksum is wrong")
        newest, link, begun, ended = text.split(" ")
        return cls(int(newest), bytes.fromhex(link), int(begun), int(ended))


class WitnessFile:
    """The file; it is opened at the first writing and stays open."""

    def __init__(self, journal: Path) -> None:
        self.path = witness_path(journal)
        self._descriptor: int | None = None

    def write(self, witness: Witness) -> None:
        """Replace what the file says; raises OSError."""
        if self._descriptor is None:
            self._descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
            os.pwrite(self._descriptor, witness.line(), 0)
            os.fsync(self._descriptor)
            return
        os.pwrite(self._descriptor, witness.line(), 0)

    def close(self) -> None:
        """Release the file; closing twice does no harm."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def witness_path(journal: Path) -> Path:
    """Where the witness of the journal at `journal` lies."""
    return journal.with_name(journal.name + ".witness")


def read_witness(journal: Path) -> Witness | None:
    """What the witness of a journal says; None where there is none.

    Raises:
        ValueError: it is damaged.
        OSError: it cannot be read.
    """
    path = witness_path(journal)
    for look in range(_LOOKS):
        try:
            return Witness.parse(path.read_bytes())
        except FileNotFoundError:
            return None
        except ValueError:
            if look == _LOOKS - 1:
                raise
    return None


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:_DIGEST_CHARACTERS]
