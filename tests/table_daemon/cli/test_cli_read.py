"""`jantaku read`: what it prints of a picture, what it asks the command line, and what it says of bad pictures."""

from __future__ import annotations

import collections
import contextlib
import functools
import io
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from table_daemon.cli.main import main

SAMPLE = Path(__file__).parents[2] / "data" / "vision" / "parlour.jpg"
TRUTH = json.loads(SAMPLE.with_suffix(".json").read_text())
FACES_UP = sum(piece["face"] == "up" for piece in TRUTH["pieces"])
HANDS = SAMPLE.with_name("arm.jpg")
"""A picture with standing tiles."""
STANDING = sum(p["face"] == "standing" for p in json.loads(HANDS.with_suffix(".json").read_text())["pieces"])
TILE = TRUTH["tile_mm"]
OPTIONS = (
    *("--surface-mm", "740", "--markers-mm", "0:-350,-350 1:350,-350 2:350,350 3:-350,350"),
    *("--tile-mm", f"{TILE['height']}x{TILE['width']}x{TILE['thickness']}"),
)


def read(capsys, *arguments: str) -> list[dict]:
    assert main(["read", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@functools.cache
def usual_pieces() -> list[dict]:
    """What is read in the sample with `OPTIONS`; nobody changes it."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert main(["read", str(SAMPLE), *OPTIONS, "--json"]) == 0
    return json.loads(out.getvalue())


def refused(capsys, *arguments: str) -> str:
    """The sentence of a command that ends with 2."""
    assert main(["read", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("jantaku: ")
    assert len(printed.err.splitlines()) == 1
    return printed.err


def written(tmp_path, image, name: str = "table.png") -> str:
    assert cv2.imwrite(str(tmp_path / name), image)
    return str(tmp_path / name)


def without_markers(image, *numbers: int):
    image = image.copy()
    for number in numbers:
        corners = np.array(TRUTH["markers_px"][str(number)])
        middle = corners.mean(axis=0)
        cv2.fillConvexPoly(image, np.round((corners - middle) * 1.4 + middle).astype(np.int32), (60, 90, 50))
    return image


def off_mm(pieces: list[dict]) -> list[float]:
    """For each visible face-up tile of the truth the distance of the nearest piece of its kind."""
    return [
        min(
            (
                np.hypot(piece["centre_mm"][0] - true["x_mm"], piece["centre_mm"][1] - true["y_mm"])
                for piece in pieces
                if piece["kind"] == true["tile"]
            ),
            default=np.inf,
        )
        for true in TRUTH["pieces"]
        if true["face"] == "up" and true["visible_fraction"] > 0.9
    ]


def test_a_picture_becomes_a_list_of_pieces_and_an_overlay(tmp_path, capsys):
    out = tmp_path / "overlay.png"
    pieces = read(capsys, str(SAMPLE), *OPTIONS, "--overlay", str(out))
    assert {"kind", "centre_mm", "rotation_deg", "face", "confidence"} == set(pieces[0])
    assert sum(piece["face"] == "up" for piece in pieces) == pytest.approx(FACES_UP, abs=2)
    assert max(off_mm(pieces)) < 2.0
    assert cv2.imread(str(out)).shape == cv2.imread(str(SAMPLE)).shape


def test_faces_are_named_by_the_kinds_of_the_rules_in_play(capsys):
    known = collections.Counter(piece["kind"] for piece in usual_pieces())
    assert (known["0p"], known["0s"]) == (1, 1)
    kinds = collections.Counter(piece["kind"] for piece in read(capsys, str(SAMPLE), *OPTIONS, "--rules", "ema"))
    assert (kinds["5p"], kinds["5s"]) == (known["5p"] + 1, known["5s"] + 1)
    assert kinds["0p"] == kinds["0s"] == 0


def test_tiles_face_down_have_no_kind_and_half_a_rotation():
    down = [piece for piece in usual_pieces() if piece["face"] == "down"]
    assert down
    assert {piece["kind"] for piece in down} == {None}
    assert all(0 <= piece["rotation_deg"] <= 180 for piece in down)


def test_standing_tiles_are_listed_when_asked_for_and_never_named(capsys):
    assert {piece["face"] for piece in read(capsys, str(HANDS))} == {"up", "down"}
    standing = [p for p in read(capsys, str(HANDS), "--standing") if p["face"] == "standing"]
    assert len(standing) == pytest.approx(STANDING, abs=3)
    assert {piece["kind"] for piece in standing} == {None}


def test_text_names_the_face_up_pieces_first_and_counts_the_standing_ones(capsys):
    assert main(["read", str(HANDS)]) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    faces = [line.split()[1] for line in lines]
    assert faces == sorted(faces, key=["up", "down"].index)
    assert "standing: hands are not read" in last


def test_the_options_go_before_the_configuration(tmp_path, capsys):
    config = tmp_path / "table.toml"
    config.write_text("[geometry]\nmarker_at_mm = 300\nmarker_mm = 30\n")
    by_options = read(capsys, str(SAMPLE), *OPTIONS, "--config", str(config))
    by_config = read(capsys, str(SAMPLE), "--config", str(config))
    assert by_options == read(capsys, str(SAMPLE), *OPTIONS, "--marker-size", "30")
    assert max(abs(piece["centre_mm"][0]) for piece in by_config) < 330
    assert max(off_mm(by_options)) < 2.0


def test_walls_have_no_height_on_a_table_whose_zones_nobody_told(capsys):
    """A table of another size: what would stand on a wall is placed as if it lay on the surface, farther out."""
    known = usual_pieces()
    unknown = read(capsys, str(SAMPLE), "--surface-mm", "760", *OPTIONS[2:])
    assert max(off_mm(unknown)) < 2.0
    assert far_wall_mm(unknown) > far_wall_mm(known) + 1.0


def far_wall_mm(pieces: list[dict]) -> float:
    """The distance of the backs on the far wall from the middle, on average."""
    backs = [piece["centre_mm"] for piece in pieces if piece["face"] == "down"]
    return float(np.mean([y for x, y in backs if abs(x) < 160 and 165 < y < 215]))


def test_a_measured_lens_is_used_for_pictures_that_it_explains(tmp_path, capsys):
    config = tmp_path / "table.toml"
    config.write_text(f'[table]\nstate_dir = "{tmp_path / "state"}"\n')
    assert main(["calibrate", "--config", str(config), "--image", str(SAMPLE)]) == 0
    capsys.readouterr()
    assert max(off_mm(read(capsys, str(SAMPLE), *OPTIONS, "--config", str(config)))) < 2.0
    config.write_text(config.read_text() + "[camera]\nlens = { focal_share = 1.7, k1 = 0.3 }\n")
    assert main(["read", str(SAMPLE), *OPTIONS, "--config", str(config), "--json"]) == 0
    printed = capsys.readouterr()
    assert "the lens is not the one that was measured" in printed.err
    assert max(off_mm(json.loads(printed.out))) < 2.0


def test_a_picture_of_any_size_is_read(tmp_path, capsys):
    image = cv2.imread(str(SAMPLE))
    large = cv2.resize(image, None, fx=5 / 3, fy=5 / 3, interpolation=cv2.INTER_CUBIC)
    assert max(off_mm(read(capsys, written(tmp_path, large), *OPTIONS))) < 2.0


def test_a_picture_taken_upright_is_read_like_one_across(tmp_path, capsys):
    image = cv2.imread(str(SAMPLE))
    upright = np.rot90(image)
    assert upright.shape[0] > upright.shape[1]
    assert max(off_mm(read(capsys, written(tmp_path, upright), *OPTIONS))) < 2.0


def test_markers_of_another_family_are_found_and_named(tmp_path, capsys):
    image = cv2.imread(str(SAMPLE))
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    for number, corners in TRUTH["markers_px"].items():
        marker = np.full((280, 280, 3), 255, np.uint8)
        marker[40:240, 40:240] = cv2.aruco.generateImageMarker(family, int(number), 200)[..., None]
        place = np.array([(39.5, 39.5), (239.5, 39.5), (239.5, 239.5), (39.5, 239.5)], np.float32)
        warp = cv2.getPerspectiveTransform(place, np.array(corners, np.float32))
        cv2.warpPerspective(
            marker, warp, image.shape[1::-1], dst=image, borderMode=cv2.BORDER_TRANSPARENT, flags=cv2.INTER_AREA
        )
    assert main(["read", written(tmp_path, image), *OPTIONS, "--json"]) == 0
    assert "of the family 5X5_50, not 4X4_50: say --marker-dictionary 5X5_50" in capsys.readouterr().err
    assert main(["read", written(tmp_path, image), *OPTIONS, "--json", "--marker-dictionary", "DICT_5X5_100"]) == 0
    assert capsys.readouterr().err == ""


def test_three_markers_are_enough_and_the_hidden_one_is_told(tmp_path, capsys):
    file = written(tmp_path, without_markers(cv2.imread(str(SAMPLE)), 2))
    assert main(["read", file, *OPTIONS, "--json"]) == 0
    printed = capsys.readouterr()
    assert "marker 2 was not found; the camera's place rests on the other 3: uncover it" in printed.err
    assert max(off_mm(json.loads(printed.out))) < 4.0


def test_two_markers_are_not_enough(tmp_path, capsys):
    file = written(tmp_path, without_markers(cv2.imread(str(SAMPLE)), 0, 2))
    assert "could not find 0, 2: uncover them or turn up the light" in refused(capsys, file, *OPTIONS)


def test_a_black_picture_names_all_markers(tmp_path, capsys):
    file = written(tmp_path, np.zeros((1080, 1920, 3), np.uint8))
    assert "could not find 0, 1, 2, 3: uncover them" in refused(capsys, file)


def test_a_portrait_photograph_without_a_table_is_a_sentence(tmp_path, capsys):
    rng = np.random.default_rng(1)
    portrait = cv2.GaussianBlur(rng.integers(0, 255, (1600, 1200, 3)).astype(np.uint8), (0, 0), 9)
    assert "expected the markers 0 to 3" in refused(capsys, written(tmp_path, portrait, "face.jpg"))


def test_a_hundred_million_pixels_are_decoded_smaller_or_refused(tmp_path, capsys):
    large = np.zeros((10_000, 10_000), np.uint8)
    assert "expected the markers" in refused(capsys, written(tmp_path, large, "large.jpg"))
    assert "100 million; make it smaller" in refused(capsys, written(tmp_path, large, "large.png"))


def test_what_is_no_picture_is_a_sentence(tmp_path, capsys):
    text = tmp_path / "table.jpg"
    text.write_text("East, South, West, North")
    assert "is not a picture; give a JPEG" in refused(capsys, str(text))
    text.write_bytes(SAMPLE.read_bytes()[:50_000])
    assert "ends too early" in refused(capsys, str(text))
    assert "No such file" in refused(capsys, str(tmp_path / "nowhere.jpg"))
    assert "is no file" in refused(capsys, str(tmp_path))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--markers-mm", "0:-350,-350 1:350"), "--markers-mm: expected NUMBER:X,Y for each marker"),
        (("--markers-mm", ""), "--markers-mm: expected NUMBER:X,Y"),
        (("--markers-mm", "0:1,1 1:2,2"), "--markers-mm: 3 markers or more tell where the camera is"),
        (("--markers-mm", "0:1,1 0:2,2 1:5,5"), "--markers-mm: a marker's number is given twice"),
        (("--markers-mm", "0:-350,-350 1:0,0 2:350,350"), "three markers that do not lie on one line"),
        (("--tile-mm", "28x20"), "--tile-mm: expected height x width x thickness"),
        (("--tile-mm", "20x28x16"), "--tile-mm: expected the height first"),
        (("--tile-mm", "28x20x1"), "--tile-mm: input should be greater than or equal to 8, not 1.0"),
        (("--surface-mm", "84"), "--surface-mm: input should be greater than or equal to 300, not 84.0"),
        (("--marker-size", "0"), "--marker-size: input should be greater"),
        (("--marker-dictionary", "7Z7"), "--marker-dictionary: there is no such family of markers; choose one of 4X4"),
        (("--set", "geometry.marker_mm=5"), "geometry.marker_mm = 5: input should be greater than or equal to 10"),
        (("--config", "nowhere.toml"), "nowhere.toml: cannot be read"),
        (("--tile-set", "nowhere.set"), "nowhere.set cannot be read"),
        (("--rules", "tenho"), "There is no rule preset 'tenho' (did you mean tenhou or tchou?); choose one of "),
        (("--overlay", "nowhere/seen.png"), "nowhere/seen.png cannot be written"),
    ],
)
def test_a_mistake_on_the_command_line_is_a_sentence_that_names_the_option(capsys, arguments, sentence):
    assert sentence in refused(capsys, str(SAMPLE), *arguments)
