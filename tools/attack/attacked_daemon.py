"""The real daemon as a child process that an attack starts, kills and hears."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
from pathlib import Path
from typing import Final, Self
from urllib.parse import urlsplit

from hw_sim.machine.wiring import SETTINGS
from hw_sim.simulated_table import SimulatedTable
from table_daemon.cli.parent_process import ending_with_this_process

TABLE: Final = "table1"
"""The table's name on the broker."""
CONFIG: Final = Path(__file__).parents[2] / "config" / "examples" / "simulator.toml"


class AttackedDaemon:
    """`jantaku run` at a simulated table; `start` and `end` it, or use it as an asynchronous context manager.

    Args:
        table: the simulated one.
        folder: of its journal.
        size_px: of the camera's pictures, width and height.
        rules: the usual preset.
        port: of the page, the same in every life; 0: any.
        broker: which one it brings; see `mqtt.broker` of the settings.
        config: its settings file; a copy of the simulator's where something is restored.

    Attributes:
        page: its address, once it has started.
        broker_port: where its broker listens then, 0 without one.
        said: what it wrote to standard error in all its lives.
    """

    def __init__(  # noqa: PLR0913 - what a daemon is told, by name
        self,
        table: SimulatedTable,
        folder: Path,
        size_px: tuple[int, int],
        *,
        rules: str,
        port: int = 0,
        broker: str = "none",
        config: Path = CONFIG,
    ) -> None:
        settings: dict[str, str | int] = {
            "table.state_dir": str(folder),
            "serial.port": str(table.serial_port),
            **SETTINGS,
            "camera.address": table.camera_address,
            "camera.width": size_px[0],
            "camera.height": size_px[1],
            "http.port": port,
            "mqtt.broker": broker,
            "mqtt.port": 0,
            "mqtt.table": TABLE,
            "play.rules": rules,
        }
        self._command = [sys.executable, "-m", "table_daemon.cli", "run", "--config", str(config)]
        for key, value in settings.items():
            self._command += ["--set", f"{key}={json.dumps(value)}"]
        self._environment = table.wiring.environment
        self.page = f"http://127.0.0.1:{port}/"
        self.broker_port = 0
        self.said = b""

    async def __aenter__(self) -> Self:
        """See `start`."""
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        """See `end`."""
        await self.end()

    async def start(self) -> None:
        """Until it has said where its page is; raises RuntimeError when it ends before."""
        self.process = await asyncio.create_subprocess_exec(
            *self._command,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, **self._environment, **ending_with_this_process()},
        )
        assert self.process.stdout is not None
        self._listening = asyncio.create_task(self._listen())
        async for line in self.process.stdout:
            what, _, address = line.decode().partition(" ")
            if what == "broker":
                self.broker_port = urlsplit(address.strip()).port or 0
            if what == "page":  # said last
                self.page = address.split()[0]
                return
        await self._listening
        raise RuntimeError(f"the daemon did not start: {self.said.decode()}")

    async def kill(self) -> None:
        """`kill -9`."""
        os.kill(self.process.pid, signal.SIGKILL)
        await self._gone()

    async def end(self) -> None:
        """Let it end as it does, if it still lives."""
        if self.process.returncode is None:
            self.process.terminate()
        await self._gone()

    async def _gone(self) -> None:
        await self.process.wait()
        await self._listening

    async def _listen(self) -> None:
        assert self.process.stderr is not None
        self.said += await self.process.stderr.read()


def free_port() -> int:
    """One that nobody listens at now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
