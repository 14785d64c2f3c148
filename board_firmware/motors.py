"""Every motor output passes through here: maximum on-times, opposite directions, all off at once."""

from board_firmware import protocol as p

TYPE_CHECKING = False
if TYPE_CHECKING:
    from board_firmware.config import BoardConfig
    from board_firmware.pins import Pins

SIDES = (0, 1, 2, 3)


def at_sides(pattern: str) -> "tuple[str, ...]":
    """The names of this pattern at the four sides ("{}" stands for the side): made once, not at every look."""
    return tuple(pattern.format(side) for side in SIDES)


LIFTS_UP = at_sides("lift_{}_up")
LIFTS_DOWN = at_sides("lift_{}_down")
HEADS = at_sides("head_{}")
PUSHERS = at_sides("pusher_{}")
_MARGIN_MS = 1000
"""Chosen: the limit of the mechanism, with its back-off of 300 ms, acts first; this net is for a step that hangs."""


def opposite(name: str) -> str:
    """The output that drives the same motor the other way; "" for motors with one direction."""
    if name.endswith("_up"):
        return name[:-3] + "_down"
    if name.endswith("_down"):
        return name[:-5] + "_up"
    return ""


def motor_limits_ms(config: "BoardConfig") -> "dict[str, int]":
    """The maximum on-time of every motor: a second net, one second behind the limit of its mechanism."""
    dome, lift = config["dome_limit_ms"] + _MARGIN_MS, config["lift_limit_ms"] + _MARGIN_MS
    push, build = config["push_limit_ms"] + _MARGIN_MS, config["build_limit_ms"] + _MARGIN_MS
    limits = {"dome_up": dome, "dome_down": dome, "disc": build}
    for side in SIDES:
        limits[LIFTS_UP[side]] = lift
        limits[LIFTS_DOWN[side]] = lift
        limits[HEADS[side]] = build
        limits[PUSHERS[side]] = push
    return limits


def mechanism_of(motor: str) -> int:
    """The number of the mechanism that a motor output drives."""
    if motor.startswith("dome"):
        return p.MECHANISM_DOME
    for part, number in (("lift_", p.MECHANISM_LIFT), ("head_", p.MECHANISM_HEAD), ("pusher_", p.MECHANISM_PUSHER)):
        if motor.startswith(part):
            return number + int(motor[len(part)])
    return p.MECHANISM_DISC


class MotorBank:
    """All motor outputs and since when each of them is on."""

    def __init__(self, pins: "Pins", limits_ms: "dict[str, int]") -> None:
        self._pins = pins
        self._limits_ms = limits_ms
        self._since_ms: dict[str, int] = {}
        self.all_off()

    @property
    def running(self) -> bool:
        """Whether any motor is on."""
        return bool(self._since_ms)

    def on(self, name: str, now_ms: int) -> None:
        """Switch a motor on (again: no effect); its other direction goes off first."""
        if name in self._since_ms:
            return
        if opposite(name):
            self.off(opposite(name))
        self._since_ms[name] = now_ms
        self._pins.write(name, 1)

    def off(self, name: str) -> None:
        """Switch a motor off."""
        self._since_ms.pop(name, None)
        self._pins.write(name, 0)

    def all_off(self) -> None:
        """Every motor off and the supply relay open."""
        self._pins.write("motor_enable", 0)
        for name in self._limits_ms:
            self.off(name)

    def overdue(self, now_ms: int) -> str:
        """The first motor that is on for longer than it may, or ""."""
        for name, since_ms in self._since_ms.items():
            if now_ms - since_ms > self._limits_ms[name]:
                return name
        return ""
