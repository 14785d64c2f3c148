"""docs/mqtt.md is exact: its names, its samples, and every line of its examples, run against the real daemon."""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import re
import shlex
import shutil
from pathlib import Path
from typing import get_args

import pytest
import pytest_asyncio
from mqtt_reader import SEARCH
from shipped_broker import CLIENTS_ARE_THERE
from wire_judge import judge, objections, topics

from hw_sim.simulated_table import SimulatedTable, TableMake
from mahjong_rules.tiles import TileStock
from table_daemon.cli.daemon_child import DaemonChild
from table_daemon.config_files import config_path
from wire.commands.registry import COMMANDS
from wire.envelopes import ErrorCode

TEXT = (Path(__file__).parents[3] / "docs" / "mqtt.md").read_text(encoding="utf-8")
EXAMPLES = TEXT[TEXT.index("## Examples") : TEXT.index("## Access over HTTP")]
LINES = [line for block in re.findall(r"```sh\n(.*?)```", EXAMPLES, re.DOTALL) for line in block.splitlines()]
SAMPLES = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)]
ENDLESS = 3
"""Seconds that a listener without an end of its own gets."""
pytestmark = pytest.mark.asyncio(loop_scope="module")


def lines_of(program: str) -> list[str]:
    return [line for line in LINES if line.startswith(program)]


async def test_every_topic_command_and_error_stands_in_the_document():
    documented = set(re.findall(r"`([a-z_/{}]+)`", TEXT))
    named = {name for name in topics() if not name.startswith(("event/", "cmd/", "rsp/"))}
    assert named <= documented
    assert set(COMMANDS) <= documented
    assert set(get_args(ErrorCode)) <= documented


async def test_its_samples_are_what_the_schemas_say():
    envelope, state, board, result = SAMPLES[:4]
    assert set(envelope) == set(judge("state").schema["$defs"]["Envelope"]["properties"])
    for name, data in (("state", state), ("board", board), ("result", result)):
        said = {**envelope, "boot": "b", "game": "g", "type": name, "data": data}
        assert objections(name, said) == []


async def test_every_command_in_the_examples_is_one_that_its_schema_allows():
    for line in lines_of("mosquitto_pub"):
        words = shlex.split(line)
        topic, body = words[words.index("-t") + 1], json.loads(words[words.index("-m") + 1])
        assert objections(topic.removeprefix("jantaku/v1/table1/"), body) == []


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def daemon(tmp_path_factory):
    """The real daemon at the simulated table, with a broker of its own."""
    folder = tmp_path_factory.mktemp("daemon")
    make = TableMake(math.inf, 1, TileStock(), width_px=640, height_px=360, folder=folder)
    async with SimulatedTable(make) as table:
        settings = {
            "table.state_dir": str(folder),
            "serial.port": str(table.serial_port),
            "camera.address": table.camera_address,
            "http.port": 0,
            "mqtt.port": 0,
            "mqtt.table": "table1",
        }
        async with DaemonChild(config_path("examples/simulator.toml"), settings) as child:
            yield child


async def run(daemon, line: str, *more: str) -> tuple[int, str]:
    """Run a line of the document, at this daemon's ports; its status and what it printed."""
    words = [word.replace("http://127.0.0.1:8080/", daemon.page) for word in shlex.split(line)]
    if words[0].startswith("mosquitto"):
        words[1:1] = ["-p", daemon.broker.rpartition(":")[2], *more]
    else:
        words[1:1] = ["-s", *more]
    program = shutil.which(words[0], path=SEARCH)
    assert program is not None
    child = await asyncio.create_subprocess_exec(program, *words[1:], stdout=asyncio.subprocess.PIPE)
    async with asyncio.timeout(20):
        printed, _ = await child.communicate()
    assert child.returncode is not None
    return child.returncode, printed.decode()


needs_clients = pytest.mark.skipif(
    not CLIENTS_ARE_THERE, reason="Mosquitto's clients are not installed (apt install mosquitto mosquitto-clients)"
)


@needs_clients
@pytest.mark.parametrize("line", [line for line in lines_of("mosquitto_sub") if "rsp/" not in line])
async def test_a_listening_line_hears_what_the_document_says(daemon, line):
    is_endless = "-C" not in line
    more = ["-W", str(ENDLESS)] if is_endless else []
    status, printed = await run(daemon, line, *more)
    if "-v" in line:
        heard = dict(item.split(" ", 1) for item in printed.splitlines())
        retained = {name for name, topic in topics().items() if topic.is_retained}
        assert retained <= {name.removeprefix("jantaku/v1/table1/") for name in heard}
        for name, payload in heard.items():
            assert objections(name.removeprefix("jantaku/v1/table1/"), json.loads(payload)) == []
    elif not is_endless:
        assert status == 0
        assert json.loads(printed)


@needs_clients
async def test_the_command_with_an_answer_is_answered_to_the_listener(daemon):
    listen, (say, *_) = next(line for line in LINES if "rsp/" in line), lines_of("mosquitto_pub")
    listener = asyncio.create_task(run(daemon, listen, "-W", "15"))
    answer = None
    while answer is None:  # whoever listens too late is answered again: the id is the same
        assert (await run(daemon, say))[0] == 0
        done, _ = await asyncio.wait([listener], timeout=1)
        answer = json.loads(listener.result()[1]) if done else None
    assert objections("rsp/{client}", answer) == []
    assert (answer["id"], answer["ok"]) == ("me-1", True)


@needs_clients
@pytest.mark.parametrize("line", lines_of("mosquitto_pub")[1:])
async def test_a_commanding_line_is_understood(daemon, line):
    """It runs as it stands, and the same with `reply_to` is answered: carried out, or not the moment for it."""
    assert (await run(daemon, line))[0] == 0
    words = shlex.split(line)
    body = words.index("-m") + 1
    # Of its own: the id of another line would give that line's answer again.
    line_id = hashlib.sha256(line.encode()).hexdigest()
    words[body] = json.dumps({**json.loads(words[body]), "id": line_id, "reply_to": "jantaku/v1/table1/rsp/x"})
    listener = asyncio.create_task(run(daemon, "mosquitto_sub -t jantaku/v1/table1/rsp/x -C 1", "-W", "15"))
    while not listener.done():
        assert (await run(daemon, shlex.join(words)))[0] == 0
        await asyncio.wait([listener], timeout=1)
    answer = json.loads(listener.result()[1])
    assert objections("rsp/{client}", answer) == []
    assert answer["ok"] or answer["error"]["code"] in ("not_now", "stale"), answer


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed (apt install curl)")
@pytest.mark.parametrize("line", lines_of("curl"))
async def test_a_line_over_http_is_answered(daemon, line):
    if "-N" in line:
        _, printed = await run(daemon, line, "--max-time", str(ENDLESS))
        assert "event: state" in printed
        assert "event: heartbeat" in printed
        return
    status, printed = await run(daemon, line)
    assert status == 0
    answer = json.loads(printed)
    if "/api/cmd/" in line:
        assert objections("rsp/{client}", answer) == []
        assert answer["ok"] or answer["error"]["code"] == "not_now"
    elif "/api/documents" in line:
        assert all(objections(name, payload) == [] for name, payload in answer.items())
    else:
        assert answer["ok"] is True
