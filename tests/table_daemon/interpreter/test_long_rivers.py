"""Rivers of more tiles than their zone holds."""

from dataclasses import replace

import pytest
from laid_pieces import LaidGame, piece
from scripted_table import ScriptedTable

from mahjong_rules.events import Discarded
from mahjong_rules.seats import SEATS, Seat, seat_after
from mahjong_rules.tiles import parse_tile
from table_daemon.interpreter.discards import read_discard
from table_daemon.interpreter.explanations import Explanation
from table_daemon.interpreter.long_rivers import with_long_rivers
from vision.geometry.zones import to_local, to_table
from vision.sightings import Face, Observation, Zone


def in_wall(track, tile, seat, u_mm, v_mm=-152.0, **fields):
    """What lies at this place of the river of `seat`, where the wall of the next player stood."""
    neighbour = seat_after(seat)
    at = to_local(neighbour, *to_table(seat, u_mm, v_mm))
    seen = piece(track, tile, zone=Zone.WALL, seat=neighbour, at=at, is_sideways=True)
    return replace(seen, turn_deg=270.0, **fields)


def seen(*tiles):
    return with_long_rivers(Observation(0.0, 1, tuple(tiles), frozenset())).tiles


@pytest.mark.parametrize("seat", SEATS)
def test_a_third_row_goes_on_where_the_next_players_wall_stood(seat):
    last = piece(1, "7m", seat=seat, at=(152.0, -151.0))
    _, first, second = seen(last, in_wall(2, "3m", seat, 173.0), in_wall(3, "4m", seat, 194.0))
    for found, u_mm in ((first, 173.0), (second, 194.0)):
        assert (found.zone, found.seat, found.turn_deg, found.is_sideways) == (Zone.RIVER, seat, 0.0, False)
        assert (found.u_mm, found.v_mm) == pytest.approx((u_mm, -152.0))


@pytest.mark.parametrize(
    ("last_mm", "lies"),
    [
        pytest.param(152.0, in_wall(2, "3m", Seat(1), 190.0), id="a dora indicator"),
        pytest.param(152.0, in_wall(2, "3m", Seat(1), 173.0, -120.0), id="another row"),
        pytest.param(152.0, in_wall(2, "3m", Seat(1), 173.0, face=Face.DOWN), id="a tile of the wall"),
        pytest.param(90.0, in_wall(2, "3m", Seat(1), 111.0), id="a row within its zone"),
    ],
)
def test_what_else_lies_in_a_walls_place_stays_there(last_mm, lies):
    last = piece(1, "7m", seat=1, at=(last_mm, -151.0))
    assert seen(last, lies) == (last, lies)


def test_a_discard_beyond_its_zone_counts():
    """World 10733: the 24th discard of a river was not counted, and a win on it not explained."""
    laid = LaidGame(ScriptedTable().deal().play("0-7p"))
    laid.lay(piece(900, "9s", seat=1, at=(152.0, -151.0)))
    laid.bindings.anchors[900] = laid.bindings.anchors[100]  # as if the row were that long
    laid.lay(in_wall(901, "3m", Seat(1), 173.0))
    found = read_discard(laid.view(), laid.bindings, laid.answers)
    assert isinstance(found, Explanation)
    assert found.events[-1] == Discarded(Seat(1), parse_tile("3m"))
