"""The core's own time, added up from a counter that wraps, and the lease that runs out in it.

Rules this file keeps:
* Time never goes back and never stands still for a wrap: at 2^30 (MicroPython on a Pico), 2^31, 2^32, signed or not.
* A counter that went back says nothing about the time that passed. It reads as one that has almost wrapped, so that
  twelve days seem to have passed and every timer runs out: motors stop, none runs longer.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from board_firmware.pins import Pins

_WRAP_MASK = (1 << 30) - 1
"""Where MicroPython's `time.ticks_ms` wraps on a Pico; a wrap at a higher power of two leaves the same differences."""


class Clock:
    """Milliseconds since the core was made.

    Attributes:
        now_ms: the time at the last look, from 0.
    """

    def __init__(self, pins: "Pins") -> None:
        self._pins = pins
        self._ticks = pins.ticks_ms()
        self.now_ms = 0

    def look(self) -> int:
        """What time it is; to be called at least once in twelve days."""
        ticks = self._pins.ticks_ms()
        self.now_ms += (ticks - self._ticks) & _WRAP_MASK
        self._ticks = ticks
        return self.now_ms


class Lease:
    """The dead man: how long the host has not been heard.

    Attributes:
        clock: the time it runs out in.
    """

    def __init__(self, clock: Clock, limit_ms: int) -> None:
        self.clock = clock
        self._limit_ms = limit_ms
        self._renewed_ms = clock.now_ms

    def renew(self) -> None:
        """The host has been heard."""
        self._renewed_ms = self.clock.look()

    def has_run_out(self) -> bool:
        """Whether it was not renewed for longer than its limit."""
        return self.clock.look() - self._renewed_ms > self._limit_ms
