"""The drawing of the self-test follows the machine by what its board reports."""

from __future__ import annotations

from dataclasses import replace

from standings import RESTING

from table_daemon.setting_up.trial_parts import MECHANISM, MovingPart

OPENING = replace(RESTING, dome_down=False)
OPEN = replace(OPENING, dome_up=True)
LOWERED = replace(RESTING, lifts_up=False)


def test_dice_dome_and_each_lift_are_followed_in_the_boards_own_order() -> None:
    moving = MovingPart()
    seen = [MECHANISM[moving.after(board)] for board in (RESTING, OPENING, OPEN, OPENING, RESTING)]
    assert seen == [("dice_box", None), *[("dome", None)] * 3, ("lift", 0)]
    for side in range(4):
        assert MECHANISM[moving.after(RESTING)] == ("lift", side)
        assert MECHANISM[moving.after(LOWERED)] == ("lift", side)
        moving.after(RESTING)
    assert MECHANISM[moving.after(RESTING)] == ("lift", 3), "the last one stays until the board says that it is done"
