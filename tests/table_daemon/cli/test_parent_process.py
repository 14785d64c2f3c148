"""A daemon that somebody started as a child is not left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest
from eventually import eventually

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child that its parent is gone")
_CHILD = (
    "from table_daemon.cli.parent_process import end_with_parent; end_with_parent(); print('here', flush=True); input()"
)
_PARENT = f"""
import os, subprocess, sys
from table_daemon.cli.parent_process import ending_with_this_process
child = subprocess.Popen(
    [sys.executable, "-c", {_CHILD!r}],
    stdin=subprocess.PIPE,
    stdout=subprocess.PIPE,
    env={{**os.environ, **ending_with_this_process()}},
)
child.stdout.readline()
print(child.pid, flush=True)
child.wait()
"""


def _is_gone(pid: int) -> bool:
    """Also where nobody has asked for its end yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except FileNotFoundError:
        return True


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


async def test_one_whose_parent_was_gone_before_it_asked_ends_at_once() -> None:
    gone = {**os.environ, "JANTAKU_ENDS_WITH": "1"}  # whoever started it is not process 1
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", _CHILD, env=gone)
    assert await child.wait() == -signal.SIGTERM


async def test_a_daemon_that_nobody_bound_stays() -> None:
    unbound = {name: value for name, value in os.environ.items() if name != "JANTAKU_ENDS_WITH"}
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _CHILD, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env=unbound
    )
    assert child.stdin is not None
    assert child.stdout is not None
    assert await child.stdout.readline() == b"here\n"
    child.stdin.write(b"\n")
    assert await child.wait() == 0
