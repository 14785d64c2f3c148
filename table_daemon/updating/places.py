"""Where the files of updates lie; below another root in tests."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

PACKAGE: Final = "jantaku"
_PROGRAMS: Final = ("usr/lib/jantaku", "var/cache/jantaku/before/program")
"""Of the package, and of the version before while the newest does not start (docs/adr/0042)."""


@dataclass(frozen=True, slots=True)
class UpdatePlaces:
    """Of one computer.

    Attributes:
        root: of its files.
        apt_options: words for every call of apt; a test's own tree needs some.
    """

    root: Path = Path("/")
    apt_options: tuple[str, ...] = ()

    @property
    def wish(self) -> Path:
        """The daemon's; config/systemd/jantaku-update.path watches it."""
        return self.root / "var/lib/jantaku/update-wish"

    @property
    def told(self) -> Path:
        """A folder of root's that everybody may read."""
        return self.root / "var/lib/jantaku-update"

    @property
    def offer(self) -> Path:
        """What was found at the last look."""
        return self.told / "offer.json"

    @property
    def progress(self) -> Path:
        """How far it is."""
        return self.told / "progress.json"

    @property
    def at_work(self) -> Path:
        """Is there while root is at work; in memory, so that a power cut takes it away."""
        return self.root / "run/jantaku-update/at-work"

    @property
    def before(self) -> Path:
        """The folder of the package that ran before."""
        return self.told / "before"

    @property
    def brought(self) -> Path:
        """Packages that root put there: `jantaku update --add FILE`."""
        return self.root / "var/lib/jantaku-packages"

    @property
    def passed_over(self) -> Path:
        """Is there while the installed version does not start and the one before runs (docs/adr/0042)."""
        return self.root / "var/cache/jantaku/before/runs"

    @property
    def dpkg(self) -> Path:
        """What dpkg knows."""
        return self.root / "var/lib/dpkg"

    @property
    def waiter(self) -> Path:
        """Waits for the end of a deal."""
        return self.root / "usr/lib/jantaku/wait_until_deal_ends.py"

    def is_packaged(self, module: Path) -> bool:
        """Whether a module of ours came with the package."""
        return any(module.is_relative_to(self.root / program) for program in _PROGRAMS)
