"""The second package, jantaku-kiosk: the page on the attached screen. One file for every architecture."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tools.debian import archive, control
from tools.debian.tree import put
from tools.supply.constraints import ROOT

PACKAGE: Final = "jantaku-kiosk"
_HERE: Final = Path(__file__).parent
_CONFIG: Final = ROOT / "config/kiosk"
FILES: Final[Mapping[str, Path]] = {
    "usr/lib/jantaku-kiosk/kiosk.py": _HERE / "parts/kiosk_screen.py",
    "usr/lib/systemd/system/jantaku-kiosk.service": _CONFIG / "jantaku-kiosk.service",
    "usr/lib/sysusers.d/jantaku-kiosk.conf": _CONFIG / "sysusers.conf",
    "etc/default/jantaku-kiosk": _CONFIG / "default",
    "usr/share/doc/jantaku-kiosk/kiosk.md": ROOT / "docs/kiosk.md",
    "usr/share/doc/jantaku-kiosk/copyright": ROOT / "LICENSE",
}
"""Files of the repository, by their place in the package."""
EXECUTABLE: Final = frozenset({"usr/lib/jantaku-kiosk/kiosk.py"})
CONFFILES: Final = ("/etc/default/jantaku-kiosk",)
SCRIPTS: Final = _HERE / "kiosk_scripts"
# Raspberry Pi OS of Bookworm calls its own Chromium chromium-browser.
DEPENDS: Final = (
    "jantaku",
    "cage",
    "xwayland",
    "chromium | chromium-browser",
    "python3 (>= 3.11)",
    "fonts-noto-cjk",
    "libpam-systemd",
    "init-system-helpers",
    "systemd",
)
"""xwayland: Debian's cage ends where it is missing (seen), without depending on it.

fonts-noto-cjk: the names of people and tiles in Chinese and Japanese.
"""
_DESCRIPTION: Final = """\
Automatic mahjong table: its page on the attached screen
 Shows the page of Jantaku on a touch screen of the table's own computer, from
 its start on: Chromium alone, without a desktop and without a keyboard.
"""


def control_text(version: str, installed_kib: int) -> str:
    """The control file."""
    fields = {
        "Package": PACKAGE,
        "Version": version,
        "Section": "games",
        "Priority": "optional",
        "Architecture": "all",
        "Maintainer": "The Jantaku project <jantaku@localhost>",
        "Installed-Size": str(installed_kib),
        "Depends": ", ".join(DEPENDS),
        "Description": _DESCRIPTION,
    }
    return "".join(f"{name}: {value.rstrip()}\n" for name, value in fields.items())


def make(root: Path, version: str, out: Path, time_s: int, compression: str = "zstd") -> Path:
    """Make the package.

    Args:
        root: an empty folder.
        version: of the program.
        out: the folder for the package.
        time_s: the age of every file in it.
        compression: as `dpkg-deb -Z` names it.
    """
    for place, source in FILES.items():
        put(root / place, source.read_bytes(), executable=place in EXECUTABLE)
    texts = {"control": control_text(version, control.installed_kib(root))}
    texts["conffiles"] = "".join(f"{name}\n" for name in CONFFILES)
    texts |= {path.name: path.read_text(encoding="utf-8") for path in sorted(SCRIPTS.iterdir())}
    for name, text in texts.items():
        put(root / "DEBIAN" / name, text.encode(), executable=name.startswith(("pre", "post")))
    package = out / f"{PACKAGE}_{version}_all.deb"
    archive.close(root, package, time_s, compression=compression)
    return package
