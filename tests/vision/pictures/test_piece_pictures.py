from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.pictures.piece_pictures import PiecePictures, PieceScene, piece_picture
from vision.reading.surface import SurfaceFacts, SurfaceMask
from vision.reading.tracking import Tracker
from vision.settings import ReadingSettings
from vision.sightings import Face, Zone

SECRET = (255, 0, 255)


@pytest.fixture(scope="module")
def settled(scene):
    nothing = SurfaceMask(np.zeros((190, 190), np.bool_), scene.view.half_mm)
    tracker = Tracker(scene.zones, ReadingSettings())
    told = None
    for number in range(1, 5):
        facts = SurfaceFacts(nothing, nothing, nothing)
        told = tracker.update(scene.sightings, facts, frame_number=number, at=float(number)) or told
    return told.tiles


def middle_crop(picture):
    """The tile in the middle as the classifier wants it; the picture is 2.2 tile heights of 28 mm wide and high."""
    scale = picture.shape[0] / (2.2 * 28.0)
    width, height = round(20.5 * 1.1 * scale), round((28.0 + 2.05) * scale)
    top, left = (picture.shape[0] - height) // 2, (picture.shape[1] - width) // 2
    return cv2.resize(picture[top : top + height, left : left + width], (40, 56), interpolation=cv2.INTER_AREA)


def is_secret(picture):
    return (np.abs(picture.astype(int) - SECRET) < 60).all(axis=2)


def test_a_standing_piece_has_no_picture(scene, settled):
    standing = [piece for piece in settled if piece.face is Face.STANDING]
    assert len(standing) >= 10
    assert all(piece_picture(scene, piece) is None for piece in standing)


def test_no_picture_of_a_piece_shows_anything_of_a_standing_tile(scene, settled):
    pictures = [piece_picture(scene, piece) for piece in settled if piece.face is not Face.STANDING]
    assert is_secret(scene.image).sum() > 500
    assert len(pictures) > 50
    assert sum(int(is_secret(picture).sum()) for picture in pictures) == 0


def test_not_even_a_standing_tile_that_was_not_noticed_is_shown(scene, settled):
    blind = PieceScene(scene.image, scene.view, (), scene.geometry, scene.zones)
    elsewhere = [piece for piece in settled if piece.face is Face.UP and piece.zone is not Zone.HAND]
    assert sum(int(is_secret(piece_picture(blind, piece)).sum()) for piece in elsewhere) == 0


def test_a_piece_is_shown_upright_for_its_player_and_large_enough_to_be_recognised(scene, settled, sample):
    sure = [piece for piece in settled if piece.zone is Zone.RIVER and not piece.is_sideways and piece.confidence > 0.9]
    assert len({piece.seat for piece in sure}) == 3  # an arm lies over the river of seat 2
    for piece in sure:
        picture = piece_picture(scene, piece)
        assert min(picture.shape[:2]) >= 160
        (reading,) = sample.reader.classifier.read(middle_crop(picture)[None])
        assert reading.candidates[0][0] == piece.tile


def test_a_picture_is_kept_as_long_as_it_is_wanted_and_no_longer():
    taken = []

    def take(track):
        taken.append(track)
        return None if track == 9 else np.full((4, 4, 3), track, np.uint8)

    pictures = PiecePictures(take)
    pictures.want([1, 9])
    assert (pictures.of(1).max(), pictures.of(9)) == (1, None)
    pictures.want([1, 2, 9])
    assert taken == [1, 9, 2, 9]
    pictures.want([2])
    assert pictures.of(1) is None
    pictures.want([])
    assert pictures.of(2) is None
