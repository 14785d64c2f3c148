"""Checks of the Raspberry Pi's own pins: which module drives them, and what a released output does. Pure."""

from __future__ import annotations

import re
from typing import Final

from table_daemon.doctor.computer import pi_model
from table_daemon.doctor.probe import Finding, Level, Probe
from table_daemon.settings import Settings

PERSIST_FILES: Final = tuple(
    f"/sys/module/{driver}/parameters/persist_gpio_outputs" for driver in ("pinctrl_bcm2835", "pinctrl_rp1")
)
BOOT_FILES: Final = ("/boot/firmware/config.txt", "/boot/config.txt")
COMMAND_LINE: Final = "/proc/cmdline"
CHIP: Final = "/dev/gpiochip0"
USUAL_MODULE: Final = "RPi.GPIO"
_LGPIO_FROM: Final = (6, 6)
"""Kernels from here on have no edge detection for RPi.GPIO."""


def check_gpio_module(probe: Probe, settings: Settings) -> Finding:
    """RPi.GPIO and rpi-lgpio are one module of two packages: exactly one may be there, the right one."""
    if settings.gpio.driver == "none":
        return Finding("gpio", Level.OK, "not used (gpio.driver is none): the emergency stop is the board's alone")
    if settings.gpio.module != USUAL_MODULE:
        return _check_named_module(probe, settings.gpio.module)
    model = pi_model(probe)
    if not model:
        text = "gpio.driver is rpi, but this is no Raspberry Pi"
        return Finding("gpio", Level.FAILURE, text, "set gpio.driver to none")
    old, new = probe.distribution("RPi.GPIO"), probe.distribution("rpi-lgpio")
    trouble = _package_trouble(probe, model, old, new)
    if trouble is not None:
        return trouble
    if probe.exists(CHIP) and not probe.may_use(CHIP):
        remedy = "sudo usermod -aG gpio $USER, then log in again"
        return Finding("gpio", Level.FAILURE, f"{CHIP} may not be opened by this user", remedy)
    return Finding("gpio", Level.OK, f"rpi-lgpio {new}" if new else f"RPi.GPIO {old or 'of the system'}")


def _check_named_module(probe: Probe, module: str) -> Finding:
    problem = probe.import_problem(module)
    if problem:
        text = f"{module} does not start ({problem})"
        return Finding("gpio", Level.FAILURE, text, f"install it, or set gpio.module to {USUAL_MODULE}")
    return Finding("gpio", Level.OK, f"{module}, as gpio.module says")


def _package_trouble(probe: Probe, model: str, old: str | None, new: str | None) -> Finding | None:
    """`old` and `new` are the installed versions of RPi.GPIO and rpi-lgpio."""
    if old is not None and new is not None:
        text = f"RPi.GPIO {old} and rpi-lgpio {new} are both installed"
        return Finding("gpio", Level.FAILURE, text, "pip uninstall both, then install one: pip install .[gpio-lgpio]")
    problem = probe.import_problem(USUAL_MODULE)
    if problem:
        return Finding("gpio", Level.FAILURE, f"RPi.GPIO does not start ({problem})", _right_package(probe, model))
    if new is None and _wants_lgpio(probe, model):
        text = f"RPi.GPIO {old or 'of the system'} does not fit {model} with kernel {probe.kernel()}"
        return Finding("gpio", Level.WARNING, text, f"pip uninstall RPi.GPIO, {_right_package(probe, model)}")
    return None


def _wants_lgpio(probe: Probe, model: str) -> bool:
    number = re.match(r"(\d+)\.(\d+)", probe.kernel())
    version = (int(number[1]), int(number[2])) if number else (0, 0)
    return "Raspberry Pi 5" in model or version >= _LGPIO_FROM


def _right_package(probe: Probe, model: str) -> str:
    return f"pip install .[{'gpio-lgpio' if _wants_lgpio(probe, model) else 'gpio'}]"


def check_released_outputs(probe: Probe, settings: Settings) -> Finding:
    """A daemon that dies must not leave the relay on: a released output has to become an input again."""
    name = "strict_gpiod"
    if settings.gpio.driver == "none" or settings.gpio.enable_relay_pin is None:
        return Finding(name, Level.OK, "not needed: no relay hangs on a pin of this computer")
    if _is_strict(probe):
        return Finding(name, Level.OK, "released outputs become inputs; the relay needs its external pull-down")
    remedy = f"add dtparam=strict_gpiod to {BOOT_FILES[0]} and start anew"
    asked = any(_asks_strict(probe.read(path) or "") for path in BOOT_FILES)
    if asked:
        text = "dtparam=strict_gpiod is written, but not in force"
        return Finding(name, Level.FAILURE, text, "start the computer anew, or install a newer kernel")
    return Finding(
        name, Level.FAILURE, "a crash may leave the enable relay on: released outputs keep their level", remedy
    )


def _is_strict(probe: Probe) -> bool:
    """As the pin driver says; where it does not, as the kernel was started."""
    said = [text.strip() for path in PERSIST_FILES if (text := probe.read(path)) is not None]
    if said:
        return all(text in ("N", "0") for text in said)
    return re.search(r"persist_gpio_outputs=[nN0]", probe.read(COMMAND_LINE) or "") is not None


def _asks_strict(text: str) -> bool:
    return re.search(r"^\s*dtparam=(?:.*,)?strict_gpiod(?:=on)?\s*(?:,|#|$)", text, re.MULTILINE) is not None
