"""A daemon whose table is not set up yet, beside the simulated table, and somebody at the emergency stop."""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import socket
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import aiohttp
from eventually import eventually

from hw_sim.picture.scenery import random_scenery
from hw_sim.simulated_table import SimulatedTable, TableMake
from mahjong_rules.tiles import TileStock

_PATIENCE_S = 20.0
_LOOK_AGAIN_S = 0.1
"""Chosen: as often as a page looks."""
GLUED_INWARD_MM = 4.0
"""Chosen: no place that the product assumes."""
SIZE_PX = (1280, 720)
"""Of the pictures: small, so that two cores render them beside everything else."""


def free_port() -> int:
    """A port that nobody uses now, for a page that is served twice at the same one."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class FirstStart:
    """The daemon and its page's address; `said` are the lines that it printed."""

    page: str
    config: Path
    process: asyncio.subprocess.Process
    session: aiohttp.ClientSession
    said: list[str] = field(default_factory=list)

    async def document(self) -> dict[str, Any]:
        """What the set-up page is told."""
        async with self.session.get(f"{self.page}api/set_up") as response:
            return dict(await response.json())

    async def wish(self, action: str, **fields: Any) -> dict[str, Any]:
        """What the page answers to a wish; a refusal has `error`."""
        async with self.session.post(f"{self.page}api/set_up", json={"action": action, **fields}) as response:
            return dict(await response.json())

    async def until(self, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The document once it is so."""
        async with asyncio.timeout(_PATIENCE_S):
            while not is_so(seen := await self.document()):  # noqa: ASYNC110 - another process
                await asyncio.sleep(_LOOK_AGAIN_S)
        return seen

    async def is_a_table(self) -> bool:
        """Whether a table answers where the set-up was."""
        with contextlib.suppress(aiohttp.ClientError):
            async with self.session.get(f"{self.page}api/documents") as response:
                return response.ok and "state" in await response.json()
        return False

    async def come(self, code: str = "") -> dict[str, Any]:
        """Ask for the set-up, as the first browser or with its code."""
        async with self.session.post(f"{self.page}api/set_up/come", json={"code": code}) as response:
            return dict(await response.json())

    @contextlib.asynccontextmanager
    async def another_browser(self) -> AsyncIterator[FirstStart]:
        """The same page with cookies of its own."""
        async with _browser() as session:
            yield replace(self, session=session)

    async def until_back(self) -> dict[str, Any]:
        """The document of the page to which a table that did not start has led back."""
        async with asyncio.timeout(_PATIENCE_S):
            while True:
                with contextlib.suppress(aiohttp.ClientError):
                    if (seen := await self.document()).get("failure"):
                        return seen
                await asyncio.sleep(_LOOK_AGAIN_S)

    async def until_set_up(self) -> dict[str, Any]:
        """The document of the set-up into which a table has turned."""
        async with asyncio.timeout(_PATIENCE_S):
            while True:
                with contextlib.suppress(aiohttp.ClientError):
                    if "step" in (seen := await self.document()):
                        return seen
                await asyncio.sleep(_LOOK_AGAIN_S)

    async def until_a_table(self) -> None:
        """Wait for the table that the set-up starts."""
        async with asyncio.timeout(_PATIENCE_S):
            while not await self.is_a_table():  # noqa: ASYNC110 - another process brings it about
                await asyncio.sleep(_LOOK_AGAIN_S)


@contextlib.asynccontextmanager
async def first_start(folder: Path, table: SimulatedTable, **settings: str) -> AsyncIterator[FirstStart]:
    """`jantaku run` with a settings file that is not there; `settings` change what the command line says."""
    port = free_port()
    told = {"table.state_dir": str(folder / "state"), "http.port": port, "mqtt.broker": "none", **settings}
    config = folder / "table.toml"
    arguments = [part for key, value in told.items() for part in ("--set", f"{key}={value}")]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "table_daemon.cli", "run", "--config", str(config), *arguments),
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, **table.wiring.environment},
        start_new_session=True,
    )
    async with _browser() as session:
        started = FirstStart(f"http://127.0.0.1:{port}/", config, process, session)
        reading = asyncio.create_task(_read(process, started.said))
        try:
            await eventually(lambda: any(line.startswith("set-up ") for line in started.said))
            yield started
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            await process.wait()
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)


def _browser() -> aiohttp.ClientSession:
    """Keeps cookies of an address without a name, too, as browsers do."""
    return aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True), timeout=aiohttp.ClientTimeout(30))


async def _read(process: asyncio.subprocess.Process, said: list[str]) -> None:
    assert process.stdout is not None
    while line := await process.stdout.readline():
        said.append(line.decode().strip())


@contextlib.asynccontextmanager
async def simulated_table(folder: Path) -> AsyncIterator[SimulatedTable]:
    """The table of a clean parlour with full hoppers, ten times as fast as a real one."""
    async with SimulatedTable(TableMake(10.0, 1, TileStock(), *SIZE_PX, folder)) as table:
        yield table


@contextlib.asynccontextmanager
async def unknown_table(folder: Path, world: int, size_px: tuple[int, int]) -> AsyncIterator[SimulatedTable]:
    """A table that nobody has measured: camera, lens, lamps, felt and tiles by chance, the markers glued by eye."""
    stock = TileStock(red_fives=True)
    room = random_scenery(world, stock, size_px)
    glued = replace(room.furniture, marker_at_mm=room.furniture.marker_at_mm - GLUED_INWARD_MM)
    scenery = replace(room, furniture=glued)
    async with SimulatedTable(TableMake(math.inf, 1, stock, *size_px, folder, scenery=scenery)) as table:
        yield table


def board_is(state: str) -> Callable[[dict[str, Any]], bool]:
    """Whether the board's trial has come so far."""
    return lambda document: bool(document["board"]["state"] == state)


async def prove_board(started: FirstStart, table: SimulatedTable) -> None:
    """Choose the port and press the mushroom when the page asks for it."""
    await started.wish("board", port=str(table.serial_port))
    await started.until(board_is("press"))
    table.mechanics.press_emergency_stop(pressed=True)
    await started.until(board_is("release"))
    table.mechanics.press_emergency_stop(pressed=False)
    await started.until(board_is("proved"))


async def choose_camera(started: FirstStart, table: SimulatedTable) -> None:
    """Choose it and go on once it gives pictures."""
    await started.wish("go", step="camera")
    await started.wish("camera", address=table.camera_address)
    await started.until(lambda document: bool(document["camera"]["state"] == "pictures"))
    await started.wish("go", step="markers")


async def a_table(started: FirstStart, table: SimulatedTable) -> None:
    """The shortest way to a table that runs: board and camera, nothing else."""
    await started.wish("go", step="board")
    await prove_board(started, table)
    await choose_camera(started, table)
    await started.wish("go", step="finish")
    await started.wish("finish")
    await started.until_a_table()
