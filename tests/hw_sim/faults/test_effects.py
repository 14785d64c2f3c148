"""Every kind of simulated fault: what the firmware makes of it, and that the table goes on when people have mended it.

Each evening runs in virtual time; its watcher fails the test when a motor runs without a lease or after a fault.
"""

import itertools

import pytest
from campaign_cases import more
from fault_bench import deals_with


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        ({"kind": "tile_jam", "part": "head", "side": 2, "when": "build"}, "build_timeout"),
        ({"kind": "tile_jam", "part": "pusher", "side": 1, "when": "push"}, "push_timeout"),
        more({"kind": "tile_jam", "part": "lift", "side": 3, "when": "lifts_rise"}, "lift_timeout"),
        ({"kind": "tile_jam", "part": "dome", "when": "dome_rises", "after_s": 0.5}, "dome_timeout"),
        ({"kind": "stuck_tiles", "side": 0, "when": "build", "after_s": 5}, "build_timeout"),
        ({"kind": "tile_missing", "place": "hopper", "tile_set": "A", "at_s": 1}, "build_timeout"),
        ({"kind": "slow_motor", "mechanism": "lift_1", "speed": 0.1, "when": "lifts_sink"}, "lift_timeout"),
        more({"kind": "slow_motor", "mechanism": "head_1", "speed": 0.1, "when": "build"}, "build_timeout"),
        ({"kind": "lift_stuck", "side": 2, "when": "lifts_rise"}, "stalled"),
        more({"kind": "lift_stuck", "side": 2, "height": 0.2, "when": "lifts_sink"}, "stalled"),
        more({"kind": "sensor_dead", "sensor": "lift_1_top", "when": "lifts_rise", "nth": 1}, "lift_timeout"),
        ({"kind": "sensor_dead", "sensor": "dome_bottom", "reads": 1, "when": "dome_rises"}, "sensor_conflict"),
        more({"kind": "sensor_dead", "sensor": "rail_3_full", "when": "build"}, "build_timeout"),
        ({"kind": "sensor_dead", "sensor": "tray_0_loaded", "when": "push"}, "push_timeout"),
        ({"kind": "sensor_dead", "sensor": "dice_busy", "reads": 1, "when": "dice"}, "dice_timeout"),
        more({"kind": "sensor_dead", "sensor": "emergency_stop_closed", "at_s": 3}, "emergency_stop"),
        more({"kind": "sensor_chatter", "sensor": "emergency_stop_closed", "at_s": 3, "for_s": 1}, "emergency_stop"),
        ({"kind": "sensor_chatter", "sensor": "drop_a_tiles", "when": "tiles_fall", "for_s": 2}, "tile_surplus"),
        more({"kind": "emergency_stop", "when": "lifts_rise", "after_s": 1, "for_s": 3}, "emergency_stop"),
        ({"kind": "emergency_stop", "when": "build", "after_s": 4}, "emergency_stop"),
        ({"kind": "bytes_lost", "chance": 1, "direction": "to_board", "when": "build", "after_s": 2}, "lease_expired"),
        ({"kind": "bytes_stuck", "when": "lifts_rise", "after_s": 1, "for_s": 1}, "lease_expired"),
        ({"kind": "bytes_delayed", "delay_s": 0.7, "when": "build", "after_s": 2}, "lease_expired"),
    ],
    ids=lambda value: "-".join(map(str, value.values())) if isinstance(value, dict) else value,
)
@pytest.mark.parametrize("deals", [1, more(2)])
def test_the_fault_is_latched_and_reported_and_the_deals_come_to_their_end(fault, code, deals):
    evening = deals_with(fault, deals=deals)
    assert len(evening.happened) == 1
    assert code in evening.faults.values()


@pytest.mark.parametrize(
    "fault",
    [
        {"kind": "slow_motor", "mechanism": "dome", "speed": 0.5, "at_s": 0},
        more({"kind": "slow_motor", "mechanism": "disc", "speed": 0.6, "when": "build"}),
        {"kind": "sensor_dead", "sensor": "head_2_tiles", "when": "build", "after_s": 3},
        {"kind": "bytes_lost", "when": "build", "for_s": 5, "chance": 0.005},
        {"kind": "bytes_flipped", "when": "lifts_rise", "for_s": 3, "chance": 0.003},
        {"kind": "bytes_duplicated", "when": "lifts_rise", "for_s": 3, "chance": 0.003},
        {"kind": "bytes_delayed", "delay_s": 0.02, "when": "build", "for_s": 5},
        {"kind": "bytes_stuck", "when": "build", "after_s": 1, "for_s": 0.3},
    ],
    ids=lambda fault: "-".join(map(str, fault.values())),
)
@pytest.mark.parametrize("deals", [1, more(2)])
def test_a_small_fault_is_no_more_than_a_delay(fault, deals):
    evening = deals_with(fault, deals=deals)
    assert len(evening.happened) == 1
    assert evening.faults == {}


AWAY = [{"kind": "board_reset"}, {"kind": "brown_out", "for_s": 1.5}, {"kind": "unplug"}, {"kind": "second_host"}]
PHASES = ["build", "push", "lifts_rise", "tiles_fall", "dice"]
SAMPLE = [
    ("board_reset", "build"),
    ("board_reset", "tiles_fall"),
    ("brown_out", "push"),
    ("unplug", "lifts_rise"),
    ("second_host", "dice"),
]
"""Every way to be gone and every phase, each once at least."""


@pytest.mark.parametrize(
    ("fault", "when"),
    [
        (fault, when) if (fault["kind"], when) in SAMPLE else more(fault, when)
        for fault, when in itertools.product(AWAY, PHASES)
    ],
    ids=lambda value: value["kind"] if isinstance(value, dict) else value,
)
def test_a_board_that_was_gone_is_found_again_and_moves_on_consent_in_every_phase(fault, when):
    evening = deals_with(fault | {"when": when, "after_s": 0.4}, deals=1)
    assert len(evening.happened) == 1


@pytest.mark.parametrize("tiles", [more(1), 5])
def test_tiles_that_nobody_counted_are_asked_for_and_a_person_says_that_all_are_in(tiles):
    evening = deals_with({"kind": "missed_pulses", "tile_set": "A", "tiles": tiles, "at_s": 0})
    assert evening.faults == {}


def test_a_tile_on_the_floor_is_asked_for_found_and_pushed_in():
    evening = deals_with({"kind": "tile_missing", "place": "ring", "at_s": 0})
    assert evening.mended == ["picks up what lies on the floor and puts it in"]
    assert evening.faults == {}


def test_a_dead_drop_counter_is_cleaned_and_the_set_is_complete_by_a_persons_word():
    evening = deals_with({"kind": "sensor_dead", "sensor": "drop_a_tiles", "when": "tiles_fall"})
    assert evening.mended == ["cleans the sensor drop_a_tiles and presses its plug home"]


@pytest.mark.parametrize(
    ("sensor", "when"),
    [
        ("lift_2_top", "lifts_rise"),
        more("lift_2_bottom", "lifts_sink"),
        more("tray_1_loaded", "push"),
        ("rail_1_full", "build"),
        more("dome_top", "dome_rises"),
        more("dome_bottom", "dome_sinks"),
        ("dome_bottom", "lifts_sink"),
    ],
)
def test_a_chattering_sensor_never_ends_in_a_wrong_count(sensor, when):
    evening = deals_with({"kind": "sensor_chatter", "sensor": sensor, "when": when, "chance": 0.2, "for_s": 3}, deals=1)
    assert len(evening.happened) == 1


def test_the_same_seed_gives_the_same_evening():
    fault = {"kind": "bytes_lost", "when": "build", "for_s": 5, "chance": 0.05}
    first, second = (deals_with(fault, deals=1, seed=7) for _ in range(2))
    assert (first.faults, first.controller.line.figures) == (second.faults, second.controller.line.figures)
