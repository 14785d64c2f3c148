"""The names of files on the disk: the last step of whatever has to survive a power cut."""

from __future__ import annotations

import os
from pathlib import Path


def flush_folder(folder: Path) -> None:
    """Wait until the disk knows the names in a folder.

    A file that was flushed has its content on the disk, and its new name only in memory: ext4 writes that up to five
    seconds later (`commit` of ext4(5)). A power cut before brings back the file that was replaced. `vision.whole_files`
    does the same for itself: the journal knows nothing of the floor of pictures.

    Raises:
        OSError: the disk refuses.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
