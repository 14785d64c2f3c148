"""What faults of the room do to pictures and tiles, and that they end."""

import copy
import random
from types import SimpleNamespace

import numpy as np
import pytest

from hw_sim.faults.breakable import FaultyTable, Room
from hw_sim.faults.effects import effect_of
from hw_sim.faults.moments import Agenda, FeltWatch, Moment
from hw_sim.faults.plan import FaultPlan
from hw_sim.felt.footprint import overlap_mm
from hw_sim.felt.layout import Spot, hand_spots
from hw_sim.felt.scene import Furniture, Piece, Pose
from hw_sim.felt.table_world import TableWorld
from hw_sim.picture.camera_defects import CameraDefects
from hw_sim.picture.projection import CameraPose
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import TileStock, parse_tile

POSE = CameraPose().resized(1152, 648)


def world_in_play(tiles: int = 10) -> TableWorld:
    """Rivers of so many tiles and thirteen standing tiles for everybody."""
    world = TableWorld(Furniture(), stock=TileStock(), rng=random.Random(3))
    numbers = iter(range(1, 200))
    for seat in SEATS:
        place = world.places[seat]
        for _ in range(tiles):
            _add(world, next(numbers), world.next_river_spot(seat, 0.0), place.river)
            place.discards += 1
        for spot in hand_spots(seat, 13, world.furniture, pose=Pose.STANDING, drawn=False):
            _add(world, next(numbers), spot, place.hand)
    return world


def _add(world: TableWorld, number: int, spot: Spot, row: list[Piece]) -> None:
    piece = Piece(number, SetName.A, parse_tile("3m"), 0.0, 0.0)
    world.held[number] = piece
    world.put([piece], [spot])
    row.append(piece)


def effect(world: TableWorld, camera: CameraDefects | None = None, seed: int = 1, **fault):
    room = Room(world, camera or CameraDefects(POSE, random.Random(seed)))
    machine = SimpleNamespace()
    table = FaultyTable(machine, machine, machine, random.Random(seed), room)
    (read,) = FaultPlan.model_validate({"fault": [{"at_s": 0, **fault}]}).fault
    return effect_of(read, table)


def overlaps(world: TableWorld) -> float:
    pieces = list(world.scene.pieces.values())
    pairs = ((a, b) for place, a in enumerate(pieces) for b in pieces[place + 1 :])
    return max(overlap_mm(a, b, world.furniture) for a, b in pairs)


@pytest.mark.parametrize("seed", range(8))
def test_a_sleeve_pushes_tiles_and_none_into_another(seed):
    world = world_in_play()
    before = {number: copy.copy(piece) for number, piece in world.scene.pieces.items()}
    overlap_before_mm = overlaps(world)
    push = effect(world, kind="sleeve", seed=seed)
    assert push.begin()
    moved = [n for n, p in world.scene.pieces.items() if np.hypot(p.x_mm - before[n].x_mm, p.y_mm - before[n].y_mm) > 3]
    turned = [n for n, p in world.scene.pieces.items() if p.rotation_deg != before[n].rotation_deg]
    assert set(moved) <= set(turned)
    assert 1 <= len(turned) <= 3
    assert overlaps(world) <= max(overlap_before_mm, 0.5)
    assert len(world.scene.arms) == 1
    assert push.end()
    assert world.scene.arms == []


def test_a_sleeve_waits_until_no_arm_is_over_the_table():
    world = world_in_play()
    world.show_arm(Seat(2), 0.0, 100.0)
    push = effect(world, kind="sleeve")
    assert not push.begin()
    world.hide_arm(Seat(2))
    assert push.begin()


@pytest.mark.parametrize(("place", "pose"), [("river", Pose.FACE_DOWN), ("hand", Pose.FACE_UP)])
def test_tiles_that_were_knocked_over_are_put_back(place, pose):
    world = world_in_play()
    before = {number: copy.copy(piece) for number, piece in world.scene.pieces.items()}
    knock = effect(world, kind="tiles_knocked", place=place, seat=1)
    assert knock.begin()
    fallen = [n for n, piece in world.scene.pieces.items() if piece.pose is not before[n].pose]
    assert [world.scene.pieces[number].pose for number in fallen] == [pose, pose]
    knock.go_on(0.0)
    knock.go_on(1.0)
    assert world.scene.arms == []
    assert knock.end()
    for number in fallen:
        piece, was = world.scene.pieces[number], before[number]
        assert (piece.pose, piece.rotation_deg) == (was.pose, was.rotation_deg)
        assert np.hypot(piece.x_mm - was.x_mm, piece.y_mm - was.y_mm) < 3


def test_a_fallen_tile_that_its_player_took_is_left_alone():
    world = world_in_play()
    knock = effect(world, kind="tiles_knocked", place="hand", seat=0, tiles=1)
    assert knock.begin()
    knock.go_on(0.0)
    knock.go_on(1.0)
    (fallen,) = (piece for piece in world.places[0].hand if piece.pose is Pose.FACE_UP)
    world.pick_up([fallen])
    world.put([fallen], [world.next_river_spot(Seat(0), 0.0)])
    laid = copy.copy(fallen)
    assert knock.end()
    assert fallen == laid


def test_a_stick_that_was_taken_back_is_laid_again_in_its_own_deal():
    world = world_in_play()
    forgotten = effect(world, kind="stick_forgotten")
    world.lay_stick(Seat(2))
    assert not forgotten.begin(), "nobody is in riichi"
    world.places[2].riichi = True
    (stick,) = world.scene.sticks
    assert forgotten.begin()
    assert world.shown.sticks == []
    assert forgotten.end()
    assert world.shown.sticks == [stick]


def test_a_stick_of_a_deal_that_is_over_is_not_laid_again():
    world = world_in_play()
    world.lay_stick(Seat(2))
    world.places[2].riichi = True
    forgotten = effect(world, kind="stick_forgotten")
    assert forgotten.begin()
    world.clear(list(world.scene.pieces.values()))
    assert forgotten.end()
    assert world.scene.sticks == []


def test_a_stick_is_left_before_a_river_without_a_riichi_and_put_away():
    world = world_in_play()
    for seat in (0, 1, 3):
        world.places[seat].riichi = True
    world.lay_stick(Seat(0))
    (laid,) = world.scene.sticks
    left = effect(world, kind="stick_left")
    assert left.begin()
    stray = world.scene.sticks[-1]
    assert world.furniture.to_table(Seat(2), 0.0, world.furniture.stick_v_mm)[1] == pytest.approx(stray.y_mm, abs=1)
    assert left.end()
    assert world.scene.sticks == [laid]


def test_no_stick_is_left_before_a_player_in_riichi():
    world = world_in_play()
    world.places[1].riichi = True
    assert not effect(world, kind="stick_left", seat=1).begin()


def grey(level: int = 100):
    return np.full((POSE.height_px, POSE.width_px, 3), level, np.uint8)


@pytest.mark.parametrize(
    ("fault", "least", "most"),
    [
        ({"kind": "light_off", "level": 0.02}, 1, 3),
        ({"kind": "light_flickers", "level": 0.5}, 49, 100),
        ({"kind": "shadow", "level": 0.5}, 49, 100),
    ],
)
def test_the_light_changes_and_is_as_before_afterwards(fault, least, most):
    camera = CameraDefects(POSE, random.Random(2))
    dark = effect(world_in_play(0), camera, **fault)
    assert dark.begin()
    seen = [camera.altered(grey()) for _ in range(6)]
    assert min(picture.min() for picture in seen) >= least
    assert max(picture.max() for picture in seen) <= most
    assert np.mean(seen) < 90
    assert dark.end()
    assert (camera.altered(grey()) == 100).all()


def test_a_bumped_camera_stays_where_it_is_and_a_shaken_one_comes_back():
    camera = CameraDefects(POSE, random.Random(2))
    picture = np.random.default_rng(1).integers(0, 255, (POSE.height_px, POSE.width_px, 3), np.uint8)
    shake = effect(world_in_play(0), camera, kind="camera_shakes")
    assert shake.begin()
    shake.go_on(0.1)
    assert any(camera.moved)
    assert shake.end()
    assert (camera.altered(picture) == picture).all()
    assert effect(world_in_play(0), camera, kind="camera_bumped", shift_mm=6).begin()
    assert np.hypot(*camera.moved[:2]) == pytest.approx(6)


def test_a_moved_camera_sees_the_tops_of_tiles_where_they_are_for_it():
    camera = CameraDefects(POSE, random.Random(2))
    picture = grey(0)
    (column, row) = np.round(POSE.project([(100.0, -50.0, 16.5)])[0]).astype(int)
    picture[row - 2 : row + 3, column - 2 : column + 3] = 255
    camera.moved = (10.0, 0.0, 0.0)
    rows, columns = np.nonzero(camera.altered(picture)[..., 0] > 127)
    moved = CameraPose(**{**{name: getattr(POSE, name) for name in POSE.__slots__}, "x_mm": 35.0, "aim_x_mm": 10.0})
    assert (columns.mean(), rows.mean()) == pytest.approx(tuple(moved.project([(100.0, -50.0, 16.5)])[0]), abs=1.0)


def test_late_pictures_come_in_their_order():
    camera = CameraDefects(POSE)
    camera.delay_s = 0.5
    assert [camera.arrived(bytes([number]), number / 4) for number in range(4)] == [[], [], [b"\0"], [b"\1"]]
    camera.delay_s = 0.0
    assert camera.arrived(b"\4", 5.0) == [b"\2", b"\3", b"\4"]


def test_without_an_end_the_camera_stays_slow():
    camera = CameraDefects(POSE)
    slow = effect(world_in_play(0), camera, kind="pictures_slow", fps=2)
    assert slow.begin()
    assert not slow.end()
    assert camera.least_gap_s == 0.5


def test_a_fault_may_come_again_at_every_so_many_discards():
    (fault,) = FaultPlan.model_validate(
        {"fault": [{"kind": "light_off", "when": "discard", "nth": 2, "every": 3}]}
    ).fault
    agenda = Agenda((fault,))
    happened = []
    for number in range(1, 10):
        agenda.note(Moment.DISCARD, float(number))
        happened += [number for _ in agenda.due(float(number))]
    assert happened == [2, 5, 8]


def test_discards_are_moments_also_across_deals():
    world = world_in_play(2)
    watch = FeltWatch(world)
    world.places[1].discards += 2
    assert watch.begun() == [Moment.DISCARD] * 2
    world.places = world_in_play(1).places
    assert watch.begun() == []
    world.places[3].discards += 1
    assert watch.begun() == [Moment.DISCARD]
