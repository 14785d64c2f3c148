"""This program once more in its own place: after the set-up, and where a backup waits to be put in place."""

from __future__ import annotations

import os
import sys


def begin_anew() -> int:
    """The same command in the same process: one service for systemd, nothing left of what was open. Never returns."""
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - our own command line
