"""From what a person means (this tile, this call, this result) to the edits of the timeline that say so.

Rules this file keeps:
* Pure. One piece on the table is one tile in every event that names it: a discard, its claim, the kong that grew from
  it and the win on it change together.
* Whether the game can be so is not decided here but by the rehearsal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from mahjong_rules.codec import CodecError, event_from_json, event_to_json
from mahjong_rules.events import (
    Called,
    DealStarted,
    Discarded,
    Drawn,
    Event,
    FlowerLaid,
    KongDeclared,
    WinsDeclared,
    actor_of,
)
from mahjong_rules.melds import Meld, MeldError, MeldKind
from mahjong_rules.seats import Seat
from mahjong_rules.state import Turn
from mahjong_rules.tiles import Tile
from mahjong_rules.told import Told, sentence
from table_daemon.game.history import History, Played, place_of
from table_daemon.game.timeline import Edit, Op, no_event_text


class CorrectionError(ValueError):
    """A request that names nothing that could be changed; the text is one sentence."""


def no_call_text(seq: int) -> Told:
    """This event is not one that a call could be put right by."""
    return sentence("event {seq} is no claim or kong; send the number of one", seq=seq)


def tile_edits(history: History, seq: int, place: str, tile: Tile) -> list[Edit]:
    """One tile is another one, wherever this piece is named.

    Args:
        history: the game.
        seq: the event.
        place: where in the event the tile stands: "tile", "meld.called_tile", "meld.tiles.2", "wins.0.concealed.5",
            "wins.0.winning_tile", "ura_indicators.0", "hand.3", "hands.1.4"; "" for the tile that the event is about.
        tile: what it really is.

    Raises:
        CorrectionError: there is no such event or tile.
    """
    item = _item(history, seq)
    place = place or _main_place(item.event)
    old = _tile_at(item, place)
    if item.line.is_aside:
        return [_replaced(item, place, tile)]
    match item.event:
        case Discarded():
            return _discard_edits(history, item, tile)
        case Called(meld=meld) if place == "meld.called_tile" or (
            place.startswith("meld.tiles") and old == meld.called_tile and meld.tiles.count(old) == 1
        ):
            source = _claimed_discard(history, item)
            return _discard_edits(history, source, tile) if source is not None else [_replaced(item, place, tile)]
        case WinsDeclared(discarder=discarder) if place.endswith("winning_tile") and discarder is not None:
            source = _won_discard(history, item)
            return _discard_edits(history, source, tile) if source is not None else [_replaced(item, place, tile)]
        case Called() | KongDeclared():
            changed = _replaced(item, place, tile)
            return [changed, *_grown_edits(history, item, changed)]
        case _:
            return [_replaced(item, place, tile)]


def call_edits(history: History, seq: int, seat: Seat, meld: Meld) -> list[Edit]:
    """A claim or kong was another one: other tiles, another kind, another caller; the discard follows the called tile.

    Raises:
        CorrectionError: there is no such call.
    """
    item = _item(history, seq)
    if not isinstance(item.event, Called | KongDeclared):
        raise CorrectionError(no_call_text(seq))
    claimed = meld.kind in (MeldKind.CHOW, MeldKind.PUNG, MeldKind.MELDED_KONG)
    new = Called(seat, meld) if claimed else KongDeclared(seat, meld)
    source = _claimed_discard(history, item) if isinstance(item.event, Called) and claimed else None
    discard = None if source is None else source.event
    edits: list[Edit] = []
    if source is not None and isinstance(discard, Discarded) and meld.called_tile is not None:
        is_other = discard.seat == meld.called_from and discard.tile != meld.called_tile
        edits = [replace_edit(source, replace(discard, tile=meld.called_tile))] if is_other else []
    changed = replace_edit(item, new)
    return [*edits, changed, *_grown_edits(history, item, changed)]


def removal_edits(history: History, seqs: Iterable[int]) -> list[Edit]:
    """These events did not happen, and nobody saw the draws just before them either.

    Raises:
        CorrectionError: one of them is not there, or begins the game.
    """
    wanted = [_item(history, seq) for seq in seqs]
    if any(item is history[0] for item in wanted):
        raise CorrectionError(sentence("the start of the game cannot be taken out; begin another game instead"))
    gone = {seq for item in wanted for seq in (*_hidden_draws_before(history, item), item.seq)}
    return [Edit(Op.REMOVE, seq) for seq in sorted(gone)]


def _hidden_draws_before(history: History, item: Played) -> Iterator[int]:
    """Draws of this event's player that were put in for it alone."""
    for before in reversed(history[: history.index(item)]):
        drawn = before.event
        if not isinstance(drawn, Drawn) or not before.is_hidden_draw or drawn.seat != actor_of(item.event):
            return
        yield before.seq


def insertion_edits(history: History, after: int, events: Sequence[Event]) -> list[Edit]:
    """These events happened, one after the other, after the event `after`.

    Raises:
        CorrectionError: there is no such event.
    """
    _item(history, after)
    edits = []
    for number, event in enumerate(events, start=1):
        edits.append(Edit(Op.INSERT, -number, event_to_json(event), after=after))
        after = -number
    return edits


def flower_edits(history: History, deal: int, flower: FlowerLaid) -> Iterator[list[Edit]]:
    """Where in a deal a flower may have been laid that nobody saw, the likeliest place first.

    In a turn of that player, before the discard with which it ended, the last first; else in the turn that is not over.
    Just before a win, which would then be one on the tile that replaced the flower, only where nothing else is left.

    Args:
        history: the game.
        deal: the number of the deal.
        flower: whose, and which.
    """
    own = [item for item in history if item.deal == deal and not item.line.is_aside]
    for item in reversed(own):
        if isinstance(item.event, Discarded) and item.event.seat == flower.seat:
            yield _laid_before(history, own, item, flower)
    if own:
        yield insertion_edits(history, own[-1].seq, [flower])
    for item in own:
        if isinstance(item.event, WinsDeclared) and item.event.discarder is None:
            yield _laid_before(history, own, item, flower)


def _laid_before(history: History, own: Sequence[Played], item: Played, flower: FlowerLaid) -> list[Edit]:
    """The flower before an event of its player, and before the draws that nobody saw."""
    hidden = set(_hidden_draws_before(history, item))
    before = [earlier for earlier in own[: own.index(item)] if earlier.seq not in hidden]
    return insertion_edits(history, before[-1].seq, [flower])


def result_edits(history: History, deal: int, events: Sequence[Event], start: int | None = None) -> list[Edit]:
    """The deal ended otherwise: `events` stand in place of its ending.

    Args:
        history: the game.
        deal: its number.
        events: what happened at the end.
        start: the first event that is replaced; None: the one that ended the deal, with what follows a win.

    Raises:
        CorrectionError: there is no such deal, or it has not ended.
    """
    own = [place for place, item in enumerate(history) if item.deal == deal]
    if not own:
        raise CorrectionError(
            sentence("there is no deal {deal}; the game has {deals}", deal=deal, deals=history[-1].deal)
        )
    first = _first_of_ending(history, own) if start is None else place_of(history, start)
    if first is None or first not in own or isinstance(history[first].event, DealStarted):
        raise CorrectionError(
            sentence(
                "deal {deal} has no ending that could be another one; tell the table how it ended instead", deal=deal
            )
        )
    last = next((place for place in own if place >= first and _is_over(history[place])), own[-1])
    gone = [Edit(Op.REMOVE, history[place].seq) for place in range(first, last + 1)]
    return [*insertion_edits(history, history[first - 1].seq, events), *gone]


def undo_edits(history: History, to_seq: int) -> list[Edit]:
    """Everything after the event `to_seq` is taken back.

    Raises:
        CorrectionError: there is no such event.
    """
    place = place_of(history, to_seq)
    if place is None:
        raise CorrectionError(no_event_text(to_seq))
    return [Edit(Op.REMOVE, item.seq) for item in history[place + 1 :]]


def taking_in_edits(history: History, seq: int) -> list[Edit]:
    """An event that was set aside counts again.

    Raises:
        CorrectionError: it is not set aside.
    """
    place = place_of(history, seq)
    if place is None or not history[place].line.is_aside:
        raise CorrectionError(sentence("event {seq} is not set aside", seq=seq))
    return [replace_edit(history[place], history[place].event)]


def replace_edit(item: Played, event: Event) -> Edit:
    """Another event in the place of this one."""
    return Edit(Op.REPLACE, item.seq, event_to_json(event))


def _item(history: History, seq: int) -> Played:
    place = place_of(history, seq)
    if place is None:
        raise CorrectionError(no_event_text(seq))
    return history[place]


def _main_place(event: Event) -> str:
    match event:
        case Called() | KongDeclared() if event.meld.called_tile is not None:
            return "meld.called_tile"
        case WinsDeclared():
            return "wins.0.winning_tile"
        case _:
            return "tile"


def _tile_at(item: Played, place: str) -> Tile:
    value: Any = item.event
    try:
        for step in place.split("."):
            value = value[int(step)] if isinstance(value, tuple) else getattr(value, step)
    except (AttributeError, IndexError, ValueError):
        value = None
    if not isinstance(value, Tile):
        raise CorrectionError(
            sentence(
                "event {seq} ({kind}) has no tile at '{place}'",
                seq=item.seq,
                kind=item.line.payload["type"],
                place=place,
            )
        )
    return value


def _replaced(item: Played, place: str, tile: Tile) -> Edit:
    """The event with another tile at one place."""

    def changed(value: Any, steps: Sequence[str]) -> Any:
        if not steps:
            return str(tile)
        if isinstance(value, list):
            number = int(steps[0])
            return [*value[:number], changed(value[number], steps[1:]), *value[number + 1 :]]
        return {**value, steps[0]: changed(value[steps[0]], steps[1:])}

    payload = changed(item.line.payload, place.split("."))
    try:
        event_from_json(payload)
    except CodecError as error:
        raise CorrectionError(
            sentence("event {seq} cannot be so: {why}; change the whole call instead", seq=item.seq, why=str(error))
        ) from error
    return Edit(Op.REPLACE, item.seq, payload)


def _discard_edits(history: History, item: Played, tile: Tile) -> list[Edit]:
    """A discard (or robbed tile) and everything that was made of it."""
    event = item.event
    if not isinstance(event, Discarded):
        return []
    edits = [replace_edit(item, replace(event, tile=tile))]
    for later in _after(history, item):
        match later.event:
            case Called(meld=meld) if meld.called_from == event.seat:
                claim = _with_called(later, tile)
                return [*edits, *([claim, *_grown_edits(history, later, claim)] if claim is not None else [])]
            case WinsDeclared(discarder=discarder, wins=wins) if discarder == event.seat:
                won = replace(later.event, wins=tuple(replace(win, winning_tile=tile) for win in wins))
                return [*edits, replace_edit(later, won)]
            case Drawn() | Discarded() | DealStarted():
                return edits
            case _:
                continue
    return edits


def _with_called(item: Played, tile: Tile) -> Edit | None:
    """The claim with another called tile; None when that makes no meld: then the rules will say so."""
    event = item.event
    if not isinstance(event, Called) or event.meld.called_tile is None:
        return None
    tiles = list(event.meld.tiles)
    tiles.remove(event.meld.called_tile)
    try:
        meld = replace(event.meld, tiles=(*tiles, tile), called_tile=tile)
    except MeldError:
        return None
    return replace_edit(item, replace(event, meld=meld))


def _grown_edits(history: History, item: Played, changed: Edit) -> list[Edit]:
    """The kong that grew from a pung that is another one now."""
    before, after = item.event, event_from_json(changed.payload or {})
    if not (isinstance(before, Called) and isinstance(after, Called) and before.meld.kind is MeldKind.PUNG):
        return []
    for later in _after(history, item):
        match later.event:
            case DealStarted():
                return []
            case KongDeclared(seat=seat, meld=kong) if _grew_from(kong, before.meld) and seat == before.seat:
                added = list(kong.tiles)
                for tile in before.meld.tiles:
                    added.remove(tile)
                try:
                    grown = Meld(
                        MeldKind.ADDED_KONG,
                        (*after.meld.tiles, *added),
                        after.meld.called_from,
                        after.meld.called_tile,
                    )
                except MeldError:
                    return []
                return [replace_edit(later, KongDeclared(after.seat, grown))]
            case _:
                continue
    return []


def _grew_from(kong: Meld, pung: Meld) -> bool:
    same_claim = (kong.called_from, kong.called_tile) == (pung.called_from, pung.called_tile)
    return kong.kind is MeldKind.ADDED_KONG and same_claim and kong.tiles[0].plain == pung.tiles[0].plain


def _claimed_discard(history: History, item: Played) -> Played | None:
    return _latest(history, item, lambda event: isinstance(event, Discarded))


def _won_discard(history: History, item: Played) -> Played | None:
    """The discard that was won; None when a kong was robbed."""
    found = _latest(history, item, lambda event: isinstance(event, Discarded | KongDeclared))
    return found if found is not None and isinstance(found.event, Discarded) else None


def _latest(history: History, item: Played, is_wanted: Callable[[Event], bool]) -> Played | None:
    place = place_of(history, item.seq) or 0
    for earlier in reversed(history[:place]):
        if isinstance(earlier.event, DealStarted):
            return None
        if is_wanted(earlier.event) and not earlier.line.is_aside:
            return earlier
    return None


def _after(history: History, item: Played) -> Iterator[Played]:
    place = place_of(history, item.seq)
    yield from (later for later in history[(place or 0) + 1 :] if not later.line.is_aside)


def _first_of_ending(history: History, own: Sequence[int]) -> int | None:
    """Where the ending of a deal begins: at its win, or at the event that gave it a result."""
    over = next((place for place in own if _is_over(history[place])), None)
    declared = next((place for place in own if isinstance(history[place].event, WinsDeclared)), None)
    return over if declared is None else declared


def _is_over(item: Played) -> bool:
    deal = item.game.deal
    return deal is not None and deal.turn is Turn.OVER
