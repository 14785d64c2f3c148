"""A whole daemon under a service manager: ready when its page answers, then alive, heard when it ends."""

import asyncio
import contextlib
import socket
import urllib.request
from pathlib import Path

import pytest
from eventually import eventually
from mortal_daemon import MortalDaemon

from hw_sim.simulated_table import SimulatedTable, TableMake
from table_daemon.rules.presets import load_rules


@pytest.mark.slow
async def test_systemd_hears_ready_with_the_page_then_beats_then_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    line.bind(str(tmp_path / "notify"))
    line.setblocking(False)

    def heard(text: str) -> bool:
        with contextlib.suppress(BlockingIOError):
            said.append(line.recv(4096).decode())
        return text in said

    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", "1000000")
    make = TableMake(8.0, 1, load_rules("tenhou").traits.stock, width_px=1920, height_px=1080, folder=tmp_path)
    async with contextlib.AsyncExitStack() as stack:
        stack.callback(line.close)
        table = await stack.enter_async_context(SimulatedTable(make))
        daemon = MortalDaemon(table.serial_port, table.camera_address, tmp_path)
        await daemon.start()
        stack.push_async_callback(daemon.end)
        await eventually(lambda: heard(f"READY=1\nSTATUS=page {daemon.page}"))
        answer = await asyncio.to_thread(urllib.request.urlopen, f"{daemon.page}healthz", timeout=5)
        stack.callback(answer.close)
        assert answer.status == 200
        for _ in range(3):
            said.clear()
            await eventually(lambda: heard("WATCHDOG=1"))
        await daemon.end()
        await eventually(lambda: heard("STOPPING=1"))
