"""Tables by chance: how alike tiles come to lie side by side."""

from itertools import pairwise
from random import Random

from hw_sim.felt.scene import Furniture, Scene
from hw_sim.picture.random_scene import TableArranger


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
