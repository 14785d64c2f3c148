"""`jantaku wall`: where the walls are opened and what lies where."""

from __future__ import annotations

import argparse
import json
import re
from typing import TYPE_CHECKING, Any

from mahjong_rules.seats import SEATS, Seat, seat_wind
from mahjong_rules.wall import Break, Lengths, StackPlace, TilePlace, WallRules, open_wall
from table_daemon.cli.rule_arguments import add_rules_arguments, rules_of
from table_daemon.cli.wall_picture import LEGEND, wall_picture
from table_daemon.errors import UserError

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - argparse names it no other way

NAMES = {
    "counted": "the count ends on",
    "break": "the wall opens between",
    "first_dealt": "dealing begins with",
    "lifted": "lifted",
    "loose": "loose tiles lie on",
    "dead_wall": "dead wall",
    "hill": "hill",
    "reserve": "reserve",
    "dora_indicator": "dora indicator",
    "ura_indicator": "ura indicator",
    "replacements": "replacement tiles",
}


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the main parser; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "wall",
        description="Draws the four walls as opened by the dice and names every special place. Seats are 0 to 3"
        " counter-clockwise, seat 0 at the bottom; stacks are counted from their owner's right end.",
    )
    # argparse takes "-3,5" for an option; so it reaches the sentence about dice
    parser._negative_number_matcher = re.compile(r"-\d[\d,-]*$")  # noqa: SLF001 - there is no public way
    add_rules_arguments(parser)
    parser.add_argument(
        "--dice",
        metavar="SUMS",
        help="the sum of each throw of two dice (one throw: 8, two: 5,3), or the pips of each die (5,3 or 1,4,2,1);"
        " none where the rules open the wall at a fixed place",
    )
    parser.add_argument("--dealer", type=int, choices=SEATS, default=0, metavar="SEAT", help="0 to 3 (default: 0)")
    parser.add_argument("--added", type=int, default=0, metavar="PIPS", help="pips announced before the first throw")
    parser.add_argument(
        "--lengths", metavar="STACKS", help="stacks before seats 0 to 3, for example 18,17,18,17 (default: the rules')"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the opened walls; returns the exit code."""
    rules = rules_of(args)
    dealer = Seat(args.dealer)
    try:
        walls = _with_lengths(rules.traits.wall, args.lengths)
        dice = throws_of(args.dice, walls.throws)
        wall = open_wall(walls, dealer, dice, args.added)
    except ValueError as error:
        raise UserError(str(error)) from error
    if args.json:
        print(json.dumps(_document(rules.name, dealer, dice, wall)))
    else:
        _print(dealer, dice, wall)
    return 0


def throws_of(text: str | None, throws: int) -> tuple[int, ...]:
    """The sum of each throw, from sums or from the pips of two dice a throw; none where nothing was thrown.

    Raises:
        ValueError: other numbers than these rules throw.
    """
    if text is None:
        if throws:
            raise ValueError("--dice is missing: the sum of each throw, for example 8, or 5,3 for two throws.")
        return ()
    numbers = _numbers(text, "--dice")
    if len(numbers) != 2 * throws:
        return numbers
    for pips in numbers:
        if not 1 <= pips <= 6:
            raise ValueError(f"A die shows 1 to 6, not {pips}.")
    return tuple(first + second for first, second in zip(numbers[::2], numbers[1::2], strict=True))


def _numbers(text: str, option: str) -> tuple[int, ...]:
    try:
        return tuple(int(word) for word in text.split(","))
    except ValueError as error:
        raise ValueError(f"{option} takes whole numbers divided by commas, not {text!r}.") from error


def _with_lengths(walls: WallRules, text: str | None) -> WallRules:
    if text is None:
        return walls
    numbers = _numbers(text, "--lengths")
    if len(numbers) != 4:
        raise ValueError(f"--lengths takes the stacks of four walls, not {len(numbers)} numbers.")
    lengths: Lengths = (numbers[0], numbers[1], numbers[2], numbers[3])
    return walls.with_lengths(lengths)


def _document(name: str, dealer: Seat, dice: tuple[int, ...], wall: Break) -> dict[str, Any]:
    return {
        "rules": name,
        "dealer": dealer,
        "throws": list(dice),
        "opener": wall.opener,
        "lengths": list(wall.rules.lengths),
        "places": {str(special): [_place(place) for place in places] for special, places in wall.special_places()},
        "loose_tiles": [
            {"lifted_from": _place(tile), "lies_on": _place(wall.standing(tile).stack)} for tile in wall.loose_tiles
        ],
        "deal": [{"to": seat, **_place(place)} for seat, place in wall.deal_order(dealer)],
        "next_tile": _place(wall.draw_order()[wall.rules.dealt_tiles]),
        "live_tiles": len(wall.live_tiles()) - wall.rules.dealt_tiles,
    }


def _place(place: StackPlace | TilePlace) -> dict[str, Any]:
    if isinstance(place, TilePlace):
        return {"seat": place.stack.seat, "stack": place.stack.number, "level": place.level.value}
    return {"seat": place.seat, "stack": place.number}


def _print(dealer: Seat, dice: tuple[int, ...], wall: Break) -> None:
    print("\n".join(wall_picture(wall, dealer)))
    print()
    print(LEGEND)
    print()
    thrown = " + ".join(map(str, dice)) or f"nothing: always {wall.rules.fixed_count}"
    opener = f"seat {wall.opener} ({seat_wind(wall.opener, dealer, wall.rules.seats).letter})"
    print(f"{'dealer':22} seat {dealer} (E)")
    print(f"{'thrown':22} {thrown}" + (f" = {sum(dice)}" if len(dice) > 1 else ""))
    print(f"{'opened before':22} {opener}, counted from the {wall.rules.count_from}")
    for special, places in wall.special_places():
        print(f"{NAMES[special]:22} {_places_text(places)}")
    print(f"{'next tile':22} {_places_text((wall.draw_order()[wall.rules.dealt_tiles],))}")


def _places_text(places: tuple[StackPlace | TilePlace, ...]) -> str:
    """Places in order, the seat named once for each run: "seat 2: 15 14, seat 3: 17"."""
    runs: list[tuple[Seat, list[str]]] = []
    for place in places:
        stack = place.stack if isinstance(place, TilePlace) else place
        level = f" {place.level.value}" if isinstance(place, TilePlace) else ""
        if not runs or runs[-1][0] != stack.seat:
            runs.append((stack.seat, []))
        runs[-1][1].append(f"{stack.number}{level}")
    divider = ", " if isinstance(places[0], TilePlace) else " "
    return "; ".join(f"seat {seat}: {divider.join(words)}" for seat, words in runs)
