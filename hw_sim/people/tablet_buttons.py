"""What people tell the tablet because no camera can see it: the button for an event (docs/mqtt.md, "Commands")."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hw_sim.people.tablet_watcher import Json, Tablet
from mahjong_rules.events import (
    Event,
    FineJudged,
    HandShown,
    PenaltyDeclared,
    PointsPenalized,
    ResultTyped,
    StakeLaid,
    TimeCalled,
)


@dataclass(frozen=True, slots=True)
class ButtonPress:
    """A command and its data."""

    command: str
    data: Json


def asks_for(event: Event) -> Callable[[Tablet], bool] | None:
    """What the tablet shows when it waits for this word of people; None for what they say unasked."""
    match event:
        case FineJudged(seat=seat):
            return lambda tablet: seat in tablet.to_judge
        case ResultTyped():
            return lambda tablet: tablet.asks_payments
        case _:
            return None


def button_for(event: Event) -> ButtonPress | None:  # noqa: PLR0911 - one case an event
    """The button that says this event; None for what lies on the table to be seen."""
    match event:
        case PenaltyDeclared(seat=seat, kind=kind):
            return ButtonPress("declare", {"kind": kind.value, "seat": seat})
        case HandShown(seat=seat, hand=None):
            return ButtonPress("declare", {"kind": "hand_closed", "seat": seat})
        case ResultTyped(winners=winners, discarder=discarder, deltas=deltas):
            data = {"winners": list(winners), "discarder": discarder, "deltas": list(deltas)}
            return ButtonPress("type_result", data)
        case FineJudged(seat=seat, exempt=exempt):
            return ButtonPress("judge", {"seat": seat, "exempt": exempt})
        case StakeLaid(seat=seat, points=points, added=added):
            return ButtonPress("stake", {"seat": seat, "points": points, "added": added})
        case PointsPenalized(seat=seat, points=points, reason=reason):
            return ButtonPress("penalize", {"seat": seat, "points": points, "reason": reason})
        case TimeCalled(void=void):
            return ButtonPress("time_called", {"void": void})
        case _:
            return None
