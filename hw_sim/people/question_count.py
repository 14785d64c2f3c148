"""What the tablet asked in a deal, counted as it stands on the page."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from hw_sim.people.tablet_watcher import Json, Tablet

_SAME_MOMENT_S: Final = 0.5
"""The tablet's documents about one happening come within this time."""


@dataclass(frozen=True, slots=True)
class DealQuestions:
    """`open_at_score`: those open when the tablet counted the score; `by_reason` and `cards`: of the whole deal."""

    open_at_score: int = 0
    by_reason: Mapping[str, int] = field(default_factory=dict)
    cards: int = 0


class QuestionCount:
    """Counts the questions of a game, deal by deal; tell it every change of the tablet."""

    def __init__(self) -> None:
        self.seen: set[str] = set()
        """Every question of the game."""
        self._seen_open_s: dict[str, float] = {}
        """When each question was open last."""
        self._open_at_score = 0
        self._by_reason: Counter[str] = Counter()
        self._cards = 0

    def notice(self, before: Tablet, after: Tablet) -> None:
        """The tablet showed the one and shows the other now."""
        new = after.question_ids - self.seen
        self._by_reason.update(str(question["text"]) for question in after.questions if question["id"] in new)
        self.seen |= new
        cards = question_cards(after)
        self._cards += len({cards[question] for question in new} - set(question_cards(before).values()))
        now_s = asyncio.get_running_loop().time()
        self._seen_open_s |= dict.fromkeys(before.question_ids | after.question_ids, now_s)
        if len(after.results) > len(before.results):
            self._open_at_score = sum(now_s - at_s < _SAME_MOMENT_S for at_s in self._seen_open_s.values())

    def take(self) -> DealQuestions:
        """Those since the last deal was taken."""
        taken = DealQuestions(self._open_at_score, dict(self._by_reason), self._cards)
        self._by_reason.clear()
        self._cards = 0
        return taken


def question_cards(tablet: Tablet) -> dict[str, str]:
    """The card of the page on which each open question stands: the flowers of one player share one."""
    rows = (tablet.documents.get("board") or {}).get("events", {}).get("flowers") or [[]] * 4
    return {str(each["id"]): _card_of(each, rows) for each in tablet.questions}


def _card_of(question: Json, flowers: list[list[int]]) -> str:
    seat = question["seat"]
    return f"flowers-{seat}" if seat is not None and question["event"] in flowers[seat] else str(question["id"])
