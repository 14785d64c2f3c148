from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from laid_set import layout_picture

from vision.reading.reader import TableReader
from vision.settings import CameraSettings, GeometrySettings
from vision.tile_sets import set_layout
from vision.tile_sets.layout_pictures import mistaken_picture
from vision.tile_sets.set_layout import BASIC_ROWS, LayoutError

GEOMETRY = GeometrySettings()


def test_a_picture_of_a_mistaken_layout_marks_the_wrong_row():
    image = layout_picture([*BASIC_ROWS[:2], BASIC_ROWS[2][:8], BASIC_ROWS[3]])
    reader = TableReader(GEOMETRY)
    view = reader.calibrated(image, CameraSettings())
    rows = set_layout.rows_of(reader.boxes(view.rectified(image)), view, GEOMETRY)
    with pytest.raises(LayoutError) as caught:
        set_layout.assigned(rows, BASIC_ROWS)
    third, fourth = (
        mistaken_picture(image, view, rows, GEOMETRY, replace(caught.value.mistake, row=row)) for row in (3, 4)
    )
    assert not np.array_equal(third, fourth)
    assert np.array_equal(mistaken_picture(image, view, [], GEOMETRY, caught.value.mistake), image)
