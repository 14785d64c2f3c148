"""`jantaku setup` asks in a terminal what the page asks, and writes the same file."""

from __future__ import annotations

import asyncio
import os
import pty
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from first_start_bench import free_port, simulated_table

from hw_sim.simulated_table import SimulatedTable
from table_daemon.setting_up.answers import SetUpAnswers
from table_daemon.settings import load_settings

pytestmark = pytest.mark.slow
_PATIENCE_S = 60.0


class Terminal:
    """Somebody at a terminal: reads until a question stands there, and types."""

    def __init__(self, near: int) -> None:
        self._near = near
        self._news = asyncio.Event()
        self._read_to = 0
        self.shown = ""
        asyncio.get_running_loop().add_reader(near, self._hear)

    def _hear(self) -> None:
        try:
            self.shown += os.read(self._near, 65536).decode(errors="replace").replace("\r\n", "\n")
        except OSError:  # its other end was closed
            asyncio.get_running_loop().remove_reader(self._near)
        self._news.set()

    async def until(self, words: str) -> None:
        async with asyncio.timeout(_PATIENCE_S):
            while (at := self.shown.find(words, self._read_to)) < 0:
                self._news.clear()
                await self._news.wait()
        self._read_to = at + len(words)

    async def answer(self, question: str, line: str = "") -> None:
        await self.until(question)
        await self.until("]: ")
        self.type(line)

    def type(self, line: str) -> None:
        os.write(self._near, f"{line}\n".encode())


def command(folder: Path) -> list[str]:
    own = ["--set", f"table.state_dir={folder / 'state'}", "--set", f"http.port={free_port()}"]
    return [
        sys.executable,
        "-m",
        "table_daemon.cli",
        "setup",
        "--config",
        str(folder / "table.toml"),
        "--lang=en",
        *own,
    ]


@contextmanager
def pair() -> Iterator[tuple[int, int]]:
    near, far = pty.openpty()
    try:
        yield near, far
    finally:
        os.close(near)


@asynccontextmanager
async def set_up_in_a_terminal(folder: Path) -> AsyncIterator[tuple[Terminal, asyncio.subprocess.Process]]:
    with pair() as (near, far):
        process = await asyncio.create_subprocess_exec(*command(folder), stdin=far, stdout=far, stderr=far)
        os.close(far)
        terminal = Terminal(near)
        try:
            yield terminal, process
        finally:
            asyncio.get_running_loop().remove_reader(near)
            if process.returncode is None:
                process.kill()
            await process.wait()


async def prove(terminal: Terminal, table: SimulatedTable) -> None:
    await terminal.until("Press the emergency stop now")
    table.mechanics.press_emergency_stop(pressed=True)
    await terminal.until("Release it again")
    table.mechanics.press_emergency_stop(pressed=False)
    await terminal.until("its emergency stop works")


async def test_every_step_is_asked_and_the_file_says_what_was_answered(tmp_path: Path) -> None:
    async with simulated_table(tmp_path) as table, set_up_in_a_terminal(tmp_path) as (terminal, process):
        await terminal.answer("Language")
        await terminal.answer("Path of the port", os.devnull)
        await terminal.until("This is no serial port")
        await terminal.answer("Path of the port", str(table.serial_port))
        await prove(terminal, table)
        await terminal.answer("Address of its pictures", table.camera_address)
        await terminal.until("1280 x 720")
        await terminal.answer("tiles give the scale", "y")
        await terminal.until("push each row together")
        for measure in ("Height of the face", "Width of the face", "Thickness"):
            await terminal.answer(measure)
        await terminal.until("tiles lie side by side")
        await terminal.answer("tiles give the scale")
        await terminal.answer("Side of the playing surface", "wide")
        await terminal.answer("black square")
        await terminal.until("must be a length in mm")
        await terminal.answer("tiles give the scale")
        await terminal.answer("Side of the playing surface")
        await terminal.answer("black square")
        await terminal.until("The camera hangs")
        await terminal.answer("Let the camera measure width and height", "y")
        await terminal.answer("Measure them")
        await terminal.until("a row is missing: lay 6 tiles face up")
        await terminal.answer("Let the camera measure width and height")
        await terminal.answer("Height of the face", "28,5")
        await terminal.answer("Width of the face")
        await terminal.answer("Thickness")
        await terminal.answer("Name of set A", "green backs")
        await terminal.answer("Set A is read by", "parlour")
        await terminal.answer("Name of set B")
        await terminal.answer("Set B is read by")
        await terminal.until("there is no taught set 'parlour'")
        await terminal.answer("Name of set A", "green backs")
        await terminal.answer("Set A is read by", "2")
        await terminal.answer("Name of set B")
        await terminal.answer("Set B is read by")
        await terminal.answer("test dice, dome and lifts", "y")
        await terminal.until("Enter stops the machine")
        await terminal.until("The dome: works")
        terminal.type("")
        await terminal.until("Stopped: all motors are off")
        await terminal.answer("test dice, dome and lifts", "y")
        await terminal.until("Everything that was tested works")
        for offered in ("stack it", "bring the walls up", "count the tiles in"):
            await terminal.answer(offered)
            await terminal.until("not tested")
        await terminal.answer("Rules", "tenhou")
        await terminal.answer("House rules of Tenhou", "red_fives=5")
        await terminal.until("play.options")
        await terminal.answer("Rules", "tenhou")
        await terminal.answer("House rules of Tenhou", "open_tanyao=false")
        await terminal.answer("Only this computer", "y")
        await terminal.answer("Write the settings?")
        assert await asyncio.wait_for(process.wait(), _PATIENCE_S) == 0, terminal.shown
        settings = load_settings(tmp_path / "table.toml")
        assert (settings.serial.port, settings.camera.address) == (str(table.serial_port), table.camera_address)
        assert (settings.geometry.tile_height_mm, settings.play.rules) == (28.5, "tenhou")
        told = settings.table
        assert (told.set_a, told.set_b, told.taught_a, told.taught_b) == ("green backs", "", "none", "b")
        assert settings.play.options == {"open_tanyao": "false"}


def test_answers_from_a_pipe_are_kept_when_they_end(tmp_path: Path) -> None:
    answers = "fr\n-\n-\n29\n"
    done = subprocess.run(command(tmp_path), input=answers, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1, done.stderr
    assert "La configuration n’est pas terminée" in done.stdout
    assert not (tmp_path / "table.toml").exists()
    kept = SetUpAnswers.load(tmp_path / "state")
    assert (kept.language, kept.step) == ("fr", "tiles")
