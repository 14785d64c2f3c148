"""A daemon in this process at a simulated table, its eyes perfect: whole games without a single picture."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

from perfect_eye import PerfectEye

from hw_sim.scene import Scene
from hw_sim.simulated_table import SimulatedTable
from table_daemon.controller import MachineController
from table_daemon.documents import Announcer
from table_daemon.http_server import HttpServer
from table_daemon.journal import Journal
from table_daemon.rule_presets import load_preset
from table_daemon.settings import load_settings
from table_daemon.table import Table

LOOK_S = 0.02


@dataclass
class Eyes:
    """Stands where `vision.eyes.TableEyes` stands."""

    newest_at: float = 0.0

    def latest_jpeg(self, *, overlay: bool) -> None:
        return None

    def status(self):
        return SimpleNamespace(newest_frame_at=self.newest_at, problem="", is_calibrated=True, read=1, moved=0)


async def look(world, table: Table, eyes: Eyes) -> None:
    """Deliver what lies still: nothing while an arm is over the table."""
    eye, seen = PerfectEye(), -1
    while True:
        eyes.newest_at = asyncio.get_running_loop().time()
        scene: Scene = world.shown
        if not scene.arms and scene.version != seen:
            seen = scene.version
            table.observe(eye.observe(scene, eyes.newest_at))
            table.refresh()
        await asyncio.sleep(LOOK_S)


@asynccontextmanager
async def daemon_at(table: SimulatedTable, folder: Path, *overrides: str) -> AsyncIterator[str]:
    """The daemon without camera; gives the page's address."""
    settings = load_settings(None, [f'serial.port="{table.serial_port}"', "http.port=0", *overrides])
    journal = Journal.open(folder / "journal.db")
    announcer = Announcer("bench", lambda: datetime.now(UTC))
    machine = MachineController(settings.serial, settings.machine, settings.gpio)
    eyes = Eyes()
    daemon = Table(settings, journal, machine, eyes, announcer, load_preset)
    server = HttpServer(daemon, settings.http)
    await server.start()
    await machine.start()
    daemon.restore()
    daemon.refresh()
    tasks = [asyncio.create_task(part) for part in (daemon.run(), machine.run(), look(table.world, daemon, eyes))]
    try:
        yield server.url
    finally:
        for task in tasks:
            task.cancel()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome
        await server.stop()
        await machine.close()
        journal.close()
