"""`jantaku waits`: the tiles that complete a hand."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mahjong_rules.melds import Meld, MeldError, MeldKind, concealed_count
from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.seats import SEATS
from mahjong_rules.tiles import ALL_KINDS, Tile, tiles_text
from table_daemon.cli.languages import add_language_argument
from table_daemon.cli.rule_arguments import add_rules_arguments, check_stock, copies_left, rules_of, tiles_of
from table_daemon.errors import UserError
from tablet_page.rule_names import tile_name

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - argparse names it no other way

SIZES = (13, 10, 7, 4, 1)
"""Concealed tiles of a hand that may wait, with 0 to 4 sets beside them."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the main parser; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "waits",
        description="Names every kind that completes a hand, and how many tiles of it are left. Tiles: 1m..9m"
        " characters, 1p..9p dots, 1s..9s bamboo, 0m 0p 0s red fives, 1z..4z East South West North, 5z 6z 7z white"
        " green red; numbers may stand before one letter: 123m. A hand of 10, 7, 4 or 1 tiles is part of a hand whose"
        " other sets are complete.",
    )
    parser.add_argument("hand", metavar="HAND", help='13 tiles, less 3 for each meld, for example "1112345678999m"')
    parser.add_argument(
        "--melds", nargs="+", default=[], metavar="MELD", help='sets on the table, for example "234p 777z 5555s"'
    )
    add_rules_arguments(parser)
    add_language_argument(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the waits of `args.hand`; returns the exit code."""
    rules = rules_of(args)
    hand = tiles_of(args.hand, "The hand")
    melds = tuple(_meld(word) for group in args.melds for word in group.split())
    everything = (*hand, *(tile for meld in melds for tile in meld.tiles))
    check_stock(everything, rules.traits.stock, "Hand and melds")
    _check_size(hand, melds)
    waits = [(kind, copies_left(kind, everything)) for kind in _waits(rules, hand, melds)]
    if args.json:
        print(json.dumps(_document(rules, hand, melds, waits), ensure_ascii=False))
    else:
        _print(waits, args.lang)
    return 0


def _meld(word: str) -> Meld:
    tiles = tiles_of(word, f"The meld {word}")
    is_chow = len({tile.plain for tile in tiles}) > 1
    kind = MeldKind.CHOW if is_chow else MeldKind.MELDED_KONG if len(tiles) == 4 else MeldKind.PUNG
    try:
        return Meld(kind, tiles, SEATS[0], tiles[0] if tiles else None)
    except MeldError as error:
        raise UserError(f"The meld {word}: {error}; give a run of three, three or four of a kind.") from error


def _check_size(hand: Sequence[Tile], melds: Sequence[Meld]) -> None:
    bonus = [tile for tile in hand if tile.is_bonus]
    if bonus:
        raise UserError(f"{tiles_text(bonus)} lies open beside the hand and waits for nothing; leave it out.")
    if len(melds) > 4:
        raise UserError(f"A hand has four sets and a pair, so four melds at most, not {len(melds)}.")
    expected = concealed_count(melds)
    if melds and len(hand) != expected:
        raise UserError(f"A hand that waits has 13 tiles less 3 for each meld; that makes {expected}, not {len(hand)}.")
    if len(hand) not in SIZES:
        raise UserError(f"A hand that waits has 13 tiles, or 10, 7, 4 or 1 beside complete sets, not {len(hand)}.")


def _waits(rules: RuleSystem, hand: Sequence[Tile], melds: Sequence[Meld]) -> tuple[Tile, ...]:
    """The waits; sets that nobody named are taken as pungs of kinds that are not in the hand and cannot matter."""
    if not melds and len(hand) < 13:
        strangers = [kind for kind in reversed(ALL_KINDS) if kind not in {tile.plain for tile in hand}]
        melds = tuple(Meld(MeldKind.PUNG, (kind,) * 3, SEATS[0], kind) for kind in strangers[: (13 - len(hand)) // 3])
    return rules.waits(hand, melds)


def _document(
    rules: RuleSystem, hand: Sequence[Tile], melds: Sequence[Meld], waits: Sequence[tuple[Tile, int]]
) -> dict[str, Any]:
    return {
        "rules": rules.name,
        "hand": [str(tile) for tile in hand],
        "melds": [[str(tile) for tile in meld.tiles] for meld in melds],
        "waits": [{"tile": str(kind), "left": left} for kind, left in waits],
        "tiles_left": sum(left for _, left in waits),
    }


def _print(waits: Sequence[tuple[Tile, int]], language: str) -> None:
    if not waits:
        print("This hand waits for no tile.")
        return
    kinds = "1 kind" if len(waits) == 1 else f"{len(waits)} kinds"
    print(f"Waits for {kinds}, {sum(left for _, left in waits)} tiles left:")
    for kind, left in waits:
        print(f"  {kind}  {left} left  {tile_name(kind, language)}")
