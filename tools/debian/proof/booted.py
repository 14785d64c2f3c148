"""A root whose own systemd runs (systemd-nspawn), without a network."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Self

from tools.debian.proof.roots import Root, RootError

_BOOT_S: Final = 120.0
"""Separates a slow start on a busy computer from none. Chosen."""
_COMMAND_S: Final = 600.0
"""An installation that compiles on a busy computer takes two minutes; one that hangs ends. Chosen."""

_UP: Final = ("running", "degraded")
"""systemctl(1): degraded is a start in which something failed that a container does not have."""
_POWER_OFF: Final = signal.SIGRTMIN + 4
"""systemd(1): ends every service, then itself."""


class Booted(Root):
    """Use it as a context manager; it is halted at the end."""

    def __enter__(self) -> Self:
        """Start systemd.

        Raises:
            RootError: it does not come up.
        """
        command = ["systemd-nspawn", "--quiet", "--boot", f"--directory={self.folder}", "--private-network"]
        command += ["--register=no", "--keep-unit", "--console=pipe"]
        quiet = subprocess.DEVNULL
        self._nspawn = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
        if not wait_for(self._is_up, _BOOT_S):
            self.__exit__()
            raise RootError(f"systemd does not start in {self.folder}: apt install systemd-container, and run as root")
        return self

    def __exit__(self, *_: object) -> None:
        """Halt it."""
        if (leader := self._leader()) is not None:
            os.kill(leader, _POWER_OFF)
        try:
            self._nspawn.wait(30)
        except subprocess.TimeoutExpired:
            self._nspawn.kill()
            self._nspawn.wait()

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A command beside the services."""
        inside = [
            "/usr/bin/env",
            "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
            "LANG=C.UTF-8",
            "DEBIAN_FRONTEND=noninteractive",
        ]
        command = ["nsenter", f"--target={self._leader()}", "--all", *inside, *words]
        return subprocess.run(
            command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=_COMMAND_S
        )

    def _is_up(self) -> bool:
        return self._leader() is not None and self.run("systemctl", "is-system-running").stdout.strip() in _UP

    def _leader(self) -> int | None:
        """The container's first process, as this computer numbers it."""
        if self._nspawn.poll() is not None:
            return None
        children = Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children").read_text(encoding="ascii")
        return int(children.split()[0]) if children else None


def wait_for(condition: Callable[[], object], longest_s: float) -> bool:
    """Whether it held within that time: other processes bring it about and tell nobody."""
    until_s = time.monotonic() + longest_s
    while not condition():
        if time.monotonic() > until_s:
            return False
        time.sleep(0.5)
    return True
