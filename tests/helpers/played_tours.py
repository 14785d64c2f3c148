"""A longer game of tchou at the moment at which people change places, played by the real rules."""

from __future__ import annotations

from classical_table import ClassicalTable

from mahjong_rules.events import Event, GameStarted
from mahjong_rules.state import Game
from table_daemon.game.keeper import GameKeeper

WAITING = "123m456m789m23p55s"


class ToldTable(ClassicalTable):
    """Remembers what happened after the start of its game."""

    def __init__(self, rules: str, **settings: str) -> None:
        super().__init__(rules, 0, **settings)
        self.events: list[Event] = []

    def apply(self, event: Event) -> None:
        super().apply(event)
        self.events.append(event)


def play_deal(table: ClassicalTable) -> ClassicalTable:
    """The player after the dealer draws and wins."""
    table.deal()
    dealer = table.current.header.dealer
    words = [f"{(dealer + step) % 4}-{step % 4 + 1}z" for step in range(5)]
    return table.play(" ".join(words)).tsumo((dealer + 1) % 4, WAITING, "4p").close_all()


def four_tours() -> ToldTable:
    """Four of eight tours are over."""
    table = ToldTable("tchou", rounds="8")
    while table.game.header.round_number < 4:
        play_deal(table)
    return table


def at_the_change() -> Game:
    """The game after four of eight tours."""
    return four_tours().game


def bring_to_the_change(keeper: GameKeeper) -> None:
    """Four of eight tours are over at a daemon's table."""
    keeper.start(GameStarted("tchou", ("A", "B", "C", "D"), settings=(("rounds", "8"),)), "test")
    for event in four_tours().events:
        keeper.commit(event, "test")
