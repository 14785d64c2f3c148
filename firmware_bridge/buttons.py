"""From levels of button pins to presses that count.

Rules this file keeps:
* Pure: time is an argument; whoever polls may do so as seldom as every 20 ms.
* A press counts once, when it has been steady; a contact that bounces adds none.
* Two buttons of one panel held together count as nothing until that panel is released: that is a sleeve or an elbow.
* What is held when the watch begins counts only after it was released.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, StrEnum, auto

from mahjong_rules.seats import Seat


class ButtonKind(StrEnum):
    """What is written on a button."""

    WIN = "win"
    RIICHI = "riichi"
    ATTENTION = "attention"
    START = "start"


@dataclass(frozen=True, slots=True)
class Button:
    """One button; `seat` is None for the machine's own."""

    kind: ButtonKind
    seat: Seat | None = None


class _Phase(Enum):
    UP = auto()
    DOWN = auto()
    """One button is down and may become a press."""
    SPENT = auto()
    """It was counted, or spoiled by another one: the panel must be released first."""


class _Panel:
    """The buttons under one hand."""

    def __init__(self, debounce_s: float) -> None:
        self._debounce_s = debounce_s
        self._phase = _Phase.SPENT
        self._candidate: Button | None = None
        self._since_s = 0.0
        self._up_since_s: float | None = None

    def update(self, down: frozenset[Button], now_s: float) -> Button | None:
        """The button that counts as pressed just now."""
        if not down:
            self._released(now_s)
            return None
        if self._up_since_s is not None:
            self._up_since_s, self._since_s = None, now_s
        if self._phase is _Phase.UP:
            self._phase, self._candidate, self._since_s = _Phase.DOWN, min(down, key=str), now_s
        if self._phase is _Phase.DOWN and down != {self._candidate}:
            self._phase = _Phase.SPENT
        if self._phase is not _Phase.DOWN or now_s - self._since_s < self._debounce_s:
            return None
        self._phase = _Phase.SPENT
        return self._candidate

    def _released(self, now_s: float) -> None:
        if self._up_since_s is None:
            self._up_since_s = now_s
        if now_s - self._up_since_s >= self._debounce_s:
            self._phase = _Phase.UP


class ButtonWatch:
    """Every panel of a table.

    Args:
        debounce_s: how long a button must be down, and up again.
    """

    def __init__(self, debounce_s: float) -> None:
        self._panels: dict[Seat | None, _Panel] = {
            seat: _Panel(debounce_s) for seat in (None, Seat(0), Seat(1), Seat(2), Seat(3))
        }

    def update(self, down: Iterable[Button], now_s: float) -> tuple[Button, ...]:
        """What counts as pressed now, given the buttons whose contacts are closed."""
        closed = frozenset(down)
        pressed = (
            panel.update(frozenset(button for button in closed if button.seat == seat), now_s)
            for seat, panel in self._panels.items()
        )
        return tuple(button for button in pressed if button is not None)
