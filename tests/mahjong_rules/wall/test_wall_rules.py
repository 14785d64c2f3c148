"""How a rule system builds and opens its walls, as data."""

from __future__ import annotations

import pytest

from mahjong_rules.seats import Seat
from mahjong_rules.wall import (
    JP_CLASSIC_WALL,
    RIICHI_WALL,
    SIMPLE_WALL,
    TCHOU_WALL,
    FirstDealt,
    SpecialPlace,
    WallRules,
    open_wall,
)


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        (RIICHI_WALL, "counted break first_dealt dead_wall dora_indicator ura_indicator replacements"),
        (JP_CLASSIC_WALL, "counted break first_dealt reserve replacements"),
        (SIMPLE_WALL, "counted break first_dealt lifted loose hill replacements"),
        (TCHOU_WALL, "counted break first_dealt lifted loose reserve replacements"),
    ],
)
def test_what_is_marked_on_a_wall_depends_on_the_system(rules: WallRules, names: str) -> None:
    wall = open_wall(rules, Seat(0), (7,) * rules.throws)
    special = wall.special_places()
    assert [name for name, _ in special] == names.split()
    assert dict(special)[SpecialPlace.BREAK] == (wall.dead_wall[0], wall.first_dealt)
    assert len(dict(special)[SpecialPlace.REPLACEMENTS]) == (4 if rules is RIICHI_WALL else 14)


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: WallRules(throws=3), "one or two throws"),
        (lambda: WallRules(lengths=(17, 17, 17, 0)), "at least one stack"),
        (lambda: WallRules(lifts_stack=True, first_dealt=FirstDealt.AT), "cannot be dealt first"),
        (lambda: WallRules(reserve_tiles=13), "whole stacks"),
        (lambda: WallRules(reserve_tiles=6, lifts_stack=True), "enough of them"),
        (lambda: WallRules(lengths=(8, 8, 8, 9)), "too short"),
    ],
)
def test_wall_rules_that_contradict_themselves_cannot_be_built(build: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        build()  # type: ignore[operator]  # a table of constructors
