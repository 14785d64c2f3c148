"""Simple players who know what every real player knows: their own tiles, what lies open, and the rules.

Rules this file keeps:
* What is legal, what a hand is worth and how the game goes on is asked of `mahjong_rules` alone.
* A choice depends on the bot's own hand and on what lies open, never on hidden tiles.
* The same seed plays the same game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from hw_sim.bot_mind import best_discards, useful_chow, wants_pung, without
from hw_sim.deck import Deck, shuffled_deck, throw_dice
from hw_sim.plans import DealPlan, Figures
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import (
    AbortClaimed,
    AbortReason,
    Called,
    DealStarted,
    Discarded,
    Drawn,
    Event,
    ExhaustiveDraw,
    GameStarted,
    IndicatorTurned,
    KongDeclared,
    Win,
    WinsDeclared,
)
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.seats import SEATS, Seat, seat_after, seat_wind
from mahjong_rules.state import Deal, Game, Turn
from mahjong_rules.tiles import Tile

NAMES: Final = ("Aiko", "Bruno", "Claire", "Daichi")


class BotPlan:
    """A whole game of four bots, decided move by move.

    Args:
        rules: what they play by.
        rng: walls and dice.
    """

    names = NAMES

    def __init__(self, rules: RuleSystem, rng: random.Random) -> None:
        self._rules = rules
        self._rng = rng
        self.game: Game = rules.new_game(GameStarted(rules.name, NAMES))

    def next_deal(self) -> DealPlan | None:
        """The next deal; all moves of the last one must have been taken from its plan."""
        if self.game.is_over:
            return None
        dealer, dice = self.game.dealer, throw_dice(self._rng)
        deck = shuffled_deck(dealer, dice, red_fives=self._rules.traits.stock.red_fives, rng=self._rng)
        wind, counters = self.game.prevalent_wind.letter, f"-{self.game.honba}" if self.game.honba else ""
        label = f"{wind}{(dealer - self.game.first_dealer) % 4 + 1}{counters}"
        return DealPlan(label, deck, self._moves(deck), self._figures)

    def _moves(self, deck: Deck) -> Iterator[Event]:
        table = BotDeal(self._rules.apply(self.game, DealStarted(deck.dice)), deck, self._rules)
        for event in table.play():
            self.game = table.game
            yield event
        self.game = table.game

    def _figures(self) -> tuple[Figures, Figures]:
        result = self.game.results[-1]
        return result.deltas, result.scores


class BotDeal:
    """One deal among four bots.

    Args:
        game: with the deal just started.
        deck: the walls.
        rules: what they play by.
    """

    def __init__(self, game: Game, deck: Deck, rules: RuleSystem) -> None:
        self.game = game
        self._deck = deck
        self._rules = rules
        dealt = [[deck.faces[place] for place in deck.dealt_places(seat)] for seat in SEATS]
        self.hands = [tiles[:13] for tiles in dealt]
        live = [dealt[deck.dealer][13], *(deck.faces[place] for place in deck.live_places())]
        self._live = iter(live)
        self._replacements = iter([deck.faces[place] for place in deck.wall.replacements])

    def play(self) -> Iterator[Event]:
        """Every event of the deal, each already applied to `game`."""
        while self._deal.turn is not Turn.OVER:
            yield self._do(self._next_event())

    @property
    def _deal(self) -> Deal:
        if self.game.deal is None:
            raise LookupError("no deal is in play")
        return self.game.deal

    def _next_event(self) -> Event:
        deal = self._deal
        if deal.turn is Turn.DISCARD:
            return self._own_turn(deal)
        wins = self._claimed_wins(deal)
        if wins is not None:
            return wins
        if deal.turn is Turn.INDICATOR or self._owes_indicator(deal):
            return IndicatorTurned(self._deck.faces[self._deck.wall.indicators[len(deal.indicators)]])
        hints = self._rules.hints(self.game)
        if hints.abort is not None:
            return AbortClaimed(deal.seat, (), hints.abort)
        if hints.is_wall_empty:
            return self._exhausted(deal)
        call = self._call(deal) if hints.can_be_melded else None
        return call or self._draw(deal, hints.draws)

    def _own_turn(self, deal: Deal) -> Event:
        seat = deal.seat
        if self._owes_indicator(deal):
            return IndicatorTurned(self._deck.faces[self._deck.wall.indicators[len(deal.indicators)]])
        if deal.drew and deal.last_drawn is not None:
            win = Win(seat, without(self.hands[seat], deal.last_drawn), deal.last_drawn)
            if self._rules.win_problem(self.game, win, None) is None:
                return WinsDeclared((win,), None, self._ura([win]))
            claim = AbortClaimed(seat, tuple(self.hands[seat]), AbortReason.NINE_TERMINALS)
            choices: list[Event] = [claim, *self._kongs(deal)]
            chosen = next((event for event in choices if self._is_legal(event)), None)
            if chosen is not None:
                return chosen
        return self._discard(deal)

    def _discard(self, deal: Deal) -> Event:
        seat, drawn = deal.seat, deal.last_drawn
        if deal.riichi[seat] and drawn is not None:
            return Discarded(seat, drawn, tsumogiri=True)
        hand = self.hands[seat]
        for tile in best_discards(hand, deal.melds[seat]):
            is_drawn = tile == drawn and hand.count(tile) == 1
            riichi = Discarded(seat, tile, riichi=True, tsumogiri=is_drawn)
            if self._rules.waits(without(hand, tile), deal.melds[seat]) and self._is_legal(riichi):
                return riichi
            plain = Discarded(seat, tile, tsumogiri=is_drawn)
            if self._is_legal(plain):
                return plain
        raise LookupError(f"seat {seat} has nothing to discard")

    def _kongs(self, deal: Deal) -> Iterator[KongDeclared]:
        """Four of an honour or terminal that do not touch anything else, and a fourth tile to an own pung."""
        seat, hand = deal.seat, self.hands[deal.seat]
        for kind in sorted({tile.plain for tile in hand}):
            same = tuple(tile for tile in hand if tile.plain == kind)
            if len(same) == 4 and kind.is_terminal_or_honour and not deal.riichi[seat]:
                yield KongDeclared(seat, Meld(MeldKind.CONCEALED_KONG, same))
            for pung in deal.melds[seat]:
                if pung.kind is MeldKind.PUNG and pung.tiles[0].plain == kind and kind.is_terminal_or_honour:
                    kong = Meld(MeldKind.ADDED_KONG, (*pung.tiles, *same), pung.called_from, pung.called_tile)
                    yield KongDeclared(seat, kong)

    def _claimed_wins(self, deal: Deal) -> WinsDeclared | None:
        tile = self._rules.hints(self.game).claimable
        if tile is None:
            return None
        wins = [
            Win(seat, tuple(self.hands[seat]), tile) for seat in (seat_after(deal.seat, steps) for steps in (1, 2, 3))
        ]
        legal = [win for win in wins if self._rules.win_problem(self.game, win, deal.seat) is None]
        taken = legal[: self._rules.traits.max_winners]
        return WinsDeclared(tuple(taken), deal.seat, self._ura(taken)) if taken else None

    def _call(self, deal: Deal) -> Called | None:
        tile, discarder = deal.rivers[deal.seat][-1].tile, deal.seat
        for seat in (seat_after(discarder, steps) for steps in (1, 2, 3)):
            winds = {seat_wind(seat, deal.dealer).tile, deal.prevalent_wind.tile}
            if wants_pung(self.hands[seat], tile, winds):
                call = Called(seat, Meld(MeldKind.PUNG, (tile, tile, tile), discarder, tile))
                if self._is_legal(call):
                    return call
        follower = seat_after(discarder)
        chow = useful_chow(self.hands[follower], deal.melds[follower], tile)
        if chow is None:
            return None
        call = Called(follower, Meld(MeldKind.CHOW, (*chow, tile), discarder, tile))
        return call if self._is_legal(call) else None

    def _draw(self, deal: Deal, seat: Seat | None) -> Drawn:
        if seat is None:
            raise LookupError("nobody is to draw")
        return Drawn(seat, next(self._replacements if deal.after_kong else self._live))

    def _exhausted(self, deal: Deal) -> ExhaustiveDraw:
        shown = [bool(self._rules.waits(self.hands[seat], deal.melds[seat])) or deal.riichi[seat] for seat in SEATS]
        return ExhaustiveDraw(tuple(tuple(self.hands[seat]) if shown[seat] else None for seat in SEATS))

    def _owes_indicator(self, deal: Deal) -> bool:
        return deal.pending_indicators > deal.early_indicators

    def _ura(self, wins: Sequence[Win]) -> tuple[Tile, ...]:
        if not self._rules.traits.has_ura or not any(self._deal.riichi[win.seat] for win in wins):
            return ()
        places = self._deck.wall.ura_indicators[: len(self._deal.indicators)]
        return tuple(self._deck.faces[place] for place in places)

    def _is_legal(self, event: Event) -> bool:
        try:
            self._rules.apply(self.game, event)
        except IllegalEvent:
            return False
        return True

    def _do(self, event: Event) -> Event:
        self.game = self._rules.apply(self.game, event)
        match event:
            case Drawn(seat=seat, tile=tile) if tile is not None:
                self.hands[seat].append(tile)
            case Discarded(seat=seat, tile=tile):
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
