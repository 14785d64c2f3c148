"""The physical truth on the felt: pieces are somewhere exactly once, and the camera gets copies."""

import random

import pytest

from hw_sim.felt.deck import chance_deck
from hw_sim.felt.layout import hand_spots
from hw_sim.felt.scene import Furniture, Pose
from hw_sim.felt.table_world import TableWorld
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import TileStock


def world_with_walls(tile_set: SetName = SetName.A) -> TableWorld:
    stock = TileStock()
    world = TableWorld(Furniture(), stock=stock, rng=random.Random(2))
    world.raise_walls(tile_set, chance_deck(stock, random.Random(3)))
    return world


def take_hand(world: TableWorld, seat: Seat, count: int = 13) -> None:
    pieces = [world.walls.pop(place) for place in list(world.walls)[:count]]
    world.pick_up(pieces)
    world.places[seat].hand.extend(pieces)
    world.put(pieces, hand_spots(seat, count, world.furniture, pose=Pose.STANDING))


@pytest.mark.parametrize(("tile_set", "numbers"), [(SetName.A, range(1, 201)), (SetName.B, range(201, 401))])
def test_walls_have_pieces_of_their_own_set_with_the_faces_of_the_deck(tile_set: SetName, numbers: range) -> None:
    deck = chance_deck(TileStock(), random.Random(3))
    world = world_with_walls(tile_set)
    assert {piece.tile_set for piece in world.scene.pieces.values()} == {tile_set}
    assert all(number in numbers for number in world.scene.pieces)
    assert {place: piece.tile for place, piece in world.walls.items()} == dict(deck.faces)


def test_a_piece_keeps_its_face_for_life() -> None:
    world = world_with_walls()
    faces = {number: piece.tile for number, piece in world.scene.pieces.items()}
    world.clear(list(world.scene.pieces.values()))
    world.raise_walls(SetName.A, chance_deck(TileStock(), random.Random(4)))
    assert {number: piece.tile for number, piece in world.scene.pieces.items()} == faces


def test_a_piece_in_a_hand_on_its_way_is_seen_by_nobody() -> None:
    world = world_with_walls()
    piece = next(iter(world.scene.pieces.values()))
    world.pick_up([piece])
    assert piece.number in world.held
    assert piece.number not in world.shown.pieces
    world.clear([piece])
    assert piece.number not in world.held


def test_what_was_shown_does_not_change_with_the_scene() -> None:
    world = world_with_walls()
    shown = world.shown
    number = next(iter(shown.pieces))
    x_mm = shown.pieces[number].x_mm
    world.scene.pieces[number].x_mm += 5
    world.touch()
    assert shown.pieces[number].x_mm == x_mm
    assert world.shown.pieces[number].x_mm == x_mm + 5
    assert world.shown.version > shown.version


def test_the_machine_is_shown_only_when_it_moved() -> None:
    world = world_with_walls()
    version = world.scene.version
    world.follow_machine(dome_raised=0.0, lifts_raised=1.0, dice=None)
    assert world.scene.version == version
    world.follow_machine(dome_raised=0.5, lifts_raised=1.0, dice=(2, 3))
    assert (world.shown.dome_raised, world.shown.dice) == (0.5, (2, 3))


def test_a_hand_is_closed_up_sorted_with_the_drawn_tile_apart() -> None:
    world = world_with_walls()
    take_hand(world, Seat(1), 14)
    place = world.places[1]
    place.drawn = drawn = place.hand[3]
    world.tidy_hand(Seat(1))
    assert place.hand[-1] is drawn
    assert [piece.tile for piece in place.hand[:-1]] == sorted(piece.tile for piece in place.hand[:-1])
    u_mm = [world.local_u(Seat(1), piece) for piece in place.hand]
    assert u_mm[-1] - u_mm[-2] > world.furniture.tile_width_mm + 5
    assert u_mm == sorted(u_mm)


def test_a_tile_is_found_in_the_hand_the_drawn_one_first_when_it_is_asked_for() -> None:
    world = world_with_walls()
    take_hand(world, Seat(0))
    place = world.places[0]
    twice = next(piece for piece in place.hand if sum(other.tile == piece.tile for other in place.hand) == 1)
    place.drawn = twice
    assert world.find_in_hand(Seat(0), twice.tile, drawn=True) is twice
    absent = next(p.tile for p in world.scene.pieces.values() if p.tile not in {h.tile for h in place.hand})
    with pytest.raises(LookupError, match="seat 0 has no"):
        world.find_in_hand(Seat(0), absent)


def test_a_stick_lies_before_its_own_river() -> None:
    world = world_with_walls()
    for seat in SEATS:
        world.lay_stick(seat)
    v_mm = [world.furniture.to_table(Seat(-seat % 4), s.x_mm, s.y_mm)[1] for seat, s in enumerate(world.scene.sticks)]
    assert v_mm == pytest.approx([world.furniture.places.stick_v_mm] * 4)
