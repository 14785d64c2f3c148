"""The daemon as a service of a booted root: its page, its watchdog, and what an upgrade does to a table that runs."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from tools.debian.proof.booted import Booted, wait_for
from tools.debian.proof.life import CONFIG, STATE, LifeError
from tools.debian.proof.samples import Samples

_TABLE: Final = "/srv/table"
_ASK_PAGE: Final = "import urllib.request as u; print(u.urlopen('http://127.0.0.1/healthz', timeout=5).read().decode())"
_AGAIN_S: Final = 90.0
"""The watchdog's 20 s, 10 s until a frozen process is killed, 2 s of rest, and a start on a busy computer."""
_TOLD: Final = "/var/lib/jantaku-update"
_ASK_UPDATE: Final = """\
import sys, urllib.error, urllib.request as u
key = open('/var/lib/jantaku/access/local_key').read().strip()
head = {'Authorization': f'Bearer {key}', 'Content-Type': 'application/json'}
body = sys.argv[1].encode() or None
try:
    answer = u.urlopen(u.Request('http://127.0.0.1/api/update', data=body, headers=head), timeout=10)
except urllib.error.HTTPError as error:
    answer = error
if answer.status != int(sys.argv[2]): sys.exit(f'{answer.status}: {answer.read().decode()}')
print(answer.read().decode())
"""
"""Asks as a program of this computer does, by the daemon's own key (docs/access.md)."""
_UPDATE_S: Final = 300.0
"""Chosen: packing the version before, installing, compiling and a start, on a busy computer."""
_PASSED_OVER: Final = "/var/cache/jantaku/before/runs"


class Service:
    """One booted root and the daemon in it.

    Args:
        root: with systemd running, the package not installed.
        packages: by "this", "next" and "broken", which does not start.
        samples: the games.
    """

    def __init__(self, root: Booted, packages: dict[str, Path], samples: Samples) -> None:
        self._root = root
        self._packages = packages
        self._samples = samples
        self._versions = {name: path.stem.split("_")[1] for name, path in packages.items()}

    def steps(self) -> Iterator[tuple[str, Callable[[], str]]]:
        """What happens, in order."""
        yield "install without a board", self._install_without_board
        yield "board plugged in", self._plug_in
        yield "a daemon that hangs", self._hang
        yield "update on the page", self._update_on_page
        yield "back on the page", self._back_on_page
        yield "upgrade in a deal", self._upgrade_in_deal
        yield "upgrade to a version that does not start", self._break
        yield "upgrade to a sound version", self._mend
        yield "purge of a table that runs", self._purge

    def _install_without_board(self) -> str:
        self._install("this")
        self._expect(self._page(), "the page", "nothing")
        health = self._do("python3", "-c", _ASK_PAGE)
        self._expect("setting_up" in health, "the set-up page, for no camera is told yet", health)
        return "installed; the set-up page answers at port 80"

    def _plug_in(self) -> str:
        python = next(name for name in ("python3.13", "python3.11") if self._root.path(f"/usr/bin/{name}").exists())
        folder = self._root.path(_TABLE)
        folder.mkdir(parents=True)
        shutil.copy(Path(__file__).with_name("table_beside.py"), folder)
        modules = f"--setenv=PYTHONPATH=/usr/lib/jantaku/{python}:/usr/lib/jantaku/site"
        self._do("systemd-run", "--unit=table", modules, python, f"{_TABLE}/table_beside.py", _TABLE)
        told = folder / "site.toml"
        self._expect(wait_for(told.exists, _AGAIN_S), "a simulated table", "none")
        shutil.copy(told, self._root.path(CONFIG))
        return f"the page answers {self._restart(None):.1f} s after the start, at port 80"

    def _hang(self) -> str:
        began_s = time.monotonic()
        self._do("systemctl", "kill", "--signal=SIGSTOP", "--kill-whom=main", "jantaku")
        lives = wait_for(lambda: self._shown("NRestarts") != "0" and self._page(), _AGAIN_S)
        self._expect(lives, "a restart by the watchdog", self._do("systemctl", "show", "jantaku"))
        return f"frozen; killed by the watchdog, its page answers again after {time.monotonic() - began_s:.0f} s"

    def _update_on_page(self) -> str:
        self._do("jantaku", "update", "--add", self._brought("next"))
        self._wish({"action": "look"})
        document = self._after_wish("done")
        version = self._versions["next"]
        self._expect(document["offered"] == version and bool(document["changes"]), f"{version} offered", str(document))
        before = self._main_pid()
        began_s = time.monotonic()
        self._wish({"action": "install", "version": version})
        document = self._after_wish("done")
        self._expect(document["before"] == self._versions["this"], "the version before kept", str(document))
        self._expect(self._main_pid() != before and self._page(), "the new version on the page", self._main_pid())
        self._expect_installed(version)
        kept_mb = sum(path.stat().st_size for path in self._root.path(f"{_TOLD}/before").glob("*.deb")) / 1e6
        took_s = time.monotonic() - began_s
        return f"looked, installed and started in {took_s:.0f} s; {kept_mb:.0f} MB kept to go back to"

    def _back_on_page(self) -> str:
        self._wish({"action": "install", "version": self._versions["this"]})
        self._after_wish("done")
        self._expect(self._page(), "the page", "nothing")
        self._expect_installed(self._versions["this"])
        self._wish({"action": "install", "version": "9.9"}, status=409)
        return "the version before runs; a version that root does not offer was refused"

    def _upgrade_in_deal(self) -> str:
        self._restart(self._samples.journal_in_play)
        pid = self._main_pid()
        done = self._root.run("env", "JANTAKU_WAIT_S=0", "apt-get", "install", "--yes", self._brought("next"))
        said = done.stdout + done.stderr
        self._expect(done.returncode != 0 and "a deal is still in play" in said, "a refusal", said)
        self._expect(self._main_pid() == pid, "the daemon untouched", "another process")
        version = self._do("dpkg-query", "--show", "--showformat=${Version} ${Status}", "jantaku")
        self._expect(version.endswith("install ok installed"), "the version as it was", version)
        return f"refused with what to do; {version.partition(' ')[0]} plays on"

    def _break(self) -> str:
        self._restart(self._samples.journal)
        games = self._games()
        said = self._install("broken")
        self._expect("runs on until the next upgrade" in said, "the version before", said)
        self._expect(self._page() and self._games() == games, "the page and the same games", said)
        self._expect(self._root.path(_PASSED_OVER).exists(), "a note of it", "none")
        return "the version before runs on with the same games, and apt says so"

    def _mend(self) -> str:
        self._install("next")
        self._expect(self._page(), "the page", "nothing")
        self._expect(not self._root.path(_PASSED_OVER).exists(), "the new version", "the version before still runs")
        return "it runs; what was kept of the version before is gone"

    def _purge(self) -> str:
        self._do("apt-get", "purge", "--yes", "jantaku")
        left = [name for name in (STATE, "/etc/jantaku", "/usr/lib/jantaku") if self._root.path(name).exists()]
        self._expect(not left and not self._page(), "nothing left", " ".join(left) or "the page")
        return "stopped and gone"

    # What steps share ----------------------------------------------------------------------------------

    def _restart(self, journal: Path | None) -> float:
        """Seconds until the page answered; with another game than before if one is given."""
        self._do("systemctl", "stop", "jantaku")
        if journal is not None:
            for path in self._root.path(STATE).glob("*.sqlite3*"):
                path.unlink()
            for path in journal.parent.glob("*.sqlite3*"):
                shutil.copy2(path, self._root.path(STATE))
            self._do("chown", "-R", "jantaku:jantaku", STATE)
        began_s = time.monotonic()
        self._do("systemctl", "reset-failed", "jantaku")
        self._do("systemctl", "start", "jantaku")
        self._expect(self._page(), "the page as soon as systemd is told so", "nothing")
        return time.monotonic() - began_s

    def _wish(self, wish: dict[str, str] | None, status: int = 200) -> dict[str, Any]:
        """What the page's address of updates answers; None asks without a wish."""
        words = (_ASK_UPDATE, json.dumps(wish) if wish else "", str(status))
        answer: dict[str, Any] = json.loads(self._do("python3", "-c", *words))
        return answer

    def _after_wish(self, phase: str) -> dict[str, Any]:
        """The document once root has done what was wished; the daemon is away for a part of it."""
        last: dict[str, Any] = {}

        def is_over() -> bool:
            try:
                last.update(self._wish(None))
            except LifeError:  # away for the update, perhaps since a moment ago
                return False
            return last["progress"] is not None and last["progress"]["phase"] in ("done", "failed")

        self._expect(wait_for(is_over, _UPDATE_S), "an end of the update", str(last))
        log = self._do("journalctl", "--unit=jantaku-update", "--no-pager", "--output=cat", "--lines=20")
        self._expect(last["progress"]["phase"] == phase, phase, f"{last['progress']} {log}")
        return last

    def _expect_installed(self, version: str) -> None:
        came = self._do("dpkg-query", "--show", "--showformat=${Version} ${Status}", "jantaku")
        self._expect(came == f"{version} install ok installed", version, came)

    def _install(self, which: str) -> str:
        words = ("apt-get", "install", "--yes", "--allow-downgrades", self._brought(which))
        done = self._root.run(*words)
        self._expect(done.returncode == 0, "an installation", done.stdout + done.stderr)
        return done.stdout + done.stderr

    def _brought(self, which: str) -> str:
        folder = self._root.path("/srv/packages")
        folder.mkdir(exist_ok=True)
        package = self._packages[which]
        # A link, not a copy: both lie below one folder, and a package is hundreds of MB.
        (folder / package.name).unlink(missing_ok=True)
        os.link(package, folder / package.name)
        return f"/srv/packages/{package.name}"

    def _games(self) -> str:
        return self._do("runuser", "-u", "jantaku", "--", "jantaku", "games", "list", "--state-dir", STATE, "--json")

    def _page(self) -> bool:
        return self._root.run("python3", "-c", _ASK_PAGE).returncode == 0

    def _main_pid(self) -> str:
        return self._shown("MainPID")

    def _shown(self, name: str) -> str:
        return self._do("systemctl", "show", f"--property={name}", "--value", "jantaku").strip()

    def _do(self, *words: str) -> str:
        done = self._root.run(*words)
        said = f"status {done.returncode}: {done.stdout}\n{done.stderr}"
        self._expect(done.returncode == 0, f"{' '.join(words[:4])} to end well", said)
        return done.stdout

    @staticmethod
    def _expect(holds: bool, what: str, came: str) -> None:
        if not holds:
            raise LifeError(f"expected {what}; came: {came.strip()[-1500:]}")
