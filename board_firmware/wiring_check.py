"""Says which input changes while somebody works it by hand: for a new table, before its motors have a supply.

    mpremote cp -r board_firmware : + run board_firmware/wiring_check.py

Rules this file keeps: it switches nothing on; the motor relay stays open.
"""

from board_firmware import board_map
from board_firmware.main import PicoPins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def names() -> "list[str]":
    """Every input of the map, expander by expander, then the Pico's own."""
    levels = [name for address in sorted(board_map.INPUTS) for name in board_map.INPUTS[address]]
    return [name for name in levels if name != board_map.FREE] + ["emergency_stop_closed"] + sorted(board_map.PULSES)


def watch(pins: PicoPins, say: "Callable[[str], None]", looks: int = -1) -> None:
    """Say every input as it is now, then each that changes; for ever, or so many looks."""
    before: dict[str, int] = {}
    while looks != 0:
        looks -= 1
        pins.refresh()
        for name in names():
            value = pins.read(name)
            if before.get(name) != value:
                say(f"{name} {value}")
                before[name] = value


if __name__ == "__main__":
    watch(PicoPins(), print)
