"""The firmware on a Raspberry Pi Pico (RP2040): pins, clock, flash and USB around the pure core.

`start.py` begins it (docs/serial_link.md §10).

Rules this file keeps:
* It decides nothing: every rule of the machine is in the core, which runs unchanged in the simulator.
* Outputs are off before anything else happens, and the watchdog is fed only after the core has ticked.
* Whatever fails opens the motor relay before the watchdog restarts the board.
* Tiles are counted by state machines of the chip: neither a collection of garbage nor a flash that is being erased
  (45 ms, 400 ms at worst, with every interrupt off) loses one.
"""
# mypy: ignore-errors
# (MicroPython's modules machine and micropython, and its additions to time, have no place in CPython's types.)

import binascii
import gc
import os
import select
import sys
import time

import machine
import rp2

from board_firmware import board_map, handover
from board_firmware.board import Board
from board_firmware.clock import Clock
from board_firmware.config import BoardConfig

TICK_MS = 5
"""A quarter of the 20 ms that the core allows: reading two expanders and writing one takes part of it."""
LISTEN_MS = 2
"""After every look the host is listened to for so long: ten bytes, and a look that took long starves nobody."""
COLLECT_LOOKS = 16
"""Garbage is collected after a look, before MicroPython does it in the middle of one. Measured on the emulated board:
a collection takes 9 ms; chosen so often that it never comes by itself in the middle of a look."""
LIGHT_LOOK_MS = 8
"""A look that took longer (it saved a record, or an operation began) leaves the garbage to the next one: both together
took more than the core's 20 ms on the emulated board."""
WATCHDOG_MS = 1000
"""Two hundred ticks: a program that has not ticked for so long hangs. Chosen; no shorter one was tried on a board."""
COUNTER_HZ = 20_000
"""Of the state machines that count. With 16 steps a pulse counts when it is still there after 0.8 ms: a tile in a
light barrier takes 10 ms and more (docs/hardware.md §6), a spike of a motor some microseconds."""
TUMBLE_MS = 1500
"""Chosen for the eye, not measured: the dice change so long before they show what was thrown."""
_IODIR, _PULL_UP, _LEVELS, _LATCH = 0x00, 0x0C, 0x12, 0x14
TRIAL_MS = 30_000
"""A firmware that was just brought and that nobody greets for so long gives the board back to whoever brought it."""
_LEAVE_MS = 50
"""The answer to LEAVE takes 5 ms on the wire: it must be out before the board restarts."""
# RP2040 data sheet §3.4: X becomes -1; ISR becomes the complement of X; what is in ISR goes to the program.
_X_IS_MINUS_ONE, _ISR_IS_NOT_X, _PUSH = 0xA02B, 0xA0C9, 0x8000


@rp2.asm_pio()
def _count_pulses() -> None:
    """Every pulse that lasts takes one from X; no name of this module is known while it is assembled."""
    label("rests")  # noqa: F821 - this and all below are words of MicroPython's assembler
    wait(1, pin, 0)[15]  # noqa: F821
    wait(0, pin, 0)[15]  # noqa: F821
    jmp(pin, "rests")  # noqa: F821 - high again: a spike, no tile
    jmp(x_dec, "rests")  # noqa: F821


class PulseCounter:
    """One counter of tiles: a state machine that goes on counting whatever the program does."""

    def __init__(self, number: int, gpio: int) -> None:
        pin = machine.Pin(gpio, machine.Pin.IN, machine.Pin.PULL_UP)
        self._machine = rp2.StateMachine(number, _count_pulses, freq=COUNTER_HZ, in_base=pin, jmp_pin=pin)
        self._machine.exec(_X_IS_MINUS_ONE)
        self._machine.active(1)

    def value(self) -> int:
        """Pulses since power-on."""
        self._machine.exec(_ISR_IS_NOT_X)
        self._machine.exec(_PUSH)
        return self._machine.get()


class PicoPins:
    """See `board_firmware.pins.Pins`. Levels hang on MCP23017 expanders, pulses and safety on the Pico itself."""

    def __init__(self) -> None:
        self._enable = machine.Pin(board_map.MOTOR_ENABLE, machine.Pin.OUT, value=0)
        self._stop = machine.Pin(board_map.EMERGENCY_STOP, machine.Pin.IN, machine.Pin.PULL_UP)
        sda, scl = machine.Pin(board_map.I2C_SDA), machine.Pin(board_map.I2C_SCL)
        self._bus = machine.I2C(0, sda=sda, scl=scl, freq=400_000)
        self._levels = {}
        self._read = {address: bytearray(2) for address in board_map.INPUTS}
        self._bits = dict.fromkeys(board_map.INPUTS, -1)
        self._shown = b""
        self._latches = dict.fromkeys(board_map.OUTPUTS, 0)
        self._places = {
            name: (address, 1 << bit) for address, names in board_map.OUTPUTS.items() for bit, name in enumerate(names)
        }
        self._counters = {}
        self._faces = {"die_1": 0, "die_2": 0}
        self._dice_until_ms = 0
        self._clock = Clock(self)
        for address in sorted(set(board_map.INPUTS) | set(board_map.OUTPUTS) | {board_map.DICE}):
            self._set_up(address)
        for number, name in enumerate(sorted(board_map.PULSES)):
            self._counters[name] = PulseCounter(number, board_map.PULSES[name])

    def refresh(self) -> None:
        """Read all expanders once; to be called before every tick of the core."""
        for address, raw in self._read.items():
            self._bus.readfrom_mem_into(address, _LEVELS, raw)
            bits = raw[0] | raw[1] << 8
            if bits != self._bits[address]:
                self._bits[address] = bits
                for bit, name in enumerate(board_map.INPUTS[address]):
                    self._levels[name] = 0 if bits >> bit & 1 else 1
        self._show_dice()

    def read(self, name: str) -> int:
        """Sensors pull their input low; the emergency stop's closed contact does too."""
        if name in self._levels:
            return self._levels[name]
        if name == "emergency_stop_closed":
            return 0 if self._stop.value() else 1
        if name == "dice_busy":
            return 1 if self._clock.look() < self._dice_until_ms else 0
        return self._counters[name].value()

    def write(self, name: str, value: int) -> None:
        """Motors by their expander, the relay by the Pico."""
        if name == "motor_enable":
            self._enable.value(value)
        elif name in self._faces:
            self._faces[name] = value
            self._dice_until_ms = self._clock.look() + TUMBLE_MS if value else 0
        else:
            self._write_motor(name, value)

    def ticks_ms(self) -> int:
        """MicroPython's own counter, which wraps at 2^30."""
        return time.ticks_ms()

    def throw_dice(self) -> "tuple[int, int]":
        """Even chances from the ring oscillator: bytes that do not divide by six are thrown away."""
        faces = []
        while len(faces) < 2:
            byte = os.urandom(1)[0]
            if byte < 252:
                faces.append(byte % 6 + 1)
        return (faces[0], faces[1])

    def load_record(self) -> bytes:
        """From flash."""
        return _read_file("record.bin")

    def save_record(self, record: bytes) -> None:
        """To flash: whole or not at all."""
        _write_file("record.bin", record)

    def _set_up(self, address: int) -> None:
        inputs = 0
        for bit, name in enumerate(board_map.INPUTS.get(address, ())):
            if name != board_map.FREE:
                inputs |= 1 << bit
        self._bus.writeto_mem(address, _LATCH, b"\x00\x00")
        self._bus.writeto_mem(address, _PULL_UP, bytes((inputs & 0xFF, inputs >> 8)))
        self._bus.writeto_mem(address, _IODIR, bytes((inputs & 0xFF, inputs >> 8)))

    def _write_motor(self, name: str, value: int) -> None:
        address, bit = self._places[name]
        latch = self._latches[address] | bit if value else self._latches[address] & ~bit
        if latch != self._latches[address]:
            self._latches[address] = latch
            self._bus.writeto_mem(address, _LATCH, bytes((latch & 0xFF, latch >> 8)))

    def _show_dice(self) -> None:
        faces = (self._faces["die_1"], self._faces["die_2"])
        if self.read("dice_busy"):
            faces = self.throw_dice()
        shown = bytes((board_map.FACES[faces[0]], board_map.FACES[faces[1]]))
        if shown != self._shown:
            self._shown = shown
            self._bus.writeto_mem(board_map.DICE, _LATCH, shown)


def _read_file(name: str) -> bytes:
    try:
        with open(name, "rb") as file:  # noqa: PTH123 - MicroPython has no pathlib
            return file.read()
    except OSError:
        return b""


def _write_file(name: str, data: bytes) -> None:
    with open(name + ".new", "wb") as file:  # noqa: PTH123 - MicroPython has no pathlib
        file.write(data)
    os.rename(name + ".new", name)  # noqa: PTH104 - MicroPython has no pathlib


def _next_boot_id() -> int:
    """One more than the last; anywhere on a flash that was wiped, so that no packet of an earlier life fits."""
    boot_id = int.from_bytes(_read_file("boot.bin") or os.urandom(2), "little") % 0xFFFF + 1
    _write_file("boot.bin", boot_id.to_bytes(2, "little"))
    return boot_id


def _firmware_hash() -> int:
    crc = 0
    for name in sorted(os.listdir("board_firmware")):  # noqa: PTH208 - MicroPython has no pathlib
        crc = binascii.crc32(_read_file("board_firmware/" + name), crc)
    return crc


def run() -> None:
    """Serve the host for ever; without motor supply when anything fails."""
    pins = PicoPins()
    try:
        _serve(pins)
    finally:
        pins.write("motor_enable", 0)


def _say(board: Board) -> None:
    output = board.take_output()
    if output:
        sys.stdout.buffer.write(output)


def _serve(pins: PicoPins) -> None:
    pins.refresh()
    cause = 2 if machine.reset_cause() == machine.WDT_RESET else 1
    board = Board(pins, BoardConfig(), _next_boot_id(), _firmware_hash(), cause)
    poll = select.poll()
    poll.register(sys.stdin, select.POLLIN)
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    is_on_trial = handover.is_on_trial()
    began = time.ticks_ms()
    next_tick = time.ticks_ms()
    looks = 0
    while True:
        # A host that never pauses must not keep the core from looking after its machine.
        left_ms = time.ticks_diff(next_tick, time.ticks_ms())
        while left_ms > 0 and poll.poll(left_ms):
            board.receive(sys.stdin.buffer.read(1))
            _say(board)
            left_ms = time.ticks_diff(next_tick, time.ticks_ms())
        if time.ticks_diff(next_tick, time.ticks_ms()) <= 0:
            look_began = time.ticks_ms()
            next_tick = time.ticks_add(look_began, TICK_MS)
            pins.refresh()
            board.tick()
            watchdog.feed()
            looks += 1
            if looks >= COLLECT_LOOKS and time.ticks_diff(time.ticks_ms(), look_began) < LIGHT_LOOK_MS:
                gc.collect()
                looks = 0
            if is_on_trial and board.greeted:
                is_on_trial = False
                handover.settle()
            elif is_on_trial and time.ticks_diff(time.ticks_ms(), began) > TRIAL_MS:
                machine.reset()
            if time.ticks_diff(next_tick, time.ticks_ms()) < LISTEN_MS:
                next_tick = time.ticks_add(time.ticks_ms(), LISTEN_MS)
        _say(board)
        if board.leaving:
            time.sleep_ms(_LEAVE_MS)
            handover.ask(handover.PROMPT)
            machine.reset()
