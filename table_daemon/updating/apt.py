"""Runs apt-get and tells how far it is, as it says itself (APT::Status-Fd, apt's README.progress-reporting)."""

from __future__ import annotations

import os
import subprocess
import tempfile
import threading
from collections.abc import Callable
from typing import Final

from table_daemon.update_service import UpdateError, UpdateWhy
from table_daemon.updating.places import UpdatePlaces
from table_daemon.updating.programs import ENVIRONMENT, succeeds

_LOCK_S: Final = "60"
"""Chosen: an apt of the system's own timers is through with its lists by then."""
_QUIET: Final = ("--yes", "-o", f"DPkg::Lock::Timeout={_LOCK_S}")
_KEEP_EDITED: Final = ("-o", "DPkg::Options::=--force-confdef", "-o", "DPkg::Options::=--force-confold")
"""dpkg asks nobody: what the owner edited stays."""
_INSTALL: Final = ("install", "--allow-downgrades", "--no-remove", *_KEEP_EDITED)
_IN_PLAY_S: Final = "60"
"""Chosen: the deal was waited for before; one that began meanwhile is not waited for with apt's lock held."""
_SIGNS: Final = (
    ("a deal is still in play", UpdateWhy.IN_PLAY, "a deal began meanwhile; repeat the update when it has ended"),
    ("Could not get lock", UpdateWhy.BUSY, "another program installs packages; repeat the update when it has ended"),
    ("No space left", UpdateWhy.NO_ROOM, "the disk is full; free some hundred megabytes and repeat the update"),
    ("enough free space", UpdateWhy.NO_ROOM, "the disk is full; free some hundred megabytes and repeat the update"),
    ("Failed to fetch", UpdateWhy.NO_NETWORK, "a package could not be fetched; look at the network and repeat it"),
)
"""What apt's and our scripts' words mean."""
_LAST_WORDS: Final = 400
"""Characters of what apt said last that stand in a failure; chosen."""


def refresh_lists(places: UpdatePlaces) -> bool:
    """Fetch the lists of apt's sources, whose signatures it checks; whether all came."""
    words = (*places.apt_options, "-o", "APT::Update::Error-Mode=any", *_QUIET, "update")
    return succeeds("apt-get", *words)


def finish_what_was_begun(places: UpdatePlaces) -> None:
    """After a power cut dpkg wants this before anything else."""
    succeeds("dpkg", f"--root={places.root}", "--configure", "--pending")


def fetch(places: UpdatePlaces, target: str, tell: Callable[[int], None]) -> None:
    """Have everything that `target` needs on the disk. Raises UpdateError."""
    _run((*places.apt_options, *_QUIET, *_INSTALL, "--download-only", target), "dlstatus", tell)


def install(places: UpdatePlaces, target: str, tell: Callable[[int], None]) -> None:
    """Install it. Raises UpdateError."""
    _run((*places.apt_options, *_QUIET, *_INSTALL, target), "pmstatus", tell)


def _run(words: tuple[str, ...], kind: str, tell: Callable[[int], None]) -> None:
    reads, writes = os.pipe()
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
        command = ["apt-get", "-o", f"APT::Status-Fd={writes}", *words]
        environment = {**ENVIRONMENT, "JANTAKU_WAIT_S": _IN_PLAY_S}
        try:
            running = subprocess.Popen(  # noqa: S603 - words of ours and a target of root's
                command, env=environment, stdout=said, stderr=said, pass_fds=(writes,)
            )
        finally:
            os.close(writes)
        # In a thread: a program that a package's script leaves behind may hold the other end open for ever.
        follower = threading.Thread(target=_follow, args=(reads, kind, tell), daemon=True)
        follower.start()
        status = running.wait()
        follower.join(timeout=1)
        said.seek(0)
        words_said = said.read()
    if status != 0:
        raise _failure(words_said)


def _follow(reads: int, kind: str, tell: Callable[[int], None]) -> None:
    last = -1
    with open(reads, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            percent = percent_of(line, kind)
            if percent is not None and percent != last:
                last = percent
                tell(percent)


def percent_of(line: str, kind: str) -> int | None:
    """Of a status line `KIND:package:percent:words`; None of any other."""
    parts = line.split(":", 3)
    try:
        return min(100, max(0, int(float(parts[2])))) if parts[0] == kind else None
    except (IndexError, ValueError):
        return None


def _failure(said: str) -> UpdateError:
    for sign, why, sentence in _SIGNS:
        if sign in said:
            return UpdateError(sentence, why)
    lines = [line for line in said.splitlines() if line.startswith(("E:", "dpkg: error"))] or said.splitlines()[-3:]
    return UpdateError(f"apt did not install it: {' '.join(lines)[-_LAST_WORDS:]}", UpdateWhy.APT)
