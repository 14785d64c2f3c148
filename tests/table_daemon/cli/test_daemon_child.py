"""A daemon that somebody started as a child is not left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest
from eventually import eventually

_PARENT = """
import subprocess, sys
from table_daemon.cli.daemon_child import end_with_parent
child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, preexec_fn=end_with_parent)
print(child.pid, flush=True)
child.wait()
"""


def _is_gone(pid: int) -> bool:
    """Also where nobody has asked for its end yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except FileNotFoundError:
        return True


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child that its parent is gone")
async def test_a_child_ends_when_whoever_started_it_is_killed() -> None:
    parent = await asyncio.create_subprocess_exec(sys.executable, "-c", _PARENT, stdout=asyncio.subprocess.PIPE)
    assert parent.stdout is not None
    child = int(await parent.stdout.readline())
    try:
        assert not _is_gone(child)
        parent.kill()
        await parent.wait()
        await eventually(lambda: _is_gone(child))
    finally:
        if not _is_gone(child):
            os.kill(child, signal.SIGKILL)
