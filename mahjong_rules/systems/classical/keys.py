"""Names of everything a classical hand can be worth: the keys that score lines, and the page's catalogues, use.

Rules this file keeps: a key never changes once it was published.
"""

from __future__ import annotations

from typing import Final

STAKE: Final = "stake"
"""The winner collects what lies on the table."""
STAKE_FORGOTTEN: Final = "stake_forgotten"
"""The winner lays it back, doubled."""
FALSE_WIN: Final = "false_win"
"""A hand was shown as complete and is not: what it costs, and why the deal is void."""

GROUP_KEYS: Final = frozenset({"pung_exposed", "pung_concealed", "kong_exposed", "kong_concealed", "pair_honour"})
FLOWER_KEYS: Final = frozenset({"flower", "flower_own"})
POINT_KEYS: Final = frozenset(
    {
        "base",
        "mahjong",
        "least_points",
        "concealed_on_discard",
        "self_drawn",
        "last_tile_chow",
        "last_tile_pair",
        "homogeneous_points",
    }
)
FAN_KEYS: Final = frozenset(
    {
        "pinghu",
        "all_simples",
        "three_concealed_pungs",
        "three_kongs",
        "all_pungs",
        "outside_hand",
        "straight",
        "little_dragons",
        "kong_replacement",
        "last_tile_drawn",
        "last_discard",
        "semi_homogeneous",
        "homogeneous",
        "robbed_kong",
        "concealed_self_drawn",
        "dragon_pung",
        "own_wind_pung",
        "round_wind_pung",
    }
)
MAXIMUM_KEYS: Final = frozenset(
    {
        "two_dragons_and_pair",
        "three_winds_and_pair",
        "three_dragons",
        "four_winds",
        "four_concealed_pungs",
        "four_kongs",
        "dealer_complete",
        "first_discard",
        "thirteen",
        "all_honours",
        "all_terminals",
        "terminals_and_honours",
        "all_flowers",
        "nine_gates",
    }
)
ALL_RULE_KEYS: Final = GROUP_KEYS | FLOWER_KEYS | POINT_KEYS | FAN_KEYS | MAXIMUM_KEYS
ALL_LIMIT_KEYS: Final = frozenset({"limit", "maximum"})
ALL_DANGER_KEYS: Final = frozenset({"danger_one_suit", "danger_dragons", "danger_winds"})
ALL_PAYMENT_REASONS: Final = frozenset(
    {
        "winner",
        "winner_limit",
        "winner_high",
        "winner_low",
        "between_losers",
        "fine_full",
        "fine_half",
        "false_win",
        "tally",
        STAKE,
        STAKE_FORGOTTEN,
    }
)
