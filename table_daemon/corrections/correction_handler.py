"""The commands that put right what the table counted: parsed, rehearsed or carried out, answered with what changed."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from mahjong_rules.events import DealVoided, Discarded, Event, GameEnded, ScoresSet, actor_of
from mahjong_rules.seats import Seat
from mahjong_rules.state import Game
from mahjong_rules.told import sentence
from table_daemon.corrections.corrections import Corrections
from table_daemon.errors import BadDataError, UserError
from table_daemon.game.audit import correction_document, deal_events_document
from table_daemon.game.correction_edits import (
    CorrectionError,
    call_edits,
    flower_edits,
    insertion_edits,
    no_call_text,
    removal_edits,
    replace_edit,
    result_edits,
    taking_in_edits,
    tile_edits,
    undo_edits,
)
from table_daemon.game.history import History, Played, place_of
from table_daemon.game.keeper import CorrectionRequest, GameKeeper
from table_daemon.game.timeline import Edit, no_event_text
from wire.commands.base import Rehearsed
from wire.commands.corrections import (
    CorrectCall,
    CorrectCommand,
    CorrectionCommand,
    CorrectResult,
    CorrectRiichi,
    CorrectTile,
    EndGameData,
    EventsData,
    InsertEvents,
    RemoveEvents,
    ReplaceEvent,
    SetAllScores,
    SetOneScore,
    TakeIn,
    UndoCommand,
    UndoCorrection,
    UndoTo,
    VoidDealData,
)
from wire.messages import Json


class CorrectionHandler:
    """Carries out `undo`, `correct`, `void_deal`, `end_game`, `set_scores` and `events`.

    Args:
        keeper: the game.
        corrections: rehearse and make what is wished.
    """

    def __init__(self, keeper: GameKeeper, corrections: Corrections) -> None:
        self._keeper = keeper
        self._corrections = corrections

    def carry_out(self, command: CorrectionCommand, origin: str, command_id: str = "") -> Json:
        """Do what a person or program wishes; what the answer carries besides yes.

        Args:
            command: what is wished.
            origin: who asks.
            command_id: by which the same wish is known again after a restart.

        Raises:
            BadDataError: the fields make no wish here.
            CorrectionError: it names nothing that could be changed.
            UserError: a later event or the table stands against it.
            IllegalEvent: the rules do.
        """
        match command:
            case EventsData():
                return self._events(command)
            case UndoTo() | UndoCorrection():
                request = self._undo(command)
            case VoidDealData():
                event, deal = DealVoided(command.reason), self._deal_of(command)
                if self._is_in_play(deal):
                    return self._tell(event, command, origin)
                request = CorrectionRequest("void", tuple(result_edits(self._history, deal, [event])), command.reason)
            case EndGameData():
                return self._tell(GameEnded(), command, origin)
            case SetAllScores() | SetOneScore():
                return self._set_scores(command, origin)
            case _:
                if not self._history:
                    raise UserError(sentence("no game is on: there is nothing to correct"))
                request = CorrectionRequest(command.kind, tuple(self._edits(command)), command.reason)
        return self._do(replace(request, force=command.force, command=command_id), command, origin)

    def repeated(self, command_id: str) -> Json | None:
        """What a command did that was carried out before a restart; None for a new one."""
        made = (item for item in self._keeper.corrections if command_id and item.command == command_id)
        return next((dict(correction_document(item)) for item in made), None)

    @property
    def _history(self) -> History:
        return self._keeper.history

    def _events(self, wish: EventsData) -> Json:
        """The events of a deal, to choose from."""
        keeper = self._keeper
        deal = keeper.deal_number if wish.deal is None else wish.deal
        return deal_events_document(keeper.history, deal, list(keeper.open_doubts()))

    def _undo(self, wish: UndoCommand) -> CorrectionRequest:
        """The newest events of the deal on the table, or a correction by its number."""
        if isinstance(wish, UndoCorrection):
            return self._cancelling(wish)
        if wish.to_seq not in self._corrections.undo_targets():
            raise UserError(
                sentence(
                    "only entries of the deal on the table, after its first, can be taken back; "
                    "events of an earlier deal can be corrected"
                )
            )
        return CorrectionRequest("undo", tuple(undo_edits(self._history, wish.to_seq)), wish.reason)

    def _cancelling(self, wish: UndoCorrection) -> CorrectionRequest:
        seq = wish.correction
        made = next((item for item in self._keeper.corrections if item.seq == seq), None)
        if made is None:
            raise UserError(
                sentence("there is no correction {seq}; the audit list names those that there are", seq=seq)
            )
        if made.undone_by is not None:
            raise UserError(
                sentence(
                    "correction {seq} was taken back by {later}; undo that one to have it again",
                    seq=seq,
                    later=made.undone_by,
                )
            )
        return CorrectionRequest("undo", (), wish.reason, cancels=seq)

    def _edits(self, wish: CorrectCommand) -> list[Edit]:  # noqa: PLR0911 - one arm a kind
        match wish:
            case CorrectTile(event=seq, place=place, tile=tile):
                return tile_edits(self._history, seq, place, tile)
            case CorrectCall(event=seq, meld=meld):
                item = self._item(seq)
                seat = _seat_of(item) if wish.seat is None else wish.seat
                return call_edits(self._history, item.seq, seat, meld)
            case CorrectRiichi(event=seq, riichi=riichi):
                item = self._item(seq)
                if not isinstance(item.event, Discarded):
                    raise BadDataError(sentence("riichi is declared with a discard; send the number of one"))
                return [replace_edit(item, replace(item.event, riichi=riichi))]
            case RemoveEvents():
                return removal_edits(self._history, wish.numbers)
            case InsertEvents():
                return self._insertion(wish)
            case ReplaceEvent(event=seq, new=event):
                return [replace_edit(self._item(seq), event)]
            case CorrectResult(events=events, start=start):
                return result_edits(self._history, self._deal_of(wish), events, start)
            case TakeIn(event=seq):
                return taking_in_edits(self._history, seq)
            case _:
                assert_never(wish)

    def _insertion(self, wish: InsertEvents) -> list[Edit]:
        """After the event that is named; a flower, where none is, at the first likely place that the rules allow."""
        if wish.after is not None:
            return insertion_edits(self._history, wish.after, wish.events)
        flower = wish.flower
        if flower is None:
            raise BadDataError(sentence("only a flower is put in without saying after which event"))
        places = list(flower_edits(self._history, self._keeper.deal_number, flower))
        requests = (CorrectionRequest(wish.kind, tuple(edits), wish.reason) for edits in places)
        return next((list(request.edits) for request in requests if self._corrections.is_possible(request)), places[0])

    def _deal_of(self, wish: VoidDealData | CorrectResult) -> int:
        """The deal that is meant: the newest unless it is named."""
        keeper = self._keeper
        if isinstance(wish, VoidDealData):
            _game(keeper)
        return keeper.deal_number if wish.deal is None else wish.deal

    def _is_in_play(self, deal: int) -> bool:
        game = _game(self._keeper)
        return game.deal is not None and game.deal.result is None and deal == self._keeper.deal_number

    def _set_scores(self, wish: SetAllScores | SetOneScore, origin: str) -> Json:
        keeper = self._keeper
        game, traits = _game(keeper), keeper.rules.traits
        scores = _scores(wish, game)
        if any(score % traits.score.step for score in scores):
            raise BadDataError(
                sentence(
                    "scores are four whole multiples of {step}, not {scores}",
                    step=traits.score.step,
                    scores=list(scores),
                )
            )
        event = ScoresSet(scores, wish.reason, wish.riichi_sticks, wish.honba)
        if not wish.force:
            _check_sum(game, event, traits.score.stick_points)
        return self._tell(event, wish, origin)

    def _tell(self, event: Event, wish: Rehearsed, origin: str) -> Json:
        """Something that happens now, or would; `event` is its number, by which it can be taken out again."""
        keeper = self._keeper
        before, after = _game(keeper), keeper.apply(_game(keeper), event)
        told = {"before": {"scores": list(before.scores)}, "after": {"scores": list(after.scores)}}
        return told if wish.dry_run else {**told, "event": keeper.commit(event, origin).seq}

    def _do(self, request: CorrectionRequest, wish: Rehearsed, origin: str) -> Json:
        corrections = self._corrections
        if wish.dry_run:
            return {"dry_run": True, **corrections.preview(request)}
        return dict(correction_document(corrections.correct(request, origin)))

    def _item(self, seq: int) -> Played:
        place = place_of(self._history, seq)
        if place is None:
            raise UserError(no_event_text(seq))
        return self._history[place]


def _seat_of(item: Played) -> Seat:
    """Whose event it is."""
    seat = actor_of(item.event)
    if seat is None:
        raise CorrectionError(no_call_text(item.seq))
    return seat


def _check_sum(game: Game, event: ScoresSet, stick_points: int) -> None:
    """Points do not come from nowhere; raises BadDataError with both sums."""
    sticks = game.riichi_sticks if event.riichi_sticks is None else event.riichi_sticks
    wanted = sum(event.scores) + sticks * stick_points + game.stake
    there = sum(game.scores) + game.riichi_sticks * stick_points + game.stake
    if wanted != there:
        on_table = f" (with {sticks} riichi sticks)" if stick_points else ""
        raise BadDataError(
            sentence(
                "the scores come to {total} together{on_table}, the game has {points}: {difference} too {which}; check "
                "them, or send force: true",
                total=wanted,
                on_table=on_table,
                points=there,
                difference=abs(wanted - there),
                which="many" if wanted > there else "few",
            )
        )


def _game(keeper: GameKeeper) -> Game:
    if keeper.game is None:
        raise UserError(sentence("no game is on"))
    return keeper.game


def _scores(wish: SetAllScores | SetOneScore, game: Game) -> tuple[int, int, int, int]:
    """All four, or one seat's."""
    scores = list(game.scores)
    if isinstance(wish, SetOneScore):
        scores[wish.seat] = wish.score
    elif wish.scores is not None:
        return wish.scores
    return scores[0], scores[1], scores[2], scores[3]
