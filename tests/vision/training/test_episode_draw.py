"""One tile set an episode, each kind shown once and asked for once."""

from __future__ import annotations

import numpy as np
import pytest

from vision.training.episode_draw import EpisodeDraw


def crops(*rows: tuple[str, int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Kinds and sets of crops, from (set, kind, how many)."""
    kinds = np.concatenate([np.full(count, kind) for _, kind, count in rows])
    sets = np.concatenate([np.full(count, name) for name, _, count in rows])
    return kinds, sets


def test_each_pair_shows_one_face_of_one_set_in_two_crops():
    kinds, sets = crops(("a", 0, 3), ("a", 1, 2), ("a", 2, 4), ("b", 0, 2), ("b", 7, 2), ("a", -1, 9))
    draw, rng = EpisodeDraw(kinds, sets), np.random.default_rng(1)
    seen = set()
    for _ in range(40):
        shown, asked = draw(16, rng)
        assert (kinds[shown] == kinds[asked]).all()
        assert (shown != asked).all()
        assert len(set(kinds[shown])) == len(shown), "a kind is shown once"
        assert len(set(sets[[*shown, *asked]])) == 1
        seen |= set(zip(sets[shown].tolist(), kinds[shown].tolist(), strict=True))
    assert seen == {("a", 0), ("a", 1), ("a", 2), ("b", 0), ("b", 7)}


def test_a_face_that_one_renderer_shows_is_asked_for_by_the_other_too():
    kinds, sets = crops(("a", 0, 1), ("traced_a", 0, 1), ("a", 1, 1), ("traced_a", 1, 1))
    shown, asked = EpisodeDraw(kinds, sets)(2, np.random.default_rng(1))
    assert sorted(kinds[shown]) == [0, 1]
    assert (sets[shown] != sets[asked]).all()


def test_what_was_seen_once_and_what_is_no_face_is_never_drawn():
    kinds, sets = crops(("a", 0, 1), ("a", 1, 2), ("a", 2, 2), ("a", -1, 5))
    draw, rng = EpisodeDraw(kinds, sets), np.random.default_rng(2)
    assert {int(kind) for _ in range(20) for kind in kinds[draw(5, rng)[0]]} == {1, 2}


def test_sets_without_two_crops_of_two_kinds_are_refused_with_what_to_do():
    kinds, sets = crops(("a", 0, 5), ("b", 1, 1), ("b", 2, 1))
    with pytest.raises(ValueError, match="render more tables of each set"):
        EpisodeDraw(kinds, sets)
