from __future__ import annotations

import pytest
from pydantic import ValidationError

from mahjong_rules.seats import SEATS, Seat
from vision.geometry.zones import ZoneMap, lies_across, to_local, to_table, turn_seen_by
from vision.settings import GeometrySettings, Rect, VisionSettings, ZoneSettings
from vision.sightings import Face, Zone

ZONES = ZoneMap(GeometrySettings())


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(
    ("u_mm", "v_mm", "zone"),
    [
        (-51.0, -88.0, Zone.RIVER),
        (62.0, -148.0, Zone.RIVER),
        (160.0, -148.0, Zone.RIVER),
        (-170.0, -190.0, Zone.WALL),
        (164.0, -190.0, Zone.WALL),
        (-60.0, -228.0, Zone.URA),
        (-203.0, -268.0, Zone.HAND),
        (88.0, -268.0, Zone.HAND),
        (312.0, -318.0, Zone.MELDS),
        (200.0, -298.0, Zone.MELDS),
        (-30.0, -318.0, Zone.MELDS),
    ],
)
def test_every_seat_finds_its_own_places(seat, u_mm, v_mm, zone):
    place = ZONES.place(*to_table(seat, u_mm, v_mm))
    assert (place.zone, place.seat) == (zone, seat)
    assert (place.u_mm, place.v_mm) == pytest.approx((u_mm, v_mm))


def test_the_middle_belongs_to_no_seat():
    assert ZONES.place(3.0, -8.0).zone is Zone.CENTRE


def test_a_piece_just_outside_a_zone_belongs_to_it():
    assert ZONES.place(-80.0, -179.0).zone is Zone.WALL
    assert ZONES.place(0.0, -66.0).zone is Zone.RIVER


def test_local_and_table_coordinates_are_inverse():
    for seat in SEATS:
        assert to_local(seat, *to_table(seat, 12.0, -99.0)) == pytest.approx((12.0, -99.0))


def test_the_right_neighbours_edge_is_at_the_right():
    assert to_table(Seat(1), 0.0, -300.0) == pytest.approx((300.0, 0.0))


def test_turns_are_seen_from_the_seat():
    assert turn_seen_by(Seat(1), 90.0) == 0.0
    assert turn_seen_by(Seat(2), 90.0) == 270.0
    assert lies_across(92.0)
    assert lies_across(265.0)
    assert not lies_across(178.0)


def test_blocks_of_a_zone_are_where_the_zone_is():
    blocks = ZONES.blocks(190, 380.0)
    east_wall = blocks[Zone.WALL, Seat(1)]
    assert east_wall[:, :100].sum() == 0
    assert east_wall[95, 95 + 190 // 4] == 1
    assert {zone for zone, _ in blocks} == set(Zone) - {Zone.CENTRE}


def test_pieces_on_the_wall_and_standing_ones_are_higher():
    assert ZONES.top_mm(Zone.RIVER, Face.UP) == 16.5
    assert ZONES.top_mm(Zone.WALL, Face.UP) == 33.0
    assert ZONES.top_mm(Zone.HAND, Face.STANDING) == 28.0


def test_a_zone_with_exchanged_ends_is_refused():
    with pytest.raises(ValidationError, match="exchange the two ends"):
        Rect(u_from_mm=10, u_to_mm=-10, v_from_mm=0, v_to_mm=5)


def test_settings_come_from_plain_tables_and_refuse_unknown_keys():
    wall = {"u_from_mm": -184, "u_to_mm": 184, "v_from_mm": -210, "v_to_mm": -170}
    settings = VisionSettings.model_validate({"geometry": {"zones": {"wall": [wall]}, "surface_mm": 840}})
    assert settings.geometry.zones == ZoneSettings(wall=(Rect(**wall),))
    with pytest.raises(ValidationError, match="surface_m\n"):
        VisionSettings.model_validate({"geometry": {"surface_m": 840}})
