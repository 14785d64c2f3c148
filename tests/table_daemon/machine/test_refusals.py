"""What the board refuses, told in sentences and as a key for every language."""

from __future__ import annotations

import pytest

from firmware_bridge.board import BoardRefusedError, MotionStoppedError
from firmware_bridge.messages import CommandOutcome, Interlock, Reply, Verb
from mahjong_rules.told import sentence, words_of
from table_daemon.machine.refusals import FIRMWARE_CODES, REASON_CODES, Refusals, failure_text, reason_text
from wire.machine_status import MachineFault


def refusal(outcome: CommandOutcome, interlock: Interlock = Interlock.NONE) -> BoardRefusedError:
    return BoardRefusedError(Verb.BUILD, Reply(1, 2, Verb.BUILD, outcome, interlock, b""))


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (refusal(CommandOutcome.ESTOP_OPEN), "estop_open", "release it first"),
        (refusal(CommandOutcome.INTERLOCK, Interlock.DOME_NOT_DOWN), "dome_not_down", "under its rim"),
    ],
)
def test_a_refusal_has_its_sentence_and_its_key_until_it_is_over(error, code, words):
    refusals = Refusals()
    refusals.add(error, None)
    assert (refusals.code, code in REASON_CODES) == (code, True)
    assert words in refusals.text
    refusals.forget()
    assert (refusals.code, refusals.text) == ("", "")


def test_each_reason_is_said_by_the_pages_own_text_for_it():
    outcomes = [reason_text(outcome) for outcome in CommandOutcome if outcome.name.lower() in REASON_CODES]
    locks = [reason_text(CommandOutcome.INTERLOCK, lock) for lock in Interlock if lock]
    keys = {words.key for text in (*outcomes, *locks) for words in words_of(text)}
    assert keys == {f"refusal.{code}" for code in REASON_CODES - {*FIRMWARE_CODES}}


def test_a_motion_that_a_fault_cut_short_names_the_fault_in_words():
    fault = MachineFault("0001-1", "dome_timeout", "the dome does not reach its stop", "look", "dome", None)
    text = failure_text(
        MotionStoppedError("a fault stopped the machine"), sentence("its resting position"), None, fault
    )
    assert text.startswith("the machine did not reach its resting position: the dome does not reach its stop")
    (words,) = words_of(text)
    why = words.values["why"]
    assert isinstance(why, tuple)
    assert [said.key for said in why] == ["fault.dome_timeout"]
