"""Where Node.js and npm lie: the machine's own, else those that `.[dev]` installs beside Python."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path


def node_program(name: str) -> str | None:
    """The path of `node` or `npm`, None where neither the machine nor the virtual environment has it."""
    places = [os.environ.get("PATH", os.defpath), str(Path(sys.executable).parent)]
    return shutil.which(name, path=os.pathsep.join(places))
