"""The core does on MicroPython, byte for byte and output for output, what it does on CPython.

The interpreter is the WebAssembly build of MicroPython that its makers publish; npm fetches it once into `build/`.
"""

import json
import subprocess
from pathlib import Path

import pytest
from board_bench import BoardBench
from micropython_session import SessionRecorder
from node_programs import node_program

import board_firmware
from firmware_bridge.goals import BuildWalls, Home, LowerLifts, MoveDome, RaiseWalls, SelfTest, ThrowDice
from firmware_bridge.messages import PacketType, Verb
from mahjong_rules.set_names import SetName

PACKAGE = "@micropython/micropython-webassembly-pyscript"
VERSION = "1.27.0"
ROOT = Path(__file__).parents[2]
HELPERS = ROOT / "tests" / "helpers"


@pytest.fixture(scope="module")
def interpreter() -> Path:
    """The module that loads MicroPython."""
    folder = ROOT / "build" / "micropython"
    file = folder / "node_modules" / PACKAGE / "micropython.mjs"
    npm = node_program("npm")
    if npm is None or node_program("node") is None:
        pytest.skip("MicroPython's WebAssembly build runs under Node.js, which is not installed (pip install .[dev])")
    if not file.exists():
        install = [npm, "install", "--silent", "--no-audit", "--prefix", str(folder), f"{PACKAGE}@{VERSION}"]
        try:
            subprocess.run(install, check=True, timeout=120, capture_output=True)
        except (subprocess.SubprocessError, OSError):
            pytest.skip(f"npm could not fetch {PACKAGE}: no network")
    return file


def a_whole_cycle(bench: BoardBench) -> None:
    """Build, raise, dice, clear, close, test, a lift that is held up, an answer to a clear, a lapsed lease, a stop."""
    bench.ready()
    bench.reach(SelfTest())
    for goal in (BuildWalls(SetName.A), RaiseWalls(SetName.A), ThrowDice(), MoveDome(up=True)):
        bench.reach(goal)
    while bench.mechanics.accept_tile(SetName.A):
        bench.run(0.01)
    bench.reach(MoveDome(up=False))
    bench.mechanics.counters.bounce_drop(SetName.B)
    bench.mechanics.defects.barriers["lift_2"] = 0.5
    bench.begin(LowerLifts())
    bench.run(1.5)
    bench.mechanics.defects.barriers.clear()
    assert bench.status().fault_id == 1
    bench.command(Verb.CLEAR, b"\x01\x00")
    bench.arm()
    bench.reach(Home())
    bench.begin(BuildWalls(SetName.B))
    bench.run(0.7, lease=False)
    bench.send(PacketType.STOP, b"\x01", boot_id=0)
    bench.run(0.3)


def test_a_recorded_cycle_is_the_same_under_micropython(interpreter, tmp_path):
    bench = BoardBench(speed=20.0)
    recorder = SessionRecorder(bench)
    a_whole_cycle(bench)
    session = tmp_path / "session.json"
    session.write_text(json.dumps(recorder.session))
    core = Path(board_firmware.__file__).parent
    files = [HELPERS / "micropython_replay.mjs", interpreter, core, HELPERS / "micropython_program.py", session]
    node = node_program("node")
    assert node is not None
    run = subprocess.run([node, *map(str, files)], check=False, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    replayed = json.loads(run.stdout)
    assert replayed.pop("by") == "micropython"
    assert len(recorder.done["writes"]) > 50
    assert replayed == recorder.done
