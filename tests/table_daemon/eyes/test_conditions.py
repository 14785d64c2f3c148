"""When eyes may be taught, and who may teach them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sample_games import game_before_first_deal, game_in_play, game_over, game_with_result

from firmware_bridge.cycle import STANDING, State
from table_daemon.access.roles import role_of_route
from table_daemon.eyes.conditions import why_no_lesson, why_no_picture
from vision.cameras import SourceStatus
from vision.eyes_status import EyesStatus
from wire.commands.registry import COMMANDS
from wire.commands.roles import Role

SEEING = EyesStatus(SourceStatus(1, 1, 0.0, ""), is_calibrated=True, read=1, problem="", moved=0, newest_frame_at=0.0)


@pytest.mark.parametrize("game", [None, game_before_first_deal(), game_with_result(), game_over()])
def test_a_lesson_may_be_given_while_no_deal_is_in_play(game):
    assert why_no_lesson(game, is_moving=False) == ""
    assert "at work for the next deal" in why_no_lesson(game, is_moving=True)


def test_no_lesson_is_given_in_a_deal():
    assert "a deal is being played" in why_no_lesson(game_in_play(), is_moving=False)


@pytest.mark.parametrize("state", State)
def test_no_picture_is_taken_while_people_can_see_something_move(state):
    assert (why_no_picture(state.value, SEEING) == "") is (state in STANDING)


def test_a_camera_that_cannot_be_read_is_a_sentence():
    assert "marker 2 is hidden" in why_no_picture("idle", replace(SEEING, problem="marker 2 is hidden"))
    assert "place is not known yet" in why_no_picture("idle", replace(SEEING, is_calibrated=False))


def test_the_table_teaches_tiles_and_the_admin_the_camera():
    assert COMMANDS["teach_tiles"].role_of({"action": "store"}) is Role.TABLE
    assert COMMANDS["calibrate_camera"].role_of({"action": "store"}) is Role.ADMIN
    assert role_of_route("/camera/layout.jpg") is Role.TABLE
    assert role_of_route("/camera/lens.jpg") is Role.ADMIN
