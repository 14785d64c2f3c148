"""A whole daemon gives a backup over HTTP, plays on, takes it back and comes up again with it, as the same process."""

import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from hw_sim.felt.deck import chance_deck
from hw_sim.people.tablet_watcher import TabletWatcher
from hw_sim.simulated_table import SimulatedTable, TableMake
from table_daemon.rules.presets import load_rules
from tools.attack.attacked_daemon import CONFIG, AttackedDaemon, free_port

SIZE_PX = (1280, 720)
BYTES = {"Content-Type": "application/octet-stream"}
NAMES = ["Aiko", "Benoît", "雀", "D"]


async def agreed(session: ClientSession, page: str, looked: dict[str, Any]) -> dict[str, Any]:
    async with session.post(f"{page}api/restore/agreed", json={"token": looked["backup"]["token"]}) as response:
        answer: dict[str, Any] = await response.json()
        return answer


@pytest.mark.slow
async def test_a_backup_taken_from_the_page_is_restored_on_the_page_and_the_daemon_comes_back_on_it(
    tmp_path: Path,
) -> None:
    rules = load_rules("manual")
    make = TableMake(8.0, 1, rules.traits.stock, *SIZE_PX, tmp_path)
    async with SimulatedTable(make) as table, ClientSession() as session:
        table.stack_next(chance_deck(make.stock, random.Random(1)))
        config = tmp_path / "site.toml"
        shutil.copyfile(CONFIG, config)
        daemon = AttackedDaemon(table, tmp_path / "state", SIZE_PX, rules="manual", port=free_port(), config=config)
        async with daemon, TabletWatcher(daemon.page) as watcher:
            pid, page = daemon.process.pid, daemon.page
            assert await watcher.press("hold", on=True) == ""
            assert await watcher.press("start_game", rules="manual", names=NAMES) == ""
            async with session.get(f"{page}api/backup") as response:
                backup = await response.read()
            assert await watcher.until(lambda tablet: tablet.phase == "play", 90)
            at_first = watcher.tablet.scores
            async with session.post(f"{page}api/restore", data=backup, headers=BYTES) as response:
                looked = await response.json()
            assert looked["backup"]["games"] == 1
            assert (await agreed(session, page, looked))["error"]["why"] == "in_play"
            assert await watcher.press("type_result", winners=[2], deltas=[-30, 0, 30, 0]) == ""
            assert await watcher.until(lambda tablet: tablet.phase == "result" and tablet.scores != at_first, 30)
            assert await agreed(session, page, looked) == {"ok": True}
            assert await watcher.until(lambda tablet: tablet.scores == at_first, 90)
            assert (watcher.tablet.names, watcher.tablet.results) == (tuple(NAMES), [])
            assert (daemon.process.pid, daemon.process.returncode) == (pid, None)
        (kept,) = (tmp_path / "state").glob("before-restore-*")
        assert (kept / "journal.sqlite3").is_file()
        assert (kept / "settings.toml").read_bytes() == CONFIG.read_bytes()
