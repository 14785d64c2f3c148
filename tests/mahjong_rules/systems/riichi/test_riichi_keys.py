from __future__ import annotations

from itertools import pairwise

from mahjong.hand_calculating.yaku_config import YakuConfig

from mahjong_rules.systems.riichi.keys import LIMITS, YAKU_KEYS, YAKUMAN_LIMITS
from mahjong_rules.systems.riichi.values import MANGAN_BASE_POINTS, YAKUMAN_BASE_POINTS

NOT_ASKED = {
    "open_riichi",
    "daburu_open_riichi",
    "nagashi_mangan",
    "renhou",
    "renhou_yakuman",
    "daisharin",
    "daichisei",
    "sashikomi",
    "paarenchan",
}
"""Yaku of the library that no preset plays, or (nagashi mangan, renho) that are no question to it here."""


def test_every_yaku_of_the_library_has_a_key_of_its_own() -> None:
    library = {yaku.yaku_id: name for name, yaku in vars(YakuConfig()).items()}
    assert {name for number, name in library.items() if number not in YAKU_KEYS} == NOT_ASKED
    assert YAKU_KEYS.keys() <= library.keys()
    assert len(set(YAKU_KEYS.values())) == len(YAKU_KEYS)


def test_limits_fall_with_their_fan_from_yakuman_to_mangan() -> None:
    assert all(high[0] > low[0] and high[2] > low[2] for high, low in pairwise(LIMITS))
    assert (LIMITS[0][2], LIMITS[-1][2]) == (YAKUMAN_BASE_POINTS, MANGAN_BASE_POINTS)
    assert len(set(YAKUMAN_LIMITS)) == 6
