"""What the board refuses, told in sentences and as a key for every language."""

from __future__ import annotations

import pytest

from firmware_bridge.board import BoardRefusedError
from firmware_bridge.messages import CommandOutcome, Interlock, Reply, Verb
from table_daemon.machine.refusals import REASON_CODES, Refusals


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
