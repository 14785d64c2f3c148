"""A package in a booted root with the simulated table beside it: what every proof there shares."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path
from typing import Final

from tools.debian.proof.booted import Booted, wait_for
from tools.debian.proof.life import CONFIG, STATE, LifeError
from tools.debian.proof.samples import Samples

_TABLE: Final = "/srv/table"
ASK_PAGE: Final = "import urllib.request as u; print(u.urlopen('http://127.0.0.1/healthz', timeout=5).read().decode())"
AGAIN_S: Final = 90.0
"""The watchdog's 20 s, 10 s until a frozen process is killed, 2 s of rest, and a start on a busy computer."""


class BootedPackage:
    """One booted root and the package in it.

    Args:
        root: with systemd running, the package not installed.
        packages: by "this", "next" and "broken", which does not start.
        samples: the games.
    """

    def __init__(self, root: Booted, packages: dict[str, Path], samples: Samples) -> None:
        self.root = root
        self.packages = packages
        self.samples = samples
        self.versions = {name: path.stem.split("_")[1] for name, path in packages.items()}

    def plug_in(self) -> str:
        """Stand the simulated table beside it, with the settings that name it, and start the service."""
        python = next(name for name in ("python3.13", "python3.11") if self.root.path(f"/usr/bin/{name}").exists())
        folder = self.root.path(_TABLE)
        folder.mkdir(parents=True)
        shutil.copy(Path(__file__).with_name("table_beside.py"), folder)
        modules = f"--setenv=PYTHONPATH=/usr/lib/jantaku/{python}:/usr/lib/jantaku/site"
        self.do("systemd-run", "--unit=table", modules, python, f"{_TABLE}/table_beside.py", _TABLE)
        told = folder / "site.toml"
        self.expect(wait_for(told.exists, AGAIN_S), "a simulated table", "none")
        shutil.copy(told, self.root.path(CONFIG))
        return f"the page answers {self.restart(None):.1f} s after the start, at port 80"

    def restart(self, journal: Path | None) -> float:
        """Seconds until the page answered; with another game than before if one is given."""
        self.do("systemctl", "stop", "jantaku")
        if journal is not None:
            for path in self.root.path(STATE).glob("*.sqlite3*"):
                path.unlink()
            for path in journal.parent.glob("*.sqlite3*"):
                shutil.copy2(path, self.root.path(STATE))
            self.do("chown", "-R", "jantaku:jantaku", STATE)
        began_s = time.monotonic()
        self.do("systemctl", "reset-failed", "jantaku")
        self.do("systemctl", "start", "jantaku")
        self.expect(self.page(), "the page as soon as systemd is told so", "nothing")
        return time.monotonic() - began_s

    def install(self, which: str) -> str:
        """Put this package in; what apt said."""
        words = ("apt-get", "install", "--yes", "--allow-downgrades", self.brought(which))
        done = self.root.run(*words)
        self.expect(done.returncode == 0, "an installation", done.stdout + done.stderr)
        return done.stdout + done.stderr

    def brought(self, which: str) -> str:
        """The package's path inside."""
        folder = self.root.path("/srv/packages")
        folder.mkdir(exist_ok=True)
        package = self.packages[which]
        # A link, not a copy: both lie below one folder, and a package is hundreds of MB.
        (folder / package.name).unlink(missing_ok=True)
        os.link(package, folder / package.name)
        return f"/srv/packages/{package.name}"

    def games(self) -> str:
        """The table's games, as JSON."""
        return self.do("runuser", "-u", "jantaku", "--", "jantaku", "games", "list", "--state-dir", STATE, "--json")

    def page(self) -> bool:
        """Whether the page answers."""
        return self.root.run("python3", "-c", ASK_PAGE).returncode == 0

    def main_pid(self) -> str:
        """The daemon's process."""
        return self.shown("MainPID")

    def shown(self, name: str) -> str:
        """A property of the service."""
        return self.do("systemctl", "show", f"--property={name}", "--value", "jantaku").strip()

    def do(self, *words: str) -> str:
        """A command that has to end well; what it said."""
        done = self.root.run(*words)
        said = f"status {done.returncode}: {done.stdout}\n{done.stderr}"
        self.expect(done.returncode == 0, f"{' '.join(words[:4])} to end well", said)
        return done.stdout

    @staticmethod
    def expect(holds: bool, what: str, came: str) -> None:
        """End the proof where it does not hold."""
        if not holds:
            raise LifeError(f"expected {what}; came: {came.strip()[-1500:]}")
