"""Random winning hands of riichi from a real set, with unusual ones much more often than at a table."""

from __future__ import annotations

import random
from dataclasses import dataclass

from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat, Wind
from mahjong_rules.systems.riichi.values import Circumstances
from mahjong_rules.tiles import ALL_KINDS, NUMBER_SUITS, Suit, Tile, tile_set

_ORPHANS = [kind for kind in ALL_KINDS if kind.is_terminal_or_honour]


@dataclass(frozen=True)
class RandomWin:
    """A complete hand: what lies in it, what it won with, and how."""

    concealed: tuple[Tile, ...]
    winning: Tile
    melds: tuple[Meld, ...]
    circumstances: Circumstances


class _Bag:
    """A shuffled set from which tiles are taken by kind."""

    def __init__(self, chance: random.Random) -> None:
        self.tiles = list(tile_set(red_fives=True))
        chance.shuffle(self.tiles)

    def take(self, wanted: list[Tile]) -> list[Tile]:
        """Pieces of these kinds; none when one of them is used up."""
        found: list[Tile] = []
        for kind in wanted:
            tile = next((tile for tile in self.tiles if tile.plain == kind), None)
            if tile is None:
                return []
            self.tiles.remove(tile)
            found.append(tile)
        return found


def random_win(chance: random.Random) -> RandomWin:
    """The next hand of this chance."""
    while True:
        bag = _Bag(chance)
        winds = _winds(chance)
        form = chance.random()
        groups = (
            _pairs(chance, bag) if form < 0.05 else _orphans(chance, bag) if form < 0.07 else _sets(chance, bag, winds)
        )
        if all(groups):
            return _win(chance, bag, groups, winds)


def _groups(chance: random.Random, bag: _Bag, winds: tuple[Wind, Wind]) -> list[list[Tile]]:
    form = chance.random()
    if form < 0.05:
        return _pairs(chance, bag)
    return _orphans(chance, bag) if form < 0.07 else _sets(chance, bag, winds)


def _winds(chance: random.Random) -> tuple[Wind, Wind]:
    own, prevalent = chance.choice(list(Wind)), chance.choice(list(Wind)[:2])
    return (own, own) if chance.random() < 0.3 else (own, prevalent)


def _pairs(chance: random.Random, bag: _Bag) -> list[list[Tile]]:
    kinds = chance.choice((ALL_KINDS, ALL_KINDS[27:], ALL_KINDS[9:18], ALL_KINDS[1:8] + ALL_KINDS[10:17]))
    return [bag.take([kind] * 2) for kind in chance.sample(kinds, 7)]


def _orphans(chance: random.Random, bag: _Bag) -> list[list[Tile]]:
    return [bag.take([*_ORPHANS, chance.choice(_ORPHANS)])]


def _sets(chance: random.Random, bag: _Bag, winds: tuple[Wind, Wind]) -> list[list[Tile]]:
    """Four sets, some of them kongs, and a pair; often of one suit or of honours and terminals alone."""
    kinds, runs = _material(chance)
    groups = []
    for _ in range(4):
        first = chance.choice(kinds)
        if first.suit in NUMBER_SUITS and first.number <= 7 and chance.random() < runs:
            groups.append(bag.take([Tile(first.suit, first.number + step) for step in range(3)]))
        else:
            groups.append(bag.take([first] * (4 if chance.random() < 0.15 else 3)))
    pair = winds[0].tile if winds[0] == winds[1] and chance.random() < 0.25 else chance.choice(kinds)
    return [*groups, bag.take([pair] * 2)]


def _material(chance: random.Random) -> tuple[list[Tile], float]:
    """The kinds a hand is made of, and how likely a set of theirs is a run."""
    roll = chance.random()
    if roll < 0.65:
        return list(ALL_KINDS), 0.7
    if roll < 0.75:
        suit = chance.choice(NUMBER_SUITS)
        return [kind for kind in ALL_KINDS if kind.suit in (suit, Suit.HONOURS)], 0.7
    if roll < 0.82:
        return list(ALL_KINDS[18:27]), 0.6
    if roll < 0.9:
        return list(ALL_KINDS[27:]), 0.0
    return (_ORPHANS if roll < 0.95 else list(ALL_KINDS)), 0.0


def _win(chance: random.Random, bag: _Bag, groups: list[list[Tile]], winds: tuple[Wind, Wind]) -> RandomWin:
    sets = groups[:4] if len(groups) == 5 else []
    count = chance.choice((0, 0, 1, 2, 3))
    melded = [place for place, tiles in enumerate(sets) if len(tiles) == 4 or place < count]
    melds = tuple(_meld(chance, sets[place]) for place in melded)
    rest = [tile for place, tiles in enumerate(groups) if place not in melded for tile in tiles]
    winning = chance.choice(rest)
    rest.remove(winning)
    return RandomWin(tuple(rest), winning, melds, _circumstances(chance, bag, melds, winds))


def _meld(chance: random.Random, tiles: list[Tile]) -> Meld:
    if len(tiles) == 4:
        if chance.random() < 0.5:
            return Meld(MeldKind.CONCEALED_KONG, tuple(tiles))
        kind = MeldKind.MELDED_KONG
    else:
        kind = MeldKind.PUNG if len({tile.plain for tile in tiles}) == 1 else MeldKind.CHOW
    return Meld(kind, tuple(tiles), Seat(3), tiles[0])


def _circumstances(
    chance: random.Random, bag: _Bag, melds: tuple[Meld, ...], winds: tuple[Wind, Wind]
) -> Circumstances:
    drawn, is_closed = chance.random() < 0.5, not any(meld.is_open for meld in melds)
    first_turn = not melds and chance.random() < 0.12
    riichi = is_closed and not first_turn and chance.random() < 0.5
    replaced = drawn and any(meld.kind.is_kong for meld in melds) and chance.random() < 0.3
    last = not first_turn and not replaced and chance.random() < 0.06
    count = chance.choice((1, 1, 1, 2, 3))
    return Circumstances(
        self_drawn=drawn,
        seat_wind=winds[0],
        prevalent_wind=winds[1],
        riichi=riichi,
        double_riichi=riichi and chance.random() < 0.1,
        ippatsu=riichi and not replaced and chance.random() < 0.3,
        replacement_tile=replaced,
        robbed_kong=not drawn and not last and not first_turn and chance.random() < 0.04,
        last_tile=last,
        first_turn=first_turn,
        indicators=tuple(bag.tiles[:count]),
        ura_indicators=tuple(bag.tiles[count : 2 * count]) if riichi else (),
    )
