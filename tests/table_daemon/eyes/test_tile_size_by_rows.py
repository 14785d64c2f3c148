"""The camera measures the tiles that lie on a table which it knows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hw_sim.picture.renderer import Renderer
from hw_sim.picture.scenery import clean_room
from mahjong_rules.tiles import TileStock
from table_daemon.eyes.tile_size_by_rows import measured_tile_size
from tools.marker_campaign import photographed, size_rows
from vision.settings import CameraSettings, GeometrySettings


@pytest.mark.slow
@pytest.mark.parametrize(("width_mm", "height_mm"), [(19.2, 26.4), (23.5, 32.5)])
def test_tiles_of_another_size_than_the_usual_are_measured_to_a_third_of_a_millimetre(width_mm, height_mm):
    scenery = clean_room(TileStock(), (1920, 1080))
    furniture = replace(scenery.furniture, tile_width_mm=width_mm, tile_height_mm=height_mm)
    renderer = Renderer(furniture, scenery.pose, scenery.look, seed=1)
    geometry = GeometrySettings(
        surface_mm=furniture.surface_mm, marker_mm=furniture.marker_mm, marker_at_mm=furniture.marker_at_mm
    )
    picture = photographed(renderer, size_rows(furniture, 4))
    seen = measured_tile_size([picture], geometry, CameraSettings())
    assert seen.width_mm == pytest.approx(width_mm, abs=0.33)
    assert seen.height_mm == pytest.approx(height_mm, abs=0.33)
    assert seen.tiles == 12
