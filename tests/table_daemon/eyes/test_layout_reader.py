from __future__ import annotations

import numpy as np
import pytest
from laid_set import layout_picture

from table_daemon.eyes.layout_reader import LayoutReader, SeenLayoutError
from vision.reading.reader import TableReader
from vision.settings import CameraSettings, GeometrySettings
from vision.tile_sets.set_layout import BASIC_ROWS, MistakeKind


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader(GeometrySettings())


def layouts(reader: TableReader, **what) -> LayoutReader:
    return LayoutReader(reader, lambda image: reader.calibrated(image, CameraSettings()), **what)


@pytest.fixture(scope="module")
def picture():
    return layout_picture(BASIC_ROWS)


def test_a_whole_set_gives_a_named_crop_of_every_piece(reader, picture):
    layout = layouts(reader).read(picture)
    wanted = [tile for row in BASIC_ROWS for tile in row]
    assert [piece.tile for piece in layout.laid] == wanted
    assert [sample.tile for sample in layout.samples] == wanted
    assert layout.doubts == ()


def test_only_pictures_in_which_the_layout_is_the_same_still_teach_more(reader, picture):
    lessons = layouts(reader)
    layout = lessons.read(picture)
    fewer = layout_picture([*BASIC_ROWS[:3], BASIC_ROWS[3][:6]])
    more = lessons.further_samples([picture, np.full_like(picture, 90), fewer], layout)
    assert len(more) == len(layout.laid)


def test_a_row_that_is_too_short_is_shown_in_a_picture(reader):
    short = layout_picture([*BASIC_ROWS[:2], BASIC_ROWS[2][:8], BASIC_ROWS[3]])
    with pytest.raises(SeenLayoutError, match="row 3") as caught:
        layouts(reader).read(short)
    assert (caught.value.mistake.kind, caught.value.mistake.row) == (MistakeKind.ROW_LENGTH, 3)
    assert caught.value.drawn.size > 0


def test_some_kinds_may_lie_in_any_number_of_rows(reader):
    kinds = BASIC_ROWS[0][:4]
    layout = layouts(reader, again=kinds).read(layout_picture([kinds[:3], kinds[3:]]))
    assert [piece.tile for piece in layout.laid] == list(kinds)
