"""Who has the board after its next start: the firmware, or a person at the prompt."""

import importlib.util
import sys
import types
from pathlib import Path

import pytest
from board_bench import BoardBench
from fake_pico import FakePico, RestartError

import board_firmware
from board_firmware import handover
from firmware_bridge.goals import LowerLifts
from firmware_bridge.messages import CommandOutcome, Interlock, Verb

START = Path(board_firmware.__file__).with_name("start.py")


@pytest.fixture
def flash(monkeypatch, tmp_path) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def restart() -> None:
    raise RestartError


def no_watchdog(timeout: int) -> None:
    pytest.fail(f"an ordinary start begins no watchdog ({timeout} ms) before the firmware serves")


def start(monkeypatch, run, watchdogs=no_watchdog) -> list[int]:
    """Run `start.py` with this firmware; what could interrupt it, in order."""
    interrupts: list[int] = []
    monkeypatch.setitem(sys.modules, "micropython", types.SimpleNamespace(kbd_intr=interrupts.append))
    chip = types.SimpleNamespace(WDT=watchdogs, reset=restart)
    monkeypatch.setitem(sys.modules, "machine", chip)
    monkeypatch.setitem(sys.modules, "board_firmware.main", types.SimpleNamespace(run=lambda: run(interrupts)))
    spec = importlib.util.spec_from_file_location("pico_start", START)
    assert spec is not None
    assert spec.loader is not None
    spec.loader.exec_module(importlib.util.module_from_spec(spec))
    return interrupts


def test_a_board_serves_unless_somebody_asked_for_the_prompt(flash) -> None:
    assert handover.may_serve()
    handover.ask(handover.PROMPT)
    assert not handover.may_serve()
    assert handover.may_serve(), "the start after that is an ordinary one"


def test_a_firmware_on_trial_that_nobody_greeted_leaves_the_prompt_at_its_second_start(flash) -> None:
    handover.ask(handover.TRIAL)
    assert [handover.may_serve() for _ in range(3)] == [True, False, True]


def test_a_firmware_on_trial_that_was_greeted_is_an_ordinary_one(flash) -> None:
    handover.ask(handover.TRIAL)
    assert handover.may_serve()
    handover.settle()
    assert [handover.may_serve() for _ in range(2)] == [True, True]


def test_a_hello_that_comes_while_the_firmware_is_compiled_does_not_end_it(flash, monkeypatch) -> None:
    while_running: list[list[int]] = []
    after = start(monkeypatch, lambda interrupts: while_running.append(list(interrupts)))
    assert while_running == [[-1]], "the 03 of a HELLO is Ctrl-C to MicroPython"
    assert after == [-1, 3]


def test_a_firmware_that_fails_leaves_a_prompt_that_ctrl_c_reaches(flash, monkeypatch) -> None:
    def fail(_interrupts: list[int]) -> None:
        raise OSError(5, "no answer on the bus")

    with pytest.raises(OSError, match="no answer"):
        start(monkeypatch, fail)
    assert sys.modules["micropython"].kbd_intr.__self__ == [-1, 3]


def test_a_firmware_on_trial_that_fails_restarts_the_board_and_that_start_is_at_the_prompt(flash, monkeypatch) -> None:
    def fail(_interrupts: list[int]) -> None:
        raise ValueError("broken")

    handover.ask(handover.TRIAL)
    begun: list[dict[str, int]] = []
    with pytest.raises(RestartError):
        start(monkeypatch, fail, lambda **named: begun.append(named))
    assert len(begun) == 1, "one that hangs instead is restarted by the watchdog"
    assert not handover.may_serve()


def test_a_firmware_that_was_greeted_and_fails_later_leaves_its_prompt_as_ever(flash, monkeypatch) -> None:
    def fail(_interrupts: list[int]) -> None:
        handover.settle()
        raise ValueError("broken")

    handover.ask(handover.TRIAL)
    with pytest.raises(ValueError, match="broken"):
        start(monkeypatch, fail, lambda **_named: None)


def test_at_the_prompt_nothing_runs(flash, monkeypatch) -> None:
    handover.ask(handover.PROMPT)
    assert start(monkeypatch, lambda _interrupts: pytest.fail("the firmware runs")) == [-1, 3]


def test_a_board_that_was_told_to_leave_answers_restarts_and_leaves_the_mark(flash, monkeypatch) -> None:
    pico = FakePico(monkeypatch)
    monkeypatch.setattr(pico.main, "_firmware_hash", lambda: 0)
    made = []
    board = pico.main.Board
    monkeypatch.setattr(pico.main, "Board", lambda *args: made.append(board(*args)) or made[0])

    def ask() -> None:
        made[0].leaving = True

    pico.when_fed = ask
    with pytest.raises(RestartError):
        pico.main.run()
    assert not handover.may_serve()


def test_leave_needs_no_arming_and_disarms() -> None:
    bench = BoardBench()
    bench.ready()
    assert bench.command(Verb.LEAVE).outcome is CommandOutcome.DONE
    assert not bench.status().armed


def test_leave_is_refused_while_something_moves() -> None:
    bench = BoardBench()
    bench.ready()
    bench.begin(LowerLifts())
    assert bench.command(Verb.LEAVE).outcome is CommandOutcome.BUSY
    bench.run(5.0)
    assert bench.status().lifts_down, "the motion goes on"


@pytest.mark.parametrize("place", ["on_table", "loaded_set"])
def test_leave_is_refused_with_tiles_on_the_table_or_on_the_lifts(place) -> None:
    bench = BoardBench()
    bench.ready()
    setattr(bench.board.firmware.machine.record, place, 1)
    reply = bench.command(Verb.LEAVE)
    assert (reply.outcome, reply.interlock) == (CommandOutcome.INTERLOCK, Interlock.TILES_ON_TABLE)
    assert not bench.board.firmware.leaving
