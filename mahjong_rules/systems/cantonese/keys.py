"""Names of everything that a hand of these systems can be worth, and of every payment: keys of the catalogues.

Rules this file keeps: a key never changes once it was published; what the classical systems name too has their key.
"""

from __future__ import annotations

from typing import Final

FLOWER_FAAN_KEYS: Final = frozenset({"no_flowers", "flower_own", "flower_set", "flower_replacement"})
"""Faan of flowers, which some tables leave out of the minimum."""
FAAN_KEYS: Final = FLOWER_FAAN_KEYS | {
    "chicken",
    "seven_flowers",
    "common_hand",
    "all_pungs",
    "semi_homogeneous",
    "homogeneous",
    "little_dragons",
    "three_dragons",
    "little_four_winds",
    "all_honours",
    "terminals_and_honours",
    "seven_pairs",
    "dragon_pung",
    "own_wind_pung",
    "round_wind_pung",
    "self_drawn",
    "concealed_hand",
    "kong_replacement",
    "robbed_kong",
    "last_tile_drawn",
    "last_discard",
}
LIMIT_HAND_KEYS: Final = frozenset(
    {
        "four_winds",
        "all_terminals",
        "thirteen",
        "nine_gates",
        "four_kongs",
        "four_concealed_pungs",
        "kong_after_kong",
        "dealer_complete",
        "first_discard",
        "eight_flowers",
    }
)
"""What is worth the limit at every table of Hong Kong old style."""
PATTERN_KEYS: Final = frozenset(
    {
        "all_chows",
        "no_terminals",
        "value_honour",
        "little_three_winds",
        "three_winds",
        "two_concealed_pungs",
        "three_concealed_pungs",
        "one_kong",
        "two_kongs",
        "three_kongs",
        "two_same_chows",
        "two_same_chows_twice",
        "three_same_chows",
        "four_same_chows",
        "three_similar_chows",
        "little_three_similar_pungs",
        "three_similar_pungs",
        "straight",
        "three_pungs_in_a_row",
        "four_pungs_in_a_row",
        "outside_hand",
        "pure_outside_hand",
    }
)
"""Patterns of Zung Jung that Hong Kong old style has not."""
ALL_RULE_KEYS: Final = FAAN_KEYS | LIMIT_HAND_KEYS | PATTERN_KEYS
ALL_PAYMENT_REASONS: Final = frozenset(
    {
        "winner",
        "discarder",
        "false_win",
        "fed_twelve",
        "fed_nine",
        "fed_dragons",
        "fed_winds",
        "new_tile",
        "par",
        "responsible",
    }
)
