"""The board loses its power at any moment of a raise: what it saved must not tell an older story than the table."""

import pytest
from board_bench import BoardBench

from firmware_bridge.goals import BuildWalls, Home, RaiseWalls
from firmware_bridge.messages import Outcome, TileSet
from hw_sim.scene import TileSet as SceneSet

RAISE_TICKS = range(0, 90, 2)
"""At twenty times the speed of a table all of it happens within a second of the last regular save."""


def begun_raise(ticks: int) -> BoardBench:
    """A board that lost its power so many ticks after it began to raise set A, and has its power again."""
    bench = BoardBench(speed=20.0)
    bench.ready()
    bench.reach(BuildWalls(TileSet.A))
    assert bench.begin(RaiseWalls(TileSet.A)).consents
    bench.run(ticks * 0.01)
    bench.now_s += 0.009
    bench.board.cut_power()
    bench.now_s += 0.3
    bench.board.restore_power()
    bench.hello()
    assert bench.arm() is Outcome.DONE
    return bench


@pytest.mark.parametrize("ticks", RAISE_TICKS)
def test_after_a_power_cut_in_a_raise_homing_ends_and_the_walls_come_up(ticks):
    bench = begun_raise(ticks)
    bench.reach(Home())
    assert bench.status().fault_id == 0
    if bench.status().on_table is None:
        bench.reach(RaiseWalls(TileSet.A))
    assert bench.status().on_table is TileSet.A
    assert bench.status().tiles_inside_a == bench.mechanics.tiles_inside(SceneSet.A) == 0
    assert bench.status().fault_id == 0


def test_the_power_cuts_of_this_file_hit_every_phase_of_a_raise():
    rests = [begun_raise(ticks).status() for ticks in RAISE_TICKS]
    assert {(rest.loaded_set, rest.on_table, rest.lifts_up) for rest in rests} >= {
        (None, None, False),
        (TileSet.A, None, False),
        (None, TileSet.A, True),
    }
