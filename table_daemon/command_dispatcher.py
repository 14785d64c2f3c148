"""Commands of people and programs: checked, carried out once, answered in one sentence."""

from __future__ import annotations

import asyncio
import random
from collections import OrderedDict
from dataclasses import replace
from typing import Final, assert_never

from mahjong_rules.errors import IllegalEvent, Refusal
from table_daemon.corrections.correction_handler import CorrectionHandler
from table_daemon.corrections.corrections import StandsAgainstError
from table_daemon.errors import BadDataError, UserError
from table_daemon.game.correction_edits import CorrectionError
from table_daemon.machine.controller import MachineError
from table_daemon.machine.machine_handler import MachineHandler
from table_daemon.people.game_handler import GameHandler
from table_daemon.table_parts import TableParts
from wire.commands.command import Command
from wire.commands.corrections import CorrectCommand, CorrectionCommand, UndoCommand, VoidDealData
from wire.commands.eyes import EyesCommand
from wire.commands.game import GameCommand, StartGameData
from wire.commands.machine import MachineCommand
from wire.messages import Answer, Json

# A repetition follows within seconds, and nobody sends that many commands in them. Chosen.
REMEMBERED_ANSWERS: Final = 256


class StaleError(Refusal):
    """The game has moved on since the command was meant."""


class CommandDispatcher:
    """Carries out commands on a table, each id once.

    Args:
        parts: of the table.
        chance: what seats are drawn with; the system's own where none is given.
    """

    def __init__(self, parts: TableParts, chance: random.Random | None = None) -> None:
        self._keeper = parts.keeper
        self._teaching = parts.teaching
        self._game = GameHandler(
            parts.keeper,
            parts.calls,
            parts.reading,
            parts.questions,
            parts.settings.play,
            chance or random.SystemRandom(),
        )
        self._machine = MachineHandler(parts.keeper, parts.between, parts.machine, parts.machine_log, parts.teaching)
        self._corrections = CorrectionHandler(parts.keeper, parts.corrections)
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self._under_way: dict[str, asyncio.Future[Answer]] = {}

    async def carry_out(self, command: Command) -> Answer:
        """Do what `command` says; a repeated id gets the first answer again, also while that is still to come."""
        if not command.id:
            return await self._answer_to(command)
        if command.id in self._answers:
            return self._answers[command.id]
        if command.id in self._under_way:
            return await asyncio.shield(self._under_way[command.id])
        under_way = self._under_way[command.id] = asyncio.get_running_loop().create_future()
        try:
            answer = await self._answer_to(command)
        except BaseException:
            under_way.cancel()
            raise
        finally:
            del self._under_way[command.id]
        under_way.set_result(answer)
        self._answers[command.id] = answer
        while len(self._answers) > REMEMBERED_ANSWERS:
            self._answers.popitem(last=False)
        return answer

    async def _answer_to(self, command: Command) -> Answer:
        keeper = self._keeper
        try:
            data = await self._done(command)
        except StaleError as refusal:
            return Answer.refused_by(refusal, "stale", keeper.seq)
        except BadDataError as refusal:
            return Answer.refused_by(refusal, "bad_data", keeper.seq)
        except StandsAgainstError as refusal:
            return replace(Answer.refused_by(refusal, "conflict", keeper.seq), data=refusal.data)
        except (IllegalEvent, MachineError, CorrectionError, UserError) as refusal:
            return Answer.refused_by(refusal, "not_now", keeper.seq)
        return Answer(ok=True, seq=keeper.seq, data=data)

    async def _done(self, command: Command) -> Json | None:
        """Carry it out; what the answer carries besides yes."""
        repeated = self._corrections.repeated(command.id)
        if repeated is not None:
            return repeated
        self._refuse_stale(command)
        data, origin = command.data, command.origin
        if isinstance(data, GameCommand):
            if isinstance(data, StartGameData):
                self._teaching.refuse_while_teaching()
            return self._game.carry_out(data, origin)
        if isinstance(data, MachineCommand):
            await self._machine.carry_out(data, origin)
            return None
        if isinstance(data, EyesCommand):
            return await self._teaching.carry_out(data)
        if isinstance(data, CorrectionCommand):
            if isinstance(data, UndoCommand | CorrectCommand | VoidDealData):
                self._teaching.refuse_while_teaching()
            return self._corrections.carry_out(data, origin, command.id)
        assert_never(data)

    def _refuse_stale(self, command: Command) -> None:
        seq, expected = self._keeper.seq, command.expect_seq
        if expected is not None and expected != seq:
            raise StaleError(
                "the game is at entry {seq}, not {expected}; look again and repeat", seq=seq, expected=expected
            )
        deal, expected = self._keeper.deal_number, command.expect_deal
        if expected is not None and expected != deal:
            raise StaleError(
                "the game is at deal {deal}, not {expected}; look again and repeat", deal=deal, expected=expected
            )
