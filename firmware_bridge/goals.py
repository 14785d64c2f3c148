"""Commands that move something: goals to reach, never toggles, so that each may be said again."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.messages import Verb
from mahjong_rules.set_names import SetName


@dataclass(frozen=True, slots=True)
class Home:
    """Dome down, lifts level with the felt, whatever was cut off before."""


@dataclass(frozen=True, slots=True)
class BuildWalls:
    """Stack a set into four walls behind the lifts."""

    tile_set: SetName
    tile_count: int = 136


@dataclass(frozen=True, slots=True)
class RaiseWalls:
    """The built walls onto the table: dome down, lifts down, load, lifts up."""

    tile_set: SetName


@dataclass(frozen=True, slots=True)
class LowerLifts:
    """Empty lifts down to the rails (maintenance)."""


@dataclass(frozen=True, slots=True)
class MoveDome:
    """The dome up (the drop ring opens) or down."""

    up: bool


@dataclass(frozen=True, slots=True)
class ThrowDice:
    """Two dice in the dice box."""


@dataclass(frozen=True, slots=True)
class SelfTest:
    """Dice, dome and each lift alone through their whole travel (maintenance); the table is empty."""


Goal = Home | BuildWalls | RaiseWalls | LowerLifts | MoveDome | ThrowDice | SelfTest


_WITHOUT_ARGUMENTS: dict[type[Goal], Verb] = {
    Home: Verb.HOME,
    LowerLifts: Verb.LOWER,
    ThrowDice: Verb.DICE,
    SelfTest: Verb.SELF_TEST,
}


def goal_command(goal: Goal) -> tuple[Verb, bytes]:
    """Verb and arguments on the wire."""
    match goal:
        case BuildWalls(tile_set, tile_count):
            return (Verb.BUILD, bytes((tile_set.number, tile_count)))
        case RaiseWalls(tile_set):
            return (Verb.RAISE, bytes((tile_set.number,)))
        case MoveDome(up):
            return (Verb.DOME, bytes((up,)))
        case _:
            return (_WITHOUT_ARGUMENTS[type(goal)], b"")
