"""Every way to part random complete hands."""

from __future__ import annotations

import random

from complete_hands import complete_hand
from hypothesis import given
from hypothesis import strategies as st

from mahjong_rules.decomposition import GroupKind, Reading, parts


@given(st.integers(0, 2**32))
def test_every_parting_uses_every_tile_once_and_has_one_pair(seed: int) -> None:
    tiles = complete_hand(random.Random(seed))
    found: list[Reading] = list(parts(tiles))
    assert found
    assert len(set(found)) == len(found)
    for reading in found:
        assert sorted(tile for group in reading for tile in group.tiles) == sorted(tiles)
        assert [group.kind for group in reading].count(GroupKind.PAIR) == 1
