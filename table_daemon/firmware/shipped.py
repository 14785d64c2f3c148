"""The firmware that belongs to this program: its files, where they go on a board, and the hash that a board says."""

from __future__ import annotations

import binascii
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import board_firmware

FOLDER: Final = "board_firmware"
MAIN: Final = "main.py"
"""What MicroPython runs after a start, at the root of its flash."""
_START: Final = f"{FOLDER}/start.py"

Files = Mapping[str, bytes]
"""Contents by their path on the board."""


def shipped_files() -> dict[str, bytes]:
    """What is to be on a board."""
    folder = Path(board_firmware.__file__).parent
    files = {f"{FOLDER}/{path.name}": path.read_bytes() for path in sorted(folder.glob("*.py"))}
    return {**files, MAIN: files[_START]}


def firmware_hash(files: Files) -> int:
    """As `board_firmware.main` adds it up and HELLO_REPLY says it: the package's files in the order of their names."""
    crc = 0
    for path in sorted(files):
        if path.startswith(f"{FOLDER}/"):
            crc = binascii.crc32(files[path], crc)
    return crc
