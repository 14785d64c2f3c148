"""The table of transitions of the machine, and its diagram in the document."""

from pathlib import Path

import pytest

from firmware_bridge import cycle
from firmware_bridge.cycle import TRANSITIONS, IllegalTransitionError, State, Trigger
from firmware_bridge.goals import LowerLifts

DOME_UP = {"dome_down": False, "dome_up": True}


def test_losing_board_or_consent_and_faults_lead_out_of_every_state() -> None:
    for state in State:
        assert cycle.step(state, Trigger.LOST) is State.OFFLINE
        assert cycle.step(state, Trigger.FAULT) is State.FAULTED
        assert cycle.step(state, Trigger.UNARMED) is State.WAITING


def test_every_state_is_reached_from_offline_and_offline_waits_for_the_board_alone() -> None:
    reached = {State.OFFLINE}
    while new := {to for (state, _), to in TRANSITIONS.items() if state in reached} - reached:
        reached |= new
    assert reached == set(State)
    assert cycle.step(State.OFFLINE, Trigger.CONNECTED) is State.WAITING
    with pytest.raises(IllegalTransitionError, match="offline cannot take found built"):
        cycle.step(State.OFFLINE, Trigger.FOUND_BUILT)


@pytest.mark.parametrize(
    ("state", "trigger"),
    [
        (State.IDLE, Trigger.RAISE),
        (State.READY, Trigger.ROLL),
        (State.IN_PLAY, Trigger.RAISE),
        (State.IN_PLAY, Trigger.BUILD),
        (State.FAULTED, Trigger.HOME),
        (State.WAITING, Trigger.RAISE),
        (State.RAISING, Trigger.OPEN),
        (State.COUNTING, Trigger.RAISE),
    ],
)
def test_what_the_table_does_not_name_is_an_error(state, trigger):
    with pytest.raises(IllegalTransitionError, match="cannot take"):
        cycle.step(state, trigger)


def test_lowering_the_lifts_for_maintenance_counts_as_homing() -> None:
    assert cycle.trigger_of(LowerLifts()) is Trigger.HOME


def test_the_document_shows_the_diagram_of_the_table_in_force() -> None:
    document = Path(__file__).parents[2] / "docs" / "serial_link.md"
    assert f"```mermaid\n{cycle.diagram()}```" in document.read_text()
