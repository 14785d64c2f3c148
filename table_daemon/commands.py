"""Commands of people and programs: checked, carried out once, answered in one sentence."""

from __future__ import annotations

import asyncio
import random
from collections import OrderedDict
from typing import Final, Protocol

from mahjong_rules.errors import IllegalEvent
from table_daemon.command_fields import BadDataError
from table_daemon.corrections.correction_commands import CorrectionHandler, Mended
from table_daemon.corrections.corrections import StandsAgainstError
from table_daemon.errors import UserError
from table_daemon.eyes.eyes_desk import EyesDesk
from table_daemon.game.correction_edits import CorrectionError
from table_daemon.game_commands import GameDesk, PlayedAt
from table_daemon.machine.controller import MachineError
from table_daemon.machine.machine_commands import MachineDesk, Moved
from wire.messages import Answer, Command, Json

REMEMBERED_ANSWERS: Final = 256


class RefusedError(Exception):
    """A command that no desk sees; `code` is one of docs/mqtt.md."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Steered(PlayedAt, Moved, Mended, Protocol):
    """What commands may do to a table."""

    eyes_desk: EyesDesk


class CommandDesk:
    """Carries out commands on a table, each id once.

    Args:
        table: what is steered.
        default_rules: the preset of a game started without naming one.
        chance: what seats are drawn with; the system's own where none is given.
    """

    NAMES: Final = frozenset({*GameDesk.NAMES, *MachineDesk.NAMES, *CorrectionHandler.NAMES, *EyesDesk.NAMES})

    def __init__(self, table: Steered, default_rules: str, chance: random.Random | None = None) -> None:
        self._table = table
        self._game = GameDesk(table, default_rules, chance or random.SystemRandom())
        self._machine = MachineDesk(table)
        self._corrections = CorrectionHandler(table)
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
        keeper = self._table.keeper
        try:
            data = await self._done(command)
        except RefusedError as refusal:
            return Answer(ok=False, seq=keeper.seq, error_code=refusal.code, message=str(refusal))
        except BadDataError as refusal:
            return Answer(ok=False, seq=keeper.seq, error_code="bad_data", message=str(refusal))
        except StandsAgainstError as refusal:
            return Answer(ok=False, seq=keeper.seq, error_code="conflict", message=str(refusal), data=refusal.data)
        except (IllegalEvent, MachineError, CorrectionError, UserError) as refusal:
            return Answer(ok=False, seq=keeper.seq, error_code="not_now", message=str(refusal))
        return Answer(ok=True, seq=keeper.seq, data=data)

    async def _done(self, command: Command) -> Json | None:
        """Carry it out; what the answer carries besides yes."""
        repeated = self._corrections.repeated(command)
        if repeated is not None:
            return repeated
        self._check(command)
        if command.name in self._corrections.NAMES:
            if command.name in self._corrections.OF_DEALS:
                self._table.eyes_desk.refuse_while_teaching()
            return self._corrections.carry_out(command)
        if command.name in self._table.eyes_desk.NAMES:
            return await self._table.eyes_desk.carry_out(command)
        if command.name in self._machine.NAMES:
            await self._machine.carry_out(command)
            return None
        return self._game.carry_out(command)

    def _check(self, command: Command) -> None:
        if command.name not in self.NAMES:
            raise RefusedError("unknown_command", f"there is no command {command.name}")
        seq = self._table.keeper.seq
        if command.expect_seq is not None and command.expect_seq != seq:
            raise RefusedError("stale", f"the game is at entry {seq}, not {command.expect_seq}; look again and repeat")
