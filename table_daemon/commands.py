"""Commands of people and programs: checked, carried out once, answered in one sentence."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from mahjong_rules.events import GameStarted, PenaltyDeclared
from mahjong_rules.game import IllegalEvent
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import TileError, parse_tile
from table_daemon.controller import MachineError
from table_daemon.errors import UserError
from table_daemon.service import Answer, Command, Json

if TYPE_CHECKING:
    from table_daemon.table import Table

REMEMBERED_ANSWERS: Final = 256


class RefusedError(Exception):
    """A command that is not carried out; `code` is one of docs/mqtt.md."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class CommandDesk:
    """Carries out commands on a table, each id once."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self._handlers: dict[str, Callable[[Json, str], Awaitable[None]]] = {
            "start_game": self._start_game,
            "next_deal": self._next_deal,
            "hold": self._hold,
            "machine": self._machine,
            "declare": self._declare,
            "answer": self._answer,
            "undo": self._undo,
        }

    async def carry_out(self, command: Command) -> Answer:
        """Do what `command` says; a repeated id gets the first answer again."""
        if command.id and command.id in self._answers:
            return self._answers[command.id]
        answer = await self._judge(command)
        if command.id:
            self._answers[command.id] = answer
            while len(self._answers) > REMEMBERED_ANSWERS:
                self._answers.popitem(last=False)
        return answer

    async def _judge(self, command: Command) -> Answer:
        keeper = self._table.keeper
        try:
            await self._handler(command)(command.data, command.origin)
        except RefusedError as refusal:
            return Answer(ok=False, seq=keeper.seq, error_code=refusal.code, message=str(refusal))
        except (IllegalEvent, MachineError, UserError) as refusal:
            return Answer(ok=False, seq=keeper.seq, error_code="not_now", message=str(refusal))
        return Answer(ok=True, seq=keeper.seq)

    def _handler(self, command: Command) -> Callable[[Json, str], Awaitable[None]]:
        handler = self._handlers.get(command.name)
        if handler is None:
            raise RefusedError("unknown_command", f"there is no command {command.name}")
        seq = self._table.keeper.seq
        if command.expect_seq is not None and command.expect_seq != seq:
            raise RefusedError("stale", f"the game is at entry {seq}, not {command.expect_seq}; look again and repeat")
        return handler

    async def _start_game(self, data: Json, origin: str) -> None:
        game = self._table.keeper.game
        if game is not None and not game.is_over and not data.get("abandon"):
            raise RefusedError("not_now", "a game is being played; finish it, or send abandon: true to begin another")
        names = data.get("names", ["East", "South", "West", "North"])
        if not isinstance(names, list) or len(names) != 4 or not all(isinstance(n, str) and n for n in names):
            raise RefusedError("bad_data", "names must be a list of four texts, by seat")
        rules = data.get("rules", self._table.settings.play.rules)
        if not isinstance(rules, str):
            raise RefusedError("bad_data", "rules must be the name of a preset, for example ema")
        first_dealer = _seat(data.get("first_dealer", 0))
        self._table.start_game(GameStarted(rules, (names[0], names[1], names[2], names[3]), first_dealer), origin)

    async def _next_deal(self, _data: Json, _origin: str) -> None:
        if not self._table.between.is_due:
            raise RefusedError("not_now", "no deal can begin now: the deal in play has no result, or no game is on")
        self._table.between.ask()

    async def _hold(self, data: Json, _origin: str) -> None:
        self._table.between.hold(bool(data.get("on", True)))

    async def _machine(self, data: Json, origin: str) -> None:
        machine = self._table.machine
        match data.get("action"):
            case "stop":
                await machine.stop(f"asked by {origin}")
            case "home":
                await machine.home()
            case "clear_fault":
                await machine.clear_fault(str(data.get("fault_id", "")))
            case other:
                raise RefusedError("bad_data", f"action must be home, clear_fault or stop, not {other!r}")

    async def _declare(self, data: Json, origin: str) -> None:
        seat = _seat(data.get("seat"))
        match data.get("kind"):
            case "noten":
                self._table.tell_noten(seat)
            case "tenpai":
                raise RefusedError("not_now", "tenpai is shown by opening the hand; the camera reads it")
            case "chombo":
                self._table.commit_declared(PenaltyDeclared(seat), origin)
            case other:
                raise RefusedError("bad_data", f"kind must be noten, tenpai or chombo, not {other!r}")

    async def _answer(self, data: Json, origin: str) -> None:
        try:
            tile = parse_tile(str(data.get("value", "")))
        except TileError as error:
            raise RefusedError("bad_data", str(error)) from error
        if not self._table.answer(str(data.get("question", "")), tile, origin):
            raise RefusedError("not_now", "this question is no longer open")

    async def _undo(self, data: Json, origin: str) -> None:
        to_seq: Any = data.get("to_seq")
        if not isinstance(to_seq, int):
            raise RefusedError("bad_data", "to_seq must be the number of the last entry that stays")
        if not self._table.undo(to_seq, origin):
            raise RefusedError("not_now", "only entries of the deal in play, after its first, can be taken back")


def _seat(value: Any) -> Seat:
    if isinstance(value, bool) or not isinstance(value, int) or value not in SEATS:
        raise RefusedError("bad_data", f"seat must be 0, 1, 2 or 3, not {value!r}")
    return SEATS[value]
