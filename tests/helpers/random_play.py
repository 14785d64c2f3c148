"""Four players who make random legal moves under any rule system, and know every hand.

Walls are stacked: now and then a player is dealt a hand that lacks one tile and keeps it together, so that deals are
won; otherwise chance decides, also whether claims, kongs, riichi, annulments and penalties happen.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import (
    AbortClaimed,
    Called,
    DealStarted,
    Discarded,
    Drawn,
    Event,
    ExhaustiveDraw,
    FineJudged,
    FlowerLaid,
    GameStarted,
    HandShown,
    IndicatorTurned,
    KongDeclared,
    PenaltyDeclared,
    PenaltyKind,
    ResultTyped,
    StakeLaid,
    TimeCalled,
    Win,
    WinsDeclared,
)
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.rule_system import Hints, RuleSystem
from mahjong_rules.seats import SEATS, Seat, seats_from
from mahjong_rules.state import Deal, Game, Turn
from mahjong_rules.tile_count import open_tiles
from mahjong_rules.tiles import ALL_KINDS, NUMBER_SUITS, Tile

STICK_POINTS = 1000
NAMES = ("A", "B", "C", "D")


@dataclass(frozen=True, slots=True)
class Moods:
    """How often, of one, something happens that is up to the players."""

    stacked: float = 0.35
    one_suit: float = 0.1
    win: float = 0.95
    claim: float = 0.4
    kong: float = 0.5
    riichi: float = 0.7
    annul: float = 0.5
    closed: float = 0.1
    exempt: float = 0.3
    stake: float = 0.2
    forget: float = 0.1
    penalty: float = 0.0005
    time: float = 0.0001
    shown: float = 0.01
    """A hand lies open as won, where people value it: any hand of thirteen tiles may be one."""
    typed: float = 0.005
    """A result is typed although no hand was shown."""


class RandomTable:
    """A game among four random players; `play` goes on until the rules end it."""

    def __init__(self, rules: RuleSystem, chance: random.Random, moods: Moods | None = None) -> None:
        self.rules = rules
        self.chance = chance
        self.moods = moods or Moods()
        self.seats = rules.traits.seats.in_play
        self.game = rules.new_game(GameStarted(rules.name, NAMES, chance.choice(self.seats)))
        self.events: list[Event] = []
        self.hands: list[list[Tile]] = [[] for _ in SEATS]
        self.keepers: frozenset[Seat] = frozenset()
        self.laid_aside = rules.traits.stock.laid_aside
        self._wall: list[Tile] = []

    @property
    def deal(self) -> Deal:
        assert self.game.deal is not None
        return self.game.deal

    def happens(self, mood: float) -> bool:
        return self.chance.random() < mood

    def play(self, most_deals: int = 10_000) -> Game:
        """Deals until the game is over, or so many are played."""
        for _ in range(most_deals):
            if self.game.is_over:
                break
            self.play_deal()
        return self.game

    def play_deal(self) -> None:
        self._stake()
        if self.game.is_over:
            return
        self._begin_deal()
        while not self.game.is_over and self.deal.turn is not Turn.OVER:
            self.step()
        if self.happens(self.moods.forget) and self.game.results[-1].wins:
            self._try(PenaltyDeclared(self.game.results[-1].wins[0].seat, PenaltyKind.STAKE_FORGOTTEN))

    def play_part_of_a_deal(self, moves: int) -> None:
        """A deal begins, and so many moves are made."""
        self._begin_deal()
        for _ in range(moves):
            self.step()

    def _begin_deal(self) -> None:
        self._shuffle()
        throws = self.rules.traits.wall.throws
        self._do(DealStarted(tuple(self.chance.randint(1, 6) for _ in range(2 * throws))))

    def step(self) -> None:
        """One move of somebody."""
        if self.deal.turn is not Turn.SHOW and self.happens(self.moods.penalty):
            kinds = self.rules.traits.penalties
            if kinds and self._try(PenaltyDeclared(self.chance.choice(self.seats), self.chance.choice(kinds))):
                return
        if self.happens(self.moods.time) and self._try(TimeCalled()):
            return
        hints = self.rules.hints(self.game)
        if self.rules.traits.score.by_people and self.happens(self.moods.typed) and self._try(self._typed()):
            return
        if self.deal.turn is Turn.SHOW:
            self._count(hints)
        elif self.deal.turn is Turn.DISCARD:
            self._own_turn(hints)
        else:
            self._between_turns(hints)

    def total(self) -> int:
        """Every point of the game, those on the table included."""
        return sum(self.game.scores) + self.game.riichi_sticks * STICK_POINTS + self.game.stake

    def missing_tiles(self) -> Counter[Tile]:
        """The set less all tiles in hands, in the open and in the wall: empty while tiles are conserved."""
        left = Counter(self.rules.traits.stock.pieces())
        left.subtract([*self._wall, *open_tiles(self.deal), *(tile for hand in self.hands for tile in hand)])
        return Counter({tile: count for tile, count in left.items() if count})

    def _stake(self) -> None:
        if self.happens(self.moods.stake):
            step = self.rules.traits.score.step
            points = step * self.chance.randint(1, 20)
            self._try(StakeLaid(self.game.header.dealer, points, self.chance.randint(1, 6)))

    def _shuffle(self) -> None:
        pieces = list(self.rules.traits.stock.pieces())
        self.chance.shuffle(pieces)
        self.keepers = frozenset(seat for seat in self.seats if self.happens(self.moods.stacked))
        self.hands = [self._stacked(pieces) if seat in self.keepers else [] for seat in SEATS]
        for seat in self.seats:
            self.hands[seat] += [pieces.pop() for _ in range(13 - len(self.hands[seat]))]
        self._wall = pieces

    def _stacked(self, pieces: list[Tile]) -> list[Tile]:
        """A hand of sets and a pair without one of its tiles, as far as the pieces go."""
        if self.happens(self.moods.one_suit):
            return self._one_suit(pieces)
        hand: list[Tile] = []
        suits = self.chance.choice(("mpsz", "mpsz", "mps", "mz", "p", "sz", "z"))
        while len(hand) < 14:
            kind = self.chance.choice(ALL_KINDS)
            if kind.suit.value not in suits:
                continue
            wanted = [kind] * 2 if len(hand) == 12 else [kind] * 3
            if len(hand) < 12 and kind.is_number and kind.number < 8 and self.happens(0.5):
                wanted = [Tile(kind.suit, kind.number + step) for step in range(3)]
            found = self._take(pieces, wanted)
            if found is None and self.happens(0.1):
                break
            hand += found or []
        self.chance.shuffle(hand)
        pieces[:0] = hand[13:]
        return hand[:13]

    def _one_suit(self, pieces: list[Tile]) -> list[Tile]:
        """Thirteen tiles of a suit, as far as the pieces go: claims will show where this is going."""
        suit = self.chance.choice(NUMBER_SUITS)
        hand = [tile for tile in pieces if tile.suit is suit][:13]
        for tile in hand:
            pieces.remove(tile)
        return hand

    def _take(self, pieces: list[Tile], wanted: Sequence[Tile]) -> list[Tile] | None:
        found: list[Tile] = []
        rest = list(pieces)
        for kind in wanted:
            piece = next((tile for tile in rest if tile.plain == kind), None)
            if piece is None:
                return None
            rest.remove(piece)
            found.append(piece)
        pieces[:] = rest
        return found

    # Moves

    def _typed(self) -> ResultTyped:
        """What people say of a win: the winners that are shown, or any; payments in whole steps."""
        traits = self.rules.traits
        shown = self.deal.classical.declared
        winners = tuple(win.seat for win in shown) or (self.chance.choice(SEATS),)
        others = [seat for seat in SEATS if seat not in winners]
        drawn = shown[0].seat == self.deal.seat if shown else self.happens(0.4)
        deltas = [traits.score.step * self.chance.randint(-50, 50) for _ in SEATS]
        if traits.score.by_people and traits.score.by_people.sums_to_zero:
            deltas[winners[0]] -= sum(deltas)
        discarder = None if drawn else self.deal.seat if shown else self.chance.choice(others)
        return ResultTyped(winners, discarder, (deltas[0], deltas[1], deltas[2], deltas[3]))

    def _count(self, hints: Hints) -> None:
        if self.rules.traits.score.by_people:
            self._do(self._typed())
            return
        if hints.judged and (not hints.shows or self.happens(0.3)):
            self._do(FineJudged(self.chance.choice(hints.judged), exempt=self.happens(self.moods.exempt)))
            return
        seat = self.chance.choice(hints.shows)
        self._do(HandShown(seat, None if self.happens(self.moods.closed) else tuple(self.hands[seat])))

    def _own_turn(self, hints: Hints) -> None:
        deal, seat = self.deal, self.deal.seat
        if hints.indicators_due and self._try(self._indicator()):
            return
        if self._lay_flower(seat):
            return
        if deal.drew and deal.last_drawn is not None and self._self_drawn(seat, deal.last_drawn):
            return
        if self._annul(seat):
            return
        if self.happens(self.moods.kong) and any(self._try(kong) for kong in self._kongs(seat)):
            return
        self._discard(seat)

    def _self_drawn(self, seat: Seat, drawn: Tile) -> bool:
        win = Win(seat, _without(self.hands[seat], drawn), drawn)
        if not self.happens(self._win_mood) or self.rules.win_problem(self.game, win, None) is not None:
            return False
        self._do(WinsDeclared((win,), None, self._ura([win])))
        return True

    @property
    def _win_mood(self) -> float:
        return self.moods.shown if self.rules.traits.score.by_people else self.moods.win

    def _between_turns(self, hints: Hints) -> None:
        deal = self.deal
        if deal.turn is Turn.INDICATOR or (hints.indicators_due and self.happens(0.5)):
            self._do(self._indicator())
            return
        if hints.claimable is not None and self._claimed_wins(hints.claimable):
            return
        if hints.abort is not None:
            self._do(AbortClaimed(deal.seat, (), hints.abort))
            return
        if hints.can_be_melded and self.happens(self.moods.claim) and self._claim():
            return
        if hints.draws is None:
            self._do(self._exhausted())
            return
        if self._annul(hints.draws):
            return
        if self.happens(0.7) and self._lay_flower(hints.draws):
            return
        if not self._try_draw(hints.draws):
            self._do(self._indicator())

    def _try_draw(self, seat: Seat) -> bool:
        tile = self._wall[-1] if self.happens(0.98) else None
        return self._try(Drawn(seat, tile))

    def _claimed_wins(self, tile: Tile) -> bool:
        others = [*seats_from(self.deal.seat, self.seats)][1:]
        wins = [Win(seat, tuple(self.hands[seat]), tile) for seat in others]
        legal = [win for win in wins if self.rules.win_problem(self.game, win, self.deal.seat) is None]
        taken = [win for win in legal if self.happens(self._win_mood)][: self.rules.traits.max_winners]
        if not taken:
            return False
        self._do(WinsDeclared(tuple(taken), self.deal.seat, self._ura(taken)))
        return True

    def _claim(self) -> bool:
        calls = [call for seat in self.seats if seat != self.deal.seat for call in self._calls(seat)]
        self.chance.shuffle(calls)
        return any(self._try(call) for call in calls)

    def _calls(self, seat: Seat) -> Iterator[Called]:
        tile = self.deal.rivers[self.deal.seat][-1].tile
        if seat in self.keepers and not self._keeps_suit(seat, tile) and self.happens(0.7):
            return
        for kind, own in _sets_with(tile, self.hands[seat]):
            yield Called(seat, Meld(kind, (*own, tile), self.deal.seat, tile))

    def _kongs(self, seat: Seat) -> Iterator[KongDeclared]:
        held = Counter(tile.plain for tile in self.hands[seat])
        for kind in [kind for kind, count in held.items() if count == 4]:
            tiles = tuple(tile for tile in self.hands[seat] if tile.plain == kind)
            yield KongDeclared(seat, Meld(MeldKind.CONCEALED_KONG, tiles))
        for pung in self.deal.melds[seat]:
            for tile in [tile for tile in self.hands[seat] if tile.plain == pung.tiles[0].plain]:
                if pung.kind is MeldKind.PUNG:
                    tiles = (*pung.tiles, tile)
                    yield KongDeclared(seat, Meld(MeldKind.ADDED_KONG, tiles, pung.called_from, pung.called_tile))

    def _annul(self, seat: Seat) -> bool:
        if not self.happens(self.moods.annul):
            return False
        hand = tuple(self.hands[seat])
        return any(self._try(AbortClaimed(seat, hand, reason)) for reason in self.rules.traits.hand_aborts)

    def _lay_flower(self, seat: Seat) -> bool:
        return any(self._try(FlowerLaid(seat, tile)) for tile in self.hands[seat] if tile in self.laid_aside)

    def _discard(self, seat: Seat) -> None:
        hand, drawn = self.hands[seat], self.deal.last_drawn
        tiles = [tile for tile in hand if not tile.is_bonus]
        self.chance.shuffle(tiles)
        tiles.sort(key=lambda tile: self._keeps_suit(seat, tile))
        if (
            drawn in tiles
            and not self._keeps_suit(seat, drawn)
            and (seat in self.keepers or self.deal.riichi.accepted[seat])
        ):
            tiles.insert(0, drawn)
        if self.rules.traits.has_riichi and self.happens(self.moods.riichi):
            for tile in tiles:
                if self.rules.waits(_without(hand, tile), self.deal.melds[seat]) and self._try(
                    Discarded(seat, tile, riichi=True)
                ):
                    return
        is_drawn = self.deal.riichi.accepted[seat] or None
        assert any(self._try(Discarded(seat, tile, tsumogiri=is_drawn)) for tile in tiles), "nothing can be discarded"

    def _keeps_suit(self, seat: Seat, tile: Tile | None) -> bool:
        """Whether `seat` collects the suit of this tile."""
        own = [*self.hands[seat], *(held for meld in self.deal.melds[seat] for held in meld.tiles)]
        return seat in self.keepers and tile is not None and sum(held.suit is tile.suit for held in own) >= 12

    def _indicator(self) -> IndicatorTurned:
        return IndicatorTurned(self._wall[0])

    def _ura(self, wins: Sequence[Win]) -> tuple[Tile, ...]:
        if not self.rules.traits.has_ura or not any(self.deal.riichi.accepted[win.seat] for win in wins):
            return ()
        return tuple(self._wall[: len(self.deal.riichi.indicators)])

    def _exhausted(self) -> ExhaustiveDraw:
        if not self.rules.traits.draw_shows_hands:
            return ExhaustiveDraw((None, None, None, None))
        shown = {seat for seat in self.seats if self.happens(0.9)}
        return ExhaustiveDraw(tuple(tuple(self.hands[seat]) if seat in shown else None for seat in SEATS))

    def _try(self, event: Event) -> bool:
        """Whether the rules accept this; then it is done."""
        try:
            self._do(event)
        except IllegalEvent:
            return False
        return True

    def _do(self, event: Event) -> None:
        self.game = self.rules.apply(self.game, event)
        self.events.append(event)
        match event:
            case IndicatorTurned(tile=tile):
                self._wall.remove(tile)
            case Drawn(seat=seat):
                self.hands[seat].append(self._wall.pop())
            case Discarded(seat=seat, tile=tile) | FlowerLaid(seat=seat, tile=tile):
                self.hands[seat].remove(tile)
            case Called(seat=seat, meld=meld):
                self.hands[seat] = list(_less(self.hands[seat], _less(meld.tiles, [meld.called_tile])))
            case KongDeclared(seat=seat, meld=meld):
                added = [tile for tile in meld.tiles if tile in self.hands[seat]]
                self.hands[seat] = list(_less(self.hands[seat], added[: 4 if not meld.is_open else 1]))
            case _:
                pass


def _sets_with(tile: Tile, hand: Sequence[Tile]) -> Iterator[tuple[MeldKind, tuple[Tile, ...]]]:
    """The ways in which tiles of a hand make a set with `tile`; which copies of a five are chosen is left to chance."""
    same = [held for held in hand if held.plain == tile.plain]
    for kind, size in ((MeldKind.PUNG, 2), (MeldKind.MELDED_KONG, 3)):
        if len(same) >= size:
            yield kind, tuple(same[:size])
    near = {held.number: held for held in hand if held.suit is tile.suit and tile.is_number}
    for low in range(tile.number - 2, tile.number + 1):
        numbers = [number for number in range(low, low + 3) if number != tile.number]
        if all(number in near for number in numbers):
            yield MeldKind.CHOW, tuple(near[number] for number in numbers)


def _without(hand: Sequence[Tile], tile: Tile) -> tuple[Tile, ...]:
    return tuple(_less(hand, [tile]))


def _less(tiles: Sequence[Tile], taken: Sequence[Tile | None]) -> Sequence[Tile]:
    left = list(tiles)
    for tile in taken:
        assert tile is not None
        left.remove(tile)
    return left
