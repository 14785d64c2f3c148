"""The model of the moving parts on its own, switched by hand."""

from random import Random

import pytest

from hw_sim.machine.mechanics import Mechanics
from mahjong_rules.set_names import SetName

STEP_S = 0.05


class Table:
    """Mechanics with motors that can be run for a while."""

    def __init__(self, speed: float = 1.0, tile_count: int = 136) -> None:
        self.mechanics = Mechanics(Random(3), speed, tile_count)
        self.now_s = 0.0
        self.mechanics.update(0.0)
        self.mechanics.write("motor_enable", 1)

    def run(self, seconds: float, *motors: str) -> None:
        for name in motors:
            self.mechanics.write(name, 1)
        for _ in range(round(seconds / STEP_S)):
            self.now_s += STEP_S
            self.mechanics.update(self.now_s)
        for name in motors:
            self.mechanics.write(name, 0)

    def each(self, name: str) -> list[str]:
        return [name.format(side) for side in range(4)]

    def build(self) -> None:
        self.run(36, "disc", *self.each("head_{}"))

    def raise_walls(self) -> None:
        self.build()
        self.run(3.1, *self.each("lift_{}_down"))
        self.run(1.6, *self.each("pusher_{}"))
        self.run(3.1, *self.each("lift_{}_up"))


def test_a_dome_takes_two_seconds_and_a_lift_three():
    table = Table()
    table.run(1.9, "dome_up")
    assert not table.mechanics.read("dome_top")
    table.run(0.2, "dome_up")
    assert table.mechanics.read("dome_top")
    table.run(1.5, *table.each("lift_{}_down"))
    assert table.mechanics.lifts_raised == pytest.approx(0.5)


def test_nothing_moves_without_the_relay_or_with_the_emergency_stop_pressed():
    table = Table()
    table.mechanics.press_emergency_stop(pressed=True)
    table.run(5, "dome_up")
    table.mechanics.press_emergency_stop(pressed=False)
    table.mechanics.write("motor_enable", 0)
    table.run(5, "dome_up")
    assert table.mechanics.dome_raised == 0.0
    assert table.mechanics.motors_running == frozenset()


def test_a_build_takes_eighteen_to_thirty_five_seconds():
    for seed in range(20):
        mechanics = Mechanics(Random(seed))
        mechanics.update(0.0)
        for name in ("motor_enable", "disc", "head_0", "head_1", "head_2", "head_3"):
            mechanics.write(name, 1)
        mechanics.update(17.9)
        assert not all(mechanics.read(f"rail_{side}_full") for side in range(4))
        mechanics.update(35.1)
        assert all(mechanics.read(f"rail_{side}_full") for side in range(4))


def test_speed_accelerates_the_table():
    table = Table(speed=100)
    table.run(0.35, "disc", *table.each("head_{}"))
    assert sum(table.mechanics.read(f"head_{side}_tiles") for side in range(4)) == 136


@pytest.mark.parametrize("speed", [0, -1, 1001])
def test_a_speed_out_of_range_is_refused(speed):
    with pytest.raises(ValueError, match="the table's speed is between"):
        Mechanics(Random(1), speed)


def test_walls_arrive_on_the_table_once_and_leave_the_machine():
    table = Table()
    arrived = []
    table.mechanics.on_walls_lifted(arrived.append)
    table.raise_walls()
    assert arrived == [SetName.A]
    assert table.mechanics.raised_set is SetName.A
    assert table.mechanics.tiles_inside(SetName.A) == 0
    assert table.mechanics.tiles_inside(SetName.B) == 136


def test_tiles_are_taken_only_through_the_open_ring_and_are_conserved():
    table = Table()
    table.raise_walls()
    assert not table.mechanics.accept_tile(SetName.A)
    table.run(2.1, "dome_up")
    assert sum(table.mechanics.accept_tile(SetName.A) for _ in range(200)) == 136
    assert table.mechanics.read("drop_a_tiles") == 136
    assert table.mechanics.raised_set is None
    assert not table.mechanics.accept_tile(SetName.B)


def test_a_set_with_flowers_builds_four_walls_of_thirty_six_tiles():
    table = Table(tile_count=144)
    table.mechanics.write("rails_long", 1)
    table.raise_walls()
    assert [table.mechanics.read(f"head_{side}_tiles") for side in range(4)] == [36] * 4
    table.run(2.1, "dome_up")
    assert sum(table.mechanics.accept_tile(SetName.A) for _ in range(200)) == 144


def test_a_stuck_motor_has_current_but_moves_nothing():
    table = Table()
    table.mechanics.defects.stuck.add("dome_up")
    table.mechanics.write("dome_up", 1)
    table.run(3)
    assert table.mechanics.motors_running == {"dome_up"}
    assert table.mechanics.dome_raised == 0.0


def test_the_dice_tumble_before_they_show_what_was_thrown():
    table = Table()
    table.mechanics.set_dice_source(lambda: (5, 2))
    for number, face in enumerate(table.mechanics.throw_dice(), start=1):
        table.mechanics.write(f"die_{number}", face)
    assert table.mechanics.read("dice_busy")
    assert table.mechanics.dice is None
    table.run(1.6)
    assert not table.mechanics.read("dice_busy")
    assert table.mechanics.dice == (5, 2)
    table.mechanics.write("die_1", 0)
    assert table.mechanics.dice is None


def test_the_dice_tumble_again_when_a_second_throw_shows_the_same():
    table = Table()
    table.mechanics.set_dice_source(lambda: (4, 4))
    for _ in range(2):
        for number, face in enumerate(table.mechanics.throw_dice(), start=1):
            table.mechanics.write(f"die_{number}", face)
        assert table.mechanics.read("dice_busy")
        table.run(1.6)


def test_dice_without_a_source_come_from_the_seed():
    assert Mechanics(Random(9)).throw_dice() == Mechanics(Random(9)).throw_dice()


def test_an_unknown_sensor_is_an_error():
    with pytest.raises(KeyError):
        Table().mechanics.read("dome_middle")


def test_a_board_that_asks_for_shorter_walls_in_mid_build_leaves_what_is_stacked_on_the_rails():
    table = Table(tile_count=144)
    table.mechanics.write("rails_long", 1)
    table.run(36, "disc", *table.each("head_{}"))
    assert table.mechanics.stacker.tiles_on_rails == 144
    table.mechanics.add_tile(SetName.A)
    counted = [table.mechanics.read(name) for name in table.each("head_{}_tiles")]
    table.mechanics.outputs.release()
    table.mechanics.write("motor_enable", 1)
    table.run(5, "disc", *table.each("head_{}"))
    assert [table.mechanics.read(name) for name in table.each("head_{}_tiles")] == counted
    assert table.mechanics.stacker.tiles_on_rails == 144
