"""A serial port, tried: is the motor board there, and is it this table's?

The person proves it by the emergency stop: the board reports its contact (docs/serial_link.md §6), nothing can move
while it is pressed, and whoever presses it knows that it works before the first motion. The start button hangs on the
computer's own pins and would prove nothing of the board.

Rules this file keeps: the board is never armed here; a port that fails is tried again, as people plug.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from firmware_bridge.board import BoardRefusedError, LinkLostError
from firmware_bridge.link import LinkEvent
from firmware_bridge.messages import MessageError
from firmware_bridge.serial_port import SerialConnector, SerialPortError
from firmware_bridge.settings import MachineSettings, SerialSettings
from mahjong_rules.told import said_by
from table_daemon.machine.link import MachineError, MachineLink, OtherProtocolError

_LOOK_S: Final = 0.15
"""Between two looks at the contact. Chosen: shorter than anybody presses a mushroom, and below the second after which a
silent link is given up."""
_AGAIN_S: Final = 1.0
"""Before a port is tried again. Chosen: soon after a plug was put in, and no busy loop."""


@dataclass(frozen=True, slots=True)
class BoardLook:
    """What is known of the port now; see `wire.set_up_documents.BoardStep`."""

    state: str = "none"
    trouble: str = ""
    sentence: str = ""


class BoardTrial:
    """Tries one port until `stop`.

    Args:
        serial: the port.
        machine: what the table's settings say of the board; it must agree.
        rng: chooses session numbers.
        on_proved: called once, when the stop was pressed and released.
    """

    def __init__(
        self, serial: SerialSettings, machine: MachineSettings, rng: Random, on_proved: Callable[[], None]
    ) -> None:
        self.port = serial.port
        self.look = BoardLook("opening")
        self._link = MachineLink(SerialConnector(serial), machine, rng, _hear_nothing)
        self._on_proved = on_proved
        self._seen: set[bool] = set()
        self._task = asyncio.create_task(self._run(), name="trial of the motor board")

    async def stop(self) -> None:
        """End it and close the port."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._link.client.close()

    async def _run(self) -> None:
        while True:
            try:
                await self._watch()
            except SerialPortError as error:
                self._complain(error.kind, error)
            except OtherProtocolError as error:
                self._complain(error.code, error)
            except MachineError as error:
                is_silent = isinstance(error.__cause__, LinkLostError)
                self._complain("silent" if is_silent else "other_board", error)
            except (LinkLostError, BoardRefusedError, MessageError) as error:
                self._complain("gone", error)
            await asyncio.sleep(_AGAIN_S)

    async def _watch(self) -> None:
        """Until the line is lost; raises what is the matter."""
        await self._link.greet()
        board = await self._link.find_at_rest()
        while True:
            self._note(is_closed=board.emergency_stop_closed)
            await asyncio.sleep(_LOOK_S)
            board = await self._link.client.status()

    def _note(self, *, is_closed: bool) -> None:
        self._seen.add(is_closed)
        if not is_closed:
            self.look = BoardLook("release")
        elif len(self._seen) == 1:
            self.look = BoardLook("press")
        elif self.look.state != "proved":
            self.look = BoardLook("proved")
            self._on_proved()

    def _complain(self, trouble: str, error: Exception) -> None:
        self._link.client.close()
        self.look = replace(self.look, state="trouble", trouble=trouble, sentence=said_by(error))


def _hear_nothing(_event: LinkEvent) -> None:
    """The trial asks; what the board says of itself is the table's business."""
