"""One step of one mechanism each: begin it, look after it at every tick, until its sensors say it is done.

Rules this file keeps:
* Lifts move only while the dome is down, the dome rises only while the lifts are up.
* What all steps share (limits, settling, backing off, learning) is in `steps`.
"""

from board_firmware import protocol as p
from board_firmware.motors import HEADS, LIFTS_DOWN, LIFTS_UP, PUSHERS, SIDES, at_sides
from board_firmware.steps import (
    LIFT_BOTTOMS,
    LIFT_TOPS,
    RAILS_FULL,
    TRAYS_LOADED,
    Hardware,
    MechanismError,
    MechanismStep,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_HEAD_COUNTERS = at_sides("head_{}_tiles")


class DomeStep(MechanismStep):
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
        """See `MechanismStep.drive`."""
        pins = self.hardware.pins
        top, bottom = pins.read("dome_top"), pins.read("dome_bottom")
        if top and bottom:
            raise MechanismError(p.FAULT_SENSOR_CONFLICT, p.MECHANISM_DOME)
        there, begins = (top, bottom) if self._up else (bottom, top)
        if self._up and not there and not self.hardware.all_of(LIFT_TOPS):
            raise MechanismError(p.FAULT_SENSOR_CONFLICT, p.MECHANISM_LIFT)
        return self.run("dome_up" if self._up else "dome_down", p.MECHANISM_DOME, bool(there), bool(begins), now_ms)

    def may_go_back(self) -> bool:
        """Down always, up only between raised lifts."""
        return self._up or self.hardware.all_of(LIFT_TOPS)


class LiftStep(MechanismStep):
    """Lifts level with the felt (up) or down to the rails: all four, or those of `sides`."""

    limit_name = "lift_limit_ms"
    fault = p.FAULT_LIFT_TIMEOUT

    def __init__(self, hardware: Hardware, up: bool, sides: "Sequence[int]" = SIDES) -> None:
        super().__init__(hardware)
        self._up = up
        self._sides = sides

    def drive(self, now_ms: int) -> "int | None":
        """See `MechanismStep.drive`."""
        pins = self.hardware.pins
        if not pins.read("dome_bottom"):
            raise MechanismError(p.FAULT_SENSOR_CONFLICT, p.MECHANISM_DOME)
        missing = None
        for side in self._sides:
            top, bottom = pins.read(LIFT_TOPS[side]), pins.read(LIFT_BOTTOMS[side])
            if top and bottom:
                raise MechanismError(p.FAULT_SENSOR_CONFLICT, p.MECHANISM_LIFT + side)
            there, begins = (top, bottom) if self._up else (bottom, top)
            motors = LIFTS_UP if self._up else LIFTS_DOWN
            late = self.run(motors[side], p.MECHANISM_LIFT + side, bool(there), bool(begins), now_ms)
            missing = late if missing is None else missing
        return missing

    def may_go_back(self) -> bool:
        """Under a closed dome only, like every motion of a lift."""
        return bool(self.hardware.pins.read("dome_bottom"))

    def arrive(self) -> None:
        """What the lifts carried stands on the table."""
        if self._up:
            self.hardware.record.lifts_at_top()


class LoadStep(MechanismStep):
    """The built walls from the rails onto the lowered lifts."""

    limit_name = "push_limit_ms"
    fault = p.FAULT_PUSH_TIMEOUT

    def begin(self, now_ms: int) -> None:
        """From here on the lifts carry something."""
        super().begin(now_ms)
        self._fresh = not self.hardware.record.loaded_set
        if self.hardware.record.rails_complete:
            self.hardware.record.loading_begins()

    def drive(self, now_ms: int) -> "int | None":
        """See `MechanismStep.drive`."""
        missing = None
        for side in SIDES:
            loaded = bool(self.hardware.pins.read(TRAYS_LOADED[side]))
            late = self.run(PUSHERS[side], p.MECHANISM_PUSHER + side, loaded, self._fresh, now_ms)
            missing = late if missing is None else missing
        return missing

    def arrive(self) -> None:
        """The rails are free."""
        self.hardware.record.loading_ends()


class BuildStep(MechanismStep):
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
        self._fresh = not record.rails_set
        if self._fresh:
            for counter in _HEAD_COUNTERS:
                self.hardware.pulses(counter)
            self.hardware.rails_tiles = 0
        record.build_begins(self._tile_set)
        self.hardware.choose_barriers()
        self.hardware.pins.write("hopper_b", 1 if self._tile_set == 2 else 0)

    def drive(self, now_ms: int) -> "int | None":
        """See `MechanismStep.drive`."""
        pins, motors = self.hardware.pins, self.hardware.motors
        missing = None
        for side in SIDES:
            self.hardware.rails_tiles += self.hardware.pulses(_HEAD_COUNTERS[side])
            full = bool(pins.read(RAILS_FULL[side]))
            late = self.run(HEADS[side], p.MECHANISM_HEAD + side, full, self._fresh, now_ms)
            missing = late if missing is None else missing
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
        size = self.hardware.record.sizes[self._tile_set]
        return (min(self.hardware.rails_tiles, size), size)


class DiceStep(MechanismStep):
    """Two dice; done when the dice box has stopped tumbling."""

    limit_name = "dice_limit_ms"
    fault = p.FAULT_DICE_TIMEOUT

    def begin(self, now_ms: int) -> None:
        """Throw."""
        super().begin(now_ms)
        self._faces = self.hardware.pins.throw_dice()
        self.hardware.show_dice(self._faces[0], self._faces[1])

    def drive(self, now_ms: int) -> "int | None":  # noqa: ARG002 - the dice box keeps its own time
        """See `MechanismStep.drive`."""
        if self.hardware.pins.read("dice_busy"):
            return p.MECHANISM_DICE
        return None

    def arrive(self) -> None:
        """These faces count."""
        self.hardware.dice = self._faces
