"""The board's firmware for the page: what it runs, one wish, how far that is, and what came of it.

Rules this file keeps:
* The machine lends its line for it and takes it up again whatever happens; nothing moves but the self-test at its end.
* A flash that was begun is ended, either way, before the daemon ends.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import datetime
from pathlib import Path
from typing import Final, cast

from table_daemon.errors import UserError
from table_daemon.firmware.at_port import kept_folder
from table_daemon.firmware.board_greeting import TILES_OUT
from table_daemon.firmware.flashing import Flashing, Tell
from table_daemon.firmware.shipped import Files, firmware_hash
from table_daemon.firmware_service import FirmwareError, FirmwareWhy
from table_daemon.machine.controller import MachineController, MachineError
from table_daemon.machine.line_loan import LineLoan
from wire.firmware_documents import FirmwareDocument, FirmwarePhase, FirmwareProgress

_log = logging.getLogger(__name__)
_BROKEN: Final = "bringing it failed in a way that nobody foresaw: `jantaku firmware check` says what the board runs"

_AT_REST: Final = ("done", "failed")


class FirmwareDesk:
    """Of one table. All methods are called on the daemon's event loop.

    Args:
        machine: whose board it is.
        files: the firmware of this program.
        flashing: makes a flash of that board, given where to keep what it had and who hears how it goes.
        state: the folder of the table's state.
        now: wall time.
    """

    def __init__(
        self,
        machine: MachineController,
        files: Files,
        flashing: Callable[[Path, Tell], Flashing],
        state: Path,
        now: Callable[[], datetime],
    ) -> None:
        self._machine, self._files, self._flashing = machine, files, flashing
        self._state, self._now = state, now
        self._progress: FirmwareProgress | None = None
        self._task: asyncio.Task[None] | None = None

    def document(self) -> FirmwareDocument:
        """What the board runs, what this program carries, how bringing it goes."""
        running = self._machine.line.firmware_hash
        return {
            "running": "" if running is None else f"{running:08x}",
            "carried": f"{firmware_hash(self._files):08x}",
            "progress": self._progress,
        }

    async def bring(self) -> None:
        """Begin to bring it, and its self-test: a person has consented to that.

        Raises:
            FirmwareError: not now, and why.
        """
        self._refuse()
        async with AsyncExitStack() as stack:
            try:
                loan = await stack.enter_async_context(self._machine.line.lent())
            except MachineError as error:
                raise FirmwareError(str(error), FirmwareWhy.MOVING) from error
            self._tell("keeping", 0, 1)
            self._task = asyncio.create_task(self._bring(loan, stack.pop_all()), name="firmware")

    async def end(self) -> None:
        """Wait for a flash that was begun: a board in the middle of one would run nothing."""
        if self._task is not None:
            await self._task

    def _refuse(self) -> None:
        machine = self._machine
        if self._task is not None and not self._task.done():
            raise FirmwareError("a firmware is being brought already: wait until that is done", FirmwareWhy.BUSY)
        if machine.emergency_stop_open:
            raise FirmwareError("the emergency stop is pressed: release it, then bring the firmware", FirmwareWhy.STOP)
        if (fault := machine.status.fault) is not None:
            raise FirmwareError(f"fault {fault.id} is latched ({fault.text}): clear it first", FirmwareWhy.FAULT)
        if machine.has_tiles_on_table:
            raise FirmwareError(TILES_OUT, FirmwareWhy.TILES)

    async def _bring(self, loan: LineLoan, until_done: AsyncExitStack) -> None:
        async with until_done:
            loop = asyncio.get_running_loop()

            def trial() -> str:
                """The flash runs in a worker thread, the machine on the loop."""
                self._tell("testing", 0, 1)
                return asyncio.run_coroutine_threadsafe(loan.trial(), loop).result()

            flashing = self._flashing(kept_folder(self._state, self._now()), self._tell)
            try:
                await asyncio.to_thread(flashing.bring, self._files, trial)
            except FirmwareError as error:
                self._fail(str(error), error.why)
            except UserError as error:
                self._fail(str(error), FirmwareWhy.UNCHANGED)
            else:
                self._progress = {"phase": "done", "done": 1, "of": 1, "why": "", "text": ""}
                _log.warning("the board runs the firmware %08x of this program", firmware_hash(self._files))
            finally:
                if self._progress is not None and self._progress["phase"] not in _AT_REST:
                    self._fail(_BROKEN, FirmwareWhy.NOT_BACK)

    def _tell(self, doing: str, done: int, of: int) -> None:
        phase = cast("FirmwarePhase", doing)
        self._progress = {"phase": phase, "done": done, "of": of, "why": "", "text": ""}

    def _fail(self, text: str, why: FirmwareWhy) -> None:
        _log.error("the firmware was not brought: %s", text)
        self._progress = {"phase": "failed", "done": 0, "of": 1, "why": why.value, "text": text}
