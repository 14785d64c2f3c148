from __future__ import annotations

from random import Random

import cv2
import numpy as np
import pytest
from campaign_cases import more
from marker_photographs import looking
from sample_pictures import load

from hw_sim.felt.scene import Furniture, Piece, Pose, Scene
from hw_sim.picture.appearance import Appearance
from hw_sim.picture.projection import SimulatedCamera
from hw_sim.picture.renderer import Renderer
from hw_sim.picture.truth import piece_truths
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import ALL_KINDS
from vision.geometry.rectify import TableView
from vision.reading.reader import TableReader
from vision.settings import CameraSettings, GeometrySettings, ZoneSettings
from vision.sightings import Face, Frame


@pytest.fixture(scope="module")
def sample():
    return load("parlour")


def larger(geometry: GeometrySettings, times: float) -> GeometrySettings:
    """The same table with every length so many times as long."""
    names = ("surface_mm", "marker_mm", "marker_at_mm", "tile_height_mm", "tile_width_mm", "tile_thickness_mm")
    zones = {
        name: [{end: length * times for end, length in rect.items()} for rect in rects]
        for name, rects in geometry.zones.model_dump(exclude={"reach_mm"}).items()
    }
    return GeometrySettings(
        **{name: getattr(geometry, name) * times for name in names},
        zones=ZoneSettings.model_validate({**zones, "reach_mm": geometry.zones.reach_mm * times}),
    )


def one_of_each(rng: Random) -> Scene:
    """The 34 kinds face up around the console, turned by anything."""
    scene = Scene()
    ring = [(x, y) for x in range(-300, 301, 75) for y in range(-300, 301, 75) if max(abs(x), abs(y)) > 100]
    for number, (tile, (x_mm, y_mm)) in enumerate(zip(ALL_KINDS, rng.sample(ring, len(ALL_KINDS)), strict=True)):
        piece = Piece(number, SetName.A, tile, x_mm, y_mm, 0.0, rng.uniform(0, 360), Pose.FACE_UP)
        scene.pieces[number] = piece
    scene.touch()
    return scene


@pytest.mark.parametrize("times", [0.93, more(1.35), 1.6])
def test_a_table_of_another_size_is_read_as_the_usual_one(sample, times):
    """A picture does not tell how large things are: the owner's measures do."""
    geometry = larger(sample.reader.geometry, times)
    reader = TableReader(geometry)
    view = reader.calibrated(sample.image, CameraSettings())
    usual = [s for s in sample.reader.read(sample.frame(), sample.view) if s.face is Face.UP]
    read = [s for s in reader.read(sample.frame(), view) if s.face is Face.UP]
    assert sorted(str(s.tile) for s in read) == sorted(str(s.tile) for s in usual)
    for sighting in read:
        distances = [np.hypot(sighting.x_mm - o.x_mm * times, sighting.y_mm - o.y_mm * times) for o in usual]
        same = usual[int(np.argmin(distances))]
        assert min(distances) < 2.0 * times
        assert sighting.tile == same.tile


@pytest.mark.parametrize(
    ("width_mm", "height_mm", "thickness_mm"), [(19.0, 26.0, 15.0), (24.0, 32.0, 20.0)], ids=["small", "large"]
)
def test_tiles_of_other_sizes_on_the_usual_table_are_found_and_named(width_mm, height_mm, thickness_mm):
    furniture = Furniture(tile_width_mm=width_mm, tile_height_mm=height_mm, tile_thickness_mm=thickness_mm)
    scene = one_of_each(Random(4))
    renderer = Renderer(furniture, SimulatedCamera(), Appearance(), seed=4)
    geometry = GeometrySettings(tile_width_mm=width_mm, tile_height_mm=height_mm, tile_thickness_mm=thickness_mm)
    image = renderer.render(scene)
    reader = TableReader(geometry)
    sightings = reader.read(Frame(image, 1, 0.0), reader.calibrated(image, CameraSettings()))
    for truth in piece_truths(renderer, scene):
        piece = truth.piece
        near = min(sightings, key=lambda s, p=piece: np.hypot(s.x_mm - p.x_mm, s.y_mm - p.y_mm))
        # The wall's zone is taken to lie a tile higher.
        assert np.hypot(near.x_mm - piece.x_mm, near.y_mm - piece.y_mm) < 7, piece
        assert near.tile == piece.tile, piece
    assert len(sightings) == len(scene.pieces)


def test_the_view_of_any_tile_has_about_the_size_that_the_detector_knows(sample):
    for width, height in ((19.0, 26.0), (20.5, 28.0), (33.0, 44.0)):
        geometry = GeometrySettings(tile_width_mm=width, tile_height_mm=height)
        view = TableView(sample.view.pose, geometry)
        assert width * view.px_per_mm == pytest.approx(20.5, rel=0.03)
        assert height * view.px_per_mm == pytest.approx(28.0, rel=0.03)
        assert view.size_px % 16 == 0


def test_places_in_the_view_and_on_the_table_are_one_another_s_inverse(sample):
    view = TableView(sample.view.pose, GeometrySettings(tile_width_mm=26.0, tile_height_mm=35.0))
    assert view.to_px(*view.to_mm(100.25, 300.5)) == pytest.approx((100.25, 300.5))


def test_a_frame_with_many_more_pixels_gives_the_same_view(sample):
    large = cv2.resize(sample.image, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    view = sample.reader.calibrated(large, CameraSettings())
    small, wanted = view.rectified(large), sample.view.rectified(sample.image)
    difference = np.abs(small.astype(int) - wanted.astype(int))[100:-100, 100:-100]
    assert difference.mean() < 6
    names = sorted(str(s.tile) for s in sample.reader.read(sample.frame(), sample.view) if s.tile)
    assert sorted(str(s.tile) for s in sample.reader.read(Frame(large, 1, 0.0), view) if s.tile) == names


def test_the_top_view_and_its_coordinates_fit_together():
    pose = looking(20.0, -30.0, 900.0)
    view = TableView(pose, GeometrySettings(tile_thickness_mm=8.0))
    assert view.size_px % 8 == 0
    column, row = view.to_px(123.0, -45.0)
    assert view.to_mm(column, row) == pytest.approx((123.0, -45.0))
    picture = np.zeros((1296, 2304, 3), np.uint8)
    pixel = pose.plane_pixels(np.array([[123.0, -45.0]]), view.z_mm)[0]
    cv2.circle(picture, (round(pixel[0]), round(pixel[1])), 6, (255, 255, 255), -1)
    rows, columns = np.nonzero(view.rectified(picture)[..., 0] > 100)
    assert (columns.mean(), rows.mean()) == pytest.approx((column, row), abs=0.6)
