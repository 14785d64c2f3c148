"""What people are told of the machine follows from its facts and from what it waits for, and from nothing else."""

from dataclasses import replace

import pytest
from standings import BUILT_B, RESTING, WALLS_A

from firmware_bridge.cycle import State
from mahjong_rules.set_names import SetName
from table_daemon.machine.facts import Build, MachineFacts
from table_daemon.machine.obstacles import Obstacle, ObstacleKind
from table_daemon.machine.set_exchange import SetExchange
from table_daemon.machine.status_view import Waits, machine_status
from wire.machine_status import MachineFault, MachineStatus

FAULT = MachineFault("00a7-3", "stalled", "the lift of side 2 was held up", "look for a hand, then clear it")
CLEARING = replace(WALLS_A, being_cleared=True, dome_down=False, dome_up=True, tiles_inside_a=130)


def told(facts: MachineFacts, waits: Waits | None = None) -> MachineStatus:
    return machine_status(facts, waits or Waits(), SetExchange(136), SetName.A)


def test_a_board_that_is_not_there_and_a_missing_consent_say_why():
    assert told(MachineFacts(trouble="no cable")).text == "The motor board is not connected: no cable."
    waiting = MachineFacts(State.WAITING, RESTING, trouble="someone has to say so")
    assert told(waiting).text == "The machine stands still: someone has to say so."


def test_a_fault_is_told_with_its_sentence():
    status = told(MachineFacts(State.FAULTED, WALLS_A, fault=FAULT, trouble="something older"))
    assert (status.fault, status.text) == (FAULT, "The machine stands still: the lift of side 2 was held up.")


@pytest.mark.parametrize(
    ("facts", "shown"),
    [
        (MachineFacts(), None),
        (MachineFacts(State.IDLE, RESTING), SetName.A),
        (MachineFacts(State.READY, BUILT_B), SetName.B),
        (MachineFacts(State.IN_PLAY, replace(BUILT_B, on_table=SetName.A, tiles_inside_a=0)), SetName.A),
        (MachineFacts(State.COUNTING, replace(RESTING, tiles_inside_b=135)), SetName.B),
    ],
)
def test_the_set_that_is_shown_is_counted_or_lies_on_the_table_or_is_built_next(facts, shown):
    assert told(facts).tile_set is shown


def test_a_build_shows_how_far_it_is_alone_and_beside_a_deal():
    building = told(MachineFacts(State.BUILDING, RESTING, build=Build(SetName.A, 34, is_running=True)))
    beside = told(MachineFacts(State.IN_PLAY, WALLS_A, build=Build(SetName.B, 34, is_running=True)))
    assert (building.progress, building.text) == (0.25, "Set A is being shuffled and built: 34 of 136.")
    assert (beside.progress, beside.text) == (None, "The walls of set A stand. Set B is being built: 34 of 136.")


def test_tiles_that_nobody_counted_are_asked_for_once_they_are_late():
    facts = MachineFacts(State.COUNTING, CLEARING)
    early, late = told(facts), told(facts, Waits(asks_for_tiles=True))
    assert (early.missing, early.tiles_in, early.progress) == (0, 130, 130 / 136)
    assert (late.missing, "look for the other 6" in late.text) == (6, True)


def test_all_tiles_in_is_said_before_the_dome_comes_down():
    assert told(MachineFacts(State.COUNTING, replace(CLEARING, tiles_inside_a=136))).text == "All tiles are in."


def test_a_refusal_is_told_only_while_it_is_shown():
    waits = Waits(refusal="The machine does not raise the walls.", refusal_code="dome_not_down")
    refused, moving = (
        told(MachineFacts(State.REFUSED, BUILT_B), waits),
        told(MachineFacts(State.RAISING, BUILT_B), waits),
    )
    assert (refused.text, refused.refusal) == ("The machine does not raise the walls.", "dome_not_down")
    assert moving.refusal == ""


def test_what_the_lifts_wait_for_is_told_in_its_own_words():
    waits = Waits(obstacle=Obstacle(ObstacleKind.HANDS, "Take hands away."))
    status = told(MachineFacts(State.BLOCKED, BUILT_B), waits)
    assert (status.obstacle, status.text) == ("hands", "Take hands away.")


def test_telling_changes_nothing():
    exchange, facts = SetExchange(144), MachineFacts(State.EXCHANGE, RESTING)
    first = machine_status(facts, Waits(), exchange, SetName.A)
    assert machine_status(facts, Waits(), exchange, SetName.A) == first
    assert (first.exchange.present, first.exchange.needed) == (136, 144)
