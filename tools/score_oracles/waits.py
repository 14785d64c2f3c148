"""The waits of both systems beside mahjong-tile-efficiency 1.0.3."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.tiles import parse_tile
from table_daemon.rules.presets import load_rules
from tools.score_oracles.node_programs import ask
from tools.score_oracles.random_hands import random_hand

_NAMES: Final = {"hongkong": "HK", "zungjung": "ZungJung"}
_CONCEALED: Final = 13


def compare(folder: Path, count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Every difference; hands without melds, half of them with one tile changed."""
    for name, theirs in _NAMES.items():
        rules = load_rules(name)
        chance = random.Random(seed)
        hands = [_thirteen(chance) for _ in range(count)]
        answers = ask("waits.mjs", folder, [{"rules": theirs, "tiles": hand} for hand in hands])
        for hand, found in zip(hands, answers, strict=True):
            ours = _waits(rules, hand)
            if ours != sorted(found):
                yield f"{name} {' '.join(hand)}: ours {ours}, theirs {sorted(found)}", ""


def _thirteen(chance: random.Random) -> list[str]:
    while True:
        item = random_hand(chance, flowers=False, pairs=True)
        if len(item.hand.concealed) == _CONCEALED:
            tiles = list(map(str, item.hand.concealed))
            if chance.random() < 0.5:
                tiles[chance.randrange(_CONCEALED)] = f"{chance.randint(1, 9)}{chance.choice('mps')}"
            if max(map(tiles.count, tiles)) <= 4:
                return sorted(tiles)


def _waits(rules: RuleSystem, hand: list[str]) -> list[str]:
    return sorted(map(str, rules.waits([parse_tile(name) for name in hand])))
