"""Greeting a board for its firmware, and asking it for MicroPython's prompt, through the daemon's own link."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Final

from firmware_bridge.board import BoardClient, BoardRefusedError, LinkLostError
from firmware_bridge.messages import CommandOutcome, Hello, Interlock, Verb
from firmware_bridge.transport import Connector
from table_daemon.firmware_service import FirmwareError, FirmwareWhy

TILES_OUT: Final = "tiles are on the table or on the lifts: end the game and let all tiles in, then bring the firmware"


def greeted(connector: Connector, rng: Random) -> Hello | None:
    """What the board says of itself; None when no firmware of ours answers.

    Raises:
        PortError: the port cannot be opened.
    """
    return asyncio.run(greet(connector, rng))


def told_to_leave(connector: Connector, rng: Random) -> None:
    """Ask for the prompt; the board restarts.

    Raises:
        FirmwareError: the board refuses, and what to do.
        PortError: the port cannot be opened.
    """
    asyncio.run(leave(connector, rng))


async def greet(connector: Connector, rng: Random) -> Hello | None:
    """`greeted` on a running loop."""
    return await _with_board(connector, rng, _nothing_more)


async def leave(connector: Connector, rng: Random) -> None:
    """`told_to_leave` on a running loop."""
    await _with_board(connector, rng, _leave)


async def _with_board(
    connector: Connector, rng: Random, then: Callable[[BoardClient], Awaitable[None]]
) -> Hello | None:
    client = BoardClient(connector, rng, lambda _event: None)
    try:
        hello = await client.open()
        await then(client)
    except LinkLostError:
        return None
    finally:
        client.close()
    return hello


async def _nothing_more(_client: BoardClient) -> None:
    """The greeting is all."""


async def _leave(client: BoardClient) -> None:
    try:
        await client.demand(Verb.LEAVE)
    except BoardRefusedError as error:
        raise _refusal(error) from error


def _refusal(error: BoardRefusedError) -> FirmwareError:
    if error.reply.interlock is Interlock.TILES_ON_TABLE:
        return FirmwareError(TILES_OUT, FirmwareWhy.TILES)
    if error.reply.outcome is CommandOutcome.BUSY:
        return FirmwareError("the machine moves: wait until it rests, then bring the firmware", FirmwareWhy.MOVING)
    if error.reply.outcome is CommandOutcome.UNKNOWN_VERB:
        return FirmwareError(
            "the firmware on the board is older than this way of bringing another: hold BOOTSEL while you plug the"
            " board in, copy flash_nuke.uf2 and MicroPython onto it (docs/hardware.md §7), then ask again",
            FirmwareWhy.TOO_OLD,
        )
    return FirmwareError(f"{error}: nothing was changed", FirmwareWhy.REFUSED)
