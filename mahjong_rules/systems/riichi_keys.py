"""Names of everything a riichi hand can be worth: the keys that score lines, and the page's catalogues, use.

Rules this file keeps: a key never changes once it was published; the numbers are the library's yaku numbers.
"""

from __future__ import annotations

from typing import Final

_YAKU_KEYS: Final = {
    0: "menzen_tsumo",
    1: "riichi",
    3: "ippatsu",
    4: "chankan",
    5: "rinshan",
    6: "haitei",
    7: "houtei",
    8: "double_riichi",
    12: "pinfu",
    13: "tanyao",
    14: "iipeiko",
    15: "haku",
    16: "hatsu",
    17: "chun",
    26: "sanshoku",
    27: "ittsu",
    28: "chanta",
    29: "honroto",
    30: "toitoi",
    31: "sananko",
    32: "sankantsu",
    33: "sanshoku_doko",
    34: "chiitoitsu",
    35: "shosangen",
    36: "honitsu",
    37: "junchan",
    38: "ryanpeiko",
    39: "chinitsu",
    100: "kokushi",
    101: "chuuren",
    102: "suuanko",
    103: "daisangen",
    104: "shosuushi",
    105: "ryuuiiso",
    106: "suukantsu",
    107: "tsuuiiso",
    108: "chinroto",
    111: "daisuushi",
    112: "kokushi_13_waits",
    113: "suuanko_tanki",
    114: "chuuren_9_waits",
    115: "tenho",
    116: "chiho",
    120: "dora",
    121: "red_dora",
    122: "ura_dora",
} | {number: "seat_wind" for number in range(18, 22)} | {number: "prevalent_wind" for number in range(22, 26)}

FU_KEYS: Final = {
    "base": "fu_base",
    "penchan": "fu_edge_wait",
    "kanchan": "fu_closed_wait",
    "pair_wait": "fu_pair_wait",
    "valued_pair": "fu_valued_pair",
    "double_valued_pair": "fu_double_wind_pair",
    "tsumo": "fu_self_draw",
    "hand_without_fu": "fu_open_pinfu",
    "closed_pon": "fu_concealed_pung",
    "open_pon": "fu_melded_pung",
    "closed_terminal_pon": "fu_concealed_outer_pung",
    "open_terminal_pon": "fu_melded_outer_pung",
    "closed_kan": "fu_concealed_kong",
    "open_kan": "fu_melded_kong",
    "closed_terminal_kan": "fu_concealed_outer_kong",
    "open_terminal_kan": "fu_melded_outer_kong",
}
"""The library's reason -> our key; "outer" are terminals and honours."""

LIMITS: Final = (
    (13, "counted_yakuman", 8000),
    (11, "sanbaiman", 6000),
    (8, "baiman", 4000),
    (6, "haneman", 3000),
    (5, "mangan", 2000),
)
"""Least fan, key, base points; highest first."""

YAKUMAN_LIMITS: Final = (
    "yakuman",
    "double_yakuman",
    "triple_yakuman",
    "quadruple_yakuman",
    "quintuple_yakuman",
    "sextuple_yakuman",
)

ALL_RULE_KEYS: Final = frozenset({*_YAKU_KEYS.values(), "renho", "nagashi_mangan"})
ALL_LIMIT_KEYS: Final = frozenset({"", *(key for _, key, _ in LIMITS), *YAKUMAN_LIMITS})
ALL_PAYMENT_REASONS: Final = frozenset(
    {"ron", "tsumo", "honba", "riichi_sticks", "noten", "pao", "nagashi_mangan", "chombo", "leftover_sticks"}
)


def yaku_key(number: int) -> str:
    """The key of a yaku by the library's number."""
    return _YAKU_KEYS[number]
