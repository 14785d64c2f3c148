"""What every step of a mechanism has in common: its motors, how long they may take, and what happens when one is stuck.

Rules this file keeps:
* A step ends by its sensors, never by time; time only says that something is stuck.
* A sensor counts when it has read the same for `SETTLE_MS`: one that chatters must not end a motion too early.
* A step may be begun anywhere in its travel: it states a goal.
* What can pinch (lifts, dome) goes back a little when it is stuck, before the fault latches: what was caught is free.
"""

from board_firmware import protocol as p
from board_firmware.motors import at_sides, opposite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from board_firmware.config import BoardConfig
    from board_firmware.motors import MotorBank
    from board_firmware.pins import Pins
    from board_firmware.record import TableRecord
    from board_firmware.travel_times import TravelTimes

SETTLE_MS = 100
"""Separates a stop that is reached from a switch that chatters on the way. Chosen; twenty ticks of 5 ms."""
INRUSH_MS = 150
"""A motor that starts takes as much current as one that is held up, for so long. Chosen, not measured on a table."""
STALL_MS = 100
"""So long without a break says that a motor is held up, and not that a bearing was stiff. Chosen, not measured."""
BACK_OFF_MS = 300
"""Frees a finger: a tenth of a lift's way, which takes about 3 s. Chosen for the simulated mechanics."""
USUAL_SIZE = 136
"""Tiles of a set whose walls end at the second of four light barriers; those of a smaller set end at the first."""
LONG_SIZE = 144
"""The walls of a set of up to so many tiles end at the third one, of a larger set at the fourth."""
LIFT_TOPS = at_sides("lift_{}_top")
LIFT_BOTTOMS = at_sides("lift_{}_bottom")
RAILS_FULL = at_sides("rail_{}_full")
TRAYS_LOADED = at_sides("tray_{}_loaded")


class MechanismError(Exception):
    """A mechanism did not do as told: fault code and mechanism number."""

    def __init__(self, code: int, mechanism: int) -> None:
        super().__init__(code, mechanism)
        self.code = code
        self.mechanism = mechanism


class Hardware:
    """What a step works with: pins, motors, limits, usual times, the record of the tiles and the shown dice.

    `notices` collects what people should hear of although nothing stops: (code, mechanism, value, usual).
    """

    def __init__(
        self, pins: "Pins", motors: "MotorBank", config: "BoardConfig", record: "TableRecord", travel: "TravelTimes"
    ) -> None:
        self.pins = pins
        self.motors = motors
        self.config = config
        self.record = record
        self.travel = travel
        self.dice = (0, 0)
        self.rails_tiles = 0
        self.notices: list[tuple[int, int, int, int]] = []
        self._last_counts: dict[str, int] = {}

    def all_of(self, sensors: "tuple[str, ...]") -> bool:
        """Whether all of these sensors read 1."""
        for name in sensors:  # noqa: SIM110 - a generator is garbage at every look
            if not self.pins.read(name):
                return False
        return True

    def pulses(self, counter: str) -> int:
        """Pulses of a counter since the last call."""
        value = self.pins.read(counter)
        new = value - self._last_counts.get(counter, value)
        self._last_counts[counter] = value
        return new

    def choose_barriers(self) -> None:
        """Read at each rail the light barrier at which the wall of the set there ends."""
        size = self.record.sizes[self.record.rails_set]
        self.pins.write("rails_short", 1 if 0 < size < USUAL_SIZE or size > LONG_SIZE else 0)
        self.pins.write("rails_long", 1 if size > USUAL_SIZE else 0)

    def show_dice(self, first: int, second: int) -> None:
        """Give the dice box two faces to show, or 0 and 0 for dark."""
        self.pins.write("die_1", first)
        self.pins.write("die_2", second)


class Drive:
    """One motor in one step: since when it runs, when it is stuck or arrived, whether it began at the other stop."""

    def __init__(self, motor: str, mechanism: int, began_ms: int, whole: bool, stuck_ms: int) -> None:
        self.motor = motor
        self.stuck_ms = stuck_ms
        self.mechanism = mechanism
        self.began_ms = began_ms
        self.whole = whole
        self.arrived_ms: int | None = None
        self.overload = motor[: motor.rfind("_")] + "_overload" if opposite(motor) else ""
        self.overloaded_ms: int | None = None


class MechanismStep:
    """Base of all steps. Subclasses set the limit and the fault that says they are stuck."""

    limit_name = "dome_limit_ms"
    fault = p.FAULT_DOME_TIMEOUT

    def __init__(self, hardware: Hardware) -> None:
        self.hardware = hardware
        self.since_ms = 0
        self._there_ms: int | None = None
        self._drives: list[Drive] = []
        self._held_up: MechanismError | None = None
        self._back_motor = ""
        self._back_until_ms = 0

    def begin(self, now_ms: int) -> None:
        """Called once, before the first `tick`."""
        self.since_ms = now_ms

    def tick(self, now_ms: int) -> bool:
        """Go on; True when the goal has been reached for a while and the motors of this step are off.

        Raises:
            MechanismError: it took longer than it may, something is held up, or sensors contradict each other.
        """
        if self._held_up is not None:
            self._go_back(self._held_up, now_ms)
            return False
        missing = self.drive(now_ms)
        if missing is not None:
            self._there_ms = None
            self._watch(missing, now_ms)
            return False
        if self._there_ms is None:
            self._there_ms = now_ms
        if now_ms - self._there_ms < SETTLE_MS:
            return False
        self._learn()
        self.arrive()
        return True

    def drive(self, now_ms: int) -> "int | None":  # noqa: ARG002 - the base step has nothing to drive
        """Switch the motors as the sensors say; None when done, else the number of a mechanism not there yet."""
        return None

    def arrive(self) -> None:
        """Called once, when the goal is reached: note what that means for the tiles."""

    def may_go_back(self) -> bool:
        """Whether what is held up may be driven the other way now."""
        return False

    def progress(self) -> "tuple[int, int] | None":
        """(done, of) where that can be counted."""
        return None

    def run(self, motor: str, mechanism: int, there: bool, whole: bool, now_ms: int) -> "int | None":
        """Let a motor run until its sensor says `there`; its mechanism as long as that is not so.

        `whole` is whether the travel begins at the other stop; only the first call counts.
        """
        drive = self._drive_of(motor)
        if drive is None:
            stuck_ms = self.hardware.travel.stuck_after_ms(motor, self.hardware.config[self.limit_name])
            drive = Drive(motor, mechanism, now_ms, whole and not there, stuck_ms)
            self._drives.append(drive)
        if there:
            self.hardware.motors.off(motor)
            if drive.arrived_ms is None:
                drive.arrived_ms = now_ms
            return None
        drive.arrived_ms = None
        self.hardware.motors.on(motor, now_ms)
        return mechanism

    def _drive_of(self, motor: str) -> "Drive | None":
        for drive in self._drives:
            if drive.motor == motor:
                return drive
        return None

    def _watch(self, missing: int, now_ms: int) -> None:
        limit_ms = self.hardware.config[self.limit_name]
        for drive in self._drives:
            if drive.arrived_ms is not None:
                continue
            if self._is_held_up(drive, now_ms):
                self._stop_and_back_off(p.FAULT_STALLED, drive, now_ms)
                return
            if now_ms - drive.began_ms > drive.stuck_ms:
                self.hardware.travel.forget(drive.motor)
                self._stop_and_back_off(self.fault, drive, now_ms)
                return
        if now_ms - self.since_ms > limit_ms:
            raise MechanismError(self.fault, missing)

    def _is_held_up(self, drive: Drive, now_ms: int) -> bool:
        """Whether the motor has taken the current of a blocked one for a while."""
        if not drive.overload or now_ms - drive.began_ms < INRUSH_MS or not self.hardware.pins.read(drive.overload):
            drive.overloaded_ms = None
            return False
        if drive.overloaded_ms is None:
            drive.overloaded_ms = now_ms
        return now_ms - drive.overloaded_ms >= STALL_MS

    def _stop_and_back_off(self, code: int, stuck: Drive, now_ms: int) -> None:
        for drive in self._drives:
            self.hardware.motors.off(drive.motor)
        self._held_up = MechanismError(code, stuck.mechanism)
        self._back_motor = opposite(stuck.motor)
        self._back_until_ms = now_ms + BACK_OFF_MS
        self._go_back(self._held_up, now_ms)

    def _go_back(self, why: MechanismError, now_ms: int) -> None:
        motor = self._back_motor
        if not motor or now_ms >= self._back_until_ms or not self.may_go_back() or self._is_at_stop(motor):
            if motor:
                self.hardware.motors.off(motor)
            raise why
        self.hardware.motors.on(motor, now_ms)

    def _is_at_stop(self, motor: str) -> bool:
        stop = "_top" if motor.endswith("_up") else "_bottom"
        return bool(self.hardware.pins.read(motor[: motor.rfind("_")] + stop))

    def _learn(self) -> None:
        travel = self.hardware.travel
        for drive in self._drives:
            if not drive.whole or drive.arrived_ms is None:
                continue
            usual_ms, took_ms = travel.usual_ms(drive.motor), drive.arrived_ms - drive.began_ms
            if travel.learn(drive.motor, took_ms):
                self.hardware.notices.append((p.NOTICE_SLOW, drive.mechanism, took_ms // 10, usual_ms // 10))
