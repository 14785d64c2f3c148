"""GPIO behind its interface, and the settings of the machine half."""

import sys

import pytest
from pydantic import ValidationError

from firmware_bridge.gpio import GpioError, NoPins, RaspberryPins, open_pins
from firmware_bridge.settings import GpioSettings, MachineSettings, SerialSettings

BOTH_PINS = GpioSettings(driver="rpi", emergency_stop_pin=17, enable_relay_pin=27)


class FakeGpio:
    """The part of RPi.GPIO that is used: levels of pins by number."""

    BCM, IN, OUT, PUD_UP, LOW, HIGH = "bcm", "in", "out", "up", 0, 1

    def __init__(self) -> None:
        self.levels: dict[int, int] = {}
        self.set_up: dict[int, dict] = {}
        self.released = False

    def setmode(self, mode: str) -> None:
        self.mode = mode

    def setup(self, pin: int, direction: str, **details: object) -> None:
        self.set_up[pin] = {"direction": direction, **details}
        self.levels[pin] = int(details.get("initial", 1))

    def input(self, pin: int) -> int:
        return self.levels[pin]

    def output(self, pin: int, level: int) -> None:
        self.levels[pin] = level

    def cleanup(self) -> None:
        self.released = True


def test_an_open_contact_means_stop_and_the_relay_starts_open():
    gpio = FakeGpio()
    pins = RaspberryPins(BOTH_PINS, gpio)
    assert gpio.set_up[17]["pull_up_down"] == "up"
    assert gpio.levels[27] == 0
    assert pins.emergency_stop_open()
    gpio.levels[17] = 0
    assert not pins.emergency_stop_open()
    pins.enable(on=True)
    assert gpio.levels[27] == 1
    pins.close()
    assert gpio.levels[27] == 0
    assert gpio.released


def test_a_pin_that_is_not_named_is_not_touched():
    gpio = FakeGpio()
    pins = RaspberryPins(GpioSettings(driver="rpi"), gpio)
    pins.enable(on=True)
    assert not pins.emergency_stop_open()
    assert gpio.levels == {}


def test_a_table_without_pins_never_stops_by_them():
    pins = open_pins(GpioSettings())
    assert isinstance(pins, NoPins)
    pins.enable(on=True)
    assert not pins.emergency_stop_open()
    pins.close()


def test_a_missing_gpio_module_is_one_sentence_that_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "RPi", None)
    with pytest.raises(GpioError, match=r"install the extra gpio, or gpio-lgpio on kernel 6\.6"):
        open_pins(BOTH_PINS)


@pytest.mark.parametrize(
    ("model", "values"),
    [
        (SerialSettings, {"baud": 9600}),
        (SerialSettings, {"port": ""}),
        (SerialSettings, {"prot": "/dev/ttyACM0"}),
        (MachineSettings, {"tile_count": 137}),
        (MachineSettings, {"lease_ms": 100}),
        (MachineSettings, {"dome_limit_ms": 6000.5}),
        (GpioSettings, {"emergency_stop_pin": 28}),
        (GpioSettings, {"driver": "pigpio"}),
    ],
)
def test_settings_out_of_bounds_or_unknown_are_refused(model, values):
    with pytest.raises(ValidationError):
        model(**values)


def test_every_setting_says_what_it_means():
    for model in (SerialSettings, MachineSettings, GpioSettings):
        assert all(field.description for field in model.model_fields.values())
