"""What is broken changes what parts do and what sensors read, by seeded chance alone."""

from random import Random

from hw_sim.machine.defects import Defects


def test_nothing_is_broken_at_first() -> None:
    defects = Defects()
    assert defects.speed_of("dome") == 1.0
    assert defects.stopped("dome", 0.2, 0.9) == 0.9
    assert (defects.reading("dome_top", 1), defects.counted("drop_a_tiles", 3)) == (1, 3)
    assert defects.chattering_counters() == []
    assert not defects.tile_slips()


def test_a_barrier_stops_a_mechanism_from_either_side_and_lets_it_back() -> None:
    for start, end in ((0.0, 1.0), (1.0, 0.0)):
        defects = Defects()
        defects.barriers["lift_2"] = 0.4
        assert defects.stopped("lift_2", start, end) == 0.4
        assert defects.stopped("lift_2", 0.4, end) == 0.4
        assert defects.stopped("lift_2", 0.4, start) == start


def test_a_frozen_sensor_reads_the_same_whatever_is_true() -> None:
    defects = Defects()
    defects.frozen["lift_0_top"] = 1
    assert [defects.reading("lift_0_top", level) for level in (0, 1)] == [1, 1]


def test_a_mute_counter_gives_nothing_and_one_that_misses_pulses_misses_so_many() -> None:
    defects = Defects()
    defects.mute.add("head_0_tiles")
    defects.missed["drop_b_tiles"] = 2
    assert defects.counted("head_0_tiles", 5) == 0
    assert [defects.counted("drop_b_tiles", 1) for _ in range(4)] == [0, 0, 1, 1]


def test_chatter_comes_from_the_seed_and_only_counters_give_extra_pulses() -> None:
    seen = []
    for _ in range(2):
        defects = Defects(Random(3))
        defects.chances = {"rail_1_full": 0.5, "drop_a_tiles": 0.5}
        seen.append([(defects.reading("rail_1_full", 1), defects.chattering_counters()) for _ in range(40)])
    assert seen[0] == seen[1]
    assert {level for level, _ in seen[0]} == {0, 1}
    assert {name for _, names in seen[0] for name in names} == {"drop_a_tiles"}


def test_so_many_tiles_slip_as_were_going_to() -> None:
    defects = Defects()
    defects.slips = 2
    assert [defects.tile_slips() for _ in range(3)] == [True, True, False]
