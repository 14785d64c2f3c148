"""Settings of the pins and of the machine: bounds, one use for each pin, a word for every setting."""

import pytest
from pydantic import ValidationError

from firmware_bridge.gpio_settings import BuzzerSettings, GpioSettings, LightSettings
from firmware_bridge.settings import MachineSettings, SerialSettings
from table_daemon.rules.attribute_texts import attribute_texts

BARE = GpioSettings(
    driver="rpi",
    module="hw_sim.machine.fake_gpio",
    emergency_stop_pin="none",
    enable_relay_pin="none",
    start_button_pin="none",
    status_light_pin="none",
    buzzer_pin="none",
    buttons={kind: ["none"] * 4 for kind in ("win", "riichi", "attention")},
)


def test_the_usual_pins_exist_and_each_has_one_use() -> None:
    pins = [pin for _, pin in GpioSettings().wired()]
    assert len(pins) == len(set(pins)) == 17
    assert all(2 <= pin <= 27 for pin in pins)
    assert list(BARE.wired()) == []


def test_a_pin_with_two_uses_is_refused_with_both_of_them() -> None:
    with pytest.raises(ValidationError, match=r"start_button_pin and buttons\.win of seat 1 share pin 6"):
        GpioSettings(start_button_pin=6)


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
        (GpioSettings, {"emergency_stop_pin": 1}),
        (GpioSettings, {"emergency_stop_pin": "GPIO17"}),
        (GpioSettings, {"buttons": {"win": [5, 6, 13]}}),
        (GpioSettings, {"buttons": {"chii": [5, 6, 13, 19]}}),
        (GpioSettings, {"light": {"idle": [5]}}),
        (GpioSettings, {"module": "os; rm"}),
        (GpioSettings, {"driver": "pigpio"}),
    ],
)
def test_settings_out_of_bounds_or_unknown_are_refused(model, values):
    with pytest.raises(ValidationError):
        model(**values)


def test_every_setting_says_what_it_means() -> None:
    for model in (SerialSettings, MachineSettings, GpioSettings, LightSettings):
        assert model.model_fields.keys() <= attribute_texts(model).keys()
    assert LightSettings.model_fields.keys() <= BuzzerSettings.model_fields.keys()
