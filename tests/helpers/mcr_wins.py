"""Random winning hands of the Chinese official game from a real set, the rare ones far more often than at a table."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from mahjong_rules.hands import kind_counts, kind_index
from mahjong_rules.knitted import PATTERNS
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat, Wind
from mahjong_rules.systems.classical.hand import ClassicalHand
from mahjong_rules.systems.mcr.hand import McrWin
from mahjong_rules.tiles import ALL_KINDS, BONUS_TILES, NUMBER_SUITS, Suit, Tile, parse_tiles

_HONOURS = ALL_KINDS[27:]
_ORPHANS = tuple(kind for kind in ALL_KINDS if kind.is_terminal_or_honour)
_GREEN = parse_tiles("23468s6z")
_REVERSIBLE = parse_tiles("1234589p245689s5z")


@dataclass(frozen=True, slots=True)
class McrCase:
    """A complete hand and how it was won."""

    hand: ClassicalHand
    how: McrWin


def random_case(chance: random.Random) -> McrCase:
    """The next hand of this chance."""
    while True:
        groups, loose = _material(chance)
        tiles = [tile for group in groups for tile in group] + loose
        if max(kind_counts(tiles)) <= 4:
            return _case(chance, groups, loose)


Groups = list[list[Tile]]


def _material(chance: random.Random) -> tuple[Groups, list[Tile]]:
    """Sets with the pair last, and tiles that are in no set."""
    roll = chance.random()
    if roll < 0.07:
        return [], _pairs(chance)
    if roll < 0.10:
        return [], [*_ORPHANS, chance.choice(_ORPHANS)]
    if roll < 0.16:
        pattern = chance.choice(PATTERNS)
        return [], chance.sample([*(ALL_KINDS[index] for index in pattern), *_HONOURS], 14)
    if roll < 0.24:
        body = [ALL_KINDS[index] for index in chance.choice(PATTERNS)]
        return [_set(chance, ALL_KINDS, 0.5), _pair(chance, ALL_KINDS)], body
    if roll < 0.26:
        suit = chance.choice(NUMBER_SUITS)
        gates = [Tile(suit, number) for number in (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9)]
        return [], [*gates, Tile(suit, chance.randint(1, 9))]
    return _sets(chance), []


def _pairs(chance: random.Random) -> list[Tile]:
    if chance.random() < 0.2:
        suit, low = chance.choice(NUMBER_SUITS), chance.randint(1, 3)
        kinds = [Tile(suit, low + step) for step in range(7)]
    else:
        kinds = [chance.choice(_kinds(chance)) for _ in range(7)]
        pool = _kinds(chance)
        kinds = [chance.choice(pool) for _ in range(7)] if len(pool) > 5 or chance.random() < 0.7 else kinds
    return [kind for kind in kinds for _ in range(2)]


def _kinds(chance: random.Random) -> Sequence[Tile]:
    """The kinds that a hand is made of."""
    numbers = tuple(kind for kind in ALL_KINDS if kind.is_number)
    suit = chance.choice(NUMBER_SUITS)
    low = chance.choice((1, 2, 3, 4, 5, 6, 7))
    near = tuple(kind for kind in numbers if low <= kind.number <= low + 3)
    pools: tuple[tuple[Sequence[Tile], int], ...] = (
        (ALL_KINDS, 8),
        (numbers, 5),
        (tuple(kind for kind in ALL_KINDS if kind.suit in (suit, Suit.HONOURS)), 2),
        (tuple(kind for kind in numbers if kind.suit is suit), 3),
        (tuple(kind for kind in numbers if kind.suit is not suit), 2),
        (_HONOURS, 2),
        (_ORPHANS, 2),
        (tuple(kind for kind in _ORPHANS if kind.is_number), 2),
        (tuple(kind for kind in _GREEN), 2),
        (_REVERSIBLE, 2),
        (near, 2),
        (tuple(kind for kind in near if kind.suit is suit), 1),
        (tuple(kind for kind in numbers if kind.number in (2, 4, 6, 8)), 1),
        (tuple(kind for kind in numbers if 3 <= kind.number <= 7), 2),
        (tuple(kind for kind in numbers if kind.number >= 7), 1),
        (tuple(kind for kind in numbers if kind.number <= 3), 1),
        (tuple(kind for kind in numbers if 4 <= kind.number <= 6), 1),
    )
    return chance.choices([pool for pool, _ in pools], [weight for _, weight in pools])[0]


def _set(chance: random.Random, kinds: Sequence[Tile], runs: float) -> list[Tile]:
    if chance.random() < runs:
        lows = [
            kind
            for kind in kinds
            if kind.is_number
            and kind.number <= 7
            and {Tile(kind.suit, kind.number + 1), Tile(kind.suit, kind.number + 2)} <= set(kinds)
        ]
        if lows:
            low = chance.choice(lows)
            return [Tile(low.suit, low.number + step) for step in range(3)]
    return [chance.choice(kinds)] * (4 if chance.random() < 0.2 else 3)


def _pair(chance: random.Random, kinds: Sequence[Tile]) -> list[Tile]:
    return [chance.choice(kinds)] * 2


def _sets(chance: random.Random) -> Groups:
    kinds = _kinds(chance)
    runs = chance.choice((0.0, 0.0, 0.4, 0.8, 1.0, 1.0))
    roll = chance.random()
    if roll < 0.35:
        return [*_related(chance), _pair(chance, kinds)]
    if roll < 0.4:
        winds = [[tile] * 3 for tile in chance.sample(ALL_KINDS[27:31], 3)]
        return [*winds, _set(chance, _HONOURS + ALL_KINDS[:9], 0.2), _pair(chance, (*_HONOURS, ALL_KINDS[3]))]
    if roll < 0.45:
        dragons = [[tile] * 3 for tile in chance.sample(ALL_KINDS[31:], 2)]
        return [*dragons, *(_set(chance, ALL_KINDS, 0.6) for _ in range(2)), _pair(chance, ALL_KINDS[31:])]
    return [*(_set(chance, kinds, runs) for _ in range(4)), _pair(chance, kinds)]


def _related(chance: random.Random) -> Groups:
    """Chows or pungs that are likely to score together."""
    suits = chance.choice(((0, 0, 0, 0), (0, 1, 2, 0), (0, 1, 2, 1), (0, 0, 1, 1), (0, 1, 0, 1)))
    step = chance.choice((0, 0, 1, 2, 3, 6))
    names = chance.sample(NUMBER_SUITS, 3)
    is_chow = chance.random() < 0.65
    low = chance.randint(1, 7 if is_chow else 9)
    if chance.random() < 0.12:
        pair_suit = chance.choice(NUMBER_SUITS)
        others = [suit for suit in NUMBER_SUITS if suit is not pair_suit]
        both = others if chance.random() < 0.5 else [pair_suit, pair_suit]
        return [[Tile(suit, first + up) for up in range(3)] for suit in both for first in (1, 7)]
    groups = []
    for place in range(4):
        number = low + step * place
        number = (number - 1) % (7 if is_chow else 9) + 1
        if chance.random() < 0.15:
            number = chance.randint(1, 7 if is_chow else 9)
        tile = Tile(names[suits[place]], number)
        if is_chow:
            groups.append([Tile(tile.suit, number + up) for up in range(3)])
        else:
            groups.append([tile] * (4 if chance.random() < 0.2 else 3))
    return groups


def _case(chance: random.Random, groups: Groups, loose: list[Tile]) -> McrCase:
    sets = groups[:-1]
    most = min(chance.choice((0, 0, 1, 2, 3, 4)), 4 if len(sets) == 4 else 1)
    melded = [place for place, tiles in enumerate(sets) if len(tiles) == 4 or place < most]
    melds = tuple(_meld(chance, sets[place]) for place in melded)
    rest = [tile for place, tiles in enumerate(groups) if place not in melded for tile in tiles] + loose
    winning = chance.choice(rest)
    rest.remove(winning)
    drawn = chance.random() < 0.5
    has_kong = any(meld.kind.is_kong for meld in melds)
    laid = [tile for meld in melds for tile in meld.tiles]
    is_single = winning not in rest and winning not in laid
    robbed = not drawn and is_single and chance.random() < 0.06
    hand = ClassicalHand(
        tuple(rest),
        melds,
        tuple(chance.sample(BONUS_TILES, chance.choice((0, 0, 1, 2)))),
        chance.choice(list(Wind)),
        chance.choice(list(Wind)),
    )
    how = McrWin(
        winning,
        drawn,
        replacement_tile=drawn and has_kong and chance.random() < 0.2,
        robbed_kong=robbed,
        wall_is_empty=not robbed and chance.random() < 0.08,
        last_of_its_kind=winning not in rest and chance.random() < 0.15,
    )
    return McrCase(hand, how)


def _meld(chance: random.Random, tiles: list[Tile]) -> Meld:
    if len(tiles) == 4:
        if chance.random() < 0.5:
            return Meld(MeldKind.CONCEALED_KONG, tuple(tiles))
        kind = chance.choice((MeldKind.MELDED_KONG, MeldKind.ADDED_KONG))
    else:
        kind = MeldKind.PUNG if kind_index(tiles[0]) == kind_index(tiles[1]) else MeldKind.CHOW
    return Meld(kind, tuple(tiles), Seat(3), tiles[0])
