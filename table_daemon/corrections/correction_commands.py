"""The commands that put right what the table counted: parsed, rehearsed or carried out, answered with what changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from mahjong_rules.codec import CodecError, event_from_json
from mahjong_rules.events import DealVoided, Discarded, Event, GameStarted, ScoresSet, actor_of
from mahjong_rules.melds import Meld, MeldError, MeldKind
from mahjong_rules.seats import SEATS
from mahjong_rules.state import Game
from table_daemon.command_fields import BadDataError, is_whole, read_count, read_flag, read_seat, read_tile, read_whole
from table_daemon.corrections.corrections import Corrections
from table_daemon.errors import UserError
from table_daemon.game.audit import correction_document, deal_events_document
from table_daemon.game.correction_edits import (
    call_edits,
    insertion_edits,
    removal_edits,
    replace_edit,
    result_edits,
    taking_in_edits,
    tile_edits,
    undo_edits,
)
from table_daemon.game.history import Played, place_of
from table_daemon.game.keeper import CorrectionRequest, GameKeeper
from table_daemon.game.timeline import Edit
from wire.messages import Command, Json

MAX_REASON_LENGTH: Final = 200
KINDS: Final = ("tile", "call", "riichi", "remove", "insert", "replace", "result", "take_in")


class Mended(Protocol):
    """What these commands need of a table."""

    keeper: GameKeeper
    corrections: Corrections

    def undo_targets(self) -> list[int]:
        """Events that one may go back to."""


class CorrectionHandler:
    """Carries out `undo`, `correct`, `void_deal`, `set_scores` and `events`."""

    NAMES: Final = frozenset({"undo", "correct", "void_deal", "set_scores", "events"})
    OF_DEALS: Final = frozenset({"undo", "correct", "void_deal"})
    """Those that can put a deal in play again."""

    def __init__(self, table: Mended) -> None:
        self._table = table

    def carry_out(self, command: Command) -> Json | None:
        """Do what `command` says; what the answer carries besides yes.

        Raises:
            BadDataError: a field is missing or wrong.
            CorrectionError: it names nothing that could be changed.
            UserError: a later event or the table stands against it.
            IllegalEvent: the rules do.
        """
        handler: Callable[[Command], Json | None] = getattr(self, f"_{command.name}")
        return handler(command)

    def repeated(self, command: Command) -> Json | None:
        """What a command did that was carried out before a restart; None for a new one."""
        made = (item for item in self._table.keeper.corrections if command.id and item.command == command.id)
        return next((dict(correction_document(item)) for item in made), None)

    def _events(self, command: Command) -> Json:
        """The events of a deal, to choose from."""
        keeper = self._table.keeper
        deal = command.data.get("deal", keeper.deal_number)
        if not is_whole(deal):
            raise BadDataError(f"deal must be the number of a deal, not {deal!r}")
        return deal_events_document(keeper.history, deal, list(keeper.open_doubts()))

    def _undo(self, command: Command) -> Json:
        """The newest events of the deal on the table, or a correction by its number."""
        data, keeper = command.data, self._table.keeper
        if "correction" in data:
            return self._do(self._cancelling(read_whole(data, "correction"), data, command), command)
        to_seq = read_whole(data, "to_seq")
        if to_seq not in self._table.undo_targets():
            raise UserError(
                "only entries of the deal on the table, after its first, can be taken back; "
                "events of an earlier deal can be corrected"
            )
        return self._do(_request("undo", undo_edits(keeper.history, to_seq), command), command)

    def _cancelling(self, seq: int, data: Json, command: Command) -> CorrectionRequest:
        made = next((item for item in self._table.keeper.corrections if item.seq == seq), None)
        if made is None:
            raise UserError(f"there is no correction {seq}; the audit list names those that there are")
        if made.undone_by is not None:
            raise UserError(f"correction {seq} was taken back by {made.undone_by}; undo that one to have it again")
        return CorrectionRequest(
            "undo", (), _reason(data), cancels=seq, command=command.id, force=read_flag(data, "force", default=False)
        )

    def _correct(self, command: Command) -> Json:
        data, history = command.data, self._table.keeper.history
        kind = data.get("kind")
        if kind not in KINDS:
            raise BadDataError(f"kind must be one of {', '.join(KINDS)}, not {kind!r}")
        if not history:
            raise UserError("no game is on: there is nothing to correct")
        edits = getattr(self, f"_edits_{kind}")(data)
        return self._do(_request(kind, edits, command), command)

    def _edits_tile(self, data: Json) -> list[Edit]:
        place = data.get("place", "")
        if not isinstance(place, str):
            raise BadDataError(f"place must be a text such as tile or meld.tiles.2, not {place!r}")
        return tile_edits(self._table.keeper.history, read_whole(data, "event"), place, read_tile(data.get("tile")))

    def _edits_call(self, data: Json) -> list[Edit]:
        item = self._item(data)
        seat = read_seat(data.get("seat", actor_of(item.event)))
        return call_edits(self._table.keeper.history, item.seq, seat, _meld(data.get("meld")))

    def _edits_riichi(self, data: Json) -> list[Edit]:
        item = self._item(data)
        if not isinstance(item.event, Discarded):
            raise BadDataError("riichi is declared with a discard; send the number of one")
        riichi = read_flag(data, "riichi", default=True)
        return [replace_edit(item, Discarded(item.event.seat, item.event.tile, riichi, item.event.tsumogiri))]

    def _edits_remove(self, data: Json) -> list[Edit]:
        wanted = data.get("events", [data["event"]] if "event" in data else None)
        if not isinstance(wanted, list) or not wanted or not all(map(is_whole, wanted)):
            raise BadDataError(f"events must be a list of numbers of events, not {wanted!r}")
        return removal_edits(self._table.keeper.history, wanted)

    def _edits_insert(self, data: Json) -> list[Edit]:
        return insertion_edits(self._table.keeper.history, read_whole(data, "after"), _events(data.get("events")))

    def _edits_replace(self, data: Json) -> list[Edit]:
        item, (event,) = self._item(data), _events([data.get("with")])
        return [replace_edit(item, event)]

    def _edits_result(self, data: Json) -> list[Edit]:
        keeper = self._table.keeper
        deal = read_whole(data, "deal") if "deal" in data else keeper.deal_number
        start = read_whole(data, "from") if "from" in data else None
        return result_edits(keeper.history, deal, _events(data.get("events")), start)

    def _edits_take_in(self, data: Json) -> list[Edit]:
        return taking_in_edits(self._table.keeper.history, read_whole(data, "event"))

    def _void_deal(self, command: Command) -> Json:
        """The deal in play does not count, or one that has ended should not have."""
        keeper, data = self._table.keeper, command.data
        reason, game = _reason(data, needed=True), _game(keeper)
        deal = read_whole(data, "deal") if "deal" in data else keeper.deal_number
        in_play = game.deal is not None and game.deal.result is None and deal == keeper.deal_number
        event = DealVoided(reason)
        if not in_play:
            return self._do(_request("void", result_edits(keeper.history, deal, [event]), command), command)
        return self._tell(event, command)

    def _set_scores(self, command: Command) -> Json | None:
        keeper, data = self._table.keeper, command.data
        reason, game = _reason(data, needed=True), _game(keeper)
        scores = _scores(data, game)
        step = keeper.rules.traits.score_step
        if any(score % step for score in scores):
            raise BadDataError(f"scores must be whole multiples of {step}, not {list(scores)}")
        sticks = _count(data, "riichi_sticks")
        event = ScoresSet(scores, reason, sticks, _count(data, "honba"))
        if not read_flag(data, "force", default=False):
            _check_sum(game, event, keeper.rules.traits.stick_points)
        return self._tell(event, command)

    def _tell(self, event: Event, command: Command) -> Json:
        """Something that happens now, or would."""
        keeper = self._table.keeper
        before, after = _game(keeper), keeper.apply(_game(keeper), event)
        if not read_flag(command.data, "dry_run", default=False):
            keeper.commit(event, command.origin)
        return {"before": {"scores": list(before.scores)}, "after": {"scores": list(after.scores)}}

    def _do(self, request: CorrectionRequest, command: Command) -> Json:
        corrections = self._table.corrections
        if read_flag(command.data, "dry_run", default=False):
            return {"dry_run": True, **corrections.preview(request)}
        return dict(correction_document(corrections.correct(request, command.origin)))

    def _item(self, data: Json) -> Played:
        history, seq = self._table.keeper.history, read_whole(data, "event")
        place = place_of(history, seq)
        if place is None:
            raise UserError(f"there is no event {seq} in this game; look again")
        return history[place]


def _request(kind: str, edits: list[Edit], command: Command) -> CorrectionRequest:
    force = read_flag(command.data, "force", default=False)
    return CorrectionRequest(kind, tuple(edits), _reason(command.data), command=command.id, force=force)


def _check_sum(game: Game, event: ScoresSet, stick_points: int) -> None:
    """Points do not come from nowhere; raises BadDataError with both sums."""
    sticks = game.riichi_sticks if event.riichi_sticks is None else event.riichi_sticks
    wanted = sum(event.scores) + sticks * stick_points + game.stake
    there = sum(game.scores) + game.riichi_sticks * stick_points + game.stake
    if wanted != there:
        on_table = f" (with {sticks} riichi sticks)" if stick_points else ""
        raise BadDataError(
            f"the scores come to {wanted} together{on_table}, the game has {there}: "
            f"{abs(wanted - there)} too {'many' if wanted > there else 'few'}; check them, or send force: true"
        )


def _game(keeper: GameKeeper) -> Game:
    if keeper.game is None:
        raise UserError("no game is on")
    return keeper.game


def _scores(data: Json, game: Game) -> tuple[int, int, int, int]:
    """All four, or one seat's."""
    scores = data.get("scores", list(game.scores))
    if "seat" in data:
        scores = list(game.scores)
        scores[read_seat(data["seat"])] = read_whole(data, "score")
    if not isinstance(scores, list) or len(scores) != len(SEATS) or not all(map(is_whole, scores)):
        raise BadDataError("scores must be a list of four whole numbers, by seat")
    return scores[0], scores[1], scores[2], scores[3]


def _count(data: Json, key: str) -> int | None:
    return None if data.get(key) is None else read_count(data, key)


def _reason(data: Json, *, needed: bool = False) -> str:
    reason = data.get("reason", "")
    if not isinstance(reason, str) or (needed and not reason.strip()):
        raise BadDataError("a reason is needed: it stands in the list of corrections")
    if len(reason) > MAX_REASON_LENGTH:
        raise BadDataError(f"a reason has at most {MAX_REASON_LENGTH} characters, not {len(reason)}")
    return reason.strip()


def _events(value: Any) -> list[Event]:
    if not isinstance(value, list) or not value or not all(isinstance(item, Mapping) for item in value):
        raise BadDataError(f"events must be a list of events such as {{'type': 'drawn', 'seat': 0}}, not {value!r}")
    try:
        events = [event_from_json(item) for item in value]
    except CodecError as error:
        raise BadDataError(str(error)) from error
    if any(isinstance(event, GameStarted) for event in events):
        raise BadDataError("a game is started with start_game, not by a correction")
    return events


def _meld(value: Any) -> Meld:
    if not isinstance(value, Mapping) or not isinstance(value.get("tiles"), list):
        raise BadDataError(f"meld must be an object with kind, tiles, called_from and called_tile, not {value!r}")
    source, called = value.get("called_from"), value.get("called_tile")
    try:
        return Meld(
            MeldKind(str(value.get("kind"))),
            tuple(map(read_tile, value["tiles"])),
            None if source is None else read_seat(source),
            None if called is None else read_tile(called),
        )
    except MeldError as error:
        raise BadDataError(f"{error}; send another meld") from error
    except ValueError as error:
        known = ", ".join(kind.value for kind in MeldKind)
        raise BadDataError(f"{error}; kinds of melds are {known}") from error
