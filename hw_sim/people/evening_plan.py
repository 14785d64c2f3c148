"""How an evening at the table is to go, and what came of it: plain data."""

from __future__ import annotations

from dataclasses import dataclass, field

from hw_sim.people.deal_plans import Figures
from hw_sim.people.question_count import DealQuestions


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal as the tablet settled it, beside the figures that were expected, and what it asked."""

    label: str
    deltas: Figures
    expected_deltas: Figures
    scores: Figures
    expected_scores: Figures
    asked: DealQuestions = field(default_factory=DealQuestions)


@dataclass(slots=True)
class AnswerCount:
    """How many questions were answered rightly, wrongly, and not at all.

    `unasked` counts the flowers that were named although nobody was called for them.
    """

    right: int = 0
    wrong: int = 0
    left_alone: int = 0
    unasked: int = 0


@dataclass(slots=True)
class Evening:
    """What happened; `unread` counts actions that the tablet did not show in time.

    `waiting` counts the questions that were still open at the end.
    """

    deals: list[PlayedDeal] = field(default_factory=list)
    scores: Figures = ()
    expected_scores: Figures = ()
    questions: set[str] = field(default_factory=set)
    faults: set[str] = field(default_factory=set)
    corrections: int = 0
    unread: int = 0
    gave_up: str = ""
    waiting: int = 0
    lasting_mistakes: int = 0
    """Discards, calls and flowers that the tablet still counted when the next deal was over, and that nobody made."""
    page_changes: tuple[str, ...] = ()
    """What somebody at the page changed; figures may differ for that."""
    answers: AnswerCount = field(default_factory=AnswerCount)

    @property
    def is_exact(self) -> bool:
        """Whether every figure is the expected one."""
        same_deals = all(deal.deltas == deal.expected_deltas for deal in self.deals)
        return bool(self.deals) and not self.gave_up and same_deals and self.scores == self.expected_scores


@dataclass(frozen=True, slots=True)
class Habits:
    """How the evening goes: `rules` is the preset they start, `deals` the most they play (None: the whole game).

    `settings` are options that they change, as (name, value) texts.
    """

    rules: str
    deals: int | None = None
    settings: tuple[tuple[str, str], ...] = ()
    patience_s: float = 6.0
    """Real time that people wait for the tablet to show what they did; a quarter of it while it is behind anyway."""
    result_patience_s: float = 30.0
    begins: bool = True
    """They begin the game; False: somebody has begun it on the page."""
    answers: bool = False
    """They answer what the tablet asks about tiles; False: nobody does."""
    seed: int = 1
    """Of their moods."""
    is_watched: bool = False
    """Somebody sits at the page: leave results and faults to that person for a while, and do nothing while the tablet
    is paused."""
