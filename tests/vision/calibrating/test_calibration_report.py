from __future__ import annotations

import cv2
import numpy as np
import pytest
from sample_pictures import FOLDER

from vision.calibrating.calibration import calibration_for
from vision.calibrating.calibration_report import calibration_overlay, report_of
from vision.settings import CameraSettings, GeometrySettings

CAMERA = CameraSettings()


GEOMETRY = GeometrySettings()


@pytest.fixture(scope="module")
def image():
    return cv2.imread(str(FOLDER / "parlour.jpg"))


@pytest.fixture(scope="module")
def found(image):
    return calibration_for(image, GEOMETRY, CAMERA)


def test_a_report_names_what_to_mend(found):
    report = report_of(found, GEOMETRY)
    assert report.advice == ()
    assert sorted(report.markers) == [0, 1, 2, 3]
    assert report.residual_mm < 0.2
    assert report.tile_px[0] > 30
    assert report.moved_mm is None
    larger = report_of(found, GeometrySettings(surface_mm=1000, tile_width_mm=14), found.pose)
    assert larger.moved_mm == 0
    assert "pixels wide, 24 are needed: hang the camera lower" in larger.advice[0]
    assert larger.advice[1].startswith("the surface's corner south-west and")


def test_the_overlay_draws_the_surface_where_it_is(image, found):
    drawn = calibration_overlay(image, found, GEOMETRY)
    assert drawn.shape == image.shape
    assert not np.array_equal(drawn, image)
    edge = found.pose.plane_pixels(np.array([(x, 370.0) for x in range(-300, 301, 50)], np.float64), 0.0)
    for column, row in np.round(edge).astype(int):
        blue, green, red = drawn[row, column].astype(int)
        assert green > 150
        assert green > max(blue, red) + 60
