"""What a command line says of a table instead of its configuration."""

from __future__ import annotations

import argparse

import pytest

from table_daemon.cli.geometry_options import add_geometry_options, geometry_of
from table_daemon.errors import UserError
from table_daemon.settings import load_settings
from vision.settings import GeometrySettings


def told(*arguments: str, settings: tuple[str, ...] | None = None) -> tuple[GeometrySettings, float | None]:
    parser = argparse.ArgumentParser()
    add_geometry_options(parser)
    return geometry_of(parser.parse_args(arguments), load_settings(None, settings) if settings is not None else None)


def test_without_a_word_the_table_is_the_default_one_and_the_markers_size_unknown() -> None:
    assert told() == (GeometrySettings(), None)


def test_what_is_said_goes_before_the_settings() -> None:
    configured = ("geometry.tile_height_mm=30", "geometry.marker_mm=50")
    assert told(settings=configured)[0].tile_height_mm == 30
    geometry, size = told("--tile-mm", "28x20.5x16.5", "--marker-size", "40", settings=configured)
    assert (geometry.tile_height_mm, geometry.tile_width_mm, geometry.tile_thickness_mm) == (28, 20.5, 16.5)
    assert size == 40


def test_a_size_in_the_settings_is_known_and_the_default_one_is_not() -> None:
    assert told(settings=("geometry.marker_mm=50",))[1] == 50
    assert told(settings=())[1] is None


def test_on_another_surface_nobody_knows_where_walls_stand() -> None:
    assert GeometrySettings().zones.wall != ()
    assert told("--surface-mm", "700")[0].zones.wall == ()


@pytest.mark.parametrize("minus", ["-", "\N{MINUS SIGN}"])
def test_markers_are_numbers_with_places_in_any_order(minus: str) -> None:
    geometry, _ = told("--markers-mm", f"7:{minus}300,{minus}310 5:300,310; 6:300,{minus}310 9:{minus}300,310")
    assert {m.number: (m.x_mm, m.y_mm) for m in geometry.markers} == {
        7: (-300, -310),
        5: (300, 310),
        6: (300, -310),
        9: (-300, 310),
    }


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--tile-mm", "28x20"), "--tile-mm: expected height x width x thickness"),
        (("--tile-mm", "20x28x16"), "--tile-mm: expected the height first"),
        (("--markers-mm", "0:1,2 one:3,4"), "not 'one:3,4'"),
        (("--markers-mm", ""), "--markers-mm: expected NUMBER:X,Y"),
        (("--surface-mm", "-5"), "--surface-mm: "),
        (("--marker-dictionary", "7X9"), "--marker-dictionary: "),
    ],
)
def test_what_makes_no_table_is_a_sentence_that_names_the_option(arguments: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(UserError) as refused:
        told(*arguments)
    assert sentence in str(refused.value)
