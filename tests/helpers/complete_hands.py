"""Random complete hands of fourteen tiles."""

from __future__ import annotations

import random

from mahjong_rules.tiles import ALL_KINDS, Tile


def complete_hand(chance: random.Random) -> tuple[Tile, ...]:
    """Fourteen tiles of at most two suits and honours, so that many have several readings."""
    kinds = [kind for kind in ALL_KINDS if kind.suit in chance.sample("mpsz", 2)]
    while True:
        tiles: list[Tile] = []
        for _ in range(4):
            low = chance.choice(kinds)
            is_chow = low.is_number and low.number <= 7 and chance.random() < 0.6
            tiles += [Tile(low.suit, low.number + step) for step in range(3)] if is_chow else [low] * 3
        tiles += [chance.choice(kinds)] * 2
        if max(map(tiles.count, tiles)) <= 4:
            chance.shuffle(tiles)
            return tuple(tiles)
