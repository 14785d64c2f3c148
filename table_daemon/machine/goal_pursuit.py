"""The way to a target, step by step: asks the planner, waits for people and for free lifts, tries again what failed.

Rules this file keeps:
* Every step begins from what the board reports, never from memory; asking for a target again is always allowed.
* A target of the game waits while the machine stands still, and goes on when someone has given consent.
* A step counts as begun when the board has accepted it; one that it keeps refusing is shown to people.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final

from firmware_bridge import cycle
from firmware_bridge.board import BoardRefusedError, LinkLostError, MotionStoppedError
from firmware_bridge.cycle import State, Trigger
from firmware_bridge.goals import BuildWalls, Goal, Home, ThrowDice
from firmware_bridge.messages import BoardStatus
from firmware_bridge.planner import ChangeSize, Reached, Target, WaitForBoard, WaitForTiles, next_step
from mahjong_rules.set_names import SetName
from table_daemon.machine.builder import Builder
from table_daemon.machine.count_doubt import PATIENCE_S, CountDoubt, short_set
from table_daemon.machine.facts import Began, BeganByHand, Rested
from table_daemon.machine.lift_guard import LiftGuard, Passage
from table_daemon.machine.link import MachineError
from table_daemon.machine.obstacles import Watch, moves_lifts
from table_daemon.machine.refusals import (
    END_OF_MOTION,
    NO_TILE_MISSING,
    RESTING_POSITION,
    Refusals,
    failure_text,
    too_many_missing_text,
)
from table_daemon.machine.session import MachineSession
from table_daemon.machine.set_exchange import SetExchange

_LOG = logging.getLogger(__name__)
_POLL_S: Final = 0.1
"""As often as the lease is renewed: the board says nothing new in between, and a hand is seen soon enough."""
_Attempt = Callable[[], Awaitable[BoardStatus | None]]
"""One step towards a target; the board's status when nothing is left to do."""
_ASIDE: Final = (State.REFUSED, State.BLOCKED, State.EXCHANGE)
"""States that only a target which is pursued explains."""


@dataclass(frozen=True, slots=True)
class DealSetup:
    """Walls stand: of which set, and the pips of every throw of the dice, in order."""

    tile_set: SetName
    dice: tuple[int, ...]


class GoalPursuit:
    """Brings one machine where it is wanted; the caller sees to it that there is one target at a time.

    Args:
        session: the machine.
        tile_count: tiles of a set while no game has said otherwise.
        watch: says what is in the way of the lifts.

    Attributes:
        exchange: the tiles that both sets are to have.
        lifts: what they wait for.
        refusals: what the board refuses again and again.
        doubt: about the count of tiles that people push in.
        next_set: built next where the machine may choose.
    """

    def __init__(self, session: MachineSession, tile_count: int, watch: Watch) -> None:
        self._session = session
        self._builder = Builder(session.build)
        self.exchange = SetExchange(tile_count)
        self.lifts = LiftGuard(watch)
        self.refusals = Refusals()
        self.doubt = CountDoubt()
        self.next_set = SetName.A

    async def deal(self, throws: int) -> DealSetup:
        """Four walls on the table and two dice thrown, so often; then the other set is built during play.

        A board throws whenever it raises walls: where the break is fixed nobody asks for the dice.

        Raises:
            MachineError: the board contradicts itself.
        """
        board = await self._until(partial(self._advance, Target.DEAL))
        dice: tuple[int, ...] = board.dice or ()
        for _ in range(throws - 1):
            board = await self._until(self._throw_again)
            dice += board.dice or ()
        dice = dice[: 2 * throws]
        if board.on_table is None or len(dice) != 2 * throws:
            raise MachineError("the board reports walls without set or dice: restart it and home the machine")
        self.exchange.forget()
        self.next_set = board.on_table.other
        self._builder.begin(BuildWalls(self.next_set, board.size(self.next_set)), begun=lambda: None)
        return DealSetup(board.on_table, dice)

    async def clear(self) -> None:
        """No tile on the table, dome down."""
        await self._until(partial(self._advance, Target.CLEAR))

    async def home(self) -> None:
        """The resting position, for a person who watches; nothing is tried again.

        Raises:
            MachineError: it was not reached.
        """
        with self._failures_told(RESTING_POSITION):
            self.lifts.refuse(Home(), self._session.facts.board)
            while await self._advance(Target.HOME) is None:
                pass

    async def pursue_once(self, goal_at: Callable[[BoardStatus], Goal], accepted: Callable[[], None]) -> None:
        """A single motion for a person who watches; nothing is tried again.

        Args:
            goal_at: the goal that is meant where the board stands.
            accepted: called when the board has accepted it.

        Raises:
            MachineError: it is refused, or was stopped.
        """
        with self._failures_told(END_OF_MOTION):
            board = await self._session.name_sizes(self.exchange.wanted)
            goal = goal_at(board)
            self.lifts.refuse(goal, board)

            def begun() -> None:
                accepted()
                self._session.apply(BeganByHand(cycle.trigger_of(goal)))

            await self._carry_out(goal, begun)
            if not isinstance(goal, BuildWalls):
                await self._session.refresh()
            if self._session.facts.has_consent:
                self._session.apply(Rested())

    def counted_but_for(self, missing: int, *, is_asked: bool) -> tuple[SetName, int]:
        """The set of which so many tiles are missing, and how many of it were counted.

        Args:
            missing: what a person has read on the page.
            is_asked: whether people are asked to look for tiles.

        Raises:
            MachineError: a set has fewer tiles than that, or none is missing anywhere.
        """
        board = self._session.facts.board
        tile_set = short_set(board)
        if not is_asked or board is None or tile_set is None:
            raise MachineError(NO_TILE_MISSING)
        if missing > board.size(tile_set):
            raise MachineError(too_many_missing_text(board.size(tile_set), missing))
        return tile_set, board.size(tile_set) - missing

    def end(self) -> None:
        """Nobody waits for the build any more."""
        self._builder.end()

    @contextmanager
    def _failures_told(self, destination: str) -> Iterator[None]:
        try:
            yield
        except (BoardRefusedError, MotionStoppedError, LinkLostError) as error:
            facts = self._session.facts
            raise MachineError(failure_text(error, destination, facts.board, facts.fault)) from error

    async def _until(self, attempt: _Attempt) -> BoardStatus:
        """Attempt again and again until nothing is left to do."""
        try:
            while True:
                await self._session.wait_until_may_pursue()
                board = await self._try(attempt)
                if board is not None:
                    return board
        finally:
            self.refusals.forget()
            if self._session.facts.state in _ASIDE:
                self._session.apply(Rested())

    async def _try(self, attempt: _Attempt) -> BoardStatus | None:
        """One attempt, or a pause after one that failed."""
        try:
            return await attempt()
        except (MotionStoppedError, LinkLostError) as error:
            _LOG.warning("a step of the machine failed: %s", error)
            self.refusals.forget()
            await asyncio.sleep(_POLL_S)
        except BoardRefusedError as error:
            _LOG.warning("a step of the machine was refused: %s", error)
            self.refusals.add(error, self._session.facts.board)
            if self.refusals.must_be_shown and self._session.facts.may_pursue:
                self._session.apply(Began(Trigger.REFUSED))
            await asyncio.sleep(self.refusals.try_again_in_s)
        return None

    async def _advance(self, target: Target) -> BoardStatus | None:
        """One step towards the target; the board's status when nothing is left to do."""
        board = await self._session.refresh()
        facts = self._session.facts
        if not (facts.may_pursue or (target is Target.HOME and facts.has_consent)):
            return None
        if target is not Target.HOME and self.exchange.must_ask(board):
            await self._wait_for_a_word()
            return None
        step = next_step(board, target, self.next_set, self.exchange.wanted)
        match step:
            case ChangeSize(tile_set, tiles):
                self.exchange.changes(tile_set, board.size(tile_set))
                await self._session.change_size(tile_set, tiles)
            case Reached():
                self._session.apply(Rested())
                return board
            case WaitForBoard():
                await asyncio.sleep(_POLL_S)
            case WaitForTiles(tile_set):
                self._step_begins(Trigger.COUNT)
                await self._wait_for_tiles(tile_set)
            case _:
                if target is Target.HOME or await self._lifts_are_clear(step):
                    await self._pursue(step)
        return None

    async def _throw_again(self) -> BoardStatus | None:
        """The dice once more, as soon as the walls stand and the last throw is over."""
        if await self._advance(Target.DEAL) is None:
            return None
        await self._pursue(ThrowDice())
        board = await self._session.refresh()
        self._session.apply(Rested())
        return board

    async def _pursue(self, goal: Goal) -> None:
        await self._carry_out(goal, partial(self._step_begins, cycle.trigger_of(goal)))

    async def _carry_out(self, goal: Goal, begun: Callable[[], None]) -> None:
        """A build goes on when whoever waits for it does no more."""
        if isinstance(goal, BuildWalls):
            await asyncio.shield(self._builder.begin(goal, begun))
        else:
            await self._session.client.pursue(goal, begun)

    def _step_begins(self, trigger: Trigger) -> None:
        self.refusals.forget()
        self._session.apply(Began(trigger) if self._session.facts.may_pursue else BeganByHand(trigger))

    async def _lifts_are_clear(self, goal: Goal) -> bool:
        """Wait until nothing is in the way; False when the machine may no longer move for this goal."""
        if not moves_lifts(goal, self._session.facts.board):
            return True
        loop = asyncio.get_running_loop()
        self.lifts.begin(goal, loop.time())
        try:
            while self._session.facts.may_pursue:
                passage = self.lifts.update(goal, loop.time())
                if passage is Passage.CLEAR:
                    return True
                if passage is Passage.BLOCKED:
                    self._session.apply(Began(Trigger.BLOCKED))
                await asyncio.sleep(_POLL_S)
            return False
        finally:
            self.lifts.end()

    async def _wait_for_a_word(self) -> None:
        """The sets have other tiles than the game needs: show that until anything changes."""
        if self._session.facts.state is not State.EXCHANGE:
            self._session.apply(Began(Trigger.EXCHANGE))
        await self._session.wait_for_news()

    async def _wait_for_tiles(self, tile_set: SetName) -> None:
        """Until a set is inside, another game needs other sets, or the dome is not up: no tile falls in then."""
        try:
            while self._session.facts.may_pursue:
                board = self._session.facts.board
                if board is None or board.tiles_inside(tile_set) >= board.size(tile_set):
                    return
                if self.exchange.must_ask(board) or not board.dome_up:
                    return
                self.doubt.update(board.tiles_inside(tile_set), asyncio.get_running_loop().time())
                try:
                    async with asyncio.timeout(PATIENCE_S):
                        await self._session.wait_for_news()
                except TimeoutError:
                    await self._session.refresh()
        finally:
            self.doubt.forget()
