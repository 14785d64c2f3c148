"""The calibration's file, and what a report says of a calibration."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from sample_pictures import FOLDER

from vision.calibrating.calibration import calibration_for
from vision.calibrating.calibration_report import calibration_overlay, report_of
from vision.calibrating.stored_calibration import StoredCalibration, StoredCalibrationError, with_stored_lens
from vision.settings import CameraSettings, GeometrySettings, LensSettings

CAMERA = CameraSettings()
GEOMETRY = GeometrySettings()


@pytest.fixture(scope="module")
def image():
    return cv2.imread(str(FOLDER / "parlour.jpg"))


@pytest.fixture(scope="module")
def found(image):
    return calibration_for(image, GEOMETRY, CAMERA)


@pytest.fixture
def stored(found):
    return StoredCalibration.of(found, made_at="2026-11-21T09:00:00+00:00", camera="0", lens_from="markers")


def test_what_is_stored_comes_back_with_the_same_pose(tmp_path, found, stored):
    stored.save(tmp_path / "state")
    again = StoredCalibration.load(tmp_path / "state")
    assert again == stored
    points = np.array([(-300.0, -300.0, 0.0), (200.0, 100.0, 16.5), (0.0, 340.0, 33.0)])
    assert np.allclose(again.pose.project(points), found.pose.project(points), atol=0.01)


def test_without_a_file_there_is_no_calibration(tmp_path):
    assert StoredCalibration.load(tmp_path) is None


@pytest.mark.parametrize("content", ["", "{}", '{"version": 2}', "\0\1"])
def test_a_broken_file_is_a_sentence(tmp_path, content):
    (tmp_path / "camera.json").write_text(content)
    with pytest.raises(StoredCalibrationError, match="run `jantaku calibrate` again, or remove it"):
        StoredCalibration.load(tmp_path)


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path, stored):
    (tmp_path / "state").write_text("a file in the way")
    with pytest.raises(StoredCalibrationError, match=r"camera.json cannot be written: .*; set table.state_dir"):
        stored.save(tmp_path / "state")


def test_the_daemon_takes_the_stored_lens_for_pictures_of_the_same_shape_only(stored):
    assert with_stored_lens(CAMERA, stored).lens == stored.lens
    half = CameraSettings(width=1152, height=648)
    assert with_stored_lens(half, stored).lens == stored.lens
    assert with_stored_lens(CameraSettings(width=1600, height=1200), stored).lens is None
    named = CameraSettings(lens=LensSettings(focal_share=0.7))
    assert with_stored_lens(named, stored).lens == named.lens
    assert with_stored_lens(CAMERA, None) is CAMERA


def test_a_lens_that_explains_nothing_is_given_up_with_a_warning(image, found):
    other = CAMERA.model_copy(update={"lens": LensSettings(focal_share=1.6, k1=0.4)})
    again = calibration_for(image, GEOMETRY, other)
    assert again.pose.focal_px == pytest.approx(found.pose.focal_px, rel=0.02)
    assert again.warnings == (
        "the lens is not the one that was measured: run `jantaku calibrate` for this camera and focus",
    )


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
