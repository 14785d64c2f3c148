"""Four MCP23017 on the Pico's I2C, as far as `board_firmware.main` uses them, at the bus's own pace of 400 kHz."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from board_firmware import board_map

if TYPE_CHECKING:
    from tools.emulated_board.pico import EmulatedPico

ADDRESSES = sorted({*board_map.INPUTS, *board_map.OUTPUTS, board_map.DICE})
LEVELS, LATCH = 0x12, 0x14
_BYTE_S = 9 / 400_000
"""Eight bits and the acknowledgement at the bus's 400 kHz."""
_REGISTERS = 0x16


class Expanders:
    """The registers, and who hears of them.

    Args:
        pico: whose bus they hang on.
        levels: what an expander reads at its 16 pins now.
        latched: called with an expander and its 16 outputs whenever they have been written.
    """

    def __init__(self, pico: EmulatedPico, levels: Callable[[int], int], latched: Callable[[int, int], None]) -> None:
        self._pico = pico
        self._levels = levels
        self._latched = latched
        self._bus = pico.mcu.i2c[0]
        self._registers = {address: bytearray(_REGISTERS) for address in ADDRESSES}
        self._address = 0
        self._at = -1
        self._bus.on_connect = self._connect
        self._bus.on_write_byte = self._write
        self._bus.on_read_byte = self._read

    def _connect(self, address: int, mode: int) -> None:
        self._address = address
        if mode == 0:
            self._at = -1
        known = address in self._registers
        self._pico.after(_BYTE_S, lambda: self._bus.complete_connect(known))

    def _write(self, value: int) -> None:
        registers = self._registers[self._address]
        if self._at < 0:
            self._at = value
            if value == LEVELS:
                registers[LEVELS : LEVELS + 2] = self._levels(self._address).to_bytes(2, "little")
        else:
            registers[self._at] = value
            if self._at == LATCH + 1:
                self._latched(self._address, int.from_bytes(registers[LATCH : LATCH + 2], "little"))
            self._at += 1
        self._pico.after(_BYTE_S, lambda: self._bus.complete_write(True))

    def _read(self, _acknowledged: bool) -> None:
        value = self._registers[self._address][self._at]
        self._at += 1
        self._pico.after(_BYTE_S, lambda: self._bus.complete_read(value))
