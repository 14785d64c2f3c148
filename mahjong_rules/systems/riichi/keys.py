"""Names of everything a riichi hand can be worth: the keys that score lines, and the page's catalogues, use.

Rules this file keeps: a key never changes once it was published; the numbers are the library's yaku numbers.
"""

from __future__ import annotations

from typing import Final

YAKU_KEYS: Final = {
    0: "menzen_tsumo",
    1: "riichi",
    3: "ippatsu",
    4: "chankan",
    5: "rinshan_kaihou",
    6: "haitei_raoyue",
    7: "houtei_raoyui",
    8: "double_riichi",
    12: "pinfu",
    13: "tanyao",
    14: "iipeiko",
    15: "yakuhai_haku",
    16: "yakuhai_hatsu",
    17: "yakuhai_chun",
    18: "yakuhai_seat_wind_east",
    19: "yakuhai_seat_wind_south",
    20: "yakuhai_seat_wind_west",
    21: "yakuhai_seat_wind_north",
    22: "yakuhai_round_wind_east",
    23: "yakuhai_round_wind_south",
    24: "yakuhai_round_wind_west",
    25: "yakuhai_round_wind_north",
    26: "sanshoku_doujun",
    27: "ittsu",
    28: "chantai",
    29: "honroutou",
    30: "toitoi",
    31: "san_ankou",
    32: "san_kantsu",
    33: "sanshoku_doukou",
    34: "chiitoitsu",
    35: "shou_sangen",
    36: "honitsu",
    37: "junchan",
    38: "ryanpeikou",
    39: "chinitsu",
    100: "kokushi_musou",
    101: "chuuren_poutou",
    102: "suu_ankou",
    103: "daisangen",
    104: "shousuushii",
    105: "ryuuiisou",
    106: "suu_kantsu",
    107: "tsuu_iisou",
    108: "chinroutou",
    111: "dai_suushii",
    112: "kokushi_musou_juusanmen_matchi",
    113: "suu_ankou_tanki",
    114: "daburu_chuuren_poutou",
    115: "tenhou",
    116: "chiihou",
    120: "dora",
    121: "aka_dora",
    122: "ura_dora",
}
RENHOU: Final = "renhou"
KITA: Final = "kita"
"""Norths laid aside where three play."""
DORA_KEYS: Final = frozenset({"dora", "aka_dora", "ura_dora"})

FU_KEYS: Final = frozenset(
    {
        "base",
        "concealed_ron",
        "penchan",
        "kanchan",
        "pair_wait",
        "valued_pair",
        "double_valued_pair",
        "tsumo",
        "hand_without_fu",
        "closed_pon",
        "open_pon",
        "closed_terminal_pon",
        "open_terminal_pon",
        "closed_kan",
        "open_kan",
        "closed_terminal_kan",
        "open_terminal_kan",
        "rounding",
    }
)

LIMITS: Final = (
    (13, "kazoe_yakuman", 8000),
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

ALL_RULE_KEYS: Final = frozenset({*YAKU_KEYS.values(), RENHOU, KITA})
ALL_LIMIT_KEYS: Final = frozenset({*(key for _, key, _ in LIMITS), *YAKUMAN_LIMITS})
DECLARED: Final = "declared"
"""People told the table of a chombo."""
NOTEN_RIICHI: Final = "noten_riichi"
RIICHI_KONG: Final = "riichi_kong"
ALL_CHOMBO_REASONS: Final = frozenset({DECLARED, NOTEN_RIICHI, RIICHI_KONG})
ALL_PAYMENT_REASONS: Final = frozenset(
    {"ron", "tsumo", "honba", "riichi_sticks", "noten", "pao", "nagashi_mangan", "chombo"}
)
