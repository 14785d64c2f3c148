"""A package as another version of itself: for upgrades and downgrades, the same files."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path


def as_version(package: Path, version: str, out: Path, extra: str = "") -> Path:
    """Repack `package` under another version, uncompressed.

    Args:
        package: what `make deb` made.
        version: of the new one.
        out: the folder for it.
        extra: added at the end of the program's first module, to break it.
    """
    folder = out / f"repacked-{version}"
    shutil.rmtree(folder, ignore_errors=True)
    command = ["dpkg-deb", "--raw-extract", str(package), str(folder)]
    subprocess.run(command, check=True)
    control = folder / "DEBIAN/control"
    told = re.sub(r"(?m)^Version: .*$", f"Version: {version}", control.read_text(encoding="utf-8"))
    # What is new is told of this version, or nothing would be new in it.
    control.write_text(re.sub(r"(?m)^ ## \S+", f" ## {version}", told, count=1), encoding="utf-8")
    if extra:
        main = folder / "usr/lib/jantaku/site/table_daemon/app.py"
        main.write_text(main.read_text(encoding="utf-8") + extra, encoding="utf-8")
    made = out / f"{package.stem.replace(package.stem.split('_')[1], version)}.deb"
    command = ["dpkg-deb", "--root-owner-group", "-Znone", "--build", str(folder), str(made)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(folder)
    return made
