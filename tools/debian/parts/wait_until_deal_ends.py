#!/usr/bin/python3
"""Waits until no deal is in play and no motor runs at the daemon of this computer; status 1: one still is.

Rules this file keeps: nothing but Python's own library, so that a package with broken libraries can be replaced.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import tomllib
import urllib.request
from pathlib import Path

_ASK_AGAIN_S = 5
"""Chosen: people need longer to push the tiles in, and nobody begins the next deal within it."""
_ANSWER_S = 5
"""Separates a busy daemon from none; as long as `jantaku machine` waits."""
_MOVING = ("homing", "building", "raising", "rolling", "clearing", "closing")
"""States of the machine (docs/mqtt.md) in which its motors run although no deal is in play: none of them lasts."""
_ANY = ("0.0.0.0", "", "::")  # noqa: S104 - compared, not bound


def page_of(config: Path) -> str:
    """Where the daemon with this configuration serves its documents on this computer.

    Args:
        config: the table's settings; where it is missing or wrong the defaults of config/table.toml hold.
    """
    try:
        settings = tomllib.loads(config.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        settings = {}
    http = settings.get("http", {})
    host = http.get("host", "127.0.0.1")
    return f"http://{'127.0.0.1' if host in _ANY else host}:{http.get('port', 8080)}/api/documents"


def is_in_play(page: str) -> bool:
    """Whether a deal is, or its walls are on their way; a daemon that does not answer plays none."""
    try:
        with urllib.request.urlopen(page, timeout=_ANSWER_S) as answer:  # noqa: S310 - http by construction
            state = json.load(answer)["state"]["data"]
        return state["phase"] == "play" or state["machine"]["state"] in _MOVING
    except (OSError, ValueError, KeyError, TypeError):
        return False


def wait(page: str, longest_s: float) -> bool:
    """Whether the deal has ended in that time."""
    until_s = time.monotonic() + longest_s
    is_told = False
    while is_in_play(page):
        if time.monotonic() >= until_s:
            return False
        if not is_told:
            print(f"jantaku: a deal is in play; waiting {longest_s / 60:.0f} minutes at most until it ends", flush=True)
            is_told = True
        time.sleep(_ASK_AGAIN_S)
    return True


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", type=Path, default=Path("/etc/jantaku/site.toml"))
    parser.add_argument("--longest", type=float, default=900, metavar="SECONDS", help="default: %(default)s")
    args = parser.parse_args()
    if wait(page_of(args.config), args.longest):
        return 0
    remedy = "end it on the page, or stop the table with: sudo systemctl stop jantaku; then install again"
    print(f"jantaku: a deal is still in play, and the version stays as it is; {remedy}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
