"""A game of the archive as the deals that began in it: each with the games that the rules engine gave, event by event.

Rules this file keeps: pure; nothing is computed that the engine has not said.
"""

from __future__ import annotations

from dataclasses import dataclass

from mahjong_rules.events import DealStarted, Drawn
from mahjong_rules.state import Deal, Game
from table_daemon.game.archive import ArchivedGame, ArchivedStep
from table_daemon.game.news import has_result


@dataclass(frozen=True, slots=True)
class ArchivedDeal:
    """The events of one deal, from the dice to its result, without draws: nobody sees a draw, and nothing moves.

    `number` counts the deals that began, from 1; `result` is the place of its result among those of the game, None
    where it has none.
    """

    number: int
    steps: tuple[ArchivedStep, ...]
    result: int | None

    @property
    def last(self) -> Game:
        """The game after its last event."""
        return self.steps[-1].after

    @property
    def deal(self) -> Deal:
        """The deal after its last event."""
        deal = self.last.deal
        assert deal is not None, "a deal begins with deal_started"
        return deal


def deals_of(archived: ArchivedGame) -> tuple[ArchivedDeal, ...]:
    """Every deal that began, in order."""
    begun: list[list[ArchivedStep]] = []
    for step in archived.steps:
        if isinstance(step.event, DealStarted):
            begun.append([step])
        elif begun and not has_result(begun[-1][-1].after):
            begun[-1].append(step)
    return tuple(_deal(number, steps) for number, steps in enumerate(begun, 1))


def _deal(number: int, steps: list[ArchivedStep]) -> ArchivedDeal:
    last = steps[-1]
    # A draw stays where it is the newest event of a deal that goes on: what it led to is seen at once.
    seen = [step for step in steps if step is last or not isinstance(step.event, Drawn)]
    return ArchivedDeal(number, tuple(seen), len(last.after.results) - 1 if has_result(last.after) else None)
