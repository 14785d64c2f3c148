"""Random complete hands of four sets and a pair, or of an irregular form, with the moments of a win."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Final

from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat, Wind
from mahjong_rules.systems.classical.hand import ClassicalHand, FirstTurn, WinCircumstances
from mahjong_rules.tiles import ALL_KINDS, BONUS_TILES, NUMBER_SUITS, Suit, Tile

_ORPHANS: Final = tuple(kind for kind in ALL_KINDS if kind.is_terminal_or_honour)
_COPIES: Final = 4


@dataclass(frozen=True, slots=True)
class RandomHand:
    """A winning hand and how it was won."""

    hand: ClassicalHand
    how: WinCircumstances


def random_hand(chance: random.Random, *, flowers: bool, pairs: bool) -> RandomHand:
    """The next hand of this chance; `pairs`: seven pairs are a form of it."""
    while True:
        form = chance.random()
        if form < 0.02:
            groups = [[*_ORPHANS, chance.choice(_ORPHANS)]]
        elif pairs and form < 0.08:
            groups = [[kind] * 2 for kind in chance.choices(chance.choice(_pools(chance)), k=7)]
        else:
            groups = _sets(chance)
        counts = Counter(tile for group in groups for tile in group)
        if max(counts.values()) <= _COPIES:
            return _won(chance, groups, _flowers(chance) if flowers else ())


def _pools(chance: random.Random) -> list[tuple[Tile, ...]]:
    """What a hand may be made of: everything, one suit with or without honours, outer tiles, honours, one number."""
    suit = chance.choice(NUMBER_SUITS)
    pure = tuple(kind for kind in ALL_KINDS if kind.suit is suit)
    number = chance.randint(1, 7)
    near = tuple(k for k in ALL_KINDS if k.is_number and number <= k.number <= number + 2)
    honours = tuple(kind for kind in ALL_KINDS if kind.is_honour)
    return [tuple(ALL_KINDS), tuple(ALL_KINDS), pure, (*pure, *honours), _ORPHANS, honours, near]


def _sets(chance: random.Random) -> list[list[Tile]]:
    pool = chance.choice(_pools(chance))
    runs = chance.choice((0.0, 0.3, 0.7, 1.0))
    groups = [_set(chance, pool, runs) for _ in range(4)]
    return [*groups, [chance.choice(pool)] * 2]


def _set(chance: random.Random, pool: tuple[Tile, ...], runs: float) -> list[Tile]:
    low = chance.choice(pool)
    if low.is_number and chance.random() < runs:
        first = min(low.number, 7)
        return [Tile(low.suit, first + step) for step in range(3)]
    return [low] * (_COPIES if chance.random() < 0.2 else 3)


def _flowers(chance: random.Random) -> tuple[Tile, ...]:
    family = chance.choice(((), (Suit.FLOWERS,), (Suit.FLOWERS, Suit.SEASONS)))
    whole = [tile for tile in BONUS_TILES if tile.suit in family and chance.random() < 0.5]
    return tuple(sorted({*whole, *chance.sample(list(BONUS_TILES), chance.choice((0, 0, 1, 2)))}))


def _won(chance: random.Random, groups: list[list[Tile]], flowers: tuple[Tile, ...]) -> RandomHand:
    sets = groups[:4] if len(groups) == 5 else []
    claimed = chance.choice((0, 0, 1, 2, 3, 4))
    melded = [place for place, group in enumerate(sets) if len(group) == _COPIES or place < claimed]
    melds = tuple(_meld(chance, sets[place]) for place in melded)
    rest = [tile for place, group in enumerate(groups) if place not in melded for tile in group]
    winning = chance.choice(rest)
    rest.remove(winning)
    hand = ClassicalHand(
        tuple(rest), melds, flowers, chance.choice(tuple(Wind)), chance.choice(tuple(Wind)), tuple(Wind)
    )
    return RandomHand(hand, _moment(chance, hand, winning))


def _meld(chance: random.Random, tiles: list[Tile]) -> Meld:
    if len(tiles) == _COPIES:
        if chance.random() < 0.5:
            return Meld(MeldKind.CONCEALED_KONG, tuple(tiles))
        return Meld(MeldKind.MELDED_KONG, tuple(tiles), Seat(3), tiles[0])
    kind = MeldKind.PUNG if len(set(tiles)) == 1 else MeldKind.CHOW
    return Meld(kind, tuple(tiles), Seat(3), tiles[0])


def _moment(chance: random.Random, hand: ClassicalHand, winning: Tile) -> WinCircumstances:
    is_drawn, has_kong = chance.random() < 0.5, any(meld.kind.is_kong for meld in hand.melds)
    if not hand.melds and chance.random() < 0.05:
        is_dealer = hand.seat_wind is Wind.EAST
        turn = FirstTurn.DEALER_COMPLETE if is_dealer else FirstTurn.FIRST_DISCARD
        return WinCircumstances(winning, is_dealer, first_turn=turn)
    is_replaced = is_drawn and has_kong and chance.random() < 0.3
    is_last = chance.random() < 0.1
    return WinCircumstances(
        winning,
        is_drawn,
        replacement_tile=is_replaced,
        robbed_kong=not is_drawn and not is_last and winning not in hand.concealed and chance.random() < 0.2,
        last_tile=is_drawn and is_last,
        last_discard=not is_drawn and is_last,
        kongs_in_turn=int(is_replaced) + int(is_replaced and chance.random() < 0.2),
        kong_lies=has_kong,
    )
