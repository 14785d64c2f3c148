from __future__ import annotations

import pytest

from mahjong_rules.events import (
    Called,
    DealStarted,
    DealVoided,
    Discarded,
    Drawn,
    Event,
    ExhaustiveDraw,
    FlowerLaid,
    GameStarted,
    HandShown,
    IndicatorTurned,
    PenaltyDeclared,
    Win,
    WinsDeclared,
    actor_of,
    tile_of,
)
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import parse_tile, parse_tiles

SEAT = Seat(2)
TILE = parse_tile("5p")
PUNG = Meld(MeldKind.PUNG, parse_tiles("555p"), Seat(0), TILE)


@pytest.mark.parametrize(
    ("event", "seat", "tile"),
    [
        (Drawn(SEAT, TILE), SEAT, TILE),
        (Drawn(SEAT), SEAT, None),
        (Discarded(SEAT, TILE), SEAT, TILE),
        (FlowerLaid(SEAT, parse_tile("f1")), SEAT, parse_tile("f1")),
        (IndicatorTurned(TILE), None, TILE),
        (Called(SEAT, PUNG), SEAT, None),
        (HandShown(SEAT, (TILE,)), SEAT, None),
        (PenaltyDeclared(SEAT), SEAT, None),
        (WinsDeclared((Win(SEAT, (TILE,), TILE),), None), None, None),
        (ExhaustiveDraw((None, None, None, None)), None, None),
        (GameStarted("ema", ("A", "B", "C", "D")), None, None),
        (DealStarted(), None, None),
        (DealVoided("the walls fell"), None, None),
    ],
    ids=lambda value: type(value).__name__ if hasattr(value, "__dataclass_fields__") else None,
)
def test_an_event_names_who_acts_and_the_one_tile_it_is_about(event: Event, seat: Seat | None, tile: object) -> None:
    assert (actor_of(event), tile_of(event)) == (seat, tile)
