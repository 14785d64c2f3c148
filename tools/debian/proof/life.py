"""The life of the package in one root: each step says what it saw.

Rules this file keeps: nothing is downloaded, and games and settings are looked at after each step.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from tools.debian.proof.roots import Root
from tools.debian.proof.samples import Samples, difference, figures

CONFIG: Final = "/etc/jantaku/site.toml"
STATE: Final = "/var/lib/jantaku"
_UNITS: Final = "/usr/lib/systemd/system"
_ALL_UNITS: Final = ("jantaku.service", "jantaku-update.path", "jantaku-update.service")
UNIT: Final = f"{_UNITS}/jantaku.service"
MOST_EXPOSED: Final = 30
"""`systemd-analyze security` below 3, in tenths: the issue that asked for the package."""
_OWNERS_WORD: Final = "# the owner was here\n"
_TRIED: Final = "/tmp/tried"  # noqa: S108 - inside a root of our own
_HARDWARE: Final = (
    "serial port",
    "camera",
    "groups",
    "clock",
    "configuration",
    "page",
    "broker",
    "pins",
    "certificate",
)
"""What `jantaku doctor` may complain of in a root: no board, no camera, no clock, ports that only a daemon opens."""


class LifeError(Exception):
    """The package did not do what it promises; the text says what was expected and what came."""


class Life:
    """One root and the package in it.

    Args:
        root: fresh.
        package: the version that is tried.
        next_package: a later version.
        samples: what it is tried on.
    """

    def __init__(self, root: Root, package: Path, next_package: Path, samples: Samples) -> None:
        self._root = root
        self._samples = samples
        self._packages = {"this": package, "next": next_package}
        self._games = ""

    def steps(self) -> Iterator[tuple[str, Callable[[], str]]]:
        """What happens, in order."""
        yield "install", self._first_install
        yield "version", self._version
        yield "doctor", self._doctor
        yield "config check", self._config_check
        yield "replay", self._replay
        yield "read", self._read
        yield "unit", self._unit
        yield "board rule", self._board_rule
        yield "a game and the owner's settings", self._live_in
        yield "upgrade", lambda: self._install("next")
        yield "downgrade", lambda: self._install("this")
        yield "remove", self._remove
        yield "install again", lambda: self._install("this")
        yield "purge", self._purge

    # What a step does ---------------------------------------------------------------------------------

    def _first_install(self) -> str:
        self._apt_install("this")
        user = self._do("id", "jantaku").strip()
        missing = [name for name in ("dialout", "video") if name not in user]
        _expect(not missing, f"the user jantaku in {', '.join(missing)}", user)
        enabled = self._root.path("/etc/systemd/system/multi-user.target.wants/jantaku.service")
        _expect(enabled.is_symlink(), "the service enabled", "no link of multi-user.target")
        size_mib = self._do("du", "-sm", "/usr/lib/jantaku").split()[0]
        return f"{size_mib} MiB installed, compiled for Python too"

    def _version(self) -> str:
        done = self._root.run("jantaku", "--version")
        return done.stdout.strip() if done.returncode == 0 else "the program has no --version yet"

    def _doctor(self) -> str:
        done = self._root.run("runuser", "-u", "jantaku", "--", "jantaku", "doctor", "--config", CONFIG)
        lines = [line for line in done.stdout.splitlines() if line.startswith(("ok", "warning", "failure"))]
        _expect(len(lines) > len(_HARDWARE), "a line for each check", done.stdout)
        failures = [line for line in lines if line.startswith("failure")]
        ours = [line for line in failures if line.split(":")[0].removeprefix("failure").strip() not in _HARDWARE]
        _expect(not ours, "no failure but of missing hardware", "\n".join(ours))
        return f"{len(lines)} checks, {len(failures)} failures, all of hardware that is not there"

    def _config_check(self) -> str:
        return self._do("jantaku", "config", "check", CONFIG).strip()

    def _replay(self) -> str:
        records = [self._brought(path) for path in self._samples.records]
        lines = figures(self._root.run("jantaku", "replay", *records).stdout)
        _expect(lines == self._samples.replayed, "every figure of the records as on this computer", "\n".join(lines))
        return f"{len(records)} records, {len(lines)} lines of figures as on this computer"

    def _read(self) -> str:
        pieces, largest = 0, 0.0
        for picture in self._samples.pictures:
            read = json.loads(self._do("jantaku", "read", self._brought(picture), "--json"))
            expected = self._samples.readings[picture.name]
            differs, apart = difference(expected, read)
            _expect(not differs, f"{picture.name} read as on this computer", differs)
            pieces, largest = pieces + len(expected), max(largest, apart)
        return f"{pieces} of {pieces} pieces as on this computer, numbers within {largest:.4f}"

    def _unit(self) -> str:
        # The path's unit brings its service along; each is named, so that one that is missing is told.
        self._do("systemd-analyze", "verify", "--man=no", *(f"{_UNITS}/{name}" for name in _ALL_UNITS))
        security = ("systemd-analyze", "security", "--offline=true", f"--threshold={MOST_EXPOSED}", UNIT)
        return self._do(*security).strip().splitlines()[-1].removeprefix("→ ")

    def _board_rule(self) -> str:
        rule = "/usr/lib/udev/rules.d/91-jantaku-board.rules"
        done = self._root.run("udevadm", "verify", rule)
        if "Unknown command" in done.stderr:
            return "this udevadm verifies no rules"
        _expect(done.returncode == 0, "a sound rule", done.stdout + done.stderr)
        return "sound"

    def _live_in(self) -> str:
        state = self._root.path(STATE)
        for file in self._samples.journal.parent.glob("*.sqlite3*"):
            shutil.copy2(file, state / file.name)
        self._do("chown", "-R", "jantaku:jantaku", STATE)
        with self._root.path(CONFIG).open("a", encoding="utf-8") as settings:
            settings.write(_OWNERS_WORD)
        self._games = self._list_games()
        _expect(bool(self._games.strip()), "a game in the journal", "none")
        return self._do("runuser", "-u", "jantaku", "--", "jantaku", "journal", "check", "--state-dir", STATE).strip()

    def _install(self, which: str) -> str:
        self._apt_install(which)
        self._expect_kept()
        _expect(self._list_games() == self._games, "the same games", self._list_games())
        version = self._do("dpkg-query", "--show", "--showformat=${Version}", "jantaku")
        return f"{version}; the game, its scores and the settings are as they were"

    def _remove(self) -> str:
        self._do("apt-get", "remove", "--yes", "jantaku")
        self._expect_kept()
        left = [name for name in ("/usr/lib/jantaku", "/usr/bin/jantaku") if self._root.path(name).exists()]
        _expect(not left, "no program", " ".join(left))
        return "the program is gone, the game and the settings stay"

    def _purge(self) -> str:
        self._do("apt-get", "purge", "--yes", "jantaku")
        words = ("find", "/", "-xdev", "-iname", "*jantaku*", "-not", "-path", "/proc/*", "-not", "-path", f"{_TRIED}*")
        left = [line for line in self._do(*words).splitlines() if not line.startswith(("/var/log", "/var/cache/apt"))]
        _expect(not left, "nothing of it on the disk", " ".join(left))
        return "game, settings and program are gone; the user stays"

    # What steps share ----------------------------------------------------------------------------------

    def _do(self, *words: str) -> str:
        done = self._root.run(*words)
        said = f"status {done.returncode}: {done.stdout}\n{done.stderr}"
        _expect(done.returncode == 0, f"{' '.join(words[:4])} to end well", said)
        return done.stdout

    def _apt_install(self, which: str) -> None:
        package = self._brought(self._packages[which])
        self._do("apt-get", "install", "--yes", "--allow-downgrades", package)
        self._root.path(package).unlink()

    def _brought(self, path: Path) -> str:
        """A file of this computer, by its name in the root."""
        folder = self._root.path(_TRIED)
        folder.mkdir(mode=0o755, exist_ok=True)
        shutil.copy(path, folder / path.name)
        return f"{_TRIED}/{path.name}"

    def _list_games(self) -> str:
        return self._do("runuser", "-u", "jantaku", "--", "jantaku", "games", "list", "--state-dir", STATE, "--json")

    def _expect_kept(self) -> None:
        journal = self._root.path(f"{STATE}/journal.sqlite3")
        _expect(journal.is_file(), "the journal kept", f"no {journal.name}")
        text = self._root.path(CONFIG).read_text(encoding="utf-8")
        _expect(text.endswith(_OWNERS_WORD), f"the owner's {CONFIG} kept", text)


def _expect(holds: bool, what: str, came: str) -> None:
    if not holds:
        raise LifeError(f"expected {what}; came: {came.strip()[-1500:]}")
