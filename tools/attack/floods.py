"""Floods a table with commands over MQTT and HTTP and measures how long a stop and the page take meanwhile.

The real daemon stands at a simulated table. A process of its own sends commands as fast as it can; beside it stops are
sent over MQTT and HTTP, and the page's documents are asked for. It exits with 1 when a stop is lost.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import socket
import statistics
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final

from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion

from hw_sim.simulated_table import SimulatedTable, TableMake
from mahjong_rules.tiles import TileStock
from tools.attack.attacked_daemon import TABLE, AttackedDaemon
from tools.attack.tally import Tally

PREFIX: Final = f"jantaku/v1/{TABLE}/"
FORBIDDEN: Final = "stops and pages without an answer"
ECHO: Final = "attack/echo"
FLOODS: Final = {
    "nothing": ("", b""),
    "20,000 commands": (f"{PREFIX}cmd/hold", b'{"data": {"on": true}}'),
    "20,000 corrections": (f"{PREFIX}cmd/set_scores", b'{"data": {"seat": 0, "score": 1, "reason": "flood"}}'),
    "20,000 stops": (f"{PREFIX}cmd/stop", b"{}"),
    "20,000 stops of the machine": (f"{PREFIX}cmd/machine", b'{"data": {"action": "stop"}}'),
    "junk": (f"{PREFIX}cmd/hold", b"\xff" * 2000),
    "HTTP": ("http", b'{"data": {"on": true}}'),
}
_SIZE_PX: Final = (640, 480)
_LOST_AFTER_S: Final = 10.0
"""Chosen: what is not answered by then counts as lost. Of a flood of stops most are carried out by a later one and not
answered; theirs are not counted."""


def _flood_mqtt(port: int, topic: str, payload: bytes, count: int, begun: Event) -> None:
    client = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv311)
    client.connect("127.0.0.1", port)
    client.loop_start()
    begun.set()
    for _ in range(count):
        client.publish(topic, payload, qos=0)
    client.disconnect()
    client.loop_stop()


def _flood_http(page: str, payload: bytes, count: int, begun: Event) -> None:
    begun.set()
    for _ in range(count // 20):  # one connection after the other: 20 times as slow as MQTT
        try:
            _post(page, "hold", payload)
        except OSError:
            continue


def _leaves_at_once(_client: Any, _data: Any, opened: Any) -> None:
    """Nagle and delayed ACK would add 40 ms to each probe."""
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _post(page: str, name: str, payload: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{page}api/cmd/{name}", payload, headers, method="POST")  # noqa: S310 - our own
    with urllib.request.urlopen(request, timeout=_LOST_AFTER_S) as answer:  # noqa: S310
        answer.read()


class Prober:
    """Sends stops over MQTT and HTTP and asks for the documents, each in turn; times of the answered in seconds."""

    def __init__(self, page: str, port: int) -> None:
        self._page = page
        self._answers: SimpleQueue[str] = SimpleQueue()
        self._client = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv311)
        self._client.on_message = lambda _client, _data, message: self._answers.put(json.loads(message.payload)["id"])
        self._client.on_socket_open = _leaves_at_once
        self._client.connect("127.0.0.1", port)
        self._client.subscribe([(f"{PREFIX}rsp/attack", 1), (ECHO, 1)])
        self._client.loop_start()
        self.times: dict[str, list[float]] = {"broker": [], "stop by MQTT": [], "stop by HTTP": [], "page": []}
        self.lost = 0

    def probe(self, number: int) -> None:
        """Ask each thing once."""
        self._time("broker", self._echo, number)
        self._time("stop by MQTT", self._stop_by_mqtt, number)
        self._time("stop by HTTP", self._stop_by_http, number)
        self._time("page", self._ask_page, number)

    def close(self) -> None:
        """Disconnect."""
        self._client.disconnect()
        self._client.loop_stop()

    def _time(self, way: str, what: Callable[[int], None], number: int) -> None:
        began = time.monotonic()
        try:
            what(number)
        except (OSError, Empty):
            self.lost += 1
        else:
            self.times[way].append(time.monotonic() - began)

    def _echo(self, number: int) -> None:
        """A message to ourselves: what the broker alone takes."""
        self._say(ECHO, {"id": f"echo-{number}"})

    def _stop_by_mqtt(self, number: int) -> None:
        self._say(f"{PREFIX}cmd/stop", {"id": f"probe-{number}", "reply_to": f"{PREFIX}rsp/attack"})

    def _say(self, topic: str, body: dict[str, str]) -> None:
        """Publish and wait until something with its id comes."""
        self._client.publish(topic, json.dumps(body), qos=1)
        deadline = time.monotonic() + _LOST_AFTER_S
        while self._answers.get(timeout=max(0.0, deadline - time.monotonic())) != body["id"]:
            pass

    def _stop_by_http(self, _number: int) -> None:
        _post(self._page, "stop", b"{}")

    def _ask_page(self, _number: int) -> None:
        with urllib.request.urlopen(f"{self._page}api/documents", timeout=_LOST_AFTER_S) as answer:  # noqa: S310
            answer.read()


def measure(page: str, port: int, flood: str, count: int, least_probes: int = 20) -> Prober:
    """Flood once and probe until the flood is over."""
    topic, payload = FLOODS[flood]
    prober = Prober(page, port)
    context = get_context("spawn")
    begun = context.Event()
    arguments = (page, payload, count, begun) if topic == "http" else (port, topic, payload, count, begun)
    flooder = context.Process(target=_flood_http if topic == "http" else _flood_mqtt, args=arguments)
    if topic:
        flooder.start()
        begun.wait(_LOST_AFTER_S)
    number = 0
    while number < least_probes or (topic and flooder.is_alive()):
        prober.probe(number)
        number += 1
    if topic:
        flooder.join()
    prober.close()
    return prober


def _row(flood: str, prober: Prober) -> str:
    cells = [f"{_percentile(times, 50):6.0f} {_percentile(times, 99):7.0f}" for times in prober.times.values()]
    return f"{flood:28} {len(prober.times['page']):6d}  " + "  ".join(cells) + f"  {prober.lost:5d}"


def _percentile(times: Sequence[float], which: int) -> float:
    if len(times) < 2:
        return math.nan
    return 1000 * statistics.quantiles(times, n=100, method="inclusive")[which - 1]


async def attack(floods: Sequence[str], count: int, broker: str) -> Tally:
    """Every flood against one table, a printed row each."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        make = TableMake(math.inf, 1, TileStock(), *_SIZE_PX, Path(folder))
        async with (
            SimulatedTable(make) as table,
            AttackedDaemon(table, Path(folder), _SIZE_PX, rules="tenhou", broker=broker) as daemon,
        ):
            heads = ("broker", "stop by MQTT", "stop by HTTP", "page")
            print(f"{'p50 and p99, ms':28} probes  " + "  ".join(f"{head:>14}" for head in heads) + "   lost")
            for flood in floods:
                prober = await asyncio.to_thread(measure, daemon.page, daemon.broker_port, flood, count)
                print(_row(flood, prober), flush=True)
                _count(flood, prober, tally)
    return tally


def _count(flood: str, prober: Prober, tally: Tally) -> None:
    tally.outcomes["probes"] += len(prober.times["page"])
    for way in ("stop by MQTT", "stop by HTTP", "page"):
        tally.largest(f"{way}, p99 of the worst flood, ms", _percentile(prober.times[way], 99))
    if prober.lost and "stops" not in flood:
        tally.faults.append(f"{prober.lost} probes without an answer under {flood}")


def main() -> int:
    """The command; exit status 1 when something was lost."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=20_000, help="messages of a flood (default: 20000)")
    parser.add_argument("--broker", choices=("embedded", "mosquitto"), default="embedded")
    parser.add_argument("--flood", action="append", choices=list(FLOODS), help="only this one; may be repeated")
    args = parser.parse_args()
    return asyncio.run(attack(args.flood or list(FLOODS), args.count, args.broker)).show(FORBIDDEN)


if __name__ == "__main__":
    sys.exit(main())
