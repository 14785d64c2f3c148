"""The board's line in other hands for a while, as when its firmware is brought: let go, tried, taken up again.

Rules this file keeps:
* Motors are off and no lease is renewed from the first moment to the last, but for one trial that a person agreed to.
* Whoever says stop meanwhile, or opens the emergency stop, takes that agreement back.
* Afterwards the machine waits for a person's word, as after any loss of its board.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from firmware_bridge.goals import SelfTest
from firmware_bridge.link import LinkFigures
from firmware_bridge.transport import PortError
from table_daemon.machine import facts as news
from table_daemon.machine.goal_pursuit import GoalPursuit
from table_daemon.machine.link import MachineError, disarm_and_close, told_trouble
from table_daemon.machine.refusals import latched_text
from table_daemon.machine.session import MachineSession

_WHY: Final = "its firmware is being brought"


class LineLoan:
    """One loan of one machine's line; whoever asks for it sees to it that no goal is pursued meanwhile.

    Args:
        session: the machine.
        pursuit: brings it where it is to be.
    """

    def __init__(self, session: MachineSession, pursuit: GoalPursuit) -> None:
        self._session, self._pursuit = session, pursuit
        self._halts = self._halts_said()

    async def begin(self) -> None:
        """Motors off, and let the line go."""
        self._session.apply(news.LineLent(_WHY))
        await disarm_and_close(self._session.client)

    async def end(self) -> None:
        """Take it up again; a board that does not answer is looked for by the control loop."""
        try:
            await self._take_up()
        except (PortError, MachineError) as error:
            self._session.apply(news.StillWaiting(told_trouble(error)))

    async def trial(self) -> str:
        """Every mechanism once, by the person's agreement to this very trial: "" or why it did not succeed."""
        try:
            await self._take_up()
            self._refuse_after_a_stop()
            await self._session.consent()
            self._refuse_after_a_stop()
            await self._pursuit.home()
            await self._pursuit.pursue_once(lambda _board: SelfTest(), lambda: None)
        except (PortError, MachineError) as error:
            return str(error)
        finally:
            await self.begin()
        return ""

    async def _take_up(self) -> None:
        """Raises PortError and MachineError, as greeting the board does, or because the daemon has ended."""
        control_loop = self._session.lease.task
        if control_loop is None or control_loop.done():
            raise MachineError("the daemon has ended")
        try:
            await self._session.greet()
        finally:
            self._session.apply(news.LineBack())

    def _refuse_after_a_stop(self) -> None:
        if self._halts_said() != self._halts:
            raise MachineError("somebody stopped the machine meanwhile")

    def _halts_said(self) -> int:
        return self._session.facts.stops + self._session.lease.openings


class MachineLine:
    """The line of one machine: what it costs, who answers there, and lending it.

    Args:
        session: the machine.
        pursuit: brings it where it is to be.
        goals: locks; where one is held, something is wanted of the machine.
    """

    def __init__(self, session: MachineSession, pursuit: GoalPursuit, goals: tuple[asyncio.Lock, asyncio.Lock]) -> None:
        self._session, self._pursuit, self._goals = session, pursuit, goals

    @property
    def figures(self) -> LinkFigures:
        """Packets sent, sent again and received: for diagnostics."""
        return self._session.client.figures

    @property
    def firmware_hash(self) -> int | None:
        """Which firmware the board says it runs; None before it was greeted."""
        return self._session.facts.firmware_hash

    @asynccontextmanager
    async def lent(self) -> AsyncIterator[LineLoan]:
        """Motors off and the port free for whoever brings a firmware, until the context is left.

        Raises:
            MachineError: something moves, is wanted of the machine or is in its way, or a fault is latched.
        """
        facts, (game, by_hand) = self._session.facts, self._goals
        if game.locked() or by_hand.locked() or facts.is_moving:
            raise MachineError(
                "the machine moves, or is at work for the next deal: wait until it rests, or end the game"
            )
        if facts.fault is not None:
            raise MachineError(latched_text(facts.fault))
        self._pursuit.lifts.refuse(SelfTest(), facts.board)
        async with game, by_hand:
            loan = LineLoan(self._session, self._pursuit)
            try:
                await loan.begin()
                yield loan
            finally:
                await loan.end()
