"""The cycle of the table machine as a table of transitions; docs/serial_link.md shows the diagram made from it.

Rules this file keeps:
* Every change of state stands in `TRANSITIONS`; anything else raises.
* Losing the board, a fault and a lost consent lead out of every state; only facts the board reports lead back.
"""

from __future__ import annotations

from enum import StrEnum

from firmware_bridge.goals import BuildWalls, Goal, Home, LowerLifts, MoveDome, RaiseWalls, SelfTest, ThrowDice
from firmware_bridge.messages import BoardStatus
from firmware_bridge.planner import WaitForTiles


class State(StrEnum):
    """What the machine is doing, in the words of the `machine` document."""

    OFFLINE = "offline"
    WAITING = "waiting"
    """Connected, but motion needs a person's consent."""
    FAULTED = "faulted"
    IDLE = "idle"
    READY = "ready"
    """Walls are built, the table is empty."""
    IN_PLAY = "in_play"
    HOMING = "homing"
    BUILDING = "building"
    RAISING = "raising"
    ROLLING = "rolling"
    CLEARING = "clearing"
    """The dome rises."""
    COUNTING = "counting"
    """Tiles fall in and are counted."""
    CLOSING = "closing"
    """The dome comes down."""
    MAINTENANCE = "maintenance"
    """A person works on the machine: it moves only by single orders."""
    BLOCKED = "blocked"
    """The lifts wait: something is over them, or nobody can see whether."""
    EXCHANGE = "exchange"
    """The sets have other tiles than the game needs: a person says that they may be exchanged."""
    REFUSED = "refused"
    """The board has refused the next step again and again; it is still asked now and then."""


class Trigger(StrEnum):
    """What changes the state."""

    CONNECTED = "connected"
    LOST = "lost"
    FAULT = "fault"
    UNARMED = "unarmed"
    HOME = "home"
    BUILD = "build"
    RAISE = "raise"
    ROLL = "roll"
    OPEN = "open"
    COUNT = "count"
    CLOSE = "close"
    MAINTAIN = "maintain"
    BLOCKED = "blocked"
    REFUSED = "refused"
    EXCHANGE = "exchange"
    FOUND_EMPTY = "found empty"
    FOUND_BUILT = "found built"
    FOUND_WALLS = "found walls"


STANDING = frozenset(
    {
        State.OFFLINE,
        State.WAITING,
        State.FAULTED,
        State.IDLE,
        State.READY,
        State.IN_PLAY,
        State.COUNTING,
        State.MAINTENANCE,
        State.BLOCKED,
        State.REFUSED,
        State.EXCHANGE,
    }
)
"""Nothing that people can touch moves."""


class IllegalTransitionError(ValueError):
    """The cycle has no such transition."""


_FOUND = {
    Trigger.FOUND_EMPTY: State.IDLE,
    Trigger.FOUND_BUILT: State.READY,
    Trigger.FOUND_WALLS: State.IN_PLAY,
}
_ASIDE = {
    Trigger.MAINTAIN: State.MAINTENANCE,
    Trigger.BLOCKED: State.BLOCKED,
    Trigger.REFUSED: State.REFUSED,
    Trigger.EXCHANGE: State.EXCHANGE,
}
"""Standing still for a reason; from wherever the machine rests."""
_STARTS = {
    State.IDLE: {
        Trigger.HOME: State.HOMING,
        Trigger.BUILD: State.BUILDING,
        Trigger.OPEN: State.CLEARING,
        Trigger.COUNT: State.COUNTING,
        Trigger.CLOSE: State.CLOSING,
        **_ASIDE,
    },
    State.READY: {
        Trigger.HOME: State.HOMING,
        Trigger.RAISE: State.RAISING,
        Trigger.OPEN: State.CLEARING,
        Trigger.COUNT: State.COUNTING,
        Trigger.CLOSE: State.CLOSING,
        **_ASIDE,
    },
    State.IN_PLAY: {
        Trigger.HOME: State.HOMING,
        Trigger.ROLL: State.ROLLING,
        Trigger.OPEN: State.CLEARING,
        Trigger.COUNT: State.COUNTING,
        Trigger.CLOSE: State.CLOSING,
        **_ASIDE,
    },
    State.MAINTENANCE: {
        Trigger.HOME: State.HOMING,
        Trigger.BUILD: State.BUILDING,
        Trigger.RAISE: State.RAISING,
        Trigger.OPEN: State.CLEARING,
        Trigger.CLOSE: State.CLOSING,
    },
}
_ENDS = {
    State.WAITING: tuple(_FOUND),
    State.FAULTED: tuple(_FOUND),
    State.HOMING: tuple(_FOUND),
    State.BUILDING: (Trigger.FOUND_EMPTY, Trigger.FOUND_BUILT),
    State.RAISING: tuple(_FOUND),
    State.ROLLING: (Trigger.FOUND_WALLS,),
    State.CLEARING: tuple(_FOUND),
    State.COUNTING: tuple(_FOUND),
    State.CLOSING: tuple(_FOUND),
    State.MAINTENANCE: tuple(_FOUND),
    State.BLOCKED: tuple(_FOUND),
    State.REFUSED: tuple(_FOUND),
    State.EXCHANGE: tuple(_FOUND),
    State.IDLE: tuple(_FOUND),
    State.READY: tuple(_FOUND),
    State.IN_PLAY: tuple(_FOUND),
}
_ALWAYS = {Trigger.LOST: State.OFFLINE, Trigger.FAULT: State.FAULTED, Trigger.UNARMED: State.WAITING}

TRANSITIONS: dict[tuple[State, Trigger], State] = (
    {(state, trigger): to for state in State for trigger, to in _ALWAYS.items()}
    | {(State.OFFLINE, Trigger.CONNECTED): State.WAITING}
    | {(state, trigger): to for state, starts in _STARTS.items() for trigger, to in starts.items()}
    | {(state, trigger): _FOUND[trigger] for state, ends in _ENDS.items() for trigger in ends}
)


def step(state: State, trigger: Trigger) -> State:
    """The state after a trigger.

    Raises:
        IllegalTransitionError: the table has no such entry.
    """
    try:
        return TRANSITIONS[state, trigger]
    except KeyError:
        raise IllegalTransitionError(f"a machine that is {state} cannot take {trigger}") from None


def found(status: BoardStatus) -> Trigger:
    """What the board's own facts say about where the machine rests."""
    if status.on_table is not None:
        return Trigger.FOUND_WALLS
    stands = status.rails_complete or status.loaded_set is not None
    return Trigger.FOUND_BUILT if stands else Trigger.FOUND_EMPTY


def trigger_of(goal: Goal | WaitForTiles) -> Trigger:
    """The trigger by which pursuing this goal begins."""
    match goal:
        case Home() | LowerLifts() | SelfTest():
            return Trigger.HOME
        case BuildWalls():
            return Trigger.BUILD
        case RaiseWalls():
            return Trigger.RAISE
        case ThrowDice():
            return Trigger.ROLL
        case MoveDome(up):
            return Trigger.OPEN if up else Trigger.CLOSE
        case WaitForTiles():
            return Trigger.COUNT


def diagram() -> str:
    """The table as a Mermaid state diagram; what is possible in every state is drawn once."""
    lines = ["stateDiagram-v2", "    [*] --> offline"]
    for (state, trigger), to in TRANSITIONS.items():
        if trigger not in _ALWAYS and state is not to:
            lines.append(f"    {state} --> {to}: {trigger}")
    lines += [f"    note right of {to}: from every state on {trigger}" for trigger, to in _ALWAYS.items()]
    return "\n".join(lines) + "\n"
