"""Tiles that are pushed or fall over, and are put right."""

import copy

import numpy as np
import pytest
from felt_in_play import effect, world_in_play

from hw_sim.felt.footprint import overlap_mm
from hw_sim.felt.scene import Pose
from hw_sim.felt.table_world import TableWorld
from mahjong_rules.seats import Seat


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
