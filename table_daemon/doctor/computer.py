"""Checks of the computer itself: Python, OpenCV, groups, power, clock, disk. Pure but for the probe."""

from __future__ import annotations

from typing import Final

from table_daemon.doctor.probe import Finding, Level, Probe
from table_daemon.settings import Settings
from vision.csi_camera import ADDRESS as CSI_ADDRESS

MODEL_FILE: Final = "/proc/device-tree/model"
THROTTLED_FILE: Final = "/sys/devices/platform/soc/soc:firmware/get_throttled"
SYNCHRONIZED_FILE: Final = "/run/systemd/timesync/synchronized"
OLDEST_PYTHON: Final = (3, 11)
# Below this a journal of a few MB may still fit, but the system itself begins to fail. Chosen.
FULL_MIB: Final = 100
# Below this logs and updates soon have no room. Chosen.
SCARCE_MIB: Final = 1000
_NOW: Final = ((0, "undervoltage"), (2, "throttling"), (3, "the temperature limit"), (1, "a capped clock rate"))
"""Bits of the firmware's throttling word that speak of this moment; 16 higher: since the start."""
# vcgencmd get_throttled: what happens now in bits 0-3, what happened since the start 16 bits higher.
_SINCE_BOOT: Final = 16


def pi_model(probe: Probe) -> str:
    """The model of the Raspberry Pi; "" on another computer."""
    model = (probe.read(MODEL_FILE) or "").strip("\0\n ")
    return model if "Raspberry Pi" in model else ""


def check_python(probe: Probe, _settings: Settings) -> Finding:
    """Old interpreters do not know the syntax used here."""
    version = probe.python_version()
    text = ".".join(map(str, version))
    if version[:2] < OLDEST_PYTHON:
        return Finding("python", Level.FAILURE, text, "install Python 3.11 or later")
    return Finding("python", Level.OK, text)


def check_opencv(probe: Probe, _settings: Settings) -> Finding:
    """Reads the camera; ArUco finds the markers."""
    for module in ("cv2", "cv2.aruco"):
        problem = probe.import_problem(module)
        if problem:
            remedy = "install it again: pip install --force-reinstall opencv-python"
            return Finding("opencv", Level.FAILURE, f"{module} does not start ({problem})", remedy)
    versions = [found for name in _OPENCV_PACKAGES if (found := _named_version(probe, name))]
    if len(versions) > 1:
        remedy = "keep one of them: they overwrite each other's files"
        return Finding("opencv", Level.WARNING, f"installed more than once: {', '.join(versions)}", remedy)
    return Finding("opencv", Level.OK, versions[0] if versions else "of the system")


_OPENCV_PACKAGES: Final = (
    "opencv-python",
    "opencv-python-headless",
    "opencv-contrib-python",
    "opencv-contrib-python-headless",
)


def _named_version(probe: Probe, name: str) -> str:
    version = probe.distribution(name)
    return "" if version is None else f"{name} {version}"


def check_groups(probe: Probe, settings: Settings) -> Finding:
    """Serial port, camera and pins belong to groups."""
    if probe.is_root():
        return Finding("groups", Level.OK, "root needs none")
    needed = ["dialout"]
    address = settings.camera.address
    if address.isdecimal() or address.startswith("/dev/") or CSI_ADDRESS.fullmatch(address):
        needed.append("video")
    if settings.gpio.driver != "none":
        needed.append("gpio")
    missing = [name for name in needed if name not in probe.groups()]
    if not missing:
        return Finding("groups", Level.OK, ", ".join(needed))
    if set(missing) <= probe.groups_on_file():
        text = f"this login does not have {', '.join(missing)} yet"
        return Finding("groups", Level.FAILURE, text, "log out and in again")
    remedy = f"sudo usermod -aG {','.join(missing)} $USER, then log in again"
    return Finding("groups", Level.FAILURE, f"the user is not in {', '.join(missing)}", remedy)


def check_power(probe: Probe, _settings: Settings) -> Finding:
    """An undervolted Pi loses USB devices and time."""
    if not pi_model(probe):
        return Finding("power", Level.OK, "no Raspberry Pi: its power supply is not watched")
    word = _throttled(probe)
    if word is None:
        return _power_by_hwmon(probe)
    now = [text for bit, text in _NOW if word >> bit & 1]
    before = [text for bit, text in _NOW if word >> bit + _SINCE_BOOT & 1]
    remedy = "use the power supply made for this Pi, a short cable and a cooler"
    if now:
        return Finding("power", Level.FAILURE, f"at this moment: {', '.join(now)}", remedy)
    if before:
        return Finding("power", Level.WARNING, f"since the start there was {', '.join(before)}", remedy)
    return Finding("power", Level.OK, "no undervoltage and no throttling since the start")


def _throttled(probe: Probe) -> int | None:
    said = probe.output_of("vcgencmd", "get_throttled")
    text = said.partition("=")[2] if said is not None else probe.read(THROTTLED_FILE)
    try:
        return int((text or "").strip(), 16)
    except ValueError:
        return None


def _power_by_hwmon(probe: Probe) -> Finding:
    root = "/sys/class/hwmon"
    for name in probe.listing(root):
        if (probe.read(f"{root}/{name}/name") or "").strip() == "rpi_volt":
            if (probe.read(f"{root}/{name}/in0_lcrit_alarm") or "").strip() == "1":
                remedy = "use the power supply made for this Pi and a short cable"
                return Finding("power", Level.FAILURE, "undervoltage", remedy)
            return Finding("power", Level.OK, "no undervoltage")
    remedy = "install vcgencmd (package libraspberrypi-bin or raspi-utils)"
    return Finding("power", Level.WARNING, "this Pi does not tell of undervoltage", remedy)


def check_clock(probe: Probe, _settings: Settings) -> Finding:
    """Commands expire by the clock, and the journal is dated by it."""
    said = (probe.output_of("timedatectl", "show", "--property=NTPSynchronized", "--value") or "").strip()
    if said == "yes" or probe.exists(SYNCHRONIZED_FILE):
        return Finding("clock", Level.OK, "synchronised")
    if said == "no":
        remedy = "connect to a network and sudo timedatectl set-ntp true, or add a battery-backed clock"
        return Finding("clock", Level.WARNING, "not synchronised", remedy)
    remedy = "install systemd-timesyncd or chrony"
    return Finding("clock", Level.WARNING, "nobody here tells whether it is synchronised", remedy)


def check_disk(probe: Probe, settings: Settings) -> Finding:
    """Each event is in the journal before it is announced: a full disk ends the game."""
    folder = str(settings.table.journal_path.parent)
    problem = probe.write_problem(folder)
    if problem:
        remedy = "set table.state_dir to a folder of this user's"
        return Finding("journal", Level.FAILURE, f"{folder} cannot be written ({problem})", remedy)
    free = probe.free_mib(folder)
    if free is None:
        return Finding("journal", Level.WARNING, f"{folder}: free room is not known", "look with df")
    text = f"{folder}: {free} MiB free"
    if free < SCARCE_MIB:
        level = Level.FAILURE if free < FULL_MIB else Level.WARNING
        return Finding("journal", level, text, "make room or set table.state_dir to another disk")
    return Finding("journal", Level.OK, text)
