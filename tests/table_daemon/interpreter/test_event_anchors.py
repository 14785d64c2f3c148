"""From a tile on the table to the number of its event, and back."""

import pytest

from mahjong_rules.seats import SEATS, Seat
from table_daemon.game.event_places import EventPlaces
from table_daemon.interpreter.bindings import Anchor
from table_daemon.interpreter.event_anchors import anchor_of, seq_at
from vision.sightings import Zone

PLACES = EventPlaces(
    rivers=((4, 9), (5,), (), ()), melds=(((6,),), (), (), ()), flowers=((), (3,), (), ()), indicators=(2, 7)
)
PAIRS = [
    (Anchor(Zone.RIVER, SEATS[0], 1), 9),
    (Anchor(Zone.RIVER, SEATS[1], 0), 5),
    (Anchor(Zone.URA, SEATS[1], 0), 3),
    (Anchor(Zone.WALL, SEATS[0], 1), 7),
]


@pytest.mark.parametrize(("anchor", "seq"), PAIRS)
def test_a_place_leads_to_its_event_and_back(anchor, seq):
    assert seq_at(PLACES, anchor) == seq
    assert anchor_of(PLACES, seq) == anchor


@pytest.mark.parametrize(
    "anchor",
    [Anchor(Zone.RIVER, Seat(2), 0), Anchor(Zone.RIVER, Seat(0), 2), Anchor(Zone.WALL, Seat(0), 2)],
)
def test_a_place_where_the_game_has_nothing_has_no_event(anchor):
    assert seq_at(PLACES, anchor) is None


def test_melds_and_hands_are_no_single_tile():
    assert seq_at(PLACES, Anchor(Zone.MELDS, Seat(0), 0)) is None
    assert seq_at(PLACES, Anchor(Zone.HAND, Seat(0), 0)) is None
    assert anchor_of(PLACES, 6) is None
