"""The real daemon as a child process: started with a configuration, watched, ended motors first."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

from table_daemon.cli.parent_process import ending_with_this_process

# Separates a slow start from a daemon that will never serve: OpenCV, both networks and the broker on a busy Pi. Chosen.
_START_S: Final = 30.0
# Longer than the daemon takes to stop motors, broker and camera; then it is killed. Chosen.
_END_S: Final = 15.0


class DaemonDiedError(Exception):
    """The daemon ended by itself; the text is one sentence for a person."""


class DaemonChild:
    """`jantaku run` beside this process; use it as an asynchronous context manager.

    Args:
        config: the configuration file.
        settings: what to change in it, by ``section.key``.
        environment: what it has in its environment beside ours.
    """

    def __init__(
        self, config: Path, settings: Mapping[str, str | float], environment: Mapping[str, str] | None = None
    ) -> None:
        self._environment = {**os.environ, **(environment or {}), **ending_with_this_process()}
        self._arguments = ["--config", str(config)]
        for key, value in settings.items():
            self._arguments += ["--set", f"{key}={json.dumps(value)}"]
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._said: dict[str, str] = {}
        self._awaited = {"page"} if settings.get("mqtt.broker") == "none" else {"page", "broker"}
        self._heard = asyncio.Event()

    @property
    def page(self) -> str:
        """The tablet page's address."""
        return self._said["page"]

    @property
    def broker(self) -> str:
        """The broker's address, "" without one."""
        return self._said.get("broker", "")

    async def __aenter__(self) -> Self:
        """Start it and wait until it has said where its page and its broker are.

        Raises:
            DaemonDiedError: it ended or said nothing.
        """
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "table_daemon.cli",
            "run",
            *self._arguments,
            stdout=asyncio.subprocess.PIPE,
            env=self._environment,
            start_new_session=True,
        )
        self._reading = asyncio.create_task(self._read(self._process), name="what the daemon says")
        try:
            await self._wait_for_page(self._process)
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        """End it: it stops its motors before anything else."""
        if self._process is None or self._reading is None:
            return
        with suppress(ProcessLookupError):
            self._process.terminate()
        try:
            async with asyncio.timeout(_END_S):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)

    async def died(self) -> DaemonDiedError:
        """Wait until it ends by itself, and why."""
        assert self._process is not None
        return _obituary(await self._process.wait())

    async def _wait_for_page(self, process: asyncio.subprocess.Process) -> None:
        ended = asyncio.create_task(process.wait())
        heard = asyncio.create_task(self._heard.wait())
        try:
            await asyncio.wait([ended, heard], timeout=_START_S, return_when=asyncio.FIRST_COMPLETED)
            if ended.done():
                raise _obituary(ended.result())
            if not heard.done():
                raise DaemonDiedError(f"the daemon did not serve its page within {_START_S:.0f} s; try again")
        finally:
            ended.cancel()
            heard.cancel()

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        async for raw in process.stdout:
            topic, _, text = raw.decode().strip().partition(" ")
            self._said[topic] = text
            if self._awaited <= self._said.keys():
                self._heard.set()


def _obituary(status: int) -> DaemonDiedError:
    how = f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"
    return DaemonDiedError(f"the daemon {how}; what it said stands above")
