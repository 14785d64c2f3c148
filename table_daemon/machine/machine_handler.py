"""The commands that move the machine, or keep it still: the way to the next deal, motions, faults, maintenance.

Rules this file keeps:
* Everybody may stop it at any time; every other refusal is one sentence that says what to do.
* Who asked for what is written down only once the machine has taken it.
"""

from __future__ import annotations

from functools import partial
from typing import Protocol, assert_never

from firmware_bridge.cycle import State
from mahjong_rules.set_names import SetName
from mahjong_rules.told import sentence
from table_daemon.errors import UserError
from table_daemon.game.keeper import GameKeeper
from table_daemon.machine.between_deals import BetweenDeals
from table_daemon.machine.controller import MachineController
from table_daemon.machine.machine_log import MachineLog
from table_daemon.machine.refusals import fault_told
from wire.commands.machine import (
    AllTilesIn,
    ClearFault,
    ExchangeSets,
    FindHome,
    GoOnData,
    HoldData,
    MachineCommand,
    Maintenance,
    NextDealData,
    NothingInTheWay,
    SingleMotion,
    StopData,
    StopMachine,
)
from wire.commands.motions import Motion


class Lessons(Protocol):
    """Where the eyes are taught."""

    def refuse_while_teaching(self) -> None:
        """Raises UserError while what lies on the table is a lesson."""

    def vouched(self, obstacle: str) -> None:
        """A person has looked: what the lifts wait for, of this kind, is not in their way."""


class MachineHandler:
    """Carries out `next_deal`, `hold`, `go_on`, `stop` and `machine`.

    Args:
        keeper: the game.
        between: the way to the next deal.
        machine: moves the tiles.
        machine_log: who asked for what.
        lessons: during which no deal may begin; what a person has looked at is one too.
    """

    def __init__(
        self,
        keeper: GameKeeper,
        between: BetweenDeals,
        machine: MachineController,
        machine_log: MachineLog,
        lessons: Lessons,
    ) -> None:
        self._keeper = keeper
        self._between = between
        self._machine = machine
        self._log = machine_log
        self._lessons = lessons

    async def carry_out(self, command: MachineCommand, origin: str) -> None:  # noqa: C901 - one arm a command
        """Do what a person or program wishes.

        Raises:
            UserError: not now.
            MachineError: the machine cannot, or was stopped on the way.
        """
        match command:
            case NextDealData():
                self._next_deal()
            case HoldData(on=on):
                self._lessons.refuse_while_teaching()
                self._between.hold(on)
            case GoOnData():
                await self._go_on(origin)
            case StopData() | StopMachine():
                await self._stop(origin)
            case FindHome():
                await self._home(origin)
            case ClearFault(fault_id=fault_id):
                await self._machine.clear_fault(fault_id)
                self._log.cleared(fault_id, origin)
            case Maintenance(on=on):
                self._maintenance(origin, on=on)
            case NothingInTheWay(obstacle=obstacle):
                self._machine.nothing_in_the_way(obstacle)
                self._lessons.vouched(obstacle)
                self._log.asked("nothing_in_the_way", origin)
            case ExchangeSets(tiles=tiles):
                self._machine.exchange_sets(tiles)
                self._log.asked("exchange_sets", origin)
            case AllTilesIn(missing=missing):
                await self._all_tiles_in(missing)
                self._log.vouched(missing, origin)
            case SingleMotion(action=motion, set=tile_set):
                await self._move(motion, tile_set, origin)
            case _:
                assert_never(command)

    def _next_deal(self) -> None:
        if self._machine.in_maintenance:
            raise UserError(sentence("the machine is in maintenance: end that first, here or by its command"))
        self._lessons.refuse_while_teaching()
        if not self._between.is_due:
            raise UserError(sentence("no deal can begin now: the deal in play has no result, or no game is on"))
        self._between.ask()

    async def _go_on(self, origin: str) -> None:
        """The one button of whoever stands at the machine: what it waits for, a person's consent or the next deal."""
        status, between = self._machine.status, self._between
        if status.fault is not None:
            raise UserError(fault_told(status.fault, f"{status.fault.text}: {status.fault.action} on the page"))
        if status.state == State.WAITING:
            await self._home(origin)
        elif between.is_due and not between.is_moving:
            self._next_deal()
        else:
            raise UserError(sentence("nothing waits for this button: the page shows what happens"))

    async def _stop(self, origin: str) -> None:
        """Also a command of its own, so that a broker can let somebody stop the machine who may not move it."""
        await self._machine.stop(f"asked by {origin}")
        self._log.asked("stop", origin)

    async def _home(self, origin: str) -> None:
        await self._machine.home(begun=partial(self._log.asked, "home", origin))

    def _maintenance(self, origin: str, *, on: bool) -> None:
        """Begin or end it; ending it moves nothing by itself but lets goals go on that somebody asked for before."""
        self._machine.maintenance(on=on)
        self._log.asked(f"maintenance_{'on' if on else 'off'}", origin)
        self._between.start_countdown()

    async def _all_tiles_in(self, missing: int) -> None:
        """A person's word stands against the counter's, never against the camera's; so many tiles it is about."""
        if self._machine.tiles_seen:
            raise UserError(
                sentence(
                    "the camera still sees {tiles} tiles on the table: push them in first",
                    tiles=self._machine.tiles_seen,
                )
            )
        await self._machine.all_tiles_in(missing)

    async def _move(self, motion: Motion, tile_set: SetName | None, origin: str) -> None:
        self._refuse_in_play(motion)
        begun = partial(self._log.asked, motion.value, origin)
        await self._machine.maintain(motion, tile_set, begun=begun)

    def _refuse_in_play(self, motion: Motion) -> None:
        """A single motion has no place in a deal, nor may it take the tiles of one away unseen by the game."""
        game, between = self._keeper.game, self._between
        if game is None or game.is_over:
            return
        if between.is_moving:
            raise UserError(sentence("the machine is at work for the next deal; wait until its walls stand"))
        if not between.is_due:
            raise UserError(sentence("a deal is being played; nothing is moved before it has a result"))
        if motion is Motion.DOME_UP and self._machine.has_tiles_on_table:
            raise UserError(sentence("the tiles of the last deal lie on the table; next_deal clears them away"))
