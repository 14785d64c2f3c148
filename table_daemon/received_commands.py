"""Commands that came over HTTP or MQTT, carried out; a stop stops even where its data are wrong."""

from __future__ import annotations

from table_daemon.service import TableService
from wire.commands.codec import ReceivedCommand
from wire.commands.command import Command
from wire.commands.machine import StopData
from wire.commands.refusals import CommandRefusedError
from wire.messages import Answer


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
