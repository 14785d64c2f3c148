"""The daemon as a service of a booted root: its page, its watchdog, and what an upgrade does to a table that runs."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from tools.debian.proof.booted import wait_for
from tools.debian.proof.booted_package import AGAIN_S, ASK_PAGE, BootedPackage
from tools.debian.proof.life import STATE, LifeError

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


class Service(BootedPackage):
    """A table's service over its life."""

    def steps(self) -> Iterator[tuple[str, Callable[[], str]]]:
        """What happens, in order."""
        yield "install without a board", self._install_without_board
        yield "board plugged in", self.plug_in
        yield "a daemon that hangs", self._hang
        yield "update on the page", self._update_on_page
        yield "back on the page", self._back_on_page
        yield "upgrade in a deal", self._upgrade_in_deal
        yield "upgrade to a version that does not start", self._break
        yield "upgrade to a sound version", self._mend
        yield "purge of a table that runs", self._purge

    def _install_without_board(self) -> str:
        self.install("this")
        self.expect(self.page(), "the page", "nothing")
        health = self.do("python3", "-c", ASK_PAGE)
        self.expect("setting_up" in health, "the set-up page, for no camera is told yet", health)
        return "installed; the set-up page answers at port 80"

    def _hang(self) -> str:
        began_s = time.monotonic()
        self.do("systemctl", "kill", "--signal=SIGSTOP", "--kill-whom=main", "jantaku")
        lives = wait_for(lambda: self.shown("NRestarts") != "0" and self.page(), AGAIN_S)
        self.expect(lives, "a restart by the watchdog", self.do("systemctl", "show", "jantaku"))
        return f"frozen; killed by the watchdog, its page answers again after {time.monotonic() - began_s:.0f} s"

    def _update_on_page(self) -> str:
        self.do("jantaku", "update", "--add", self.brought("next"))
        self._wish({"action": "look"})
        document = self._after_wish("done")
        version = self.versions["next"]
        self.expect(document["offered"] == version and bool(document["changes"]), f"{version} offered", str(document))
        before = self.main_pid()
        began_s = time.monotonic()
        self._wish({"action": "install", "version": version})
        document = self._after_wish("done")
        self.expect(document["before"] == self.versions["this"], "the version before kept", str(document))
        self.expect(self.main_pid() != before and self.page(), "the new version on the page", self.main_pid())
        self._expect_installed(version)
        kept_mb = sum(path.stat().st_size for path in self.root.path(f"{_TOLD}/before").glob("*.deb")) / 1e6
        took_s = time.monotonic() - began_s
        return f"looked, installed and started in {took_s:.0f} s; {kept_mb:.0f} MB kept to go back to"

    def _back_on_page(self) -> str:
        self._wish({"action": "install", "version": self.versions["this"]})
        self._after_wish("done")
        self.expect(self.page(), "the page", "nothing")
        self._expect_installed(self.versions["this"])
        self._wish({"action": "install", "version": "9.9"}, status=409)
        return "the version before runs; a version that root does not offer was refused"

    def _upgrade_in_deal(self) -> str:
        self.restart(self.samples.journal_in_play)
        pid = self.main_pid()
        done = self.root.run("env", "JANTAKU_WAIT_S=0", "apt-get", "install", "--yes", self.brought("next"))
        said = done.stdout + done.stderr
        self.expect(done.returncode != 0 and "a deal is still in play" in said, "a refusal", said)
        self.expect(self.main_pid() == pid, "the daemon untouched", "another process")
        version = self.do("dpkg-query", "--show", "--showformat=${Version} ${Status}", "jantaku")
        self.expect(version.endswith("install ok installed"), "the version as it was", version)
        return f"refused with what to do; {version.partition(' ')[0]} plays on"

    def _break(self) -> str:
        self.restart(self.samples.journal)
        games = self.games()
        said = self.install("broken")
        self.expect("runs on until the next upgrade" in said, "the version before", said)
        self.expect(self.page() and self.games() == games, "the page and the same games", said)
        self.expect(self.root.path(_PASSED_OVER).exists(), "a note of it", "none")
        return "the version before runs on with the same games, and apt says so"

    def _mend(self) -> str:
        self.install("next")
        self.expect(self.page(), "the page", "nothing")
        self.expect(not self.root.path(_PASSED_OVER).exists(), "the new version", "the version before still runs")
        return "it runs; what was kept of the version before is gone"

    def _purge(self) -> str:
        self.do("apt-get", "purge", "--yes", "jantaku")
        left = [name for name in (STATE, "/etc/jantaku", "/usr/lib/jantaku") if self.root.path(name).exists()]
        self.expect(not left and not self.page(), "nothing left", " ".join(left) or "the page")
        return "stopped and gone"

    # What steps share ----------------------------------------------------------------------------------

    def _wish(self, wish: dict[str, str] | None, status: int = 200) -> dict[str, Any]:
        """What the page's address of updates answers; None asks without a wish."""
        words = (_ASK_UPDATE, json.dumps(wish) if wish else "", str(status))
        answer: dict[str, Any] = json.loads(self.do("python3", "-c", *words))
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

        self.expect(wait_for(is_over, _UPDATE_S), "an end of the update", str(last))
        log = self.do("journalctl", "--unit=jantaku-update", "--no-pager", "--output=cat", "--lines=20")
        self.expect(last["progress"]["phase"] == phase, phase, f"{last['progress']} {log}")
        return last

    def _expect_installed(self, version: str) -> None:
        came = self.do("dpkg-query", "--show", "--showformat=${Version} ${Status}", "jantaku")
        self.expect(came == f"{version} install ok installed", version, came)
