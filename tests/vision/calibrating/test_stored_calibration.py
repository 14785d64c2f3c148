from __future__ import annotations

import cv2
import numpy as np
import pytest
from sample_pictures import FOLDER

from vision.calibrating.calibration import calibration_for
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
