"""The licences of what is shipped inside: the files that each package's authors put beside it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

_NAMES: Final = re.compile(r"(LICEN[CS]E|COPYING|NOTICE|AUTHORS|COPYRIGHT|THIRD.?PARTY)", re.IGNORECASE)


def licence_files(site: Path) -> dict[str, Path]:
    """Place below the folder of licences, and file, for every package in a folder of packages."""
    found: dict[str, Path] = {}
    for about in sorted(site.glob("*.dist-info")):
        name = about.name.removesuffix(".dist-info")
        files = [path for path in sorted(about.rglob("*")) if path.is_file() and _is_licence(path.relative_to(about))]
        for path in files or [about / "METADATA"]:  # names the licence where no text is shipped
            found[f"{name}/{'-'.join(path.relative_to(about).parts)}"] = path
    return found


def _is_licence(path: Path) -> bool:
    return path.parts[0] in ("licenses", "license_files") or bool(_NAMES.match(path.name))


def copyright_text(own: str, packages: list[str]) -> str:
    """/usr/share/doc/jantaku/copyright.

    Args:
        own: this project's LICENSE.
        packages: name and version of everything inside.
    """
    listed = "".join(f"  {package}\n" for package in packages)
    return (
        "Jantaku, the mahjong table. The program:\n\n"
        f"{own.strip()}\n\n"
        "LICENSES.md in this folder says what of its pictures and networks is by others.\n\n"
        "This package holds unchanged packages of others below /usr/lib/jantaku, each under a licence of its own that\n"
        f"stands in the folder licences:\n\n{listed}"
    )
