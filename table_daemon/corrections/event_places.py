"""Where the events of the deal on the table lie: from a tile on the page to the number of its event, and back."""

from __future__ import annotations

from collections.abc import Sequence

from mahjong_rules.events import Called, Discarded, FlowerLaid, IndicatorTurned, KongDeclared
from mahjong_rules.seats import SEATS
from table_daemon.game.history import History, Played
from table_daemon.interpreter.bindings import Anchor
from vision.sightings import Zone
from wire.documents import BoardEventsDocument


def board_events(history: History, deal: int) -> BoardEventsDocument:
    """Numbers of the events in the order of the `board` document; a meld has one for the claim and one for its kong."""
    places: BoardEventsDocument = {
        "rivers": [[], [], [], []],
        "melds": [[], [], [], []],
        "flowers": [[], [], [], []],
        "indicators": [],
    }
    before: Played | None = None
    for item in history:
        if item.deal == deal and not item.line.is_aside:
            _add(places, item, before)
        before = item
    return places


def seq_at(history: History, deal: int, anchor: Anchor) -> int | None:
    """The event of a discard, flower or indicator that lies on the table; None when the game has none there."""
    places = board_events(history, deal)
    rows: Sequence[int]
    match anchor.zone:
        case Zone.RIVER:
            rows = places["rivers"][anchor.seat]
        case Zone.URA:
            rows = places["flowers"][anchor.seat]
        case Zone.WALL:
            rows = places["indicators"]
        case _:
            return None
    return rows[anchor.index] if anchor.index < len(rows) else None


def anchor_of(history: History, deal: int, seq: int) -> Anchor | None:
    """Where the tile of the event `seq` lies; None when it is no discard, flower or indicator of this deal."""
    places = board_events(history, deal)
    for zone, rows in ((Zone.RIVER, places["rivers"]), (Zone.URA, places["flowers"])):
        for seat in SEATS:
            if seq in rows[seat]:
                return Anchor(zone, seat, rows[seat].index(seq))
    if seq in places["indicators"]:
        return Anchor(Zone.WALL, SEATS[0], places["indicators"].index(seq))
    return None


def _add(places: BoardEventsDocument, item: Played, before: Played | None) -> None:
    match item.event:
        case Discarded(seat=seat):
            places["rivers"][seat].append(item.seq)
        case FlowerLaid(seat=seat):
            places["flowers"][seat].append(item.seq)
        case IndicatorTurned():
            places["indicators"].append(item.seq)
        case Called(seat=seat):
            places["melds"][seat].append([item.seq])
        case KongDeclared(seat=seat):
            grown = _grown_meld(item, before, seat)
            melds = places["melds"][seat]
            if grown is None:
                melds.append([item.seq])
            else:
                melds[grown].append(item.seq)
        case _:
            pass


def _grown_meld(item: Played, before: Played | None, seat: int) -> int | None:
    """Which meld this kong grew from; None for a concealed one."""
    now = item.game.deal
    then = before.game.deal if before is not None else None
    if now is None or then is None or len(now.melds[seat]) != len(then.melds[seat]):
        return None
    pairs = zip(then.melds[seat], now.melds[seat], strict=True)
    return next((index for index, (old, new) in enumerate(pairs) if old != new), None)
