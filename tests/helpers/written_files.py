"""What was written to a disk."""

from __future__ import annotations

from pathlib import Path


def files_with(folder: Path, name: str) -> list[str]:
    """The files below a folder that hold a name."""
    return [str(path) for path in folder.rglob("*") if path.is_file() and name.encode() in path.read_bytes()]
