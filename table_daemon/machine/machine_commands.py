"""The commands that move the machine, or keep it still: the way to the next deal, motions, faults, maintenance.

Rules this file keeps:
* Everybody may stop it at any time; every other refusal is one sentence that says what to do.
* Who asked for what is written down only once the machine has taken it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, Protocol

from firmware_bridge.cycle import State
from mahjong_rules.set_names import SetName
from table_daemon.command_fields import BadDataError, read_count, read_flag
from table_daemon.errors import UserError
from table_daemon.game.keeper import GameKeeper
from table_daemon.machine.between_deals import BetweenDeals
from table_daemon.machine.controller import MachineController
from table_daemon.machine.machine_log import MachineLog
from wire.commands.motions import Motion
from wire.messages import Command, Json

ACTIONS: Final = ("stop", "home", "clear_fault", "all_tiles_in", "nothing_in_the_way", "exchange_sets", "maintenance")
MOTIONS: Final = tuple(motion.value for motion in Motion)


class Lessons(Protocol):
    """Where the eyes are taught."""

    def refuse_while_teaching(self) -> None:
        """Raises UserError while what lies on the table is a lesson."""


class Moved(Protocol):
    """What these commands need of a table."""

    keeper: GameKeeper
    between: BetweenDeals
    machine: MachineController
    machine_log: MachineLog

    @property
    def eyes_desk(self) -> Lessons:
        """Where the eyes are taught."""

    @property
    def tiles_seen(self) -> int:
        """Tiles that lie on the table by the newest observation."""


class MachineDesk:
    """Carries out `next_deal`, `hold`, `go_on`, `stop` and `machine`.

    Args:
        table: whose machine it is.
    """

    NAMES: Final = frozenset({"next_deal", "hold", "go_on", "stop", "machine"})

    def __init__(self, table: Moved) -> None:
        self._table = table

    async def carry_out(self, command: Command) -> None:
        """Do what a command of `NAMES` says.

        Raises:
            BadDataError: a field is missing or wrong.
            UserError: not now.
            MachineError: the machine cannot, or was stopped on the way.
        """
        handler: Callable[[Json, str], Awaitable[None]] = getattr(self, f"_{command.name}")
        await handler(command.data, command.origin)

    async def _next_deal(self, _data: Json, _origin: str) -> None:
        if self._table.machine.in_maintenance:
            raise UserError("the machine is in maintenance: end that first, here or by its command")
        self._table.eyes_desk.refuse_while_teaching()
        if not self._table.between.is_due:
            raise UserError("no deal can begin now: the deal in play has no result, or no game is on")
        self._table.between.ask()

    async def _hold(self, data: Json, _origin: str) -> None:
        self._table.eyes_desk.refuse_while_teaching()
        self._table.between.hold(read_flag(data, "on", default=True))

    async def _go_on(self, _data: Json, origin: str) -> None:
        """The one button of whoever stands at the machine: what it waits for, a person's consent or the next deal."""
        status, between = self._table.machine.status, self._table.between
        if status.fault is not None:
            raise UserError(f"{status.fault.text}: {status.fault.action} on the page")
        if status.state == State.WAITING:
            await self._machine({"action": "home"}, origin)
        elif between.is_due and not between.is_moving:
            await self._next_deal({}, origin)
        else:
            raise UserError("nothing waits for this button: the page shows what happens")

    async def _stop(self, _data: Json, origin: str) -> None:
        """Its own command, so that a broker can let somebody stop the machine who may not move it."""
        await self._machine({"action": "stop"}, origin)

    async def _machine(self, data: Json, origin: str) -> None:
        machine, machine_log = self._table.machine, self._table.machine_log
        match data.get("action"):
            case "stop":
                await machine.stop(f"asked by {origin}")
                machine_log.asked("stop", origin)
            case "home":
                await machine.home(begun=partial(machine_log.asked, "home", origin))
            case "clear_fault":
                fault_id = str(data.get("fault_id", ""))
                await machine.clear_fault(fault_id)
                machine_log.cleared(fault_id, origin)
            case "maintenance":
                self._maintenance(data, origin)
            case "nothing_in_the_way":
                machine.nothing_in_the_way(str(data.get("obstacle", "")))
                machine_log.asked("nothing_in_the_way", origin)
            case "exchange_sets":
                machine.exchange_sets(read_count(data, "tiles"))
                machine_log.asked("exchange_sets", origin)
            case "all_tiles_in":
                machine_log.vouched(await self._all_tiles_in(data), origin)
            case str(action) if action in MOTIONS:
                motion, tile_set = Motion(action), _tile_set(data.get("set"))
                self._refuse_in_play(motion)
                await machine.maintain(motion, tile_set, begun=partial(machine_log.asked, action, origin))
            case other:
                known = ", ".join((*ACTIONS, *MOTIONS))
                raise BadDataError(f"action must be one of {known}, not {other!r}")

    def _maintenance(self, data: Json, origin: str) -> None:
        """Begin or end it; ending it moves nothing by itself but lets goals go on that somebody asked for before."""
        on = read_flag(data, "on")
        self._table.machine.maintenance(on=on)
        self._table.machine_log.asked(f"maintenance_{'on' if on else 'off'}", origin)
        self._table.between.start_countdown()

    async def _all_tiles_in(self, data: Json) -> int:
        """A person's word stands against the counter's, never against the camera's; so many tiles it is about."""
        missing = data.get("missing")
        if type(missing) is not int or missing <= 0:
            raise BadDataError(f"missing is the number of missing tiles that is shown, not {missing!r}")
        if self._table.tiles_seen:
            raise UserError(f"the camera still sees {self._table.tiles_seen} tiles on the table: push them in first")
        await self._table.machine.all_tiles_in(missing)
        return missing

    def _refuse_in_play(self, motion: Motion) -> None:
        """A single motion has no place in a deal, nor may it take the tiles of one away unseen by the game."""
        game, between = self._table.keeper.game, self._table.between
        if game is None or game.is_over:
            return
        if between.is_moving:
            raise UserError("the machine is at work for the next deal; wait until its walls stand")
        if not between.is_due:
            raise UserError("a deal is being played; nothing is moved before it has a result")
        if motion is Motion.DOME_UP and self._table.machine.has_tiles_on_table:
            raise UserError("the tiles of the last deal lie on the table; next_deal clears them away")


def _tile_set(value: Any) -> SetName | None:
    if value is not None and value not in tuple(SetName):
        raise BadDataError(f"set must be A or B, or left out, not {value!r}")
    return None if value is None else SetName(value)
