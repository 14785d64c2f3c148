"""Tables by chance: how alike tiles come to lie side by side."""

import random
from itertools import pairwise
from random import Random

from hw_sim.felt.scene import Furniture, Scene
from hw_sim.picture.furniture_sprites import marker_corners_mm
from hw_sim.picture.random_scene import TableArranger, random_pose


def alike_neighbours(scene: Scene) -> int:
    """How many tiles lie beside one of their own kind that was laid just before."""
    tiles = [piece.tile for piece in scene.pieces.values()]
    return sum(tile == following for tile, following in pairwise(tiles))


def test_on_some_tables_alike_tiles_lie_side_by_side_and_on_others_not():
    tables = [TableArranger(Furniture(), Random(seed)).arranged() for seed in range(20)]
    shares = [alike_neighbours(scene) / len(scene.pieces) for scene in tables]
    assert 2 < sum(share > 0.5 for share in shares) < 18
    assert all(share < 0.2 for share in shares if share <= 0.5)


def test_no_table_shows_more_than_the_set_has():
    for seed in range(20):
        pieces = list(TableArranger(Furniture(), Random(seed)).arranged().pieces.values())
        assert all(sum(piece.tile == other.tile for other in pieces) <= 4 for piece in pieces)


def test_every_random_camera_sees_all_four_markers():
    rng = random.Random(9)
    for _ in range(200):
        pose = random_pose(rng, 1920, 1080)
        for marker in range(4):
            corners = pose.project(marker_corners_mm(Furniture(), marker))
            assert (corners > 0).all()
            assert (corners < (1919, 1079)).all()
