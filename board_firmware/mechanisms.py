"""One step of one mechanism each: begin it, look after it at every tick, until its sensors say it is done.

Rules this file keeps:
* A step ends by its sensor, never by time; time only says that it is stuck.
* A sensor counts when it has read the same for `SETTLE_MS`: one that chatters must not end a motion too early.
* A step may be begun anywhere in its travel: it states a goal.
* Lifts move only while the dome is down, the dome rises only while the lifts are up.
"""

from board_firmware import protocol as p
from board_firmware.motors import SIDES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from board_firmware.config import BoardConfig
    from board_firmware.motors import MotorBank
    from board_firmware.pins import Pins
    from board_firmware.record import TableRecord


SETTLE_MS = 100


class MechanismError(Exception):
    """A mechanism did not do as told: fault code and mechanism number."""

    def __init__(self, code: int, mechanism: int) -> None:
        super().__init__(code, mechanism)
        self.code = code
        self.mechanism = mechanism


class Hardware:
    """What a step works with: pins, motors, limits, the record of the tiles and the shown dice."""

    def __init__(self, pins: "Pins", motors: "MotorBank", config: "BoardConfig", record: "TableRecord") -> None:
        self.pins = pins
        self.motors = motors
        self.config = config
        self.record = record
        self.dice = (0, 0)
        self.rails_tiles = 0
        self._last_counts: dict[str, int] = {}

    def all_of(self, pattern: str) -> bool:
        """Whether the sensor of this name reads 1 on all four sides ("{}" stands for the side)."""
        return all(self.pins.read(pattern.format(side)) for side in SIDES)

    def pulses(self, counter: str) -> int:
        """Pulses of a counter since the last call."""
        value = self.pins.read(counter)
        new = value - self._last_counts.get(counter, value)
        self._last_counts[counter] = value
        return new

    def show_dice(self, first: int, second: int) -> None:
        """Give the dice box two faces to show, or 0 and 0 for dark."""
        self.pins.write("die_1", first)
        self.pins.write("die_2", second)


class Step:
    """Base of all steps. Subclasses set the limit and the fault that says they are stuck."""

    limit_name = "dome_limit_ms"
    fault = p.FAULT_DOME_TIMEOUT

    def __init__(self, hardware: Hardware) -> None:
        self.hardware = hardware
        self.since_ms = 0
        self._there_ms: int | None = None

    def begin(self, now_ms: int) -> None:
        """Called once, before the first `tick`."""
        self.since_ms = now_ms

    def tick(self, now_ms: int) -> bool:
        """Go on; True when the goal has been reached for a while and the motors of this step are off.

        Raises:
            MechanismError: it took longer than it may, or sensors contradict each other.
        """
        late = now_ms - self.since_ms > self.hardware.config[self.limit_name]
        stuck = self.drive(now_ms)
        if stuck is not None and late:
            raise MechanismError(self.fault, stuck)
        if stuck is not None:
            self._there_ms = None
            return False
        if self._there_ms is None:
            self._there_ms = now_ms
        if now_ms - self._there_ms < SETTLE_MS:
            return False
        self.arrive()
        return True

    def drive(self, now_ms: int) -> "int | None":  # noqa: ARG002 - the base step has nothing to drive
        """Switch the motors as the sensors say; None when done, else the number of a mechanism not there yet."""
        return None

    def arrive(self) -> None:
        """Called once, when the goal is reached: note what that means for the tiles."""

    def progress(self) -> "tuple[int, int] | None":
        """(done, of) where that can be counted."""
        return None


class MoveDome(Step):
    """The dome to its upper or lower stop."""

    def __init__(self, hardware: Hardware, up: bool) -> None:
        super().__init__(hardware)
        self._up = up

    def begin(self, now_ms: int) -> None:
        """Dark dice once the next deal is being prepared; what lies on the table is no deal any more."""
        super().begin(now_ms)
        if self._up:
            self.hardware.record.clearing_begins()
            self.hardware.dice = (0, 0)
            self.hardware.show_dice(0, 0)

    def drive(self, now_ms: int) -> "int | None":
        """See `Step.drive`."""
        pins, motors = self.hardware.pins, self.hardware.motors
        top, bottom = pins.read("dome_top"), pins.read("dome_bottom")
        if top and bottom:
            raise MechanismError(p.FAULT_SENSOR_CONFLICT, p.MECHANISM_DOME)
        motor = "dome_up" if self._up else "dome_down"
        if top if self._up else bottom:
            motors.off(motor)
            return None
        if self._up and not self.hardware.all_of("lift_{}_top"):
            raise MechanismError(p.FAULT_SENSOR_CONFLICT, p.MECHANISM_LIFT)
        motors.on(motor, now_ms)
        return p.MECHANISM_DOME


class MoveLifts(Step):
    """Lifts level with the felt (up) or down to the rails: all four, or those of `sides`."""

    limit_name = "lift_limit_ms"
    fault = p.FAULT_LIFT_TIMEOUT

    def __init__(self, hardware: Hardware, up: bool, sides: "Sequence[int]" = SIDES) -> None:
        super().__init__(hardware)
        self._up = up
        self._sides = sides

    def drive(self, now_ms: int) -> "int | None":
        """See `Step.drive`."""
        pins, motors = self.hardware.pins, self.hardware.motors
        if not pins.read("dome_bottom"):
            raise MechanismError(p.FAULT_SENSOR_CONFLICT, p.MECHANISM_DOME)
        direction, stop = ("up", "top") if self._up else ("down", "bottom")
        missing = None
        for side in self._sides:
            top, bottom = pins.read(f"lift_{side}_top"), pins.read(f"lift_{side}_bottom")
            if top and bottom:
                raise MechanismError(p.FAULT_SENSOR_CONFLICT, p.MECHANISM_LIFT + side)
            if pins.read(f"lift_{side}_{stop}"):
                motors.off(f"lift_{side}_{direction}")
            else:
                motors.on(f"lift_{side}_{direction}", now_ms)
                missing = p.MECHANISM_LIFT + side if missing is None else missing
        return missing

    def arrive(self) -> None:
        """What the lifts carried stands on the table."""
        if self._up:
            self.hardware.record.lifts_at_top()


class LoadTrays(Step):
    """The built walls from the rails onto the lowered lifts."""

    limit_name = "push_limit_ms"
    fault = p.FAULT_PUSH_TIMEOUT

    def begin(self, now_ms: int) -> None:
        """From here on the lifts carry something."""
        super().begin(now_ms)
        if self.hardware.record.rails_complete:
            self.hardware.record.loading_begins()

    def drive(self, now_ms: int) -> "int | None":
        """See `Step.drive`."""
        missing = None
        for side in SIDES:
            if self.hardware.pins.read(f"tray_{side}_loaded"):
                self.hardware.motors.off(f"pusher_{side}")
            else:
                self.hardware.motors.on(f"pusher_{side}", now_ms)
                missing = p.MECHANISM_PUSHER + side if missing is None else missing
        return missing

    def arrive(self) -> None:
        """The rails are free."""
        self.hardware.record.loading_ends()


class BuildWalls(Step):
    """Disc and heads stack one set; each head stops when its rail is full."""

    limit_name = "build_limit_ms"
    fault = p.FAULT_BUILD_TIMEOUT

    def __init__(self, hardware: Hardware, tile_set: int) -> None:
        super().__init__(hardware)
        self._tile_set = tile_set

    def begin(self, now_ms: int) -> None:
        """Open the right hopper; a build that was cut off goes on where it stopped."""
        super().begin(now_ms)
        record = self.hardware.record
        if not record.rails_set:
            for side in SIDES:
                self.hardware.pulses(f"head_{side}_tiles")
            self.hardware.rails_tiles = 0
        record.build_begins(self._tile_set)
        self.hardware.pins.write("hopper_b", 1 if self._tile_set == 2 else 0)

    def drive(self, now_ms: int) -> "int | None":
        """See `Step.drive`."""
        pins, motors = self.hardware.pins, self.hardware.motors
        missing = None
        for side in SIDES:
            self.hardware.rails_tiles += self.hardware.pulses(f"head_{side}_tiles")
            if pins.read(f"rail_{side}_full"):
                motors.off(f"head_{side}")
            else:
                motors.on(f"head_{side}", now_ms)
                missing = p.MECHANISM_HEAD + side if missing is None else missing
        if missing is None:
            motors.off("disc")
        else:
            motors.on("disc", now_ms)
        return missing

    def arrive(self) -> None:
        """All four walls stand."""
        self.hardware.record.build_ends()

    def progress(self) -> "tuple[int, int] | None":
        """Tiles stacked."""
        tile_count = self.hardware.config["tile_count"]
        return (min(self.hardware.rails_tiles, tile_count), tile_count)


class ThrowDice(Step):
    """Two dice; done when the dice box has stopped tumbling."""

    limit_name = "dice_limit_ms"
    fault = p.FAULT_DICE_TIMEOUT

    def begin(self, now_ms: int) -> None:
        """Throw."""
        super().begin(now_ms)
        self._faces = self.hardware.pins.throw_dice()
        self.hardware.show_dice(self._faces[0], self._faces[1])

    def drive(self, now_ms: int) -> "int | None":  # noqa: ARG002 - the dice box keeps its own time
        """See `Step.drive`."""
        if self.hardware.pins.read("dice_busy"):
            return p.MECHANISM_DICE
        return None

    def arrive(self) -> None:
        """These faces count."""
        self.hardware.dice = self._faces
