"""Where the furniture puts walls and seats."""

import pytest

from hw_sim.felt.scene import Furniture, Piece, Pose, Scene, angle_of, distance_mm
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import TileStock, parse_tile
from mahjong_rules.wall import StackPlace


def test_seat_local_places_turn_with_the_seat() -> None:
    furniture = Furniture()
    assert [furniture.to_table(seat, 10.0, -200.0) for seat in SEATS] == [
        (10.0, -200.0),
        (200.0, 10.0),
        (-10.0, 200.0),
        (-200.0, -10.0),
    ]
    assert [angle_of(seat) for seat in SEATS] == [0, 90, 180, 270]


def test_a_stack_is_counted_from_its_owners_right_and_tiles_lie_on_each_other() -> None:
    furniture = Furniture()
    first, last = (furniture.stack_u_mm(StackPlace(Seat(0), number)) for number in (1, 17))
    assert first - last == pytest.approx(16 * furniture.tile_width_mm)
    assert [furniture.on_stack(StackPlace(Seat(2), 3), below)[2] for below in (0, 1)] == [0.0, 16.5]


@pytest.mark.parametrize("stock", [TileStock(), TileStock(bonus=True)])
def test_only_walls_that_are_too_long_for_their_side_stand_like_a_pinwheel(stock: TileStock) -> None:
    furniture = Furniture.for_stock(stock)
    assert sum(furniture.wall_lengths) * 2 == stock.count
    end_mm = furniture.wall_lengths[0] * furniture.tile_width_mm / 2 - furniture.wall_shift_mm(Seat(0))
    assert end_mm <= -furniture.wall_v_mm - furniture.tile_height_mm / 2 - furniture.corner_gap_mm + 1e-9


def test_a_scene_grows_its_version_with_every_change() -> None:
    scene = Scene()
    scene.touch()
    scene.touch()
    assert scene.version == 2


def test_the_distance_of_two_pieces_is_that_of_their_centres_on_the_plane() -> None:
    low = Piece(1, SetName.A, parse_tile("1m"), 0.0, 0.0)
    high = Piece(2, SetName.A, parse_tile("1m"), 3.0, 4.0, 16.5, pose=Pose.FACE_UP)
    assert distance_mm(low, high) == 5.0
