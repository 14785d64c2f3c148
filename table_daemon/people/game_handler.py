"""The commands of players: a game begins, somebody calls, declares or shows something, or answers a question.

Rules this file keeps:
* What a person tells becomes an event only where the rules take it.
* Every refusal is one sentence that says what to do.
"""

from __future__ import annotations

import random
from typing import assert_never

from mahjong_rules.events import (
    Event,
    FineJudged,
    GameStarted,
    HandShown,
    PenaltyDeclared,
    PenaltyKind,
    PointsPenalized,
    ResultTyped,
    StakeLaid,
    TimeCalled,
)
from mahjong_rules.seats import Seat
from mahjong_rules.told import said_by, sentence
from table_daemon.errors import BadDataError, UserError
from table_daemon.game.keeper import GameKeeper
from table_daemon.interpreter.table_reading import TableReading
from table_daemon.people.call_handler import CallHandler
from table_daemon.people.question_answers import QuestionClosedError
from table_daemon.people.questions import Questions
from table_daemon.people.seat_drawing import draw_seats, redraw_seats
from table_daemon.rules.presets import PresetError, load_rules
from table_daemon.settings import PlaySettings
from wire.commands.game import (
    AnswerData,
    CallAttentionData,
    DeclareData,
    DismissCallData,
    DrawSeatsData,
    GameCommand,
    JudgeData,
    PenalizeData,
    RedrawSeatsData,
    ShowHandData,
    StakeData,
    StartGameData,
    TimeCalledData,
    TypeResultData,
)
from wire.messages import Json
from wire.table_data import CallKind


class GameHandler:
    """Carries out what players ask for.

    Args:
        keeper: the game.
        calls: what players have called.
        reading: is told what no camera sees.
        questions: that wait for an answer.
        usual: the preset and options of a game started without naming one.
        chance: what seats are drawn with.
    """

    def __init__(
        self,
        keeper: GameKeeper,
        calls: CallHandler,
        reading: TableReading,
        questions: Questions,
        usual: PlaySettings,
        chance: random.Random,
    ) -> None:
        self._keeper = keeper
        self._calls = calls
        self._reading = reading
        self._questions = questions
        self._usual = usual
        self._chance = chance

    def carry_out(self, command: GameCommand, origin: str) -> Json | None:  # noqa: C901, PLR0912 - one arm a command
        """Do what a person or program wishes; what the answer carries besides yes.

        Raises:
            BadDataError: there are no such rules, or the fields make no wish here.
            UserError: not now.
            IllegalEvent: the rules refuse it.
        """
        match command:
            case DrawSeatsData():
                return draw_seats(command, self._usual.rules, self._chance)
            case RedrawSeatsData():
                return self._redraw_seats(command, origin)
            case StartGameData():
                self._start_game(command, origin)
            case CallAttentionData(seat=seat):
                self._calls.call(CallKind.ATTENTION, seat, origin)
            case DismissCallData(call=call):
                self._calls.dismiss(call, origin)
            case DeclareData():
                self._declare(command, origin)
            case ShowHandData(seat=seat, tiles=tiles):
                self._commit(HandShown(seat, tiles), origin)
            case TypeResultData(winners=winners, discarder=discarder, deltas=deltas):
                self._commit(ResultTyped(winners, discarder, deltas), origin)
            case JudgeData(seat=seat, exempt=exempt):
                self._commit(FineJudged(seat, exempt), origin)
            case StakeData(seat=seat, points=points, added=added):
                self._commit(StakeLaid(seat, points, added), origin)
            case PenalizeData(seat=seat, points=points, reason=reason):
                self._commit(PointsPenalized(seat, points, reason), origin)
            case TimeCalledData(void=void):
                self._commit(TimeCalled(void), origin)
            case AnswerData(question=question, value=tile):
                if not self._questions.answer(question, tile, origin):
                    raise QuestionClosedError
            case _:
                assert_never(command)
        return None

    def _redraw_seats(self, wish: RedrawSeatsData, origin: str) -> Json:
        """The last winner sees to it (Tchou 1924 l.296), or the scheme of the rules (MCR 2006 §3.5)."""
        game = self._keeper.game
        if game is None:
            raise UserError(sentence("no game is being played: draw_seats finds the seats of the next"))
        event, answer = redraw_seats(game, self._keeper.rules.traits.seats, self._chance, wish)
        self._commit(event, origin)
        return answer

    def _start_game(self, wish: StartGameData, origin: str) -> None:
        game = self._keeper.game
        if game is not None and not game.is_over and not wish.abandon:
            raise UserError(sentence("a game is being played; finish it, or send abandon: true to begin another"))
        rules = self._usual.rules if wish.rules is None else wish.rules
        house = self._usual.options if wish.rules is None and not wish.settings else {}
        settings = tuple((wish.settings or house).items())
        try:
            seats = load_rules(rules, settings).traits.seats
            first = seats.in_play[0] if wish.first_dealer is None else wish.first_dealer
            event = GameStarted(rules, wish.names, first, settings)
            self._keeper.start(event, origin)
        except PresetError as error:
            raise BadDataError(said_by(error)) from error

    def _declare(self, wish: DeclareData, origin: str) -> None:
        match wish.kind:
            case PenaltyKind() as kind:
                self._penalize(wish.seat, kind, origin)
            case "noten":
                self._tell_noten(wish.seat)
            case "tenpai":
                raise UserError(sentence("tenpai is shown by opening the hand; the camera reads it"))
            case "hand_closed":
                self._commit(HandShown(wish.seat, None), origin)
            case "win" | "riichi":
                self._calls.call(CallKind(wish.kind), wish.seat, origin)
            case _:
                assert_never(wish.kind)

    def _tell_noten(self, seat: Seat) -> None:
        traits = None if self._keeper.game is None else self._keeper.rules.traits
        if traits is not None and not traits.draw_shows_hands:
            raise UserError(sentence("nobody shows a hand when the wall runs out under these rules"))
        if traits is not None and seat not in traits.seats.in_play:
            raise UserError(sentence("nobody plays at this seat"))
        self._reading.tell_noten(seat)

    def _penalize(self, seat: Seat, kind: PenaltyKind, origin: str) -> None:
        keeper = self._keeper
        known = keeper.rules.traits.penalties if keeper.game is not None else (kind,)
        if kind not in known:
            if not known:
                raise UserError(sentence("there is no {penalty} under these rules", penalty=kind))
            there_are = ", ".join(known)
            raise UserError(
                sentence("there is no {penalty} under these rules, but {penalties}", penalty=kind, penalties=there_are)
            )
        self._commit(PenaltyDeclared(seat, kind), origin)

    def _commit(self, event: Event, origin: str) -> None:
        """Something a person told the tablet; raises IllegalEvent when the rules refuse it."""
        self._keeper.commit(event, origin)
