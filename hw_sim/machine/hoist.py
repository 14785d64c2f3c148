"""A part that a motor moves up and down between two limit switches: the dome and the four lifts."""

from __future__ import annotations

from hw_sim.machine.board_outputs import BoardOutputs


class Hoist:
    """One such part; its motors are `name`_up and `name`_down.

    Args:
        name: of the mechanism ("dome", "lift_2").
        travel_s: table seconds from one end to the other.
        position: where it is at first.

    Attributes:
        position: 0 at the bottom .. 1 at the top.
        is_held_up: whether its motor takes the current of a blocked one.
    """

    def __init__(self, name: str, travel_s: float, position: float) -> None:
        self.name = name
        self.position = position
        self.is_held_up = False
        self._travel_s = travel_s
        self._motor_up, self._motor_down = f"{name}_up", f"{name}_down"

    def is_at_top(self) -> bool:
        """Whether the upper limit switch is covered."""
        return self.position == 1.0

    def is_at_bottom(self) -> bool:
        """Whether the lower limit switch is covered."""
        return self.position == 0.0

    def update(self, table_s: float, outputs: BoardOutputs) -> None:
        """Let so much table time pass."""
        self.is_held_up = False
        goes_up = outputs.turns(self._motor_up)
        if not goes_up and not outputs.turns(self._motor_down):
            return
        way = table_s / self._travel_s * outputs.defects.speed_of(self.name)
        target = min(1.0, self.position + way) if goes_up else max(0.0, self.position - way)
        reached = outputs.defects.stopped(self.name, self.position, target)
        self.is_held_up = reached == self.position != target
        self.position = reached
