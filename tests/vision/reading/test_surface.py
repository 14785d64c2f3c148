from __future__ import annotations

import numpy as np
import pytest
from marker_photographs import GEOMETRY, looking

from vision.geometry.rectify import TableView
from vision.reading.surface import Surface, SurfaceMask
from vision.sightings import Face, Image, Sighting

FELT = (70, 110, 60)
SLEEVE = (60, 60, 190)


@pytest.fixture(scope="module")
def view() -> TableView:
    return TableView(looking(0.1, 0.1, 900.0), GEOMETRY)


def painted(view: TableView, *squares_mm: tuple[float, float, float, float]) -> Image:
    """The blocks of a table on which something red lies in squares (left, bottom, right, top)."""
    blocks = np.full((view.blocks, view.blocks, 3), FELT, np.uint8)
    for left, bottom, right, top in squares_mm:
        rows = slice(*(round((view.half_mm - y) / view.block_mm) for y in (top, bottom)))
        columns = slice(*(round((x + view.half_mm) / view.block_mm) for x in (left, right)))
        blocks[rows, columns] = SLEEVE
    return blocks


def covered(view: TableView, blocks: Image, *sightings: Sighting) -> SurfaceMask:
    surface = Surface(view, GEOMETRY)
    return SurfaceMask(surface.covered(surface.felt(blocks), sightings), view.half_mm)


def test_what_reaches_in_over_the_edge_and_is_no_felt_covers(view):
    arm = covered(view, painted(view, (-30, -380, 30, -150)))
    assert arm.share(0.0, -250.0, 14.0) == 1.0
    assert arm.share(0.0, 0.0, 14.0) == 0.0
    assert arm.share(200.0, -250.0, 14.0) == 0.0


def test_a_thing_that_does_not_reach_the_edge_covers_nothing(view):
    assert not covered(view, painted(view, (-60, -250, 60, -100))).blocks.any()


def test_a_small_thing_at_the_edge_is_no_arm(view):
    assert not covered(view, painted(view, (-10, -372, 14, -330))).blocks.any()


def test_a_piece_at_the_edge_is_no_arm(view):
    lying = [Sighting(Face.UP, x, -345.0, 0.0, 0.9) for x in (-40.0, -20.0, 0.0, 20.0, 40.0)]
    blocks = painted(view, (-50, -362, 50, -331))
    assert covered(view, blocks).blocks.any()
    assert not covered(view, blocks, *lying).blocks.any()


def test_a_share_is_that_of_the_square_around_a_point():
    blocks = np.zeros((100, 100), np.bool_)
    blocks[:, 50:] = True
    mask = SurfaceMask(blocks, half_mm=200.0)
    assert mask.share(-100.0, 0.0, 20.0) == 0.0
    assert mask.share(0.0, 0.0, 20.0) == pytest.approx(0.5)
    assert mask.share(100.0, 150.0, 20.0) == 1.0
    assert mask.share(1000.0, 0.0, 20.0) == 0.0, "nothing is known beyond the array"
