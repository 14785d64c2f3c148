"""A daemon in this process at a simulated table, its eyes perfect: whole games without a single picture."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from perfect_eye import PerfectEye

from firmware_bridge.gpio import open_pins
from firmware_bridge.serial_port import SerialConnector
from hw_sim.felt.scene import Scene
from hw_sim.felt.table_world import TableWorld
from hw_sim.simulated_table import SimulatedTable
from mahjong_rules.seats import Seat
from table_daemon.announcing.announcer import Announcer
from table_daemon.arrivals import Arrivals
from table_daemon.game.keeper import GameKeeper
from table_daemon.http.server import HttpServer
from table_daemon.journal.journal import Journal
from table_daemon.machine.controller import MachineController
from table_daemon.machine.obstacles import watch_through
from table_daemon.people.panel import panel_of
from table_daemon.rules.presets import load_rules
from table_daemon.settings import load_settings
from table_daemon.table_assembly import parts_of, reading_of, table_of
from vision.cameras import SourceStatus
from vision.eyes_status import EyesStatus
from vision.sightings import Image, Zone

LOOK_S = 0.02


@dataclass
class Eyes:
    """Stands where `vision.eyes.TableEyes` stands."""

    is_adapted = False
    newest_at: float = 0.0
    busy: frozenset[tuple[Zone, Seat]] = frozenset()

    def check(self) -> None:
        """Never blind."""

    def consider(self, _kinds: object) -> None:
        """It reads no face."""

    def own_what_is_seen(self, _below: float) -> None:
        """It takes nothing of the table for a tile."""

    def latest_jpeg(self, *, overlay: bool) -> None:
        return None

    def want_pictures(self, _tracks: object) -> None:
        """It has none."""

    def piece_picture(self, _track: int) -> None:
        return None

    def piece_samples(self, _tracks: object) -> dict[int, Image]:
        return {}

    def status(self) -> EyesStatus:
        source = SourceStatus(frames=1, opened=1, newest_at=self.newest_at, problem="")
        return EyesStatus(
            source,
            is_calibrated=True,
            read=1,
            problem="",
            moved=0,
            newest_frame_at=self.newest_at,
            busy=self.busy,
            looked_at=self.newest_at,
            seen_at=self.newest_at,
        )


async def look(world: TableWorld, arrivals: Arrivals, eyes: Eyes) -> None:
    """Deliver what lies still: nothing while an arm is over the table."""
    eye, seen = PerfectEye(), -1
    while True:
        eyes.newest_at = asyncio.get_running_loop().time()
        scene: Scene = world.shown
        eyes.busy = frozenset((Zone.WALL, arm.seat) for arm in scene.arms)
        if not scene.arms and scene.version != seen:
            seen = scene.version
            arrivals.put(eye.observe(scene, eyes.newest_at))
        await asyncio.sleep(LOOK_S)


@asynccontextmanager
async def daemon_at(table: SimulatedTable, folder: Path, *overrides: str) -> AsyncIterator[str]:
    """The daemon without camera; gives the page's address."""
    places = [f'serial.port="{table.serial_port}"', f'table.state_dir="{folder}"', "http.port=0"]
    settings = load_settings(None, [*places, *overrides])
    journal = Journal.open(folder / "journal.db")
    announcer = Announcer("bench", lambda: datetime.now(UTC))
    pins = open_pins(settings.gpio)
    eyes = Eyes()
    machine = MachineController(
        SerialConnector(settings.serial),
        settings.machine,
        watch=watch_through(eyes.status, asyncio.get_running_loop().time, settings.camera.silent_after_s),
    )
    keeper = GameKeeper(journal, load_rules, lambda: datetime.now(UTC), settings.play.rules)
    parts = parts_of(settings, keeper, reading_of(settings), machine, eyes)  # type: ignore[arg-type] # stand-ins
    arrivals = Arrivals(asyncio.get_running_loop())
    daemon = table_of(parts, arrivals, announcer)
    server = HttpServer(daemon, settings.http)
    await server.start()
    await machine.start(pins, settings.gpio.stop_released_ms / 1000)
    daemon.restore()
    daemon.announce()
    try:
        async with asyncio.TaskGroup() as group:
            panel = panel_of(pins, settings.gpio, daemon, parts.calls.calls, machine)
            runs = (daemon.run(), machine.run(), panel.run(), look(table.world, arrivals, eyes))
            tasks = [group.create_task(run) for run in runs]
            yield server.url
            for task in tasks:
                task.cancel()
    finally:
        await server.stop()
        await machine.close()
        journal.close()
