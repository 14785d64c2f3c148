from __future__ import annotations

import pytest

from mahjong_rules.tiles import parse_tile
from vision.reading.tracks import MAX_VOTES, Track, pairs_of
from vision.sightings import Face, Sighting


def seen(tile: str = "3m", confidence: float = 0.9, x_mm: float = 0.0, y_mm: float = 0.0) -> Sighting:
    name = parse_tile(tile)
    return Sighting(Face.UP, x_mm, y_mm, 0.0, confidence, name, ((name, 1.0),))


def track(first: Sighting, number: int = 1) -> Track:
    return Track(number, first, first.x_mm, first.y_mm, votes=[first])


def test_a_vote_counts_by_its_confidence():
    piece = track(seen("3m", 0.9))
    piece.see(seen("4m", 0.1))
    assert [str(tile) for tile, _ in piece.candidates()] == ["3m", "4m"]
    assert piece.candidates()[0][1] == pytest.approx(0.9)


def test_the_same_sighting_again_is_no_new_vote():
    first = seen()
    piece = track(first)
    piece.see(first)
    assert (piece.seen, len(piece.votes)) == (2, 1)


def test_only_the_newest_votes_are_kept():
    piece = track(seen())
    for _ in range(3 * MAX_VOTES):
        piece.see(seen())
    assert len(piece.votes) == MAX_VOTES


def test_a_settled_piece_doubts_what_disagrees_and_forgets_it_when_it_is_seen_as_before():
    piece = track(seen("3m"))
    piece.is_settled = True
    piece.see(seen("5p"))
    assert (piece.doubted, len(piece.votes), len(piece.contrary)) == (1, 1, 1)
    piece.see(seen("3m"))
    assert (piece.doubted, len(piece.votes), len(piece.contrary)) == (0, 2, 0)


def test_each_sighting_goes_to_the_nearest_piece_and_none_too_far_away():
    pieces = [track(seen(x_mm=0.0), 1), track(seen(x_mm=20.0), 2), track(seen(x_mm=200.0), 3)]
    sightings = (seen(x_mm=21.0), seen(x_mm=2.0), seen(x_mm=120.0))
    assert sorted(pairs_of(pieces, sightings, 9.0)) == [(0, 1), (1, 0)]


def test_what_was_read_together_before_belongs_together_however_near_another_piece_lies():
    same = seen(x_mm=8.0)
    pieces = [track(seen(x_mm=8.0), 1), track(same, 2)]
    assert (1, 0) in pairs_of(pieces, (same,), 9.0)
