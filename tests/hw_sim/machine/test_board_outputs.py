"""What the board's outputs drive, and when."""

import pytest

from hw_sim.machine.board_outputs import BoardOutputs
from hw_sim.machine.defects import Defects
from mahjong_rules.set_names import SetName


def outputs_with(**values: int) -> BoardOutputs:
    outputs = BoardOutputs(Defects())
    for name, value in values.items():
        outputs.write(name, value)
    return outputs


def test_a_motor_turns_only_with_the_relay_closed_and_the_emergency_stop_released() -> None:
    outputs = outputs_with(dome_up=1)
    assert not outputs.turns("dome_up")
    outputs.write("motor_enable", 1)
    assert outputs.turns("dome_up")
    outputs.press_emergency_stop(pressed=True)
    assert not outputs.turns("dome_up")
    assert outputs.motors_running == frozenset()
    outputs.press_emergency_stop(pressed=False)
    assert outputs.turns("dome_up")


def test_a_stuck_motor_has_current_and_turns_nothing() -> None:
    outputs = outputs_with(motor_enable=1, disc=1)
    outputs.defects.stuck.add("disc")
    assert outputs.motors_running == {"disc"}
    assert not outputs.turns("disc")


def test_dice_hoppers_and_rails_are_no_motors() -> None:
    outputs = outputs_with(motor_enable=1, die_1=3, hopper_b=1, rails_long=1, lift_0_up=1)
    assert outputs.motors_running == {"lift_0_up"}


@pytest.mark.parametrize(
    ("values", "tiles"),
    [
        ({}, 34),
        ({"rails_short": 1}, 27),
        ({"rails_long": 1}, 36),
        ({"rails_short": 1, "rails_long": 1}, 38),
        ({"rails_short": 0}, 34),
    ],
)
def test_the_board_chooses_the_light_barrier_of_its_set(values: dict[str, int], tiles: int) -> None:
    assert outputs_with(**values).wall_tiles == tiles


def test_a_board_without_power_drives_nothing_and_feeds_set_a() -> None:
    outputs = outputs_with(motor_enable=1, disc=1, hopper_b=1)
    assert outputs.chosen_hopper is SetName.B
    outputs.release()
    assert outputs.values == {}
    assert outputs.chosen_hopper is SetName.A
    assert not outputs.is_powered
