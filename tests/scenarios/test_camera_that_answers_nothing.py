"""A real board on the line, and an address where no camera is: the daemon says so, and no motor stays allowed."""

import asyncio
import json
import math
import sys
from pathlib import Path

from hw_sim.simulated_table import SimulatedTable, TableMake
from mahjong_rules.tiles import TileStock

EXAMPLE = Path(__file__).parents[2] / "config" / "examples" / "simulator.toml"


async def test_a_camera_address_that_answers_nothing_ends_the_start_in_one_sentence(tmp_path: Path) -> None:
    make = TableMake(math.inf, 1, TileStock(), width_px=1920, height_px=1080, folder=tmp_path)
    async with SimulatedTable(make) as table:
        settings = {
            "table.state_dir": str(tmp_path),
            "serial.port": str(table.serial_port),
            "camera.address": "http://127.0.0.1:9/none.mjpg",
            "camera.answer_within_s": 1.0,
            "http.port": 0,
            "mqtt.broker": "none",
        }
        overrides = [word for key, value in settings.items() for word in ("--set", f"{key}={json.dumps(value)}")]
        daemon = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "table_daemon.cli", "run", "--config", str(EXAMPLE), *overrides),
            stderr=asyncio.subprocess.PIPE,
        )
        _, told = await daemon.communicate()
        assert daemon.returncode == 2
        assert told.decode().count("\n") == 1, told.decode()
        assert "127.0.0.1:9" in told.decode()
        assert table.mechanics.motors_running == frozenset()
