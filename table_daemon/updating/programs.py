"""Starts dpkg and apt in words that can be read, with nobody to answer their questions."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from typing import Final

ENVIRONMENT: Final[Mapping[str, str]] = {**os.environ, "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}


def done(*words: str) -> subprocess.CompletedProcess[str]:
    """What a program did. Raises OSError where there is none of that name."""
    return subprocess.run(words, env=ENVIRONMENT, capture_output=True, text=True, check=False)  # noqa: S603 - no shell


def succeeds(*words: str) -> bool:
    """Whether a program ended well."""
    return done(*words).returncode == 0


def asked(*words: str) -> str:
    """What a program says; "" where it fails or is not there."""
    try:
        answer = done(*words)
    except OSError:
        return ""
    return answer.stdout if answer.returncode == 0 else ""
