"""Commands that came over HTTP or MQTT, carried out; a stop stops even where its data are wrong."""

from __future__ import annotations

from typing import Final

from table_daemon.service import TableService
from wire.commands.codec import ReceivedCommand
from wire.commands.command import Command
from wire.commands.machine import StopData
from wire.commands.refusals import CommandRefusedError
from wire.messages import Answer

COMMANDS_PER_S: Final = 50.0
"""Of one sender. Chosen: people and their programs send a few a second; a command takes 2 to 5 ms of the event loop."""
COMMANDS_AT_ONCE: Final = 100
"""Chosen: an evening put right by a program (44 corrections, each rehearsed) comes at once and passes."""
TOO_FAST: Final = f"commands come faster than {COMMANDS_PER_S:.0f} a second; send it again later"


async def carry_out(service: TableService, received: ReceivedCommand) -> Answer:
    """Check the data of a command and have the table carry it out.

    Raises:
        CommandRefusedError: a field is unknown, missing or wrong. Whoever meant to stop has stopped the machine all the
            same: the motors come first, the spelling after them.
    """
    try:
        command = received.typed()
    except CommandRefusedError:
        if received.stops:
            await service.command(Command(StopData(), origin=received.origin))
        raise
    return await service.command(command)
