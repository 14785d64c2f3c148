"""Faults and notices of the board, and states of the machine, in sentences that name the part and say what to do."""

import pytest

from firmware_bridge.cycle import State
from firmware_bridge.messages import FaultCode, Notice, NoticeCode
from mahjong_rules.set_names import SetName
from table_daemon.machine.status_texts import board_fault, machine_notice, part_and_side, state_text, where_text


@pytest.mark.parametrize(
    ("mechanism", "part", "side", "text"),
    [
        (0, "machine", None, "the machine"),
        (1, "dome", None, "the dome"),
        (18, "lift", 2, "the lift of side 2"),
        (32, "head", 0, "the stacking head of side 0"),
        (51, "pusher", 3, "the pusher of side 3"),
        (64, "disc", None, "the disc"),
        (82, "drop_counter_b", None, "the drop counter B"),
        (20, "machine", None, "the machine"),
        (255, "machine", None, "the machine"),
    ],
)
def test_a_mechanism_is_named_by_its_part_and_side(mechanism, part, side, text):
    assert part_and_side(mechanism) == (part, side)
    assert where_text(mechanism) == text


@pytest.mark.parametrize("code", FaultCode)
def test_every_fault_says_what_happened_and_what_to_do_before_it_is_cleared(code):
    fault = board_fault(0xA7, 3, code, 18)
    assert (fault.id, fault.code) == ("00a7-3", code.name.lower())
    assert fault.text
    assert "{" not in fault.text
    assert fault.action.endswith(", then clear it")


def test_what_is_known_beside_a_fault_follows_its_sentence():
    assert board_fault(1, 1, FaultCode.STOPPED, 0, "asked by http").text == "the machine was stopped: asked by http"


def test_notices_say_how_slow_or_how_many():
    slow = machine_notice(Notice(NoticeCode.SLOW, 18, 510, 300))
    stray = machine_notice(Notice(NoticeCode.STRAY_PULSES, 82, 3, 0))
    assert (slow.code, slow.part, slow.side) == ("slow", "lift", 2)
    assert slow.text.startswith("the lift of side 2 took 5.1 s, usually 3.0 s")
    assert stray.text.startswith("the drop counter B gave 3 pulses while the dome was down")


def test_a_state_with_numbers_shows_them_and_one_that_needs_more_says_nothing():
    assert state_text(State.BUILDING, SetName.B, 0, 34, 144) == "Set B is being shuffled and built: 34 of 144."
    assert state_text(State.READY, None, 0, 0, 136) == "The walls of set ? are built."
    assert state_text(State.FAULTED, SetName.A, 0, 0, 136) == ""
