"""A riichi table for tests: what people do in a few words, seen as a camera sees it (draws are unknown).

`play` takes words: ``0-3m`` seat 0 draws (if it must) and discards, ``0=3m`` with riichi, ``0+`` only draws, ``0+3m``
draws a known tile, ``1c45m`` claims the last discard with these two for a chow (``p`` pung, ``k`` kong),
``2q1111z`` declares a concealed kong, ``2a7z`` adds to a pung, ``0n`` lays a north aside, ``*3m`` an indicator is
turned.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Self

from presets import riichi_options

from mahjong_rules.deal_result import DealHeader, DealResult
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
    FlowerLaid,
    GameStarted,
    IndicatorTurned,
    KongDeclared,
    PenaltyDeclared,
    ToldHand,
    Win,
    WinsCounted,
    WinsDeclared,
)
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Deal, Game
from mahjong_rules.systems.riichi import RiichiRules
from mahjong_rules.tiles import ALL_KINDS, NORTH, Tile, parse_tile, parse_tiles
from mahjong_rules.turns import claimable_tile

_WORD = re.compile(r"(?P<seat>\d)(?P<what>[-=+cpkqan])(?P<tiles>\w*)")
_CLAIMS = {"c": MeldKind.CHOW, "p": MeldKind.PUNG, "k": MeldKind.MELDED_KONG}


class ScriptedTable:
    """One game; every method applies events and lets `IllegalEvent` through."""

    def __init__(self, rules: str = "tenhou", first_dealer: int = 0, **changes: object) -> None:
        self.options = riichi_options(rules, **changes)
        self.rules = RiichiRules(self.options)
        start = GameStarted(rules, ("A", "B", "C", "D"), Seat(first_dealer))
        self.game: Game = self.rules.new_game(start)

    @property
    def current(self) -> Deal:
        assert self.game.deal is not None
        return self.game.deal

    @property
    def result(self) -> DealResult:
        return self.game.results[-1]

    @property
    def paid(self) -> list[tuple[int | None, int | None, int, str]]:
        """The payments of the last deal as plain data."""
        return [(item.payer, item.receiver, item.points, item.reason) for item in self.result.payments]

    def set(self, **fields: object) -> Self:
        """Put the game into a state that would take long to play to."""
        names = {field.name for field in dataclasses.fields(DealHeader)}
        header = replace(self.game.header, **{name: fields.pop(name) for name in names & fields.keys()})  # type: ignore[arg-type]
        self.game = replace(self.game, header=header, **fields)  # type: ignore[arg-type]
        return self

    def apply(self, event: Event) -> None:
        self.game = self.rules.apply(self.game, event)

    def deal(self, indicator: str = "9s", dice: tuple[int, ...] = ()) -> Self:
        self.apply(DealStarted(dice))
        self.apply(IndicatorTurned(parse_tile(indicator)))
        return self

    def play(self, words: str) -> Self:
        for word in words.split():
            if word.startswith("*"):
                self.apply(IndicatorTurned(parse_tile(word[1:])))
                continue
            match = _WORD.fullmatch(word)
            assert match is not None, word
            self._do(Seat(int(match["seat"])), match["what"], match["tiles"])
        return self

    def _do(self, seat: Seat, what: str, text: str) -> None:
        tiles = parse_tiles(text)
        if what == "+":
            self.apply(Drawn(seat, tiles[0] if tiles else None))
        elif what in _CLAIMS:
            called = self.current.rivers[self.current.seat][-1].tile
            self.apply(Called(seat, Meld(_CLAIMS[what], (*tiles, called), self.current.seat, called)))
        else:
            if self.rules.hints(self.game).draws == seat:
                self.apply(Drawn(seat))
            self._use(seat, what, tiles)

    def _use(self, seat: Seat, what: str, tiles: tuple[Tile, ...]) -> None:
        if what == "q":
            self.apply(KongDeclared(seat, Meld(MeldKind.CONCEALED_KONG, tiles)))
        elif what == "n":
            self.apply(FlowerLaid(seat, NORTH))
        elif what == "a":
            pung = next(meld for meld in self.current.melds[seat] if meld.tiles[0].plain == tiles[0].plain)
            kong = Meld(MeldKind.ADDED_KONG, (*pung.tiles, *tiles), pung.called_from, pung.called_tile)
            self.apply(KongDeclared(seat, kong))
        else:
            self.apply(Discarded(seat, tiles[0], riichi=what == "="))

    def ron(self, hands: dict[int, str], ura: str = "") -> Self:
        """These seats open their hands on the last tile."""
        tile = claimable_tile(self.current)
        assert tile is not None
        wins = tuple(Win(Seat(seat), parse_tiles(hand), tile) for seat, hand in hands.items())
        self.apply(WinsDeclared(wins, self.current.seat, parse_tiles(ura)))
        return self

    def tsumo(self, seat: int, hand: str, tile: str, ura: str = "") -> Self:
        """This seat draws (if it must) and wins with the tile drawn."""
        if self.rules.hints(self.game).draws == seat:
            self.apply(Drawn(Seat(seat)))
        self.apply(WinsDeclared((Win(Seat(seat), parse_tiles(hand), parse_tile(tile)),), None, parse_tiles(ura)))
        return self

    def counted(
        self,
        wins: dict[int, tuple[int, ...]],
        discarder: int | None = None,
        losers: dict[int, tuple[int, ...]] | None = None,
    ) -> Self:
        """People say what hands are worth, by seat: fan, fu (or points), and yakuman."""
        told = [
            tuple(ToldHand(Seat(seat), *figures) for seat, figures in hands.items()) for hands in (wins, losers or {})
        ]
        self.apply(WinsCounted(told[0], None if discarder is None else Seat(discarder), told[1]))
        return self

    def exhaust(self, hands: dict[int, str] | None = None) -> Self:
        """The wall is empty and these seats open their hands."""
        opened = {seat: parse_tiles(hand) for seat, hand in (hands or {}).items()}
        self.apply(ExhaustiveDraw(tuple(opened.get(seat) for seat in SEATS)))
        return self

    def abort(self, seat: int = 0, hand: str = "", reason: AbortReason = AbortReason.NINE_TERMINALS) -> Self:
        self.apply(AbortClaimed(Seat(seat), parse_tiles(hand), reason))
        return self

    def chombo(self, seat: int) -> Self:
        self.apply(PenaltyDeclared(Seat(seat)))
        return self

    def idle(self, until_live: int = 0, kept: str = "", choose: Callable[[Seat, Tile], bool] | None = None) -> Self:
        """Everybody draws and discards until so many live tiles are left; tiles in `kept` stay in the hands."""
        free = [tile for tile in ALL_KINDS if tile not in self.options.stock.left_out for _ in range(4)]
        for tile in (*self._lying(), *parse_tiles(kept)):
            free.remove(tile.plain)
        while self.current.live_tiles > until_live:
            self._discard_one(free, choose)
        return self

    def _lying(self) -> Iterable[Tile]:
        yield from self.current.riichi.indicators
        for seat in SEATS:
            yield from (entry.tile for entry in self.current.rivers[seat] if entry.claimed_by is None)
            yield from (tile for meld in self.current.melds[seat] for tile in meld.tiles)
            yield from self.current.laid_aside[seat]

    def _discard_one(self, free: list[Tile], choose: Callable[[Seat, Tile], bool] | None) -> None:
        seat = self.rules.hints(self.game).draws
        if seat is not None:
            self.apply(Drawn(seat))
        tile = next(tile for tile in free if choose is None or choose(self.current.seat, tile))
        free.remove(tile)
        red = self.options.tiles.red_fives and tile.is_number and tile.number == 5 and tile not in free
        self.apply(Discarded(self.current.seat, replace(tile, red=True) if red else tile))

    def refusal(self, words: str) -> str:
        """The sentence with which the rules refuse these words; the game stays as it was."""
        before = self.game
        try:
            self.play(words)
        except IllegalEvent as refusal:
            return str(refusal)
        finally:
            self.game = before
        raise AssertionError(f"{words} was accepted")
