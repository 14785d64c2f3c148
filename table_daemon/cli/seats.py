"""`jantaku seats`: draws the seats and the first dealer as the rules say."""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mahjong_rules.seat_drawing import DrawingStep, DrawnSeats
from mahjong_rules.seats import SEATS, Seat, seat_wind, seats_from
from table_daemon.cli.rule_arguments import add_rules_arguments, rules_of
from table_daemon.errors import UserError
from table_daemon.people.seat_drawing import drawn_by_chance

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - argparse names it no other way

_NAMES: Final = "A,B,C,D"
_NOBODY: Final = "-"
"""Stands for the empty seat where three play: `start_game` takes four names and does not look at this one."""
_PHRASES: Final = {
    "throws_for_east": "{who} throws {total}.",
    "throws_for_place": "{who} throws {total}: East sits at the place of {found}.",
    "throws_for_picker": "{who} throws {total}: {found} draws first.",
    "throws_for_temporary_east": "{who} throws {total}: {found} is East for the time of the draw.",
    "throws_for_thrower": "{who} throws {total}: {found} throws next.",
    "throws_for_dealer": "{who} throws {total}: {found} deals first.",
    "draws": "{who} draws {wind}.",
}


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the main parser; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "seats",
        description="Carries out the procedure of the rules with dice and tiles of chance: who sits where, who deals"
        " first. People are named in the order in which they sit now, counter-clockwise.",
    )
    add_rules_arguments(parser)
    parser.add_argument(
        "--names",
        default=_NAMES,
        metavar="LIST",
        help="the names with commas, three where three play (default: A,B,C,D)",
    )
    parser.add_argument(
        "--organiser",
        metavar="NAME",
        help="who lays the tiles and throws first, later in a game of tchou the last winner (default: by chance)",
    )
    parser.add_argument("--seed", type=int, help="the same seed draws the same seats")
    parser.add_argument("--json", action="store_true", help="print one JSON document, ready for start_game")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Draw and print; returns the exit code."""
    rules = rules_of(args)
    names = [name.strip() for name in args.names.split(",")]
    seats = rules.traits.seats.in_play
    if args.names == _NAMES:
        names = names[: len(seats)]
    if len(names) != len(seats) or not all(names) or len(set(names)) != len(names):
        how_many = "four" if len(seats) == len(SEATS) else "three"
        raise UserError(f"--names takes {how_many} different names with commas between them, not {args.names!r}.")
    if args.organiser is not None and args.organiser not in names:
        raise UserError(f"--organiser takes one of {', '.join(names)}, not {args.organiser!r}.")
    organiser = None if args.organiser is None else seats[names.index(args.organiser)]
    names = [names[seats.index(seat)] if seat in seats else _NOBODY for seat in SEATS]
    drawn = drawn_by_chance(rules.traits.seats, random.Random(args.seed), organiser)
    seated = [names[drawn.new_seats.index(seat)] for seat in SEATS]
    if args.json:
        print(json.dumps({"rules": rules.name, "names": seated, "first_dealer": drawn.first_dealer}))
    else:
        _print(drawn, names, seated, seats)
    return 0


def _print(drawn: DrawnSeats, names: list[str], seated: list[str], seats: Sequence[Seat]) -> None:
    for step in drawn.steps:
        print(_sentence(step, names, seated))
    print("Seats, counter-clockwise from the first dealer:")
    for seat in seats_from(drawn.first_dealer, seats):
        wind = seat_wind(seat, drawn.first_dealer, seats)
        print(f"  {wind.name.capitalize():<6} {seated[seat]} (seat {seat})")


def _sentence(step: DrawingStep, names: list[str], seated: list[str]) -> str:
    found = "" if step.found is None else (seated if step.finds_new_seat else names)[step.found]
    wind = step.wind.name.capitalize() if step.wind is not None else ""
    return _PHRASES[step.what].format(who=names[step.who], total=step.total, found=found, wind=wind)
