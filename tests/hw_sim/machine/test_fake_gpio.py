"""The stand-in for RPi.GPIO over a file of levels."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from hw_sim.machine import fake_gpio
from hw_sim.machine.gpio_levels import GpioLevels

INPUT, OUTPUT = 17, 27


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GpioLevels]:
    """The other end of the wires."""
    monkeypatch.setenv(fake_gpio.FILE_VARIABLE, str(tmp_path / "pins"))
    wires = GpioLevels(tmp_path / "pins")
    yield wires
    fake_gpio.cleanup()
    wires.close()


def test_a_level_set_on_one_side_is_read_on_the_other(room: GpioLevels) -> None:
    fake_gpio.setmode(fake_gpio.BCM)
    fake_gpio.setup(INPUT, fake_gpio.IN, pull_up_down=fake_gpio.PUD_UP)
    fake_gpio.setup(OUTPUT, fake_gpio.OUT, initial=fake_gpio.LOW)
    assert (fake_gpio.input(INPUT), room.read(OUTPUT)) == (1, 0)
    room.press(INPUT)
    fake_gpio.output(OUTPUT, 1)
    assert (fake_gpio.input(INPUT), room.read(OUTPUT)) == (0, 1)


def test_cleaning_up_takes_every_output_low(room: GpioLevels) -> None:
    fake_gpio.setmode(fake_gpio.BCM)
    fake_gpio.setup(OUTPUT, fake_gpio.OUT, initial=fake_gpio.HIGH)
    fake_gpio.cleanup()
    assert room.read(OUTPUT) == 0
    with pytest.raises(RuntimeError, match="set up pin 27 as an output first"):
        fake_gpio.output(OUTPUT, 1)


def test_a_rising_edge_is_told_with_its_pin(room: GpioLevels) -> None:
    fake_gpio.setmode(fake_gpio.BCM)
    fake_gpio.setup(INPUT, fake_gpio.IN, pull_up_down=fake_gpio.PUD_UP)
    room.press(INPUT)
    rose, told = threading.Event(), []
    fake_gpio.add_event_detect(INPUT, fake_gpio.RISING, callback=lambda pin: (told.append(pin), rose.set()))
    while not rose.wait(0.05):
        room.release(INPUT)
        if not rose.wait(0.05):
            room.press(INPUT)
    assert set(told) == {INPUT}


def test_an_input_without_a_pull_up_would_float(room: GpioLevels) -> None:
    fake_gpio.setmode(fake_gpio.BCM)
    with pytest.raises(RuntimeError, match="pin 17 would float"):
        fake_gpio.setup(INPUT, fake_gpio.IN)
    with pytest.raises(ValueError, match="only rising edges"):
        fake_gpio.add_event_detect(INPUT, 32, callback=print)


def test_without_a_file_or_with_other_numbers_there_are_no_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(fake_gpio.FILE_VARIABLE, raising=False)
    with pytest.raises(RuntimeError, match="names no file"):
        fake_gpio.setmode(fake_gpio.BCM)
    with pytest.raises(ValueError, match="only BCM numbers"):
        fake_gpio.setmode(10)
    with pytest.raises(RuntimeError, match="setmode comes before setup"):
        fake_gpio.setup(INPUT, fake_gpio.IN, pull_up_down=fake_gpio.PUD_UP)
