"""Places of markers written into a settings file that a person has written before."""

from __future__ import annotations

import tomllib

import pytest

from table_daemon.errors import UserError
from table_daemon.site_file import markers_toml, with_markers
from vision.settings import GeometrySettings, MarkerPlace

PLACES = tuple(
    MarkerPlace(number=n, x_mm=x, y_mm=y) for n, x, y in ((0, -348.04, -351.5), (1, 350, -350), (2, 349, 350))
)
ROWS = [{"number": n, "x_mm": x, "y_mm": y} for n, x, y in ((0, -348.0, -351.5), (1, 350.0, -350.0), (2, 349.0, 350.0))]


def test_what_is_written_is_what_the_settings_take():
    geometry = GeometrySettings.model_validate(tomllib.loads(markers_toml(PLACES)))
    assert geometry.marker_centres_mm[0] == (-348.0, -351.5)


@pytest.mark.parametrize(
    "text",
    [
        "",
        '[camera]\naddress = "0"\n',
        "[geometry]",
        "# mine\n[ geometry ] # sizes\nsurface_mm = 700\n\n[geometry.zones]\nreach_mm = 10\n",
        "[geometry]\nmarkers = []\nsurface_mm = 700\n[camera]\nwidth = 1920\n",
        "[geometry]\nmarkers = [ # a ] here\n  { number = 7, x_mm = 1, y_mm = 2 }, # ]\n]\nmarker_mm = 31 # mm\n",
    ],
)
def test_the_places_come_into_the_file_and_nothing_else_changes(text):
    changed = with_markers(text, PLACES, "table.toml")
    before = tomllib.loads(text)
    assert tomllib.loads(changed) == {**before, "geometry": {**before.get("geometry", {}), "markers": ROWS}}
    assert all(line in changed for line in text.splitlines() if line.startswith("#"))
    assert with_markers(changed, PLACES, "table.toml") == changed


def test_a_file_in_which_they_cannot_be_replaced_safely_is_left_alone_with_what_to_write():
    with pytest.raises(UserError, match=r"write it into \[geometry\] yourself:\nmarkers = \["):
        with_markers("geometry = { surface_mm = 700 }\n", PLACES, "table.toml")
