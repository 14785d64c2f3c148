"""What belongs to other rule systems is refused in words, and never reaches a deal."""

from __future__ import annotations

import pytest
from scripted_table import ScriptedTable

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import (
    Event,
    FineJudged,
    FlowerLaid,
    HandShown,
    SeatsRedrawn,
    StakeLaid,
)
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import parse_tile


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (FlowerLaid(Seat(0), parse_tile("f1")), "without flowers and seasons"),
        (HandShown(Seat(0), None), "only winners open their hands"),
        (FineJudged(Seat(0), exempt=True), "no dangerous discards"),
        (StakeLaid(Seat(0), 100, 2), "nobody lays a stake"),
        (SeatsRedrawn((Seat(1), Seat(0), Seat(3), Seat(2)), Seat(0)), "people keep their seats"),
    ],
)
def test_what_belongs_to_other_systems_is_refused_in_words(event: Event, reason: str) -> None:
    with pytest.raises(IllegalEvent, match=reason):
        ScriptedTable().deal().apply(event)
