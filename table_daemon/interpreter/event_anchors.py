"""From a tile on the table to the number of its event, and back."""

from __future__ import annotations

from mahjong_rules.seats import SEATS
from table_daemon.game.event_places import EventPlaces
from table_daemon.interpreter.bindings import Anchor
from vision.sightings import Zone


def call_at(places: EventPlaces, anchor: Anchor) -> int | None:
    """The event that laid a meld; None when the game has none there."""
    melds = places.melds[anchor.seat]
    return melds[anchor.index][0] if anchor.index < len(melds) else None


def seq_at(places: EventPlaces, anchor: Anchor) -> int | None:
    """The event of a discard, flower or indicator that lies on the table; None when the game has none there."""
    row: tuple[int, ...]
    match anchor.zone:
        case Zone.RIVER:
            row = places.rivers[anchor.seat]
        case Zone.URA:
            row = places.flowers[anchor.seat]
        case Zone.WALL:
            row = places.indicators
        case _:
            return None
    return row[anchor.index] if anchor.index < len(row) else None


def anchor_of(places: EventPlaces, seq: int) -> Anchor | None:
    """Where the tile of the event `seq` lies; None when it is no discard, flower or indicator of this deal."""
    for zone, rows in ((Zone.RIVER, places.rivers), (Zone.URA, places.flowers)):
        for seat in SEATS:
            if seq in rows[seat]:
                return Anchor(zone, seat, rows[seat].index(seq))
    if seq in places.indicators:
        return Anchor(Zone.WALL, SEATS[0], places.indicators.index(seq))
    return None
