"""One deal among four bots, move by move, in every way to play.

Rules this file keeps: what is legal and whose move it is is asked of the rule system; a move depends on the bot's own
hand and on what lies open.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hw_sim.felt.deck import Deck, WallOrder
from hw_sim.people.bot_mind import Aims, Offer, best_discards, kongs_to_declare, sets_to_claim, without
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import (
    AbortClaimed,
    Called,
    Discarded,
    Drawn,
    Event,
    ExhaustiveDraw,
    FineJudged,
    FlowerLaid,
    HandShown,
    IndicatorTurned,
    KongDeclared,
    PenaltyDeclared,
    ResultTyped,
    Win,
    WinsDeclared,
)
from mahjong_rules.hands import STANDARD_SHAPE, is_complete
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.rule_system import Hints, RuleSystem
from mahjong_rules.seats import SEATS, Seat, seat_after, seats_from
from mahjong_rules.state import Deal, Game, Turn
from mahjong_rules.tiles import Tile

_FORCED = 0.25
"""How often people find that a dangerous discard was forced by the tiles that were left."""
_PRICES = (8, 16, 24, 32)
"""Steps of points that one player pays, where people agree on it: what games with eight points to win often come to."""
_EAGERNESS = (1.0, 0.8, 0.6, 0.9)
"""How often each seat claims a set that it would like, where sets need no value."""


@dataclass(frozen=True, slots=True)
class Mishap:
    """Something that people tell the tablet once so many moves of a deal are made."""

    after_moves: int
    event: PenaltyDeclared


class BotDeal:
    """One deal among four bots.

    Args:
        game: with the deal just started.
        deck: the walls.
        rules: what they play by.
        rng: their moods.
        mishap: what goes wrong in this deal, if anything does.
    """

    def __init__(
        self, game: Game, deck: Deck, rules: RuleSystem, rng: random.Random, mishap: Mishap | None = None
    ) -> None:
        self.game = game
        self._deck = deck
        self._rules = rules
        self._rng = rng
        self._mishap = mishap
        self._aims = Aims.of(rules)
        self._laid_aside = rules.traits.stock.laid_aside
        self._order = WallOrder(deck)
        self.hands = [
            [deck.faces[place] for place in deck.dealt_places(seat)][: rules.traits.hand_tiles] for seat in SEATS
        ]
        self._moves = 0

    def play(self) -> Iterator[Event]:
        """Every event of the deal, each already applied to `game`."""
        while self._deal.turn is not Turn.OVER:
            yield self._do(self._mishap_now() or self._next_event())

    @property
    def _deal(self) -> Deal:
        if self.game.deal is None:
            raise LookupError("no deal is in play")
        return self.game.deal

    def _mishap_now(self) -> Event | None:
        self._moves += 1
        if self._mishap is None or self._moves < self._mishap.after_moves or self._deal.turn is Turn.SHOW:
            return None
        event, self._mishap = self._mishap.event, None
        return event if self._is_legal(event) else None

    def _next_event(self) -> Event:
        deal, hints = self._deal, self._rules.hints(self.game)
        match deal.turn:
            case Turn.SHOW:
                return self._count(hints)
            case Turn.DISCARD:
                return self._own_turn(deal)
            case _:
                return self._claimed_wins(deal, hints) or self._go_on(deal, hints)

    def _go_on(self, deal: Deal, hints: Hints) -> Event:
        """Nobody wins the last tile."""
        if deal.turn is Turn.INDICATOR or _owes_indicator(deal):
            return self._turn_indicator(deal)
        if hints.abort is not None:
            return AbortClaimed(deal.seat, (), hints.abort)
        if hints.is_wall_empty:
            return self._exhausted(deal)
        call = self._call(deal) if hints.can_be_melded else None
        return call or self._before_draw(hints.draws)

    def _count(self, hints: Hints) -> Event:
        """After a win people type the payments, or losers open their hands and people judge the fines that are left."""
        if self._rules.traits.score.by_people is not None:
            return _agreed_payments(self._deal, self._rules.traits.score.step, self._rng)
        if hints.shows:
            seat = hints.shows[0]
            return HandShown(seat, tuple(self.hands[seat]))
        return FineJudged(hints.judged[0], exempt=self._rng.random() < _FORCED)

    def _own_turn(self, deal: Deal) -> Event:
        seat = deal.seat
        if _owes_indicator(deal):
            return self._turn_indicator(deal)
        chosen = self._self_drawn_win(deal) or self._annulment(seat) or self._flower(seat) or self._kong(deal)
        return chosen or self._discard(deal)

    def _self_drawn_win(self, deal: Deal) -> WinsDeclared | None:
        seat, drawn = deal.seat, deal.last_drawn
        if not deal.drew or drawn is None or not _is_flower_free(self.hands[seat]):
            return None
        win = Win(seat, without(self.hands[seat], drawn), drawn)
        if not _may_win(self._rules, self.game, win, None):
            return None
        return WinsDeclared((win,), None, self._ura([win]))

    def _before_draw(self, seat: Seat | None) -> Event:
        """Flowers of the dealt hand are laid before the draw; a hand that annuls the deal may be shown then."""
        if seat is None:
            raise LookupError("nobody is to draw")
        return self._annulment(seat) or self._flower(seat) or self._draw(seat)

    def _discard(self, deal: Deal) -> Event:
        seat, drawn = deal.seat, deal.last_drawn
        if deal.riichi.accepted[seat] and drawn is not None:
            return Discarded(seat, drawn, tsumogiri=True)
        hand = self.hands[seat]
        for tile in best_discards(hand, deal.melds[seat], self._aims):
            is_drawn = tile == drawn and hand.count(tile) == 1
            riichi = Discarded(seat, tile, riichi=True, tsumogiri=is_drawn)
            if self._is_ready_without(tile, deal) and self._is_legal(riichi):
                return riichi
            plain = Discarded(seat, tile, tsumogiri=is_drawn)
            if self._is_legal(plain):
                return plain
        raise LookupError(f"seat {seat} has nothing to discard")

    def _is_ready_without(self, tile: Tile, deal: Deal) -> bool:
        if not self._rules.traits.has_riichi:
            return False
        return bool(self._rules.waits(without(self.hands[deal.seat], tile), deal.melds[deal.seat]))

    def _kong(self, deal: Deal) -> KongDeclared | None:
        seat = deal.seat
        if not deal.drew or deal.riichi.accepted[seat]:
            return None
        kongs = (KongDeclared(seat, kong) for kong in kongs_to_declare(self.hands[seat], deal.melds[seat], self._aims))
        return next((kong for kong in kongs if self._is_legal(kong)), None)

    def _annulment(self, seat: Seat) -> AbortClaimed | None:
        claims = (AbortClaimed(seat, tuple(self.hands[seat]), reason) for reason in self._rules.traits.hand_aborts)
        return next((claim for claim in claims if self._is_legal(claim)), None)

    def _flower(self, seat: Seat) -> FlowerLaid | None:
        flowers = (FlowerLaid(seat, tile) for tile in sorted(self.hands[seat]) if tile in self._laid_aside)
        return next((flower for flower in flowers if self._is_legal(flower)), None)

    def _claimed_wins(self, deal: Deal, hints: Hints) -> WinsDeclared | None:
        tile = hints.claimable
        if tile is None:
            return None
        others = [*seats_from(deal.seat, deal.header.seats)][1:]
        wins = [Win(seat, tuple(self.hands[seat]), tile) for seat in others if _is_flower_free(self.hands[seat])]
        legal = [win for win in wins if _may_win(self._rules, self.game, win, deal.seat)]
        taken = legal[: self._rules.traits.max_winners]
        return WinsDeclared(tuple(taken), deal.seat, self._ura(taken)) if taken else None

    def _call(self, deal: Deal) -> Called | None:
        """The claim that goes before all others: kong and pung by anybody, then the next player's chow."""
        others = [*seats_from(deal.seat, deal.header.seats)][1:]
        calls = [call for seat in others for call in self._wished_calls(deal, seat) if self._is_legal(call)]
        if not calls:
            return None
        return min(calls, key=lambda call: call.meld.kind is MeldKind.CHOW)

    def _wished_calls(self, deal: Deal, seat: Seat) -> list[Called]:
        tile = deal.rivers[deal.seat][-1].tile
        winds = {deal.header.wind_of(seat).tile}
        if self._rules.traits.has_prevalent_wind:
            winds.add(deal.header.prevalent_wind.tile)
        is_next = seat == seat_after(deal.seat, 1, deal.header.seats)
        offer = Offer(tile, deal.seat, tile.is_dragon or tile in winds, is_next)
        wished = [Called(seat, meld) for meld in sets_to_claim(self.hands[seat], deal.melds[seat], offer, self._aims)]
        if wished and not self._aims.needs_value and self._rng.random() > _EAGERNESS[seat]:
            return []
        return wished

    def _draw(self, seat: Seat) -> Drawn:
        return Drawn(seat, self._deck.faces[self._order.take()])

    def _exhausted(self, deal: Deal) -> ExhaustiveDraw:
        if not self._rules.traits.draw_shows_hands:
            return ExhaustiveDraw((None,) * len(SEATS))
        in_riichi = deal.riichi.accepted
        shown = [bool(self._rules.waits(self.hands[seat], deal.melds[seat])) or in_riichi[seat] for seat in SEATS]
        return ExhaustiveDraw(tuple(tuple(self.hands[seat]) if shown[seat] else None for seat in SEATS))

    def _turn_indicator(self, deal: Deal) -> IndicatorTurned:
        return IndicatorTurned(self._deck.faces[self._deck.wall.indicators[len(deal.riichi.indicators)]])

    def _ura(self, wins: Sequence[Win]) -> tuple[Tile, ...]:
        if not self._rules.traits.has_ura or not any(self._deal.riichi.accepted[win.seat] for win in wins):
            return ()
        places = self._deck.wall.ura_indicators[: len(self._deal.riichi.indicators)]
        return tuple(self._deck.faces[place] for place in places)

    def _is_legal(self, event: Event) -> bool:
        try:
            self._rules.apply(self.game, event)
        except IllegalEvent:
            return False
        return True

    def _do(self, event: Event) -> Event:
        self.game = self._rules.apply(self.game, event)
        self._order.note(event)
        match event:
            case Drawn(seat=seat, tile=tile) if tile is not None:
                self.hands[seat].append(tile)
            case Discarded(seat=seat, tile=tile) | FlowerLaid(seat=seat, tile=tile):
                self.hands[seat].remove(tile)
            case Called(seat=seat, meld=meld) | KongDeclared(seat=seat, meld=meld):
                self._take_out(seat, meld)
            case _:
                pass
        return event

    def _take_out(self, seat: Seat, meld: Meld) -> None:
        tiles = list(meld.tiles)
        if meld.kind is MeldKind.ADDED_KONG:
            tiles = tiles[-1:]
        elif meld.called_tile is not None:
            tiles.remove(meld.called_tile)
        for tile in tiles:
            self.hands[seat].remove(tile)


def _owes_indicator(deal: Deal) -> bool:
    return deal.riichi.pending_indicators > deal.riichi.early_indicators


def _is_flower_free(hand: Sequence[Tile]) -> bool:
    return not any(tile.is_bonus for tile in hand)


def _may_win(rules: RuleSystem, game: Game, win: Win, discarder: Seat | None) -> bool:
    """Where people value the hands, four sets and a pair are what bots agree on."""
    if rules.win_problem(game, win, discarder) is not None or game.deal is None:
        return False
    whole, melds = (*win.concealed, win.winning_tile), game.deal.melds[win.seat]
    return rules.traits.score.by_people is None or is_complete(whole, melds, STANDARD_SHAPE)


def _agreed_payments(deal: Deal, step: int, rng: random.Random) -> ResultTyped:
    """Everybody pays for a drawn tile, the discarder alone for a given one."""
    wins = [win.seat for win in deal.classical.declared]
    giver = None if deal.seat in wins else deal.seat
    deltas = [0, 0, 0, 0]
    for winner in wins:
        price = rng.choice(_PRICES) * step
        for payer in (seat for seat in SEATS if (seat != winner if giver is None else seat == giver)):
            deltas[payer] -= price
            deltas[winner] += price
    return ResultTyped(tuple(wins), giver, (deltas[0], deltas[1], deltas[2], deltas[3]))
