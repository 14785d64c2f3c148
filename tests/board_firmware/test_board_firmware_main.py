"""The pin layer on a Pico that exists only as registers, and the map that says which wire hangs where."""

import importlib
import sys
from collections import Counter
from itertools import chain, pairwise
from pathlib import Path

import pytest
from fake_pico import DIRECTION, LATCH, PULL_UP, TICKS, FakePico, FloodingUsb

from board_firmware import board_map
from board_firmware.config import BoardConfig
from board_firmware.machine_core import SENSORS
from board_firmware.motors import motor_limits_ms
from hw_sim.machine.counters import COUNTERS

OF_THE_PICO = {"emergency_stop_closed", "dice_busy"}
"""The first has a pin of its own, the second is the layer's own clock."""
MOTORS = [*motor_limits_ms(BoardConfig()), "hopper_b", "rails_short", "rails_long"]
PLACES = [
    (address, bit, name)
    for address, names in chain(board_map.INPUTS.items(), board_map.OUTPUTS.items())
    for bit, name in enumerate(names)
    if name
]


@pytest.fixture
def pico(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    return FakePico(monkeypatch)


def place_of(name: str) -> tuple[int, int]:
    ((address, bit),) = [(address, bit) for address, bit, placed in PLACES if placed == name]
    return address, bit


def test_every_name_of_the_pin_interface_has_exactly_one_place() -> None:
    placed = Counter([name for _, _, name in PLACES] + list(board_map.PULSES))
    assert set(placed) == {*SENSORS, *COUNTERS, *MOTORS} - OF_THE_PICO
    assert set(placed.values()) == {1}


def test_no_wire_shares_its_place_with_another() -> None:
    assert len({(address, bit) for address, bit, _ in PLACES}) == len(PLACES)
    own = [board_map.I2C_SDA, board_map.I2C_SCL, board_map.EMERGENCY_STOP, board_map.MOTOR_ENABLE]
    own += board_map.PULSES.values()
    assert len(set(own)) == len(own)


def test_the_bits_that_the_expander_allows_as_outputs_only_are_no_inputs() -> None:
    for names in board_map.INPUTS.values():
        assert (len(names), names[7], names[15]) == (16, "", "")


@pytest.mark.parametrize("motor", MOTORS)
def test_a_motor_switches_its_own_bit_and_no_other(motor, pico):
    pins = pico.main.PicoPins()
    before = dict(pico.bus.registers)
    address, bit = place_of(motor)
    pins.write(motor, 1)
    assert pico.bus.registers == before | {(address, LATCH): 1 << bit}
    pins.write(motor, 0)
    assert pico.bus.registers == before


@pytest.mark.parametrize("sensor", [name for names in board_map.INPUTS.values() for name in names if name])
def test_a_sensor_that_pulls_its_input_low_says_yes_and_no_other_does(sensor, pico):
    pins = pico.main.PicoPins()
    address, bit = place_of(sensor)
    assert pico.bus.registers[address, DIRECTION] >> bit & 1
    assert pico.bus.registers[address, PULL_UP] >> bit & 1
    pico.bus.pulled_low = {address: 1 << bit}
    pins.refresh()
    assert [name for names in board_map.INPUTS.values() for name in names if name and pins.read(name)] == [sensor]


def test_an_open_stop_contact_and_a_cut_wire_read_alike(pico):
    pins = pico.main.PicoPins()
    stop = pico.pins[board_map.EMERGENCY_STOP]
    assert (stop.mode, stop.pull) == ("in", "pull-up")
    assert pins.read("emergency_stop_closed") == 0
    stop.level = 0
    assert pins.read("emergency_stop_closed") == 1


@pytest.mark.parametrize("counter", board_map.PULSES)
def test_every_counter_has_a_state_machine_of_its_own_that_counts_without_the_program(counter, pico):
    pins = pico.main.PicoPins()
    (counting,) = (machine for machine in pico.counters.values() if machine.pin is pico.pins[board_map.PULSES[counter]])
    assert (counting.pin.mode, counting.pin.pull, counting.is_on) == ("in", "pull-up", True)
    counting.pulses = 3
    assert {name: pins.read(name) for name in board_map.PULSES} == dict.fromkeys(board_map.PULSES, 0) | {counter: 3}


def test_a_look_at_inputs_that_have_not_changed_writes_nothing_to_the_dice(pico):
    pins = pico.main.PicoPins()
    pins.refresh()
    pico.bus.registers.pop((board_map.DICE, LATCH))
    pins.refresh()
    assert (board_map.DICE, LATCH) not in pico.bus.registers


def test_each_die_shows_as_many_diodes_as_it_has_pips() -> None:
    assert [face.bit_count() for face in board_map.FACES] == [0, 1, 2, 3, 4, 5, 6]
    assert max(board_map.FACES) < 1 << 7


def test_an_expander_that_no_longer_answers_opens_the_motor_relay(pico, monkeypatch):
    relay_before = []

    def break_while_armed() -> None:
        pico.pins[board_map.MOTOR_ENABLE].level = 1
        relay_before.append(1)
        pico.bus.fails_with = OSError(5, "no answer on the bus")

    pico.when_fed = break_while_armed
    monkeypatch.setattr(pico.main, "_firmware_hash", lambda: 0)
    with pytest.raises(OSError, match="no answer on the bus"):
        pico.main.run()
    assert relay_before == [1]
    assert pico.pins[board_map.MOTOR_ENABLE].level == 0


def test_a_host_that_never_stops_sending_keeps_the_core_from_no_look(pico, monkeypatch):
    pico.usb = FloodingUsb(pico, left=1000)
    monkeypatch.setattr(sys, "stdin", pico.usb)
    monkeypatch.setattr(pico.main, "_firmware_hash", lambda: 0)
    left = []

    def note() -> None:
        left.append(pico.usb.left)
        if not pico.usb.left:
            pico.bus.fails_with = OSError(5, "the test is over")

    pico.when_fed = note
    with pytest.raises(OSError, match="the test is over"):
        pico.main.run()
    assert max(before - after for before, after in pairwise([1000, *left])) <= 20


def test_the_dice_come_to_rest_although_the_counter_wraps_meanwhile(pico):
    pico.now_ms = TICKS - 100
    pins = pico.main.PicoPins()
    pins.write("die_1", 3)
    pico.now_ms += pico.main.TUMBLE_MS - 1
    assert pins.read("dice_busy") == 1
    pico.now_ms += 1
    assert pins.read("dice_busy") == 0


def test_every_boot_has_a_number_of_its_own_and_a_wiped_flash_begins_anywhere(pico, monkeypatch):
    thrown = iter([b"\x34\x12", b"\xff\xff"])
    monkeypatch.setattr(pico.main.os, "urandom", lambda count: next(thrown)[:count])
    assert [pico.main._next_boot_id() for _ in range(3)] == [0x1235, 0x1236, 0x1237]
    Path("boot.bin").unlink()
    assert [pico.main._next_boot_id() for _ in range(2)] == [1, 2]


def test_the_wiring_check_names_the_input_that_a_hand_works_and_moves_nothing(pico, monkeypatch):
    monkeypatch.setitem(sys.modules, "board_firmware.main", pico.main)
    check = importlib.import_module("board_firmware.wiring_check")
    monkeypatch.delitem(sys.modules, "board_firmware.wiring_check")
    pins, said = pico.main.PicoPins(), []
    written = dict(pico.bus.registers)
    check.watch(pins, said.append, looks=1)
    assert sorted(said) == sorted(f"{name} 0" for name in check.names())
    address, bit = place_of("tray_2_loaded")

    def work_the_sensor(line: str) -> None:
        said.append(line)
        pico.bus.pulled_low = {address: 1 << bit}

    said.clear()
    check.watch(pins, work_the_sensor, looks=3)
    assert said[len(check.names()) :] == ["tray_2_loaded 1"]
    assert pico.pins[board_map.MOTOR_ENABLE].level == 0
    assert {key: value for key, value in pico.bus.registers.items() if value != written[key]} == {}
