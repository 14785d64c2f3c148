"""The real daemon as a child process that is killed, frozen and started again as often as wanted."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    """A port of the loopback interface that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class MortalDaemon:
    """`jantaku run` at a serial port and a camera; its page has the same address in every life."""

    def __init__(self, serial_port: Path, camera_address: str, folder: Path, **settings: str) -> None:
        self.port = free_port()
        self.page = f"http://127.0.0.1:{self.port}/"
        self._command = [sys.executable, "-m", "table_daemon.cli", "run"]
        self._command += ["--config", str(ROOT / "config" / "examples" / "simulator.toml")]
        for setting in (
            f"table.state_dir={folder}",
            f"serial.port={serial_port}",
            f"camera.address={camera_address}",
            f"http.port={self.port}",
            "mqtt.broker=none",
            *(f"{name.replace('__', '.')}={value}" for name, value in settings.items()),
        ):
            self._command += ["--set", setting]
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Until it has said where its page is."""
        self._process = await asyncio.create_subprocess_exec(*self._command, stdout=asyncio.subprocess.PIPE)
        assert self._process.stdout is not None
        async with asyncio.timeout(60):
            while not re.match(rb"page http", line := await self._process.stdout.readline()):
                assert line, "the daemon ended before it said where its page is"

    async def kill(self) -> None:
        """`kill -9`."""
        assert self._process is not None
        self.signal(signal.SIGKILL)
        await self._process.wait()

    def signal(self, number: signal.Signals) -> None:
        """SIGSTOP freezes it, SIGCONT lets it go on."""
        assert self._process is not None
        os.kill(self._process.pid, number)

    async def end(self) -> None:
        """Let it end as `jantaku run` ends, if it still lives."""
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()
            await self._process.wait()
