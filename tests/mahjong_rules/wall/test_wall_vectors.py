from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mahjong_rules.seats import SEATS, Seat, seat_after
from mahjong_rules.tiles import dora_of, parse_tile
from mahjong_rules.wall import (
    JP_CLASSIC_WALL,
    RIICHI_WALL,
    SIMPLE_WALL,
    TCHOU_WALL,
    Break,
    FirstDealt,
    StackLevel,
    StackPlace,
    TilePlace,
    WallRules,
    open_wall,
)

DATA = Path(__file__).parents[2] / "data" / "rules"
VECTORS = json.loads((DATA / "wall_breaks.json").read_text(encoding="utf-8"))
DORA = json.loads((DATA / "dora.json").read_text(encoding="utf-8"))
WALLS = {"000": JP_CLASSIC_WALL, "001": SIMPLE_WALL, "002": TCHOU_WALL, "003": RIICHI_WALL}
CLAUSES = {
    "000": ("Kanai French l.14", "A-3"),
    "001": ("La Règle l.72", "La Règle l.73", "La Règle l.74", "A-6"),
    "002": ("Tchou 1924 l.349", "Tchou 1924 l.353", "R-27"),
    "003": ("WRC 2015 §4.6", "WRC 2015 §4.7", "WRC 2015 §4.8"),
}
"""What every throw of a system proves."""
EXAMPLES = {entry["id"]: entry for entry in VECTORS["worked_examples"]}
PRINTED = {
    "002-breach": ("Tchou 1924 l.339", "Tchou 1924 l.349"),
    "002-wrap": ("Tchou 1924 l.362",),
    "001-example": ("La Règle l.73",),
    "003-dice12": ("WRC 2015 §4.6",),
    "003-dice2": ("WRC 2015 §4.7",),
    "000-kanai": ("Kanai 1952 ch.V", "Kanai French l.14", "A-3"),
    "000-flowers-18": ("Kanai French l.45",),
}
"""What a worked example proves beside that."""
SYSTEMS = [pytest.param(system, marks=pytest.mark.clause(*CLAUSES[system])) for system in VECTORS["all_throws"]]


def check(wall: Break, expected: dict[str, Any], dealer: Seat, name: str = "") -> None:
    """Every figure of a vector of this name; one without one of the keys says nothing about it."""
    found: dict[str, Any] = {
        "opener": wall.opener,
        "total": expected["total"],
        "removed": wall.lifted,
        "last_counted": wall.last_counted,
        "first_dealt": wall.first_dealt,
        "dead_wall": wall.dead_wall,
        "hill": wall.dead_wall,
        "tail_stacks_under_loose": wall.dead_wall,
        "loose_tiles_on": wall.loose,
        "dora_stack": wall.indicators[0].stack if wall.indicators else None,
        "first_replacement": wall.replacements[0].stack,
    }
    right = {key: turned(value, dealer) for key, value in expected.items()}
    assert {key: found[key] for key in expected} == right, name


def turned(value: Any, dealer: Seat) -> Any:
    """A vector's value for another dealer: a seat, a place or several places."""
    match value:
        case [int(seat), int(number)]:
            return StackPlace(seat_after(Seat(seat), dealer), number)
        case [*several]:
            return tuple(turned(one, dealer) for one in several)
    return value


def for_dealer(expected: dict[str, Any], dealer: Seat) -> dict[str, Any]:
    return {**expected, "opener": seat_after(dealer, expected["opener"])}


def wall_rules(system: str, stacks: int = 17) -> WallRules:
    return WALLS[system].with_lengths((stacks,) * 4)


@pytest.mark.parametrize("dealer", SEATS)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.clause(*PRINTED.get(name, ()))) for name in EXAMPLES]
)
def test_a_worked_example_opens_the_wall_where_it_says(name: str, dealer: Seat) -> None:
    example = EXAMPLES[name]
    wall = open_wall(wall_rules(name[:3], example["W"]), dealer, tuple(example["dice"]))
    check(wall, for_dealer(example["expected"], dealer), dealer)


@pytest.mark.parametrize("dealer", SEATS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_throw_opens_the_wall_where_the_source_says(system: str, dealer: Seat) -> None:
    """Some fifteen hundred openings: a test for each took a hundred times as long as the opening itself."""
    for throw, expected in VECTORS["all_throws"][system].items():
        dice = tuple(map(int, throw.split(",")))
        assert expected["total"] == sum(dice), throw
        check(open_wall(WALLS[system], dealer, dice), for_dealer(expected, dealer), dealer, throw)


@pytest.mark.clause("Kanai French l.14", "A-3")
def test_the_letter_of_kanai_french_deals_the_counted_stack_first() -> None:
    example = EXAMPLES["000-kanai"]
    rules = WallRules(first_dealt=FirstDealt.AT)
    check(open_wall(rules, Seat(0), tuple(example["dice"])), example["literal_reading"], Seat(0))


@pytest.mark.clause("La Règle l.72", "La Règle l.73", "A-6")
def test_the_printed_positions_of_la_regle_are_counted_from_the_left() -> None:
    printed = EXAMPLES["001-example"]["printed"]
    wall = open_wall(SIMPLE_WALL, Seat(0), (8, 5))
    assert wall.lifted is not None
    assert 18 - wall.lifted.number == printed["removed_stack_from_left"]
    assert [18 - stack.number for stack in wall.loose] == printed["loose_on_from_left"]


@pytest.mark.clause(
    "Tchou 1924 l.339",
    "Tchou 1924 l.341",
    "Tchou 1924 l.345",
    "Tchou 1924 l.347",
    "Tchou 1924 l.349",
    "Tchou 1924 l.353",
)
def test_the_printed_opener_and_stack_of_tchou() -> None:
    example = EXAMPLES["002-breach"]
    wall = open_wall(TCHOU_WALL, Seat(0), tuple(example["dice"]))
    assert wall.lifted is not None
    assert wall.opener == example["players"][example["printed"]["opener"]]
    assert wall.lifted.number == example["printed"]["removed_stack_from_right"]
    names = {seat: name for name, seat in example["players"].items()}
    assert " ".join(names[seat] for seat, _ in wall.deal_order(Seat(0))[:16:4]) == example["printed"]["deal_order"]


@pytest.mark.clause("Tchou 1924 l.355", "Tchou 1924 l.364")
def test_the_tiles_of_the_example_of_tchou_are_dealt_in_its_order() -> None:
    deal = VECTORS["deal_of_002_example"]
    level = {"T": StackLevel.TOP, "B": StackLevel.BOTTOM}
    wall = open_wall(TCHOU_WALL, Seat(0), (3, 12))
    assert wall.first_dealt == place(deal["first_dealt"])
    dealt = [(seat, TilePlace(place(pair), level[letter])) for seat, pair, letter in deal["order"]]
    assert list(wall.deal_order(Seat(0))) == dealt
    pair, letter = deal["next_tile_to_draw"]
    assert wall.draw_order()[53] == TilePlace(place(pair), level[letter])


def place(pair: list[int]) -> StackPlace:
    return StackPlace(Seat(pair[0]), pair[1])


@pytest.mark.parametrize("indicator", DORA)
@pytest.mark.clause("WRC 2015 §4.8")
def test_an_indicator_points_to_the_dora_the_source_names(indicator: str) -> None:
    assert str(dora_of(parse_tile(indicator))) == DORA[indicator]
