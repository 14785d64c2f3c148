"""The daemon's line to its motor board: who answers there, what it refuses, and that it stands still when found.

Rules this file keeps:
* A board of another protocol or for another machine is told apart before anything is asked of it.
* Whatever fails is a `MachineError` whose text says what to do.
* A board that is found in motion is stopped: whoever began that motion no longer watches it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from random import Random

from firmware_bridge.board import BoardClient, BoardRefusedError, LinkLostError
from firmware_bridge.link import LinkEvent
from firmware_bridge.messages import PROTOCOL_MAJOR, BoardStatus, CommandOutcome, Hello, MessageError, Verb
from firmware_bridge.settings import MachineSettings
from firmware_bridge.transport import Connector
from mahjong_rules.told import said_by, sentence
from table_daemon.machine.facts import KnownTrouble
from table_daemon.machine.refusals import FIRMWARE_CODES, reason_text, refusal_told, unconnected_text

_LOG = logging.getLogger(__name__)
_DISARMED_S = 1.0
"""Twice the board's dead man: after that its motors are off whether it answered or not."""
_UNUSABLE = (LinkLostError, BoardRefusedError, MessageError)


class MachineError(ValueError):
    """The machine cannot do that now; the text is one sentence that says what to do."""


class OtherProtocolError(MachineError):
    """The board answers in another version of the protocol; `code` is a key of the page's catalogues (`refusal.…`)."""

    def __init__(self, board: int) -> None:
        is_older = board < PROTOCOL_MAJOR
        which = "older" if is_older else "newer"
        self.code = FIRMWARE_CODES[0] if is_older else FIRMWARE_CODES[1]
        text = (
            f"the motor board's firmware is {which} than this program (protocol {board}, here {PROTOCOL_MAJOR}): "
            "bring it this program's firmware, on the page under Table or by jantaku firmware flash"
        )
        super().__init__(refusal_told(self.code, text))


class MachineLink:
    """Greets, arms and disarms one board.

    Args:
        connector: opens the line to the board.
        settings: this table's machine.
        rng: chooses session numbers.
        listener: hears everything the link says.

    Attributes:
        client: the board itself.
    """

    def __init__(
        self, connector: Connector, settings: MachineSettings, rng: Random, listener: Callable[[LinkEvent], None]
    ) -> None:
        self.client = BoardClient(connector, rng, listener)
        self._settings = settings

    async def greet(self) -> Hello:
        """Open the line and a session with a board that fits.

        Raises:
            PortError: the port cannot be opened.
            OtherProtocolError: the board speaks another version of the protocol.
            MachineError: nobody answers there, or the board does not fit this daemon.
        """
        try:
            hello = await self.client.open()
        except (LinkLostError, MessageError) as error:
            raise _no_board(error) from error
        trouble = misfit(hello, self._settings)
        if trouble is not None:
            self.client.close()
            raise trouble
        return hello

    async def find_at_rest(self) -> BoardStatus:
        """How the board stands right after the greeting; an armed one is disarmed, which stops what it was doing.

        Raises:
            MachineError: it does not answer properly.
        """
        try:
            facts = await self.client.status()
            if facts.armed:
                await self.client.demand(Verb.DISARM)
                facts = await self.client.status()
        except _UNUSABLE as error:
            self.client.close()
            raise _no_board(error) from error
        return facts

    async def arm(self) -> BoardStatus:
        """Allow motion; how the board stands then.

        Raises:
            MachineError: the board refuses or is not there.
        """
        await self.demand(Verb.ARM, self._settings.config_hash().to_bytes(4, "little"))
        try:
            return await self.client.status()
        except _UNUSABLE as error:
            raise _not_connected(error) from error

    async def demand(self, verb: Verb, arguments: bytes) -> None:
        """A command without an operation.

        Raises:
            MachineError: the board refuses or is not there.
        """
        try:
            await self.client.demand(verb, arguments)
        except LinkLostError as error:
            raise _not_connected(error) from error
        except BoardRefusedError as error:
            raise MachineError(reason_text(error.reply.outcome, error.reply.interlock)) from error

    async def close(self) -> None:
        """Motors off, line closed."""
        await disarm_and_close(self.client)


async def disarm_and_close(client: BoardClient) -> None:
    """Motors off, line closed; a board that does not answer has its dead man."""
    if client.up:
        try:
            async with asyncio.timeout(_DISARMED_S):
                await client.command(Verb.DISARM)
        except (LinkLostError, TimeoutError):
            _LOG.warning("the board did not confirm that its motors are off; its dead man's switch will")
    client.close()


def misfit(hello: Hello, settings: MachineSettings) -> MachineError | None:
    """Why this board cannot be used by this daemon, and what to do; None when it can."""
    if hello.protocol_major != PROTOCOL_MAJOR:
        return OtherProtocolError(hello.protocol_major)
    if hello.config_hash != settings.config_hash():
        return MachineError(reason_text(CommandOutcome.CONFIG_DIFFERS))
    return None


def told_trouble(error: Exception) -> str:
    """Why the board is not there, with its key in the page's catalogues where it has one."""
    return KnownTrouble(str(error), error.code) if isinstance(error, OtherProtocolError) else said_by(error)


def _no_board(error: Exception) -> MachineError:
    return MachineError(
        sentence(
            "no motor board answers at the serial port ({why}): check the port, the cable and the firmware",
            why=str(error),
        )
    )


def _not_connected(error: Exception) -> MachineError:
    return MachineError(unconnected_text(error))
