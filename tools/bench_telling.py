"""From a tile that lies bare to the MQTT event, to the page's event stream and to the painted page, in one run.

The table is simulated, everything else is real: daemon, camera's pictures, broker, browser. A tile lies bare when the
arm has gone; the daemon calls it settled after two alike frames, so what bounds every figure is the camera's interval.
"""

from __future__ import annotations

import asyncio
import math
import random
import shutil
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import paho.mqtt.client as paho
from playwright.async_api import Page, async_playwright

from hw_sim.people.bots import BotPlan
from hw_sim.people.choreography import Choreography
from hw_sim.people.evening_plan import Habits
from hw_sim.people.gestures import Gestures, Pace
from hw_sim.people.players import Players
from hw_sim.people.tablet_watcher import Tablet, TabletWatcher
from hw_sim.simulated_table import SimulatedTable, TableMake
from mahjong_rules.events import Discarded, Event
from mahjong_rules.tiles import TileStock
from table_daemon.cli.daemon_child import DaemonChild
from table_daemon.config_files import config_path
from table_daemon.rules.presets import load_rules

CAMERA_FPS: Final = 30
DEALS: Final = 2
PAGE_LIMIT_KB: Final = 250
"""What the first load may weigh (the project's own target)."""
NOTE_WHAT_IS_PAINTED: Final = """() => {
  window.painted = [];
  const count = () => document.querySelectorAll(".river .tile").length;
  let shown = count();
  new MutationObserver(() => {
    const more = count() - shown;
    shown += more;
    if (more <= 0) return;
    // The page draws in an animation frame: this task is done once that frame has been painted.
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      const now = (performance.timeOrigin + performance.now()) / 1000;
      for (let index = 0; index < more; index += 1) window.painted.push(now);
    };
    channel.port2.postMessage(0);
  }).observe(document.body, { childList: true, subtree: true });
}"""


@dataclass
class Times:
    """Seconds of the wall clock, which the browser shares: a discard lies bare, and is told."""

    bare: list[float] = field(default_factory=list)
    mqtt: list[float] = field(default_factory=list)
    stream: list[float] = field(default_factory=list)
    painted: list[float] = field(default_factory=list)
    loaded: list[int] = field(default_factory=list)
    """Bytes of every answer of the page's first load."""


def bench_telling() -> None:
    """Two deals of bots at the highest speed."""
    times = asyncio.run(_measured())
    for what, told in (("MQTT event", times.mqtt), ("page's stream", times.stream), ("painted page", times.painted)):
        _print_delays(what, times.bare, told)
    print(f"  the camera's frame interval is {1000 / CAMERA_FPS:.0f} ms; a piece is settled after two alike frames")
    if times.loaded:
        kilobytes = sum(times.loaded) / 1000
        print(
            f"page: first load {kilobytes:.0f} kB, {kilobytes / PAGE_LIMIT_KB:.2f} of the limit of {PAGE_LIMIT_KB} kB"
        )


async def _measured() -> Times:
    times = Times()
    with tempfile.TemporaryDirectory(prefix="jantaku-bench-") as name:
        folder = Path(name)
        make = TableMake(math.inf, 1, TileStock(), width_px=2304, height_px=1296, folder=folder)
        config = config_path("examples/simulator.toml")
        async with (
            SimulatedTable(make) as table,
            DaemonChild(config, _settings(table, folder)) as daemon,
            _browser(daemon.page, times) as page,
        ):
            await _play(table, daemon, times)
            if page is not None:
                times.painted.extend(await page.evaluate("window.painted"))
    return times


async def _play(table: SimulatedTable, daemon: DaemonChild, times: Times) -> None:
    client = paho.Client(paho.CallbackAPIVersion.VERSION2)
    client.on_connect = lambda *_: client.subscribe("jantaku/v1/+/event/discarded", 1)
    client.on_message = lambda *_: times.mqtt.append(time.time())
    host, _, port = daemon.broker.removeprefix("mqtt://").partition(":")
    client.connect(host, int(port))
    client.loop_start()

    def note(before: Tablet, after: Tablet) -> None:
        more = sum(after.glance().discards) - sum(before.glance().discards)
        times.stream.extend([time.time()] * max(0, more))

    async with TabletWatcher(daemon.page) as watcher:
        watcher.on_change(note)
        pace = Pace(math.inf)
        people = _TimedPeople(Gestures(table.world, pace), times.bare)
        plan = BotPlan(load_rules("ema"), random.Random(5))
        await Players(table, people, watcher, plan, Habits("ema", DEALS), pace).play()
    client.loop_stop()


@asynccontextmanager
async def _browser(address: str, times: Times) -> AsyncIterator[Page | None]:
    """The page in the distribution's Chromium, its first load weighed; None where there is no Chromium."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        print("no Chromium on this machine: what is painted is not measured")
        yield None
        return
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        context = await browser.new_context(viewport={"width": 1280, "height": 800}, service_workers="block")
        page = await context.new_page()
        page.on("response", lambda answer: times.loaded.append(int(answer.headers.get("content-length", 0))))
        await page.goto(address)
        await page.wait_for_selector("body[data-seq]:not([data-seq=''])")
        first_load = list(times.loaded)
        await page.evaluate(NOTE_WHAT_IS_PAINTED)
        yield page
        times.loaded = first_load
        await browser.close()


class _TimedPeople(Choreography):
    """Notes when each discard lies bare: the arm has gone."""

    def __init__(self, gestures: Gestures, bare: list[float]) -> None:
        super().__init__(gestures, random.Random(2))
        self._bare = bare

    async def perform(self, event: Event) -> None:
        await super().perform(event)
        if isinstance(event, Discarded):
            self._bare.append(time.time())


def _print_delays(what: str, bare: list[float], told: list[float]) -> None:
    """Nothing where they do not pair: one that was never told would shift all that follow."""
    if len(bare) != len(told):
        print(f"a settled tile to the {what}: {len(told)} were told of {len(bare)}, so no figure")
        return
    delays_ms = sorted(1000 * (after - before) for before, after in zip(bare, told, strict=True))
    p50, p95 = statistics.median(delays_ms), delays_ms[int(len(delays_ms) * 0.95)]
    print(
        f"a settled tile to the {what}: p50 {p50:.0f} ms, p95 {p95:.0f} ms ({len(bare)} discards); "
        f"{p50 * CAMERA_FPS / 1000:.1f} and {p95 * CAMERA_FPS / 1000:.1f} frames of the camera"
    )


def _settings(table: SimulatedTable, folder: Path) -> dict[str, str | int]:
    return {
        "table.state_dir": str(folder),
        "serial.port": str(table.serial_port),
        "camera.address": table.camera_address,
        "http.port": 0,
        "mqtt.port": 0,
    }


if __name__ == "__main__":
    bench_telling()
