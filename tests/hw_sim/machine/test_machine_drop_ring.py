"""The drop ring, the hoppers below it and the floor around the table."""

from hw_sim.machine.counters import Counters
from hw_sim.machine.defects import Defects
from hw_sim.machine.drop_ring import SimulatedDropRing
from hw_sim.machine.hoist import Hoist
from hw_sim.machine.stacker import Hopper
from mahjong_rules.set_names import SetName


class Bench:
    def __init__(self, tiles: int = 10) -> None:
        self.dome = Hoist("dome", 2.0, 1.0)
        self.defects = Defects()
        self.hoppers = {tile_set: Hopper(tiles) for tile_set in SetName}
        self.counters = Counters(self.defects)
        self.ring = SimulatedDropRing(self.dome, self.hoppers, self.counters, self.defects)


def test_the_ring_is_open_only_while_the_dome_is_fully_up() -> None:
    bench = Bench()
    assert bench.ring.is_open
    bench.dome.position = 0.999
    assert not bench.ring.is_open


def test_a_tile_falls_into_the_hopper_of_its_set_past_its_counter() -> None:
    bench = Bench()
    bench.ring.push_over(SetName.B)
    assert (bench.hoppers[SetName.A].tiles, bench.hoppers[SetName.B].tiles) == (10, 11)
    assert (bench.counters.read("drop_a_tiles"), bench.counters.read("drop_b_tiles")) == (0, 1)


def test_a_tile_that_slips_lies_on_the_floor_until_it_is_pushed_in_through_the_open_ring() -> None:
    bench = Bench()
    bench.defects.slips = 1
    bench.ring.push_over(SetName.A)
    assert bench.ring.tiles_on_floor(SetName.A) == 1
    bench.dome.position = 0.0
    assert bench.ring.return_fallen() == 0
    bench.dome.position = 1.0
    assert bench.ring.return_fallen() == 1
    assert bench.counters.read("drop_a_tiles") == 1
    assert bench.hoppers[SetName.A].tiles == 11


def test_tiles_that_fell_out_of_the_machine_go_back_into_their_hopper_uncounted_with_the_ring_closed() -> None:
    bench = Bench()
    assert not bench.ring.lose_tiles(SetName.A, 11), "the hopper holds ten"
    assert bench.ring.lose_tiles(SetName.A, 2)
    assert (bench.hoppers[SetName.A].tiles, bench.ring.tiles_on_floor(SetName.A)) == (8, 2)
    bench.dome.position = 0.0
    assert bench.ring.return_fallen() == 2
    assert (bench.hoppers[SetName.A].tiles, bench.counters.read("drop_a_tiles")) == (10, 0)
