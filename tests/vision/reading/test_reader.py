from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from sample_pictures import NAMES, load, sighting_of

from mahjong_rules.tiles import parse_tile
from table_daemon.interpreter.certainty import MIN_TO_COUNT
from vision.pictures.overlay import overlay
from vision.reading.classification import Classifier, Reading
from vision.reading.detection import Box
from vision.reading.inference import ModelError
from vision.reading.reader import TableReader, as_white, is_back, is_doubtful, under_glare, whole_when_turned
from vision.reading.side_colours import SideColours, has_print, side_colour
from vision.settings import CameraSettings, GeometrySettings
from vision.sightings import Face, Zone


@pytest.fixture(scope="module", params=NAMES)
def sample(request):
    return load(request.param)


@pytest.fixture(scope="module")
def sightings(sample):
    return sample.reader.read(sample.frame(), sample.view)


def test_every_clear_face_is_found_named_and_turned_rightly(sample, sightings):
    for piece in sample.clear("up"):
        sighting = sighting_of(sample, piece, sightings)
        assert sighting is not None, piece
        assert (str(sighting.tile), sighting.face.value) == (piece["tile"], "up"), piece
        assert abs((sighting.rotation_deg - piece["rotation_deg"] + 90) % 180 - 90) < 8, piece


def test_nothing_is_named_where_no_face_lies(sample, sightings):
    shown = [p for p in sample.pieces if p["face"] == "up" and p["visible_fraction"] > 0.1]
    owned = [sighting_of(sample, piece, sightings) for piece in shown]
    assert [s for s in sightings if s.tile is not None and not any(s is o for o in owned)] == []


def test_places_are_true_to_two_millimetres(sample, sightings):
    for piece in sample.clear("up"):
        sighting = sighting_of(sample, piece, sightings)
        # In the wall's zone a tile is taken to lie on another one.
        may_err_mm = 6 if sample.reader.zones.place(piece["x_mm"], piece["y_mm"]).zone is Zone.WALL else 2.5
        assert np.hypot(sighting.x_mm - piece["x_mm"], sighting.y_mm - piece["y_mm"]) < may_err_mm, piece


@pytest.mark.parametrize("face", ["down", "standing"])
def test_backs_and_standing_pieces_are_found_and_never_named(sample, sightings, face):
    clear = sample.clear(face)
    found = [sighting_of(sample, piece, sightings) for piece in clear]
    assert sum(s is not None and s.face.value == face and s.tile is None for s in found) >= len(clear) - 1


def test_confidence_is_a_chance_and_candidates_are_sorted(sightings):
    for sighting in sightings:
        assert 0 <= sighting.confidence <= 1
        chances = [chance for _, chance in sighting.candidates]
        assert chances == sorted(chances, reverse=True)
        assert sum(chances) <= 1.0001


def test_the_overlay_leaves_the_frame_alone_and_draws_on_a_copy(sample, sightings):
    before = sample.image.copy()
    drawn = overlay(sample.image, sightings, sample.view, sample.reader.geometry)
    assert np.array_equal(sample.image, before)
    assert (drawn != before).any(axis=2).sum() > 2000


def test_a_folder_without_networks_is_a_sentence(tmp_path):
    with pytest.raises(ModelError, match=r"expected a network in .*detector.onnx"):
        TableReader(GeometrySettings(), tmp_path)


def test_no_piece_lies_off_the_table_and_none_that_is_doubtful_on_a_marker_but_beside_it_one_may(sample):
    geometry = sample.reader.geometry
    corner = sample.view.to_px(-geometry.marker_at_mm, -geometry.marker_at_mm)
    beside = sample.view.to_px(-geometry.marker_at_mm, geometry.marker_mm - geometry.marker_at_mm)
    outside = sample.view.to_px(geometry.surface_mm / 2 + 8, 40.0)
    kept, not_kept = True, False
    cases = ((corner, 0.6, not_kept), (corner, 0.95, kept), (beside, 0.6, kept), (outside, 0.95, not_kept))
    for place, certainty, is_kept in cases:
        box = Box(Face.DOWN, *place, 0.0, certainty)
        assert bool(sample.reader.name(sample.image, sample.view, [box])[1]) is is_kept


def test_a_place_that_the_detector_hardly_believes_holds_a_tile_when_its_face_is_plain(sample):
    boxes = [box for box in sample.reader.boxes(sample.view.rectified(sample.image)) if box.face is Face.UP]
    faint = [replace(box, certainty=0.3) for box in boxes]
    halves = [replace(box, certainty=0.3, column=box.column + 7, row=box.row + 7) for box in boxes]
    kept = len(sample.reader.name(sample.image, sample.view, faint)[0])
    assert kept >= len(sample.clear("up")) - 1
    assert len(sample.reader.name(sample.image, sample.view, halves)[0]) < kept / 4


def test_what_has_no_face_is_a_back_only_where_the_detector_leans_to_it(sample):
    boxes = sample.reader.boxes(sample.view.rectified(sample.image))
    back = next(box for box in boxes if box.face is Face.DOWN and box.certainty > 0.8)
    for certainty, is_kept in ((0.45, False), (0.6, True)):
        box = replace(back, certainty=certainty)
        assert bool(sample.reader.name(sample.image, sample.view, [box])[1]) is is_kept


@pytest.mark.parametrize("askew_deg", [90.0, 40.0])
def test_a_white_dragon_that_was_found_askew_lies_as_its_edges_do(sample, monkeypatch, askew_deg):
    read = Classifier.read_to_compare

    def nearly_whole(self, crops):
        """A blank crop among blank ones passes for a whole tile however it lies."""
        seen = read(self, crops)
        blank = {number for number, reading in enumerate(seen) if str(reading.candidates[0][0]) == "5z"}
        return [
            replace(reading, whole=0.6 + 0.4 * reading.whole) if number in blank else reading
            for number, reading in enumerate(seen)
        ]

    monkeypatch.setattr(Classifier, "read_to_compare", nearly_whole)
    whites = [piece for piece in sample.clear("up") if piece["tile"] == "5z"]
    found = sample.reader.boxes(sample.view.rectified(sample.image))
    askew = [replace(box, axis_deg=(box.axis_deg + askew_deg) % 180) for box in found if box.face is Face.UP]
    _, named = sample.reader.name(sample.image, sample.view, askew)
    for piece in whites:
        sighting = sighting_of(sample, piece, named)
        assert sighting is not None, piece
        assert abs((sighting.rotation_deg - piece["rotation_deg"] + 90) % 180 - 90) < 8, piece


def reading_of(whole: float, chances: str) -> Reading:
    """A reading upside down from words such as "5z 0.4 3m 0.2"."""
    words = chances.split()
    pairs = zip(words[::2], words[1::2], strict=True)
    return Reading(tuple((parse_tile(kind), float(chance)) for kind, chance in pairs), is_upside_down=True, whole=whole)


@pytest.mark.parametrize(
    ("certainty", "seen", "is_turned"),
    [
        (0.49, reading_of(0.19, "5z 0.73"), True),  # the sideways white dragon of world 9210
        (0.42, reading_of(0.19, "5z 0.97"), False),  # the top of a standing tile, by its certainty
        (0.6, reading_of(0.19, "6p 0.97"), False),  # print tells its way itself
        (0.6, reading_of(0.72, "5z 0.36"), True),
        (0.6, reading_of(0.84, "5z 0.36"), False),  # hardly more of a whole tile when it is turned
    ],
)
def test_a_blank_face_is_turned_where_that_makes_it_whole_and_no_top_is(certainty, seen, is_turned):
    box = Box(Face.UP, 0, 0, 15.0, certainty)
    assert (whole_when_turned(box, seen) <= 0.82) is is_turned


def test_a_whole_tile_of_no_sure_kind_is_doubtful():
    assert is_doubtful(reading_of(0.9, "y3 0.22 5z 0.19"))
    assert not is_doubtful(reading_of(0.9, "y3 0.8 5z 0.1"))
    assert not is_doubtful(reading_of(0.2, "y3 0.22 5z 0.19"))


def test_a_doubtful_face_without_a_drawing_is_more_likely_a_white_dragon_than_anything_else():
    white = as_white(reading_of(0.9, "3m 0.42 5z 0.19 1p 0.12"))
    assert [str(tile) for tile, _ in white.candidates] == ["5z", "3m", "1p"]
    assert sum(chance for _, chance in white.candidates) == pytest.approx(1.0)
    assert white.candidates[0][1] >= 0.6
    assert not white.is_upside_down
    assert white.whole == 0.9


def test_a_white_dragon_that_is_all_glare_is_no_surer_than_what_is_asked_about():
    white = under_glare(reading_of(1.0, "5z 0.995 1p 0.003"))
    assert [chance for _, chance in white.candidates] == [0.5, 0.003]
    assert white.candidates[0][1] < MIN_TO_COUNT


def side(colour: tuple[int, int, int], *, framed: bool) -> np.ndarray:
    """A tile's side in one colour (BGR), with a frame or blank."""
    piece = np.full((56, 40, 3), colour, np.uint8)
    if framed:
        cv2.rectangle(piece, (10, 14), (29, 41), (60, 40, 30), 3)
    return piece


@pytest.mark.parametrize(
    ("framed", "chance", "back"), [(True, 0.99, False), (True, 0.9, True), (False, 0.99, True), (False, 0.5, True)]
)
def test_a_tinted_white_dragon_is_a_back_unless_its_frame_is_surely_read(framed, chance, back):
    colours = SideColours()
    for light in range(8):
        colours.learn_body(side_colour(side((190 + light, 210 + light, 220 + light), framed=True)), is_printed=True)
    tinted = side((90, 170, 110), framed=framed)
    assert has_print(tinted) is framed
    assert is_back(reading_of(1.0, f"5z {chance}"), tinted, colours) is back
    assert not is_back(reading_of(1.0, f"5z {chance}"), side((195, 215, 225), framed=framed), colours)


def test_a_white_dragon_in_doubt_stays_one():
    assert as_white(reading_of(0.7, "5z 0.5 3m 0.1")).candidates[1] == (parse_tile("3m"), pytest.approx(0.1))


def test_a_stretched_picture_is_read_as_it_is(sample, sightings):
    squeezed = cv2.resize(sample.image, None, fx=0.8, fy=1.0, interpolation=cv2.INTER_AREA)
    view = sample.reader.calibrated(squeezed, CameraSettings())
    again = sample.reader.read(replace(sample.frame(), image=squeezed), view)
    shown = [sighting_of(sample, piece, sightings) for piece in sample.clear("up")]
    seen = [min(again, key=lambda s, was=was: np.hypot(s.x_mm - was.x_mm, s.y_mm - was.y_mm)) for was in shown]
    assert np.mean([now.tile == was.tile for now, was in zip(seen, shown, strict=True)]) > 0.95
