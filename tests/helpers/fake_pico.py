"""A Raspberry Pi Pico with its expanders, as far as `board_firmware/main.py` can tell: pins, I2C registers, ticks."""

from __future__ import annotations

import importlib.util
import select
import sys
import time
import types
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import board_firmware

MAIN = Path(board_firmware.__file__).with_name("main.py")
TICKS = 1 << 30
"""Where `time.ticks_ms` wraps on a Pico."""
DIRECTION, PULL_UP, LEVELS, LATCH = 0x00, 0x0C, 0x12, 0x14


class FakePin:
    """One of the Pico's own pins; it remembers its level."""

    IN, OUT, PULL_UP = "in", "out", "pull-up"
    made: dict[int, FakePin]

    def __init__(self, number: int, mode: str = "", pull: str = "", value: int = 1) -> None:
        self.mode, self.pull, self.level = mode, pull, value
        self.made[number] = self

    def value(self, level: int | None = None) -> int:
        if level is not None:
            self.level = level
        return self.level


class FakeStateMachine:
    """A counter of the chip that has just been switched on; `pulses` is what has passed its pin."""

    made: dict[int, FakeStateMachine]

    def __init__(self, number: int, program: object, freq: int, in_base: FakePin, jmp_pin: FakePin) -> None:
        assert number not in self.made
        assert in_base is jmp_pin
        assert freq
        self.program, self.pin, self.pulses, self.is_on = program, in_base, 0, False
        self.instructions: list[int] = []
        self.made[number] = self

    def exec(self, instruction: int) -> None:
        self.instructions.append(instruction)

    def active(self, on: int) -> None:
        assert self.instructions == [0xA02B], "X begins at -1"
        self.is_on = bool(on)

    def get(self) -> int:
        assert self.instructions[-2:] == [0xA0C9, 0x8000], "the complement of X, pushed"
        return self.pulses


class FakeBus:
    """The registers of every MCP23017 on the bus; all inputs float high with their pull-ups."""

    def __init__(self) -> None:
        self.registers: dict[tuple[int, int], int] = {}
        self.pulled_low: dict[int, int] = {}
        self.fails_with: OSError | None = None

    def writeto_mem(self, address: int, register: int, data: bytes) -> None:
        self._fail()
        self.registers[address, register] = int.from_bytes(data, "little")

    def readfrom_mem_into(self, address: int, register: int, into: bytearray) -> None:
        self._fail()
        assert (register, len(into)) == (LEVELS, 2)
        into[:] = (0xFFFF & ~self.pulled_low.get(address, 0)).to_bytes(2, "little")

    def _fail(self) -> None:
        if self.fails_with is not None:
            raise self.fails_with


class SilentUsb:
    """A host that says nothing; each look at it takes a millisecond."""

    def __init__(self, pico: FakePico) -> None:
        self._pico = pico

    def register(self, _stream: object, _events: int) -> None:
        """There is nothing to listen to."""

    def poll(self, _timeout_ms: int) -> list[object]:
        self._pico.now_ms += 1
        return []


class FloodingUsb:
    """A host that never stops sending; each byte takes a millisecond.

    Attributes:
        left: bytes that it still has: the end of a test, not of the flood.
    """

    def __init__(self, pico: FakePico, left: int) -> None:
        self._pico = pico
        self.left = left
        self.buffer = self

    def register(self, _stream: object, _events: int) -> None:
        """There is always something to read."""

    def poll(self, _timeout_ms: int) -> list[object]:
        self._pico.now_ms += 0 if self.left else 1
        return [self] if self.left else []

    def read(self, count: int) -> bytes:
        self.left -= count
        self._pico.now_ms += count
        return b"\x00" * count


def ticks_diff(late: int, early: int) -> int:
    """As MicroPython's: the shorter way around."""
    return (late - early + TICKS // 2) % TICKS - TICKS // 2


class RestartError(Exception):
    """The program restarted the chip."""


class FakePico:
    """Attributes: `pins` and `counters` by number, `bus`, `usb`, `main` the pin layer, `when_fed` called at every look.

    `now_ms` is the time since its counter was 0: it goes on while the program listens to the host, and when the
    watchdog is fed.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.bus = FakeBus()
        self.now_ms = 0
        self.usb: SilentUsb | FloodingUsb = SilentUsb(self)
        self.pins: dict[int, FakePin] = {}
        self.when_fed: Callable[[], None] = lambda: None
        pin = type("Pin", (FakePin,), {"made": self.pins})
        machine = types.SimpleNamespace(Pin=pin, reset_cause=lambda: 1, WDT_RESET=3)
        machine.I2C = lambda *_args, **_named: self.bus
        machine.WDT = lambda timeout: types.SimpleNamespace(feed=self._feed)
        machine.reset = self._restart
        monkeypatch.setitem(sys.modules, "machine", machine)
        self.counters: dict[int, FakeStateMachine] = {}
        counting = type("StateMachine", (FakeStateMachine,), {"made": self.counters})
        rp2 = types.SimpleNamespace(StateMachine=counting, asm_pio=lambda: lambda program: program)
        monkeypatch.setitem(sys.modules, "rp2", rp2)
        monkeypatch.setattr(time, "sleep_ms", lambda _ms: None, raising=False)
        monkeypatch.setattr(time, "ticks_ms", lambda: self.now_ms % TICKS, raising=False)
        monkeypatch.setattr(time, "ticks_diff", ticks_diff, raising=False)
        monkeypatch.setattr(time, "ticks_add", lambda ticks, more: (ticks + more) % TICKS, raising=False)
        monkeypatch.setattr(select, "poll", lambda: self.usb)
        self.main = self._load()

    def _feed(self) -> None:
        self.now_ms += 5
        self.when_fed()

    def _restart(self) -> None:
        raise RestartError

    def _load(self) -> ModuleType:
        spec = importlib.util.spec_from_file_location("pico_main", MAIN)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
