"""The Raspberry Pi's own pins: the module that drives them, and outputs that are released."""

from __future__ import annotations

import pytest
from doctor_bench import assert_finding, judge

from table_daemon.doctor.computer import MODEL_FILE
from table_daemon.doctor.pins import BOOT_FILES, COMMAND_LINE, PERSIST_FILES, check_gpio_module, check_released_outputs
from table_daemon.doctor.probe import Level

PI5 = "Raspberry Pi 5 Model B Rev 1.0\0"
PINS = ("gpio.driver=rpi", "gpio.enable_relay_pin=27")
OK, WARNING, FAILURE = Level.OK, Level.WARNING, Level.FAILURE


@pytest.mark.parametrize(
    ("computer", "level", "text", "remedy"),
    [
        ({"packages": {"RPi.GPIO": "0.7.1"}}, OK, "RPi.GPIO 0.7.1", ""),
        ({"packages": {"rpi-lgpio": "0.6"}, "release": "6.12.1"}, OK, "rpi-lgpio 0.6", ""),
        ({"packages": {"RPi.GPIO": "0.7.1", "rpi-lgpio": "0.6"}}, FAILURE, "both installed", "uninstall both"),
        ({"import_problems": {"RPi.GPIO": "No module"}}, FAILURE, "(No module)", "pip install .[gpio]"),
        (
            {"import_problems": {"RPi.GPIO": "peripheral base"}, "files": {MODEL_FILE: PI5}},
            FAILURE,
            "(peripheral base)",
            "pip install .[gpio-lgpio]",
        ),
        ({"packages": {"RPi.GPIO": "0.7.1"}, "release": "6.6.31+rpt"}, WARNING, "kernel 6.6.31+rpt", "gpio-lgpio"),
        ({"packages": {"RPi.GPIO": "0.7.1"}, "files": {MODEL_FILE: PI5}}, WARNING, "Raspberry Pi 5", "gpio-lgpio"),
        ({"closed": frozenset({"/dev/gpiochip0"})}, FAILURE, "may not be opened", "usermod -aG gpio"),
        ({"files": {}}, FAILURE, "this is no Raspberry Pi", "set gpio.driver to none"),
    ],
)
def test_the_gpio_module_fits_the_computer_or_the_right_one_is_named(computer, level, text, remedy):
    assert_finding(judge(check_gpio_module, computer, *PINS), level, text, remedy)


@pytest.mark.parametrize(
    ("files", "level", "text", "remedy"),
    [
        ({PERSIST_FILES[0]: "N\n"}, OK, "become inputs", ""),
        ({PERSIST_FILES[1]: "N\n"}, OK, "become inputs", ""),
        ({PERSIST_FILES[0]: "Y\n"}, FAILURE, "may leave the enable relay on", "dtparam=strict_gpiod"),
        ({COMMAND_LINE: "quiet pinctrl_bcm2835.persist_gpio_outputs=n"}, OK, "become inputs", ""),
        ({}, FAILURE, "may leave", "dtparam=strict_gpiod"),
        (
            {BOOT_FILES[0]: "# pins\ndtparam=audio=on,strict_gpiod\n"},
            FAILURE,
            "not in force",
            "start the computer anew",
        ),
        ({BOOT_FILES[0]: "#dtparam=strict_gpiod\n"}, FAILURE, "may leave", "add dtparam"),
    ],
)
def test_a_relay_pin_needs_outputs_that_are_released_when_the_daemon_dies(files, level, text, remedy):
    assert_finding(judge(check_released_outputs, {"files": files}, *PINS), level, text, remedy)


def test_without_a_relay_pin_released_outputs_do_not_matter():
    assert judge(check_released_outputs, {}).level is OK
    assert judge(check_released_outputs, {}, "gpio.driver=rpi", "gpio.enable_relay_pin=none").level is OK


def test_another_module_than_the_usual_one_has_to_start_and_needs_no_raspberry_pi():
    named = ("gpio.driver=rpi", "gpio.module=my_pins")
    assert_finding(judge(check_gpio_module, {"files": {}}, *named), OK, "my_pins", "")
    broken = {"files": {}, "import_problems": {"my_pins": "No module named 'my_pins'"}}
    assert_finding(judge(check_gpio_module, broken, *named), FAILURE, "my_pins does not start", "gpio.module")
