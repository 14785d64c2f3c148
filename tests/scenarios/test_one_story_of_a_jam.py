"""A jam: page, MQTT diagnostics, log and journal tell the same story, each as people get at it.

The daemon is the real one in a process of its own, with its own broker; the table fails as `jam.toml` says.
"""

import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import paho.mqtt.client as paho
import pytest
from eventually import eventually
from paho.mqtt.enums import CallbackAPIVersion

from hw_sim.faults.plan import read_faults
from hw_sim.felt.deck import shuffled_deck
from hw_sim.people.tablet_watcher import Tablet, TabletWatcher
from hw_sim.simulated_table import SimulatedTable, TableMake
from mahjong_rules.seats import Seat
from table_daemon.cli.daemon_child import DaemonChild
from table_daemon.config_files import config_path
from table_daemon.rules.presets import load_rules

WHAT = "the pusher of side 1 did not load its lift"
REMEDY = "look for a tile that lies across the rail, then clear it"
AT_REST = [("The walls of set A are built.", "machine")]
"""Shown for a moment before the machine goes on: may be missed."""
EMA = load_rules("ema").traits


class Listener:
    """Somebody at the broker: the machine's diagnostics and the table's status, each state once in a row."""

    def __init__(self) -> None:
        self.states: list[str] = []
        self.faults: list[dict[str, str]] = []
        self.online: list[str] = []

    def hear(self, topic: str, payload: bytes) -> None:
        message = json.loads(payload)
        if topic.endswith("/status"):
            self.online += [message["state"]] if self.online[-1:] != [message["state"]] else []
            return
        machine = message["data"]
        self.states += [machine["state"]] if self.states[-1:] != [machine["state"]] else []
        if machine["fault"] is not None and machine["fault"] not in self.faults:
            self.faults.append(machine["fault"])


@contextmanager
def listening(address: str) -> Iterator[Listener]:
    listener, broker = Listener(), urlsplit(address)
    client = paho.Client(CallbackAPIVersion.VERSION2)
    client.on_connect = lambda *_: [
        client.subscribe(f"jantaku/v1/story/{topic}") for topic in ("status", "diag/machine")
    ]
    client.on_message = lambda _client, _data, message: listener.hear(message.topic, message.payload)
    client.connect(broker.hostname or "", broker.port or 0)
    client.loop_start()
    try:
        yield listener
    finally:
        client.disconnect()
        client.loop_stop()


def is_stuck(tablet: Tablet) -> bool:
    return tablet.fault is not None


def is_in_play(tablet: Tablet) -> bool:
    return tablet.phase == "play"


async def mended_by_a_person(table: SimulatedTable, person: TabletWatcher) -> Tablet:
    """Begin a game, see what the page shows of the jam, take the tile out and press the page's button."""
    assert await person.press("start_game", rules="ema") == ""
    assert await person.until(is_stuck, 60)
    shown = person.tablet
    assert table.troubles.mend() == ["takes out the tile that jammed in the pusher of side 1"]
    assert shown.fault is not None
    assert await person.press("machine", action="clear_fault", fault_id=shown.fault["id"]) == ""
    assert await person.press("machine", action="home") == ""
    assert await person.until(is_in_play, 60)
    return shown


def machine_log_of(journal: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(journal)) as database:
        rows = database.execute("SELECT payload, cause FROM entries WHERE kind = 'audit' ORDER BY seq").fetchall()
    notes = [(json.loads(payload), cause) for payload, cause in rows]
    return [(note["text"], cause) for note, cause in notes if "machine" in note]


@pytest.mark.slow
@pytest.mark.timeout(180)
async def test_page_diagnostics_log_and_journal_tell_the_same_story_of_a_jam(tmp_path: Path, capfd) -> None:
    faults = read_faults(config_path("examples/faults/jam.toml"))
    make = TableMake(10.0, 1, EMA.stock, 1280, 720, tmp_path, faults)
    async with SimulatedTable(make) as table:
        table.stack_next(shuffled_deck(EMA, Seat(0), (1, 2), rng=random.Random(1)))
        settings = {
            "table.state_dir": str(tmp_path),
            "serial.port": str(table.serial_port),
            "camera.address": table.camera_address,
            "camera.width": 1280,
            "camera.height": 720,
            "http.port": 0,
            "mqtt.port": 0,
            "mqtt.table": "story",
        }
        async with DaemonChild(config_path("examples/simulator.toml"), settings) as daemon:
            with listening(daemon.broker) as listener:
                await eventually(lambda: bool(listener.states))
                async with TabletWatcher(daemon.page) as person:
                    shown = await mended_by_a_person(table, person)
                await eventually(lambda: listener.states[-1] == "in_play")
    assert shown.fault is not None
    fault_id = shown.fault["id"]
    assert shown.fault == {"id": fault_id, "code": "push_timeout", "text": WHAT, "action": REMEDY}
    assert listener.faults == [shown.fault | {"part": "pusher", "side": 1}]
    after_the_jam = listener.states[listener.states.index("faulted") :]
    assert [state for state in after_the_jam if state != "ready"] == ["faulted", "homing", "rolling", "in_play"]
    assert listener.online[:3] == ["online", "fault", "online"]
    machine_log = machine_log_of(tmp_path / "journal.sqlite3")
    asking = [("http 127.0.0.1 asks for: home", "http 127.0.0.1")]
    assert [line for line in machine_log if line not in AT_REST and line not in asking] == [
        (f"fault {fault_id} (push_timeout): {WHAT}; {REMEDY}", "machine"),
        (f"fault {fault_id} is cleared by http 127.0.0.1", "http 127.0.0.1"),
        ("The machine moves to its resting position.", "machine"),
        ("The dice are rolling.", "machine"),
    ]
    assert [line for line in machine_log if line in asking] == asking
    log = [line.partition(": ")[2] for line in capfd.readouterr().err.splitlines() if "machine.machine_log" in line]
    assert log == [text for text, _ in machine_log]
