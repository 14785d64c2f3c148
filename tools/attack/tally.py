"""What came of an attack: what was done, what was measured, and what must not have happened."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

_SHOWN: Final = 20
"""Faults that are printed; the first ones show the cause."""


@dataclass
class Tally:
    """Filled by one attack.

    Attributes:
        outcomes: how often each thing was done or came of it.
        figures: what was measured, with the unit in its name.
        faults: what must not happen, a sentence each.
    """

    outcomes: Counter[str] = field(default_factory=Counter)
    figures: dict[str, float] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def largest(self, figure: str, value: float) -> None:
        """Keep the largest value of a figure."""
        self.figures[figure] = max(self.figures.get(figure, 0), value)

    def show(self, forbidden: str) -> int:
        """Print all of it; the exit status of the command: 1 when something happened that is `forbidden`."""
        for what, times in self.outcomes.most_common():
            print(f"{times:10d}  {what}")
        for what, value in self.figures.items():
            print(f"{value:10.0f}  {what}")
        print(f"{len(self.faults):10d}  {forbidden}")
        for fault in self.faults[:_SHOWN]:
            print(f"            {fault}")
        return 1 if self.faults else 0
