"""The dice box: two dice that tumble and come to rest."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from hw_sim.machine.board_outputs import BoardOutputs

DICE_OUTPUTS: Final = ("die_1", "die_2")
_TUMBLE_S: Final = 1.5
"""Chosen, not measured: long enough that the firmware and people see dice that still roll."""


class DiceBox:
    """Shows what the board writes, once the dice have tumbled.

    Args:
        rng: dice without a source.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._tumbling_s = 0.0
        self._source: Callable[[], tuple[int, int]] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether the dice tumble."""
        return self._tumbling_s > 0

    def shown(self, outputs: BoardOutputs) -> tuple[int, int] | None:
        """What the dice show; None while dark or tumbling."""
        faces = (outputs.output(DICE_OUTPUTS[0]), outputs.output(DICE_OUTPUTS[1]))
        return None if 0 in faces or self.is_busy else faces

    def set_source(self, source: Callable[[], tuple[int, int]] | None) -> None:
        """Who decides the next throws; None: chance."""
        self._source = source

    def throw(self) -> tuple[int, int]:
        """The source's next throw, or chance; the same faces again make the dice tumble too."""
        self.tumble()
        if self._source is not None:
            return self._source()
        return (self._rng.randint(1, 6), self._rng.randint(1, 6))

    def tumble(self) -> None:
        """The dice begin to roll."""
        self._tumbling_s = _TUMBLE_S

    def update(self, table_s: float) -> None:
        """Let so much table time pass."""
        self._tumbling_s = max(0.0, self._tumbling_s - table_s)
