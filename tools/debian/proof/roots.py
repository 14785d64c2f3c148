"""Debian roots made by mmdebstrap, and commands in them that reach no network.

A root is made once and kept as a tar file; each proof unpacks it anew. Needs root (device files, chroot).
"""

from __future__ import annotations

import platform
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

SUITES: Final = ("bookworm", "trixie")
"""Debian 12 and 13, which Raspberry Pi OS of these names is made from."""
_INCLUDE: Final = "systemd,systemd-sysv,udev,dbus,python3,avahi-daemon"
"""What every Raspberry Pi OS has of what the package depends on or recommends."""
_ENTER: Final = """\
ip link set lo up
mount -t proc proc "$0/proc"
exec chroot "$0" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
"""
_BINFMT: Final = Path("/proc/sys/fs/binfmt_misc")


class RootError(Exception):
    """A root cannot be made or used; the text is one sentence for a person."""


class Root:
    """An unpacked Debian in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A command inside, with loopback and nothing else."""
        command = ["unshare", "--net", "--mount", "--pid", "--fork", "sh", "-euc", _ENTER, str(self.folder), *words]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def path(self, inside: str) -> Path:
        """A file of the root as this computer sees it."""
        return self.folder / inside.lstrip("/")


def debian_mirrors() -> list[str]:
    """Where this computer gets Debian's own packages, without the updates of one suite."""
    words = ["apt-get", "indextargets", "--format", "$(SITE) $(REPO_URI)", "Created-By: Packages", "Origin: Debian"]
    said = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    found = dict.fromkeys(line.split()[-1] for line in said.splitlines() if "security" not in line)
    if not found:
        raise RootError("apt knows no mirror of Debian here: run apt-get update, or name one with --mirror")
    return list(found)


def needed_programs() -> list[str]:
    """Programs that are missing."""
    return [name for name in ("mmdebstrap", "unshare", "ip", "tar", "dpkg-deb") if shutil.which(name) is None]


def allow_foreign(machine: str) -> None:
    """Have this kernel run programs of another machine through qemu.

    Raises:
        RootError: it cannot.
    """
    if machine == platform.machine():
        return
    entry = _BINFMT / f"qemu-{machine}"
    for command in (
        ["mount", "-t", "binfmt_misc", "binfmt_misc", str(_BINFMT)],
        ["update-binfmts", "--enable", entry.name],
    ):
        if not entry.exists():
            subprocess.run(command, check=False, capture_output=True)
    if not entry.exists():
        remedy = "apt install qemu-user-static binfmt-support arch-test, and run this as root"
        raise RootError(f"programs for {machine} do not run on this computer: {remedy}")


def make(suite: str, architecture: str, mirrors: Sequence[str], cache: Path) -> Path:
    """The tar file of a root; made once.

    Raises:
        subprocess.CalledProcessError: mmdebstrap has said why.
    """
    kept = cache / f"{suite}-{architecture}.tar"
    if not kept.exists():
        cache.mkdir(parents=True, exist_ok=True)
        growing = kept.with_suffix(".part")
        command = ["mmdebstrap", "--quiet", "--variant=apt", f"--arch={architecture}", f"--include={_INCLUDE}"]
        subprocess.run([*command, "--format=tar", suite, str(growing), *mirrors], check=True)
        growing.rename(kept)
    return kept


def unpack(kept: Path, folder: Path) -> Root:
    """A fresh root in an empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    command = ["tar", "--extract", "--preserve-permissions", f"--file={kept}", f"--directory={folder}"]
    subprocess.run(command, check=True)
    return Root(folder)
