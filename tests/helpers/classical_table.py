"""A table of a classical system, or of another that takes its moves (manual, mcr), for tests.

Its words are those of `ScriptedTable` and those that only these systems know.

One more word: ``1lf3`` seat 1 lays the flower f3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

from scripted_table import ScriptedTable

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import (
    DealStarted,
    Event,
    FineJudged,
    FlowerLaid,
    GameStarted,
    HandShown,
    PenaltyDeclared,
    PenaltyKind,
    ResultTyped,
    StakeLaid,
)
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.systems.classical import ClassicalRules
from mahjong_rules.systems.manual import ManualRules
from mahjong_rules.systems.mcr import McrRules
from mahjong_rules.tiles import ALL_KINDS, Tile, parse_tile, parse_tiles
from table_daemon.rules.presets import load_rules

DICE = (1, 2, 3, 4)
"""As many of them as the walls are opened with."""


class ClassicalTable(ScriptedTable):
    """One game of a preset whose moves are the classical ones; `settings` are options as texts."""

    def __init__(self, rules: str = "tchou", first_dealer: int = 0, **settings: str) -> None:
        loaded = load_rules(rules, tuple(settings.items()))
        assert isinstance(loaded, ClassicalRules | ManualRules | McrRules)
        self.rules = loaded  # type: ignore[assignment] # an engine with the same interface
        self.game = loaded.new_game(GameStarted(rules, ("A", "B", "C", "D"), Seat(first_dealer)))

    def deal(self, indicator: str = "", dice: tuple[int, ...] = DICE) -> Self:
        assert not indicator
        self.apply(DealStarted(dice if dice != DICE else DICE[: 2 * self.rules.traits.wall.throws]))
        return self

    def play(self, words: str) -> Self:
        for word in words.split():
            if word[1] == "l":
                self.apply(FlowerLaid(Seat(int(word[0])), parse_tile(word[2:])))
            else:
                super().play(word)
        return self

    def show(self, hands: dict[int, str | None]) -> Self:
        """The losers open these hands; None: left closed."""
        for seat, hand in hands.items():
            self.apply(HandShown(Seat(seat), None if hand is None else parse_tiles(hand)))
        return self

    def close_all(self) -> Self:
        """No loser opens the hand."""
        return self.show(dict.fromkeys(self.rules.hints(self.game).shows))

    def judge(self, seat: int, *, exempt: bool) -> Self:
        self.apply(FineJudged(Seat(seat), exempt))
        return self

    def declare(self, seat: int, kind: PenaltyKind) -> Self:
        self.apply(PenaltyDeclared(Seat(seat), kind))
        return self

    def stake(self, seat: int, points: int, added: int = 1) -> Self:
        self.apply(StakeLaid(Seat(seat), points, added))
        return self

    def typed(self, winners: Sequence[int], discarder: int | None, *deltas: int) -> Self:
        """People type who won from whom and what everybody gets."""
        east, south, west, north = deltas
        giver = None if discarder is None else Seat(discarder)
        self.apply(ResultTyped(tuple(map(Seat, winners)), giver, (east, south, west, north)))
        return self

    def run_out(self, kept: str = "") -> Self:
        """Everybody draws and discards until the wall has run out; tiles in `kept` stay in the hands."""
        free = [tile for tile in ALL_KINDS for _ in range(4)]
        for tile in (*self._lying(), *parse_tiles(kept)):
            free.remove(tile)
        while not self.rules.hints(self.game).is_wall_empty:
            self._discard_first(free)
        return self

    def _discard_first(self, free: list[Tile]) -> None:
        seat = self.rules.hints(self.game).draws
        if seat is not None:
            self.play(f"{seat}+")
        self.play(f"{self.current.seat}-{free.pop()}")

    def refused(self, event: Event) -> str:
        """The sentence with which the rules refuse this event."""
        try:
            self.rules.apply(self.game, event)
        except IllegalEvent as refusal:
            return str(refusal)
        raise AssertionError(f"{event} was accepted")

    def draw_until(self, live_tiles: int) -> Self:
        """Everybody draws and discards tiles of the three suits in turn until so many tiles are left to draw."""
        while self.current.live_tiles > live_tiles:
            number = self.current.live_tiles
            self.play(f"{self.rules.hints(self.game).draws}-{number % 9 + 1}{'mps'[number // 9 % 3]}")
        return self


def flowers_of(table: ClassicalTable) -> Iterable[tuple[str, ...]]:
    """The laid flowers by seat, as texts."""
    return [tuple(map(str, table.current.classical.flowers[seat])) for seat in SEATS]
