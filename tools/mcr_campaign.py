"""Random winning hands of the Chinese official game, valued by the engine and by PyMahjongGB, fan by fan.

    pip install PyMahjongGB        (needs a C++ compiler)
    PYTHONPATH=tests/helpers python tools/mcr_campaign.py --hands 20000 --seed 1
    PYTHONPATH=tests/helpers python tools/mcr_campaign.py --write tests/data/rules/mcr_fan.json

Ends with 1 where one hand is valued otherwise. `--write` makes the vectors that `make test` checks without the oracle:
hands of this chance until every fan has stood in some of them.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from MahjongGB import MahjongFanCalculator
from mcr_vectors import case_to_json
from mcr_wins import McrCase, random_case

from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.systems.mcr.fan import Fan
from mahjong_rules.systems.mcr.values import McrValues, best_fans
from mahjong_rules.tiles import Suit, Tile

_SUITS = {Suit.CHARACTERS: "W", Suit.BAMBOO: "T", Suit.DOTS: "B"}
_DRAGONS = {5: "J3", 6: "J2", 7: "J1"}
_OWN_NAMES = {
    "Out with Replacement Tile": Fan.REPLACEMENT_TILE,
    "Robbing The Kong": Fan.ROBBING_THE_KONG,
    "Two Dragons Pungs": Fan.TWO_DRAGON_PUNGS,
    "Last Tile": Fan.LAST_OF_ITS_KIND,
    "All Five": Fan.ALL_FIVES,
    "Concealed Kong and Melded Kong": Fan.MIXED_KONGS,
    "Greater Honors and Knitted Tiles": Fan.GREATER_HONOURS_AND_KNITTED,
    "Lesser Honors and Knitted Tiles": Fan.LESSER_HONOURS_AND_KNITTED,
}
MOST_HANDS_OF_A_FAN = 12
"""Chosen: so many vectors show a fan beside others; the campaign shows the rest."""


def oracle_fans(case: McrCase) -> Counter[Fan]:
    """The fan that the oracle finds, flowers left out."""
    how, hand = case.how, case.hand
    found = MahjongFanCalculator(
        tuple(map(_pack, hand.melds)),
        tuple(map(_code, hand.concealed)),
        _code(how.winning_tile),
        0,
        how.self_drawn,
        how.last_of_its_kind,
        how.replacement_tile or how.robbed_kong,
        how.wall_is_empty,
        hand.seat_wind.value,
        hand.prevalent_wind.value,
        True,
    )
    return Counter({_fan(name): count for _, count, _, name in found})


def _fan(name: str) -> Fan:
    key = name.upper().replace("HONOR", "HONOUR").replace("-", "_").replace(" ", "_")
    return _OWN_NAMES.get(name) or Fan[key]


def _code(tile: Tile) -> str:
    if tile.is_number:
        return f"{_SUITS[tile.suit]}{tile.number}"
    return f"F{tile.number}" if tile.is_wind else _DRAGONS[tile.number]


def _pack(meld: Meld) -> tuple[str, str, int]:
    kind = "CHI" if meld.kind is MeldKind.CHOW else "PENG" if meld.kind is MeldKind.PUNG else "GANG"
    return kind, _code(meld.tiles[1]), int(meld.is_open)


def own_fans(case: McrCase) -> Counter[Fan]:
    """The fan that the engine finds, flowers left out."""
    return Counter(fan for fan, _ in best_fans(case.hand, case.how, McrValues()))


def points_of(fans: Counter[Fan]) -> int:
    """What they are worth together."""
    return sum(McrValues().points(fan) * count for fan, count in fans.items())


def cases(hands: int, seed: int) -> Iterator[McrCase]:
    """So many hands of this chance."""
    chance = random.Random(seed)
    for _ in range(hands):
        yield random_case(chance)


def compare(hands: int, seed: int) -> int:
    """How many hands are valued otherwise; every one of them is printed."""
    seen, wrong, equal = Counter[Fan](), 0, 0
    for case in cases(hands, seed):
        oracle, own = oracle_fans(case), own_fans(case)
        seen.update(oracle.keys())
        if oracle == own:
            continue
        is_worth_the_same = points_of(oracle) == points_of(own)
        equal += is_worth_the_same
        wrong += not is_worth_the_same
        told = {fan.name: count for fan, count in (own - oracle).items()}
        theirs = {fan.name: count for fan, count in (oracle - own).items()}
        print("same points" if is_worth_the_same else "DIFFERS", json.dumps(case_to_json(case)), told, theirs)
    missing = [fan.name for fan in Fan if fan not in seen and fan is not Fan.FLOWER]
    print(f"{hands} hands: {hands - wrong - equal} equal fan by fan, {equal} equal in points, {wrong} otherwise")
    print(f"fan that no hand had: {', '.join(missing) or 'none'}")
    return wrong


def vectors(hands: int, seed: int) -> list[dict[str, Any]]:
    """Hands with the oracle's fan, as few as show every fan often enough."""
    seen, found = Counter[Fan](), []
    for case in cases(hands, seed):
        fans = oracle_fans(case)
        if min(seen[fan] for fan in fans) < MOST_HANDS_OF_A_FAN and fans == own_fans(case):
            seen.update(fans.keys())
            found.append({**case_to_json(case), "fan": {fan.name.lower(): fans[fan] for fan in sorted(fans)}})
    return found


def main() -> int:
    """Compares, or writes the vectors."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path, help="write vectors instead")
    chosen = parser.parse_args()
    if chosen.write is not None:
        lines = ",\n".join(json.dumps(item) for item in vectors(chosen.hands, chosen.seed))
        chosen.write.write_text(f'{{"hands": [\n{lines}\n]}}\n', encoding="utf-8")
        return 0
    began = time.perf_counter()
    wrong = compare(chosen.hands, chosen.seed)
    print(f"{time.perf_counter() - began:.0f} s")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
