"""GPIO behind its interface, and the settings of the machine half."""

import threading

import pytest

from firmware_bridge.buttons import Button, ButtonKind
from firmware_bridge.gpio import GpioError, NoPins, open_pins
from firmware_bridge.gpio_settings import GpioSettings
from hw_sim.machine import fake_gpio
from hw_sim.machine.gpio_levels import GpioLevels
from mahjong_rules.seats import Seat

FAKE = GpioSettings(driver="rpi", module="hw_sim.machine.fake_gpio")
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
STOP, RELAY, LIGHT, BUZZER = 17, 27, 22, 23


@pytest.fixture
def room(tmp_path, monkeypatch):
    """The other end of the wires."""
    monkeypatch.setenv(fake_gpio.FILE_VARIABLE, str(tmp_path / "pins"))
    wires = GpioLevels(tmp_path / "pins")
    yield wires
    fake_gpio.cleanup()
    wires.close()


def test_an_open_contact_means_stop_and_the_relay_starts_open(room):
    pins = open_pins(FAKE)
    assert room.read(RELAY) == 0
    assert pins.emergency_stop_open()
    room.press(STOP)
    assert not pins.emergency_stop_open()
    pins.enable(on=True)
    assert room.read(RELAY) == 1
    pins.show(light=True, buzzer=True)
    assert (room.read(LIGHT), room.read(BUZZER)) == (1, 1)
    pins.close()
    assert [room.read(pin) for pin in (RELAY, LIGHT, BUZZER)] == [0, 0, 0]


def test_the_contact_is_told_at_once_when_it_opens_even_for_a_moment(room):
    room.press(STOP)
    pins, told = open_pins(FAKE), threading.Event()
    pins.watch_emergency_stop(told.set)
    while not told.is_set():
        room.release(STOP)
        told.wait(0.01)
        room.press(STOP)
    assert not pins.emergency_stop_open()
    pins.close()


def test_a_kernel_without_edges_leaves_the_polling(room, monkeypatch, caplog):
    def refuse(*_args, **_details):
        raise RuntimeError("Failed to add edge detection")

    monkeypatch.setattr(fake_gpio, "add_event_detect", refuse)
    pins = open_pins(FAKE)
    pins.watch_emergency_stop(lambda: None)
    assert "it is polled only" in caplog.text
    assert pins.emergency_stop_open()


def test_a_pressed_button_pulls_its_pin_to_ground(room):
    pins = open_pins(FAKE)
    assert pins.buttons_down() == frozenset()
    room.press(FAKE.buttons.riichi[2])
    room.press(FAKE.start_button_pin)
    assert pins.buttons_down() == {Button(ButtonKind.RIICHI, Seat(2)), Button(ButtonKind.START)}


def test_a_pin_that_is_not_wired_is_not_touched(room):
    pins = open_pins(BARE)
    for pin in range(28):
        room.press(pin)
    pins.enable(on=True)
    pins.show(light=True, buzzer=True)
    pins.watch_emergency_stop(lambda: None)
    assert not pins.emergency_stop_open()
    assert pins.buttons_down() == frozenset()
    pins.close()
    assert [room.read(pin) for pin in range(28)] == [0] * 28


def test_a_table_without_pins_never_stops_by_them_and_has_no_buttons() -> None:
    pins = open_pins(GpioSettings())
    assert isinstance(pins, NoPins)
    pins.enable(on=True)
    pins.show(light=True, buzzer=True)
    assert not pins.emergency_stop_open()
    assert pins.buttons_down() == frozenset()
    pins.close()


def test_a_missing_gpio_module_is_one_sentence_that_says_what_to_install() -> None:
    with pytest.raises(GpioError, match=r"no_such_module does not start .*gpio-lgpio on kernel 6\.6"):
        open_pins(GpioSettings(driver="rpi", module="no_such_module"))


def test_pins_without_access_are_one_sentence_that_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(fake_gpio.FILE_VARIABLE, raising=False)
    with pytest.raises(GpioError, match="add the user to the group gpio"):
        open_pins(FAKE)


@pytest.mark.parametrize("use", [lambda: fake_gpio.output(STOP, 1), lambda: fake_gpio.input(RELAY)])
def test_the_fake_is_as_strict_as_the_module_it_stands_for(room, use):
    pins = open_pins(FAKE)
    with pytest.raises(RuntimeError, match="set up pin"):
        use()
    pins.close()
    with pytest.raises(RuntimeError, match="setmode"):
        fake_gpio.setup(STOP, fake_gpio.IN, pull_up_down=fake_gpio.PUD_UP)
