"""What a fault does: broken, mended, and what goes on between."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


def at_once() -> bool:
    """Nothing has to be done first."""
    return True


def done(*actions: Callable[[], object]) -> Callable[[], bool]:
    """Do all this; it is always possible."""

    def act() -> bool:
        for action in actions:
            action()
        return True

    return act


def nothing(_now_s: float) -> None:
    """Nothing goes on."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One fault at one table.

    Attributes:
        what: what is broken, as a clause.
        begin: break it; False when the table is not in a state for it yet (it is tried again).
        end: undo it; False when that is not possible yet.
        by_hand: what a person does who mends it, as a clause without subject; "" when people cannot.
        go_on: called with the time in seconds as long as it lasts.
    """

    what: str
    begin: Callable[[], bool]
    end: Callable[[], bool] = at_once
    by_hand: str = ""
    go_on: Callable[[float], None] = nothing
