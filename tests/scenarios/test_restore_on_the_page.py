"""A whole daemon gives a backup over HTTP, plays on, takes it back and comes up again with it, as the same process."""

import asyncio
from pathlib import Path

import pytest
from aiohttp import ClientError, ClientSession

from hw_sim.simulated_table import SimulatedTable, TableMake
from table_daemon.rules.presets import load_rules
from tools.attack.attacked_daemon import AttackedDaemon, free_port

SIZE_PX = (1280, 720)
BYTES = {"Content-Type": "application/octet-stream"}


async def command(session: ClientSession, page: str, name: str, **data: object) -> None:
    async with session.post(f"{page}api/cmd/{name}", json={"data": data}) as response:
        answer = await response.json()
        assert answer["ok"], answer


async def names(session: ClientSession, page: str) -> list[str]:
    """Who plays, as the page shows it; nobody while it does not answer."""
    try:
        async with session.get(f"{page}api/documents") as response:
            return list((await response.json())["state"]["data"]["names"])
    except (ClientError, ConnectionError, KeyError):
        return []


@pytest.mark.slow
async def test_a_backup_taken_from_the_page_is_restored_on_the_page_and_the_daemon_comes_back_on_it(
    tmp_path: Path,
) -> None:
    make = TableMake(8.0, 1, load_rules("tchou").traits.stock, *SIZE_PX, tmp_path)
    async with SimulatedTable(make) as table, ClientSession() as session:
        daemon = AttackedDaemon(table, tmp_path / "state", SIZE_PX, rules="manual", port=free_port())
        async with daemon:
            pid = daemon.process.pid
            page = daemon.page
            first, second = ["Aiko", "Benoît", "雀", "D"], ["E", "F", "G", "H"]
            await command(session, page, "start_game", rules="manual", names=first)
            async with session.get(f"{page}api/backup") as response:
                backup = await response.read()
            await command(session, page, "start_game", rules="manual", names=second, abandon=True)
            assert await names(session, page) == second
            async with session.post(f"{page}api/restore", data=backup, headers=BYTES) as response:
                looked = await response.json()
            assert looked["backup"]["games"] == 1
            await command(session, page, "end_game")
            async with session.post(f"{page}api/restore/agreed", json={"token": looked["backup"]["token"]}) as response:
                assert (await response.json()) == {"ok": True}
            async with asyncio.timeout(60):
                while await names(session, page) != first:
                    await asyncio.sleep(0.1)
            assert daemon.process.pid == pid
            assert daemon.process.returncode is None
