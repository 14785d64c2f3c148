"""The simulated table as a thing of its own beside the daemon: says in FOLDER/site.toml where its board and camera are.

Run by the Python of a root with the package's own modules; ends with the service that started it.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from hw_sim.simulated_table import SimulatedTable, TableMake
from table_daemon.rules.presets import load_rules

_WIDTH_PX, _HEIGHT_PX = 1920, 1080
_SETTINGS = """\
[table]
machine = "simulated_740.toml"
state_dir = "/var/lib/jantaku"
[serial]
port = "{port}"
[camera]
address = "{camera}"
width = {width}
height = {height}
[http]
host = "0.0.0.0"
port = 80
"""


async def stand(folder: Path) -> None:
    """Stand there for ever."""
    make = TableMake(8.0, 1, load_rules("tenhou").traits.stock, width_px=_WIDTH_PX, height_px=_HEIGHT_PX, folder=folder)
    async with SimulatedTable(make) as table:
        # Its real port belongs to root; udev gives a real board's to the group dialout.
        table.serial_port.chmod(0o666)
        text = _SETTINGS.format(port=table.serial_port, camera=table.camera_address, width=_WIDTH_PX, height=_HEIGHT_PX)
        (folder / "site.part").write_text(text, encoding="utf-8")
        (folder / "site.part").rename(folder / "site.toml")
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(stand(Path(sys.argv[1])))
