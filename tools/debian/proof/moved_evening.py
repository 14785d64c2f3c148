"""An evening in play that moves to another computer: backed up in one root, restored in another one, and played on."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from typing import Any, Final

from tools.debian.proof.booted_package import BootedPackage
from tools.debian.proof.life import CONFIG

_FILE: Final = "/srv/evening.jantaku"
_ASK: Final = """\
import sys, urllib.request as u
key = open('/var/lib/jantaku/access/local_key').read().strip()
head = {'Authorization': f'Bearer {key}', 'Content-Type': 'application/json'}
body = sys.argv[2].encode() if len(sys.argv) > 2 else None
print(u.urlopen(u.Request('http://127.0.0.1/api/' + sys.argv[1], data=body, headers=head), timeout=10).read().decode())
"""
_SAME: Final = ("names", "scores", "riichi_sticks", "deal_label", "turn", "dora_indicators", "live_tiles", "dice")
"""Of the state document: what the players must find again."""
_SCORES: Final = (31000, 18700, 26300, 24000)
"""Chosen: each differs from the others, and from what a game begins with."""


class EveningBackedUp(BootedPackage):
    """The computer on which the evening began."""

    def steps(self) -> Iterator[tuple[str, Callable[[], str]]]:
        """What happens, in order."""
        yield "an evening in play", self._play
        yield "its backup", self._back_up

    def _play(self) -> str:
        self.install("this")
        self.plug_in()
        self.restart(self.samples.journal_in_play)
        # A table that had lost everything would stand at the points that everybody begins with.
        _wish(self, "set_scores", scores=list(_SCORES), reason="an evening")
        self.state = _state(self)
        self.expect(self.state["phase"] == "play", "a deal in play", str(self.state))
        self.expect(self.state["scores"] == list(_SCORES), str(_SCORES), str(self.state["scores"]))
        return f"{self.state['names']} at {self.state['scores']}"

    def _back_up(self) -> str:
        said = self.do("jantaku", "backup", _FILE, "--config", CONFIG)
        self.file = self.root.path(_FILE)
        return f"{said.strip().splitlines()[-1]}; {self.file.stat().st_size / 1e3:.0f} kB, while the table ran"


class EveningRestored(BootedPackage):
    """Another computer.

    Attributes:
        was: the first one.
    """

    was: EveningBackedUp

    def steps(self) -> Iterator[tuple[str, Callable[[], str]]]:
        """What happens, in order."""
        yield "restored on another computer", self._restore
        yield "played on", self._play_on

    def _restore(self) -> str:
        self.install("this")
        self.plug_in()
        own = self.root.path(CONFIG).read_bytes()
        shutil.copy(self.was.file, self.root.path(_FILE))
        self.do("systemctl", "stop", "jantaku")
        self.do("jantaku", "restore", _FILE, "--config", CONFIG)
        self.root.path(CONFIG).write_bytes(own)  # this computer's board and camera
        self.restart(None)
        now = _state(self)
        different = [key for key in _SAME if now[key] != self.was.state[key]]
        self.expect(not different, f"the same {', '.join(_SAME)}", f"{different}: {now}")
        return f"{now['names']} at {now['scores']}"

    def _play_on(self) -> str:
        before = _state(self)
        _wish(self, "void_deal", reason="moved")
        after = _state(self)
        self.expect(after["seq"] > before["seq"], "an entry more", str(after))
        self.expect(after["scores"] == before["scores"], "the same scores", str(after))
        self.expect(after["phase"] != "play", "a deal that has ended", str(after))
        return f"the deal was ended by hand: entry {after['seq']} after {before['seq']}, {after['scores']}"


def _wish(computer: BootedPackage, name: str, **data: Any) -> None:
    """A command as people's devices send it."""
    answer = json.loads(computer.do("python3", "-c", _ASK, f"cmd/{name}", json.dumps({"data": data})))
    computer.expect(answer["ok"], f"{name} to be carried out", str(answer))


def _state(computer: BootedPackage) -> dict[str, Any]:
    """The state document of its table, with the number of its newest entry."""
    document: dict[str, Any] = json.loads(computer.do("python3", "-c", _ASK, "documents"))["state"]
    return {**document["data"], "seq": document["seq"]}
