"""A board on a pseudo-terminal whose firmware can be changed: `hw_sim`'s board, and the prompt it leaves for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from prompted_board import PromptedBoard

from hw_sim.machine.board import SimulatedBoard
from hw_sim.machine.mechanics import Mechanics

_LEAVE_S = 0.05
"""As `board_firmware.main` waits, so that its answer to LEAVE is out before it restarts."""


class FlashableBoard(SimulatedBoard):
    """Serves while its flash holds a firmware that is not broken; its hash is that of the flash.

    Args:
        mechanics: the table it drives.
        now_s: real time.
        flash: the folder that stands for its flash.

    Attributes:
        prompt: the same board at MicroPython's prompt.
        restarting: called when it starts anew, by which its port goes away for a moment.
    """

    def __init__(self, mechanics: Mechanics, now_s: Callable[[], float], flash: Path) -> None:
        super().__init__(mechanics, now_s)
        self.prompt = PromptedBoard(flash)
        self.restarting: Callable[[], object] = lambda: None
        self._left_s: float | None = None
        self._name_firmware()

    def receive(self, data: bytes) -> None:
        """To the prompt where that is had; whoever restarts the board there has it serve."""
        if not self.prompt.at_prompt:
            super().receive(data)
            return
        restarts = self.prompt.restarts
        self.prompt.send(data)
        if self.prompt.restarts > restarts:
            self.restarting()
            self.reset()
            self._name_firmware()

    def tick(self) -> None:
        """After LEAVE the board starts anew, and ends at the prompt."""
        super().tick()
        if not self.firmware.leaving or self.prompt.at_prompt:
            self._left_s = None
        elif self._left_s is None:
            self._left_s = self.now_s
        elif self.now_s - self._left_s > _LEAVE_S:
            self.mechanics.outputs.release()
            self.restarting()
            self.prompt.leave()

    def take_output(self) -> bytes:
        """What the prompt says, or the firmware."""
        said = super().take_output()
        return self.prompt.take() if self.prompt.at_prompt else said

    def _name_firmware(self) -> None:
        hello = self.prompt.greeted()
        self.prompt.at_prompt = hello is None
        self.firmware._firmware_hash = 0 if hello is None else hello.firmware_hash
