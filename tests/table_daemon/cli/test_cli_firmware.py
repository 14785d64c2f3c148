"""`jantaku firmware`: what is said and refused before anything is written."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from firmware_bridge.serial_port import SerialConnector
from firmware_bridge.settings import SerialSettings
from hw_sim.machine.board import SimulatedBoard
from hw_sim.machine.mechanics import Mechanics
from hw_sim.machine.pty_link import PtyLink
from table_daemon.cli.main import main
from table_daemon.firmware.shipped import firmware_hash, shipped_files


@asynccontextmanager
async def plugged_board(folder: Path) -> AsyncIterator[tuple[SimulatedBoard, Path]]:
    board = SimulatedBoard(Mechanics(Random(5), 30.0), asyncio.get_running_loop().time)
    async with PtyLink(board, folder) as link:
        yield board, link.path


async def jantaku(*arguments: object) -> int:
    return await asyncio.to_thread(main, ["firmware", *map(str, arguments)])


async def test_a_board_with_another_firmware_is_told_by_both_hashes(tmp_path, capsys):
    async with plugged_board(tmp_path) as (_board, path):
        assert await jantaku("check", "--port", path) == 1
    ours = firmware_hash(shipped_files())
    assert capsys.readouterr().out == f"the board runs firmware 00000000; this program brings {ours:08x}\n"


async def test_a_board_that_runs_the_firmware_of_this_program_is_left_alone(tmp_path):
    async with plugged_board(tmp_path) as (board, path):
        board.firmware._firmware_hash = firmware_hash(shipped_files())
        assert await jantaku("check", "--port", path) == 0
        assert await jantaku("flash", "--port", path) == 0
        assert not board.firmware.leaving


async def test_nothing_begins_without_the_word_of_a_person(tmp_path, capsys):
    async with plugged_board(tmp_path) as (board, path):
        assert await jantaku("flash", "--port", path) == 2
        assert not board.firmware.leaving
    assert "say so with --yes" in capsys.readouterr().err


async def test_a_table_with_tiles_out_keeps_its_firmware(tmp_path, capsys):
    async with plugged_board(tmp_path) as (board, path):
        board.firmware.machine.record.on_table = 1
        assert await jantaku("flash", "--yes", "--port", path) == 2
        assert not board.firmware.leaving
    assert "let all tiles in, then bring the firmware" in capsys.readouterr().err


async def test_a_port_that_a_daemon_holds_is_not_touched(tmp_path, capsys):
    async with plugged_board(tmp_path) as (_board, path):
        held = SerialConnector(SerialSettings(port=str(path))).connect(lambda _data: None, lambda _reason: None)
        assert await jantaku("flash", "--yes", "--port", path) == 2
        held.close()
    assert "end the game, then stop the daemon" in capsys.readouterr().err


async def test_where_no_board_is_one_sentence_says_so(tmp_path, capsys):
    assert await jantaku("check", "--port", tmp_path / "none") == 2
    assert "`jantaku doctor` says why" in capsys.readouterr().err


def test_the_hash_is_the_one_that_the_firmware_adds_up_itself(monkeypatch, tmp_path):
    from fake_pico import FakePico

    for name, content in shipped_files().items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    assert FakePico(monkeypatch).main._firmware_hash() == firmware_hash(shipped_files())


@pytest.mark.parametrize("action", ["check", "flash"])
def test_the_help_says_what_is_kept_and_when_it_is_refused(action, capsys):
    with pytest.raises(SystemExit):
        main(["firmware", action, "--help"])
    assert "tiles are on the table" in capsys.readouterr().out
