"""The commands of players: a game begins, somebody calls, declares or shows something, or answers a question.

Rules this file keeps:
* What a person tells becomes an event only where the rules take it.
* Every refusal is one sentence that says what to do.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final, Protocol

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
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import Tile, TileError, parse_tile
from table_daemon.command_fields import LONGEST_NAME, BadDataError, read_count, read_flag, read_seat, read_tiles
from table_daemon.errors import UserError
from table_daemon.eyes.eyes_desk import EyesDesk
from table_daemon.game.keeper import GameKeeper
from table_daemon.interpreter.questions import NOT_IN_GAME
from table_daemon.people.call_handler import CallHandler
from table_daemon.people.seat_drawing import draw_seats
from table_daemon.rules.presets import PresetError
from wire.messages import Command, Json
from wire.table_data import CallKind

PENALTY_KINDS: Final = tuple(kind.value for kind in PenaltyKind)
CALLED_IN_PLAY: Final = (CallKind.WIN.value, CallKind.RIICHI.value)


class PlayedAt(Protocol):
    """What these commands need of a table."""

    keeper: GameKeeper
    callers: CallHandler
    eyes_desk: EyesDesk

    def start_game(self, event: GameStarted, cause: str) -> None:
        """Begin a game and ask for its first deal."""

    def tell_noten(self, seat: Seat) -> None:
        """A player says the own hand is noten."""

    def answer(self, question_id: str, tile: Tile | None, cause: str) -> bool:
        """A person settles a doubt; False when it is no longer open."""


class GameDesk:
    """Carries out the commands of `NAMES`.

    Args:
        table: at which is played.
        default_rules: the preset of a game started without naming one.
        chance: what seats are drawn with.
    """

    NAMES: Final = frozenset(
        {
            "start_game",
            "draw_seats",
            "call_attention",
            "dismiss_call",
            "declare",
            "show_hand",
            "judge",
            "stake",
            "time_called",
            "answer",
        }
    )

    def __init__(self, table: PlayedAt, default_rules: str, chance: random.Random) -> None:
        self._table = table
        self._default_rules = default_rules
        self._chance = chance

    def carry_out(self, command: Command) -> Json | None:
        """Do what `command` says; what the answer carries besides yes.

        Raises:
            BadDataError: a field is missing or wrong.
            UserError: not now.
            IllegalEvent: the rules refuse it.
        """
        handler: Callable[[Json, str], Json | None] = getattr(self, f"_{command.name}")
        return handler(command.data, command.origin)

    def _start_game(self, data: Json, origin: str) -> None:
        self._table.eyes_desk.refuse_while_teaching()
        game = self._table.keeper.game
        if game is not None and not game.is_over and not read_flag(data, "abandon", default=False):
            raise UserError("a game is being played; finish it, or send abandon: true to begin another")
        names = data.get("names", ["East", "South", "West", "North"])
        if not isinstance(names, list) or len(names) != 4 or not all(isinstance(n, str) and n for n in names):
            raise BadDataError("names must be a list of four texts, by seat")
        if max(map(len, names)) > LONGEST_NAME:
            raise BadDataError(f"a name has at most {LONGEST_NAME} characters, not {max(map(len, names))}")
        rules = data.get("rules", self._default_rules)
        if not isinstance(rules, str):
            raise BadDataError("rules must be the name of a preset, for example ema")
        dealer, settings = read_seat(data.get("first_dealer", 0)), _settings(data.get("settings", {}))
        event = GameStarted(rules, (names[0], names[1], names[2], names[3]), dealer, settings)
        try:
            self._table.start_game(event, origin)
        except PresetError as error:
            raise BadDataError(str(error)) from error

    def _draw_seats(self, data: Json, _origin: str) -> Json:
        return draw_seats(data, self._default_rules, self._chance)

    def _call_attention(self, data: Json, origin: str) -> None:
        self._table.callers.call(CallKind.ATTENTION, read_seat(data.get("seat")), origin)

    def _dismiss_call(self, data: Json, origin: str) -> None:
        self._table.callers.dismiss(str(data.get("call", "")), origin)

    def _declare(self, data: Json, origin: str) -> None:
        seat = read_seat(data.get("seat"))
        match data.get("kind"):
            case "noten":
                self._tell_noten(seat)
            case "tenpai":
                raise UserError("tenpai is shown by opening the hand; the camera reads it")
            case "hand_closed":
                self._commit(HandShown(seat, None), origin)
            case str(kind) if kind in CALLED_IN_PLAY:
                self._table.callers.call(CallKind(kind), seat, origin)
            case str(kind) if kind in PENALTY_KINDS:
                self._penalize(seat, PenaltyKind(kind), origin)
            case other:
                known = ", ".join(("noten", "hand_closed", *CALLED_IN_PLAY, *PENALTY_KINDS))
                raise BadDataError(f"kind must be one of {known}, not {other!r}")

    def _tell_noten(self, seat: Seat) -> None:
        keeper = self._table.keeper
        if keeper.game is not None and not keeper.rules.traits.draw_shows_hands:
            raise UserError("nobody shows a hand when the wall runs out under these rules")
        self._table.tell_noten(seat)

    def _penalize(self, seat: Seat, kind: PenaltyKind, origin: str) -> None:
        keeper = self._table.keeper
        known = keeper.rules.traits.penalties if keeper.game is not None else (kind,)
        if kind not in known:
            there_are = ", ".join(known) or "none"
            raise UserError(f"these rules have no penalty {kind}; there are: {there_are}")
        self._commit(PenaltyDeclared(seat, kind), origin)

    def _show_hand(self, data: Json, origin: str) -> None:
        self._commit(HandShown(read_seat(data.get("seat")), read_tiles(data.get("tiles"), "tiles")), origin)

    def _judge(self, data: Json, origin: str) -> None:
        self._commit(FineJudged(read_seat(data.get("seat")), read_flag(data, "exempt")), origin)

    def _stake(self, data: Json, origin: str) -> None:
        points, added = read_count(data, "points"), read_count(data, "added")
        self._commit(StakeLaid(read_seat(data.get("seat")), points, added), origin)

    def _time_called(self, data: Json, origin: str) -> None:
        self._commit(TimeCalled(read_flag(data, "void", default=False)), origin)

    def _answer(self, data: Json, origin: str) -> None:
        value = str(data.get("value", ""))
        try:
            tile = None if value == NOT_IN_GAME else parse_tile(value)
        except TileError as error:
            raise BadDataError(f"{error}, or none for a piece that is not part of the game") from error
        if not self._table.answer(str(data.get("question", "")), tile, origin):
            raise UserError("this question is no longer open")

    def _commit(self, event: Event, origin: str) -> None:
        """Something a person told the tablet; raises IllegalEvent when the rules refuse it."""
        self._table.keeper.commit(event, origin)


def _settings(value: Any) -> tuple[tuple[str, str], ...]:
    """Options that differ from the preset; true, false and whole numbers count as their texts."""
    if not isinstance(value, dict):
        raise BadDataError(f"settings must be an object of options and values, not {value!r}")
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
            raise BadDataError(f"the value of {name} must be a text, for example true or 300")
