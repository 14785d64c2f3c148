#!/usr/bin/python3
"""The table's page on the attached screen: Chromium alone in cage, begun anew when it ends, dark while nobody plays.

Rules this file keeps: nothing but Python's own library; no key is needed and none leads out; the screen never goes dark
while a game is on.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import select
import signal
import subprocess
import sys
import time
import tomllib
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

_ASK_S: Final = 5.0
"""Chosen: how soon a game that was begun elsewhere lights the screen."""
_ANSWER_S: Final = 5.0
"""Separates a busy daemon from none; as long as the package's scripts wait."""
_AGAIN_S: Final = 2.0
"""Chosen: how often a page that is not served yet is asked for."""
_END_S: Final = 10.0
"""Chosen: a browser that was told to end has written its profile by then."""
_WITHOUT_GAME: Final = ("idle", "over")
"""Phases of the document `state` (docs/mqtt.md) in which nobody plays."""
_TIOCLINUX: Final = 0x541C
_BLANK, _UNBLANK = b"\x0e", b"\x04"
"""ioctl_console(2): TIOCL_BLANKSCREEN turns the screen off until TIOCL_UNBLANKSCREEN, here by DRM's own way."""
_FLAGS: Final = (
    "--ozone-platform=wayland",
    "--kiosk",
    "--no-first-run",
    "--no-default-browser-check",
    "--noerrdialogs",
    # After a power cut the page is there, not a question about the last session.
    "--hide-crash-restore-bubble",
    "--disable-features=Translate,OverscrollHistoryNavigation,MediaRouter",
    "--overscroll-history-navigation=0",
    "--disable-pinch",
    # The login is kept in the profile; there is no session of a desktop that would keep a key for it.
    "--password-store=basic",
    "--disable-component-update",
    "--disable-background-networking",
    "--disk-cache-size=20000000",
    # A click for a discard, before anybody has touched the screen.
    "--autoplay-policy=no-user-gesture-required",
)
"""Of Chromium; what each keeps away is tried by tests/tools/test_kiosk.py as far as a machine without a screen can."""


def page_address(settings: Path) -> str:
    """Where the daemon of this computer serves its page; by the defaults where its settings cannot be read."""
    try:
        http = tomllib.loads(settings.read_text(encoding="utf-8")).get("http", {})
    except (OSError, ValueError):
        http = {}
    return f"http://localhost:{http.get('port', 8080)}/"


def browser_command(address: str, environment: Mapping[str, str]) -> list[str]:
    """Chromium alone on the screen, with keys of its own for fields."""
    program = "chromium" if _is_there("chromium") else "chromium-browser"
    profile, cache = environment["STATE_DIRECTORY"], environment["RUNTIME_DIRECTORY"]
    language = environment.get("KIOSK_LANGUAGE", "")
    own = [f"--user-data-dir={profile}/profile", f"--disk-cache-dir={cache}/cache"]
    own += [f"--lang={language}", f"--accept-lang={language}"] if language else []
    return ["cage", "-d", "--", program, *_FLAGS, *own, f"{address}?keys=1"]


def phase_of(address: str) -> str | None:
    """What the table does; None where no page answers."""
    try:
        with urllib.request.urlopen(f"{address}api/documents", timeout=_ANSWER_S) as answer:  # noqa: S310 - http here
            return str(json.load(answer)["state"]["data"]["phase"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def answers(address: str) -> bool:
    """Whether a page is served, the set-up's too."""
    try:
        with urllib.request.urlopen(f"{address}healthz", timeout=_ANSWER_S):  # noqa: S310 - http here
            return True
    except OSError:
        return False


def may_sleep(phase: str | None, untouched_s: float, sleep_after_s: float) -> bool:
    """Whether the screen may go dark: nobody plays and nobody has touched it for so long; 0: never.

    A set-up page, or a table that does not answer, is somebody's work: it stays lit.
    """
    return sleep_after_s > 0 and phase in _WITHOUT_GAME and untouched_s >= sleep_after_s


class Touches:
    """Every touch, key and mouse of this computer, as the kernel tells them; devices may come and go."""

    def __init__(self, folder: Path = Path("/dev/input")) -> None:
        self._folder = folder
        self._open: dict[str, int] = {}

    def within(self, longest_s: float) -> bool:
        """Wait so long for one; what was touched is read away."""
        self._look()
        ready, _, _ = select.select(list(self._open.values()), [], [], longest_s)
        for name, descriptor in list(self._open.items()):
            if descriptor in ready:
                self._read_away(name, descriptor)
        return bool(ready)

    def _look(self) -> None:
        for name in {str(path) for path in self._folder.glob("event*")} - set(self._open):
            with contextlib.suppress(OSError):
                self._open[name] = os.open(name, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)

    def _read_away(self, name: str, descriptor: int) -> None:
        try:
            while os.read(descriptor, 4096):
                pass
        except BlockingIOError:
            return
        except OSError:
            pass
        os.close(descriptor)
        del self._open[name]


def show(command: Sequence[str], address: str, touches: Touches, sleep_after_s: float) -> bool:
    """Run the browser until it ends by itself (False) or the screen may sleep (True)."""
    touched_s = time.monotonic()
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, process_group=0) as browser:
        while browser.poll() is None:
            if touches.within(_ASK_S):
                touched_s = time.monotonic()
                time.sleep(_ASK_S)  # a finger that moves is a thousand events
            if may_sleep(phase_of(address), time.monotonic() - touched_s, sleep_after_s):
                end(browser)
                return True
    return False


def end(browser: subprocess.Popen[bytes]) -> None:
    """Have it write what it keeps, and go, with every process that it began."""
    os.killpg(browser.pid, signal.SIGTERM)
    with contextlib.suppress(subprocess.TimeoutExpired):
        browser.wait(_END_S)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(browser.pid, signal.SIGKILL)


def sleep_until_wanted(address: str, touches: Touches) -> None:
    """Dark until somebody touches the screen or a game begins; a daemon that starts anew wakes nobody."""
    turn_screen(_BLANK)
    while not touches.within(_ASK_S) and phase_of(address) in (*_WITHOUT_GAME, None):
        pass
    turn_screen(_UNBLANK)


def turn_screen(how: bytes) -> None:
    """Only the console that this program runs on is turned; elsewhere nothing happens."""
    with contextlib.suppress(OSError):
        fcntl.ioctl(sys.stdin.fileno(), _TIOCLINUX, how)


def _is_there(program: str) -> bool:
    return any(os.access(f"{folder}/{program}", os.X_OK) for folder in os.environ.get("PATH", "/usr/bin").split(":"))


def main() -> None:
    """Until the browser ends by itself: systemd then ends what it left behind, which would hold the profile, and begins
    anew.
    """
    settings = Path(os.environ.get("KIOSK_SETTINGS", "/etc/jantaku/site.toml"))
    sleep_after_s = 60 * float(os.environ.get("KIOSK_SLEEP_AFTER_MIN", "20"))
    touches = Touches()
    while True:
        address = page_address(settings)
        while not answers(address):
            time.sleep(_AGAIN_S)
            address = page_address(settings)
        if not show(browser_command(address, os.environ), address, touches, sleep_after_s):
            return
        sleep_until_wanted(address, touches)


if __name__ == "__main__":
    main()
