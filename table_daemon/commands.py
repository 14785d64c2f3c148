"""Commands of people and programs: checked, carried out once, answered in one sentence."""

from __future__ import annotations

import asyncio
import random
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, Protocol

from firmware_bridge.cycle import State
from firmware_bridge.messages import TileSet
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import (
    Event,
    FineJudged,
    GameStarted,
    HandShown,
    PenaltyDeclared,
    PenaltyKind,
    StakeLaid,
    TimeCalled,
)
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import Tile, TileError, parse_tile
from table_daemon.call_desk import CallDesk
from table_daemon.calls import CallKind
from table_daemon.command_codec import COMMAND_NAMES
from table_daemon.errors import UserError
from table_daemon.eyes.eyes_desk import EyesDesk
from table_daemon.game.keeper import GameKeeper
from table_daemon.interpreter.questions import NOT_IN_GAME
from table_daemon.machine.between_deals import BetweenDeals
from table_daemon.machine.controller import MachineController, MachineError
from table_daemon.machine.diary import MachineDiary
from table_daemon.machine.maintenance import Motion
from table_daemon.repair.mender import Mender, StandsAgainstError
from table_daemon.repair.repair_commands import BadDataError, RepairDesk
from table_daemon.repair.repairs import RepairError
from table_daemon.rules.presets import PresetError
from table_daemon.seat_desk import draw_seats
from table_daemon.service import Answer, Command, Json

REMEMBERED_ANSWERS: Final = 256
LONGEST_NAME: Final = 40
"""Characters of a player's name: the state document stays below 4 KiB."""
PENALTY_KINDS: Final = tuple(kind.value for kind in PenaltyKind)
CALLED_IN_PLAY: Final = (CallKind.WIN.value, CallKind.RIICHI.value)
ACTIONS: Final = ("stop", "home", "clear_fault", "all_tiles_in", "nothing_in_the_way", "exchange_sets", "maintenance")
MOTIONS: Final = tuple(motion.value for motion in Motion)


class RefusedError(Exception):
    """A command that is not carried out; `code` is one of docs/mqtt.md."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Steered(Protocol):
    """What commands may do to a table."""

    keeper: GameKeeper
    callers: CallDesk
    mender: Mender
    between: BetweenDeals
    machine: MachineController
    diary: MachineDiary
    eyes_desk: EyesDesk

    @property
    def tiles_seen(self) -> int:
        """Tiles that lie on the table by the newest observation."""

    def start_game(self, event: GameStarted, cause: str) -> None:
        """Begin a game and ask for its first deal."""

    def tell_noten(self, seat: Seat) -> None:
        """A player says the own hand is noten."""

    def answer(self, question_id: str, tile: Tile | None, cause: str) -> bool:
        """A person settles a doubt; False when it is no longer open."""

    def undo_targets(self) -> list[int]:
        """Events of the deal on the table that one may go back to."""


class CommandDesk:
    """Carries out commands on a table, each id once.

    Args:
        table: what is steered.
        default_rules: the preset of a game started without naming one.
        chance: what seats are drawn with; the system's own where none is given.
    """

    NAMES: Final = COMMAND_NAMES

    def __init__(self, table: Steered, default_rules: str, chance: random.Random | None = None) -> None:
        self._table = table
        self._default_rules = default_rules
        self._chance = chance or random.SystemRandom()
        self._repairs = RepairDesk(table)
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
        except (IllegalEvent, MachineError, RepairError, UserError) as refusal:
            return Answer(ok=False, seq=keeper.seq, error_code="not_now", message=str(refusal))
        return Answer(ok=True, seq=keeper.seq, data=data)

    async def _done(self, command: Command) -> Json | None:
        """Carry it out; what the answer carries besides yes."""
        repeated = self._repairs.repeated(command)
        if repeated is not None:
            return repeated
        self._check(command)
        if command.name in self._repairs.NAMES:
            if command.name in self._repairs.OF_DEALS:
                self._table.eyes_desk.refuse_while_teaching()
            return self._repairs.carry_out(command)
        if command.name in self._table.eyes_desk.NAMES:
            return await self._table.eyes_desk.carry_out(command)
        if command.name == "draw_seats":
            return draw_seats(command.data, self._default_rules, self._chance)
        handler: Callable[[Json, str], Awaitable[None]] = getattr(self, f"_{command.name}")
        await handler(command.data, command.origin)
        return None

    def _check(self, command: Command) -> None:
        if command.name not in self.NAMES:
            raise RefusedError("unknown_command", f"there is no command {command.name}")
        seq = self._table.keeper.seq
        if command.expect_seq is not None and command.expect_seq != seq:
            raise RefusedError("stale", f"the game is at entry {seq}, not {command.expect_seq}; look again and repeat")

    async def _start_game(self, data: Json, origin: str) -> None:
        self._table.eyes_desk.refuse_while_teaching()
        game = self._table.keeper.game
        if game is not None and not game.is_over and not _flag(data, "abandon", default=False):
            raise RefusedError("not_now", "a game is being played; finish it, or send abandon: true to begin another")
        names = data.get("names", ["East", "South", "West", "North"])
        if not isinstance(names, list) or len(names) != 4 or not all(isinstance(n, str) and n for n in names):
            raise RefusedError("bad_data", "names must be a list of four texts, by seat")
        if max(map(len, names)) > LONGEST_NAME:
            raise RefusedError("bad_data", f"a name has at most {LONGEST_NAME} characters, not {max(map(len, names))}")
        rules = data.get("rules", self._default_rules)
        if not isinstance(rules, str):
            raise RefusedError("bad_data", "rules must be the name of a preset, for example ema")
        dealer, settings = _seat(data.get("first_dealer", 0)), _settings(data.get("settings", {}))
        event = GameStarted(rules, (names[0], names[1], names[2], names[3]), dealer, settings)
        try:
            self._table.start_game(event, origin)
        except PresetError as error:
            raise RefusedError("bad_data", str(error)) from error

    async def _next_deal(self, _data: Json, _origin: str) -> None:
        if self._table.machine.in_maintenance:
            raise RefusedError("not_now", "the machine is in maintenance: end that first, here or by its command")
        self._table.eyes_desk.refuse_while_teaching()
        if not self._table.between.is_due:
            raise RefusedError("not_now", "no deal can begin now: the deal in play has no result, or no game is on")
        self._table.between.ask()

    async def _hold(self, data: Json, _origin: str) -> None:
        self._table.eyes_desk.refuse_while_teaching()
        self._table.between.hold(_flag(data, "on", default=True))

    async def _go_on(self, _data: Json, origin: str) -> None:
        """The one button of whoever stands at the machine: what it waits for, a person's consent or the next deal."""
        status, between = self._table.machine.status, self._table.between
        if status.fault is not None:
            raise RefusedError("not_now", f"{status.fault.text}: {status.fault.action} on the page")
        if status.state == State.WAITING:
            await self._machine({"action": "home"}, origin)
        elif between.is_due and not between.is_moving:
            await self._next_deal({}, origin)
        else:
            raise RefusedError("not_now", "nothing waits for this button: the page shows what happens")

    async def _call_attention(self, data: Json, origin: str) -> None:
        self._table.callers.call(CallKind.ATTENTION, _seat(data.get("seat")), origin)

    async def _dismiss_call(self, data: Json, origin: str) -> None:
        self._table.callers.dismiss(str(data.get("call", "")), origin)

    async def _stop(self, _data: Json, origin: str) -> None:
        """Its own command, so that a broker can let somebody stop the machine who may not move it."""
        await self._machine({"action": "stop"}, origin)

    async def _machine(self, data: Json, origin: str) -> None:
        machine, diary = self._table.machine, self._table.diary
        match data.get("action"):
            case "stop":
                await machine.stop(f"asked by {origin}")
                diary.asked("stop", origin)
            case "home":
                await machine.home(begun=partial(diary.asked, "home", origin))
            case "clear_fault":
                fault_id = str(data.get("fault_id", ""))
                await machine.clear_fault(fault_id)
                diary.cleared(fault_id, origin)
            case "maintenance":
                self._maintenance(data, origin)
            case "nothing_in_the_way":
                machine.lifts.vouch(str(data.get("obstacle", "")))
                diary.asked("nothing_in_the_way", origin)
            case "exchange_sets":
                machine.exchange_sets(_number(data, "tiles"))
                diary.asked("exchange_sets", origin)
            case "all_tiles_in":
                diary.vouched(await self._all_tiles_in(data), origin)
            case str(action) if action in MOTIONS:
                motion, tile_set = Motion(action), _tile_set(data.get("set"))
                self._refuse_in_play(motion)
                await machine.maintain(motion, tile_set, begun=partial(diary.asked, action, origin))
            case other:
                known = ", ".join((*ACTIONS, *MOTIONS))
                raise RefusedError("bad_data", f"action must be one of {known}, not {other!r}")

    def _maintenance(self, data: Json, origin: str) -> None:
        """Begin or end it; ending it moves nothing by itself but lets goals go on that somebody asked for before."""
        on = _flag(data, "on")
        self._table.machine.maintenance(on=on)
        self._table.diary.asked(f"maintenance_{'on' if on else 'off'}", origin)
        self._table.between.start_countdown()

    async def _all_tiles_in(self, data: Json) -> int:
        """A person's word stands against the counter's, never against the camera's; so many tiles it is about."""
        missing = data.get("missing")
        if type(missing) is not int or missing <= 0:
            raise RefusedError("bad_data", f"missing is the number of missing tiles that is shown, not {missing!r}")
        if self._table.tiles_seen:
            raise RefusedError(
                "not_now", f"the camera still sees {self._table.tiles_seen} tiles on the table: push them in first"
            )
        await self._table.machine.all_tiles_in(missing)
        return missing

    def _refuse_in_play(self, motion: Motion) -> None:
        """A single motion has no place in a deal, nor may it take the tiles of one away unseen by the game."""
        game, between = self._table.keeper.game, self._table.between
        if game is None or game.is_over:
            return
        if between.is_moving:
            raise RefusedError("not_now", "the machine is at work for the next deal; wait until its walls stand")
        if not between.is_due:
            raise RefusedError("not_now", "a deal is being played; nothing is moved before it has a result")
        if motion is Motion.DOME_UP and self._table.machine.has_tiles_on_table:
            raise RefusedError("not_now", "the tiles of the last deal lie on the table; next_deal clears them away")

    async def _declare(self, data: Json, origin: str) -> None:
        seat = _seat(data.get("seat"))
        match data.get("kind"):
            case "noten":
                self._tell_noten(seat)
            case "tenpai":
                raise RefusedError("not_now", "tenpai is shown by opening the hand; the camera reads it")
            case "hand_closed":
                self._commit(HandShown(seat, None), origin)
            case str(kind) if kind in CALLED_IN_PLAY:
                self._table.callers.call(CallKind(kind), seat, origin)
            case str(kind) if kind in PENALTY_KINDS:
                self._penalize(seat, PenaltyKind(kind), origin)
            case other:
                known = ", ".join(("noten", "hand_closed", *CALLED_IN_PLAY, *PENALTY_KINDS))
                raise RefusedError("bad_data", f"kind must be one of {known}, not {other!r}")

    def _tell_noten(self, seat: Seat) -> None:
        keeper = self._table.keeper
        if keeper.game is not None and not keeper.rules.traits.draw_shows_hands:
            raise RefusedError("not_now", "nobody shows a hand when the wall runs out under these rules")
        self._table.tell_noten(seat)

    def _penalize(self, seat: Seat, kind: PenaltyKind, origin: str) -> None:
        keeper = self._table.keeper
        known = keeper.rules.traits.penalties if keeper.game is not None else (kind,)
        if kind not in known:
            there_are = ", ".join(known) or "none"
            raise RefusedError("not_now", f"these rules have no penalty {kind}; there are: {there_are}")
        self._commit(PenaltyDeclared(seat, kind), origin)

    async def _show_hand(self, data: Json, origin: str) -> None:
        self._commit(HandShown(_seat(data.get("seat")), _tiles(data.get("tiles"))), origin)

    async def _judge(self, data: Json, origin: str) -> None:
        self._commit(FineJudged(_seat(data.get("seat")), _flag(data, "exempt")), origin)

    async def _stake(self, data: Json, origin: str) -> None:
        points, added = _number(data, "points"), _number(data, "added")
        self._commit(StakeLaid(_seat(data.get("seat")), points, added), origin)

    async def _time_called(self, data: Json, origin: str) -> None:
        self._commit(TimeCalled(_flag(data, "void", default=False)), origin)

    async def _answer(self, data: Json, origin: str) -> None:
        value = str(data.get("value", ""))
        try:
            tile = None if value == NOT_IN_GAME else parse_tile(value)
        except TileError as error:
            raise RefusedError("bad_data", f"{error}, or none for a piece that is not part of the game") from error
        if not self._table.answer(str(data.get("question", "")), tile, origin):
            raise RefusedError("not_now", "this question is no longer open")

    def _commit(self, event: Event, origin: str) -> None:
        """Something a person told the tablet; raises IllegalEvent when the rules refuse it."""
        self._table.keeper.commit(event, origin)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _flag(data: Json, key: str, *, default: bool | None = None) -> bool:
    value = data.get(key, default)
    if not isinstance(value, bool):
        raise RefusedError("bad_data", f"{key} must be true or false, not {value!r}")
    return value


def _number(data: Json, key: str) -> int:
    value = data.get(key)
    if not isinstance(value, int) or not _is_whole(value) or value < 0:
        raise RefusedError("bad_data", f"{key} must be a whole number from 0 on, not {value!r}")
    return value


def _seat(value: Any) -> Seat:
    if not isinstance(value, int) or not _is_whole(value) or value not in SEATS:
        raise RefusedError("bad_data", f"seat must be 0, 1, 2 or 3, not {value!r}")
    return SEATS[value]


def _tile_set(value: Any) -> TileSet | None:
    if value is not None and value not in tuple(TileSet):
        raise RefusedError("bad_data", f"set must be A or B, or left out, not {value!r}")
    return None if value is None else TileSet(value)


def _tiles(value: Any) -> tuple[Tile, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise RefusedError("bad_data", f"tiles must be a list of tile names such as 3m, not {value!r}")
    try:
        return tuple(map(parse_tile, value))
    except TileError as error:
        raise RefusedError("bad_data", f"{error}; tiles are named like 3m, 7p, 1z or f2") from error


def _settings(value: Any) -> tuple[tuple[str, str], ...]:
    """Options that differ from the preset; true, false and whole numbers count as their texts."""
    if not isinstance(value, dict):
        raise RefusedError("bad_data", f"settings must be an object of options and values, not {value!r}")
    return tuple((name, _option_text(name, chosen)) for name, chosen in value.items())


def _option_text(name: str, chosen: Any) -> str:
    match chosen:
        case str():
            return chosen
        case bool():
            return str(chosen).lower()
        case int():
            return str(chosen)
        case _:
            raise RefusedError("bad_data", f"the value of {name} must be a text, for example true or 300")
