"""The simulated board: its clock, its power and what survives in its flash."""

from random import Random

from hw_sim.machine.board import BoardClock, SimulatedBoard
from hw_sim.machine.mechanics import Mechanics


class Clock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def test_the_boards_clock_stands_still_while_the_simulating_process_is_held_up() -> None:
    real = Clock()
    board_s = BoardClock(real)
    real.now_s = 0.03
    assert board_s() == 0.03
    real.now_s = 20.0
    assert board_s() <= 0.03 + 0.05 + 1e-9


def test_a_brown_out_lets_go_of_the_motors_and_the_board_says_nothing() -> None:
    clock, mechanics = Clock(), Mechanics(Random(1))
    board = SimulatedBoard(mechanics, clock)
    mechanics.write("motor_enable", 1)
    mechanics.write("dome_up", 1)
    clock.now_s = 0.04
    board.tick()
    raised = mechanics.dome_raised
    assert raised > 0
    board.cut_power()
    for step in range(20):
        clock.now_s = 0.04 * (step + 2)
        board.receive(b"hello?")
        board.tick()
    assert mechanics.dome_raised == raised
    assert board.take_output() == b""
    board.restore_power()
    assert board.firmware.boot_id == 2


def test_a_reset_keeps_the_saved_record_and_counts_the_boots() -> None:
    board = SimulatedBoard(Mechanics(Random(1)), Clock(), boot_id=0xFFFF)
    saved = board.record
    assert saved
    board.reset()
    assert board.record == saved
    assert board.firmware.boot_id == 1


def test_a_new_board_has_counted_nothing() -> None:
    board = SimulatedBoard(Mechanics(Random(1)), Clock(), record=b"")
    assert board.record != SimulatedBoard(Mechanics(Random(1)), Clock()).record
