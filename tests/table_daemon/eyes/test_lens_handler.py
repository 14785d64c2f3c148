"""The lens, measured in the present picture and stored from the page."""

from __future__ import annotations

import numpy as np
import pytest
from laid_set import layout_picture

from table_daemon.errors import UserError
from table_daemon.eyes.lens_handler import LensHandler
from table_daemon.settings import load_settings
from vision.calibrating.stored_calibration import StoredCalibration
from vision.settings import CameraSettings, LensSettings
from vision.sightings import Frame, Image


class Eyes:
    """Always the same picture; remembers by which camera it is to read."""

    def __init__(self, picture: Image) -> None:
        self.camera = CameraSettings()
        self.picture = picture
        self.taken = 0

    def use_camera(self, camera: CameraSettings) -> None:
        self.camera = camera

    def next_frame(self, after: int, timeout_s: float) -> Frame | None:
        self.taken = max(self.taken, after) + 1
        return Frame(self.picture, self.taken, self.taken / 5)


@pytest.fixture(scope="module")
def table_picture() -> Image:
    return layout_picture([])


def desk_at(folder, picture: Image, *overrides: str) -> tuple[LensHandler, Eyes]:
    eyes = Eyes(picture)
    return LensHandler(load_settings(None, [f'table.state_dir="{folder}"', *overrides]), eyes), eyes


async def test_figures_before_and_after_and_nothing_stored_before_somebody_says_so(tmp_path, table_picture):
    desk, eyes = desk_at(tmp_path, table_picture)
    figures = await desk.measure()
    assert figures["before"]["residual_mm"] < 1
    assert figures["after"]["residual_mm"] < 0.3
    assert (figures["lens_from"], figures["measured"]) == ("markers", 1)
    assert desk.jpeg is not None
    assert desk.jpeg[:2] == b"\xff\xd8"
    assert (list(tmp_path.iterdir()), eyes.camera.lens) == ([], None)


async def test_what_is_stored_is_read_by_at_once_and_may_be_taken_back(tmp_path, table_picture):
    desk, eyes = desk_at(tmp_path, table_picture)
    with pytest.raises(UserError, match="none before"):
        await desk.go_back()
    for _ in range(2):
        await desk.store((await desk.measure())["measured"])
    second = StoredCalibration.load(tmp_path)
    assert second is not None
    assert eyes.camera.lens == second.lens
    assert desk.jpeg is None
    first = second.model_copy(update={"lens": LensSettings(focal_share=0.7)})
    (tmp_path / "camera.before.json").write_text(first.model_dump_json())
    await desk.go_back()
    assert eyes.camera.lens == first.lens
    await desk.go_back()
    assert eyes.camera.lens == second.lens


async def test_a_measurement_that_was_replaced_or_dropped_is_not_stored(tmp_path, table_picture):
    desk, _ = desk_at(tmp_path, table_picture)
    first = (await desk.measure())["measured"]
    second = (await desk.measure())["measured"]
    with pytest.raises(UserError, match="measure the lens again"):
        await desk.store(first)
    desk.drop()
    with pytest.raises(UserError, match="measure the lens again"):
        await desk.store(second)
    assert list(tmp_path.iterdir()) == []


async def test_a_lens_of_the_printed_board_or_of_the_settings_stays(tmp_path, table_picture):
    desk, _ = desk_at(tmp_path, table_picture)
    await desk.store((await desk.measure())["measured"])
    stored = StoredCalibration.load(tmp_path)
    assert stored is not None
    stored.model_copy(update={"lens_from": "charuco"}).save(tmp_path)
    assert (await desk.measure())["lens_from"] == "charuco"
    named, _ = desk_at(tmp_path / "other", table_picture, "camera.lens={ focal_share = 0.66 }")
    assert (await named.measure())["lens_from"] == "settings"


async def test_hidden_markers_are_named(tmp_path):
    desk, _ = desk_at(tmp_path, np.full((1296, 2304, 3), 90, np.uint8))
    with pytest.raises(UserError, match=r"expected the markers 0 to 3 .* could not find 0, 1, 2, 3"):
        await desk.measure()
    assert desk.jpeg is None
