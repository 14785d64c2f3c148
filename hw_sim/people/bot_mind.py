"""What a bot thinks of a hand: how far it is from ready, what to let go, what to claim. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from mahjong.shanten import Shanten

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.finished_deal import FinishedDeal, FinishedHand
from mahjong_rules.hands import kind_counts
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import ALL_KINDS, NUMBER_SUITS, Suit, Tile, parse_tiles

_SHANTEN: Final = Shanten()
# All copies of a kind: a kong.
_FOUR: Final = 4
_HONOURS_FROM: Final = 27
"""Index of the first honour among the 34 kinds."""
_ORPHANS: Final = parse_tiles("19m19p19s1234567z")
_SIX_PAIRS: Final = parse_tiles("1133m5577p2299s1z")
_ONE_SUIT: Final = parse_tiles("123m345m567m789m2m")
_THREE_SUITS: Final = parse_tiles("123m345p567s789p2m")
_MIN_SUIT_TILES: Final = 9
"""So many tiles of one suit and honours make a player collect that suit, where it is worth more."""
_MIN_SUIT_TILES_TO_WIN: Final = 7
"""The same where a hand of three suits is worth too little to win: chosen, half of a hand."""


@dataclass(frozen=True, slots=True)
class Aims:
    """What a bot plays for, besides four sets and a pair.

    `needs_value`: a hand with claimed sets wins only with something that is worth a fan; `collects_suit`: otherwise a
    hand that is mostly of one suit is made wholly so, `suit_tiles` of it are enough for that.
    """

    seven_pairs: bool = True
    thirteen_orphans: bool = True
    needs_value: bool = True
    collects_suit: bool = False
    suit_tiles: int = _MIN_SUIT_TILES

    @classmethod
    def of(cls, rules: RuleSystem) -> Aims:
        """What these rules give a hand for; they are asked, not known."""
        plain = _worth(rules, _THREE_SUITS) if _is_valued(rules) else 0
        collects_suit = _is_valued(rules) and _worth(rules, _ONE_SUIT) > plain
        return cls(
            seven_pairs=bool(rules.waits(_SIX_PAIRS)),
            thirteen_orphans=bool(rules.waits(_ORPHANS)),
            needs_value=rules.traits.has_riichi,
            collects_suit=collects_suit,
            suit_tiles=_MIN_SUIT_TILES_TO_WIN if collects_suit and not plain else _MIN_SUIT_TILES,
        )

    def suit_for(self, hand: Sequence[Tile], melds: Sequence[Meld]) -> Suit | None:
        """The suit that a player with this hand collects; honours go with every suit."""
        tiles = [*hand, *(tile for meld in melds for tile in meld.tiles[:3])]
        held = {suit: sum(_fits(tile, suit) for tile in tiles) for suit in NUMBER_SUITS if self.collects_suit}
        for suit in sorted(held, key=lambda suit: -held[suit]):
            has_others = any(not _fits(tile, suit) for meld in melds for tile in meld.tiles)
            if not has_others and held[suit] >= self.suit_tiles:
                return suit
        return None

    def distance(self, counts: Sequence[int], *, is_closed: bool) -> int:
        """Tiles missing until the hand is ready (shanten): 0 ready, -1 complete; `counts` of the 34 kinds."""
        return _distance(tuple(counts), is_closed and self.seven_pairs, is_closed and self.thirteen_orphans)


@lru_cache(maxsize=200_000)
def _distance(counts: tuple[int, ...], seven_pairs: bool, thirteen_orphans: bool) -> int:
    return int(_SHANTEN.calculate_shanten(list(counts), use_chiitoitsu=seven_pairs, use_kokushi=thirteen_orphans))


def _is_valued(rules: RuleSystem) -> bool:
    """Whether the rules say what a hand is worth; riichi's worth is asked of each hand as it comes."""
    return not rules.traits.has_riichi and rules.traits.score.by_people is None


def _worth(rules: RuleSystem, hand: tuple[Tile, ...]) -> int:
    """Points of a concealed hand that wins with one more of its last tile; 0 when it is worth too little to win."""
    deal = FinishedDeal((FinishedHand(hand), None, None, None), (Seat(0),), hand[-1])
    try:
        value = rules.score(deal).values[0]
    except IllegalEvent:
        return 0
    return value.base_points if value is not None else 0


def without(hand: Sequence[Tile], *tiles: Tile) -> tuple[Tile, ...]:
    """The hand less these tiles; ValueError if it has them not."""
    left = list(hand)
    for tile in tiles:
        left.remove(tile)
    return tuple(left)


def counts_of(hand: Sequence[Tile], suit: Suit | None = None) -> list[int]:
    """How many of each of the 34 kinds, of the collected suit and honours only.

    Any other tile, and a flower that is still to be laid, counts as an honour that fits nothing.
    """
    fitting = [tile for tile in hand if _fits(tile, suit)]
    counts = kind_counts(fitting)
    strangers = [index for index in reversed(range(len(counts))) if counts[index] == 0]
    for index in strangers[: len(hand) - len(fitting)]:
        counts[index] = 1
    return counts


def _fits(tile: Tile, suit: Suit | None) -> bool:
    return not tile.is_bonus and (suit is None or tile.is_honour or tile.suit is suit)


def best_discards(hand: Sequence[Tile], melds: Sequence[Meld], aims: Aims) -> list[Tile]:
    """The hand's tiles, the best one to discard first: whatever is not of the suit that is collected.

    Then the least distance counts, then how many tiles would shorten it, then outer tiles before inner ones.
    """
    suit = aims.suit_for(hand, melds)
    if any(not tile.is_bonus and not _fits(tile, suit) for tile in hand):
        tiles = sorted({tile for tile in hand if not tile.is_bonus})
        return sorted(tiles, key=lambda tile: (_fits(tile, suit), _centrality(tile.plain)))
    is_closed = not any(meld.is_open for meld in melds)
    counts = counts_of(hand)
    kinds = {tile.plain: ALL_KINDS.index(tile.plain) for tile in hand if not tile.is_bonus}
    far: dict[Tile, int] = {}
    for kind, index in kinds.items():
        counts[index] -= 1
        far[kind] = aims.distance(counts, is_closed=is_closed)
        counts[index] += 1
    least = min(far.values())
    accepted = {
        kind: _acceptance(counts, kinds[kind], least, aims, is_closed=is_closed) if far[kind] == least else 0
        for kind in far
    }

    def worth(tile: Tile) -> tuple[int, int, int, bool]:
        kind = tile.plain
        return (far[kind], -accepted[kind], _centrality(kind), tile.red)

    return sorted(sorted(tile for tile in set(hand) if not tile.is_bonus), key=worth)


def kongs_to_declare(hand: Sequence[Tile], melds: Sequence[Meld], aims: Aims) -> Iterator[Meld]:
    """Concealed and added kongs that take the hand no further from ready than the best discard would."""
    kongs = list(_possible_kongs(hand, melds))
    if not kongs:
        return
    suit, is_closed = aims.suit_for(hand, melds), not any(meld.is_open for meld in melds)
    best = distance_without(hand, best_discards(hand, melds, aims)[:1], aims, suit, is_closed=is_closed)
    for kong in kongs:
        used = [tile for tile in hand if tile.plain == kong.tiles[0].plain]
        if _fits(used[0], suit) and distance_without(hand, used, aims, suit, is_closed=is_closed) <= best:
            yield kong


def _possible_kongs(hand: Sequence[Tile], melds: Sequence[Meld]) -> Iterator[Meld]:
    for kind in sorted({tile.plain for tile in hand if not tile.is_bonus}):
        same = tuple(tile for tile in hand if tile.plain == kind)
        if len(same) == _FOUR:
            yield Meld(MeldKind.CONCEALED_KONG, same)
        for pung in melds:
            if pung.kind is MeldKind.PUNG and pung.tiles[0].plain == kind:
                yield Meld(MeldKind.ADDED_KONG, (*pung.tiles, *same), pung.called_from, pung.called_tile)


@dataclass(frozen=True, slots=True)
class Offer:
    """A discard that may be claimed, as one player sees it.

    `is_valued`: a pung of it is worth a fan to him; `is_next`: it is his turn anyway, so a chow may be claimed.
    """

    tile: Tile
    discarder: Seat
    is_valued: bool
    is_next: bool


def sets_to_claim(hand: Sequence[Tile], melds: Sequence[Meld], offer: Offer, aims: Aims) -> Iterator[Meld]:
    """Kong, pung and chow that the player would like to claim, in this order.

    Where a hand needs something of value, a set that has it is claimed, and then what brings it nearer; elsewhere
    whatever brings it nearer, and a valued set when it takes it no further away.
    """
    suit = aims.suit_for(hand, melds)
    if not _fits(offer.tile, suit):
        return
    now = distance_without(hand, (), aims, suit, is_closed=not any(meld.is_open for meld in melds))
    has_value = any(meld.kind is not MeldKind.CHOW and meld.tiles[0].is_honour for meld in melds)
    same = [tile for tile in sorted(hand) if tile.plain == offer.tile.plain]
    if len(same) == _FOUR - 1 and not aims.needs_value and distance_without(hand, same, aims, suit) <= now:
        yield Meld(MeldKind.MELDED_KONG, (*same, offer.tile), offer.discarder, offer.tile)
    if len(same) >= 2:
        after = distance_without(hand, same[:2], aims, suit)
        is_wanted = offer.is_valued if aims.needs_value else after < now or (offer.is_valued and after <= now)
        if is_wanted:
            yield Meld(MeldKind.PUNG, (*same[:2], offer.tile), offer.discarder, offer.tile)
    if offer.is_next and (has_value or not aims.needs_value):
        if aims.needs_value:
            now = distance_without(hand, (), aims)
        for pair in chow_pairs(hand, offer.tile):
            if distance_without(hand, pair, aims, suit) < now:
                yield Meld(MeldKind.CHOW, (*pair, offer.tile), offer.discarder, offer.tile)


def distance_without(
    hand: Sequence[Tile], tiles: Sequence[Tile], aims: Aims, suit: Suit | None = None, *, is_closed: bool = False
) -> int:
    """How far the hand is, in the suit that is collected, when these tiles have left it."""
    return aims.distance(counts_of(without(hand, *tiles), suit), is_closed=is_closed)


def chow_pairs(hand: Sequence[Tile], tile: Tile) -> Iterator[tuple[Tile, Tile]]:
    """Every two tiles of the hand that make a chow with `tile`."""
    if not tile.is_number:
        return
    for low, high in ((-2, -1), (-1, 1), (1, 2)):
        first, second = _held(hand, tile, low), _held(hand, tile, high)
        if first is not None and second is not None:
            yield first, second


def _held(hand: Sequence[Tile], tile: Tile, step: int) -> Tile | None:
    wanted = (tile.suit, tile.number + step)
    return next((held for held in sorted(hand) if (held.suit, held.number) == wanted), None)


def _acceptance(counts: list[int], discarded: int, least: int, aims: Aims, *, is_closed: bool) -> int:
    """How many tiles, as far as the own hand tells, would bring the hand nearer."""
    left = list(counts)
    left[discarded] -= 1
    total = 0
    takes_orphans = aims.thirteen_orphans and is_closed
    for index in range(len(left)):
        if counts[index] < _FOUR and (takes_orphans or _touches(left, index)):
            left[index] += 1
            if aims.distance(left, is_closed=is_closed) < least:
                total += 4 - counts[index]
            left[index] -= 1
    return total


def _touches(counts: Sequence[int], index: int) -> bool:
    """Whether the hand has this kind, or one that could stand in a chow with it."""
    first = index - index % 9 if index < _HONOURS_FROM else index
    last = min(first + 8, _HONOURS_FROM - 1) if index < _HONOURS_FROM else index
    return any(counts[max(first, index - 2) : min(last, index + 2) + 1])


def _centrality(kind: Tile) -> int:
    """0 for honours, 1 for terminals, up to 5 for a five."""
    return 5 - abs(5 - kind.number) if kind.is_number else 0
