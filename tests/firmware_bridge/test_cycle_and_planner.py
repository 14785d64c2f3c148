"""The table of transitions, and which step leads on from every standing of the machine."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from both_codecs import GOLDEN
from standings import BUILT_B, RESTING, WALLS_A

from firmware_bridge import cycle
from firmware_bridge.cycle import TRANSITIONS, IllegalTransitionError, State, Trigger
from firmware_bridge.goals import BuildWalls, Home, LowerLifts, MoveDome, RaiseWalls, ThrowDice
from firmware_bridge.messages import CommandOutcome, FaultCode, NoticeCode, PacketType, Verb
from firmware_bridge.planner import Reached, Target, WaitForBoard, WaitForTiles, next_step
from mahjong_rules.set_names import SetName

DOME_UP = {"dome_down": False, "dome_up": True}


@pytest.mark.parametrize(
    ("status", "target", "expected"),
    [
        (RESTING, Target.DEAL, BuildWalls(SetName.A)),
        (replace(RESTING, rails_set=SetName.B), Target.DEAL, BuildWalls(SetName.B)),
        (BUILT_B, Target.DEAL, RaiseWalls(SetName.B)),
        (replace(BUILT_B, inside_operation=3), Target.DEAL, WaitForBoard()),
        (replace(BUILT_B, **DOME_UP), Target.DEAL, MoveDome(up=False)),
        (WALLS_A, Target.DEAL, ThrowDice()),
        (replace(WALLS_A, dice=(3, 4)), Target.DEAL, Reached()),
        (replace(WALLS_A, dice=(3, 4), tiles_inside_a=2), Target.DEAL, MoveDome(up=True)),
        (replace(WALLS_A, dice=(3, 4), being_cleared=True), Target.DEAL, MoveDome(up=True)),
        (replace(WALLS_A, being_cleared=True), Target.CLEAR, MoveDome(up=True)),
        (replace(WALLS_A, being_cleared=True, **DOME_UP), Target.DEAL, WaitForTiles(SetName.A)),
        (replace(WALLS_A, **DOME_UP), Target.DEAL, WaitForTiles(SetName.A)),
        (replace(WALLS_A, dome_down=False), Target.DEAL, MoveDome(up=True)),
        (replace(WALLS_A, lifts_up=False), Target.CLEAR, Home()),
        (replace(WALLS_A, lifts_up=False), Target.DEAL, Home()),
        (WALLS_A, Target.CLEAR, MoveDome(up=True)),
        (replace(WALLS_A, **DOME_UP), Target.CLEAR, WaitForTiles(SetName.A)),
        (replace(RESTING, **DOME_UP), Target.CLEAR, MoveDome(up=False)),
        (RESTING, Target.CLEAR, Reached()),
        (BUILT_B, Target.CLEAR, Reached()),
        (WALLS_A, Target.HOME, Reached()),
        (replace(WALLS_A, homed=False), Target.HOME, Home()),
        (replace(RESTING, **DOME_UP), Target.HOME, Home()),
        (replace(BUILT_B, lifts_up=False, lifts_down=True), Target.HOME, Home()),
        (replace(RESTING, **DOME_UP, inside_operation=4), Target.HOME, WaitForBoard()),
        (replace(RESTING, homed=False), Target.DEAL, Home()),
        (replace(RESTING, homed=False, table_operation=4), Target.DEAL, WaitForBoard()),
        (replace(RESTING, homed=False, inside_operation=4), Target.DEAL, WaitForBoard()),
    ],
)
def test_the_next_step_follows_from_what_the_board_says(status, target, expected):
    assert next_step(status, target, SetName.A, 136) == expected


def test_every_step_but_waiting_for_the_board_can_begin_where_the_machine_rests():
    for status, target in product((RESTING, BUILT_B, WALLS_A), Target):
        for changed in ({}, DOME_UP, {"homed": False}, {"dice": (1, 1)}, {"tiles_inside_a": 5}):
            step = next_step(replace(status, **changed), target, SetName.A, 136)
            if isinstance(step, Reached | WaitForBoard):
                continue
            resting = cycle.step(State.FAULTED, cycle.found(status))
            active = cycle.step(resting, cycle.trigger_of(step))
            assert any((active, found) in TRANSITIONS for found in Trigger if found.name.startswith("FOUND"))


def test_losing_board_or_consent_and_faults_lead_out_of_every_state():
    for state in State:
        assert cycle.step(state, Trigger.LOST) is State.OFFLINE
        assert cycle.step(state, Trigger.FAULT) is State.FAULTED
        assert cycle.step(state, Trigger.UNARMED) is State.WAITING


def test_every_state_is_reached_from_offline_and_offline_waits_for_the_board_alone():
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


def test_lowering_the_lifts_for_maintenance_counts_as_homing():
    assert cycle.trigger_of(LowerLifts()) is Trigger.HOME


def test_the_document_shows_the_diagram_of_the_table_in_force():
    document = Path(__file__).parents[2] / "docs" / "serial_link.md"
    assert f"```mermaid\n{cycle.diagram()}```" in document.read_text()


def shown_packets() -> list[str]:
    """The lines of bytes in the document."""
    document = (Path(__file__).parents[2] / "docs" / "serial_link.md").read_text()
    return [line.strip() for line in document.splitlines() if line.startswith("    00 ")]


def test_every_line_of_bytes_in_the_document_is_a_golden_packet():
    assert set(shown_packets()) <= {packet["wire"] for packet in GOLDEN}


def test_the_document_shows_the_bytes_of_every_type_verb_event_and_notice():
    shown = [packet for packet in GOLDEN if packet["wire"] in shown_packets()]
    contents = [(packet["type"], bytes.fromhex(packet["payload"])) for packet in shown]
    assert {kind for kind, _ in contents} == set(PacketType)
    assert {payload[4] for kind, payload in contents if kind == PacketType.COMMAND} == set(Verb)
    events = [payload for kind, payload in contents if kind == PacketType.EVENT and any(payload)]
    assert {payload[0] for payload in events} == {1, 2, 3, 4, 5}
    assert {payload[5] for payload in events if payload[0] == 5} == set(NoticeCode)


def test_the_document_lists_every_verb_outcome_and_fault():
    document = (Path(__file__).parents[2] / "docs" / "serial_link.md").read_text()
    for names in (Verb, CommandOutcome, FaultCode, NoticeCode, PacketType):
        assert not [name.name for name in names if name.name not in document]
