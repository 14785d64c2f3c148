"""A disk whose power can be cut: what nobody flushed is gone, as on a real one.

How: a file system (ext4) on a loop device, whose image lies in a second ext4 on another loop device. A cut tells both
of them to go down at once without writing anything more (`EXT4_IOC_SHUTDOWN` with `NOLOGFLUSH`, the way in which the
kernel's own tests of file systems cut the power). The inner one loses the dirty pages in the computer's memory; the
outer one loses what the inner one wrote, but did not flush: the disk's own cache. What was flushed (fsync, and the
barriers of ext4's journal) stands in the outer image. `restore_power` mounts both again, as a start does.

Not shown: a sector that is half written, and a card that lies about having flushed.
"""

from __future__ import annotations

import fcntl
import os
import struct
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

_SHUTDOWN: Final = 0x8004587D
"""EXT4_IOC_SHUTDOWN of linux/ext4.h, `_IOR('X', 125, __u32)`."""
_NOLOGFLUSH: Final = 2
"""EXT4_GOING_FLAGS_NOLOGFLUSH: not even the file system's journal is written any more."""
_DISK_MIB: Final = 96
"""Chosen: the journal of an evening and a few copies of it, on the smallest images that ext4 gives a journal to."""
_OUTER_MIB: Final = 160
"""The disk, and ext4's own part of some MiB."""


class NoLosingDisk(Exception):  # noqa: N818 - it is a reason to skip
    """Why this computer can make none."""


class LosingDisk:
    """Use it as a context manager.

    Args:
        folder: for the images and mounts; about 300 MiB.
        options: of the mounts.

    Attributes:
        place: what is written below it may be lost.

    Raises:
        NoLosingDisk: on entering, where loop devices cannot be had.
    """

    def __init__(self, folder: Path, options: str = "noatime") -> None:
        self._image = folder / "outer.img"
        self._outer = folder / "outer"
        self.place = folder / "disk"
        self._loops: list[str] = []
        self._options = options

    def __enter__(self) -> Self:
        """Make it, empty."""
        if os.geteuid() != 0 or not Path("/dev/loop-control").exists():
            raise NoLosingDisk("a disk whose power can be cut needs root and loop devices")
        try:
            for folder in (self._outer, self.place):
                folder.mkdir()
            _fill(self._image, _OUTER_MIB)
            _do("mkfs.ext4", "-q", "-F", str(self._image))
            self._mount(self._image, self._outer)
            _fill(self._outer / "disk.img", _DISK_MIB)  # its place is settled: only its content can be lost
            _do("mkfs.ext4", "-q", "-F", str(self._outer / "disk.img"))
            os.sync()
            self._mount(self._outer / "disk.img", self.place)
        except (OSError, subprocess.CalledProcessError) as error:
            self.__exit__()
            said = error.stderr.decode().strip() if isinstance(error, subprocess.CalledProcessError) else error
            raise NoLosingDisk(f"a disk whose power can be cut cannot be made here: {said}") from error
        return self

    def __exit__(self, *_: object) -> None:
        """Take everything away."""
        self._unmount()

    def cut(self) -> None:
        """The power is gone: whoever writes meets an error, and what was not flushed is nowhere."""
        for place in (self._outer, self.place):
            folder = os.open(place, os.O_RDONLY)
            try:
                with suppress(OSError):  # the inner one notices by itself that its disk is gone
                    fcntl.ioctl(folder, _SHUTDOWN, struct.pack("I", _NOLOGFLUSH))
            finally:
                os.close(folder)

    def restore_power(self) -> None:
        """Mount what the disk holds. Nobody may have a file of it open any more."""
        self._unmount()
        self._mount(self._image, self._outer)
        self._mount(self._outer / "disk.img", self.place)

    def bytes_written(self) -> int:
        """How much the disk was told to write since it was mounted, the file system's own journal included."""
        statistics = Path(f"/sys/block/{Path(self._loops[-1]).name}/stat").read_text().split()
        return int(statistics[6]) * 512  # sectors written (Documentation/block/stat.rst), of 512 bytes always

    def _mount(self, image: Path, place: Path) -> None:
        loop = _do("losetup", "--find", "--show", str(image))
        self._loops.append(loop)
        _do("mount", "-o", self._options, loop, str(place))

    def _unmount(self) -> None:
        for place in (self.place, self._outer):
            if place.is_mount():
                _do("umount", str(place))
            if self._loops and not (place == self.place and len(self._loops) < 2):
                _do("losetup", "--detach", self._loops.pop())


def _fill(image: Path, mib: int) -> None:
    """A file of zeros that really lie on the disk."""
    with image.open("wb") as file:
        for _ in range(mib):
            file.write(bytes(1 << 20))
        file.flush()
        os.fsync(file.fileno())


def _do(*command: str) -> str:
    done = subprocess.run(command, check=True, capture_output=True)
    return done.stdout.decode().strip()
