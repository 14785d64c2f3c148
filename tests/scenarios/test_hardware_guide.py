"""The hardware guide against the data: pins as firmware and settings have them, commands as the program has them."""

import re
import shlex
from pathlib import Path

import pytest

from board_firmware import board_map
from firmware_bridge.gpio_settings import ButtonSettings, GpioSettings
from table_daemon.cli.main import _parser

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = (DOCS / "hardware.md").read_text(encoding="utf-8")
COMMAND = re.compile(r"^jantaku .+$|`(jantaku [^`]+)`", re.MULTILINE)
COMMANDS = sorted({found.group(1) or found.group(0) for found in COMMAND.finditer(GUIDE)})
PICO_PIN = {0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12}
"""Pin of the board by GP number (data sheet of the Pico)."""
HEADER_PIN = {2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10}
HEADER_PIN |= {16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13}
"""Pin of the Pi's header by BCM number."""
SINGLE_PINS = [name for name in GpioSettings.model_fields if name.endswith("_pin")]


def rows_below(heading: str) -> list[list[str]]:
    """The cells of the table below this heading, without its own heading."""
    section = GUIDE.partition(f"\n{heading}\n")[2].partition("\n#")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def expander_cell(address: int, bit: int) -> str:
    """An input in italics, an output, or nothing."""
    if address == board_map.DICE:
        die = "" if bit % 8 == 7 else f"die_{1 + bit // 8}, diode {bit % 8}"
        return f"`{die}`" if die else ""
    reads = board_map.INPUTS.get(address, [""] * 16)[bit]
    drives = board_map.OUTPUTS.get(address, [""] * 16)[bit]
    return f"*`{reads}`*" if reads else f"`{drives}`" if drives else ""


def test_the_table_of_the_picos_pins_is_the_board_map() -> None:
    own = {board_map.I2C_SDA: "SDA", board_map.I2C_SCL: "SCL"}
    own |= {number: f"`{name}`" for name, number in board_map.PULSES.items()}
    own |= {board_map.EMERGENCY_STOP: "`emergency_stop_closed`", board_map.MOTOR_ENABLE: "`motor_enable`"}
    expected = [[str(PICO_PIN[number]), str(number), own[number]] for number in sorted(own)]
    assert [[*row[:2], row[2].partition(",")[0]] for row in rows_below("### The Pico's own pins")] == expected


def test_the_table_of_the_expanders_is_the_board_map() -> None:
    addresses = sorted({*board_map.INPUTS, *board_map.OUTPUTS, board_map.DICE})
    assert addresses == [0x20, 0x21, 0x22, 0x23]
    expected = [
        [str(bit), f"GP{'AB'[bit // 8]}{bit % 8}", *(expander_cell(address, bit) for address in addresses)]
        for bit in range(16)
    ]
    assert rows_below("### The expanders") == expected


def test_the_table_of_the_pis_pins_holds_the_defaults_of_the_settings() -> None:
    settings = GpioSettings()
    pins = {f"`{name}`": getattr(settings, name) for name in SINGLE_PINS}
    for kind in ButtonSettings.model_fields:
        pins |= {f"`buttons.{kind}`, seat {seat}": pin for seat, pin in enumerate(getattr(settings.buttons, kind))}
    expected = [[str(HEADER_PIN[pin]), str(pin), setting] for setting, pin in pins.items()]
    assert [row[:3] for row in rows_below("### The Raspberry Pi's pins")] == expected


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_of_the_guide_is_one_of_the_program(command):
    words = shlex.split(command)[1:]
    _parser(words[0]).parse_args(words)


def test_the_guide_names_commands_enough_to_judge() -> None:
    assert len(COMMANDS) > 10


def test_every_link_of_the_guide_leads_somewhere() -> None:
    titles = re.findall(r"^#+ (.+)$", GUIDE, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}
    for target in re.findall(r"\]\(([^)]+)\)", GUIDE):
        if target.startswith("#"):
            assert target[1:] in anchors
        else:
            assert (DOCS / target).exists(), target
