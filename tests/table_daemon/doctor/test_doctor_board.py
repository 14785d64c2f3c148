"""The doctor asks the motor board which protocol and firmware it has."""

from __future__ import annotations

import pytest
from doctor_bench import assert_finding, judge
from fake_probe import BOARD

from firmware_bridge.messages import PROTOCOL_MAJOR
from table_daemon.doctor.board import check_board
from table_daemon.doctor.probe import BoardAnswer, Level

OLDER, NEWER = BoardAnswer("", PROTOCOL_MAJOR - 1), BoardAnswer("", PROTOCOL_MAJOR + 1)


@pytest.mark.parametrize(
    ("computer", "level", "text", "remedy"),
    [
        ({}, Level.OK, f"protocol {PROTOCOL_MAJOR}", ""),
        (
            {"board_answer": OLDER},
            Level.FAILURE,
            "an older protocol (2) than this program's (3)",
            "flash",
        ),
        (
            {"board_answer": NEWER},
            Level.FAILURE,
            "a newer protocol (4) than this program's (3)",
            "flash",
        ),
        ({"board_answer": BoardAnswer("", PROTOCOL_MAJOR, 7)}, Level.WARNING, "it runs firmware 00000007", "flash"),
        ({"board_answer": BoardAnswer("a running program holds its port")}, Level.OK, "not asked: a running", ""),
        ({"closed": frozenset({BOARD})}, Level.OK, "not asked: its port cannot be opened", ""),
        ({"devices": frozenset()}, Level.OK, "not asked: its port cannot be opened", ""),
    ],
)
def test_the_board_is_asked_what_it_runs(computer, level, text, remedy):
    assert_finding(judge(check_board, computer), level, text, remedy)
