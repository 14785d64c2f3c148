"""Board, camera and machine, each open only in the steps that show them, so that every step can be left."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Final

from table_daemon.setting_up.answers import SetUpAnswers
from table_daemon.setting_up.board_trial import BoardTrial
from table_daemon.setting_up.camera_trial import WatchedCamera
from table_daemon.setting_up.machine_trial import MachineTrial
from table_daemon.setting_up.set_up_tools import SetUpTools
from table_daemon.setting_up.steps import SetUpPlace
from table_daemon.setting_up.trial_parts import Part

SEEING: Final = ("camera", "markers", "tiles")
"""Steps that show the camera's picture."""


class ShownDevices:
    """What the present step shows.

    Args:
        place: whose set-up it is.
        tools: of the computer.
        proved: called with the port of a board that was proved.
        tested: called with what a self-test found that went well.

    Attributes:
        board: the serial port that is tried, None in other steps.
        camera: the camera that is watched, None in other steps.
        machine: its self-test, None in other steps.
    """

    def __init__(
        self,
        place: SetUpPlace,
        tools: SetUpTools,
        proved: Callable[[str], None],
        tested: Callable[[Mapping[Part, str]], None],
    ) -> None:
        self.board: BoardTrial | None = None
        self.camera: WatchedCamera | None = None
        self.machine: MachineTrial | None = None
        self._place = place
        self._tools = tools
        self._proved = proved
        self._tested = tested

    async def show(self, answers: SetUpAnswers) -> None:
        """Close what the present step does not show, then open what it does: two of them have the same port."""
        step = answers.step
        if step != "machine":
            await self.leave_machine()
        if step != "board":
            await self.leave_board()
        if step not in SEEING:
            await self.leave_camera()
        if step == "board":
            self._show_board(answers)
        elif step == "machine":
            self._show_machine(answers)
        elif step in SEEING:
            self._show_camera(answers)

    async def close(self) -> None:
        """Leave them all; motors first."""
        await self.leave_machine()
        await self.leave_board()
        await self.leave_camera()

    async def leave_board(self) -> None:
        """Close its port."""
        board, self.board = self.board, None
        if board is not None:
            await board.stop()

    async def leave_camera(self) -> None:
        """Close it."""
        camera, self.camera = self.camera, None
        if camera is not None:
            await asyncio.to_thread(camera.stop)

    async def leave_machine(self) -> None:
        """Motors off, line closed."""
        machine, self.machine = self.machine, None
        if machine is not None:
            await machine.close()

    def _show_board(self, answers: SetUpAnswers) -> None:
        port = answers.port or self._place.told("board")
        if self.board is None and port:
            settings = self._place.settings()
            serial = settings.serial.model_copy(update={"port": port})
            self.board = BoardTrial(serial, settings.machine, self._tools.rng, lambda: self._proved(port))

    def _show_camera(self, answers: SetUpAnswers) -> None:
        address = answers.address or self._place.told("camera")
        if self.camera is None and address:
            settings = self._place.settings(answers.settings)
            camera = settings.camera.model_copy(update={"address": address})
            self.camera = WatchedCamera(camera, settings.geometry, self._tools.clock)

    def _show_machine(self, answers: SetUpAnswers) -> None:
        """Nothing is opened before somebody lets the machine move."""
        if self.machine is not None or not ("board" in answers.done or self._place.told("board")):
            return
        settings, tools = self._place.settings(answers.settings), self._tools
        known: dict[Part, str] = dict.fromkeys(answers.tested, "passed")
        pins = (settings.machine, settings.gpio)
        self.machine = MachineTrial(settings.serial, *pins, tools.rng, tools.clock, self._tested, known)
