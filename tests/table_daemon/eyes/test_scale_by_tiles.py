"""A table of which nobody knows a measure: two rows of tiles give the scale, within the percent they are good for."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from hw_sim.picture.renderer import Renderer
from hw_sim.picture.scenery import clean_room
from mahjong_rules.tiles import TileStock
from table_daemon.eyes.scale_by_tiles import solve_by_tiles
from tools.marker_campaign import photographed, with_rows
from vision.settings import CameraSettings, GeometrySettings

SIZE_PX = (1920, 1080)


@pytest.mark.slow
def test_tiles_give_the_side_of_a_surface_that_nobody_measured() -> None:
    scenery, scene = with_rows(clean_room(TileStock(), SIZE_PX), Random(5))
    furniture = replace(scenery.furniture, surface_mm=700.0, marker_at_mm=326.0)
    renderer = Renderer(furniture, scenery.pose, scenery.look, seed=1)
    scaled = solve_by_tiles([photographed(renderer, scene)], GeometrySettings(), CameraSettings())
    assert scaled.surface_mm == pytest.approx(700.0, rel=0.01)
    assert scaled.places.table.surface_mm == pytest.approx(scaled.surface_mm, abs=0.5)
    assert (scaled.rows.tiles, scaled.rows.rows) == (18, 2)
