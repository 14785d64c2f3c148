"""The board's outputs and the motor supply: what drives the moving parts at this moment."""

from __future__ import annotations

from typing import Final

from hw_sim.machine.defects import Defects
from mahjong_rules.set_names import SetName

WALL_TILES: Final = {(0, 0): 34, (1, 0): 27, (0, 1): 36, (1, 1): 38}
"""Where the four light barriers of a rail stand, by `rails_short` and `rails_long`: at the end of a quarter of 136,
108, 144 and 152 tiles."""
_NO_MOTORS: Final = ("motor_enable", "die_", "hopper_", "rails_")
"""Beginnings of the names of outputs that carry no motor current."""


class BoardOutputs:
    """The outputs that are switched on, and whether the motors have a supply.

    Args:
        defects: what is broken now.

    Attributes:
        motors_running: names of the motors that have current.
    """

    def __init__(self, defects: Defects) -> None:
        self.defects = defects
        self.motors_running: frozenset[str] = frozenset()
        self._outputs: dict[str, int] = {}
        self._is_emergency_stop_pressed = False

    @property
    def is_emergency_stop_closed(self) -> bool:
        """Whether the contact of the emergency stop in the motor supply is closed: nobody presses it."""
        return not self._is_emergency_stop_pressed

    @property
    def is_powered(self) -> bool:
        """Whether the motors have a supply: the relay is on and the emergency stop is not pressed."""
        return bool(self._outputs.get("motor_enable")) and self.is_emergency_stop_closed

    @property
    def wall_tiles(self) -> int:
        """Tiles of a wall that reaches the light barrier which the board reads now."""
        return WALL_TILES[self.output("rails_short"), self.output("rails_long")]

    @property
    def chosen_hopper(self) -> SetName:
        """The set that the heads are fed with."""
        return SetName.B if self._outputs.get("hopper_b") else SetName.A

    @property
    def values(self) -> dict[str, int]:
        """Every output that was written to since the board had power, and its value."""
        return dict(self._outputs)

    def output(self, name: str) -> int:
        """The value of an output, 0 when nothing was written to it."""
        return self._outputs.get(name, 0)

    def write(self, name: str, value: int) -> None:
        """Switch an output."""
        if self._outputs.get(name) != value:
            self._outputs[name] = value
            self._see_what_runs()

    def release(self) -> None:
        """The board has lost its power: no output drives anything."""
        self._outputs.clear()
        self._see_what_runs()

    def press_emergency_stop(self, *, pressed: bool) -> None:
        """Open (or close again) the contact in the motor supply."""
        self._is_emergency_stop_pressed = pressed
        self._see_what_runs()

    def turns(self, motor: str) -> bool:
        """Whether a motor has current and moves its mechanism."""
        return motor in self.motors_running and motor not in self.defects.stuck

    def _see_what_runs(self) -> None:
        """After every change of an output or of the supply: the model asks far more often than anything changes."""
        driven = (name for name, value in self._outputs.items() if value and not name.startswith(_NO_MOTORS))
        self.motors_running = frozenset(driven) if self.is_powered else frozenset()
