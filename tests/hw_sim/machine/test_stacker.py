"""Disc, heads and rails on their own."""

from random import Random

import pytest

from hw_sim.machine.board_outputs import BoardOutputs
from hw_sim.machine.counters import Counters
from hw_sim.machine.defects import Defects
from hw_sim.machine.stacker import Hopper, Stacker
from mahjong_rules.set_names import SetName


class Bench:
    """A stacker whose disc and heads are switched on."""

    def __init__(self, tiles: int = 136, *, hopper_b: int = 0) -> None:
        self.defects = Defects()
        self.hoppers = {tile_set: Hopper(tiles) for tile_set in SetName}
        self.counters = Counters(self.defects)
        self.stacker = Stacker(self.hoppers, self.counters, Random(1))
        self.outputs = BoardOutputs(self.defects)
        self.outputs.write("hopper_b", hopper_b)
        for name in ("motor_enable", "disc", *(f"head_{side}" for side in range(4))):
            self.outputs.write(name, 1)

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.05)):
            self.stacker.update(0.05, self.outputs)


def test_every_tile_of_a_hopper_comes_on_to_a_rail_and_is_counted_once() -> None:
    bench = Bench(hopper_b=1)
    bench.run(36)
    assert bench.stacker.tile_set is SetName.B
    assert [head.stacked for head in bench.stacker.heads] == [34] * 4
    assert [bench.counters.read(f"head_{side}_tiles") for side in range(4)] == [34] * 4
    assert (bench.hoppers[SetName.A].tiles, bench.hoppers[SetName.B].tiles) == (136, 0)


def test_nothing_is_stacked_while_the_disc_stands_or_another_set_lies_on_the_rails() -> None:
    bench = Bench()
    bench.outputs.write("disc", 0)
    bench.run(5)
    assert bench.stacker.tiles_on_rails == 0
    bench.outputs.write("disc", 1)
    bench.run(5)
    lying = bench.stacker.tiles_on_rails
    bench.outputs.write("hopper_b", 1)
    bench.run(5)
    assert bench.stacker.tiles_on_rails == lying > 0
    assert bench.stacker.tiles_of(SetName.B) == 0


def test_a_short_hopper_leaves_its_walls_incomplete() -> None:
    bench = Bench(tiles=130)
    bench.run(60)
    assert bench.stacker.tiles_on_rails == 130
    assert not bench.stacker.is_complete(34)


def test_a_lump_counts_as_one_tile_blocks_its_head_and_is_put_back() -> None:
    bench = Bench()
    assert not bench.stacker.stick_together(2), "nothing is built yet"
    bench.run(1)
    before = bench.counters.read("head_2_tiles")
    assert bench.stacker.stick_together(2)
    assert not bench.stacker.stick_together(2)
    bench.run(60)
    assert bench.counters.read("head_2_tiles") == before + 1
    assert bench.stacker.tiles_of(SetName.A) + bench.hoppers[SetName.A].tiles == 136
    bench.stacker.take_apart(2)
    bench.run(60)
    assert bench.stacker.tiles_on_rails == 136


def test_handing_the_walls_over_empties_the_rails_and_names_the_set() -> None:
    bench = Bench()
    assert bench.stacker.hand_over() is None
    bench.run(36)
    assert bench.stacker.hand_over() is SetName.A
    assert bench.stacker.tiles_on_rails == 0


@pytest.mark.parametrize("share", [0.5, 0.25])
def test_a_slow_head_stacks_its_share(share: float) -> None:
    bench = Bench()
    bench.defects.speeds["head_1"] = share
    bench.run(10)
    slow, usual = bench.stacker.heads[1], bench.stacker.heads[0]
    assert slow.stacked == pytest.approx(usual.stacked * share * usual.build_s / slow.build_s, abs=1)
