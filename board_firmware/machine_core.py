"""The table machine: what it is doing, and why it stopped.

Rules this file keeps:
* Boot is disarmed. Armed it stays only while the lease is renewed.
* A fault switches every motor off at once and latches; the first one counts, until CLEAR names it.
* After anything that cut a motion short nothing moves but HOME.
* Fewer count as a set only when a person says so of the number that was counted, with the dome up and nothing moving.
* How many tiles a set has may change while it is neither on the rails nor on the lifts, never below what is inside.
* More tiles inside than a set has is a fault, after a power cut too; clearing it makes the set complete again.
* Two operations may run at a time: one that builds inside, one of what people can touch.
* A step begins in one look and drives from the next one on: what it changes in the record is saved while its motors
  stand. A flash that is erased stops every look for 45 ms, 400 at worst.
"""

from board_firmware import protocol as p
from board_firmware.admission import (
    ALONE,
    INSIDE,
    MAY,
    TABLE,
    count_objection,
    group_of,
    malformed,
    objection,
    size_objection,
    steps_for,
)
from board_firmware.clock import Clock, Lease
from board_firmware.codec import read_u16, read_u32, u16
from board_firmware.drop_ring import DropRing
from board_firmware.memory import Memory
from board_firmware.motors import SIDES, MotorBank, mechanism_of, motor_limits_ms
from board_firmware.record import MAX_SET_TILES, SET_A, SET_B, TableRecord
from board_firmware.steps import Hardware, MechanismError
from board_firmware.travel_times import TravelTimes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from board_firmware.config import BoardConfig
    from board_firmware.pins import Pins
    from board_firmware.steps import MechanismStep

_PROGRESS_MS = 200
"""docs/serial_link.md §6: at most five reports a second, more than an eye wants of a bar that grows."""
_MAX_HISTORY = 16
"""docs/serial_link.md §6: commands in a fault's report; 16 x 3 bytes leave room in a payload of 96."""

SENSORS = ["emergency_stop_closed", "dome_top", "dome_bottom", "dice_busy"] + [
    f"{name}_{side}_{state}"
    for name, state in (("lift", "top"), ("lift", "bottom"), ("rail", "full"), ("tray", "loaded"), ("lift", "overload"))
    for side in SIDES
]
SENSORS.append("dome_overload")
"""Bit 0 onwards of a fault's sensor snapshot."""


class LatchedFault:
    """Why the machine stopped."""

    def __init__(self, fault_id: int, code: int, mechanism: int, sensors: int) -> None:
        self.fault_id = fault_id
        self.code = code
        self.mechanism = mechanism
        self.sensors = sensors


class Operation:
    """A goal on its way: its number, its verb and the steps still to do."""

    def __init__(self, op_id: int, verb: int, steps: "list[MechanismStep]") -> None:
        self.op_id = op_id
        self.verb = verb
        self.steps = steps
        self.begun = False
        self.reported: tuple[int, int] | None = None
        self.reported_ms = -_PROGRESS_MS


class Machine:
    """All mechanisms together.

    `emit(kind, op_id, data)` is called when something happens that the host should hear of.
    """

    def __init__(self, pins: "Pins", config: "BoardConfig", emit: "Callable[[int, int, bytes], None]") -> None:
        self._pins = pins
        self._config = config
        self._emit = emit
        self.lease = Lease(Clock(pins), config["lease_ms"])
        self._memory = Memory(pins)
        self.record = TableRecord(self._memory.table)
        self.motors = MotorBank(pins, motor_limits_ms(config))
        self.hardware = Hardware(pins, self.motors, config, self.record, TravelTimes(self._memory.times))
        self.armed = False
        self.homed = False
        self.fault: LatchedFault | None = None
        self.operations: list[Operation | None] = [None, None]
        self.history: list[tuple[int, int]] = []
        self._faults = 0
        self._ring = DropRing(self.hardware)
        self.hardware.choose_barriers()

    def command(self, op_id: int, verb: int, args: bytes, is_foreign: bool = False) -> "tuple[int, int]":
        """Carry out a command once: (result, which interlock or 0).

        `is_foreign`: another session armed the machine. Its lease keeps up what moves: no ARM takes that over.
        """
        self.history.append((verb, op_id))
        self.history = self.history[-_MAX_HISTORY:]
        if verb == p.STATUS:
            return (p.DONE, 0)
        if verb == p.DISARM:
            self.disarm()
            return (p.DONE, 0)
        if verb in (p.ARM, p.CLEAR):
            return (self._arm(args, is_foreign) if verb == p.ARM else self._clear(args), 0)
        if verb in (p.COMPLETE, p.SIZE, p.LEAVE):
            return self._told(verb, args)
        if p.HOME <= verb <= p.SELF_TEST:
            return self._pursue(op_id, verb, args)
        return (p.UNKNOWN_VERB, 0)

    def watch_lease(self) -> None:
        """Let a lease that has run out end now, so that nothing heard later can renew it."""
        if self.armed and self.lease.has_run_out():
            self._lease_expired()

    def stop(self) -> None:
        """The host's STOP: valid in any state."""
        self._latch(p.FAULT_STOPPED, p.MECHANISM_NONE)

    def disarm(self) -> None:
        """All motors off without a fault; what was under way must be homed."""
        self.armed = False
        self._cut_off()

    def tick(self) -> None:
        """Look after everything; to be called at least every 20 ms."""
        now_ms = self.lease.clock.look()
        self._count_drops(now_ms)
        self._guard(now_ms)
        for group in (INSIDE, TABLE):
            operation = self.operations[group]
            if operation is not None:
                self._drive(group, operation, now_ms)
        self._tell_notices()
        idle = self.operations == [None, None]
        self._memory.keep(self.record.to_bytes(), self.hardware.travel.as_bytes, idle, now_ms)

    def _arm(self, args: bytes, is_foreign: bool) -> int:
        if len(args) != 4:
            return p.BAD_ARGUMENT
        if is_foreign and self._is_moving():
            return p.BUSY
        if read_u32(args, 0) != self._config.hash():
            return p.CONFIG_DIFFERS
        if self.fault is not None:
            return p.FAULTED
        if not self._pins.read("emergency_stop_closed"):
            return p.ESTOP_OPEN
        self.lease.renew()
        self.armed = True
        self._pins.write("motor_enable", 1)
        return p.DONE

    def _is_moving(self) -> bool:
        """Whether a motion is under way."""
        return self.operations != [None, None]

    def _clear(self, args: bytes) -> int:
        if len(args) != 2:
            return p.BAD_ARGUMENT
        if self.fault is None:
            return p.DONE if read_u16(args, 0) == self._faults else p.WRONG_FAULT
        if read_u16(args, 0) != self.fault.fault_id:
            return p.WRONG_FAULT
        if not self._pins.read("emergency_stop_closed"):
            return p.ESTOP_OPEN
        if self.fault.code == p.FAULT_TILE_SURPLUS:
            self.record.surplus_looked_at()
            self._emit(p.EVENT_COUNTS, 0, b"")
        self.fault = None
        return p.DONE

    def _complete(self, args: bytes) -> "tuple[int, int]":
        if len(args) != 2 or args[0] not in (SET_A, SET_B):
            return (p.BAD_ARGUMENT, 0)
        if self.fault is not None:
            return (p.FAULTED, 0)
        if self.operations[TABLE] is not None:
            return (p.BUSY, 0)
        result, lock = count_objection(self.hardware, args[0], args[1])
        if result != MAY:
            return (result, lock)
        self.record.set_is_in(args[0])
        self._emit(p.EVENT_COUNTS, 0, b"")
        return (p.DONE, 0)

    def _size(self, args: bytes) -> "tuple[int, int]":
        if len(args) != 2 or args[0] not in (SET_A, SET_B) or not 0 < args[1] <= MAX_SET_TILES or args[1] % 4:
            return (p.BAD_ARGUMENT, 0)
        if self.fault is not None:
            return (p.FAULTED, 0)
        if self.operations[TABLE] is not None:
            return (p.BUSY, 0)
        result, lock = size_objection(self.record, args[0], args[1])
        if result != MAY:
            return (result, lock)
        self.record.set_has(args[0], args[1])
        self._emit(p.EVENT_COUNTS, 0, b"")
        return (p.DONE, 0)

    def _told(self, verb: int, args: bytes) -> "tuple[int, int]":
        if verb == p.LEAVE:
            return self._leave()
        return self._complete(args) if verb == p.COMPLETE else self._size(args)

    def _leave(self) -> "tuple[int, int]":
        if self._is_moving():
            return (p.BUSY, 0)
        if self.record.on_table or self.record.loaded_set:
            return (p.INTERLOCK, p.LOCK_TILES_ON_TABLE)
        self.disarm()
        return (p.DONE, 0)

    def _pursue(self, op_id: int, verb: int, args: bytes) -> "tuple[int, int]":
        if malformed(self.hardware, verb, args):
            return (p.BAD_ARGUMENT, 0)
        unready = self._unready(verb)
        if unready:
            return (unready, 0)
        result, lock = objection(self.hardware, verb, args)
        if result != MAY:
            return (result, lock)
        self.operations[group_of(verb)] = Operation(op_id, verb, steps_for(self.hardware, verb, args))
        if verb == p.HOME:
            self.homed = False
        return (p.ACCEPTED, 0)

    def _unready(self, verb: int) -> int:
        if self.fault is not None:
            return p.FAULTED
        if not self.armed:
            return p.NOT_ARMED
        if not self.homed and verb != p.HOME:
            return p.NEEDS_HOMING
        return p.BUSY if self._busy(verb) else 0

    def _busy(self, verb: int) -> bool:
        running = [operation for operation in self.operations if operation is not None]
        if verb in ALONE or any(operation.verb in ALONE for operation in running):
            return bool(running)
        return self.operations[group_of(verb)] is not None

    def _guard(self, now_ms: int) -> None:
        if not self._pins.read("emergency_stop_closed"):
            if self.armed:
                self._latch(p.FAULT_EMERGENCY_STOP, p.MECHANISM_NONE)
            return
        self.watch_lease()
        overdue = self.motors.overdue(now_ms)
        if overdue:
            self._latch(p.FAULT_MOTOR_LIMIT, mechanism_of(overdue))

    def _lease_expired(self) -> None:
        if self.operations == [None, None]:
            self.disarm()
        else:
            self._latch(p.FAULT_LEASE_EXPIRED, p.MECHANISM_NONE)

    def _count_drops(self, now_ms: int) -> None:
        if self._ring.count(now_ms):
            self._emit(p.EVENT_COUNTS, 0, b"")
        if self.fault is None and self.record.has_surplus():
            self._latch(p.FAULT_TILE_SURPLUS, p.MECHANISM_NONE)

    def _drive(self, group: int, operation: Operation, now_ms: int) -> None:
        step = operation.steps[0]
        try:
            if not operation.begun:
                operation.begun = True
                step.begin(now_ms)
                return
            reached = step.tick(now_ms)
        except MechanismError as fault:
            self._latch(fault.code, fault.mechanism)
            return
        self._report(operation, step, now_ms)
        if not reached:
            return
        operation.steps.pop(0)
        operation.begun = False
        if not operation.steps:
            self.operations[group] = None
            if operation.verb == p.HOME:
                self.homed = True
            self._emit(p.EVENT_DONE, operation.op_id, b"")

    def _report(self, operation: Operation, step: "MechanismStep", now_ms: int) -> None:
        if now_ms - operation.reported_ms < _PROGRESS_MS:
            return
        progress = step.progress()
        if progress is None or progress == operation.reported:
            return
        operation.reported = progress
        operation.reported_ms = now_ms
        self._emit(p.EVENT_PROGRESS, operation.op_id, bytes(progress))

    def _tell_notices(self) -> None:
        while self.hardware.notices:
            code, mechanism, value, usual = self.hardware.notices.pop(0)
            self._emit(p.EVENT_NOTICE, 0, bytes((code, mechanism)) + u16(value) + u16(usual))

    def _latch(self, code: int, mechanism: int) -> None:
        if self.fault is None:
            self._faults = self._faults % 0xFFFF + 1
            self.fault = LatchedFault(self._faults, code, mechanism, self._sensor_bits())
            self.disarm()
            self._emit(p.EVENT_FAULT, 0, b"")
        self.disarm()

    def _cut_off(self) -> None:
        self.motors.all_off()
        if self.operations != [None, None]:
            self.homed = False
        self.operations = [None, None]

    def _sensor_bits(self) -> int:
        bits = 0
        for number, name in enumerate(SENSORS):
            if self._pins.read(name):
                bits |= 1 << number
        return bits
