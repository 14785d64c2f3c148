"""Many tablets on one daemon, many tables on one broker, each beside plain MQTT between two clients in the same run.

* tablets: 50 event streams on one daemon; from a command to every tablet, and what the daemon's processor does;
* tables: 100 publishers of state documents at 3 a second each on one Mosquitto, read by one listener and by `jantaku
  hall`; from the publisher to the listener and to a page of the hall, and what broker and hall cost.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import paho.mqtt.client as paho
from aiohttp import ClientSession, ClientTimeout

from hw_sim.simulated_table import SimulatedTable, TableMake
from mahjong_rules.tiles import TileStock
from table_daemon.announcing.announcer import Announcer
from table_daemon.cli.daemon_child import DaemonChild
from table_daemon.config_files import config_path
from table_daemon.game.news import Context
from table_daemon.mqtt.broker import Mosquitto
from table_daemon.mqtt.publisher import Address, MqttPublisher, MqttSettings
from table_daemon.rules.presets import load_rules
from tablet_page.view import state_document
from wire.commands.command import Command
from wire.messages import Announcement, Answer, Json

TABLETS = 50
TABLES = 100
MESSAGES_PER_S = 3.0
TABLES_S = 20.0
SETTLING_S = 5
"""After which a daemon has started and looked at its table."""
TOGGLES = 40
TOGGLE_S = 0.25
PLAIN_MESSAGES = 300
PLAIN_PERIOD_S = 0.02
LOOPBACK = "127.0.0.1"
_JIFFY_S = 1 / os.sysconf("SC_CLK_TCK")


def bench_wire() -> None:
    """Both figures; without Mosquitto only what is possible."""
    if shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin") is None:
        print("wire: Mosquitto is not installed; nothing measured")
        return
    asyncio.run(_bench())


async def _bench() -> None:
    with tempfile.TemporaryDirectory(prefix="jantaku-bench-") as name, _mosquitto(Path(name)) as (port, broker_pid):
        plain = await _plain(port)
        print(f"wire: plain MQTT, one client to another, {len(_state_payload(0))} bytes: {_delays(plain)}")
        await _bench_tablets(Path(name), plain)
        await _bench_tables(port, broker_pid, plain)


async def _plain(port: int) -> list[float]:
    """Seconds from one plain client to another through the idle broker."""
    delays: list[float] = []
    with _listening(port, "bench/plain", lambda payload: delays.append(time.perf_counter() - _stamp(payload))):
        sender = paho.Client(paho.CallbackAPIVersion.VERSION2)
        sender.connect(LOOPBACK, port)
        sender.loop_start()
        for _ in range(PLAIN_MESSAGES):
            sender.publish("bench/plain", _state_payload(time.perf_counter()), 1)
            await asyncio.sleep(PLAIN_PERIOD_S)
        sender.disconnect()
        sender.loop_stop()
    return delays


async def _bench_tablets(folder: Path, plain: list[float]) -> None:
    make = TableMake(math.inf, 1, TileStock(), width_px=640, height_px=360, folder=folder)
    async with SimulatedTable(make) as table:
        settings: dict[str, str | int] = {
            "table.state_dir": str(folder),
            "serial.port": str(table.serial_port),
            "camera.address": table.camera_address,
            "http.port": 0,
            "mqtt.port": 0,
        }
        async with DaemonChild(config_path("examples/simulator.toml"), settings) as daemon:
            pid = _pid_of(daemon)
            await asyncio.sleep(SETTLING_S)
            idle = await _busy(pid, _sleep_through)
            delays: list[float] = []
            busy = await _busy(pid, lambda: _toggle(daemon.page, delays))
    print(f"{TABLETS} tablets on one daemon, {1 / TOGGLE_S:.0f} changes a second: {_delays(delays)}; ", end="")
    print(f"ratio of p99 to plain MQTT {_p99(delays) / _p99(plain):.1f}; daemon {busy:.0%} of a core, idle {idle:.0%}")


async def _sleep_through() -> None:
    await asyncio.sleep(TOGGLES * TOGGLE_S)


async def _toggle(page: str, delays: list[float]) -> None:
    """Hold and release: from the command to each tablet."""
    asked = dict[bool, float]()
    async with ClientSession(timeout=ClientTimeout(total=None)) as session:
        tablets = [asyncio.create_task(_tablet(session, page, asked, delays)) for _ in range(TABLETS)]
        await asyncio.sleep(SETTLING_S)
        delays.clear()
        for number in range(TOGGLES):
            on = number % 2 == 0
            asked[on] = time.perf_counter()
            async with session.post(f"{page}api/cmd/hold", json={"data": {"on": on}}) as answer:
                assert (await answer.json())["ok"]
            await asyncio.sleep(TOGGLE_S)
        for tablet in tablets:
            tablet.cancel()
        await asyncio.gather(*tablets, return_exceptions=True)


async def _tablet(session: ClientSession, page: str, asked: dict[bool, float], delays: list[float]) -> None:
    shown: bool | None = None
    async for name, payload in _events(session, f"{page}api/events"):
        if name != "state" or payload["data"]["hold"] is shown:
            continue
        shown = payload["data"]["hold"]
        if shown in asked:
            delays.append(time.perf_counter() - asked[shown])


async def _bench_tables(port: int, broker_pid: int, plain: list[float]) -> None:
    heard: list[float] = []
    shown: list[float] = []

    def hear(payload: bytes) -> None:
        heard.append(time.perf_counter() - _stamp(payload))

    async with _hall(port) as (page, hall_pid):
        before = _cpu_s(broker_pid), _cpu_s(hall_pid), time.perf_counter()
        with _listening(port, "jantaku/v1/+/state", hear):
            await _publish(port, page, shown)
        broker_s, hall_s = _cpu_s(broker_pid) - before[0], _cpu_s(hall_pid) - before[1]
        passed_s = time.perf_counter() - before[2]
    rate = len(heard) / TABLES_S
    print(f"{TABLES} tables on one Mosquitto, {rate:.0f} documents a second: {_delays(heard)}; ", end="")
    print(f"ratio of p99 to plain MQTT {_p99(heard) / _p99(plain):.1f}; Mosquitto {broker_s / passed_s:.1%} of a core")
    print(f"  to a page of the hall: {_delays(shown)}; jantaku hall {hall_s / passed_s:.1%} of a core")


async def _publish(port: int, page: str, shown: list[float]) -> None:
    """Every table says its state at its own moments; one page of the hall looks on."""
    tables = [_Table(f"t{number}", port) for number in range(TABLES)]
    async with ClientSession(timeout=ClientTimeout(total=None)) as session:
        watcher = asyncio.create_task(_watch(session, page, shown))
        for table in tables:
            table.publisher.start()
        while not all(table.publisher.is_connected for table in tables):  # noqa: ASYNC110 - nobody sets an event
            await asyncio.sleep(0.1)
        shown.clear()
        await asyncio.gather(*(table.play(number / TABLES) for number, table in enumerate(tables)))
        watcher.cancel()
        await asyncio.gather(watcher, return_exceptions=True)
    await asyncio.gather(*(table.publisher.stop() for table in tables))


async def _watch(session: ClientSession, page: str, shown: list[float]) -> None:
    async for name, card in _events(session, f"{page}api/events"):
        if name == "table" and card.get("state"):
            shown.append(time.perf_counter() - float(card["state"]["names"][3]))


class _Table:
    """A table that does nothing but say its state; stands where the daemon stands for the publisher."""

    def __init__(self, name: str, port: int) -> None:
        self._announcer = Announcer("bench", lambda: datetime.now(UTC))
        self._seq = 0
        settings = MqttSettings(broker="external", table=name, home_assistant=False)
        self.publisher = MqttPublisher(self, settings, Address(LOOPBACK, port), boot="bench")  # type: ignore[arg-type]  # no pictures

    def retained(self) -> tuple[Announcement, ...]:
        return self._announcer.retained()

    def subscribe(self, listener: Callable[[Announcement], None]) -> Callable[[], None]:
        return self._announcer.subscribe(listener)

    async def command(self, _command: Command) -> Answer:
        return Answer(ok=True, seq=self._seq)

    async def play(self, phase: float) -> None:
        self._announcer.status("online")
        await asyncio.sleep(phase / MESSAGES_PER_S)
        for _ in range(int(TABLES_S * MESSAGES_PER_S)):
            self._seq += 1
            self._announcer.state("state", _state_data(time.perf_counter()), Context(self._seq))
            await asyncio.sleep(1 / MESSAGES_PER_S)


_MACHINE: Any = {"state": "in_play", "text": "", "progress": None, "fault": None, "missing": 0, "obstacle": ""}
_CAMERA: Any = {"ok": True, "age_s": 0.0, "problem": "", "notice": "", "problem_words": [], "notice_words": []}
_DATA = state_document(None, load_rules("ema").traits, machine=_MACHINE, camera=_CAMERA, rules="ema")


def _state_data(stamp: float) -> Json:
    """A real state document that carries when it was said."""
    return {**_DATA, "names": ["A", "B", "C", f"{stamp:.6f}"]}


def _state_payload(stamp: float) -> bytes:
    return json.dumps({"v": 1, "boot": "bench", "seq": 1, "type": "state", "data": _state_data(stamp)}).encode()


def _stamp(payload: bytes) -> float:
    return float(json.loads(payload)["data"]["names"][3])


async def _events(session: ClientSession, address: str) -> AsyncIterator[tuple[str, Any]]:
    """Server-sent events: name and payload."""
    name = ""
    async with session.get(address) as response:
        async for raw in response.content:
            field, _, value = raw.decode().rstrip("\n").partition(": ")
            if field == "event":
                name = value
            elif field == "data":
                yield name, json.loads(value)


@contextmanager
def _listening(port: int, topic: str, hear: Callable[[bytes], None]) -> Iterator[None]:
    client = paho.Client(paho.CallbackAPIVersion.VERSION2)
    client.on_message = lambda _client, _data, message: None if message.retain else hear(message.payload)
    client.connect(LOOPBACK, port)
    client.subscribe(topic, 1)
    client.loop_start()
    try:
        yield
    finally:
        client.disconnect()
        client.loop_stop()


@contextmanager
def _mosquitto(folder: Path) -> Iterator[tuple[int, int]]:
    """Its port and its process."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port = int(probe.getsockname()[1])
    program = Mosquitto.installed()
    config = folder / "mosquitto.conf"
    config.write_text(program.config(port), encoding="utf-8")
    child = subprocess.Popen([program.path, "-c", str(config)], stdin=subprocess.DEVNULL)
    try:
        _wait_for(port)
        yield port, child.pid
    finally:
        child.terminate()
        child.wait()


def _wait_for(port: int) -> None:
    for _ in range(500):
        try:
            socket.create_connection((LOOPBACK, port), timeout=1).close()
        except OSError:
            time.sleep(0.01)
        else:
            return


@asynccontextmanager
async def _hall(port: int) -> AsyncIterator[tuple[str, int]]:
    """`jantaku hall` as people run it: its page's address and its process."""
    command = [sys.executable, "-m", "table_daemon.cli", "hall", "--broker", f"{LOOPBACK}:{port}", "--port", "0"]
    child = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert child.stdout is not None
    try:
        line = (await child.stdout.readline()).decode()
        yield line.removeprefix("page ").partition("?")[0], child.pid
    finally:
        child.terminate()
        await child.wait()


def _pid_of(daemon: DaemonChild) -> int:
    process = daemon._process  # noqa: SLF001 - nobody else needs to know
    assert process is not None
    return process.pid


async def _busy(pid: int, work: Callable[[], Coroutine[Any, Any, None]]) -> float:
    """How much of one core the process needs meanwhile."""
    cpu_s, started = _cpu_s(pid), time.perf_counter()
    await work()
    return (_cpu_s(pid) - cpu_s) / (time.perf_counter() - started)


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * _JIFFY_S


def _p99(delays: list[float]) -> float:
    return sorted(delays)[int(len(delays) * 0.99)]


def _delays(delays: list[float]) -> str:
    ordered = sorted(1000 * delay for delay in delays)
    return f"p50 {statistics.median(ordered):.1f} ms, p99 {ordered[int(len(ordered) * 0.99)]:.1f} ms ({len(ordered)})"


if __name__ == "__main__":
    bench_wire()
