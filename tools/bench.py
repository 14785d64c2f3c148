"""`make bench`: how fast the table reads, tells and scores, each beside what bounds it, measured in the same run.

* reading: 1080p pictures of the simulated table read on one core, whole and where one tile changed, with the peak of
  memory, beside a detector of YOLO's class run by the same engine on the same pictures;
* telling: from a tile that lies still to the MQTT event and to the page, beside the camera's own frame interval;
* values: hand values and waits a second of every rule system, beside the libraries `mahjong` and `jansou`;
* replay: deals a second through the rules engine, beside the `jansou` library on the same records;
* link: round trips with the motor board over a pty at 115200 paced bytes, beside the bytes' own time and pymodbus RTU;
* wire: 50 tablets on one daemon and 100 tables on one Mosquitto with a hall, beside plain MQTT between two clients.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import random
import statistics
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterable
from pathlib import Path

import paho.mqtt.client as paho
from jansou.io.mjai import parse_mjai
from jansou.io.replay import replay_paifu

from hw_sim.bots import BotPlan
from hw_sim.choreography import Choreography
from hw_sim.evening import Habits
from hw_sim.gestures import Gestures, Pace
from hw_sim.players import Players
from hw_sim.simulated_table import SimulatedTable, TableMake
from hw_sim.tablet_watcher import TabletWatcher
from mahjong_rules.events import Discarded, Event
from mahjong_rules.tiles import TileStock
from table_daemon.cli.daemon_child import DaemonChild
from table_daemon.config_files import config_path
from table_daemon.rules.presets import load_rules
from table_daemon.rules.replay import replay_file

CAMERA_FPS = 30


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=Path, nargs="*", default=[], help="mjai records for the replay figure")
    parser.add_argument("--only", choices=["reading", "telling", "values", "replay", "link", "wire"])
    arguments = parser.parse_args()
    if arguments.only in (None, "reading"):
        sys.path.insert(0, str(Path(__file__).parent))
        from bench_reading import bench_reading

        bench_reading()
    if arguments.only in (None, "values"):
        sys.path.insert(0, str(Path(__file__).parents[1]))
        from bench_values import bench_values

        bench_values()
    if arguments.only in (None, "link"):
        sys.path.insert(0, str(Path(__file__).parent))
        from bench_link import bench_link

        bench_link()
    if arguments.only in (None, "wire"):
        sys.path.insert(0, str(Path(__file__).parent))
        from bench_wire import bench_wire

        bench_wire()
    if arguments.only in (None, "replay"):
        bench_replay(arguments.records or [_own_record()])
    if arguments.only in (None, "telling"):
        asyncio.run(bench_telling())


def bench_replay(records: Iterable[Path]) -> None:
    """Deals a second, ours and the peer's, on the same files."""
    paths = list(records)
    options = load_rules("tenhou")
    started = time.process_time()
    deals = sum(len(replay_file(path, options).game.results) for path in paths)
    ours_s = time.process_time() - started
    started = time.process_time()
    for path in paths:
        deque(replay_paifu(parse_mjai(path)), maxlen=0)
    peer_s = time.process_time() - started
    print(f"replay: {deals / ours_s:.0f} deals/s; jansou {deals / peer_s:.0f} deals/s; ratio {peer_s / ours_s:.2f}")


async def bench_telling() -> None:
    """Two deals of bots at the highest speed; the time from each discard lying bare to its news."""
    with tempfile.TemporaryDirectory(prefix="jantaku-bench-") as name:
        folder = Path(name)
        make = TableMake(math.inf, 1, TileStock(), width_px=2304, height_px=1296, folder=folder)
        async with SimulatedTable(make) as table, DaemonChild(_config(), _daemon_settings(table, folder)) as daemon:
            laid, mqtt, page = await _watch_two_deals(table, daemon)
    _print_delays("to the MQTT event", laid, mqtt)
    _print_delays("to the page", laid, page)
    print(f"  the camera's frame interval is {1000 / CAMERA_FPS:.0f} ms; a piece is settled after two alike frames")


async def _watch_two_deals(table: SimulatedTable, daemon: DaemonChild) -> tuple[list[float], list[float], list[float]]:
    laid: list[float] = []
    mqtt: list[float] = []
    page: list[float] = []
    client = paho.Client(paho.CallbackAPIVersion.VERSION2)
    client.on_connect = lambda *_: client.subscribe("jantaku/v1/+/event/discarded", 1)
    client.on_message = lambda *_: mqtt.append(time.perf_counter())
    host, _, port = daemon.broker.removeprefix("mqtt://").partition(":")
    client.connect(host, int(port))
    client.loop_start()
    async with TabletWatcher(daemon.page) as watcher:
        watcher.on_change(
            lambda before, after: page.extend(
                [time.perf_counter()] * max(0, sum(after.glance().discards) - sum(before.glance().discards))
            )
        )
        pace = Pace(math.inf)
        people = _TimedPeople(Gestures(table.world, pace), laid)
        plan = BotPlan(load_rules("ema"), random.Random(5))
        await Players(table, people, watcher, plan, Habits("ema", 2), pace).play()
    client.loop_stop()
    return laid, mqtt, page


class _TimedPeople(Choreography):
    """Notes when each discard lies bare: the arm has gone."""

    def __init__(self, gestures: Gestures, laid: list[float]) -> None:
        super().__init__(gestures, random.Random(2))
        self._laid = laid

    async def perform(self, event: Event) -> None:
        await super().perform(event)
        if isinstance(event, Discarded):
            self._laid.append(time.perf_counter())


def _print_delays(what: str, laid: list[float], told: list[float]) -> None:
    delays_ms = sorted(1000 * (after - before) for before, after in zip(laid, told, strict=False))
    p50, p95 = statistics.median(delays_ms), delays_ms[int(len(delays_ms) * 0.95)]
    print(f"a settled tile {what}: p50 {p50:.0f} ms, p95 {p95:.0f} ms ({len(delays_ms)} discards of {len(laid)})")


def _config() -> Path:
    return config_path("examples/simulator.toml")


def _daemon_settings(table: SimulatedTable, folder: Path) -> dict[str, str | int]:
    return {
        "table.state_dir": str(folder),
        "serial.port": str(table.serial_port),
        "camera.address": table.camera_address,
        "http.port": 0,
        "mqtt.port": 0,
    }


def _own_record() -> Path:
    """A real game in the tests' compact form, spelled out as mjai."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))
    from compact_record import record_lines

    path = Path(tempfile.mkdtemp()) / "whole_game.mjai.jsonl"
    path.write_text("\n".join(record_lines("whole_game")) + "\n", encoding="utf-8")
    return path


if __name__ == "__main__":
    main()
