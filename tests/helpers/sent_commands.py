"""Commands as a front end sends them: decoded by the real codec, then carried out by a table."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from table_daemon.received_commands import carry_out
from table_daemon.service import TableService
from wire.commands.codec import receive
from wire.commands.command import Command
from wire.commands.refusals import CommandRefusedError
from wire.messages import Answer, Json


def command_of(name: str, data: Json, *, id: str = "", expect_seq: int | None = None, origin: str = "page") -> Command:  # noqa: A002 - the field's name
    """A command of the page; raises CommandRefusedError."""
    body = {"data": data, "id": id, "expect_seq": expect_seq}
    return receive(name, body, origin=origin, now=datetime.now(UTC)).typed()


async def send_to(table: TableService, name: str, data: Json, *, seq: int = 0, **around: Any) -> Answer:
    """The answer to a command of the page; `seq` is that of a refusal before the table has heard of it."""
    try:
        return await carry_out(table, receive(name, {"data": data, **around}, origin="page", now=datetime.now(UTC)))
    except CommandRefusedError as refusal:
        return refusal.answer(seq)
