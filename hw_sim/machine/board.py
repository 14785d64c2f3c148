"""The simulated motor board: the firmware's own core, with the mechanics in place of the pins."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from board_firmware.board import Board
from board_firmware.config import BoardConfig
from board_firmware.memory import saved_form
from board_firmware.record import SET_A, SET_B, TableRecord
from board_firmware.travel_times import TravelTimes
from hw_sim.machine.mechanics import Mechanics
from mahjong_rules.set_names import SetName

TICK_S = 0.01
"""How often the firmware looks after its machine."""
# Five ticks: a longer pause is one of the simulating process, not of the board.
_MAX_TICK_S = 0.05


class BoardClock:
    """The board's time: real time, except that it stands still while the simulating process is held up.

    A real board has a processor of its own; a busy simulator must not look like a dead host to it.
    """

    def __init__(self, real_s: Callable[[], float]) -> None:
        self._real_s = real_s
        self._last_s = real_s()
        self._now_s = self._last_s

    def __call__(self) -> float:
        """Seconds."""
        real_s = self._real_s()
        self._now_s += min(real_s - self._last_s, _MAX_TICK_S)
        self._last_s = real_s
        return self._now_s


class MechanicsPins:
    """The pin layer over the mechanics (see `board_firmware.pins.Pins`). `now_s` is the board's time in seconds."""

    def __init__(self, mechanics: Mechanics, now_s: Callable[[], float], record: bytes = b"") -> None:
        self._mechanics = mechanics
        self._now_s = now_s
        self._record = record

    def read(self, name: str) -> int:
        """A sensor or counter."""
        return self._mechanics.read(name)

    def write(self, name: str, value: int) -> None:
        """An output."""
        self._mechanics.write(name, value)

    def ticks_ms(self) -> int:
        """The board's own time: only the mechanics is accelerated, never the protocol."""
        return int(self._now_s() * 1000)

    def throw_dice(self) -> tuple[int, int]:
        """The simulated table's chance."""
        return self._mechanics.throw_dice()

    def load_record(self) -> bytes:
        """The record survives a reset of the board."""
        return self._record

    def save_record(self, record: bytes) -> None:
        """See `load_record`."""
        self._record = record


class SimulatedBoard:
    """A board that is powered on: bytes in, bytes out, and a tick every `TICK_S`.

    Args:
        mechanics: the table it drives.
        now_s: real time, for example `asyncio.get_running_loop().time`.
        config: the board's machine settings.
        boot_id: number of this boot, 1 to 65535.
        record: what its flash holds from an earlier life; b"" for a new board, None for one that has counted the tiles.
    """

    def __init__(
        self,
        mechanics: Mechanics,
        now_s: Callable[[], float],
        config: BoardConfig | None = None,
        boot_id: int = 1,
        record: bytes | None = None,
    ) -> None:
        self.mechanics = mechanics
        self._now_s = BoardClock(now_s)
        self._config = config or BoardConfig()
        self._pins = MechanicsPins(mechanics, self._now_s, counted_record(mechanics) if record is None else record)
        self._powered = True
        mechanics.update(self._now_s())
        self.firmware = Board(self._pins, self._config, boot_id)

    @property
    def now_s(self) -> float:
        """The board's own time, which stands still while the simulating process is held up."""
        return self._now_s()

    @property
    def record(self) -> bytes:
        """What its flash holds."""
        return self._pins.load_record()

    def receive(self, data: bytes) -> None:
        """Bytes from the host."""
        self.mechanics.update(self._now_s())
        if self._powered:
            self.firmware.receive(data)

    def tick(self) -> None:
        """Let the mechanics move, then let the firmware look."""
        self.mechanics.update(self._now_s())
        if self._powered:
            self.firmware.tick()

    def take_output(self) -> bytes:
        """Bytes for the host since the last call."""
        return self.firmware.take_output() if self._powered else b""

    def reset(self) -> None:
        """Press the board's reset button: outputs off, memory lost but for the saved record."""
        self._boot(reset_cause=3)

    def cut_power(self) -> None:
        """A brown-out begins: no output drives anything, and the board hears, says and counts nothing."""
        self.mechanics.update(self._now_s())
        self.mechanics.outputs.release()
        self._powered = False

    def restore_power(self) -> None:
        """The brown-out is over: the board starts with nothing but its saved record."""
        self._powered = True
        self._boot(reset_cause=1)

    def _boot(self, reset_cause: int) -> None:
        self.firmware = Board(self._pins, self._config, self.firmware.boot_id % 0xFFFF + 1, reset_cause=reset_cause)


def counted_record(mechanics: Mechanics) -> bytes:
    """What the flash of a board holds that has counted all the tiles in these hoppers."""
    table = TableRecord()
    for number, tile_set in ((SET_A, SetName.A), (SET_B, SetName.B)):
        table.set_has(number, mechanics.tiles_of(tile_set))
        table.set_is_in(number)
    return saved_form(table.to_bytes(), TravelTimes(b"").as_bytes)


def report_failure(task: asyncio.Task[None]) -> None:
    """Done-callback of the task that runs a board: its failure must not pass unseen."""
    error = None if task.cancelled() else task.exception()
    if error is not None:
        task.get_loop().call_exception_handler({"message": f"{task.get_name()} failed", "exception": error})
