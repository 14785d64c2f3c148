"""Records what a board reads and does on CPython, so that another interpreter can be asked to do the same."""

from typing import Any

from board_bench import BoardBench

from board_firmware.machine_core import SENSORS
from hw_sim.machine.counters import COUNTERS


class SessionRecorder:
    """Listens to the board of a bench from its first byte on.

    Attributes:
        session: levels, times and bytes that the board got, as JSON takes them.
        done: the bytes, outputs and records that it gave.
    """

    def __init__(self, bench: BoardBench) -> None:
        self._bench = bench
        self._outputs: dict[str, int] = {}
        self._levels = self._read()
        self._wire = bytearray()
        firmware, pins = bench.board.firmware, bench.board._pins
        self.session: dict[str, Any] = {
            "boot_id": firmware.boot_id,
            "ms": pins.ticks_ms(),
            "levels": dict(self._levels),
            "record": bench.board.record.hex(),
            "throws": [],
            "steps": [],
        }
        self._writes: list[list[object]] = []
        self._records: list[str] = []
        self._wrap(firmware, "receive", self._before_receive)
        self._wrap(firmware, "tick", self._before_tick)
        self._wrap(pins, "write", self._note_write)
        self._wrap(pins, "save_record", lambda record: self._records.append(record.hex()))
        take, throw = firmware.take_output, pins.throw_dice

        def take_output() -> bytes:
            output = take()
            self._wire.extend(output)
            return output

        def throw_dice() -> tuple[int, int]:
            faces = throw()
            self.session["throws"].append(faces)
            self._levels["dice_busy"] = 1
            return faces

        firmware.take_output = take_output  # type: ignore[method-assign] # the recorder listens in
        pins.throw_dice = throw_dice  # type: ignore[method-assign] # the recorder listens in
        self._outputs = bench.mechanics.outputs.values

    @property
    def done(self) -> dict[str, Any]:
        """Outputs of one moment in the order of their names: MicroPython's dictionaries have no order."""
        return {"wire": self._wire.hex(), "writes": sorted(self._writes), "records": self._records}

    def _read(self) -> dict[str, int]:
        return {name: self._bench.mechanics.read(name) for name in (*SENSORS, *COUNTERS)}

    @staticmethod
    def _wrap(owner: object, name: str, note: Any) -> None:
        act = getattr(owner, name)

        def noted(*arguments: object) -> object:
            note(*arguments)
            return act(*arguments)

        setattr(owner, name, noted)

    def _before_receive(self, data: bytes) -> None:
        self._step(data.hex())

    def _before_tick(self) -> None:
        self._step(None)

    def _step(self, heard: str | None) -> None:
        levels = self._read()
        changes = {name: level for name, level in levels.items() if level != self._levels[name]}
        self._levels = levels
        self.session["steps"].append([self._bench.board._pins.ticks_ms(), changes, heard])

    def _note_write(self, name: str, value: int) -> None:
        if self._outputs.get(name) != value:
            self._outputs[name] = value
            self._writes.append([self._bench.board._pins.ticks_ms(), name, value])
