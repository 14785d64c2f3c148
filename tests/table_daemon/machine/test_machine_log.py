"""What befell the machine, in the order it happened, once each and with whose doing it was."""

from dataclasses import replace

import pytest
from keepers import keeper_on

from firmware_bridge.messages import FaultCode
from mahjong_rules.set_names import SetName
from table_daemon.game.keeper import GameKeeper
from table_daemon.journal.journal import Journal
from table_daemon.machine.machine_log import MachineLog
from table_daemon.machine.status_texts import board_fault
from wire.machine_status import MachineStatus

FAULT = board_fault(1, 1, FaultCode.PUSH_TIMEOUT, 49)
AT_REST = MachineStatus("idle", "The machine is ready.", None, SetName.A, 0, None)
FAULTED = replace(AT_REST, state="faulted", text="It stands still.", fault=FAULT)


@pytest.fixture
def keeper(tmp_path):
    journal = Journal.open(tmp_path / "journal.sqlite3")
    yield keeper_on(journal)
    journal.close()


@pytest.fixture
def machine_log(keeper):
    return MachineLog(keeper)


def written(keeper: GameKeeper) -> list[tuple[str, str]]:
    """What everybody is told: what it is about, and whose doing it was."""
    return [(remark.data["machine"], remark.context.cause) for remark in keeper.take_news()]


def tell(machine_log: MachineLog, *states: str) -> None:
    for state in states:
        machine_log.update(FAULTED if state == "faulted" else replace(AT_REST, state=state, text=f"now {state}"))


def test_an_undisturbed_evening_leaves_no_line(machine_log, keeper):
    tell(machine_log, "idle", "homing", "building", "raising", "in_play", "clearing", "counting", "closing", "in_play")
    assert written(keeper) == []


def test_from_a_fault_until_the_machine_goes_on_every_step_is_written_once(machine_log, keeper, caplog):
    tell(machine_log, "raising", "faulted", "faulted")
    machine_log.cleared(FAULT.id, "http 192.0.2.7")
    machine_log.asked("home", "http 192.0.2.7")
    tell(machine_log, "ready", "homing", "homing", "rolling", "in_play", "clearing")
    person = "http 192.0.2.7"
    asked = [("fault", "machine"), ("clear_fault", person), ("home", person)]
    assert written(keeper) == [*asked, ("ready", "machine"), ("homing", "machine"), ("rolling", "machine")]
    assert [record.message for record in caplog.records[:2]] == [
        f"fault 0001-1 (push_timeout): {FAULT.text}; {FAULT.action}",
        "fault 0001-1 is cleared by http 192.0.2.7",
    ]


def test_a_board_that_is_lost_and_found_again_is_written_down(machine_log, keeper):
    tell(machine_log, "in_play", "offline", "waiting", "in_play", "clearing")
    assert [what for what, _ in written(keeper)] == ["offline", "waiting", "in_play"]


def test_a_fault_that_was_there_before_the_daemon_is_written_down_and_its_start_is_not(machine_log, keeper):
    tell(machine_log, "faulted", "idle", "building")
    assert [what for what, _ in written(keeper)] == ["fault", "idle", "building"]


def test_a_start_is_no_disturbance(machine_log, keeper):
    tell(machine_log, "waiting", "idle", "building")
    assert written(keeper) == []
