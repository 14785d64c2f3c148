"""Checks of what hangs on the computer: motor board, programs that seize its port, camera. Pure but for the probe."""

from __future__ import annotations

import re
from typing import Final

from table_daemon.doctor.network import daemon_runs
from table_daemon.doctor.probe import Finding, Level, Probe
from table_daemon.settings import Settings
from vision.csi_camera import ADDRESS as CSI_ADDRESS

BY_ID: Final = "/dev/serial/by-id"
BOARD_LINK: Final = "/dev/jantaku-board"
"""The Pico by config/udev/91-jantaku-board.rules, which keeps ModemManager and brltty off it."""
UDEV_RULES: Final = ("/usr/lib/udev/rules.d", "/lib/udev/rules.d", "/etc/udev/rules.d")
_OWN_UARTS: Final = ("/dev/serial0", "/dev/serial1", "/dev/ttyAMA", "/dev/ttyS")
"""Serial lines of the computer itself: their names do not change."""
_GRABBERS: Final = {
    "ModemManager": "sudo systemctl disable --now ModemManager",
    "brltty": "sudo apt remove brltty",
}
_USB_SERIAL: Final = re.compile(r"tty(ACM|USB)\d+")
_BOARD_NAME: Final = re.compile(r"jantaku|micropython|raspberry_pi_pico", re.IGNORECASE)
"""How boards call themselves that run our firmware: as the udev rule of docs/hardware.md names them, or as MicroPython
for the Pico does."""
_PLUG: Final = re.compile(r"\((usb-[^()]+)\):\s*$")
"""How v4l2-ctl ends the line of a USB camera."""
_RIBBON_RECEIVERS: Final = ("unicam", "rp1-cfe")
"""What a Raspberry Pi 4 and 5 call the part that receives a ribbon-cable camera."""
_PI_PARTS: Final = ("bcm2835-", "pispbe", "rpi-hevc", "rpivid")
"""Other parts of a Pi that are video devices and no cameras."""
_SIZE: Final = re.compile(r"\b(\d{3,5})x(\d{3,5})\b")


def check_serial_port(probe: Probe, settings: Settings) -> Finding:
    """The board is found by a path that stays the same, and this user may use it."""
    port = settings.serial.port
    if not probe.exists(port):
        return Finding("serial port", Level.FAILURE, f"{port} does not exist", _plug_in(probe))
    if not probe.is_device(port):
        return Finding("serial port", Level.FAILURE, f"{port} is no device", _plug_in(probe))
    if not probe.may_use(port):
        remedy = "sudo usermod -aG dialout $USER, then log in again"
        return Finding("serial port", Level.FAILURE, f"{port} may not be opened by this user", remedy)
    if not port.startswith((f"{BY_ID}/", BOARD_LINK, *_OWN_UARTS)):
        text = f"{port} may be another device after unplugging"
        return Finding("serial port", Level.WARNING, text, _plug_in(probe))
    return Finding("serial port", Level.OK, port)


def _plug_in(probe: Probe) -> str:
    there = probe.listing(BY_ID)
    if not there:
        return f"plug in the motor board and set serial.port to its path in {BY_ID}"
    return f"set serial.port to the motor board: {', '.join(f'{BY_ID}/{name}' for name in there)}"


def check_serial_ports(probe: Probe, _settings: Settings) -> Finding:
    """Which serial devices hang on the computer, by names that stay; nothing is opened."""
    there = [
        f"{path} (looks like the motor board)" if is_board else path for path, is_board in serial_ports(probe).items()
    ]
    return Finding("serial ports", Level.OK, ", ".join(there) or "none is plugged in")


def serial_ports(probe: Probe) -> dict[str, bool]:
    """The serial devices, and of each whether it calls itself as motor boards do; nothing is opened."""
    named = [f"{BY_ID}/{name}" for name in probe.listing(BY_ID)]
    plain = [] if named else [f"/dev/{name}" for name in probe.listing("/dev") if _USB_SERIAL.fullmatch(name)]
    return {path: _BOARD_NAME.search(path) is not None for path in named + plain}


def check_grabbers(probe: Probe, settings: Settings) -> Finding:
    """Programs that take USB serial chips for braille displays or modems."""
    if settings.serial.port == BOARD_LINK:
        return Finding("port grabbers", Level.OK, f"a rule keeps brltty and ModemManager off {BOARD_LINK}")
    running = [name for name in _GRABBERS if name in probe.processes()]
    if running:
        remedy = "; ".join(_GRABBERS[name] for name in running)
        return Finding("port grabbers", Level.WARNING, f"{' and '.join(running)} may seize the serial port", remedy)
    if any("brltty" in name for folder in UDEV_RULES for name in probe.listing(folder)):
        text = "brltty is installed and may seize the serial port when it is plugged in"
        return Finding("port grabbers", Level.WARNING, text, _GRABBERS["brltty"])
    return Finding("port grabbers", Level.OK, "neither brltty nor ModemManager")


def check_cameras(probe: Probe, settings: Settings) -> Finding:
    """Which cameras hang on the computer, with the names that their makers gave them, and where they are plugged in."""
    ribbon = probe.csi_cameras()
    wants_ribbon = bool(CSI_ADDRESS.fullmatch(settings.camera.address))
    if ribbon.problem and (wants_ribbon or _has_ribbon(probe)):
        level = Level.FAILURE if wants_ribbon else Level.WARNING
        return Finding("cameras", level, ribbon.problem, "sudo apt install python3-picamera2")
    there = [f"{device} ({name})" if name else device for device, name in (*ribbon.cameras, *cameras_of(probe))]
    if there:
        return Finding("cameras", Level.OK, ", ".join(there))
    if "://" in settings.camera.address:
        return Finding("cameras", Level.OK, "none is plugged in, the table's camera is in the network")
    remedy = "plug one in; a camera on a ribbon cable is found after a restart of the computer"
    return Finding("cameras", Level.WARNING, "none is plugged in", remedy)


def _has_ribbon(probe: Probe) -> bool:
    """Whether the kernel has found a camera on a ribbon cable, which only libcamera can read."""
    nodes = (node for node in probe.listing("/dev") if re.fullmatch(r"video\d+", node))
    names = (probe.read(f"/sys/class/video4linux/{node}/name") or "" for node in nodes)
    return any(name.strip().startswith(_RIBBON_RECEIVERS) for name in names)


def cameras_of(probe: Probe) -> list[tuple[str, str]]:
    """Devices that give pictures, with their names: of those that a camera makes, the first (`index` 0) does.

    The Pi's own parts of a ribbon-cable camera and of its video decoder are devices too: they give none by themselves.
    """
    found, plugs = [], _plugs(probe)
    for node in probe.listing("/dev"):
        about = f"/sys/class/video4linux/{node}"
        if re.fullmatch(r"video\d+", node) and (probe.read(f"{about}/index") or "0").strip() == "0":
            name = (probe.read(f"{about}/name") or "").strip()
            if not name.startswith((*_RIBBON_RECEIVERS, *_PI_PARTS)):
                place = plugs.get(f"/dev/{node}", "")
                found.append((f"/dev/{node}", f"{name}, {place}" if place and name else name or place))
    return found


def _plugs(probe: Probe) -> dict[str, str]:
    """Device -> the plug that it hangs on, as `usb-0000:01:00.0-1.2`, where v4l2-ctl is installed."""
    plugs, plug = {}, ""
    for line in (probe.output_of("v4l2-ctl", "--list-devices") or "").splitlines():
        if line.strip().startswith("/dev/"):
            plugs[line.strip()] = plug
        elif line.strip():
            plug = found[1] if (found := _PLUG.search(line)) is not None else ""
    return plugs


def check_camera(probe: Probe, settings: Settings) -> Finding:
    """The camera gives pictures of the size asked for."""
    camera = settings.camera
    device = f"/dev/video{camera.address}" if camera.address.isdecimal() else camera.address
    if device.startswith("/dev/"):
        trouble = _device_trouble(probe, device)
        if trouble is not None:
            return trouble
    if daemon_runs(probe, settings):
        return Finding("camera", Level.OK, f"{device} is not tried, the daemon that runs uses it")
    trial = probe.try_camera(camera)
    if trial.problem:
        return Finding("camera", Level.FAILURE, trial.problem, "switch it on, or mend camera.address")
    size = f"{trial.width_px}x{trial.height_px}"
    # A ribbon-cable camera gives pictures of its sensor's shape, as high as is asked for, unless somebody says a width.
    is_width_free = bool(CSI_ADDRESS.fullmatch(device)) and camera.wished_size_px is None
    if (trial.width_px < camera.width and not is_width_free) or trial.height_px < camera.height:
        text = f"{device} gives {size}, not {camera.width}x{camera.height}{_modes(probe, device)}"
        remedy = "set camera.width and camera.height to a mode it has; small pictures are read with more mistakes"
        return Finding("camera", Level.WARNING, text, remedy)
    return Finding("camera", Level.OK, f"{device} gives {size}{_modes(probe, device)}")


def _device_trouble(probe: Probe, device: str) -> Finding | None:
    if not probe.exists(device):
        others = [f"{other} ({name})" if name else other for other, name in cameras_of(probe)]
        remedy = f"set camera.address to one of {', '.join(others)}" if others else "plug in the camera"
        return Finding("camera", Level.FAILURE, f"{device} does not exist", remedy)
    if not probe.may_use(device):
        remedy = "sudo usermod -aG video $USER, then log in again"
        return Finding("camera", Level.FAILURE, f"{device} may not be opened by this user", remedy)
    return None


def _modes(probe: Probe, device: str) -> str:
    """Its sizes, largest first, where v4l2-ctl is installed."""
    said = probe.output_of("v4l2-ctl", "--device", device, "--list-formats-ext") if device.startswith("/dev/") else None
    sizes = {(int(width), int(height)) for width, height in _SIZE.findall(said or "")}
    named = ", ".join(f"{width}x{height}" for width, height in sorted(sizes, reverse=True)[:6])
    return f" (modes {named})" if named else ""
