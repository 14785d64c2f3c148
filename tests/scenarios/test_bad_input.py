"""What a person can get wrong: one sentence, an exit status that is not 0, no traceback, nothing left running."""

import json
import os
import pty
import socket
import subprocess
import sys
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from table_daemon.cli.main import main

EXAMPLE = Path(__file__).parents[2] / "config" / "examples" / "simulator.toml"
START_LINE = '{"type": "start_game", "names": ["a", "b", "c", "d"]}\n'


def jantaku(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "table_daemon.cli", *arguments], capture_output=True, text=True, timeout=90, check=False
    )


def run_daemon(folder: Path, **settings: object) -> subprocess.CompletedProcess[str]:
    wanted = {"table.state_dir": str(folder), "http.port": 0, "mqtt.port": 0, "camera.answer_within_s": 1.0}
    wanted |= {key.replace("__", "."): value for key, value in settings.items()}
    overrides = [word for key, value in wanted.items() for word in ("--set", f"{key}={json.dumps(value)}")]
    return jantaku("run", "--config", str(EXAMPLE), *overrides)


def jantaku_here(capsys: pytest.CaptureFixture[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """In this process: what is wrong is found before anything starts that could be left running."""
    status = main(arguments)
    return subprocess.CompletedProcess(arguments, status, *capsys.readouterr())


def assert_one_sentence(done: subprocess.CompletedProcess[str], *parts: str) -> None:
    assert done.returncode == 2, done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    for part in parts:
        assert part in lines[0]


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


@pytest.fixture
def silent_port() -> Iterator[str]:
    """A serial line on which nobody answers."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    yield os.ttyname(theirs)
    os.close(ours)
    os.close(theirs)


def test_a_missing_serial_port(tmp_path: Path) -> None:
    missing = str(tmp_path / "board")
    assert_one_sentence(run_daemon(tmp_path, serial__port=missing), missing, "does not exist", "plug in")


def test_a_serial_port_where_nobody_answers(tmp_path: Path, silent_port: str) -> None:
    assert_one_sentence(run_daemon(tmp_path, serial__port=silent_port), "no motor board answers", "check the port")


def test_a_port_of_the_page_that_is_taken(tmp_path: Path, taken_port: int) -> None:
    assert_one_sentence(run_daemon(tmp_path, http__port=taken_port), str(taken_port), "http.port")


def test_a_port_of_the_broker_that_is_taken(tmp_path: Path, taken_port: int) -> None:
    assert_one_sentence(run_daemon(tmp_path, mqtt__port=taken_port), str(taken_port), "mqtt.port")


def test_an_unknown_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.toml"
    file.write_text("[camera]\nwidht = 3\n")
    done = jantaku_here(capsys, "run", "--config", str(file))
    assert_one_sentence(done, str(file), "camera.widht", "no such setting")


def test_a_page_port_of_the_simulated_table_that_is_taken(taken_port: int) -> None:
    done = jantaku("simulate", "--headless", "--port", str(taken_port))
    assert_one_sentence(done, str(taken_port), "--port")


def test_an_unknown_preset_of_rules(capsys: pytest.CaptureFixture[str]) -> None:
    done = jantaku_here(capsys, "simulate", "--headless", "--rules", "chess")
    assert_one_sentence(done, "chess", "ema", "tenhou")


@pytest.mark.parametrize("command", [["simulate", "--headless", "--record"], ["replay"]], ids=["simulate", "replay"])
def test_a_record_that_breaks_off(tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    record = tmp_path / "cut.mjai.jsonl"
    record.write_text(START_LINE + '{"type": "start_kyoku", "bak')
    assert_one_sentence(jantaku_here(capsys, *command, str(record)), str(record), "ine 2")
    assert_one_sentence(jantaku_here(capsys, *command, str(tmp_path / "none")), "cannot be read")
