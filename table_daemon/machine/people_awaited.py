"""The machine stands still until people have done their part: pushed tiles in, or given their word."""

from __future__ import annotations

import asyncio

from firmware_bridge.cycle import State, Trigger
from mahjong_rules.set_names import SetName
from table_daemon.machine.count_doubt import PATIENCE_S, CountDoubt
from table_daemon.machine.session import MachineSession
from table_daemon.machine.set_exchange import SetExchange


class PeopleAwaited:
    """Waits for people, and for nothing longer than the machine may move for the game.

    Args:
        session: what the board says.
        doubt: about the count of the tiles.
        exchange: the tiles that both sets are to have.
    """

    def __init__(self, session: MachineSession, doubt: CountDoubt, exchange: SetExchange) -> None:
        self._session = session
        self._doubt = doubt
        self._exchange = exchange

    async def say_the_word(self) -> None:
        """The sets have other tiles than the game needs: show that until anything changes."""
        if self._session.state is not State.EXCHANGE:
            self._session.enter(Trigger.EXCHANGE)
        await self._session.wait_for_news()

    async def push_in(self, tile_set: SetName) -> None:
        """Until a set is inside, another game needs other sets, or the dome is not up: no tile falls in then."""
        try:
            while self._session.may_pursue:
                facts = self._session.facts
                if facts is None or facts.tiles_inside(tile_set) >= facts.size(tile_set):
                    return
                if self._exchange.must_ask(facts) or not facts.dome_up:
                    return
                self._doubt.update(facts.tiles_inside(tile_set), asyncio.get_running_loop().time())
                try:
                    await asyncio.wait_for(self._session.wait_for_news(), PATIENCE_S)
                except TimeoutError:
                    await self._session.refresh()
        finally:
            self._doubt.forget()
